//! A table by bins of the estimate: no shape is assumed.
//!
//! Every estimate has a bin of its own where there are few, otherwise bins hold equally many samples.
//! Each is smoothed towards the height's base rate, as if two more positions had been seen.

use super::{Count, Counted, Threshold};
use crate::value::Win;

/// Probabilities by bins.
///
/// ```
/// use plyscope::calibration::{Count, Counted, Table, Threshold};
/// use plyscope::value::Win;
/// let point = |estimate, won, lost| Counted { estimate, count: Count { won, drawn: 0, lost } };
/// // Half of all are won; each bin counts as if one more win and one more loss had been seen in it.
/// let table = Table::fit(&[point(0.0, 0, 2), point(1.0, 2, 0)], Threshold::Win);
/// assert_eq!((table.win(0.2), table.win(0.8)), (Win::share(1, 4), Win::share(3, 4)));
/// ```
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
    pub fn fit(points: &[Counted], threshold: Threshold) -> Self {
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
