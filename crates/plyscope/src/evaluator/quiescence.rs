//! Quiescence: before a position is evaluated, what is in the air is played out.
//!
//! A small minimax search over the game's own noisy moves ([`Hints::noisy`]), in which a player may also leave a
//! position as it is, unless the game says that it must not. The worth of the position is the opinion of where that leads.

use super::{Estimate, Evaluator, Scale};
use crate::game::{Hints, Player, Stand};
use crate::value::Win;

/// An evaluator asked only where nothing is in the air any more, or after so many plies.
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
        let mut best = (stand == Some(Stand::May)).then(as_it_is);
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
