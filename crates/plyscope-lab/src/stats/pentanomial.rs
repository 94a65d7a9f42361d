//! Pairs of games: five counts, the score with its interval, and Elo.
//!
//! An opening is played twice with sides exchanged, and the two games are not independent: an opening that favours one
//! side gives a win and a loss. So pairs are what is counted, by how many points of both games the one player takes.
//! Both the interval and the [test](super::Sprt) rest on the distribution that fits the counts best among those with a
//! given mean (Van den Bergh's notes on the tests of chess engines; empirical likelihood, Owen 1988).

use super::{Interval, normal_quantile};

/// What a pair is worth, a game on average, in the order of the counts.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// How many pairs gave 0, 1/2, 1, 3/2 and 2 points of both games together.
///
/// ```
/// use plyscope_lab::stats::Pentanomial;
/// let counts = Pentanomial([1, 2, 10, 4, 3]);
/// assert_eq!(counts.pairs(), 20);
/// assert_eq!(counts.mean(), (0.5 * 2.0 + 10.0 + 1.5 * 4.0 + 2.0 * 3.0) / 40.0); // points of 40 games
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// How many pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean score a game; a half of no games.
    pub fn mean(&self) -> f64 {
        let quarters: u64 = self.0.iter().zip(0..).map(|(count, quarters)| count * quarters).sum();
        if self.pairs() == 0 { 0.5 } else { quarters as f64 / (4 * self.pairs()) as f64 }
    }

    /// The distribution under which the counts are likeliest, among those with this mean, strictly between 0 and 1.
    /// Outcomes that were not seen have no probability, unless the mean cannot be reached without them.
    ///
    /// ```
    /// use plyscope_lab::stats::Pentanomial;
    /// // All of 50 pairs were shared. A mean of .6 needs something better: the best there is, a fifth of the time.
    /// let fitted = Pentanomial([0, 0, 50, 0, 0]).fitted(0.6);
    /// assert!((fitted[2] - 0.8).abs() < 1e-12 && (fitted[4] - 0.2).abs() < 1e-12);
    /// ```
    pub fn fitted(&self, mean: f64) -> [f64; 5] {
        let pairs = self.pairs() as f64;
        let shares = self.0.map(|count| count as f64 / pairs);
        let found = self.mean();
        if found == mean {
            return shares;
        }
        // By Lagrange's rule the probabilities are shares / (1 + slope (score - mean)); the slope has the sign of the
        // distance between the means, and none of the five may be negative, seen or not.
        let (end, extreme) = if found > mean { (1.0 / mean, 0) } else { (-1.0 / (1.0 - mean), 4) };
        let seen = || (0..5).filter(|i| self.0[*i] > 0);
        let bend = |slope: f64, i: usize| 1.0 + slope * (SCORES[i] - mean);
        let pull = |slope: f64| -> f64 {
            seen().map(|i| shares[i] * (SCORES[i] - mean) / bend(slope, i)).sum::<f64>()
        };
        // Nothing was seen at the far end, and what was seen does not reach the mean: the far end has the rest.
        if self.0[extreme] == 0 && pull(end) * (found - mean) >= 0.0 {
            let mut fitted = [0.0; 5];
            seen().for_each(|i| fitted[i] = shares[i] / bend(end, i));
            fitted[extreme] = (1.0 - fitted.iter().sum::<f64>()).max(0.0);
            return fitted;
        }
        // The pull falls with the slope; halving ends where doubles do.
        let (mut near, mut far) = (0.0, end);
        loop {
            let middle = near + (far - near) / 2.0;
            if middle == near || middle == far {
                break;
            }
            if pull(middle) * (found - mean) > 0.0 { near = middle } else { far = middle }
        }
        let mut fitted = [0.0; 5];
        seen().for_each(|i| fitted[i] = shares[i] / bend(near, i));
        fitted
    }

    /// The interval of the mean score: all means that are not further from the one found than chance allows, by the
    /// variance of what fits best with *them* (a score test). Where pairs are only lost or won it is
    /// [Wilson's](super::wilson); where all pairs are alike it is not a point.
    ///
    /// ```
    /// use plyscope_lab::stats::{Pentanomial, wilson};
    /// let (found, known) = (Pentanomial([30, 0, 0, 0, 70]).interval(0.95), wilson(70, 100, 0.95));
    /// assert!((found.low - known.low).abs() < 1e-12 && (found.high - known.high).abs() < 1e-12);
    /// ```
    pub fn interval(&self, level: f64) -> Interval {
        let (pairs, found) = (self.pairs() as f64, self.mean());
        if pairs == 0.0 {
            return Interval { low: 0.0, high: 1.0 };
        }
        let z = normal_quantile((1.0 - level) / 2.0);
        let agrees = |mean: f64| {
            let squares: f64 = self.fitted(mean).iter().zip(SCORES).map(|(p, score)| p * score * score).sum();
            pairs * (found - mean).powi(2) <= z * z * (squares - mean * mean)
        };
        let end = |outside: f64| {
            let (mut inside, mut outside) = (found, outside);
            loop {
                let middle = inside + (outside - inside) / 2.0;
                if middle == inside || middle == outside {
                    return outside;
                }
                if agrees(middle) { inside = middle } else { outside = middle }
            }
        };
        let low = if found == 0.0 { 0.0 } else { end(0.0) };
        let high = if found == 1.0 { 1.0 } else { end(1.0) };
        Interval { low, high }
    }

    /// The variance of a pair's score a game.
    pub fn variance(&self) -> f64 {
        let (pairs, found) = (self.pairs().max(1) as f64, self.mean());
        let squares = self.0.iter().zip(SCORES).map(|(count, score)| *count as f64 * score * score);
        (squares.sum::<f64>() / pairs - found * found).max(0.0)
    }
}

