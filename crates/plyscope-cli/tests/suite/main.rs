//! The command's tests, in one binary.

#[cfg(feature = "chess")]
mod chess;
mod command;
mod documents;
mod figures;
mod laboratory;
mod measure;
mod merging;
mod odd_input;
mod report;
mod scripting;
#[cfg(unix)]
mod signals;
mod support;
