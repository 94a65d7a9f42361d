//! Intervals and tests of means, from sums.

use super::{Interval, t_quantile, t_two_sided};

/// The interval of a mean by Student's t, from the number of values, their mean and their variance
/// (with n - 1); infinite where there are fewer than two values.
pub fn mean_interval(n: u64, mean: f64, variance: f64, level: f64) -> Interval {
    if n < 2 {
        return Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };
    }
    let half = t_quantile((1.0 - level) / 2.0, (n - 1) as f64) * (variance.max(0.0) / n as f64).sqrt();
    Interval { low: mean - half, high: mean + half }
}

/// The two-sided paired t-test: is the mean difference zero? From the differences' number, mean and variance.
///
/// Student's own sleep data (1908), ten pairs with mean 1.58 and variance 1.513: t = 4.0621, p = .00283.
///
/// ```
/// use plyscope_lab::stats::paired_t;
/// let differences = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4f64];
/// let mean = differences.iter().sum::<f64>() / 10.0;
/// let variance = differences.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / 9.0;
/// assert!((paired_t(10, mean, variance) - 0.002833).abs() < 5e-7);
/// ```
pub fn paired_t(n: u64, mean: f64, variance: f64) -> f64 {
    if mean == 0.0 || n < 2 {
        return 1.0;
    }
    if variance <= 0.0 {
        return 0.0; // the same difference every time
    }
    t_two_sided(mean / (variance / n as f64).sqrt(), (n - 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same data: the interval of the mean difference is .7001 to 2.4599.
    #[test]
    fn students_interval() {
        let interval = mean_interval(10, 1.58, 1.512_888_888_9, 0.95);
        assert!(
            (interval.low - 0.7001).abs() < 5e-5 && (interval.high - 2.4599).abs() < 5e-5,
            "{interval:?}"
        );
    }
}
