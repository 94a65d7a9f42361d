//! Fixed-depth minimax on critical win-loss games with normal noise, exactly.
//!
//! Below a node of given value and mover children are independent, and so is their noise: the distribution function of a
//! backed-up value follows, point by point, from those of the children. So the chance of a correct decision is a single
//! integral, whatever the depth (Nguyen & Ramanujan 2024 sample it).

use crate::error::{Error, Result};
use crate::key::normal_probability;

/// Critical games and the evaluator `normal`.
///
/// ```
/// use plyscope::theory::critical_minimax::CriticalMinimax;
/// let model = CriticalMinimax { branching: 2, plies: 50, rate: 1.0, shift: 0.25, sd: 0.2 };
/// // One ply more, and then another: at a rate of 1 minimax decides ever worse.
/// let [one, three, five] = [1, 3, 5].map(|depth| model.accuracy(depth));
/// assert!(one? > three? && model.accuracy(3)? > five?);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CriticalMinimax {
    /// Moves everywhere.
    pub branching: u32,
    /// Plies of the game.
    pub plies: u32,
    /// How often a wrong move at a choice node loses what was won.
    pub rate: f64,
    /// How far the evaluator's means lie from a half.
    pub shift: f64,
    /// The spread of its noise.
    pub sd: f64,
}

/// The chances that a value lies below a point, and above it: both, so that neither loses its digits near 1.
#[derive(Debug, Clone, Copy)]
struct Side {
    below: f64,
    above: f64,
}

impl Side {
    /// The largest of independent values.
    fn largest(values: impl Iterator<Item = Side>) -> Side {
        values.fold(Side { below: 1.0, above: 0.0 }, |all, one| Side {
            below: all.below * one.below,
            above: all.above + all.below * one.above,
        })
    }

    fn swapped(self) -> Side {
        Side { below: self.above, above: self.below }
    }

    /// Either of two, the other with this chance.
    fn or(self, other: Side, chance: f64) -> Side {
        let mean = |one: f64, two: f64| (1.0 - chance) * one + chance * two;
        Side { below: mean(self.below, other.below), above: mean(self.above, other.above) }
    }
}

/// Values of nodes where the first player wins, and where the first player loses.
#[derive(Debug, Clone, Copy)]
struct Both {
    won: Side,
    lost: Side,
}

/// Where the integral is cut into pieces at first.
const PIECES: u32 = 64;

/// A piece is cut no further that adds less than this beyond its mean.
const FINE: f64 = 1e-11;

/// Nor one that was halved so often.
const HALVED: u32 = 40;

impl CriticalMinimax {
    /// The probability that minimax to this depth chooses the right move, ties broken at random.
    pub fn accuracy(&self, depth: u32) -> Result<f64> {
        self.check(depth)?;
        if depth >= self.plies {
            return Ok(1.0);
        }
        let others = self.branching - 1;
        // All values at 0: every move is as likely. The right move at 1: it is tied with those that are there too.
        let (start, end) = (self.at(depth, 0.0), self.at(depth, 1.0));
        let all_at_0 = start.won.below * power(start.lost.below, others) / f64::from(self.branching);
        let at_1 = end.lost.above;
        let tied = match at_1 > 1e-9 {
            true => (1.0 - power(end.lost.below, self.branching)) / (f64::from(self.branching) * at_1),
            false => 1.0,
        };
        let within: f64 = (0..PIECES)
            .map(|i| {
                let [from, to] = [i, i + 1].map(|i| f64::from(i) / f64::from(PIECES));
                self.piece(depth, (from, self.at(depth, from)), (to, self.at(depth, to)), 0)
            })
            .sum();
        Ok(all_at_0 + within + end.won.above * tied)
    }

    fn check(&self, depth: u32) -> Result<()> {
        let fits = (2..=256).contains(&self.branching)
            && depth >= 1
            && (0.0..=1.0).contains(&self.rate)
            && (0.0..=0.5).contains(&self.shift)
            && (1e-3..=10.0).contains(&self.sd);
        if fits {
            return Ok(());
        }
        let why = "the branching factor is 2 to 256, the depth 1 or more, the rate 0 to 1, the shift 0 to 0.5 and the \
                   spread 0.001 to 10";
        Err(Error::Settings { kind: "minimax on critical games".into(), why: why.into() })
    }

