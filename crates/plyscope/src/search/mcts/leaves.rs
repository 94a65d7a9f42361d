//! What new nodes are worth, and how values are compared and averaged: one number in the first player's view in games of
//! one or two players, a number for each in games of more.

use crate::evaluator::{EvaluationBudget, Evaluator, Scale};
use crate::game::Game;
use crate::rule::Reading;
use crate::value::{Outcome, Payoffs, Player, Value};

/// A value that can be averaged, and that a player wants much of.
pub(crate) trait Worth: Value {
    /// The larger, the better for the player.
    fn seen_by(&self, player: Player) -> f64;
    /// Takes one more result into a mean, which then is of so many.
    fn take(&mut self, result: &Self, of: f64);
    /// A player's chance of winning, where that is what values are.
    fn chance(&self, player: Player) -> f64;
    /// The value of such a chance.
    fn of_chance(chance: f64, player: Player) -> Self;
}

impl Worth for f64 {
    #[inline]
    fn seen_by(&self, player: Player) -> f64 {
        if player == Player::FIRST { *self } else { -self }
    }
    #[inline]
    fn take(&mut self, result: &f64, of: f64) {
        *self += (result - *self) / of;
    }
    fn chance(&self, player: Player) -> f64 {
        if player == Player::FIRST { *self } else { 1.0 - self }
    }
    fn of_chance(chance: f64, player: Player) -> f64 {
        if player == Player::FIRST { chance } else { 1.0 - chance }
    }
}

/// Chances of single players are for games of two: other back-ups are refused.
impl Worth for Payoffs {
    fn seen_by(&self, player: Player) -> f64 {
        self.of(player)
    }
    fn take(&mut self, result: &Payoffs, of: f64) {
        *self = Payoffs::mean(&[(1.0 - 1.0 / of, *self), (1.0 / of, *result)]);
    }
    fn chance(&self, player: Player) -> f64 {
        self.of(player)
    }
    fn of_chance(chance: f64, _: Player) -> Payoffs {
        Payoffs::new(&[chance]).expect("one number")
    }
}

/// What positions are worth when they are added to the tree.
pub(crate) trait Leaves<G: Game> {
    /// The value.
    type Value: Worth;
    /// Of a finished game.
    fn ended(&self, game: &G, position: &G::Position) -> Self::Value;
    /// Of an unfinished one.
    fn estimated(&self, game: &G, position: &G::Position) -> Self::Value;
    /// Distinct positions that were evaluated, where somebody counts them.
    fn asked(&self) -> Option<u64>;
    /// The most that a player can have, where a proof may rest on it.
    fn most(&self, player: Player) -> f64;
}

/// One number in the first player's view, on the evaluator's scale.
pub(crate) struct InOneView<E> {
    pub(crate) evaluator: E,
    pub(crate) scale: Scale,
    /// Bounds of a finished game's payoff.
    pub(crate) bounds: (f64, f64),
}

impl<G: Game, E: Evaluator<G>> Leaves<G> for InOneView<E> {
    type Value = f64;

    #[inline]
    fn ended(&self, game: &G, position: &G::Position) -> f64 {
        let payoff = game.payoff(position, Player::FIRST);
        match self.scale {
            Scale::Score => payoff,
            Scale::Probability => Outcome::of(payoff).points(),
        }
    }
    #[inline]
    fn estimated(&self, game: &G, position: &G::Position) -> f64 {
        let estimate = self.evaluator.estimate(game, position);
        match self.scale {
            Scale::Score => estimate.score(),
            Scale::Probability => Reading::Win.of(&estimate).map_or(estimate.score(), |win| win.first),
        }
    }
    fn asked(&self) -> Option<u64> {
        self.evaluator.account().map(EvaluationBudget::asked)
    }
    fn most(&self, player: Player) -> f64 {
        let (low, high) = if self.scale == Scale::Probability { (0.0, 1.0) } else { self.bounds };
        if player == Player::FIRST { high } else { -low }
    }
}

/// A number for each player.
pub(crate) struct ForEach<E>(pub(crate) E);

impl<G: Game, E: Evaluator<G>> Leaves<G> for ForEach<E> {
    type Value = Payoffs;

    fn ended(&self, game: &G, position: &G::Position) -> Payoffs {
        let players = (0..game.facts().players).filter_map(Player::new);
        let payoffs: Vec<f64> = players.map(|player| game.payoff(position, player)).collect();
        Payoffs::new(&payoffs).expect("a game has 1 to 8 players")
    }
    fn estimated(&self, game: &G, position: &G::Position) -> Payoffs {
        self.0.each(game, position).expect("checked when the player was made")
    }
    fn asked(&self) -> Option<u64> {
        self.0.account().map(EvaluationBudget::asked)
    }
    fn most(&self, _: Player) -> f64 {
        f64::INFINITY
    }
}
