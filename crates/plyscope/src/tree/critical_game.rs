//! Critical win-loss games (Nguyen & Ramanujan 2024, section 4): the truth comes from the top.
//!
//! The first player wins at the root. A node whose value favours its mover is a *choice* node: one move, any, keeps the
//! value, and every other flips it with probability `rate`. All moves of other nodes keep the value. At the root the rate
//! is 1, so that exactly one move is right. Nothing has to be solved, so trees of 50 plies and more are made node by node,
//! as somebody looks at them.

use super::{LevelTree, TreeFamily, TreeNode};
use crate::error::{Error, Result};
use crate::game::{Facts, Player};
use crate::key::{Chance, Domain, DrawKey, TrialKey, mix};
use crate::name::{Name, Settings, Values};

/// Critical win-loss games by name, one a trial.
///
/// ```
/// use plyscope::game::{Game, Hints, moves_of};
/// use plyscope::key::Stream;
/// use plyscope::tree::{CriticalGames, TreeFamily};
/// let game = CriticalGames::new(3, 50, 0.9)?.draw(Stream::new(1, "example").trial(0));
/// let root = game.start();
/// let right = moves_of(&game, &root).into_iter().filter(|choice| game.known(&game.play(&root, choice)) == Some(1.0));
/// assert_eq!(right.count(), 1); // exactly one move keeps the win
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CriticalGames {
    branching: u32,
    depth: u32,
    rate: f64,
    /// Bits that a move takes in a path.
    bits: u32,
}

/// The most bits that a path takes.
const PATH: u32 = 256;

impl CriticalGames {
    /// Of so many moves everywhere, so many plies, with a rate from 0 to 1.
    pub fn new(branching: u32, depth: u32, rate: f64) -> Result<Self> {
        let bits = u32::BITS - branching.saturating_sub(1).leading_zeros();
        let sizes = (2..=256).contains(&branching) && (1..=PATH / bits.max(1)).contains(&depth);
        if !sizes || !(0.0..=1.0).contains(&rate) {
            let why = format!(
                "the branching factor is 2 to 256, a path has at most {PATH} bits and the rate is 0 to 1, \
                 not {branching}, {depth} plies and {rate}"
            );
            return Err(Error::Settings { kind: "critical".into(), why });
        }
        Ok(CriticalGames { branching, depth, rate, bits })
    }
}

impl Default for CriticalGames {
    fn default() -> Self {
        CriticalGames { branching: 2, depth: 50, rate: 1.0, bits: 1 }
    }
}

impl Settings for CriticalGames {
    const KIND: &'static str = "critical";
    const SUMMARY: &'static str =
        "Win-loss tree whose truth is drawn from the root down: one right move, others lose at a rate.";

    fn each(&mut self, values: &mut Values<'_>) {
        values.integer("branching", "2", "a whole number from 2 to 256", &mut self.branching, 2..=256);
        let fits = |depth: &u32| CriticalGames::new(self.branching, *depth, 1.0).is_ok();
        let read = |text: &str| text.parse().ok().filter(fits);
        let allowed =
            "1 to 256 with branching factor 2, 85 with 5 to 8, 32 with 129 to 256: a path has 256 bits";
        values.value("depth", "50", allowed, &mut self.depth, read, u32::to_string);
        values.number("rate", "1", "a probability from 0 to 1", &mut self.rate, 0.0..=1.0);
        let made = values.make(|| CriticalGames::new(self.branching, self.depth, self.rate));
        *self = made.unwrap_or(*self);
    }
}

impl TreeFamily for CriticalGames {
    type Tree = CriticalGame;

    fn name(&self) -> Name {
        self.to_name()
    }
    fn facts(&self) -> Facts {
        Facts { payoffs: (-1.0, 1.0), ..Facts::drawn(self.depth) }
    }
    fn draw(&self, trial: TrialKey) -> CriticalGame {
        let rate = Chance::new(self.rate).expect("checked when it was made");
        let (draws, noise) = (trial.block.attempt(0), trial.block.draw(Domain::Noise));
        CriticalGame { games: *self, trial, rate, draws, noise }
    }
}

