//! Solved positions with how they end and what an evaluator said of them: what calibration learns from and is judged by.

use crate::error::Result;
use crate::memory;
use crate::value::{Outcome, Scale};
use std::collections::BTreeMap;

/// One solved position. All of it in the view of the player to move there.
///
/// ```
/// use plyscope::calibration::{Sample, Samples};
/// use plyscope::evaluator::Scale;
/// use plyscope::value::Outcome;
/// let mut samples = Samples::new(Scale::Probability);
/// samples.add(Sample { height: 3, estimate: 0.75, outcome: Outcome::Draw });
/// assert_eq!(samples.heights().collect::<Vec<_>>(), [3]);
/// assert_eq!(samples.base(3).drawn, 1);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// Plies to the end where all positions of a height are alike (drawn trees), 0 elsewhere.
    pub height: u32,
    /// The evaluator's number: a probability or a score.
    pub estimate: f64,
    /// How it ends.
    pub outcome: Outcome,
}

/// Many samples, counted by height and estimate.
///
/// ```
/// use plyscope::calibration::{Sample, Samples};
/// use plyscope::evaluator::Scale;
/// use plyscope::value::Outcome;
/// let mut samples = Samples::new(Scale::Score);
/// for outcome in [Outcome::Win, Outcome::Win, Outcome::Loss] {
///     samples.add(Sample { height: 0, estimate: 2.0, outcome });
/// }
/// let points = samples.points(0);
/// assert_eq!((samples.seen(), points.len()), (3, 1)); // one estimate
/// assert_eq!((points[0].count.won, points[0].count.lost), (2, 1));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Samples {
    scale: Scale,
    heights: BTreeMap<u32, BTreeMap<u64, Count>>,
    /// Samples, and different estimates at their heights.
    added: u64,
    different: u64,
}

/// All samples of a height with the same estimate.
///
/// ```
/// use plyscope::calibration::{Count, Counted, Table, Threshold};
/// let points = [Counted { estimate: 1.0, count: Count { won: 3, drawn: 0, lost: 1 } }];
/// // A single bin is smoothed towards itself.
/// assert_eq!(Table::fit(&points, Threshold::Win).win(1.0).first, 0.75);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Counted {
    /// The estimate.
    pub estimate: f64,
    /// How they ended.
    pub count: Count,
}

impl Samples {
    /// None yet; of an evaluator with numbers of this kind.
    pub fn new(scale: Scale) -> Self {
        Samples { scale, heights: BTreeMap::new(), added: 0, different: 0 }
    }

    /// What the estimates are.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// One more.
    pub fn add(&mut self, sample: Sample) {
        let height = self.heights.entry(sample.height).or_default();
        let before = height.len();
        height.entry(to_order(sample.estimate)).or_default().add(sample.outcome);
        self.added += 1;
        self.different += (height.len() - before) as u64;
    }

    /// Refuses to go on where that would need too much memory; asked now and then, while as many as `all` are added.
    ///
    /// Where nearly every estimate differs from all others, that is taken to go on.
    pub(super) fn check_memory(&self, all: u128, what: &dyn Fn() -> String) -> Result<()> {
        const NOW_AND_THEN: u64 = 1 << 16;
        if !self.added.is_multiple_of(NOW_AND_THEN) {
            return Ok(());
        }
        let rest = if self.different > self.added / 10 * 9 { all } else { u128::from(self.different) };
        memory::ask(&what(), memory::learned_from(u64::try_from(rest).unwrap_or(u64::MAX)))
    }

    /// The heights there are, from the lowest.
    pub fn heights(&self) -> impl Iterator<Item = u32> + '_ {
        self.heights.keys().copied()
    }

    /// The samples of a height, by rising estimate.
    pub fn points(&self, height: u32) -> Vec<Counted> {
        let counted = self.heights.get(&height).into_iter().flatten();
        counted.map(|(order, count)| Counted { estimate: from_order(*order), count: *count }).collect()
    }

    /// How the samples of a height ended, whatever the estimate.
    pub fn base(&self, height: u32) -> Count {
        self.points(height).iter().fold(Count::default(), |sum, point| sum.and(point.count))
    }

    /// How many samples there are.
    pub fn seen(&self) -> u64 {
        self.heights().map(|height| self.base(height).seen()).sum()
    }

    /// The number that favours neither player.
    pub fn middle(&self) -> f64 {
        super::solved::middle(self.scale)
    }
}

