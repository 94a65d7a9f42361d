//! Games drawn from a distribution, one a trial; those that decide nothing are drawn again.

use super::{Source, Trial};
use crate::error::{Error, Result};
use crate::game::{AnyPosition, GamePosition, Player};
use crate::key::{BlockKey, DrawKey, Stream, TrialKey};
use crate::player::AnyGame;
use crate::tree::{Batch, DrawLanes, DrawnTree, ErasedTreeGame, LevelTree, Place, Shape, Trees};
use crate::value::Ordered;
use std::fmt;
use std::sync::Arc;

/// Which drawn games count as trials.
///
/// ```
/// use plyscope::source::Wanted;
/// use plyscope::tree::Shape;
/// assert_eq!(Wanted::Every.attempts(Shape::new(2, 10)?), 1);
/// assert_eq!(Wanted::NonTrivial.attempts(Shape::new(2, 10)?), 50_000);
/// assert_eq!(Wanted::NonTrivial.attempts(Shape::new(2, 20)?), 1 << 12); // 2^32 leaves at the most
/// # Ok::<(), plyscope::Error>(())
/// ```
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

/// The trials of a tree game, typed: one by one, or many in lanes.
///
/// ```
/// use plyscope::key::Stream;
/// use plyscope::name::Settings;
/// use plyscope::source::{DrawnGames, Wanted};
/// use plyscope::tree::{ArcTree, Place};
/// let game = ArcTree::named("arc-tree(height=2,branching=2)")?;
/// let (game, stream) = (std::sync::Arc::new(game), Stream::new(1, "example"));
/// let games = DrawnGames { game, stream, wanted: Wanted::NonTrivial };
/// let tree = games.tree(70)?;
/// assert!(tree.is_non_trivial());
/// // The same game in lane 6 of the second block.
/// assert_eq!(games.batch::<u64>(1)?.tree(6).truth(Place::ROOT), tree.truth(Place::ROOT));
/// # Ok::<(), plyscope::Error>(())
/// ```
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
    /// Consecutive blocks of trials in lanes: the same games as [`DrawnGames::tree`] gives.
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

impl DrawnGames {
    /// The game of a trial: the first attempt that counts.
    pub fn tree(&self, trial: u64) -> Result<DrawnTree> {
        let key = self.stream.trial(trial);
        let mut attempts = 0..self.wanted.attempts(self.game.shape());
        let attempt = attempts.find(|attempt| self.counts(key, *attempt)).ok_or_else(|| self.exhausted())?;
        Ok(DrawnTree::draw(self.game.clone(), key, attempt))
    }

    /// Does the game of an attempt count? Found out without drawing all of it.
    fn counts(&self, key: TrialKey, attempt: u32) -> bool {
        self.wanted == Wanted::Every || is_non_trivial(&*self.game, key.block.attempt(attempt), key.lane)
    }
}

/// Drawn games as a source: each trial is the root of another game.
///
/// ```
/// use plyscope::catalogue::Catalogue;
/// use plyscope::key::Stream;
/// use plyscope::source::{Drawn, Source, Wanted};
/// let (catalogue, stream) = (Catalogue::built_in(), Stream::new(1, "example"));
/// let trees = catalogue.game("arc-tree(height=2,branching=2)")?;
/// let source = Drawn::new(&trees, stream, Wanted::Every).expect("its trials are trees");
/// assert_eq!(source.trial(7)?.ply, Some(0)); // a root
/// assert!(Drawn::new(&catalogue.game("kalah")?, stream, Wanted::Every).is_none());
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Drawn {
    game: AnyGame,
    stream: Stream,
    /// Trees that are made whole; other games are made lazily, and always decide something.
    games: Option<DrawnGames>,
}

impl Drawn {
    /// The trials of a game that is drawn by key; none for another.
    pub fn new(game: &AnyGame, stream: Stream, wanted: Wanted) -> Option<Self> {
        let games = game.family().map(|Trees(trees)| DrawnGames { game: trees.clone(), stream, wanted });
        game.facts().is_drawn.then(|| Drawn { game: game.clone(), stream, games })
    }

    /// The root of a tree, as a trial.
    pub fn trial_of(tree: DrawnTree) -> Trial {
        let key = tree.trial();
        let position = AnyPosition::new(GamePosition { game: Arc::new(tree), position: Place::ROOT });
        Trial::new(position, Some(0), key)
    }

    /// The root of a game that decides something.
    fn root(&self, trial: u64) -> Result<Trial> {
        let key = self.stream.trial(trial);
        Ok(Trial::new(self.game.start(key)?, Some(0), key))
    }
}

impl Source for Drawn {
    fn name(&self) -> String {
        "drawn".into()
    }
    fn game(&self) -> &AnyGame {
        &self.game
    }
    fn draw(&self, trial: u64, attempt: u32) -> Result<Option<Trial>> {
        let Some(games) = &self.games else {
            return (attempt == 0).then(|| self.root(trial)).transpose();
        };
        let key = self.stream.trial(trial);
        let wanted = games.counts(key, attempt);
        Ok(wanted.then(|| Drawn::trial_of(DrawnTree::draw(games.game.clone(), key, attempt))))
    }
    fn attempts(&self) -> u32 {
        self.games.as_ref().map_or(1, |games| games.wanted.attempts(games.game.shape()))
    }
    fn lanes(&self) -> Option<&DrawnGames> {
        self.games.as_ref()
    }
    fn trial(&self, trial: u64) -> Result<Trial> {
        match &self.games {
            Some(games) => Ok(Drawn::trial_of(games.tree(trial)?)),
            None => self.root(trial),
        }
    }
}

impl fmt::Debug for DrawnGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DrawnGames({}, {:?})", self.game.name(), self.wanted)
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