/// One critical win-loss game.
///
/// ```
/// use plyscope::game::{Game, Player};
/// use plyscope::key::Stream;
/// use plyscope::tree::{CriticalGames, TreeFamily};
/// let game = CriticalGames::new(2, 3, 1.0)?.draw(Stream::new(1, "example").trial(0));
/// let leaf = game.parse_position("1.2.1")?;
/// assert!(game.is_over(&leaf));
/// assert_eq!(game.payoff(&leaf, Player::FIRST) > 0.0, leaf.first_wins());
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct CriticalGame {
    games: CriticalGames,
    trial: TrialKey,
    rate: Chance,
    /// What moves are drawn with.
    draws: DrawKey,
    /// What opinions are drawn with.
    noise: DrawKey,
}

/// A node of a critical win-loss game, with its value.
///
/// ```
/// use plyscope::game::Game;
/// use plyscope::key::Stream;
/// use plyscope::tree::{CriticalGames, TreeFamily};
/// let game = CriticalGames::new(2, 50, 1.0)?.draw(Stream::new(1, "example").trial(0));
/// assert!(game.start().first_wins());
/// let wins = [0, 1].map(|choice| game.play(&game.start(), &choice).first_wins());
/// assert_ne!(wins[0], wins[1]);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CriticalNode {
    /// A number for the way here: what everything below is drawn with.
    key: u64,
    /// The moves, so many bits each, the last one lowest.
    path: [u64; 4],
    level: u32,
    first_wins: bool,
}

impl CriticalNode {
    /// Plies below the root.
    pub fn level(&self) -> u32 {
        self.level
    }

    /// Does the first player win here?
    #[inline]
    pub fn first_wins(&self) -> bool {
        self.first_wins
    }
}

impl CriticalGame {
    /// A standard normal number of a node's own: what noise is made of.
    #[inline]
    pub fn noise(&self, spot: &CriticalNode) -> f64 {
        self.noise.normal(self.trial.lane, spot.key)
    }

    /// A number below `bound` of a node's own, for opinions that are drawn from a list.
    pub(crate) fn pick(&self, spot: &CriticalNode, bound: u32) -> u32 {
        self.noise.below(self.trial.lane, spot.key, bound)
    }
}

/// A path with one more move.
#[inline]
fn longer(path: [u64; 4], bits: u32, choice: u64) -> [u64; 4] {
    let over = |low: u64| low >> (64 - bits);
    [
        path[0] << bits | choice,
        path[1] << bits | over(path[0]),
        path[2] << bits | over(path[1]),
        path[3] << bits | over(path[2]),
    ]
}

impl TreeNode<CriticalGame> for CriticalNode {
    const ROOT: CriticalNode = CriticalNode { key: 0, path: [0; 4], level: 0, first_wins: true };

    #[inline]
    fn level(&self) -> u32 {
        self.level
    }
    fn key(&self) -> u64 {
        self.key
    }
    #[inline]
    fn child(&self, game: &CriticalGame, choice: usize) -> CriticalNode {
        let (lane, choice) = (game.trial.lane, choice as u32);
        let key = mix(self.key.wrapping_add(0x9E37_79B9_7F4A_7C15).wrapping_mul(2 * u64::from(choice) + 3));
        let chooses = self.first_wins == (Player::at_ply(self.level) == Player::FIRST);
        let flips = chooses
            && game.draws.below(lane, self.key, game.games.branching) != choice
            && (self.level == 0 || game.rate.lane(game.draws, lane, key));
        let path = longer(self.path, game.games.bits, u64::from(choice));
        CriticalNode { key, path, level: self.level + 1, first_wins: self.first_wins != flips }
    }
    fn path(&self, game: &CriticalGame) -> Vec<usize> {
        let bits = game.games.bits;
        let digit = |i: u32| {
            let at = (self.level - 1 - i) * bits;
            let (word, shift) = ((at / 64) as usize, at % 64);
            let low = self.path[word] >> shift;
            let high = match self.path.get(word + 1) {
                Some(next) if shift + bits > 64 => next << (64 - shift),
                _ => 0,
            };
            ((low | high) & ((1 << bits) - 1)) as usize
        };
        (0..self.level).map(digit).collect()
    }
}

impl LevelTree for CriticalGame {
    type Node = CriticalNode;
    type Trees = CriticalGames;

    fn trees(&self) -> &CriticalGames {
        &self.games
    }
    fn trial(&self) -> TrialKey {
        self.trial
    }
    #[inline]
    fn depth(&self) -> u32 {
        self.games.depth
    }
    #[inline]
    fn width(&self, _: u32) -> usize {
        self.games.branching as usize
    }
    #[inline]
    fn worth(&self, spot: &CriticalNode) -> f64 {
        if spot.first_wins { 1.0 } else { -1.0 }
    }
}
