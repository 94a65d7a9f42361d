//! The reading in which pruning sees only who wins (`win-loss`).
//!
//! The paper states its three cases for wins and losses, and computes with strengths. Taken by the letter,
//! whether a child is a win depends on the sum on the path to it: below a sum of s, a strength of at least -s
//! wins. So instead of strengths a node has one pair of values for every threshold.

use super::joint::Joint;
use super::pruning::Pruning;
use super::wide::Wide;

/// Max nodes of some Max-height, as games that are won from a strength of `threshold` on.
pub(super) struct WinLoss {
    height: i32,
    /// Thresholds from `1 - height` to `height`: at those below every leaf wins, above none.
    by_threshold: Vec<Joint>,
}

impl WinLoss {
    /// Leaves: strength 0.
    pub(super) fn leaves() -> Self {
        WinLoss { height: 0, by_threshold: Vec::new() }
    }

    fn at(&self, threshold: i32) -> Joint {
        let known = usize::try_from(threshold + self.height - 1).ok();
        match known.and_then(|i| self.by_threshold.get(i)) {
            Some(joint) => joint.clone(),
            None if threshold <= -self.height => Joint::leaf(Wide::ONE, Wide::ZERO),
            None => Joint::leaf(Wide::ZERO, Wide::ONE),
        }
    }

    /// A Min node above RVA nodes above these.
    pub(super) fn min(&self, threshold: i32, (up, down): (Wide, Wide), pruning: &Pruning) -> Joint {
        // After +1 there is one less to reach.
        self.at(threshold - 1).mixed(up, &self.at(threshold + 1), down).min(pruning)
    }

    /// The Max nodes above.
    pub(super) fn next(&self, chance: (Wide, Wide), pruning: &Pruning) -> Self {
        let height = self.height + 1;
        let node = |threshold| self.min(threshold, chance, pruning).max(pruning);
        WinLoss { height, by_threshold: (1 - height..=height).map(node).collect() }
    }
}
