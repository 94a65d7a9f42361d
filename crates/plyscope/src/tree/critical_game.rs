//! Critical win-loss games (Nguyen & Ramanujan 2024, section 4): the truth comes from the top.
//!
//! The first player wins at the root. A node whose value favours its mover is a *choice* node: one move, any, keeps the
//! value, and every other flips it with probability `rate`. All moves of other nodes keep the value. At the root the rate
//! is 1, so that exactly one move is right. Nothing has to be solved, so trees of 50 plies and more are made node by node,
//! as somebody looks at them.

use super::family::{parts, refuse};
use crate::error::{Error, Result};
use crate::game::{Draw, Facts, Game, GamePosition, Hints, Player};
use crate::key::{Chance, Domain, DrawKey, TrialKey, mix};
use crate::name::{Arguments, Name, Parameter};
use std::sync::Arc;

/// Critical win-loss games by name, one a trial.
///
/// ```
/// use plyscope::game::{Game, Hints, moves_of};
/// use plyscope::key::Stream;
/// use plyscope::tree::CriticalGames;
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

/// A path takes so many bits at the most.
const PATH: u32 = 256;

impl CriticalGames {
    /// What `critical(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter { name: "branching", default: "2", allowed: "a whole number from 2 to 256" },
        Parameter {
            name: "depth",
            default: "50",
            allowed: "1 to 256 with branching factor 2, 85 with 5 to 8, 32 with 129 to 256: a path has 256 bits",
        },
        Parameter { name: "rate", default: "1", allowed: "a probability from 0 to 1" },
    ];

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        let (branching, depth) =
            (arguments.integer("branching", 2..=256)?, arguments.integer("depth", 1..=PATH)?);
        let rate = arguments.number("rate", 0.0..=1.0)?;
        CriticalGames::new(branching, depth, rate).map_err(|_| arguments.refuse("depth"))
    }

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

    /// The name with all parameters.
    pub fn name(&self) -> Name {
        Name::new("critical")
            .with("branching", self.branching)
            .with("depth", self.depth)
            .with("rate", self.rate)
    }

    /// The game of a trial.
    pub fn draw(&self, trial: TrialKey) -> CriticalGame {
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
/// use plyscope::tree::CriticalGames;
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
/// use plyscope::tree::CriticalGames;
/// let game = CriticalGames::new(2, 50, 1.0)?.draw(Stream::new(1, "example").trial(0));
/// assert!(game.start().first_wins());
/// let wins = [0, 1].map(|choice| game.play(&game.start(), &choice).first_wins());
/// assert_ne!(wins[0], wins[1]);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Spot {
    /// A number for the way here: what everything below is drawn with.
    key: u64,
    /// The moves, so many bits each, the last one lowest.
    path: [u64; 4],
    level: u32,
    first_wins: bool,
}

impl Spot {
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
    /// The trial that it was drawn for.
    pub fn trial(&self) -> TrialKey {
        self.trial
    }

    /// A standard normal number of a node's own: what noise is made of.
    #[inline]
    pub fn noise(&self, spot: &Spot) -> f64 {
        self.noise.normal(self.trial.lane, spot.key)
    }

    /// A number below `bound` of a node's own, for opinions that are drawn from a list.
    pub(crate) fn pick(&self, spot: &Spot, bound: u32) -> u32 {
        self.noise.below(self.trial.lane, spot.key, bound)
    }

