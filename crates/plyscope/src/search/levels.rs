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
    let mut space = Space::default();
    let root = full_width_in(&mut space, shape, estimates, depth, rule)?;
    Ok(RootValues { root, moves: space.upper })
}

/// Two levels that are worked on, kept from one search to the next.
#[derive(Debug, Clone)]
pub struct Space<V> {
    upper: Vec<V>,
    lower: Vec<V>,
}

impl<V> Default for Space<V> {
    fn default() -> Self {
        Space { upper: Vec::new(), lower: Vec::new() }
    }
}

impl<V> Space<V> {
    /// The value of every move that the last search found.
    pub fn moves(&self) -> &[V] {
        &self.upper
    }
}

/// [`full_width`] in a space of the caller's: the root's value; the moves' are in the space.
pub fn full_width_in<V: Copy>(
    space: &mut Space<V>,
    shape: Shape,
    estimates: &Levels<V>,
    depth: u32,
    rule: &(impl BackupRule<V> + ?Sized),
) -> Result<V> {
    let depth = Budget::depth(depth)?.plies().min(estimates.last());
    let back_up = |level: u32, below: &[V], into: &mut Vec<V>| {
        let node = Node { mover: shape.mover(level), height: depth - level, level };
        let own = if rule.uses_own() { estimates.level(level) } else { &[] };
        into.clear();
        rule.back_up_level_into(node, shape.branching(), below, own, into);
    };
    if depth == 1 {
        space.upper.clear();
        space.upper.extend_from_slice(estimates.level(1));
    }
    for level in (1..depth).rev() {
        let below = if level + 1 == depth { estimates.level(depth) } else { &space.lower };
        back_up(level, below, &mut space.upper);
        if level > 1 {
            std::mem::swap(&mut space.upper, &mut space.lower);
        }
    }
    back_up(0, &space.upper, &mut space.lower);
    Ok(space.lower[0])
}
