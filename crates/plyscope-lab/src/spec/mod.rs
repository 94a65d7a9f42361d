//! Experiment files as they are written: TOML, with places for error messages, and what every study needs to read one.

mod claim_file;
mod draft;
mod file;
mod place;
mod schema;
mod text;
mod words;

pub(crate) use claim_file::ClaimFile;
pub(crate) use draft::Draft;
pub use file::{ExperimentFile, Measured, Ties, WantedGames};
pub(crate) use file::{FigureKind, PlayerFile, SeriesFile, SweepValue};
pub(crate) use place::Sought;
pub use schema::schema;
pub(crate) use text::Text;
