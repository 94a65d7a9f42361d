//! Experiment files as they are written: TOML, with places for error messages, and what every study needs to read one.

mod alternative;
mod bounds;
mod claim_file;
mod document;
mod draft;
mod figure_file;
mod file;
mod words;

pub(crate) use alternative::{entries, list};
pub(crate) use bounds::MOST_CHUNKS;
pub(crate) use claim_file::{ClaimFile, Over, Steps, Terms, Than};
pub(crate) use document::{Document, Entry, Sought, other_words};
pub(crate) use draft::{Draft, Series};
pub(crate) use figure_file::AxisScale;
pub use figure_file::{Cells, FigureFile, FigureKind, Legend};
pub(crate) use file::SweepValue;
pub use file::{ExperimentFile, Measured, SeriesFile, Setting, Ties, WantedGames};
pub(crate) use words::in_words;
