//! Estimates with their intervals.

use crate::stats::{Interval, Sample, mean_interval, paired_interval, wilson_share};
use serde::Serialize;

/// The level of intervals that stand alone, and of a whole table of steps.
pub(crate) const LEVEL: f64 = 0.95;

/// A mean with the ends of its interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The mean.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// The mean of numbers from 0 to 1, by Wilson's interval: none varies more than a coin of that mean.
    pub(crate) fn of(values: &[f64], level: f64) -> Self {
        let value = mean(values);
        let Interval { low, high } = wilson_share(value, values.len() as u64, level);
        Estimate { value, low, high }
    }

    /// The mean of differences from -1 to 1 between paired numbers.
    pub(crate) fn of_differences(values: &[f64], level: f64) -> Self {
        let (sum, squares) = values.iter().fold((0.0, 0.0), |(s, q), d| (s + d, q + d * d));
        let Interval { low, high } = paired_interval(values.len() as u64, sum, squares, level);
        Estimate { value: mean(values), low, high }
    }

    /// The mean of numbers of any size, by Student's t.
    pub(crate) fn of_numbers(values: &[f64], level: f64) -> Self {
        let Sample { n, mean, variance } = sample(values);
        let Interval { low, high } = mean_interval(n, mean, variance, level);
        Estimate { value: mean, low, high }
    }

    /// The mean of numbers between two ends, by an interval that holds at every number of trials.
    pub(crate) fn always(values: &[f64], ends: [f64; 2], level: f64) -> Self {
        let Interval { low, high } = sample(values).always(Some(ends), level);
        Estimate { value: mean(values), low, high }
    }

    /// The mean of numbers from 0 to 1 that weigh unequally: by Wilson's interval with as many trials as equal weights
    /// of the same spread would be (Kish). None where all weights are 0.
    pub(crate) fn weighted(values: &[f64], weights: &[f64], level: f64) -> Option<Self> {
        let (sum, squares) = weights.iter().fold((0.0, 0.0), |(s, q), w| (s + w, q + w * w));
        if sum <= 0.0 {
            return None;
        }
        let value = values.iter().zip(weights).map(|(value, weight)| value * weight).sum::<f64>() / sum;
        let Interval { low, high } = wilson_share(value.clamp(0.0, 1.0), (sum * sum / squares) as u64, level);
        Some(Estimate { value, low, high })
    }

    /// Does its interval lie above zero?
    pub(crate) fn is_positive(&self) -> bool {
        self.low > 0.0
    }

    /// Does its interval lie below zero?
    pub(crate) fn is_negative(&self) -> bool {
        self.high < 0.0
    }
}

/// The level of each of several intervals that are to hold together (Bonferroni).
pub(crate) fn each_of(intervals: usize) -> f64 {
    1.0 - (1.0 - LEVEL) / intervals.max(1) as f64
}

fn sample(values: &[f64]) -> Sample {
    let value = mean(values);
    let squares: f64 = values.iter().map(|number| (number - value).powi(2)).sum();
    let variance = squares / values.len().saturating_sub(1).max(1) as f64;
    Sample { n: values.len() as u64, mean: value, variance }
}

/// The mean; 0 of nothing.
pub(super) fn mean(values: &[f64]) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

/// The differences of paired numbers, later minus earlier.
pub(crate) fn differences(earlier: &[f64], later: &[f64]) -> Vec<f64> {
    earlier.iter().zip(later).map(|(earlier, later)| later - earlier).collect()
}
