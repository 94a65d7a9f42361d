//! Games in PGN, the standard notation of recorded games, as a source of positions.

mod games;
mod source;
mod tokens;

pub use games::{Recorded, read, read_good};
pub use source::PgnPositions;
pub(crate) use source::entry;
