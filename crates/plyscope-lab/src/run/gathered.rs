//! What chunks found, put together: in any order, or in order of number where a study may end early.

use super::chunk::Chunk;
use crate::study::Sampled;
use crate::tally::Tally;
use std::collections::BTreeMap;

/// The tallies of all points, as far as they count.
///
/// A study that [stops](Sampled::stops) counts chunks in order, up to the first after which it has enough. Others that
/// threads or an earlier run had done by then wait, and count for nothing once it has.
pub(super) struct Gathered<'a> {
    study: &'a dyn Sampled,
    tallies: Vec<Tally>,
    /// The chunk that is next in order.
    next: u64,
    waiting: BTreeMap<u64, Tally>,
    enough: bool,
}

impl<'a> Gathered<'a> {
    pub(super) fn new(study: &'a dyn Sampled, points: usize) -> Self {
        Self::of(study, (0..points).map(|point| study.empty(point)).collect())
    }

    /// Beginning with what some chunks found.
    pub(super) fn of(study: &'a dyn Sampled, tallies: Vec<Tally>) -> Self {
        Gathered { study, tallies, next: 0, waiting: BTreeMap::new(), enough: false }
    }

    /// Adds what a whole chunk found.
    pub(super) fn add(&mut self, chunk: &Chunk, found: Tally) {
        if !self.study.stops() {
            self.tallies[chunk.point].merge(&found);
            return;
        }
        self.waiting.insert(chunk.index, found);
        while !self.enough
            && let Some(found) = self.waiting.remove(&self.next)
        {
            self.tallies[chunk.point].merge(&found);
            self.next += 1;
            self.enough = self.study.is_enough(&self.tallies[chunk.point]);
        }
    }

    /// Has a study that may end early seen enough?
    pub(super) fn is_enough(&self) -> bool {
        self.enough
    }

    /// What counts so far.
    pub(super) fn so_far(&self) -> &[Tally] {
        &self.tallies
    }

    /// What counts.
    pub(super) fn tallies(self) -> Vec<Tally> {
        self.tallies
    }
}
