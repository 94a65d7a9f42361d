//! The probability of a win, carried with its complement.
//!
//! `1 - product` loses all digits near 1: deep in a tree with the natural evaluator plain doubles
//! saturate and everything ties. So a probability is a pair, and no rule ever subtracts from 1. (What is
//! smaller than 10^-308 still vanishes, as in every double.)

use super::Player;
use crate::lanes::Real;
use std::fmt;

/// How close two probabilities are, relative to the smaller side, before they count as equal.
///
/// Rational ties between a node's estimate and its aggregate are common, and rounding must not
/// decide them. It is relative, because 10^-30 and 10^-20 are different degrees of certainty.
pub const TOLERANCE: f64 = 1e-12;

/// The probability that the first player wins, and that the first player does not; a draw is a half.
///
/// ```
/// use plyscope::value::{Player, Win};
/// let win = Win::share(1, 4);
/// assert_eq!((win.seen_by(Player::SECOND).first, win.error()), (0.75, 0.25));
/// // Near 1 the complement still tells apart what one number does not.
/// let (likely, likelier) = (Win { first: 1.0, second: 1e-20 }, Win { first: 1.0, second: 1e-30 });
/// assert!(likely.below(likelier));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Win<R = f64> {
    /// That the first player wins.
    pub first: R,
    /// That the second player wins: 1 - `first`, to full precision.
    pub second: R,
}

impl<R: Real> Win<R> {
    /// Certain win of the first player.
    #[inline]
    pub fn certain() -> Self {
        Win { first: R::all(1.0), second: R::all(0.0) }
    }

    /// Even chances.
    #[inline]
    pub fn even() -> Self {
        Win { first: R::all(0.5), second: R::all(0.5) }
    }

    /// The same chances with the players exchanged.
    #[inline]
    pub fn swapped(self) -> Self {
        Win { first: self.second, second: self.first }
    }

    /// Seen by a player: `first` is that player's chance.
    #[inline]
    pub fn seen_by(self, player: Player) -> Self {
        if player == Player::FIRST { self } else { self.swapped() }
    }

    /// The chance that the side which is thought to win does not: at most a half.
    #[inline]
    pub fn error(self) -> R {
        self.first.min(self.second)
    }

    /// Where the first player is thought to win (not at a half).
    #[inline]
    pub fn favours_first(self) -> R::Mask {
        self.second.less(self.first)
    }

    /// `yes` where the mask is set.
    #[inline]
    pub fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        Win { first: R::select(mask, yes.first, no.first), second: R::select(mask, yes.second, no.second) }
    }

    /// Where `self` is the smaller chance for the first player.
    ///
    /// Where both are above a half the complements have the digits, so they are compared.
    #[inline]
    pub fn below(self, other: Self) -> R::Mask {
        use crate::lanes::Mask;
        let half = R::all(0.5);
        let high = self.second.less(half).and(other.second.less(half));
        let by_second = other.second.less(self.second);
        let by_first = self.first.less(other.first);
        high.and(by_second).or(high.not().and(by_first))
    }

    /// One lane.
    #[inline]
    pub fn lane(&self, lane: usize) -> Win<f64> {
        Win { first: self.first.lane(lane), second: self.second.lane(lane) }
    }

    /// Built lane by lane.
    #[inline]
    pub fn from_lanes(lane: impl Fn(usize) -> Win<f64>) -> Self {
        Win { first: R::from_lanes(|i| lane(i).first), second: R::from_lanes(|i| lane(i).second) }
    }
}

impl Win<f64> {
    /// From a probability in \[0, 1\]; nothing outside.
    pub fn new(probability: f64) -> Option<Self> {
        (0.0..=1.0).contains(&probability).then_some(Win { first: probability, second: 1.0 - probability })
    }

    /// A share of `wins` among `all`, both sides exact.
    pub fn share(wins: u32, all: u32) -> Self {
        debug_assert!(wins <= all && all > 0);
        Win { first: f64::from(wins) / f64::from(all), second: f64::from(all - wins) / f64::from(all) }
    }

    /// A win or a loss of the first player that is wrong with probability `error`.
    pub fn opinion(win: bool, error: f64) -> Self {
        let right = Win { first: 1.0 - error, second: error };
        if win { right } else { right.swapped() }
    }

    /// The log-odds of the first player; infinite where it is certain.
    ///
    /// From both sides of the pair, so that nothing is lost near 1.
    pub fn logit(self) -> f64 {
        libm::log(self.first) - libm::log(self.second)
    }

    /// The chances of log-odds, both sides to full precision.
    pub fn from_logit(logit: f64) -> Self {
        Win { first: 1.0 / (1.0 + libm::exp(-logit)), second: 1.0 / (1.0 + libm::exp(logit)) }
    }

    /// Equal but for rounding.
    pub fn ties(self, other: Self) -> bool {
        let near = |a: f64, b: f64| (a - b).abs() <= TOLERANCE * a.max(b);
        if self.first < 0.5 || other.first < 0.5 {
            near(self.first, other.first)
        } else {
            near(self.second, other.second)
        }
    }
}

impl fmt::Display for Win {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.first.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complements_keep_apart_what_doubles_confuse() {
        let a = Win { first: 1.0, second: 1e-20 };
        let b = Win { first: 1.0, second: 1e-30 };
        assert!(a.below(b) && !b.below(a) && !a.ties(b));
        assert!(b.swapped().below(a.swapped()));
    }

    #[test]
    fn rounding_is_a_tie() {
        let a = Win::new(0.1 + 0.2).unwrap();
        let b = Win::new(0.3).unwrap();
        assert!(a != b && a.ties(b));
        assert!(!Win::new(0.3).unwrap().ties(Win::new(0.3 + 1e-9).unwrap()));
        assert!(Win::<f64>::certain().ties(Win::certain()));
        assert!(!Win::<f64>::certain().ties(Win { first: 1.0, second: 1e-300 }));
    }

    #[test]
    fn probabilities_only() {
        assert_eq!(Win::new(0.25).unwrap().second, 0.75);
        assert!(Win::new(1.0 + 1e-15).is_none() && Win::new(-0.1).is_none() && Win::new(f64::NAN).is_none());
    }
}
