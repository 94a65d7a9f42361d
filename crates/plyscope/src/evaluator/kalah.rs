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

use super::{Estimate, Evaluator, OwnError, Profile, Scale};
use crate::game::{Kalah, Pits};
use crate::name::{Settings, Values};
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

impl Settings for KalahFeatures {
    const KIND: &'static str = "kalah-features";
    const SUMMARY: &'static str = "A probability from stores, moves that end in the store or capture, and sowings \
        that reach the other side (kalah).";

    fn each(&mut self, values: &mut Values<'_>) {
        values.unusual().yes("binary", "no", "yes or no", &mut self.binary);
        self.error.declare(Scale::Probability, values);
    }
}

impl Evaluator<Kalah> for KalahFeatures {
    fn profile(&self) -> Profile {
        Profile::chances(self.to_name()).with_error(self.error.is_known())
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

impl Settings for StoreDifference {
    const KIND: &'static str = "store-difference";
    const SUMMARY: &'static str = "The first player's store minus the second's (kalah).";

    fn each(&mut self, values: &mut Values<'_>) {
        self.error.declare(Scale::Score, values);
    }
}

impl Evaluator<Kalah> for StoreDifference {
    fn profile(&self) -> Profile {
        Profile::scores(self.to_name()).with_error(self.error.is_known())
    }
    fn estimate(&self, _: &Kalah, position: &Pits) -> Estimate {
        let [first, second] = position.stores.map(f64::from);
        self.error.score(first - second)
    }
}
