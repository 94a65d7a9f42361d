//! Experiment files as they are written: TOML, with places for error messages, and what every study needs to read one.

mod alternative;
mod bounds;
mod claim_file;
mod draft;
mod figure_file;
mod file;
mod measured_claim;
mod place;
mod schema;
mod text;
mod words;

pub(crate) use bounds::MOST_CHUNKS;
pub(crate) use claim_file::{ClaimFile, Over, Steps};
pub(crate) use draft::Draft;
pub(crate) use figure_file::{AxisScale, FigureFile, FigureKind};
pub use figure_file::{Cells, Legend};
pub use file::{ExperimentFile, Measured, Setting, Ties, WantedGames};
pub(crate) use file::{PlayerFile, SeriesFile, SweepValue};
pub(crate) use place::Sought;
pub use schema::schema;
pub(crate) use text::Text;
pub use text::quoted;