/// A whole number in the order of the floating-point numbers; both zeros are the same.
fn to_order(number: f64) -> u64 {
    let bits = (number + 0.0).to_bits();
    if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
}

fn from_order(order: u64) -> f64 {
    f64::from_bits(if order >> 63 == 1 { order & !(1 << 63) } else { !order })
}

/// What a probability is to be the probability of.
///
/// ```
/// use plyscope::calibration::{Count, Threshold};
/// let count = Count { won: 3, drawn: 2, lost: 1 };
/// assert_eq!(count.successes(Threshold::Win), 3.0);
/// assert_eq!(count.successes(Threshold::Draw), 5.0);
/// assert_eq!(count.successes(Threshold::Points), 4.0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Threshold {
    /// The mean of 1 for a win, 1/2 for a draw, 0 for a loss: what all rules on one number take.
    Points,
    /// A win.
    Win,
    /// A win or a draw.
    Draw,
}

impl Threshold {
    /// All of them, by name.
    pub const ALL: [(&'static str, Threshold); 3] =
        [("points", Threshold::Points), ("win", Threshold::Win), ("draw", Threshold::Draw)];

    /// Its name in a saved calibrator.
    pub fn name(self) -> &'static str {
        let named = Self::ALL.iter().find(|(_, threshold)| *threshold == self);
        named.expect("all thresholds are listed").0
    }
}

/// How many positions ended in each way.
///
/// ```
/// use plyscope::calibration::{Count, Threshold};
/// use plyscope::value::Outcome;
/// let mut count = Count::default();
/// for outcome in [Outcome::Win, Outcome::Draw, Outcome::Win] {
///     count.add(outcome);
/// }
/// assert_eq!(count, Count { won: 2, drawn: 1, lost: 0 });
/// assert_eq!(count.failures(Threshold::Points), 0.5);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// The mover loses.
    pub lost: u64,
    /// A draw.
    pub drawn: u64,
    /// The mover wins.
    pub won: u64,
}

impl Count {
    /// One more.
    pub fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Loss => self.lost += 1,
            Outcome::Draw => self.drawn += 1,
            Outcome::Win => self.won += 1,
        }
    }

    /// Both together.
    pub fn and(self, other: Count) -> Count {
        Count { lost: self.lost + other.lost, drawn: self.drawn + other.drawn, won: self.won + other.won }
    }

    /// All of them.
    pub fn seen(self) -> u64 {
        self.lost + self.drawn + self.won
    }

    /// Successes; a draw is half of one where points count.
    pub fn successes(self, threshold: Threshold) -> f64 {
        let (drawn, won) = (self.drawn as f64, self.won as f64);
        match threshold {
            Threshold::Points => won + drawn / 2.0,
            Threshold::Win => won,
            Threshold::Draw => won + drawn,
        }
    }

    /// Failures: what is not a success.
    pub fn failures(self, threshold: Threshold) -> f64 {
        let mirrored = Count { lost: self.won, drawn: self.drawn, won: self.lost };
        mirrored.successes(match threshold {
            Threshold::Points => Threshold::Points,
            Threshold::Win => Threshold::Draw,
            Threshold::Draw => Threshold::Win,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_order() {
        let numbers = [f64::NEG_INFINITY, -2.5, -1e-300, 0.0, 1e-300, 0.5, 7.0, f64::INFINITY];
        for pair in numbers.windows(2) {
            assert!(to_order(pair[0]) < to_order(pair[1]), "{pair:?}");
        }
        assert!(numbers.iter().all(|number| from_order(to_order(*number)) == *number));
        assert_eq!(to_order(-0.0), to_order(0.0));
    }

    #[test]
    fn equal_estimates_are_counted_together() {
        let mut samples = Samples::new(Scale::Score);
        for (estimate, outcome) in [(2.0, Outcome::Win), (-1.0, Outcome::Loss), (2.0, Outcome::Draw)] {
            samples.add(Sample { height: 3, estimate, outcome });
        }
        let points = samples.points(3);
        assert_eq!(points.len(), 2);
        assert_eq!(points[0], Counted { estimate: -1.0, count: Count { lost: 1, drawn: 0, won: 0 } });
        assert_eq!(points[1], Counted { estimate: 2.0, count: Count { lost: 0, drawn: 1, won: 1 } });
        assert_eq!((samples.seen(), samples.points(2).len()), (3, 0));
    }
}
