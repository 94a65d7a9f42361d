//! The command's tests, in one binary.

mod command;
mod documents;
mod figures;
mod laboratory;
mod measure;
mod report;
mod support;
