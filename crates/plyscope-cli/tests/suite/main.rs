//! The command's tests, in one binary.

mod command;
mod documents;
mod laboratory;
mod measure;
mod report;
mod support;
