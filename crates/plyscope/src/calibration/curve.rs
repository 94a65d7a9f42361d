//! The curves that calibrators are made of.
//!
//! [`Isotonic`]: the best rising curve (pool adjacent violators; Ayer et al. 1955, Barlow et al. 1972).
//!
//! Decided here: blocks are smoothed by half a success and half a failure, so that nothing that was merely
//! never seen is certain (a certain child settles a product for good); what no longer rises after that is
//! pooled again. Within a block the curve is flat, between blocks it is a straight line, beyond the ends flat.
//!
//! [`Logistic`]: Platt's scaling, a logistic curve of the evaluator's number (Platt 1999).
//!
//! Platt's targets are taken, (n + 1) / (n + 2) for a success among n and 1 / (m + 2) for a failure among m,
//! so that an evaluator which never errs gets a steep curve, not an infinite one. The number is taken as it
//! is, probability or score.
//!
//! [`Table`]: bins of the estimate, no shape is assumed. Every estimate has a bin of its own where there are few, otherwise bins hold equally many samples.
//! Each is smoothed towards the height's base rate, as if two more positions had been seen.

use super::regression::{Datum, regress};
use super::{Count, Counted, Threshold};
use crate::value::Win;

/// Numbers with weights, made to rise: the nearest rising sequence by weighted squares.
///
/// ```
/// use plyscope::calibration::pool_adjacent_violators;
/// assert_eq!(pool_adjacent_violators(&[(1.0, 1.0), (3.0, 1.0), (2.0, 1.0)]), [1.0, 2.5, 2.5]);
/// ```
pub fn pool_adjacent_violators(values: &[(f64, f64)]) -> Vec<f64> {
    // Blocks of (sum, weight, how many).
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    for (value, weight) in values {
        let mut block = (value * weight, *weight, 1);
        while let Some((sum, mass, count)) = blocks.pop_if(|last| last.0 * block.1 >= block.0 * last.1) {
            block = (sum + block.0, mass + block.1, count + block.2);
        }
        blocks.push(block);
    }
    blocks.iter().flat_map(|(sum, weight, count)| std::iter::repeat_n(sum / weight, *count)).collect()
}

/// A rising curve through knots.
///
/// ```
/// use plyscope::calibration::{Count, Counted, Isotonic, Threshold};
/// use plyscope::value::Win;
/// let point = |estimate, won, lost| Counted { estimate, count: Count { won, drawn: 0, lost } };
/// // The second does worse than the first, so they are pooled: two of four, and a half either way.
/// let curve = Isotonic::fit(&[point(0.0, 1, 0), point(1.0, 1, 2), point(2.0, 4, 0)], Threshold::Win);
/// assert_eq!((curve.win(0.0), curve.win(1.0)), (Win::even(), Win::even()));
/// assert_eq!(curve.win(2.0), Win::share(9, 10));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Isotonic {
    /// Estimates that rise, with probabilities that do not fall.
    pub(super) knots: Vec<(f64, Win)>,
}

struct Block {
    low: f64,
    high: f64,
    successes: f64,
    failures: f64,
}

impl Block {
    fn win(&self) -> Win {
        let all = self.successes + self.failures + 1.0;
        Win { first: (self.successes + 0.5) / all, second: (self.failures + 0.5) / all }
    }

    fn mean(&self) -> f64 {
        self.successes / (self.successes + self.failures)
    }
}

/// Joins neighbours until `value` rises strictly from block to block.
fn pool(blocks: impl IntoIterator<Item = Block>, value: fn(&Block) -> f64) -> Vec<Block> {
    let mut pooled: Vec<Block> = Vec::new();
    for mut block in blocks {
        while let Some(last) = pooled.pop_if(|last| value(last) >= value(&block)) {
            block = Block {
                low: last.low,
                high: block.high,
                successes: last.successes + block.successes,
                failures: last.failures + block.failures,
            };
        }
        pooled.push(block);
    }
    pooled
}

impl Isotonic {
    /// Fitted to points of rising estimates, at least one.
    pub fn fit(points: &[Counted], threshold: Threshold) -> Self {
        let blocks = points.iter().map(|point| Block {
            low: point.estimate,
            high: point.estimate,
            successes: point.count.successes(threshold),
            failures: point.count.failures(threshold),
        });
        let smooth = pool(pool(blocks, Block::mean), |block| block.win().first);
        let mut knots = Vec::with_capacity(2 * smooth.len());
        for block in smooth {
            knots.push((block.low, block.win()));
            if block.high > block.low {
                knots.push((block.high, block.win()));
            }
        }
        Isotonic { knots }
    }

    /// The probability at an estimate.
    pub fn win(&self, estimate: f64) -> Win {
        let after = self.knots.partition_point(|(x, _)| *x < estimate);
        match (after.checked_sub(1).map(|before| self.knots[before]), self.knots.get(after).copied()) {
            (_, Some((x, win))) if x == estimate => win,
            (None, Some((_, win))) | (Some((_, win)), None) => win,
            (Some((x, low)), Some((y, high))) => {
                let (right, left) = ((estimate - x) / (y - x), (y - estimate) / (y - x));
                Win {
                    first: low.first * left + high.first * right,
                    second: low.second * left + high.second * right,
                }
            }
            (None, None) => Win::even(),
        }
    }
}

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
