//! An evaluator whose numbers are changed a little: what a measurement asks when it looks for causes.
//!
//! One of the changes is quiescence, a small minimax search over the game's own noisy moves ([`Hints::noisy`]), in which a
//! player may also leave a position as it is, unless the game says that it must not. The worth of the position is the opinion of
//! where that leads.

use super::{Estimate, Evaluator, Opinion, OwnError, Profile, Redraw, Scale, Shared};
use crate::error::Result;
use crate::game::{Hints, Player, StandPat};
use crate::key::mix;
use crate::value::{Chances, Payoffs, Thresholds, Win};
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
        /// To at most this many plies.
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
    fn estimates(&self, game: &G, positions: &[G::Position]) -> Vec<Estimate> {
        if !matches!(self.adjustment, Adjustment::Noise { .. } | Adjustment::Tempo { .. }) {
            return positions.iter().map(|position| self.estimate(game, position)).collect();
        }
        let said = positions.iter().zip(self.evaluator.estimates(game, positions));
        said.map(|(position, said)| moved(said, self.added(game, position).unwrap_or(0.0))).collect()
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
        let mut moved: Vec<f64> = moved.collect();
        // Chances of several players stay chances: from 0, and 1 in all.
        if Chances::new(each.values()).is_some() {
            moved.iter_mut().for_each(|chance| *chance = chance.max(f64::MIN_POSITIVE));
            let all: f64 = moved.iter().sum();
            moved.iter_mut().for_each(|chance| *chance /= all);
        }
        Payoffs::new(&moved)
    }
}

/// An evaluator asked only where captures and threats are resolved, or after a number of plies.
pub(super) struct Quiescence<'a, G: Hints> {
    pub(super) game: &'a G,
    pub(super) evaluator: &'a (dyn Evaluator<G> + Send + Sync),
    pub(super) scale: Scale,
}

impl<G: Hints> Quiescence<'_, G> {
    /// What a position is worth.
    pub(super) fn estimate(&self, position: &G::Position, plies: u32) -> Estimate {
        self.within(position, plies, f64::NEG_INFINITY, f64::INFINITY)
    }

    /// The estimate, if its number lies within the window; a bound of it beyond. All in the first player's view.
    fn within(&self, position: &G::Position, plies: u32, mut alpha: f64, mut beta: f64) -> Estimate {
        let game = self.game;
        if game.is_over(position) {
            return self.end(position);
        }
        let mut moves = Vec::new();
        let stand =
            if plies == 0 || game.is_chance(position) { None } else { game.noisy(position, &mut moves) };
        let as_it_is = || self.evaluator.estimate(game, position);
        if stand.is_none() || moves.is_empty() {
            return as_it_is();
        }
        let first = game.mover(position) == Player::FIRST;
        let mut best = (stand == Some(StandPat::May)).then(as_it_is);
        for choice in &moves {
            if let Some(best) = best.map(|best| best.score()) {
                if first {
                    alpha = alpha.max(best);
                } else {
                    beta = beta.min(best);
                }
                if alpha >= beta {
                    break;
                }
            }
            let found = self.within(&game.play(position, choice), plies - 1, alpha, beta);
            let better =
                |best: Estimate| (found.score() > best.score()) == first && found.score() != best.score();
            if best.is_none_or(better) {
                best = Some(found);
            }
        }
        best.unwrap_or_else(as_it_is)
    }

    /// A finished game, on the evaluator's scale.
    fn end(&self, position: &G::Position) -> Estimate {
        let payoff = self.game.payoff(position, Player::FIRST);
        match self.scale {
            Scale::Score => Estimate::score_of(payoff),
            Scale::Probability => {
                let first = if payoff == 0.0 { 0.5 } else { f64::from(u8::from(payoff > 0.0)) };
                Estimate { error: Some(0.0), ..Estimate::win_of(Win { first, second: 1.0 - first }) }
            }
        }
    }
}
