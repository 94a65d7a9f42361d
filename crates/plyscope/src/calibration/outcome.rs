//! What a solved position turned out to be, and what counts as a success.

use crate::value::Outcome;

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
    /// Nobody wins.
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
