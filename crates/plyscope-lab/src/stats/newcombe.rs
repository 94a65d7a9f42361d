//! The difference of two paired shares (Newcombe 1998, "Improved confidence intervals for the difference between
//! binomial proportions based on paired data", method 10).

use super::{Interval, wilson};

/// Trials in which two were right or wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairedCounts {
    /// Both were right.
    pub both: u64,
    /// Only the one was.
    pub one: u64,
    /// Only the other was.
    pub other: u64,
    /// Neither was.
    pub neither: u64,
}

/// The interval of the one's share less the other's: Wilson's intervals of both, put together with their correlation.
/// Unlike Student's it has a width where all trials are alike, so that few of them prove nothing.
///
/// ```
/// use plyscope_lab::stats::{PairedCounts, paired_shares};
/// // Bronchial hyperresponsiveness before and after (Fagerland, Lydersen & Laake 2014): -.507 to -.026.
/// let counts = PairedCounts { both: 1, one: 1, other: 7, neither: 12 };
/// let at = paired_shares(counts, 0.95);
/// assert!((at.low + 0.507).abs() < 5e-4 && (at.high + 0.026).abs() < 5e-4, "{at:?}");
/// ```
pub fn paired_shares(counts: PairedCounts, level: f64) -> Interval {
    let PairedCounts { both, one, other, neither } = counts;
    let n = both + one + other + neither;
    if n == 0 {
        return Interval { low: -1.0, high: 1.0 };
    }
    let [p, q] = [both + one, both + other].map(|right| right as f64 / n as f64);
    let [at_p, at_q] = [both + one, both + other].map(|right| wilson(right, n, level));
    let [a, b, c, d] = [both, one, other, neither].map(|count| count as f64);
    let spread = ((a + b) * (c + d) * (a + c) * (b + d)).sqrt();
    let product = a * d - b * c;
    // The correlation, with a correction where it is positive.
    let phi = match spread {
        0.0 => 0.0,
        _ if product > 0.0 => (product - n as f64 / 2.0).max(0.0) / spread,
        _ => product / spread,
    };
    let reach = |x: f64, y: f64| (x * x - 2.0 * phi * x * y + y * y).max(0.0).sqrt();
    Interval {
        low: p - q - reach(p - at_p.low, at_q.high - q),
        high: p - q + reach(at_p.high - p, q - at_q.low),
    }
}
