//! Random trees with one winner at every leaf, for any number of players: P-games for more than two.
//!
//! Players move in turn on a uniform tree, and every leaf is drawn for itself. Above, a mover who has a winning move wins. A
//! mover who has none takes the first move, as [`MaxN`](crate::rule::MaxN) does, so there is one winner at every node; since
//! leaves are drawn alike, "the first" is as good as any.
//!
//! Let c_k be the chance that the player who moves k plies after a node's mover wins there. With b moves and n players the
//! mover of the node above is the last of them, and wins there with probability 1 - (1 - c_{n-1})^b; else the first move
//! decides, and who moves k plies later keeps c_{k-1} (1 - c_{n-1})^(b-1). The chances that this leaves as they are
//! ([`balanced_chances`]) are `leaves=balanced`: all levels of a tree are alike, however deep it is. With two players that is
//! the balance point (1-p)^b = p of P-games.

use super::{LevelTree, MAX_LEAVES, Place, Shape, TreeFamily, balanced_chances};
use crate::error::{Error, Result};
use crate::game::{Facts, Player};
use crate::key::{Domain, DrawKey, TrialKey};
use crate::memory;
use crate::name::{Name, Settings, Values};
use crate::value::MAX_PLAYERS;

/// How many games are drawn for one trial before it is given up.
const ATTEMPTS: u32 = 10_000;

/// How a leaf's winner is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LeavesBy {
    Balanced,
    Even,
}

/// Trees with one winner at every leaf, one a trial. A trial's root has a winning and a losing move: others are drawn again.
///
/// ```
/// use plyscope::game::{Game, Player, moves_of};
/// use plyscope::key::Stream;
/// use plyscope::tree::{Place, TreeFamily, WinnerTrees};
/// let tree = WinnerTrees::new(3, 2, 6)?.draw(Stream::new(1, "example").trial(0));
/// assert_eq!((tree.facts().players, tree.winner(Place::ROOT)), (3, Player::FIRST));
/// assert!(WinnerTrees::new(9, 2, 6).is_err());
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct WinnerTrees {
    players: usize,
    shape: Shape,
    leaves: LeavesBy,
    /// Of who would move at a leaf, of who moves next, and so on.
    chances: Vec<f64>,
}

impl WinnerTrees {
    /// Of 2 to 8 players, so many moves everywhere and so many plies, with balanced leaves.
    pub fn new(players: usize, branching: u32, depth: u32) -> Result<Self> {
        if !(2..=MAX_PLAYERS).contains(&players) {
            let why = format!("it is for 2 to {MAX_PLAYERS} players, not {players}");
            return Err(Error::Settings { kind: "winner-tree".into(), why });
        }
        let (shape, chances) = (Shape::new(branching, depth)?, balanced_chances(players, branching));
        Ok(WinnerTrees { players, shape, leaves: LeavesBy::Balanced, chances })
    }

    fn mover(&self, level: u32) -> Player {
        Player::new(level as usize % self.players).expect("at most MAX_PLAYERS players")
    }

    /// Who wins at every node of a drawn tree, the leaves last.
    fn winners(&self, key: DrawKey, lane: u32) -> Vec<Vec<u8>> {
        let (shape, players) = (self.shape, self.players);
        let leaf = |index: usize| {
            let place = Place { level: shape.depth(), index };
            ((shape.depth() as usize + key.among(lane, place.key(), &self.chances)) % players) as u8
        };
        let mut levels = vec![(0..shape.leaves()).map(leaf).collect::<Vec<u8>>()];
        for level in (0..shape.depth()).rev() {
            let mover = self.mover(level).index() as u8;
            let best = |moves: &[u8]| if moves.contains(&mover) { mover } else { moves[0] };
            let below = levels.last().expect("the leaves are there");
            levels.push(below.chunks_exact(shape.branching()).map(best).collect());
        }
        levels.reverse();
        levels
    }
}

impl Default for WinnerTrees {
    fn default() -> Self {
        WinnerTrees::new(3, 2, 9).expect("three players and 512 leaves")
    }
}

impl Settings for WinnerTrees {
    const KIND: &'static str = "winner-tree";
    const SUMMARY: &'static str = "Random tree for any number of players, with one winner at every leaf.";

