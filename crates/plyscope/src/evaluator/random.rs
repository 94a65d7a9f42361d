//! An opinion out of nothing: a hash of the position. For tests of searches, and as a floor.

use super::{Estimate, Evaluator, OneByOne, OwnError, Profile, TreeEvaluator};
use crate::error::Result;
use crate::game::Game;
use crate::key::mix;
use crate::name::{Arguments, Name, Parameter};
use crate::value::Win;

/// One of some number of probabilities, by a hash of the table key; few values make many ties.
///
/// ```
/// use plyscope::evaluator::{Evaluator, Random};
/// use plyscope::game::{Game, TicTacToe};
/// use plyscope::name::{Arguments, Name};
/// let name: Name = "random(values=2)".parse()?;
/// let random = Random::build(&Arguments::resolve(Random::PARAMETERS, &name)?)?;
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

impl Random {
    /// What `random(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter { name: "values", default: "1000000", allowed: "a whole number from 2 to 1000000" },
        Parameter { name: "seed", default: "0", allowed: "a whole number" },
        OwnError::OF_PROBABILITIES,
    ];

    /// One of so many probabilities, 2 to 1,000,000, by a seed; with no idea of its error.
    ///
    /// ```
    /// use plyscope::evaluator::Random;
    /// assert!(Random::new(5, 1).is_ok() && Random::new(1, 1).is_err());
    /// ```
    pub fn new(values: u32, seed: u32) -> Result<Self> {
        let name = Name::new("random").with("values", values).with("seed", seed);
        Random::build(&Arguments::resolve(Random::PARAMETERS, &name)?)
    }

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        Ok(Random {
            values: arguments.integer("values", 2..=1_000_000)?,
            seed: arguments.integer("seed", 0..=u32::MAX)?,
            error: OwnError::build(arguments, true)?,
        })
    }
}

impl<G: Game> Evaluator<G> for Random {
    fn profile(&self) -> Profile {
        Profile::chances(
            Name::new("random").with("values", self.values).with("seed", self.seed).with("error", self.error),
        )
        .with_error(self.error.is_known())
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
