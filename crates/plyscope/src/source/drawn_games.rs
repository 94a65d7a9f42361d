//! Games drawn from a distribution, one a trial; those that decide nothing are drawn again.

use super::{PositionSource, Sourced};
use crate::error::{Error, Result};
use crate::key::{BlockKey, Stream};
use crate::tree::{Batch, DrawLanes, DrawnTree, ErasedTreeGame, Place};
use crate::value::Ordered;
use std::sync::Arc;

/// Which drawn games count as trials.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// All of them.
    Every,
    /// Those whose root has a winning and a losing move.
    NonTrivial,
}

impl Wanted {
    /// After how many rejected games a trial is given up.
    pub const ATTEMPTS: u32 = 50_000;
}

/// The trials of a tree game.
#[derive(Clone)]
pub struct DrawnGames {
    /// The distribution.
    pub game: Arc<dyn ErasedTreeGame>,
    /// What the keys are made from.
    pub stream: Stream,
    /// Which games count.
    pub wanted: Wanted,
}

impl DrawnGames {
    /// Consecutive blocks of trials in lanes: the same games as [`PositionSource::position`] gives.
    pub fn batch<B: DrawLanes + Ordered>(&self, first_block: u64) -> Result<Batch<B>> {
        let keys: Vec<BlockKey> = (0..B::WORDS).map(|i| self.stream.block(first_block + i as u64)).collect();
        let mut batch = Batch::draw(self.game.clone(), &keys, 0);
        if self.wanted == Wanted::Every {
            return Ok(batch);
        }
        let mut done: B = batch.non_trivial();
        for attempt in 1..Wanted::ATTEMPTS {
            if done == B::ONES {
                return Ok(batch);
            }
            let next: Batch<B> = Batch::draw(self.game.clone(), &keys, attempt);
            let found = next.non_trivial().and(done.not());
            if found != B::ZERO {
                batch.replace(found, &next);
                done = done.or(found);
            }
        }
        if done == B::ONES { Ok(batch) } else { Err(self.exhausted()) }
    }

    fn exhausted(&self) -> Error {
        Error::Exhausted {
            wanted: "non-trivial",
            attempts: Wanted::ATTEMPTS,
            game: self.game.name().to_string(),
        }
    }
}

impl PositionSource for DrawnGames {
    type Game = DrawnTree;

    fn position(&self, trial: u64) -> Result<Sourced<DrawnTree>> {
        let attempts = match self.wanted {
            Wanted::Every => 1,
            Wanted::NonTrivial => Wanted::ATTEMPTS,
        };
        (0..attempts)
            .map(|attempt| DrawnTree::draw(self.game.clone(), self.stream.trial(trial), attempt))
            .find(|tree| self.wanted == Wanted::Every || tree.is_non_trivial())
            .map(|game| Sourced { game, position: Place::ROOT })
            .ok_or_else(|| self.exhausted())
    }
}
