//! Fitted exponents: one mean grows like a power of another.

use super::{Contrast, Moments};

/// The slope of the least-squares line through (log of mean b, log of mean a), over some pairs of columns `(a, b)`:
/// a grows like b to that power; with its variance per trial. That is of the means' sampling error, to first order (the
/// delta method); that the points lie on a line is taken for granted. `None` where a mean is not positive, or all means b
/// are alike.
pub(crate) fn fitted_power(of: &Moments, pairs: &[(usize, usize)]) -> Option<(f64, f64)> {
    let log = |column: usize| Some(of.means[column]).filter(|mean| *mean > 0.0).map(f64::ln);
    let points: Vec<(f64, f64)> =
        pairs.iter().map(|(a, b)| Some((log(*b)?, log(*a)?))).collect::<Option<_>>()?;
    let n = points.len() as f64;
    let middle = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (x, y) = (middle(|point| point.0), middle(|point| point.1));
    let spread: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    if spread <= 0.0 {
        return None;
    }
    let slope = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum::<f64>() / spread;
    // How the slope changes with each mean.
    let mut weights = Vec::new();
    for ((a, b), point) in pairs.iter().zip(&points) {
        let (across, up) = (point.0 - x, point.1 - y);
        weights.push((*a, across / spread / of.means[*a]));
        weights.push((*b, (up - 2.0 * slope * across) / spread / of.means[*b]));
    }
    Some((slope, Contrast { weights }.moments(of).1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Interval, mean_interval};

    fn fitted(of: &Moments, pairs: &[(usize, usize)]) -> (f64, Interval) {
        let (slope, variance) = fitted_power(of, pairs).unwrap();
        (slope, mean_interval(of.n.unwrap(), slope, variance, 0.95))
    }

    /// Columns 0 and 1 are a at two sizes, 2 and 3 the sizes.
    fn moments(a: [f64; 2], variances: [f64; 2]) -> Moments {
        let mut covariances = vec![0.0; 16];
        (covariances[0], covariances[5], covariances[1]) = (variances[0], variances[1], 0.3);
        Moments { n: Some(200), means: vec![a[0], a[1], 100.0, 10_000.0], covariances }
    }

    #[test]
    fn a_power_is_found() {
        let of = Moments::exact(vec![8.0, 27.0, 125.0, 4.0, 9.0, 25.0]);
        let (slope, variance) = fitted_power(&of, &[(0, 3), (1, 4), (2, 5)]).unwrap();
        assert!((slope - 1.5).abs() < 1e-12 && variance == 0.0);
        assert_eq!(fitted_power(&of, &[(0, 3), (1, 3)]), None, "one place has no slope");
        assert_eq!(fitted_power(&Moments::exact(vec![0.0, 1.0, 2.0, 3.0]), &[(0, 2), (1, 3)]), None);
    }

    /// Of two places with known sizes it is the logarithm of the ratio of means, whose interval is Fieller's.
    #[test]
    fn of_two_places_it_is_the_ratio() {
        let of = moments([10.0, 300.0], [4.0, 900.0]);
        let (slope, interval) = fitted(&of, &[(0, 2), (1, 3)]);
        let (ratio, fieller) = of.ratio(1, 0, 0.95).unwrap();
        let unit = 100f64.ln();
        assert!((slope - ratio.ln() / unit).abs() < 1e-12);
        for (end, fieller) in [(interval.low, fieller.low), (interval.high, fieller.high)] {
            let off = (end - fieller.ln() / unit).abs();
            assert!(off < 0.02 * interval.width(), "{end} {}", fieller.ln() / unit);
        }
    }

    /// Where the sizes vary with the counts, so that their ratio does not, the exponent is sure.
    #[test]
    fn what_varies_together_does_not_count() {
        // b at two sizes, a equal to it.
        let (m, v) = ([50.0, 800.0], [[9.0, 20.0], [20.0, 400.0]]);
        let at = |i: usize, j: usize| v[i % 2][j % 2];
        let covariances = (0..16).map(|k| at(k / 4, k % 4)).collect();
        let of = Moments { n: Some(50), means: vec![m[0], m[1], m[0], m[1]], covariances };
        let (slope, interval) = fitted(&of, &[(0, 2), (1, 3)]);
        assert!((slope - 1.0).abs() < 1e-12 && interval.width() < 1e-6, "{interval:?}");
    }
}
