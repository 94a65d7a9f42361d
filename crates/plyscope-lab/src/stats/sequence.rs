//! Intervals that hold at all numbers of trials at once (confidence sequences), so that anybody may look at any time, add
//! trials and look again.
//!
//! Of bounded numbers, by betting (Waudby-Smith & Ramdas 2024, "Estimating means of bounded random variables by betting").
//! Who bets the part `b` of a fortune on every trial that a mean is above `m` has after n trials, from 1,
//! `product of (1 + b (x_i - m))`. If the mean is at most `m`, the game is fair or worse, and by Ville's inequality the fortune
//! reaches 2/alpha at any time with a probability of at most alpha/2. Several bets are mixed, so that some are good for few
//! trials and some for many; the mean is where neither side has got that rich. Fortunes fall as `m` rises, so that the values
//! that are left are an interval. Nothing is assumed of the numbers but their ends.
//!
//! We keep sums and sums of squares, from which the fortune is bounded below: around the sample mean
//! `ln(1 + y) >= y - y^2 psi` for `y >= -c`, with `psi = (-ln(1 - c) - c) / c^2` (Fan, Grama & Liu 2015). That costs a few
//! percent of width and makes the interval a function of the sums: the order of trials does not matter.
//!
//! Chosen by width, in standard errors of a share at alpha = .05: betting has 3.8, 3.4, 3.3 and 3.6 at 200, 1,000, 5,000 and
//! 100,000 trials; alpha spent on looks at 2^k trials (alpha / (k (k + 1)) from 64 trials on) 2.4 to 3.6, and is valid at those
//! only. A single look has 1.96.
//!
//! Numbers without ends, such as nodes, have the normal mixture (Robbins 1970; Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas
//! 2024, "Time-uniform central limit theory"), which holds for many trials, widened as Student's t is for few.

use super::{Interval, Moments};

/// How many bets are mixed.
const BETS: i32 = 20;
/// The largest is this part of the fortune, in units of the largest number there is; each is the one before by `STEP`.
const LARGEST: f64 = 0.9;
const STEP: f64 = 1.5;
/// The bet with the largest weight, which is the best one for some thousand trials, and how fast weights fall around it.
const CENTRE: f64 = 5.0;
const SPREAD: f64 = 4.0;
/// Where the normal mixture is tightest, in trials.
const TIGHTEST: f64 = 1000.0;
/// Halvings of an interval's end: the digits of a double.
const HALVINGS: u32 = 52;

/// What some numbers come to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// How many.
    pub n: u64,
    /// Their mean.
    pub mean: f64,
    /// Their variance (with n - 1).
    pub variance: f64,
}

impl Sample {
    /// The interval of the mean that holds at every n; `ends` are the least and the largest that a number can be.
    ///
    /// ```
    /// use plyscope_lab::stats::Sample;
    /// // 900 of 1000: a single look has .880 to .917, and 3.4 standard errors are .032.
    /// let at = Sample { n: 1000, mean: 0.9, variance: 0.09 * 1000.0 / 999.0 }.always(Some([0.0, 1.0]), 0.95);
    /// assert!((at.low - (0.9 - 0.032)).abs() < 0.006 && (at.high - (0.9 + 0.032)).abs() < 0.006, "{at:?}");
    /// ```
    pub fn always(&self, ends: Option<[f64; 2]>, level: f64) -> Interval {
        let Some([low, high]) = ends else {
            let half = critical(self.n, level) * (self.variance.max(0.0) / self.n as f64).sqrt();
            let half = if half.is_nan() { f64::INFINITY } else { half };
            return Interval { low: self.mean - half, high: self.mean + half };
        };
        if self.n == 0 {
            return Interval { low, high };
        }
        let unit = high.max(-low);
        let end = |reach: f64| halved(0.0, reach, |above| self.rich(above, reach, unit, level));
        Interval { low: self.mean - end(self.mean - low), high: self.mean + end(high - self.mean) }
    }

