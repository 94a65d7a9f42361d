//! An opinion out of nothing: a hash of the position. For tests of searches, and as a floor.

use super::{Estimate, Evaluator, OneByOne, OwnError, Profile, Scale, TreeEvaluator};
use crate::error::Result;
use crate::game::Game;
use crate::key::mix;
use crate::name::{Settings, Values};
use crate::value::Win;

/// One of some number of probabilities, by a hash of the table key; few values make many ties.
///
/// ```
/// use plyscope::evaluator::{Evaluator, Random};
/// use plyscope::game::{Game, TicTacToe};
/// let random = Random::new(2, 0)?;
/// let game = TicTacToe::default();
/// let score = random.estimate(&game, &game.start()).score();
/// assert!(score == 0.0 || score == 1.0);
/// assert_eq!(random.estimate(&game, &game.start()).score(), score); // a hash, not a draw
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Random {
    values: u32,
    seed: u32,
    error: OwnError,
}

impl Default for Random {
    fn default() -> Self {
        Random { values: 1_000_000, seed: 0, error: OwnError::None }
    }
}

impl Settings for Random {
    const KIND: &'static str = "random";
    const SUMMARY: &'static str =
        "A probability from a hash of the position, one of `values` values: for tests, and as a baseline.";

    fn each(&mut self, values: &mut Values<'_>) {
        let allowed = "a whole number from 2 to 1000000";
        values.integer("values", "1000000", allowed, &mut self.values, 2..=1_000_000);
        values.integer("seed", "0", "a whole number", &mut self.seed, 0..=u32::MAX);
        self.error.declare(Scale::Probability, values);
    }
}

impl Random {
    /// One of so many probabilities, 2 to 1,000,000, by a seed; with no idea of its error.
    ///
    /// ```
    /// use plyscope::evaluator::Random;
    /// assert!(Random::new(5, 1).is_ok() && Random::new(1, 1).is_err());
    /// ```
    pub fn new(values: u32, seed: u32) -> Result<Self> {
        Random::named(&format!("random(values={values},seed={seed})"))
    }
}

impl<G: Game> Evaluator<G> for Random {
    fn profile(&self) -> Profile {
        Profile::chances(self.to_name()).with_error(self.error.is_known())
    }
    fn estimate(&self, game: &G, position: &G::Position) -> Estimate {
        let hash = mix(game.table_key(position) ^ mix(u64::from(self.seed) + 1));
        let value = (((hash >> 32) * u64::from(self.values)) >> 32) as u32;
        let win = Win::share(value, self.values - 1);
        self.error.win(win)
    }
    fn lanes(&self) -> Option<&dyn TreeEvaluator> {
        Some(self)
    }
}

impl OneByOne for Random {}
