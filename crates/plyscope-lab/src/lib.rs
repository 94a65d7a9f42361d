//! The laboratory of Plyscope: everything that needs threads, files or a clock.
//!
//! A researcher with a question writes one TOML file ([`experiment`]) and runs it ([`run`]). A result is a
//! function of the experiment and its seed: threads, shards, stops and resumes do not change a bit of it,
//! because trials are addressed by key and tallies are exact sums ([`tally`]). Every number comes with its
//! interval ([`stats`]), every claim with a verdict ([`results`]).

mod axis;
pub mod calibrate;
pub mod check;
pub mod columns;
pub mod comparing;
pub mod conduct;
pub mod diff;
mod document;
pub mod drawing;
pub mod error;
pub mod experiment;
pub mod figure;
pub mod files;
pub mod judge;
pub mod listing;
mod markup;
pub mod matches;
pub mod measurement;
pub mod plan;
pub mod question;
pub mod report;
pub mod results;
pub mod run;
pub mod scaling;
pub mod solving;
mod spec;
pub mod stats;
pub mod study;
pub mod tally;
mod view;

pub use error::{Error, Result};
