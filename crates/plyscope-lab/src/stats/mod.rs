//! Honest statistics: a small library of its own, each function with its source and a published value
//! as a test, coverage by simulation in `tests/coverage.rs`.

mod between;
mod contrast;
mod mcnemar;
mod mean;
mod multiple;
mod newcombe;
mod pentanomial;
mod power;
mod proportion;
mod sequence;
mod sprt;

pub use between::{Between, between};
pub use contrast::{Contrast, Moments};
pub use mcnemar::{mcnemar_exact, mcnemar_mid_p};
pub use mean::{mean_interval, paired_t};
pub use multiple::{discoveries, holm};
pub use newcombe::{PairedCounts, paired_shares};
pub use pentanomial::{Pentanomial, elo, score_of_elo};
pub(crate) use power::fitted_power;
pub use proportion::{clopper_pearson, paired_interval, wilson, wilson_share};
pub use sequence::{Sample, critical};
pub use sprt::{Accepted, Sprt};

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// An estimate with the ends of its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// From end to end.
    pub fn width(self) -> f64 {
        self.high - self.low
    }
}

/// The point that a standard normal variable exceeds with probability `tail`.
pub fn normal_quantile(tail: f64) -> f64 {
    -Normal::standard().inverse_cdf(tail)
}

/// The point that Student's t exceeds with probability `tail`.
pub(crate) fn t_quantile(tail: f64, freedom: f64) -> f64 {
    if freedom < 1000.0 {
        let t = StudentsT::new(0.0, 1.0, freedom).expect("degrees of freedom are positive");
        return -t.inverse_cdf(tail);
    }
    // Fisher & Cornish 1960: about the normal distribution. The general inversion loses digits with many degrees of
    // freedom, and with a thousand million of them it does not end.
    let z = normal_quantile(tail);
    let terms = [
        (z.powi(3) + z) / 4.0,
        (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0,
        (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0,
    ];
    terms.iter().rev().fold(0.0, |sum, term| (sum + term) / freedom) + z
}

/// The probability that Student's t is further from 0 than this, on either side.
pub(crate) fn t_two_sided(t: f64, freedom: f64) -> f64 {
    if freedom >= 1e7 {
        // Wallace 1959.
        let z = (8.0 * freedom + 1.0) / (8.0 * freedom + 3.0) * (freedom * (t * t / freedom).ln_1p()).sqrt();
        return 2.0 * Normal::standard().cdf(-z);
    }
    let distribution = StudentsT::new(0.0, 1.0, freedom).expect("degrees of freedom are positive");
    (2.0 * distribution.cdf(-t.abs())).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Any table of the normal and the t distribution.
    #[test]
    fn quantiles_of_the_tables() {
        assert!((normal_quantile(0.025) - 1.959_963_984_540_054).abs() < 1e-9);
        assert!((t_quantile(0.025, 10.0) - 2.228_138_852).abs() < 1e-7);
        assert!((t_quantile(0.05, 5.0) - 2.015_048_373).abs() < 1e-7);
        assert!((t_two_sided(2.228_138_852, 10.0) - 0.05).abs() < 1e-8);
    }
    /// The quantiles by expansion against the distribution itself, which is computed in another way.
    #[test]
    fn many_degrees_of_freedom() {
        for freedom in [1000.0, 9999.0, 1e5, 1e6, 1e7, 1e9] {
            for tail in [0.25, 0.025, 1e-4, 1e-8] {
                let found = t_two_sided(t_quantile(tail, freedom), freedom) / 2.0;
                assert!((found - tail).abs() < 1e-6 * tail, "{tail} with {freedom}: {found}");
            }
        }
        assert!((t_quantile(0.025, 1000.0) - 1.962_339_081).abs() < 1e-8);
        assert_eq!((t_two_sided(0.0, 1e9), t_two_sided(f64::INFINITY, 1e9)), (1.0, 0.0));
    }
}
