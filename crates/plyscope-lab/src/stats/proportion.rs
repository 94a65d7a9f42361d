//! Intervals of a proportion.

use super::{Interval, normal_quantile};
use statrs::distribution::{Beta, ContinuousCDF};

/// Wilson's score interval (Wilson 1927; Newcombe 1998, method 3).
///
/// ```
/// use plyscope_lab::stats::wilson;
/// let interval = wilson(25, 100, 0.95);
/// assert!((interval.low - 0.17545).abs() < 1e-5 && (interval.high - 0.34305).abs() < 1e-5);
/// ```
pub fn wilson(successes: u64, trials: u64, level: f64) -> Interval {
    wilson_share(successes as f64 / trials.max(1) as f64, trials, level)
}

/// The same for the mean of numbers from 0 to 1. No such numbers vary more than successes and failures of the same mean,
/// so it covers at least as often.
///
/// ```
/// use plyscope_lab::stats::{wilson, wilson_share};
/// assert_eq!(wilson_share(0.25, 100, 0.95), wilson(25, 100, 0.95));
/// ```
pub fn wilson_share(share: f64, trials: u64, level: f64) -> Interval {
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let z = normal_quantile((1.0 - level) / 2.0);
    let (n, p) = (trials as f64, share);
    let centre = p + z * z / (2.0 * n);
    let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    // Rounding must not put a bound past an impossible end.
    let low = if share == 0.0 { 0.0 } else { ((centre - spread) / scale).max(0.0) };
    let high = if share == 1.0 { 1.0 } else { ((centre + spread) / scale).min(1.0) };
    Interval { low, high }
}

/// The interval of the mean of paired differences from -1 to 1, from their number, their sum and the sum of their squares:
/// the adjusted interval of Bonett & Price (2012), which adds one trial of each sign. Where nothing differed it is not
/// a point: few trials show little.
///
/// ```
/// use plyscope_lab::stats::paired_interval;
/// // 30 trials changed for the better, 10 for the worse, of 200: (31 - 11) / 202, give or take.
/// let interval = paired_interval(200, 20.0, 40.0, 0.95);
/// let (centre, error) = (20.0 / 202.0, ((42.0 - 400.0 / 202.0) as f64).sqrt() / 202.0);
/// assert!((interval.low - (centre - 1.959964 * error)).abs() < 1e-6);
/// assert!((interval.high - (centre + 1.959964 * error)).abs() < 1e-6);
/// ```
pub fn paired_interval(trials: u64, sum: f64, squares: f64, level: f64) -> Interval {
    if trials == 0 {
        return Interval { low: -1.0, high: 1.0 };
    }
    let z = normal_quantile((1.0 - level) / 2.0);
    let n = trials as f64 + 2.0;
    let spread = z * (squares + 2.0 - sum * sum / n).max(0.0).sqrt() / n;
    Interval { low: (sum / n - spread).max(-1.0), high: (sum / n + spread).min(1.0) }
}

/// The exact interval of Clopper & Pearson (1934): never covers less than its level.
///
/// ```
/// use plyscope_lab::stats::clopper_pearson;
/// // Newcombe 1998, table I: 81 of 263, and 0 of 20.
/// let interval = clopper_pearson(81, 263, 0.95);
/// assert!((interval.low - 0.2527).abs() < 5e-5 && (interval.high - 0.3676).abs() < 5e-5);
/// assert!((clopper_pearson(0, 20, 0.95).high - 0.1684).abs() < 5e-5);
/// ```
pub fn clopper_pearson(successes: u64, trials: u64, level: f64) -> Interval {
    let tail = (1.0 - level) / 2.0;
    let (x, n) = (successes as f64, trials as f64);
    let quantile = |a: f64, b: f64, p: f64| Beta::new(a, b).expect("shapes are positive").inverse_cdf(p);
    let low = if successes == 0 { 0.0 } else { quantile(x, n - x + 1.0, tail) };
    let high = if successes == trials { 1.0 } else { quantile(x + 1.0, n - x, 1.0 - tail) };
    Interval { low, high }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Newcombe 1998, table I, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    #[test]
    fn wilson_of_newcombes_table() {
        for (x, n, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let interval = wilson(x, n, 0.95);
            assert!(
                (interval.low - low).abs() < 5e-5 && (interval.high - high).abs() < 5e-5,
                "{x} of {n}: {interval:?}"
            );
        }
        assert_eq!(wilson(20, 20, 0.95).high, 1.0);
        assert_eq!(wilson(0, 0, 0.95), Interval { low: 0.0, high: 1.0 });
    }
}
