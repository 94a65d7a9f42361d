//! Full width on several uniform trees at once: level by level, a tree a lane, all depths from one set of estimates.

use super::Observation;
use crate::error::Result;
use crate::evaluator::Flat;
use crate::game::Player;
use crate::rule::{BackupRule, Reading};
use crate::search::levels::{LaneValue, Space, WithLanes, full_width_in};
use crate::search::{Counts, Report, Score};
use crate::tree::{Levels, Shape};

/// What is to be decided: so many trees, each to every depth.
pub(super) struct FlatSearch<'a> {
    pub(super) flat: &'a Flat,
    pub(super) trees: usize,
    pub(super) depths: &'a [u32],
}

impl WithLanes for FlatSearch<'_> {
    /// By tree and depth; none where the rule reads estimates in another way.
    type Output = Option<Result<Vec<Vec<Observation>>>>;

    fn with<V: LaneValue>(self, rule: &dyn BackupRule<V>, reading: Reading) -> Self::Output {
        let Flat { shape, chances } = self.flat;
        let last = self.depths.iter().copied().max().filter(|_| reading == Reading::Win)?;
        let values = V::of_chances(chances, last)?;
        Some(self.search(*shape, &values, rule))
    }
}

impl FlatSearch<'_> {
    fn search<V: LaneValue>(
        &self,
        shape: Shape,
        values: &Levels<V>,
        rule: &dyn BackupRule<V>,
    ) -> Result<Vec<Vec<Observation>>> {
        let mut space = Space::default();
        let mut seen: Vec<Vec<Observation>> = vec![Vec::with_capacity(self.depths.len()); self.trees];
        for depth in self.depths {
            let root = full_width_in(&mut space, shape, values, *depth, rule)?;
            let counts = counts(shape, *depth, rule.uses_own());
            for (lane, seen) in seen.iter_mut().enumerate() {
                let scores = space.moves().iter().map(|value| Score::Exact(value.lane(lane))).collect();
                let root = Some(root.lane(lane));
                seen.push(Report::decide(Player::FIRST, root, scores, counts, true, *depth).into());
            }
        }
        Ok(seen)
    }
}

/// What full width counts.
fn counts(shape: Shape, depth: u32, uses_own: bool) -> Counts {
    let nodes = |level: u32| shape.width(level) as u64;
    let inner: u64 = (0..depth).map(nodes).sum();
    let evaluated = nodes(depth) + if uses_own { inner } else { 0 };
    Counts { generated: (1..=depth).map(nodes).sum(), evaluated, ..Counts::default() }
}
