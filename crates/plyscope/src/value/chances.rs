//! Who wins, as a chance for each player: what the probability rules work on where there are more than two.
//!
//! With two players it is a [`Win`]: the chance of the one and of the other, each to full precision. So it is with more:
//! nothing is ever subtracted from 1, what a player does not win is the sum of what the others do.

use super::{Payoffs, Player, Ranked, Win};
use std::fmt;

/// A winning chance per player; they sum to 1. What is shared counts as equal chances.
///
/// ```
/// use plyscope::value::{Chances, Player};
/// let chances = Chances::new(&[0.5, 0.25, 0.25]).unwrap();
/// let first = chances.seen_by(Player::FIRST);
/// assert_eq!((first.first, first.second), (0.5, 0.25 + 0.25));
/// assert_eq!((chances.named(), chances.error()), (Some(Player::FIRST), 0.5));
/// // As many chances as players, from 0 to 1, and 1 in all.
/// assert!(Chances::new(&[0.5, 0.25]).is_none() && Chances::new(&[1.5, -0.5]).is_none());
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chances(Payoffs);

impl Chances {
    /// Chances from 0 to 1 that sum to 1, but for rounding; nothing otherwise.
    pub fn new(chances: &[f64]) -> Option<Self> {
        let inside = chances.iter().all(|chance| (0.0..=1.0).contains(chance));
        let sum: f64 = chances.iter().sum();
        let all = Payoffs::new(chances).filter(|_| inside && (sum - 1.0).abs() < 1e-9)?;
        Some(Chances(all))
    }

    /// A certain win of one of several players.
    ///
    /// ```
    /// use plyscope::value::{Chances, Player};
    /// assert_eq!(Chances::won(Player::SECOND, 3).map(|won| won.values().to_vec()), Some(vec![0.0, 1.0, 0.0]));
    /// assert!(Chances::won(Player::SECOND, 1).is_none());
    /// ```
    pub fn won(winner: Player, players: usize) -> Option<Self> {
        Chances::named_with_error(winner, players, 0.0)
    }

    /// A winner who is named, and wrongly so with this probability: then each of the others is as likely.
    ///
    /// ```
    /// use plyscope::value::{Chances, Player};
    /// let named = Chances::named_with_error(Player::FIRST, 3, 0.2).unwrap();
    /// assert_eq!(named.values(), [0.8, 0.1, 0.1]);
    /// ```
    pub fn named_with_error(winner: Player, players: usize, error: f64) -> Option<Self> {
        let others = players.saturating_sub(1).max(1) as f64;
        let chance = |player| if player == winner.index() { 1.0 - error } else { error / others };
        let all: Vec<f64> = (0..players).map(chance).collect();
        Chances::new(&all).filter(|_| winner.index() < players)
    }

    /// What a finished game says: those who got most share the win.
    ///
    /// ```
    /// use plyscope::value::Chances;
    /// assert_eq!(Chances::ended(&[3.0, 7.0, 7.0]).map(|all| all.values().to_vec()), Some(vec![0.0, 0.5, 0.5]));
    /// ```
    pub fn ended(payoffs: &[f64]) -> Option<Self> {
        let most = payoffs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let winners = payoffs.iter().filter(|payoff| **payoff == most).count() as f64;
        let shares: Vec<f64> =
            payoffs.iter().map(|payoff| if *payoff == most { 1.0 / winners } else { 0.0 }).collect();
        Chances::new(&shares)
    }

    /// The chances of two players.
    pub fn of_two(win: Win) -> Self {
        Chances::made(&[win.first, win.second])
    }

    /// For chances that a rule made: 1 in all but for rounding, which must not take one of them beyond 1.
    pub(crate) fn made(chances: &[f64]) -> Self {
        let all = Payoffs::new(chances).expect("a game has 1 to MAX_PLAYERS players");
        Chances(all.map(|chance| chance.min(1.0)))
    }

    /// The chances.
    pub fn values(&self) -> &[f64] {
        self.0.values()
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.values().len()
    }

    /// A player's chance, with that of all others together.
    #[inline]
    pub fn seen_by(&self, player: Player) -> Win {
        let others = self.values().iter().enumerate().filter(|(i, _)| *i != player.index());
        Win { first: self.0.of(player), second: others.map(|(_, chance)| chance).sum() }
    }

    /// Who is thought to win: the player with the best chance, none where two have it.
    pub fn named(&self) -> Option<Player> {
        let most = self.values().iter().copied().fold(0.0, f64::max);
        let mut best = (0..self.players()).filter(|i| self.values()[*i] == most);
        let first = best.next().and_then(Player::new);
        first.filter(|_| best.next().is_none())
    }

    /// The chance that a player with the best chance does not win.
    pub fn error(&self) -> f64 {
        let players = (0..self.players()).filter_map(Player::new);
        players.map(|player| self.seen_by(player).second).fold(1.0, f64::min)
    }
}

/// By the chance of the player who compares, as precisely as [`Win`] does.
impl Ranked for Chances {
    fn beats(&self, other: &Self, player: Player) -> bool {
        other.seen_by(player).below(self.seen_by(player))
    }
    fn ties(&self, other: &Self, player: Player) -> bool {
        self.seen_by(player).ties(other.seen_by(player))
    }
}

impl fmt::Display for Chances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certainty_keeps_its_digits() {
        let third = Player::new(2).unwrap();
        let of = |rest: f64| Chances::made(&[rest, 0.0, 1.0]);
        assert!(of(1e-30).beats(&of(1e-20), third) && !of(1e-20).beats(&of(1e-30), third));
        assert!(of(1e-20).beats(&of(1e-30), Player::FIRST) && !of(1e-20).ties(&of(1e-30), third));
    }

    #[test]
    fn rounding_makes_no_chance_greater_than_1() {
        let above = [1.0 + f64::EPSILON, 0.0, 0.0];
        assert!(Chances::new(&above).is_none() && Chances::new(Chances::made(&above).values()).is_some());
    }

    #[test]
    fn two_with_the_best_chance_name_nobody() {
        let even = Chances::new(&[0.4, 0.4, 0.2]).unwrap();
        assert_eq!(even.named(), None);
        assert!((even.error() - 0.6).abs() < 1e-15);
        assert_eq!(Chances::ended(&[1.0, 1.0, 1.0]).unwrap().named(), None);
        assert_eq!(Chances::ended(&[-2.0, 2.0]), Some(Chances::of_two(Win::certain().swapped())));
    }
}
