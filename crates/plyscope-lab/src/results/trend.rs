//! Trends and crossings along a swept parameter.
//!
//! Every point of a sweep has a tally of its own. All draw from the same random numbers, so that points go together, but how
//! closely is not known: the difference of two points is taken between the ends of their intervals, which holds for any
//! correlation.

use super::decide::{Decision, Estimate, decide};
use super::estimates::NO_RATIO;
use super::judge::{Judge, Verdict};
use crate::experiment::{Direction, Pair, Place, Region, Run};
use crate::stats::{Contrast, Interval};

impl Judge<'_> {
    /// Does every run go up (or down): the last beyond the first, and no step back out of the region?
    pub(super) fn trend(
        &self,
        runs: &[Run],
        direction: Direction,
        region: Region,
        said: &str,
        zone: f64,
    ) -> Decision {
        let level = self.each(runs.iter().map(Vec::len).sum());
        let (mut ends, mut steps) = (Vec::new(), Vec::new());
        for run in runs {
            let Some(values) = run.iter().map(|at| self.along(at, level)).collect::<Option<Vec<_>>>() else {
                return Decision::none(NO_RATIO);
            };
            let beyond = |from: &Estimate, to: &Estimate| match direction {
                Direction::Rises => difference(to, from),
                Direction::Falls => difference(from, to),
            };
            if let (Some(first), Some(last)) = (values.first(), values.last()) {
                ends.push(beyond(first, last));
            }
            steps.extend(values.windows(2).map(|two| beyond(&two[0], &two[1])));
        }
        let word = match direction {
            Direction::Rises => "rises",
            Direction::Falls => "falls",
        };
        let ends = decide(ends, Region::Above(0.0), &format!("{word} from end to end"), zone);
        let steps = decide(steps, region, said, zone);
        // Both must hold: the one that does not, or else the steps, is shown.
        let (first, second) = match (ends.verdict, steps.verdict) {
            (Verdict::Refuted, _) => (ends, steps),
            (_, Verdict::Refuted) => (steps, ends),
            (Verdict::Undecided, _) => (ends, steps),
            (_, Verdict::Supported) => (ends, steps),
            _ => (steps, ends),
        };
        Decision { evidence: format!("{}. {}", first.evidence, second.evidence), ..first }
    }

    fn along(&self, (one, other): &(Place, Option<Place>), level: f64) -> Option<Estimate> {
        match other {
            Some(other) => self.ratio(one, other, level),
            None => Some(self.mean(one, level)),
        }
    }

    /// Where does the one go from below the other to above it? The confidence set of the place are those values of the
    /// parameter at which the interval of the difference holds zero; between points the ends of intervals are joined by
    /// straight lines.
    pub(super) fn crosses(&self, run: &[(f64, Pair)], region: Region, claimed: &str) -> Decision {
        let at = |(x, (one, other)): &(f64, Pair)| {
            let contrast = Contrast { weights: vec![(self.column(one), 1.0), (self.column(other), -1.0)] };
            let estimate = self.contrast(one.point, &contrast, String::new(), self.each(1), false);
            (*x, estimate.value, estimate.interval)
        };
        let curve: Vec<(f64, f64, Interval)> = run.iter().map(at).collect();
        let (Some(first), Some(last), Some((_, (one, other)))) = (curve.first(), curve.last(), run.first())
        else {
            return Decision::none((Verdict::NotTestable, "nothing was compared"));
        };
        let [a, b] = [one, other].map(|place| &self.experiment.labels[place.series]);
        let trials = self.moments[one.point].n;
        let never = |verdict: Verdict, where_it_is: &str| Decision {
            verdict,
            evidence: format!("{a} is {where_it_is}; {claimed}"),
            shown: None,
        };
        if curve.iter().all(|(_, _, at)| at.low > 0.0) {
            return never(Verdict::Refuted, &format!("above {b} everywhere"));
        }
        if curve.iter().all(|(_, _, at)| at.high < 0.0) {
            return never(Verdict::Refuted, &format!("below {b} everywhere"));
        }
        // It must be surely below at first, and surely above at last.
        let Some(below) = curve.iter().rposition(|(_, _, at)| at.high < 0.0) else {
            return never(Verdict::Undecided, &format!("nowhere significantly below {b}"));
        };
        let Some(above) = curve.iter().position(|(_, _, at)| at.low > 0.0) else {
            return never(Verdict::Undecided, &format!("nowhere significantly above {b}"));
        };
        if below > above {
            let places = (curve[above].0, curve[below].0);
            return never(
                Verdict::Undecided,
                &format!("above {b} at {} and below it at {}", places.0, places.1),
            );
        }
        // From there on the upper ends are above zero, and up to here the lower ends below.
        let low = zero(&curve[below..], |at| at.2.high).unwrap_or(first.0);
        let high = zero(&curve[..=above], |at| at.2.low).unwrap_or(last.0);
        let value = zero(&curve[below..=above], |at| at.1).unwrap_or((low + high) / 2.0);
        let interval = Interval { low, high };
        let estimate = Estimate::unsigned(format!("{a} goes above {b} at"), value, interval, trials);
        decide(vec![estimate], region, claimed, 0.0)
    }
}

/// The one less the other, for any correlation between them.
fn difference(one: &Estimate, other: &Estimate) -> Estimate {
    Estimate {
        what: format!("({}) minus ({})", one.what, other.what),
        value: one.value - other.value,
        interval: Interval {
            low: one.interval.low - other.interval.high,
            high: one.interval.high - other.interval.low,
        },
        signed: true,
        ..one.clone()
    }
}

/// Where a curve goes through zero, upwards, on the line between the last place below and the next.
fn zero(curve: &[(f64, f64, Interval)], height: impl Fn(&(f64, f64, Interval)) -> f64) -> Option<f64> {
    let last = curve.iter().rposition(|at| height(at) < 0.0)?;
    let (from, to) = (&curve[last], curve.get(last + 1)?);
    let part = height(from) / (height(from) - height(to));
    Some(from.0 + part * (to.0 - from.0))
}
