//! Honest statistics: a small library of its own, each function with its source and a published value
//! as a test, coverage by simulation in `tests/coverage.rs`.

mod contrast;
mod holm;
mod mcnemar;
mod mean;
mod proportion;

pub use contrast::{Contrast, Moments};
pub use holm::holm;
pub use mcnemar::{mcnemar_exact, mcnemar_mid_p};
pub use mean::{mean_interval, paired_t};
pub use proportion::{clopper_pearson, wilson};

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
pub fn t_quantile(tail: f64, freedom: f64) -> f64 {
    let t = StudentsT::new(0.0, 1.0, freedom).expect("degrees of freedom are positive");
    -t.inverse_cdf(tail)
}

/// The probability that Student's t is further from 0 than this, on either side.
pub fn t_two_sided(t: f64, freedom: f64) -> f64 {
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
}
