//! A table by bins of the estimate: no shape is assumed.
//!
//! Every estimate has a bin of its own where there are few, otherwise bins hold equally many samples.
//! Each is smoothed towards the height's base rate, as if two more positions had been seen.

use super::{Count, Point, Threshold};
use crate::value::Win;

/// Probabilities by bins.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// The highest estimate of every bin but for the last, which has no end, with the bin's probability.
    pub(super) bins: Vec<(f64, Win)>,
}

impl Table {
    /// The most bins.
    pub const BINS: usize = 64;
    /// As how many positions of the base rate the smoothing counts.
    const SMOOTHING: f64 = 2.0;

    /// Fitted to points of rising estimates, at least one.
    pub fn fit(points: &[Point], threshold: Threshold) -> Self {
        let all = points.iter().fold(Count::default(), |sum, point| sum.and(point.count));
        let base = all.successes(threshold) / all.seen() as f64;
        let rest = all.failures(threshold) / all.seen() as f64;
        let win = |count: Count| {
            let total = count.seen() as f64 + Self::SMOOTHING;
            Win {
                first: (count.successes(threshold) + Self::SMOOTHING * base) / total,
                second: (count.failures(threshold) + Self::SMOOTHING * rest) / total,
            }
        };
        let room = if points.len() <= Self::BINS { 0 } else { all.seen().div_ceil(Self::BINS as u64) };
        let mut bins = Vec::new();
        let mut open = Count::default();
        for (i, point) in points.iter().enumerate() {
            open = open.and(point.count);
            let Some(next) = points.get(i + 1) else {
                bins.push((f64::INFINITY, win(open)));
                break;
            };
            if open.seen() >= room {
                bins.push((point.estimate + (next.estimate - point.estimate) / 2.0, win(open)));
                open = Count::default();
            }
        }
        Table { bins }
    }

    /// The probability at an estimate.
    pub fn win(&self, estimate: f64) -> Win {
        let bin = self.bins.partition_point(|(end, _)| *end < estimate);
        self.bins.get(bin).map_or(Win::even(), |(_, win)| *win)
    }
}
