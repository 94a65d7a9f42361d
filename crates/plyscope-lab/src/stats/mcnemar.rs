//! McNemar's test of paired right-or-wrong scores, exact and mid-p.

use statrs::distribution::{Binomial, Discrete, DiscreteCDF};

/// The exact conditional test (McNemar 1947): of `b + c` trials in which the two differ, is `b` too far
/// from half? Two-sided.
pub fn mcnemar_exact(b: u64, c: u64) -> f64 {
    if b + c == 0 {
        return 1.0;
    }
    let half = Binomial::new(0.5, b + c).expect("a half is a probability");
    (2.0 * half.cdf(b.min(c))).min(1.0)
}

/// The mid-p version (Fagerland, Lydersen & Laake 2013, equation 4): less conservative.
///
/// ```
/// use plyscope_lab::stats::{mcnemar_exact, mcnemar_mid_p};
/// // Their example of bronchial hyperresponsiveness, 1 against 7.
/// assert!((mcnemar_exact(1, 7) - 0.0703).abs() < 5e-5);
/// assert!((mcnemar_mid_p(1, 7) - 0.0391).abs() < 5e-5);
/// ```
pub fn mcnemar_mid_p(b: u64, c: u64) -> f64 {
    if b + c == 0 || b == c {
        // With equal counts half of the middle point is on either side.
        return 1.0;
    }
    let half = Binomial::new(0.5, b + c).expect("a half is a probability");
    (mcnemar_exact(b, c) - half.pmf(b.min(c))).min(1.0)
}
