//! Verdicts on exponents that are fitted over several depths.

use super::LEVEL;
use super::judge::{Judge, Verdict, decided, trials};
use crate::experiment::Place;
use crate::stats::{Interval, fitted_power};

impl Judge<'_> {
    /// Does every one of the fits have the exponent, within the margin? A fit is a series and another, depth by depth.
    pub(super) fn scales(
        &self,
        fits: &[Vec<(Place, Place)>],
        exponent: f64,
        margin: f64,
    ) -> (Verdict, String) {
        let level = 1.0 - (1.0 - LEVEL) / fits.len().max(1) as f64;
        let (mut intervals, mut texts) = (Vec::new(), Vec::new());
        for fit in fits {
            let columns: Vec<(usize, usize)> =
                fit.iter().map(|(one, other)| (self.column(one), self.column(other))).collect();
            let (Some((first, _)), Some((last, _))) = (fit.first(), fit.last()) else { continue };
            let Some((value, at)) = fitted_power(&self.moments[first.point], &columns, level) else {
                return (Verdict::Undecided, "there is no line to fit".into());
            };
            intervals.push(at);
            let to = self.experiment.depth(last.depth).unwrap_or(0);
            texts.push(format!(
                "from {} to {to}: {value:.4} [{:.4}, {:.4}]",
                self.name(first),
                at.low,
                at.high
            ));
        }
        let inside = |at: &Interval| at.low >= exponent - margin && at.high <= exponent + margin;
        let outside = |at: &Interval| at.high < exponent - margin || at.low > exponent + margin;
        let moments = fits.first().and_then(|fit| fit.first()).map(|(one, _)| &self.moments[one.point]);
        let evidence = format!("exponent {}{}", texts.join("; "), moments.map_or(String::new(), trials));
        (decided(&intervals, inside, outside), evidence)
    }
}
