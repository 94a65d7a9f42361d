//! Lanes: several trials in one value.
//!
//! All trials of a batch share the tree's shape and differ only in values, so the lanes live in the
//! value type and never in the game or the search. [`Bits`] holds a win or a loss per lane, [`Real`]
//! a number per lane; a single trial is a `bool`-like `u64` bit or an `f64`, with the same arithmetic,
//! bit for bit.

mod bits;
mod real;

pub use bits::Bits;
pub use real::{Mask, Real};
