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
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let z = normal_quantile((1.0 - level) / 2.0);
    let (n, p) = (trials as f64, successes as f64 / trials as f64);
    let centre = p + z * z / (2.0 * n);
    let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    // Rounding must not put a bound past an impossible end.
    let low = if successes == 0 { 0.0 } else { ((centre - spread) / scale).max(0.0) };
    let high = if successes == trials { 1.0 } else { ((centre + spread) / scale).min(1.0) };
    Interval { low, high }
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