/// The difference in Elo that a score means: 400 log10(s / (1 - s)). Without bounds at 0 and 1.
///
/// ```
/// use plyscope_lab::stats::{elo, score_of_elo};
/// assert!((elo(10.0 / 11.0) - 400.0).abs() < 1e-9); // ten to one
/// assert_eq!((elo(0.5), elo(1.0)), (0.0, f64::INFINITY));
/// assert!((elo(score_of_elo(-35.0)) + 35.0).abs() < 1e-9);
/// ```
pub fn elo(score: f64) -> f64 {
    match score {
        score if score <= 0.0 => f64::NEG_INFINITY,
        score if score >= 1.0 => f64::INFINITY,
        0.5 => 0.0,
        score => 400.0 * libm::log10(score / (1.0 - score)),
    }
}

/// The score that a difference in Elo means.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLES: [[u64; 5]; 8] = [
        [1, 2, 10, 4, 3],
        [0, 5, 80, 15, 0],
        [0, 0, 50, 0, 0],
        [0, 0, 0, 0, 9],
        [7, 0, 0, 0, 0],
        [0, 3, 0, 0, 0],
        [12, 0, 1, 0, 12],
        [400, 900, 4000, 1000, 500],
    ];

    /// It is a distribution, has the mean, and no other near it with that mean makes the counts likelier.
    #[test]
    fn what_fits_best() {
        for counts in EXAMPLES {
            for mean in [0.01, 0.2, 0.45, 0.5, 0.52, 0.7, 0.99] {
                let fitted = Pentanomial(counts).fitted(mean);
                let sum: f64 = fitted.iter().sum();
                let found: f64 = fitted.iter().zip(SCORES).map(|(p, score)| p * score).sum();
                assert!(
                    (sum - 1.0).abs() < 1e-9 && (found - mean).abs() < 1e-9,
                    "{counts:?} {mean}: {fitted:?}"
                );
                let likelihood = |p: &[f64; 5]| -> f64 {
                    let seen = counts.iter().zip(p).filter(|(count, _)| **count > 0);
                    seen.map(|(count, p)| *count as f64 * p.ln()).sum()
                };
                let best = likelihood(&fitted);
                // All directions that keep sum and mean are made of these.
                for [a, b, c] in [[0usize, 1, 2], [1, 2, 3], [2, 3, 4], [0, 2, 4], [0, 1, 4], [0, 3, 4]] {
                    let (x, y) = (SCORES[b] - SCORES[a], SCORES[c] - SCORES[b]);
                    for step in [1e-4, -1e-4] {
                        let mut other = fitted;
                        other[a] += step * y;
                        other[b] -= step * (x + y);
                        other[c] += step * x;
                        if other.iter().all(|p| *p >= 0.0) {
                            assert!(likelihood(&other) <= best + 1e-9, "{counts:?} {mean} {a} {b} {c}");
                        }
                    }
                }
            }
        }
    }

    /// With many pairs it is the normal interval; the ends of the scale are reached only where nothing else was seen.
    #[test]
    fn intervals_at_the_ends_and_with_many_pairs() {
        let many = Pentanomial([400, 900, 4000, 1000, 500]);
        let spread = 1.959_964 * (many.variance() / many.pairs() as f64).sqrt();
        let found = many.interval(0.95);
        assert!((found.low - (many.mean() - spread)).abs() < 1e-4, "{found:?}");
        assert!((found.high - (many.mean() + spread)).abs() < 1e-4, "{found:?}");
        for counts in EXAMPLES {
            let (of, at) = (Pentanomial(counts), Pentanomial(counts).interval(0.95));
            assert!(at.low <= of.mean() && of.mean() <= at.high && at.width() > 0.0, "{counts:?}: {at:?}");
            assert_eq!((at.low == 0.0, at.high == 1.0), (of.mean() == 0.0, of.mean() == 1.0), "{counts:?}");
        }
        // All shared: z^2 / 2 / (n + z^2) on either side, by hand.
        let (z, at) = (1.959_964f64, Pentanomial([0, 0, 50, 0, 0]).interval(0.95));
        let reach = z * z / 2.0 / (50.0 + z * z);
        assert!((at.high - 0.5 - reach).abs() < 1e-6 && (0.5 - at.low - reach).abs() < 1e-6, "{at:?}");
        assert_eq!(Pentanomial::default().interval(0.95), Interval { low: 0.0, high: 1.0 });
    }
}
