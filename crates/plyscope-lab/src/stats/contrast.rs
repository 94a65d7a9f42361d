//! Linear contrasts of paired means: every comparison of curves is one.
//!
//! "A is above B" is mean(A) - mean(B); "A is at least r times B" is mean(A) - r mean(B); "deeper is
//! worse" is mean(at d) - mean(at d + 2). All columns come from the same trials, so the variance of a
//! contrast is had from the sums of products, exactly.

use super::{Interval, mean_interval, paired_t};

/// Sums over trials: how many, of each column, and of each product of two columns.
#[derive(Debug, Clone, PartialEq)]
pub struct Moments {
    /// How many trials; none where the means are exact.
    pub n: Option<u64>,
    /// Mean of each column.
    pub means: Vec<f64>,
    /// Covariance (with n - 1) of columns i <= j, at `i * columns + j`.
    pub covariances: Vec<f64>,
}

impl Moments {
    /// Values that were computed, not sampled.
    pub fn exact(means: Vec<f64>) -> Self {
        let covariances = vec![0.0; means.len() * means.len()];
        Moments { n: None, means, covariances }
    }

    /// Covariance of two columns.
    pub fn covariance(&self, i: usize, j: usize) -> f64 {
        self.covariances[i.min(j) * self.means.len() + i.max(j)]
    }

    /// The interval of a column's mean.
    pub fn interval(&self, column: usize, level: f64) -> Interval {
        Contrast { weights: vec![(column, 1.0)] }.interval(self, level)
    }

    /// The ratio of two means with its interval (Fieller 1954): all r for which mean(a) - r mean(b) is not
    /// significantly different from zero. `None` where that is no interval, since mean(b) may be zero.
    pub fn ratio(&self, a: usize, b: usize, level: f64) -> Option<(f64, Interval)> {
        let t = |n: u64| super::t_quantile((1.0 - level) / 2.0, (n.max(2) - 1) as f64);
        self.fieller(a, b, self.n.map_or(0.0, t))
    }

    /// The same with so many standard errors.
    pub(super) fn fieller(&self, a: usize, b: usize, t: f64) -> Option<(f64, Interval)> {
        let scale = self.n.map_or(0.0, |n| t * t / n as f64);
        let (ma, mb) = (self.means[a], self.means[b]);
        // (ma - r mb)^2 <= scale (va - 2 r cab + r^2 vb): a quadratic in r.
        let quadratic = mb * mb - scale * self.covariance(b, b);
        let linear = ma * mb - scale * self.covariance(a, b);
        let constant = ma * ma - scale * self.covariance(a, a);
        if quadratic <= 0.0 {
            return None;
        }
        let root = (linear * linear - quadratic * constant).max(0.0).sqrt();
        let interval = Interval { low: (linear - root) / quadratic, high: (linear + root) / quadratic };
        Some((ma / mb, interval))
    }
}

/// A weighted sum of columns.
#[derive(Debug, Clone, PartialEq)]
pub struct Contrast {
    /// Columns with their weights.
    pub weights: Vec<(usize, f64)>,
}

impl Contrast {
    /// Its mean, and its variance per trial.
    pub fn moments(&self, of: &Moments) -> (f64, f64) {
        let mean = self.weights.iter().map(|(i, w)| w * of.means[*i]).sum();
        let pairs = self.weights.iter().flat_map(|a| self.weights.iter().map(move |b| (a, b)));
        let variance = pairs.map(|((i, v), (j, w))| v * w * of.covariance(*i, *j)).sum::<f64>();
        (mean, variance.max(0.0))
    }

    /// Its interval.
    pub fn interval(&self, of: &Moments, level: f64) -> Interval {
        let (mean, variance) = self.moments(of);
        match of.n {
            Some(n) => mean_interval(n, mean, variance, level),
            None => Interval { low: mean, high: mean },
        }
    }

    /// The p-value of its being a number; for exact values 0 or 1.
    pub fn p(&self, of: &Moments, number: f64) -> f64 {
        let (mean, variance) = self.moments(of);
        match of.n {
            Some(n) => paired_t(n, mean - number, variance),
            None => f64::from(u8::from(mean == number)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(columns: &[&[f64]]) -> Moments {
        let n = columns[0].len();
        let means: Vec<f64> = columns.iter().map(|c| c.iter().sum::<f64>() / n as f64).collect();
        let mut covariances = vec![0.0; columns.len() * columns.len()];
        for i in 0..columns.len() {
            for j in i..columns.len() {
                let products = (0..n).map(|k| (columns[i][k] - means[i]) * (columns[j][k] - means[j]));
                covariances[i * columns.len() + j] = products.sum::<f64>() / (n - 1) as f64;
            }
        }
        Moments { n: Some(n as u64), means, covariances }
    }

    /// A contrast of two columns is the paired test of their differences: Student's sleep data again.
    #[test]
    fn a_difference_is_the_paired_test() {
        let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let of = moments(&[&second, &first]);
        let difference = Contrast { weights: vec![(0, 1.0), (1, -1.0)] };
        assert!((difference.p(&of, 0.0) - 0.002833).abs() < 5e-7);
        let interval = difference.interval(&of, 0.95);
        assert!((interval.low - 0.7001).abs() < 5e-5 && (interval.high - 2.4599).abs() < 5e-5);
    }

    /// Fieller's interval holds just the ratios that the contrast cannot tell from zero.
    #[test]
    fn a_ratio_is_the_inverted_contrast() {
        let a = [1.0, 0.0, 1.0, 1.0, 0.5, 1.0, 1.0, 0.0, 1.0, 1.0, 0.5, 1.0];
        let b = [1.0, 0.0, 0.5, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.5, 1.0];
        let of = moments(&[&a, &b]);
        let (ratio, interval) = of.ratio(0, 1, 0.95).unwrap();
        assert!((ratio - 9.0 / 7.0).abs() < 1e-12);
        for end in [interval.low, interval.high] {
            let contrast = Contrast { weights: vec![(0, 1.0), (1, -end)] };
            assert!((contrast.p(&of, 0.0) - 0.05).abs() < 1e-6, "p at {end}: {}", contrast.p(&of, 0.0));
        }
    }
}
