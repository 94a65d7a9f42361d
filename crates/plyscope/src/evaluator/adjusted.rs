//! An evaluator whose numbers are changed a little: what a measurement asks when it looks for causes.

use super::quiescence::Quiescence;
use super::{Estimate, Evaluator, Opinion, OwnError, Profile, Redraw, Scale, Shared};
use crate::error::Result;
use crate::game::{Hints, Player};
use crate::key::mix;
use crate::value::{Payoffs, Thresholds, Win};
use std::fmt;
use std::sync::Arc;

/// How an evaluator's numbers are changed.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Adjustment {
    /// A random amount up to this, on either side, drawn by position: with less than the difference between any two of
    /// the evaluator's numbers it only breaks ties.
    Noise {
        /// What is drawn from, besides the position.
        key: u64,
        /// The largest amount.
        size: f64,
    },
    /// What positions are worth on average by who is to move, in the first player's view, is taken off.
    Tempo {
        /// Where the first player is to move.
        first: f64,
        /// Where the second is.
        second: f64,
    },
    /// The game's noisy moves are played out first ([`Hints::noisy`]).
    Quiescence {
        /// To at most so many plies.
        plies: u32,
    },
    /// Numbers are drawn anew, each independently of all others, as the evaluator has them where the outcome is the same.
    Redrawn(Arc<Redraw>),
}

/// An evaluator with its numbers changed.
///
/// ```
/// use plyscope::evaluator::{Adjusted, Adjustment, Evaluator, Shared, StoreDifference};
/// use plyscope::game::{Game, Kalah};
/// use std::sync::Arc;
/// let (game, stores): (_, Shared<Kalah>) = (Kalah::new(2, 2)?, Arc::new(StoreDifference::default()));
/// let level = Adjusted::new(stores, Adjustment::Tempo { first: 0.5, second: -0.5 });
/// assert_eq!(level.estimate(&game, &game.start()).score(), -0.5); // the first player is to move, stores are empty
/// # Ok::<(), plyscope::Error>(())
/// ```
pub struct Adjusted<E: ?Sized> {
    evaluator: Arc<E>,
    adjustment: Adjustment,
    profile: Profile,
}

impl<G: Hints> Adjusted<dyn Evaluator<G> + Send + Sync> {
    /// Changes an evaluator's numbers.
    pub fn new(evaluator: Shared<G>, adjustment: Adjustment) -> Self {
        let Profile { name, scale, error, draws, each } = evaluator.profile();
        // Noise and tempo are all that is known of chances of a draw. What a turn is worth is known for the first player alone.
        let (noise, tempo) = match &adjustment {
            Adjustment::Noise { .. } => (true, false),
            Adjustment::Tempo { .. } => (false, true),
            Adjustment::Quiescence { .. } | Adjustment::Redrawn(_) => (false, false),
        };
        let profile = Profile { name, scale, error, draws: draws && (noise || tempo), each: each && noise };
        Adjusted { evaluator, adjustment, profile }
    }
}

impl<E: ?Sized> fmt::Debug for Adjusted<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Adjusted({:?})", self.adjustment)
    }
}

/// The estimate, better for the first player by so much. Where only a winner is named that becomes a number.
fn moved(estimate: Estimate, by: f64) -> Estimate {
    let opinion = match estimate.opinion {
        Opinion::Win(win) => Opinion::Win(nearer(win, by)),
        _ => Opinion::Score(estimate.score() + by),
    };
    Estimate { opinion, ..estimate }
}

/// The same chance, larger by so much.
fn nearer(win: Win, by: f64) -> Win {
    let by = by.clamp(-win.first, win.second);
    Win { first: win.first + by, second: win.second - by }
}

/// Drawn from a key: from -1 to 1, of 52 bits.
fn drawn(key: u64) -> f64 {
    (mix(key) >> 12) as f64 / (1u64 << 51) as f64 - 1.0
}

impl<G: Hints> Adjusted<dyn Evaluator<G> + Send + Sync> {
    /// How much is added to a position's number, where that is all that is changed.
    fn added(&self, game: &G, position: &G::Position) -> Option<f64> {
        match &self.adjustment {
            Adjustment::Noise { key, size } => Some(size * drawn(*key ^ mix(game.noise_key(position)))),
            Adjustment::Tempo { first, second } => {
                Some(-if game.mover(position) == Player::FIRST { *first } else { *second })
            }
            Adjustment::Quiescence { .. } | Adjustment::Redrawn(_) => None,
        }
    }

    /// A number in a player's view as an estimate.
    fn said(&self, player: Player, number: f64) -> Estimate {
        let first = player == Player::FIRST;
        match self.profile.scale {
            Scale::Score => Estimate::score_of(if first { number } else { -number }),
            Scale::Probability => {
                OwnError::Minority.win(Win { first: number, second: 1.0 - number }.seen_by(player))
            }
        }
    }
}

impl<G: Hints> Evaluator<G> for Adjusted<dyn Evaluator<G> + Send + Sync> {
    fn profile(&self) -> Profile {
        self.profile.clone()
    }
    fn check(&self, game: &G) -> Result<()> {
        self.evaluator.check(game)
    }
    fn estimate(&self, game: &G, position: &G::Position) -> Estimate {
        let estimate = || self.evaluator.estimate(game, position);
        match &self.adjustment {
            Adjustment::Noise { .. } | Adjustment::Tempo { .. } => {
                moved(estimate(), self.added(game, position).unwrap_or(0.0))
            }
            Adjustment::Quiescence { plies } => {
                Quiescence { game, evaluator: &*self.evaluator, scale: self.profile.scale }
                    .estimate(position, *plies)
            }
            Adjustment::Redrawn(redraw) => {
                let place = mix(game.noise_key(position) ^ game.draw_key());
                let outcome = redraw.outcome(game, position);
                let Some(number) = redraw.number(outcome, game.progress(position), place) else {
                    return estimate();
                };
                self.said(game.mover(position), number)
            }
        }
    }
    /// Both chances are moved alike, so that neither passes the other.
    fn thresholds(&self, game: &G, position: &G::Position) -> Option<Thresholds> {
        let by = self.added(game, position)?;
        let Thresholds { win, draw } = self.evaluator.thresholds(game, position)?;
        Some(Thresholds { win: nearer(win, by), draw: nearer(draw, by) })
    }
    /// Noise of its own for every player.
    fn each(&self, game: &G, position: &G::Position) -> Option<Payoffs> {
        let Adjustment::Noise { key, size } = &self.adjustment else { return None };
        let own = *key ^ mix(game.noise_key(position));
        let each = self.evaluator.each(game, position)?;
        let moved =
            (0_u64..).zip(each.values()).map(|(player, value)| value + size * drawn(own ^ mix(player + 1)));
        Payoffs::new(&moved.collect::<Vec<_>>())
    }
}
