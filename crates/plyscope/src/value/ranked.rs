//! Which of two values a player prefers.

use super::{Payoffs, Player, Typed, Win};
use crate::lanes::{Bits, Real};

/// A value of one trial that a root move can be chosen by.
///
/// ```
/// use plyscope::value::{Payoffs, Player, Ranked};
/// // The players want opposite things of one number.
/// assert!(2.0.beats(&1.0, Player::FIRST) && 1.0.beats(&2.0, Player::SECOND));
/// assert_eq!(5.0.lead(&2.0, Player::SECOND), -3.0);
/// // Of one number each, everybody looks at their own.
/// let (one, two) = (Payoffs::new(&[1.0, 7.0]).unwrap(), Payoffs::new(&[1.0, 0.0]).unwrap());
/// assert!(one.ties(&two, Player::FIRST) && one.beats(&two, Player::SECOND));
/// ```
pub trait Ranked: Copy {
    /// Does the player strictly prefer `self`?
    fn beats(&self, other: &Self, player: Player) -> bool;

    /// Is it the same to the player, but for rounding?
    fn ties(&self, other: &Self, player: Player) -> bool;

    /// The lowest and the highest value in the first player's view; none where values have no such order.
    fn range() -> Option<(Self, Self)> {
        None
    }

    /// A little better for the player: by more than rounding can have moved a backed-up value.
    fn nudged(self, _player: Player) -> Self {
        self
    }

    /// The next value that the player prefers, with none between; none where values have no such thing.
    fn next(self, _player: Player) -> Option<Self> {
        None
    }

    /// So much better for the player, where values are numbers.
    fn ahead(self, _by: f64, _player: Player) -> Option<Self> {
        None
    }

    /// By how much the player prefers `self`, on the values' own scale; negative where `other` is better.
    fn lead(&self, other: &Self, player: Player) -> f64 {
        f64::from(i8::from(self.beats(other, player)) - i8::from(other.beats(self, player)))
    }
}

/// How far bounds on probabilities are moved apart at every node, relative to the smaller side.
///
/// Backed-up values are sums and products of rounded numbers, so the order of two of them is certain only
/// beyond rounding. This is the rounding of half a million operations that all err to the same side, and a
/// hundred times the tolerance of ties.
pub const GUARD: f64 = 1e-10;

/// A value, of any number of lanes, that has a larger and a smaller one of two: what minimax needs.
///
/// ```
/// use plyscope::value::Ordered;
/// assert_eq!((3.0.larger(5.0), 3.0.smaller(5.0)), (5.0, 3.0));
/// assert_eq!([1.0, 4.0].larger([3.0, 2.0]), [3.0, 4.0]); // lane by lane
/// assert_eq!(0b1100_u64.larger(0b1010), 0b1110); // a win in either
/// ```
pub trait Ordered: Copy {
    /// The one that the first player prefers, lane by lane.
    fn larger(self, other: Self) -> Self;
    /// The one that the second player prefers, lane by lane.
    fn smaller(self, other: Self) -> Self;
}

impl Ranked for f64 {
    fn beats(&self, other: &f64, player: Player) -> bool {
        if player == Player::FIRST { self > other } else { self < other }
    }
    fn ties(&self, other: &f64, _: Player) -> bool {
        self == other
    }
    fn range() -> Option<(f64, f64)> {
        Some((f64::NEG_INFINITY, f64::INFINITY))
    }
    fn next(self, player: Player) -> Option<f64> {
        Some(if player == Player::FIRST { self.next_up() } else { self.next_down() })
    }
    fn ahead(self, by: f64, player: Player) -> Option<f64> {
        Some(if player == Player::FIRST { self + by } else { self - by })
    }
    fn lead(&self, other: &f64, player: Player) -> f64 {
        // Equal infinities are no lead.
        let ahead = if self == other { 0.0 } else { self - other };
        if player == Player::FIRST { ahead } else { -ahead }
    }
}

impl Ranked for Win<f64> {
    fn beats(&self, other: &Self, player: Player) -> bool {
        if player == Player::FIRST { other.below(*self) } else { self.below(*other) }
    }
    fn ties(&self, other: &Self, _: Player) -> bool {
        Win::ties(*self, *other)
    }
    fn range() -> Option<(Self, Self)> {
        Some((Win::certain().swapped(), Win::certain()))
    }
    fn nudged(self, player: Player) -> Self {
        // The odds change by the guard; what is certain stays so, and the sides still sum to 1.
        let Win { first, second } = self.seen_by(player);
        let step = GUARD * first * second;
        Win { first: first + step, second: second - step }.seen_by(player)
    }
    fn lead(&self, other: &Self, player: Player) -> f64 {
        let (mine, theirs) = (self.seen_by(player), other.seen_by(player));
        // Where both are likely wins the complements have the digits.
        if mine.second < 0.5 && theirs.second < 0.5 {
            theirs.second - mine.second
        } else {
            mine.first - theirs.first
        }
    }
}

impl Ranked for Typed<f64> {
    fn beats(&self, other: &Self, player: Player) -> bool {
        self.win.beats(&other.win, player)
    }
    fn ties(&self, other: &Self, player: Player) -> bool {
        Ranked::ties(&self.win, &other.win, player)
    }
}

impl Ranked for Payoffs {
    fn beats(&self, other: &Self, player: Player) -> bool {
        self.of(player) > other.of(player)
    }
    fn ties(&self, other: &Self, player: Player) -> bool {
        self.of(player) == other.of(player)
    }
}

macro_rules! ordered_bits {
    ($(($($generics:tt)*) $type:ty),*) => {$(
        impl $($generics)* Ordered for $type {
            fn larger(self, other: Self) -> Self {
                self.or(other)
            }
            fn smaller(self, other: Self) -> Self {
                self.and(other)
            }
        }
    )*};
}
ordered_bits!(() u64, (<const N: usize>) [u64; N]);

macro_rules! ordered_reals {
    ($(($($generics:tt)*) $type:ty),*) => {$(
        impl $($generics)* Ordered for $type {
            fn larger(self, other: Self) -> Self {
                Real::max(self, other)
            }
            fn smaller(self, other: Self) -> Self {
                Real::min(self, other)
            }
        }
    )*};
}
ordered_reals!(() f64, (<const N: usize>) [f64; N]);

impl<R: Real> Ordered for Win<R> {
    fn larger(self, other: Self) -> Self {
        Win::select(self.below(other), other, self)
    }
    fn smaller(self, other: Self) -> Self {
        Win::select(other.below(self), other, self)
    }
}
