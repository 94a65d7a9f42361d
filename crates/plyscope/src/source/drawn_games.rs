//! Games drawn from a distribution, one a trial; those that decide nothing are drawn again.

use super::{PositionSource, Sourced};
use crate::error::{Error, Result};
use crate::game::Player;
use crate::key::{BlockKey, DrawKey, Stream};
use crate::tree::{Batch, DrawLanes, DrawnTree, ErasedTreeGame, Place, Shape};
use crate::truth::{ByConstruction, Truth};
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
    /// How many games are drawn for one trial before it is given up: 50,000, and fewer for large trees,
    /// so that 2^32 leaves are never exceeded.
    pub fn attempts(self, shape: Shape) -> u32 {
        match self {
            Wanted::Every => 1,
            Wanted::NonTrivial => ((1u64 << 32) / shape.leaves() as u64).min(50_000) as u32,
        }
    }
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
        for attempt in 1..self.wanted.attempts(self.game.shape()) {
            if done == B::ONES {
                return Ok(batch);
            }
            let next: Batch<B> = Batch::draw_some(self.game.clone(), &keys, attempt, done.not());
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
            attempts: self.wanted.attempts(self.game.shape()),
            game: self.game.name().to_string(),
        }
    }
}

impl PositionSource for DrawnGames {
    type Game = DrawnTree;

    fn position(&self, trial: u64) -> Result<Sourced<DrawnTree>> {
        let key = self.stream.trial(trial);
        let shape = self.game.shape();
        let wanted = |attempt: &u32| {
            let draw = key.block.attempt(*attempt);
            self.wanted == Wanted::Every || is_non_trivial(&*self.game, draw, key.lane)
        };
        let attempt = (0..self.wanted.attempts(shape)).find(wanted).ok_or_else(|| self.exhausted())?;
        let game = DrawnTree::draw(self.game.clone(), key, attempt);
        let truth = ByConstruction.value(&game, &Place::ROOT);
        Ok(Sourced { game, position: Place::ROOT, truth })
    }
}

/// Has the root a winning and a losing move? Looks only at leaves that matter, so that rejected games
/// cost little.
fn is_non_trivial(game: &dyn ErasedTreeGame, key: DrawKey, lane: u32) -> bool {
    let shape = game.shape();
    let first_wins = |index| wins(game, shape, key, lane, Place { level: 1, index });
    let known = first_wins(0);
    (1..shape.branching()).any(|index| first_wins(index) != known)
}

/// Does the first player win at a node?
fn wins(game: &dyn ErasedTreeGame, shape: Shape, key: DrawKey, lane: u32, place: Place) -> bool {
    if place.level == shape.depth() {
        return game.leaf(key, lane, place.index);
    }
    let first = shape.mover(place.level) == Player::FIRST;
    let mut children = (0..shape.branching()).map(|choice| shape.child(place, choice));
    children.any(|child| wins(game, shape, key, lane, child) == first) == first
}
