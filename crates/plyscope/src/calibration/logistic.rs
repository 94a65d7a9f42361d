//! Platt's scaling: a logistic curve of the evaluator's number (Platt 1999).
//!
//! Platt's targets are taken, (n + 1) / (n + 2) for a success among n and 1 / (m + 2) for a failure among m,
//! so that an evaluator which never errs gets a steep curve, not an infinite one. The number is taken as it
//! is, probability or score.

use super::regression::{Datum, regress};
use super::{Counted, Threshold};
use crate::value::Win;

/// logit P = intercept + slope x estimate.
///
/// ```
/// use plyscope::calibration::{Count, Counted, Logistic, Threshold};
/// let point = |estimate, won, lost| Counted { estimate, count: Count { won, drawn: 0, lost } };
/// // What is as good at 1 as it is bad at -1 is even at 0.
/// let curve = Logistic::fit(&[point(-1.0, 10, 30), point(1.0, 30, 10)], Threshold::Win);
/// assert!((curve.win(0.0).first - 0.5).abs() < 1e-9 && curve.slope > 0.0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Logistic {
    /// The log-odds at 0.
    pub intercept: f64,
    /// Log-odds a unit of the estimate.
    pub slope: f64,
}

impl Logistic {
    /// Fitted to points, at least one.
    pub fn fit(points: &[Counted], threshold: Threshold) -> Self {
        let sum = |of: fn(super::Count, Threshold) -> f64| -> f64 {
            points.iter().map(|point| of(point.count, threshold)).sum()
        };
        let success = (sum(super::Count::successes) + 1.0) / (sum(super::Count::successes) + 2.0);
        let failure = 1.0 / (sum(super::Count::failures) + 2.0);
        let rows: Vec<Datum<2>> = points
            .iter()
            .map(|point| {
                let (won, lost) = (point.count.successes(threshold), point.count.failures(threshold));
                let target = (won * success + lost * failure) / (won + lost);
                Datum { inputs: [1.0, point.estimate], offset: 0.0, target, weight: won + lost }
            })
            .collect();
        let [intercept, slope] = regress(&rows, [0.0; 2], 0.0);
        Logistic { intercept, slope }
    }

    /// The probability at an estimate.
    pub fn win(&self, estimate: f64) -> Win {
        Win::from_logit(self.intercept + self.slope * estimate)
    }
}
