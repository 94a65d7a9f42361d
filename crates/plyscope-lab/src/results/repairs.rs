//! Claims about repairs and steps of a measurement.

use super::decide::{Decision, Estimate, Region, decide};
use super::judge::{Judge, simultaneous};
use crate::experiment::{Mended, Pair, Place, StepShare};
use crate::measurement::Term;
use crate::stats::Interval;

impl Judge<'_> {
    /// Are decisions better with a repair?
    pub(super) fn repaired(&self, places: &[Place], mended: &Mended) -> Decision {
        let (level, than) = (simultaneous(places.len()), mended.than.unwrap_or("no repair"));
        let estimate = |place: &Place| {
            let gains = self.gains?;
            let gain = gains.of(place.series, mended.repair, mended.than, place.depth, level)?;
            Some(Estimate {
                what: format!("{} with {} minus {than}", self.name(place), mended.repair),
                value: gain.value,
                interval: Interval { low: gain.low, high: gain.high },
                trials: Some(gains.trials()),
                signed: true,
                note: String::new(),
            })
        };
        let estimates = places.iter().map(estimate).collect::<Option<Vec<Estimate>>>();
        let Some(estimates) = estimates else { return Decision::none("the repair was not tried") };
        match mended.margin {
            None => decide(estimates, Region::Above(0.0), ""),
            Some(margin) => {
                let said = format!("a loss of up to {margin} counts as none");
                decide(estimates, Region::AtLeast(-margin), &said)
            }
        }
    }

    /// Is more than a share of decisions helped or hurt by every step?
    pub(super) fn steps(&self, steps: &[Pair], share: &StepShare) -> Decision {
        let (term, value, group) = (share.term, share.value, share.group.as_deref());
        let level = simultaneous(steps.len());
        let estimate = |(from, to): &Pair| {
            let gains = self.gains?;
            let (found, trials) = gains.step(from.series, (from.depth, to.depth), term, group, level)?;
            let what = match term {
                Term::Helped => "helped",
                Term::Hurt => "hurt",
                Term::Net => "net",
                Term::Loss => "loss",
                Term::Worse => "worse",
            };
            let within = group.map_or(String::new(), |group| format!(" where there is {group}"));
            Some(Estimate {
                what: format!("{what} from {} to {}{within}", self.name(from), self.name(to)),
                value: found.value,
                interval: Interval { low: found.low, high: found.high },
                trials: Some(trials),
                signed: matches!(term, Term::Net | Term::Loss),
                note: String::new(),
            })
        };
        let estimates = steps.iter().map(estimate).collect::<Option<Vec<Estimate>>>();
        let Some(estimates) = estimates else {
            return Decision::none("nobody judged the decisions, or no trial is in the group");
        };
        match share.margin {
            None => decide(estimates, Region::Above(value), &format!("above {value} is what is claimed")),
            Some(margin) => {
                let said = format!("claimed: {value} within {margin}");
                decide(estimates, Region::Within(value - margin, value + margin), &said)
            }
        }
    }

    /// Is the value further from the outcome at the second of every two places?
    pub(super) fn error_rises(&self, pairs: &[Pair]) -> Decision {
        let level = simultaneous(pairs.len());
        let estimate = |(from, to): &Pair| {
            let gains = self.gains?;
            let found = gains.error_rise(from.series, (from.depth, to.depth), level)?;
            Some(Estimate {
                what: format!("rise of the value's error from {} to {}", self.name(from), self.name(to)),
                value: found.value,
                interval: Interval { low: found.low, high: found.high },
                trials: Some(gains.trials()),
                signed: true,
                note: String::new(),
            })
        };
        let estimates = pairs.iter().map(estimate).collect::<Option<Vec<Estimate>>>();
        let Some(estimates) = estimates else {
            return Decision::none("values are not calibrated, or nobody judged");
        };
        decide(estimates, Region::Above(0.0), "above 0 is what is claimed")
    }
}