    /// The right move's value lies between two points, and all others lie below it.
    fn piece(&self, depth: u32, from: (f64, Both), to: (f64, Both), halved: u32) -> f64 {
        let others = self.branching - 1;
        let mass = to.1.won.below - from.1.won.below;
        let [low, high] = [from, to].map(|(_, both)| power(both.lost.below, others));
        if halved >= HALVED || (halved > 1 && mass * (high - low) < FINE) {
            return mass * (low + high) / 2.0;
        }
        let middle = (from.0 + to.0) / 2.0;
        let middle = (middle, self.at(depth, middle));
        self.piece(depth, from, middle, halved + 1) + self.piece(depth, middle, to, halved + 1)
    }

    /// Backed-up values of the root's children, at a point: from the frontier upwards.
    fn at(&self, depth: u32, x: f64) -> Both {
        let side = |mean: f64| {
            let z = (x - mean) / self.sd;
            Side { below: normal_probability(z), above: normal_probability(-z) }
        };
        let mut both = Both { won: side(0.5 + self.shift), lost: side(0.5 - self.shift) };
        for level in (1..depth).rev() {
            both = if level % 2 == 0 { self.above(both) } else { self.mirrored(both) };
        }
        both
    }

    /// One level up, where the first player moves: a win is a choice, a loss is forced.
    fn above(&self, Both { won, lost }: Both) -> Both {
        let other = won.or(lost, self.rate);
        let others = std::iter::repeat_n(other, self.branching as usize - 1);
        let won = Side::largest(std::iter::once(won).chain(others));
        Both { won, lost: Side::largest(std::iter::repeat_n(lost, self.branching as usize)) }
    }

    /// One level up, where the second player moves: the same, seen from the other side.
    fn mirrored(&self, Both { won, lost }: Both) -> Both {
        let Both { won, lost } = self.above(Both { won: lost.swapped(), lost: won.swapped() });
        Both { won: lost.swapped(), lost: won.swapped() }
    }
}

fn power(base: f64, exponent: u32) -> f64 {
    base.powi(exponent as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Depth 1, two moves: the difference of two clipped normal values, by a sum over a fine grid of both.
    #[test]
    fn depth_one_by_brute_force() {
        let model = CriticalMinimax { branching: 2, plies: 50, rate: 1.0, shift: 0.25, sd: 0.2 };
        let steps = 4000;
        let chances = |mean: f64| -> Vec<f64> {
            let below = |i: i32| normal_probability((f64::from(i) / f64::from(steps) - mean) / 0.2);
            let inner = (0..steps).map(|i| below(i + 1) - below(i));
            std::iter::once(below(0)).chain(inner).chain([1.0 - below(steps)]).collect()
        };
        let (right, wrong) = (chances(0.75), chances(0.25));
        let mut less = 0.0;
        let mut expected = 0.0;
        for (one, two) in right.iter().zip(&wrong) {
            expected += one * (less + two / 2.0);
            less += two;
        }
        assert!((model.accuracy(1).unwrap() - expected).abs() < 1e-6);
    }

    /// All the way down there is no noise; at a rate of 0 nothing but the root's own moves can be lost.
    #[test]
    fn ends() {
        let model = CriticalMinimax { branching: 3, plies: 4, rate: 0.5, shift: 0.1, sd: 0.3 };
        assert_eq!(model.accuracy(4).unwrap(), 1.0);
        let guess = CriticalMinimax { shift: 0.0, rate: 0.7, ..model };
        assert!((guess.accuracy(1).unwrap() - 1.0 / 3.0).abs() < 1e-9, "no shift: a guess");
        let calm = CriticalMinimax { rate: 0.0, plies: 50, ..model };
        let [one, two, three] = [1, 2, 3].map(|depth| calm.accuracy(depth).unwrap());
        assert!(one < two && two < three, "{one} {two} {three}");
        assert!(
            CriticalMinimax { rate: 1.5, ..model }.accuracy(1).unwrap_err().to_string().contains("0 to 1")
        );
    }
}
