//! From estimates to a verdict: one rule for all comparisons.
//!
//! A claim makes several estimates, each with an interval, and wants all of them in one region. The intervals hold together
//! with a probability of 95% (Bonferroni). *Supported*: all intervals lie in the region. *Refuted*: one lies wholly outside.
//! *Undecided* otherwise. The interval that is shown is the one that decides: of a supported claim the one that is nearest
//! to an edge, of a refuted one the one that is furthest outside. So the verdict can be read off the shown interval.

use super::judge::Verdict;
use crate::experiment::Region;
use crate::stats::Interval;

/// One estimate of a claim.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Estimate {
    /// What is estimated.
    pub(super) what: String,
    /// The estimate.
    pub(super) value: f64,
    /// Its interval, corrected for the number of estimates of the claim.
    pub(super) interval: Interval,
    /// How many trials; none where it is exact.
    pub(super) trials: Option<u64>,
    /// Is it a difference, shown with its sign?
    pub(super) signed: bool,
    /// What else is said of it.
    pub(super) note: String,
}

impl Region {
    fn ends(self) -> (f64, f64) {
        match self {
            Region::Above(low) | Region::AtLeast(low) => (low, f64::INFINITY),
            Region::Below(high) | Region::AtMost(high) => (f64::NEG_INFINITY, high),
            Region::Within(low, high) => (low, high),
        }
    }

    /// Is the whole interval in it?
    pub(super) fn holds(self, at: &Interval) -> bool {
        let (low, high) = self.ends();
        match self {
            Region::Above(_) => at.low > low,
            Region::Below(_) => at.high < high,
            _ => at.low >= low && at.high <= high,
        }
    }

    /// Is the whole interval outside?
    fn fails(self, estimate: &Estimate) -> bool {
        let ((low, high), at) = (self.ends(), estimate.interval);
        // Of what is sampled, no difference in any trial does not prove that there is none.
        let on_the_edge = estimate.trials.is_none()
            && match self {
                Region::Above(_) => at.high <= low,
                Region::Below(_) => at.low >= high,
                _ => false,
            };
        at.high < low || at.low > high || on_the_edge
    }

    /// How far the interval is from leaving the region; negative where it has left it.
    fn slack(self, at: &Interval) -> f64 {
        let (low, high) = self.ends();
        (at.low - low).min(high - at.high)
    }

    /// How far the interval is outside; negative where it is not.
    fn distance(self, at: &Interval) -> f64 {
        let (low, high) = self.ends();
        (low - at.high).max(at.low - high)
    }

    /// With so many trials the interval of an estimate would reach no edge, if it is what it seems: intervals shrink like
    /// one over the root of the number of trials.
    fn trials_to_tell(self, estimate: &Estimate) -> f64 {
        let Estimate { value, interval, trials, .. } = estimate;
        let (low, high) = self.ends();
        let needed = |edge: f64| {
            let half = if edge < *value { value - interval.low } else { interval.high - value };
            trials.unwrap_or(0) as f64 * (half / (value - edge)).powi(2)
        };
        let edges = [low, high].into_iter().filter(|edge| edge.is_finite());
        // No width on the very edge is no number: nothing tells it apart.
        edges.map(needed).map(|n| if n.is_nan() { f64::INFINITY } else { n }).fold(0.0, f64::max)
    }
}

/// What the estimates say, and which of them says it.
pub(super) struct Decision {
    pub(super) verdict: Verdict,
    pub(super) evidence: String,
    /// The estimate that is shown.
    pub(super) shown: Option<Estimate>,
}

impl Decision {
    /// Nothing could be compared.
    pub(super) fn none(why: &str) -> Self {
        Decision { verdict: Verdict::Undecided, evidence: why.into(), shown: None }
    }
}

