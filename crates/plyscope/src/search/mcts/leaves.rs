//! What new nodes are worth, and how values are compared and averaged: one number in the first player's view in games of
//! one or two players, a number for each in games of more.
//! And how they rise in a tree that grows where it is looked at.

use crate::evaluator::{EvaluationBudget, Evaluator, Scale};
use crate::game::Game;
use crate::rule::Reading;
use crate::value::{Outcome, Payoffs, Player, Value};
use std::fmt;

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
    /// Distinct positions that were evaluated, where they are counted.
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

/// What a node is worth, given its children.
///
/// ```
/// use plyscope::search::Backup;
/// assert_eq!(Backup::read("power(4)"), Some(Backup::Power(4.0)));
/// assert_eq!(Backup::read("median"), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Backup {
    /// The mean of all that was found below, its own evaluation among it: UCT.
    Mean,
    /// The mover's best child.
    Minimax,
    /// The power mean of children, each as often as it was visited, and of its own evaluation: from the mean (1) towards
    /// the mover's best (Dam et al. 2019).
    Power(f64),
    /// The probability that at least one child is a win for the mover.
    Product,
}

impl Backup {
    /// As it is written in names.
    pub fn read(text: &str) -> Option<Self> {
        match text {
            "mean" => Some(Backup::Mean),
            "minimax" => Some(Backup::Minimax),
            "product" => Some(Backup::Product),
            _ => {
                let p = text.strip_prefix("power(")?.strip_suffix(')')?;
                p.trim().parse().ok().filter(|p| (1.0..=1000.0).contains(p)).map(Backup::Power)
            }
        }
    }
}

impl fmt::Display for Backup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Backup::Mean => f.write_str("mean"),
            Backup::Minimax => f.write_str("minimax"),
            Backup::Power(p) => write!(f, "power({p})"),
            Backup::Product => f.write_str("product"),
        }
    }
}

/// A node's value from its tried children, of each of which it is known how often it was visited; at least one. The root's
/// own evaluation does not count. (Means are kept up as results come in.)
pub(super) fn combine<V: Worth>(
    backup: Backup,
    mover: Player,
    own: Option<V>,
    children: impl Iterator<Item = (u32, V)>,
) -> V {
    match backup {
        Backup::Mean | Backup::Minimax => {
            let best = children.map(|(_, value)| value);
            best.reduce(|best, value| if value.seen_by(mover) > best.seen_by(mover) { value } else { best })
                .expect("at least one child was tried")
        }
        Backup::Power(p) => {
            let (mut sum, mut visits) = own.map_or((0.0, 0.0), |own| (libm::pow(own.chance(mover), p), 1.0));
            for (times, value) in children {
                sum += f64::from(times) * libm::pow(value.chance(mover), p);
                visits += f64::from(times);
            }
            V::of_chance(libm::pow(sum / visits, 1.0 / p), mover)
        }
        Backup::Product => {
            let none = children.fold(1.0, |none, (_, value)| none * (1.0 - value.chance(mover)));
            V::of_chance(1.0 - none, mover)
        }
    }
}
