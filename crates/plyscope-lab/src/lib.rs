//! The laboratory of Plyscope.
//!
//! Experiment files, the runner, statistics, claims, figures and reports will live here: everything
//! that needs threads, files or a clock. It holds nothing yet; the games, rules and searches that it
//! will measure are in the library crate, [`plyscope`].

pub use plyscope;
