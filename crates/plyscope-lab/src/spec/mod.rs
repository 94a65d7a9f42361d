//! Experiment files as they are written: TOML, with places for error messages, and what every study needs to read one.

mod alternative;
mod claim_file;
mod draft;
mod file;
mod text;

pub(crate) use claim_file::{ClaimFile, Over, Steps};
pub(crate) use draft::Draft;
pub use file::{ExperimentFile, Measured, Setting, Ties, WantedGames, schema};
pub(crate) use file::{FigureKind, PlayerFile, SeriesFile, SweepValue};
pub(crate) use text::Text;
