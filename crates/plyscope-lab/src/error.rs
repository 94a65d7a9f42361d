//! What can go wrong in the laboratory, said so that it can be put right.

use std::path::PathBuf;

/// A result of the laboratory.
pub type Result<T> = std::result::Result<T, Error>;

/// A mistake in an experiment, or trouble with a run folder.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An experiment file that cannot be read, with the place of the mistake.
    #[error("{file}, line {line}, column {column}: {why}")]
    Spec {
        /// The file, or the built-in experiment's id.
        file: String,
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What is wrong, and what would be right.
        why: String,
    },
    /// An experiment that there is not.
    #[error("there is no experiment `{id}`{suggestion}; `plyscope list experiments` shows them")]
    UnknownExperiment {
        /// What was asked for.
        id: String,
        /// ", did you mean ...?" or nothing.
        suggestion: String,
    },
    /// A run folder that is not what it should be.
    #[error("the run folder {folder}: {why}", folder = folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What is wrong with it, and what to do.
        why: String,
    },
    /// A file that cannot be read or written.
    #[error("{what} {path}: {cause}", path = path.display())]
    File {
        /// "could not read" or "could not write".
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
    /// Options that do not go together.
    #[error("{0}")]
    Usage(String),
    /// A mistake that the library found while the experiment ran.
    #[error(transparent)]
    Library(#[from] plyscope::Error),
    /// The run was stopped.
    #[error("stopped; {0}")]
    Stopped(String),
}
