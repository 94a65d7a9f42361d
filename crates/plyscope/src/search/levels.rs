//! Full width over the flat levels of a uniform tree, for values of any number of lanes.
//!
//! All depths and rules of a trial share one set of estimates. The result equals
//! [`FullWidth`](super::FullWidth) on the same tree bit for bit, lane by lane.

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

/// Backs up the estimates of the level at `depth` (or the last, if the tree ends before).
pub fn full_width<V: Copy>(
    shape: Shape,
    estimates: &Levels<V>,
    depth: u32,
    rule: &(impl BackupRule<V> + ?Sized),
) -> RootValues<V> {
    let depth = depth.clamp(1, estimates.last());
    let mut values = estimates.level(depth).to_vec();
    let mut moves = values.clone();
    for level in (0..depth).rev() {
        if level == 0 {
            moves.clone_from(&values);
        }
        let node = Node { mover: shape.mover(level), height: depth - level };
        let own = if rule.uses_own() { estimates.level(level) } else { &[] };
        values = rule.back_up_level(node, shape.branching(), &values, own);
    }
    RootValues { root: values[0], moves }
}
