//! The best of n candidates by scores that are sometimes misleading: a tree of MAX nodes only.
//!
//! A candidate is correct with probability p. Scores of correct candidates are normal around a gap with standard deviation 1,
//! those of incorrect ones normal around 0 with a spread of their own; the candidate with the highest score is taken. With
//! equal spreads more candidates always help where the gap is positive. With a wider spread among the incorrect ones the
//! highest score of many is sooner or later theirs: the best of n rises and falls again, to 0. That, and not noise as such,
//! takes the place of the papers' nodes of type D, which such a tree has none of.

use crate::error::{Error, Result};
use crate::key::normal_probability;

/// Candidates and their scores.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BestOfN {
    correct: f64,
    gap: f64,
    spread: f64,
}

/// How far from the mean a score of a correct candidate may be; beyond is less than 1e-22 of them.
const FAR: f64 = 10.0;

/// Steps of the quadrature a standard deviation, of whichever scores vary less.
const STEPS: f64 = 150.0;

/// The maximum is looked for up to two to this power.
const DOUBLINGS: u32 = 50;

impl BestOfN {
    /// With a share of correct candidates, the mean of their scores, and the standard deviation of incorrect ones.
    ///
    /// ```
    /// use plyscope::theory::best_of_n::BestOfN;
    /// let [equal, wider] = [BestOfN::new(0.3, 1.0, 1.0)?, BestOfN::new(0.3, 1.0, 1.3)?];
    /// assert_eq!(format!("{:.3} {:.3}", equal.accuracy(64), wider.accuracy(64)), "0.816 0.494");
    /// # Ok::<(), plyscope::Error>(())
    /// ```
    pub fn new(correct: f64, gap: f64, spread: f64) -> Result<Self> {
        let within = |what: &str, value: f64, low: f64, high: f64| match (low..=high).contains(&value) {
            true => Ok(()),
            false => Err(Error::Undefined(format!("{what} is a number from {low} to {high}, not {value}"))),
        };
        within("the share of correct candidates", correct, 0.0, 1.0)?;
        within("the gap", gap, -100.0, 100.0)?;
        within("the spread", spread, 0.01, 100.0)?;
        Ok(BestOfN { correct, gap, spread })
    }

    /// The probability that the candidate with the highest score of n is correct.
    pub fn accuracy(&self, n: u64) -> f64 {
        let BestOfN { correct, gap, spread } = *self;
        if n <= 1 || correct == 0.0 || correct == 1.0 {
            return correct;
        }
        // Some correct candidate is at x, and all others are below.
        let density = |x: f64| {
            let z = x - gap;
            let at = correct * libm::exp(-z * z / 2.0) / (2.0 * std::f64::consts::PI).sqrt();
            let above = correct * normal_probability(-z) + (1.0 - correct) * normal_probability(-x / spread);
            n as f64 * at * libm::exp((n - 1) as f64 * libm::log1p(-above))
        };
        // Simpson's rule.
        let steps = (2.0 * FAR * STEPS / spread.min(1.0)) as u32 & !1;
        let width = 2.0 * FAR / f64::from(steps);
        let weight = |step: u32| match step {
            0 => 1.0,
            step if step == steps => 1.0,
            step => 2.0 + 2.0 * f64::from(step % 2),
        };
        let sum: f64 =
            (0..=steps).map(|step| weight(step) * density(gap - FAR + f64::from(step) * width)).sum();
        sum * width / 3.0
    }

    /// The probability that some candidate of n is correct: the best that choosing among them can do.
    pub fn pass(&self, n: u64) -> f64 {
        -libm::expm1(n as f64 * libm::log1p(-self.correct))
    }

    /// What the accuracy comes to with more and more candidates: the wider scores are the highest.
    pub fn limit(&self) -> f64 {
        let BestOfN { correct, gap, spread } = *self;
        let by = |advantage: f64| match advantage.total_cmp(&0.0) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => correct,
        };
        match correct {
            0.0 | 1.0 => correct,
            _ if spread == 1.0 => by(gap + 0.0),
            _ => by(1.0 - spread),
        }
    }

    /// The number of candidates with the highest accuracy, and that accuracy; none where more are always better in the end.
    pub fn maximum(&self) -> Option<(u64, f64)> {
        let at = |n: u64| (n, self.accuracy(n));
        let larger = |a: &(u64, f64), b: &(u64, f64)| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0));
        let (near, best) = (0..=DOUBLINGS).map(|power| at(1 << power)).max_by(larger)?;
        if self.limit() >= best || near == 1 << DOUBLINGS {
            return None;
        }
        // Between its neighbours it rises and then falls.
        let (mut low, mut high) = ((near / 2).max(1), 2 * near);
        while high - low > 2 {
            let third = (high - low) / 3;
            let (left, right) = (low + third, high - third);
            if self.accuracy(left) < self.accuracy(right) { low = left } else { high = right }
        }
        (low..=high).map(at).max_by(larger)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(spread: f64) -> Vec<String> {
        let model = BestOfN::new(0.3, 1.0, spread).unwrap();
        [1, 4, 16, 64, 256, 4096].iter().map(|n| format!("{:.3}", model.accuracy(*n))).collect()
    }

    /// Given with the question, computed elsewhere.
    #[test]
    fn unequal_spreads_make_it_fall() {
        assert_eq!(shown(1.0), ["0.300", "0.519", "0.700", "0.816", "0.884", "0.949"]);
        assert_eq!(shown(1.3), ["0.300", "0.465", "0.514", "0.494", "0.441", "0.292"]);
    }

    /// With two candidates: the correct one of a mixed pair is taken with the probability that one normal number exceeds
    /// another.
    #[test]
    fn two_candidates_in_closed_form() {
        for (p, gap, spread) in [(0.3, 1.0, 1.3), (0.5, -0.5, 0.05), (0.9, 2.0, 40.0)] {
            let ahead = normal_probability(gap / f64::hypot(1.0, spread));
            let expected = p * p + 2.0 * p * (1.0 - p) * ahead;
            let found = BestOfN::new(p, gap, spread).unwrap().accuracy(2);
            assert!((found - expected).abs() < 1e-9, "{p} {gap} {spread}: {found} {expected}");
        }
    }

    #[test]
    fn the_maximum_and_the_limit() {
        let wider = BestOfN::new(0.3, 1.0, 1.3).unwrap();
        let (n, best) = wider.maximum().unwrap();
        assert!(
            (n.saturating_sub(9)..=n + 9).all(|other| wider.accuracy(other.max(1)) <= best + 1e-15),
            "{n}"
        );
        assert_eq!((wider.limit(), BestOfN::new(0.3, 1.0, 1.0).unwrap().maximum()), (0.0, None));
        let limit = |gap, spread| BestOfN::new(0.3, gap, spread).unwrap().limit();
        assert_eq!(
            [limit(1.0, 1.0), limit(0.0, 1.0), limit(-1.0, 1.0), limit(-1.0, 0.9)],
            [1.0, 0.3, 0.0, 1.0]
        );
        // Worthless scores choose at random.
        assert!((BestOfN::new(0.3, 0.0, 1.0).unwrap().accuracy(1000) - 0.3).abs() < 1e-9);
        assert!((wider.pass(2) - 0.51).abs() < 1e-12);
        assert!(BestOfN::new(1.2, 1.0, 1.0).is_err() && BestOfN::new(0.3, f64::NAN, 1.0).is_err());
    }
}
