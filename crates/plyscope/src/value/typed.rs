//! A probability beside the truth, for the one rule whose name says that it sees the truth.

use super::Win;
use crate::lanes::Real;

/// What is believed of a node, and whether the first player truly wins there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Typed<R: Real = f64> {
    /// The belief.
    pub win: Win<R>,
    /// Does the first player win?
    pub truth: R::Mask,
}
