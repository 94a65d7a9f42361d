//! Which chunks of a run are done, and what they found.

use super::chunk::{Chunk, Shard, check_chunks, chunks};
use crate::error::Result;
use crate::experiment::Experiment;
use crate::study::Study;
use crate::tally::Tally;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The chunks of an experiment, and the tallies of all points as far as they count.
///
/// Chunks count in any order, unless the study [stops](crate::study::Portions::stops): then they count in order, up to the first after which
/// it has enough. Others that threads or an earlier run had done by then wait, and count for nothing once it has.
pub(super) struct Ledger {
    study: Arc<dyn Study>,
    /// Chunks that are not done yet, by number.
    pub(super) open: BTreeMap<u64, Chunk>,
    /// Chunks to which a second round adds, with what they found so far.
    pub(super) half: BTreeMap<u64, (Chunk, Tally)>,
    /// Trials, those of chunks that are done already among them.
    pub(super) total: u64,
    tallies: Vec<Tally>,
    /// The chunk that is next in order.
    next: u64,
    waiting: BTreeMap<u64, Tally>,
    enough: bool,
}

impl Ledger {
    /// All chunks of `size` trials, or those of a shard; `before` is what so many trials found, whole chunks of them, and `find`
    /// says what is known of another one.
    pub(super) fn open(
        experiment: &Experiment,
        size: u64,
        shard: Option<Shard>,
        before: Option<(u64, Vec<Tally>)>,
        find: impl Fn(&Chunk) -> Result<Option<Tally>>,
    ) -> Result<Self> {
        check_chunks(experiment, size)?;
        let study = experiment.study.clone();
        let points = 0..experiment.places.len();
        let empty =
            || study.sampled().map_or(Vec::new(), |study| points.map(|point| study.empty(point)).collect());
        let (known, tallies) =
            before.filter(|(trials, _)| trials % size == 0).unwrap_or_else(|| (0, empty()));
        let (open, half, waiting) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let mut ledger = Ledger { study, open, half, total: 0, tallies, next: 0, waiting, enough: false };
        for chunk in chunks(experiment, size) {
            if shard.is_some_and(|shard| !shard.takes(&chunk)) {
                continue;
            }
            ledger.total += chunk.trials();
            if chunk.within(known) {
                continue;
            }
            let found = if ledger.enough { None } else { find(&chunk)? };
            match found {
                Some(found) => ledger.add(chunk, found),
                None => drop(ledger.open.insert(chunk.number, chunk)),
            }
        }
        Ok(ledger)
    }

    /// Adds what a whole chunk found.
    pub(super) fn add(&mut self, chunk: Chunk, found: Tally) {
        self.open.remove(&chunk.number);
        let Some(study) = self.study.sampled() else { return };
        if study.is_half(&found) {
            self.half.insert(chunk.number, (chunk, found));
            return;
        }
        let tally = &mut self.tallies[chunk.point];
        if !study.portions().stops {
            return tally.merge(&found);
        }
        self.waiting.insert(chunk.index, found);
        while !self.enough
            && let Some(found) = self.waiting.remove(&self.next)
        {
            tally.merge(&found);
            self.next += 1;
            self.enough = study.is_enough(tally);
        }
    }

    /// Has a study that may end early seen enough?
    pub(super) fn is_enough(&self) -> bool {
        self.enough
    }

    /// Chunks that are missing; none where a study that may end early has enough.
    pub(super) fn missing(&self) -> Vec<Chunk> {
        if self.enough { Vec::new() } else { self.open.values().copied().collect() }
    }

    /// Trials of chunks that are not open.
    pub(super) fn done(&self) -> u64 {
        self.total - self.open.values().map(Chunk::trials).sum::<u64>()
    }

    /// What was found so far, with what a second round adds to.
    pub(super) fn so_far(&self) -> Vec<Tally> {
        let mut all = self.tallies.clone();
        self.half.values().for_each(|(chunk, tally)| all[chunk.point].merge(tally));
        all
    }

    /// What counts.
    pub(super) fn finish(self) -> Vec<Tally> {
        self.tallies
    }
}
