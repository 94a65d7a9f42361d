//! The command's tests, in one binary.

mod command;
mod documents;
mod figures;
mod laboratory;
mod matches;
mod measure;
mod merging;
mod odd_input;
mod report;
mod scripting;
#[cfg(unix)]
mod signals;
mod support;
