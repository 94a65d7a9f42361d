//! Endgame tables: outcome and distance to mate of every position of three or four men, by retrograde analysis.
//!
//! An ending is made with all that it converts to, and kept as a file of its own: 8.4 MB, with pawns 16.8 MB. Castling and
//! the fifty-move rule are left out, captures en passant are not.

mod ending;
mod layout;
mod moves;
mod oracle;
mod retrograde;
mod store;

pub(crate) use ending::men_of;
pub use ending::{Ending, Man};
pub use oracle::TablesOracle;
pub(crate) use oracle::entry;
#[cfg(feature = "syzygy")]
pub(crate) use oracle::judged;
pub use store::{Progress, Tables, Worth};