    /// The moves that lead to a node.
    fn moves_to(&self, spot: &Spot) -> Vec<u32> {
        let bits = self.games.bits;
        let digit = |i: u32| {
            let at = (spot.level - 1 - i) * bits;
            let (word, shift) = ((at / 64) as usize, at % 64);
            let low = spot.path[word] >> shift;
            let high = match spot.path.get(word + 1) {
                Some(next) if shift + bits > 64 => next << (64 - shift),
                _ => 0,
            };
            ((low | high) & ((1 << bits) - 1)) as u32
        };
        (0..spot.level).map(digit).collect()
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

impl Game for CriticalGame {
    type Position = Spot;
    type Move = u32;

    fn name(&self) -> Name {
        self.games.name()
    }
    fn facts(&self) -> Facts {
        self.games.facts()
    }
    fn start(&self) -> Spot {
        Spot { key: 0, path: [0; 4], level: 0, first_wins: true }
    }
    #[inline]
    fn mover(&self, spot: &Spot) -> Player {
        Player::at_ply(spot.level)
    }
    #[inline]
    fn moves(&self, spot: &Spot, moves: &mut Vec<u32>) {
        if !self.is_over(spot) {
            moves.extend(0..self.games.branching);
        }
    }
    #[inline]
    fn play(&self, spot: &Spot, choice: &u32) -> Spot {
        let lane = self.trial.lane;
        let key = mix(spot.key.wrapping_add(0x9E37_79B9_7F4A_7C15).wrapping_mul(2 * u64::from(*choice) + 3));
        let chooses = spot.first_wins == (self.mover(spot) == Player::FIRST);
        let flips = chooses
            && self.draws.below(lane, spot.key, self.games.branching) != *choice
            && (spot.level == 0 || self.rate.lane(self.draws, lane, key));
        let path = longer(spot.path, self.games.bits, u64::from(*choice));
        Spot { key, path, level: spot.level + 1, first_wins: spot.first_wins != flips }
    }
    #[inline]
    fn is_over(&self, spot: &Spot) -> bool {
        spot.level == self.games.depth
    }
    #[inline]
    fn payoff(&self, spot: &Spot, player: Player) -> f64 {
        if spot.first_wins == (player == Player::FIRST) { 1.0 } else { -1.0 }
    }
    fn table_key(&self, spot: &Spot) -> u64 {
        spot.key ^ self.trial.number()
    }
    /// The way alone: noise is keyed with the trial already.
    fn noise_key(&self, spot: &Spot) -> u64 {
        spot.key
    }
    fn move_name(&self, _: &Spot, choice: &u32) -> String {
        (choice + 1).to_string()
    }
    fn position_text(&self, spot: &Spot) -> String {
        if spot.level == 0 {
            return "root".into();
        }
        let moves: Vec<String> = self.moves_to(spot).iter().map(|choice| (choice + 1).to_string()).collect();
        moves.join(".")
    }
    fn parse_position(&self, text: &str) -> Result<Spot> {
        let step = |spot: Spot, step: &str| {
            let choice = step.parse::<u32>().ok()?.checked_sub(1)?;
            (choice < self.games.branching && !self.is_over(&spot)).then(|| self.play(&spot, &choice))
        };
        match text.trim() {
            "root" => Some(self.start()),
            moves => moves.split('.').try_fold(self.start(), step),
        }
        .ok_or_else(|| self.bad_position(text, "`root`, or the moves that lead to it, such as `2.1`"))
    }
}

impl Hints for CriticalGame {
    /// It was made so.
    fn known(&self, spot: &Spot) -> Option<f64> {
        Some(if spot.first_wins { 1.0 } else { -1.0 })
    }
    fn draw_key(&self) -> u64 {
        self.trial.number()
    }
    fn stage(&self, spot: &Spot) -> u32 {
        self.games.depth - spot.level
    }
    fn progress(&self, spot: &Spot) -> u32 {
        spot.level
    }
}

impl Draw for CriticalGames {
    type Game = CriticalGame;

    fn name(&self) -> Name {
        CriticalGames::name(self)
    }
    fn facts(&self) -> Facts {
        Facts { payoffs: (-1.0, 1.0), ..Facts::drawn(self.depth) }
    }
    fn game(&self, trial: TrialKey) -> Arc<CriticalGame> {
        Arc::new(self.draw(trial))
    }
    fn text(&self, held: &GamePosition<CriticalGame>) -> String {
        format!("{}.0 {}", held.game.trial, held.game.position_text(&held.position))
    }
    fn parse(&self, text: &str) -> Result<GamePosition<CriticalGame>> {
        let read = parts(text).filter(|(_, attempt, _)| *attempt == 0);
        let (trial, _, spot) = read.ok_or_else(|| refuse(CriticalGames::name(self), text))?;
        let game = Arc::new(self.draw(trial));
        let position = game.parse_position(spot)?;
        Ok(GamePosition { game, position })
    }
}
