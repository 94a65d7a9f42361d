//! `plyscope solve`, for the command and for Python: what a position is worth with best play, or many of them.

mod found;
mod many;

pub use found::{Solved, SolvedPositions, drawn};
pub use many::Solving;