    /// Has a bet that the mean is above one that is `above` below the sample's won 2 / alpha? No number is further below the
    /// sample's mean than `reach`.
    fn rich(&self, above: f64, reach: f64, unit: f64, level: f64) -> bool {
        let n = self.n as f64;
        let spread = (n - 1.0) * self.variance.max(0.0);
        let bets = (0..BETS).map(|k| {
            let weight = (1.0 + (f64::from(k) - CENTRE).abs() / SPREAD).powi(-2);
            (weight, LARGEST / unit * STEP.powi(-k))
        });
        let all: f64 = bets.clone().map(|(weight, _)| weight).sum();
        let goal = libm::log(2.0 / (1.0 - level) * all);
        // Around the sample mean: 1 + b (x - m) = (1 + b above) (1 + bet (x - mean)).
        let fortune = |(weight, bet): (f64, f64)| {
            let won = 1.0 + bet * above;
            let risk = bet * reach / won;
            if risk >= 1.0 {
                return 0.0; // it could lose everything
            }
            let psi = if reach > 0.0 { (-libm::log1p(-risk) - risk) / (reach * reach) } else { 0.0 };
            weight * libm::exp(n * libm::log(won) - spread * psi - goal)
        };
        bets.map(fortune).sum::<f64>() >= 1.0
    }
}

/// Where something begins to hold, between one place where it does not and one where it may.
fn halved(mut no: f64, mut yes: f64, holds: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(no, yes);
        *(if holds(middle) { &mut yes } else { &mut no }) = middle;
    }
    yes
}

/// How many standard errors a mean of numbers without ends is ever off.
pub fn critical(n: u64, level: f64) -> f64 {
    if n < 2 {
        return f64::INFINITY;
    }
    let (x, alpha) = (10.0 * n as f64 / TIGHTEST, 1.0 - level);
    let z = ((1.0 + 1.0 / x) * libm::log((x + 1.0) / (alpha * alpha))).sqrt();
    // Student's t as far out as z (Wallace 1959), which the general inversion does not reach with few degrees of freedom.
    let freedom = (n - 1) as f64;
    let wider = (8.0 * freedom + 3.0) / (8.0 * freedom + 1.0) * z;
    (freedom * libm::expm1(wider * wider / freedom)).sqrt()
}

impl Moments {
    /// The ratio of two means with its interval at every number of trials: all r for which nobody gets rich on
    /// mean(a) - r mean(b). `None` where there is no largest one, since mean(b) may be zero. `bounded`: all values are from 0
    /// to 1.
    pub fn ratio_always(&self, a: usize, b: usize, bounded: bool, level: f64) -> Option<(f64, Interval)> {
        let Some(n) = self.n.filter(|_| bounded) else {
            return self.fieller(a, b, self.n.map_or(0.0, |n| critical(n, level)));
        };
        let ratio = self.means[a] / self.means[b];
        let sample = |r: f64, sign: f64| {
            let variance =
                self.covariance(a, a) - 2.0 * r * self.covariance(a, b) + r * r * self.covariance(b, b);
            Sample { n, mean: sign * (self.means[a] - r * self.means[b]), variance }
        };
        // No value of a - r b is below -r, and none of r b - a below -1.
        let rich = |r: f64, sign: f64, least: f64| {
            let sample = sample(r, sign);
            sample.mean > 0.0 && sample.rich(sample.mean, sample.mean + least, r.max(1.0), level)
        };
        let beyond = (1..64).map(|k| ratio.max(0.5) * 2f64.powi(k)).find(|r| rich(*r, -1.0, 1.0));
        let high = halved(ratio, beyond.filter(|_| ratio.is_finite())?, |r| rich(r, -1.0, 1.0));
        let low = if rich(0.0, 1.0, 0.0) { halved(ratio, 0.0, |r| rich(r, 1.0, r)) } else { 0.0 };
        Some((ratio, Interval { low, high }))
    }
}
