//! The command's tests, in one binary.

mod book;
mod command;
mod documents;
mod figures;
mod laboratory;
mod measure;
mod merging;
mod odd_input;
#[cfg(unix)]
mod process;
mod report;
mod scripting;
#[cfg(unix)]
mod signals;
mod support;
mod tutorials;
