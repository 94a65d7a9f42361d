//! Verdicts on exponents: of growth with depth, and of one series beside another.

use super::decide::{Decision, Estimate, Region, decide};
use super::judge::{Judge, simultaneous};
use crate::experiment::{Growth, Pair};
use crate::stats::{Interval, fitted_power};

impl Judge<'_> {
    /// Does everything grow with the exponent, within the margin? By the interval of the ratio of means.
    pub(super) fn grows(&self, growths: &[Growth], exponent: f64, margin: f64) -> Decision {
        let level = simultaneous(growths.len());
        let estimate = |growth: &Growth| -> Option<Estimate> {
            let moments = &self.moments[growth.from.point];
            let ratio = moments.ratio(self.column(&growth.to), self.column(&growth.from), level);
            let (ratio, interval) = ratio.filter(|(_, interval)| interval.low > 0.0)?;
            let of = |ratio: f64| ratio.ln() / growth.unit;
            let to = self.experiment.depth(growth.to.depth).unwrap_or(0);
            Some(Estimate {
                what: format!("exponent from {} to depth {to}", self.name(&growth.from)),
                value: of(ratio),
                interval: Interval { low: of(interval.low), high: of(interval.high) },
                trials: moments.n,
                signed: false,
                note: String::new(),
            })
        };
        match growths.iter().map(estimate).collect::<Option<_>>() {
            Some(estimates) => exponents(estimates, exponent, margin),
            None => Decision::none("the ratio of means has no interval"),
        }
    }

    /// Does every one of the fits have the exponent, within the margin? A fit is a series and another, depth by depth.
    pub(super) fn scales(&self, fits: &[Vec<Pair>], exponent: f64, margin: f64) -> Decision {
        let level = simultaneous(fits.len());
        let estimate = |fit: &Vec<Pair>| -> Option<Estimate> {
            let columns: Vec<(usize, usize)> =
                fit.iter().map(|(one, other)| (self.column(one), self.column(other))).collect();
            let ((first, _), (last, _)) = (fit.first()?, fit.last()?);
            let moments = &self.moments[first.point];
            let (value, interval) = fitted_power(moments, &columns, level)?;
            let to = self.experiment.depth(last.depth).unwrap_or(0);
            Some(Estimate {
                what: format!("exponent from {} to {to}", self.name(first)),
                value,
                interval,
                trials: moments.n,
                signed: false,
                note: String::new(),
            })
        };
        match fits.iter().map(estimate).collect::<Option<_>>() {
            Some(estimates) => exponents(estimates, exponent, margin),
            None => Decision::none("there is no line to fit"),
        }
    }
}

fn exponents(estimates: Vec<Estimate>, exponent: f64, margin: f64) -> Decision {
    let claimed = format!("claimed: {exponent} within {margin}");
    decide(estimates, Region::Within(exponent - margin, exponent + margin), &claimed)
}
