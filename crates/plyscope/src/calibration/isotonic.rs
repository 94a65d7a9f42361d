//! Isotonic regression: the best rising curve (pool adjacent violators; Ayer et al. 1955, Barlow et al. 1972).
//!
//! Decided here: blocks are smoothed by half a success and half a failure, so that nothing that was merely
//! never seen is certain (a certain child settles a product for good); what no longer rises after that is
//! pooled again. Within a block the curve is flat, between blocks it is a straight line, beyond the ends flat.

use super::{Counted, Threshold};
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
