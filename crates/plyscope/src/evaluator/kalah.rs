//! Kalah's evaluators: seeds in the stores, and features (Zuckerman et al., section 5.3), normalised to a probability.
//!
//! The paper names features without formulas: whether a last seed can fall in a store, whether the
//! opponent's next move adds seeds to the own side, and the number of beneficial moves. Ours, in the
//! first player's view, each a difference between the players scaled to -1..1:
//!
//! - stores: seeds in store, over all seeds;
//! - good moves: pits whose sowing ends in the own store or captures, over all pits;
//! - gifts: pits of the opponent whose sowing reaches the own side, over all pits.
//!
//! The estimate is 1/2 + (.6 stores + .25 good moves + .15 gifts) / 2, which lies in 0..1 as it is;
//! with `binary=yes` only who is ahead: 1, 0, or 1/2 where neither is.

use super::{Estimate, Evaluator, OwnError, Profile};
use crate::error::Result;
use crate::game::{Kalah, Pits};
use crate::name::{Arguments, Name, Parameter};
use crate::value::Win;

/// Stores, good moves and gifts, as a probability.
///
/// ```
/// use plyscope::evaluator::{Evaluator, KalahFeatures};
/// use plyscope::game::{Game, Kalah};
/// use plyscope::value::Win;
/// let game = Kalah::new(6, 4)?;
/// // At the start the sides are alike.
/// assert_eq!(KalahFeatures::default().estimate(&game, &game.start()).win(), Some(Win::even()));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct KalahFeatures {
    binary: bool,
    error: OwnError,
}

impl KalahFeatures {
    /// What `kalah-features(...)` takes.
    pub const PARAMETERS: &'static [Parameter] =
        &[Parameter { name: "binary", default: "no", allowed: "yes or no" }, OwnError::OF_PROBABILITIES];

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        Ok(KalahFeatures { binary: arguments.yes("binary")?, error: OwnError::build(arguments, true)? })
    }
}

impl Evaluator<Kalah> for KalahFeatures {
    fn profile(&self) -> Profile {
        let name = Name::new("kalah-features");
        let name = if self.binary { name.with("binary", "yes") } else { name };
        Profile::chances(name.with("error", self.error)).with_error(self.error.is_known())
    }
    fn estimate(&self, game: &Kalah, position: &Pits) -> Estimate {
        let [one, two] = game.landings(position);
        let ahead = |mine: i32, yours: i32, all: f64| f64::from(mine - yours) / all;
        let [one_store, two_store] = position.stores.map(i32::from);
        let stores = ahead(one_store, two_store, f64::from(game.total()));
        let good = ahead(one.gain, two.gain, game.pits() as f64);
        let gifts = ahead(two.beyond, one.beyond, game.pits() as f64);
        let lead = 0.6 * stores + 0.25 * good + 0.15 * gifts;
        let lead = match self.binary {
            true if lead != 0.0 => lead.signum(),
            _ => lead,
        };
        let win = Win { first: (1.0 + lead) / 2.0, second: (1.0 - lead) / 2.0 };
        self.error.win(win)
    }
}

/// The first player's store minus the second's.
///
/// ```
/// use plyscope::evaluator::{Evaluator, StoreDifference};
/// use plyscope::game::{Game, Kalah};
/// let game = Kalah::new(2, 2)?;
/// let position = game.parse_position("0,1|4|2,0|1 1")?;
/// assert_eq!(StoreDifference::default().estimate(&game, &position).score(), 4.0 - 1.0);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct StoreDifference {
    error: OwnError,
}

impl StoreDifference {
    /// What `store-difference(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[OwnError::OF_SCORES];

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        Ok(StoreDifference { error: OwnError::build(arguments, false)? })
    }
}

impl Evaluator<Kalah> for StoreDifference {
    fn profile(&self) -> Profile {
        Profile::scores(Name::new("store-difference").with("error", self.error))
            .with_error(self.error.is_known())
    }
    fn estimate(&self, _: &Kalah, position: &Pits) -> Estimate {
        let [first, second] = position.stores.map(f64::from);
        self.error.score(first - second)
    }
}
