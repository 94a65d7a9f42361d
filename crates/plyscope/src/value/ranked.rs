//! Which of two values a player prefers.

use super::{Payoffs, Typed, Win};
use crate::game::Player;
use crate::lanes::{Bits, Real};

/// A value of one trial that a root move can be chosen by.
pub trait Ranked: Copy {
    /// Does the player strictly prefer `self`?
    fn beats(&self, other: &Self, player: Player) -> bool;

    /// Is it the same to the player, but for rounding?
    fn ties(&self, other: &Self, player: Player) -> bool;
}

/// A value, of any number of lanes, that has a larger and a smaller one of two: what minimax needs.
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
}

impl Ranked for Win<f64> {
    fn beats(&self, other: &Self, player: Player) -> bool {
        if player == Player::FIRST { other.below(*self) } else { self.below(*other) }
    }
    fn ties(&self, other: &Self, _: Player) -> bool {
        Win::ties(*self, *other)
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