/// Is every estimate in the region? `said` is what the region is, for people, where the estimates do not say it.
pub(super) fn decide(estimates: Vec<Estimate>, region: Region, said: &str) -> Decision {
    let verdict = if estimates.iter().all(|estimate| region.holds(&estimate.interval)) {
        Verdict::Supported
    } else if estimates.iter().any(|estimate| region.fails(estimate)) {
        Verdict::Refuted
    } else {
        Verdict::Undecided
    };
    let weakest = match verdict {
        Verdict::Refuted => estimates
            .iter()
            .filter(|estimate| region.fails(estimate))
            .max_by(|a, b| region.distance(&a.interval).total_cmp(&region.distance(&b.interval))),
        _ => estimates.iter().min_by(|a, b| region.slack(&a.interval).total_cmp(&region.slack(&b.interval))),
    };
    let Some(shown) = weakest else { return Decision::none("nothing was compared") };
    let mut evidence = String::new();
    if estimates.len() > 1 {
        evidence.push_str(&format!("weakest of {}: ", estimates.len()));
    }
    evidence.push_str(&shown.text(region));
    if !said.is_empty() {
        evidence.push_str(&format!("; {said}"));
    }
    evidence.push_str(&shown.note);
    if let (Verdict::Undecided, Some(trials)) = (verdict, shown.trials) {
        let needed = needed(&estimates, region);
        match needed < 1e15 {
            true => evidence.push_str(&format!(
                "; about {} trials would decide it",
                (needed.ceil() as u64).max(trials + 1)
            )),
            false => evidence.push_str("; no number of trials would decide it"),
        }
    }
    let shown = Some(shown.clone());
    Decision { verdict, evidence, shown }
}

/// How many trials would decide it: one that seems to be outside refutes it, else all are to be inside.
fn needed(estimates: &[Estimate], region: Region) -> f64 {
    let seems_outside = |estimate: &&Estimate| {
        let value = Interval { low: estimate.value, high: estimate.value };
        region.distance(&value) > 0.0
    };
    let refuting = estimates.iter().filter(seems_outside).map(|estimate| region.trials_to_tell(estimate));
    match refuting.reduce(f64::min) {
        Some(least) => least,
        None => {
            let open = estimates.iter().filter(|estimate| !region.holds(&estimate.interval));
            open.map(|estimate| region.trials_to_tell(estimate)).fold(0.0, f64::max)
        }
    }
}

impl Estimate {
    /// One that is no difference, and of which nothing else is said.
    pub(super) fn unsigned(what: String, value: f64, interval: Interval, trials: Option<u64>) -> Self {
        Estimate { what, value, interval, trials, signed: false, note: String::new() }
    }

    /// What it is, its value, interval and trials.
    fn text(&self, region: Region) -> String {
        let number = |number: f64| self.number(number, region);
        let mut text = format!("{}: {}", self.what, number(self.value));
        match self.trials {
            Some(trials) => text.push_str(&format!(
                " [{}, {}], {trials} trials",
                number(self.interval.low),
                number(self.interval.high)
            )),
            None => text.push_str(", exact"),
        }
        text
    }

    /// With four decimals, or as many as it takes to see on which side of an edge it is.
    fn number(&self, number: f64, region: Region) -> String {
        let (low, high) = region.ends();
        let side = |number: f64| [low, high].map(|edge| number.partial_cmp(&edge));
        let text = |decimals: usize| match self.signed {
            true => format!("{number:+.decimals$}"),
            false => format!("{number:.decimals$}"),
        };
        let seen = |text: &String| text.parse::<f64>().is_ok_and(|shown| side(shown) == side(number));
        let shown = (4..=9).map(text).find(seen).unwrap_or_else(|| text(4));
        // No minus before a zero.
        match shown.strip_prefix('-') {
            Some(digits) if !digits.contains(|c: char| ('1'..='9').contains(&c)) && digits != "inf" => {
                if self.signed { format!("+{digits}") } else { digits.into() }
            }
            _ => shown,
        }
    }
}
