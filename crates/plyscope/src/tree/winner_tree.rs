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

use super::family::{parts, refuse};
use super::{MAX_LEAVES, Place, Shape, power};
use crate::error::{Error, Result};
use crate::game::{Draw, Facts, Game, GamePosition, Hints, Player};
use crate::key::{Domain, DrawKey, TrialKey};
use crate::memory;
use crate::name::{Arguments, Name, Parameter};
use crate::value::MAX_PLAYERS;
use std::sync::Arc;

/// So many games are drawn for one trial before it is given up.
const ATTEMPTS: u32 = 10_000;

/// The winning chances of who moves now, next, and so on, that stay the same at every level.
///
/// ```
/// use plyscope::tree::{balanced_chances, critical_p};
/// // With two players: the last mover wins at a leaf with the probability of P-games.
/// let two = balanced_chances(2, 2);
/// assert!((two[1] - critical_p(2)).abs() < 1e-12 && (two[0] + two[1] - 1.0).abs() < 1e-12);
/// ```
pub fn balanced_chances(players: usize, branching: u32) -> Vec<f64> {
    let others = players.saturating_sub(1) as u32;
    // The last player's chance u leaves the mover 1 - (1-u)^b, and each next player (1-u)^(b-1) times the one before.
    let of = |u: f64| (1.0 - power(1.0 - u, branching), power(1.0 - u, branching - 1));
    let (mut low, mut high) = (1e-9f64, 1.0);
    let last = loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break middle;
        }
        let (mover, factor) = of(middle);
        if mover * power(factor, others) > middle { low = middle } else { high = middle }
    };
    let (mover, factor) = of(last);
    (0..players as u32).map(|k| mover * power(factor, k)).collect()
}

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
/// use plyscope::tree::{Place, WinnerTrees};
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
    /// What `winner-tree(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter { name: "players", default: "3", allowed: "a whole number from 2 to 8" },
        Parameter { name: "branching", default: "2", allowed: "a whole number of 2 or more" },
        Parameter {
            name: "depth",
            default: "9",
            allowed: "a whole number of 1 or more; at most 16777216 leaves",
        },
        Parameter {
            name: "leaves",
            default: "balanced",
            allowed: "balanced (every level is alike) or even (every player wins as often)",
        },
    ];

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        let players = arguments.integer("players", 2..=MAX_PLAYERS as u32)? as usize;
        let (branching, depth) =
            (arguments.integer("branching", 2..=MAX_LEAVES)?, arguments.integer("depth", 1..=24)?);
        let trees = WinnerTrees::new(players, branching, depth)?;
        match arguments.text("leaves") {
            "balanced" => Ok(trees),
            "even" => {
                let chances = vec![1.0 / players as f64; players];
                Ok(WinnerTrees { leaves: LeavesBy::Even, chances, ..trees })
            }
            _ => Err(arguments.refuse("leaves")),
        }
    }

    /// Of 2 to 8 players, so many moves everywhere and so many plies, with balanced leaves.
    pub fn new(players: usize, branching: u32, depth: u32) -> Result<Self> {
        if !(2..=MAX_PLAYERS).contains(&players) {
            let why = format!("it is for 2 to {MAX_PLAYERS} players, not {players}");
            return Err(Error::Settings { kind: "winner-tree".into(), why });
        }
        let (shape, chances) = (Shape::new(branching, depth)?, balanced_chances(players, branching));
        Ok(WinnerTrees { players, shape, leaves: LeavesBy::Balanced, chances })
    }

    /// The name with all parameters.
    pub fn name(&self) -> Name {
        Name::new("winner-tree")
            .with("players", self.players)
            .with("branching", self.shape.branching())
            .with("depth", self.shape.depth())
            .with("leaves", if self.leaves == LeavesBy::Even { "even" } else { "balanced" })
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

    /// The tree of a trial: the first whose root has a winning and a losing move, or the last that was drawn.
    pub fn draw(&self, trial: TrialKey) -> WinnerTree {
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
/// use plyscope::tree::{Place, WinnerTrees};
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
    /// The trial that it was drawn for.
    pub fn trial(&self) -> TrialKey {
        self.trial
    }

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

impl Game for WinnerTree {
    type Position = Place;
    type Move = usize;

    fn name(&self) -> Name {
        self.trees.name()
    }
    fn facts(&self) -> Facts {
        Facts { players: self.trees.players, ..Facts::drawn(self.trees.shape.depth()) }
    }
    fn start(&self) -> Place {
        Place::ROOT
    }
    fn mover(&self, place: &Place) -> Player {
        self.trees.mover(place.level)
    }
    fn moves(&self, place: &Place, moves: &mut Vec<usize>) {
        if !self.is_over(place) {
            moves.extend(0..self.trees.shape.branching());
        }
    }
    fn play(&self, place: &Place, choice: &usize) -> Place {
        self.trees.shape.child(*place, *choice)
    }
    fn is_over(&self, place: &Place) -> bool {
        place.level == self.trees.shape.depth()
    }
    /// The winner takes all. Two players have a zero-sum game.
    fn payoff(&self, place: &Place, player: Player) -> f64 {
        match (self.winner(*place) == player, self.trees.players) {
            (true, _) => 1.0,
            (false, 2) => -1.0,
            (false, _) => 0.0,
        }
    }
    fn table_key(&self, place: &Place) -> u64 {
        place.key() ^ self.trial.number()
    }
    /// The place alone: noise is keyed with the trial already.
    fn noise_key(&self, place: &Place) -> u64 {
        place.key()
    }
    fn move_name(&self, _: &Place, choice: &usize) -> String {
        (choice + 1).to_string()
    }
    fn position_text(&self, place: &Place) -> String {
        self.trees.shape.place_text(*place)
    }
    fn parse_position(&self, text: &str) -> Result<Place> {
        let read = self.trees.shape.parse_place(text.trim());
        read.ok_or_else(|| self.bad_position(text, "`root`, or the moves that lead to it, such as `2.1`"))
    }
}

impl Hints for WinnerTree {
    /// It was solved when it was drawn.
    fn known(&self, place: &Place) -> Option<f64> {
        Some(self.payoff(place, Player::FIRST))
    }
    fn draw_key(&self) -> u64 {
        self.trial.number()
    }
    fn stage(&self, place: &Place) -> u32 {
        self.trees.shape.depth() - place.level
    }
    fn progress(&self, place: &Place) -> u32 {
        place.level
    }
}

impl Draw for WinnerTrees {
    type Game = WinnerTree;

    fn name(&self) -> Name {
        WinnerTrees::name(self)
    }
    fn facts(&self) -> Facts {
        let bytes = memory::nodes(self.shape.branching(), self.shape.depth());
        Facts { players: self.players, bytes, ..Facts::drawn(self.shape.depth()) }
    }
    fn game(&self, trial: TrialKey) -> Arc<WinnerTree> {
        Arc::new(self.draw(trial))
    }
    fn text(&self, held: &GamePosition<WinnerTree>) -> String {
        format!("{}.0 {}", held.game.trial, held.game.position_text(&held.position))
    }
    fn parse(&self, text: &str) -> Result<GamePosition<WinnerTree>> {
        let read = parts(text).filter(|(_, attempt, _)| *attempt == 0);
        let (trial, _, place) = read.ok_or_else(|| refuse(WinnerTrees::name(self), text))?;
        let game = Arc::new(self.draw(trial));
        let position = game.parse_position(place)?;
        Ok(GamePosition { game, position })
    }
}