    fn each(&mut self, values: &mut Values<'_>) {
        let (mut players, mut depth) = (self.players as u32, self.shape.depth());
        let mut branching = self.shape.branching() as u32;
        let allowed = "a whole number from 2 to 8";
        values.integer("players", "3", allowed, &mut players, 2..=MAX_PLAYERS as u32);
        values.integer("branching", "2", "a whole number of 2 or more", &mut branching, 2..=MAX_LEAVES);
        let allowed = "a whole number of 1 or more; at most 16777216 leaves";
        values.integer("depth", "9", allowed, &mut depth, 1..=24);
        let mut leaves = self.leaves;
        let allowed = "balanced (every level is alike) or even (every player wins as often)";
        let words = [("balanced", LeavesBy::Balanced), ("even", LeavesBy::Even)];
        values.word("leaves", "balanced", allowed, &mut leaves, &words);
        if let Some(made) = values.make(|| WinnerTrees::new(players as usize, branching, depth)) {
            *self = made;
            if leaves == LeavesBy::Even {
                let chances = vec![1.0 / self.players as f64; self.players];
                (self.leaves, self.chances) = (leaves, chances);
            }
        }
    }
}

impl TreeFamily for WinnerTrees {
    type Tree = WinnerTree;

    fn name(&self) -> Name {
        self.to_name()
    }
    fn facts(&self) -> Facts {
        Facts { players: self.players, ..Facts::drawn(self.shape.depth()) }
    }
    fn bytes(&self) -> u128 {
        memory::nodes(self.shape.branching(), self.shape.depth())
    }
    /// The tree of a trial: the first whose root has a winning and a losing move, or the last that was drawn.
    fn draw(&self, trial: TrialKey) -> WinnerTree {
        let mut winners = Vec::new();
        for attempt in 0..ATTEMPTS {
            winners = self.winners(trial.block.attempt(attempt), trial.lane);
            let won = winners[1].iter().filter(|winner| **winner == 0).count();
            if won > 0 && won < self.shape.branching() {
                break;
            }
        }
        WinnerTree { trees: self.clone(), trial, winners }
    }
}

/// One tree with one winner at every leaf.
///
/// ```
/// use plyscope::game::{Game, Player};
/// use plyscope::key::Stream;
/// use plyscope::tree::{Place, TreeFamily, WinnerTrees};
/// let tree = WinnerTrees::new(3, 2, 3)?.draw(Stream::new(1, "example").trial(0));
/// let shares = tree.shares(Place::ROOT);
/// assert_eq!((shares.len(), shares.iter().sum::<u32>()), (3, 8)); // of eight leaves
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct WinnerTree {
    trees: WinnerTrees,
    trial: TrialKey,
    /// By level and index.
    winners: Vec<Vec<u8>>,
}

impl WinnerTree {
    /// Who wins at a node when all play as they should.
    pub fn winner(&self, place: Place) -> Player {
        let winner = self.winners[place.level as usize][place.index];
        Player::new(usize::from(winner)).expect("one of the players")
    }

    /// How many leaves below a node each player wins.
    pub fn shares(&self, place: Place) -> Vec<u32> {
        let below = self.trees.shape.leaves_below(place.level);
        let leaves = &self.winners[self.trees.shape.depth() as usize];
        let mut shares = vec![0; self.trees.players];
        for winner in &leaves[place.index * below..(place.index + 1) * below] {
            shares[usize::from(*winner)] += 1;
        }
        shares
    }

    /// What an artificial evaluator's noise is drawn with.
    pub(crate) fn noise(&self) -> (DrawKey, u32) {
        (self.trial.block.draw(Domain::Noise), self.trial.lane)
    }
}

impl LevelTree for WinnerTree {
    type Node = Place;
    type Trees = WinnerTrees;

    fn trees(&self) -> &WinnerTrees {
        &self.trees
    }
    fn trial(&self) -> TrialKey {
        self.trial
    }
    fn depth(&self) -> u32 {
        self.trees.shape.depth()
    }
    fn width(&self, _: u32) -> usize {
        self.trees.shape.branching()
    }
    fn worth(&self, place: &Place) -> f64 {
        self.worth_to(place, Player::FIRST)
    }
    /// The winner takes all. Two players have a zero-sum game.
    fn worth_to(&self, place: &Place, player: Player) -> f64 {
        match (self.winner(*place) == player, self.trees.players) {
            (true, _) => 1.0,
            (false, 2) => -1.0,
            (false, _) => 0.0,
        }
    }
    fn mover_at(&self, level: u32) -> Player {
        self.trees.mover(level)
    }
}
