//! Full width over the flat levels of a uniform tree, for values of any number of lanes.
//!
//! All depths and rules of a trial share one set of estimates. The result equals
//! [`FullWidth`](super::FullWidth) on the same tree bit for bit, lane by lane.

use super::Budget;
use crate::error::Result;
use crate::rule::{BackupRule, Node};
use crate::tree::{Levels, Shape};

/// What a search to a depth makes of the root and its moves.
#[derive(Debug, Clone, PartialEq)]
pub struct RootValues<V> {
    /// The root's own value.
    pub root: V,
    /// The value of every move.
    pub moves: Vec<V>,
}

/// Backs up the estimates of the level at `depth` (or the last, if the tree ends before); refused for depth 0.
pub fn full_width<V: Copy>(
    shape: Shape,
    estimates: &Levels<V>,
    depth: u32,
    rule: &(impl BackupRule<V> + ?Sized),
) -> Result<RootValues<V>> {
    let depth = Budget::depth(depth)?.plies().min(estimates.last());
    let back_up = |level: u32, below: &[V]| {
        let node = Node { mover: shape.mover(level), height: depth - level, level };
        let own = if rule.uses_own() { estimates.level(level) } else { &[] };
        rule.back_up_level(node, shape.branching(), below, own)
    };
    let mut moves = estimates.level(depth).to_vec();
    for level in (1..depth).rev() {
        moves = back_up(level, &moves);
    }
    Ok(RootValues { root: back_up(0, &moves)[0], moves })
}
