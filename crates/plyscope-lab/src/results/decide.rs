//! From estimates to a verdict: one rule for all comparisons.
//!
//! A claim makes several estimates, each with an interval, and wants all of them in one region. The intervals hold together
//! with a probability of 95% (Bonferroni), and at every number of trials ([`Sample::always`](crate::stats::Sample::always)): a
//! verdict is as sure after adding trials until there is one as after a single look. *Supported*: all intervals lie in the
//! region. *Refuted*: one lies wholly outside. *Equal*: those that do neither lie close around its edge, where nothing that
//! matters is left to tell. *Not testable*: they cannot be told from the edge, since no trial differs. *Undecided* otherwise.
//! The interval that is shown is the one that decides: of a supported claim the one that is nearest to an edge, of a refuted one
//! the one that is furthest outside. So the verdict can be read off the shown interval.

use super::judge::Verdict;
use crate::experiment::Region;
use crate::stats::{Interval, critical};

/// In fewer trials that are all alike nothing is seen.
const ALIKE: u64 = 100;

/// A forecast holds nine times in ten: the difference is then not further from what it seems, in standard errors.
const LIKELY: f64 = 1.645;

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
    /// Is it a difference that is none in every single trial?
    pub(super) alike: bool,
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

    /// How many times the claimed effect a value is, both counted from the same number.
    pub(super) fn times(self, value: f64, from: f64) -> Option<f64> {
        let (low, high) = self.ends();
        let limit = if low.is_finite() { low } else { high };
        Some((value - from) / (limit - from)).filter(|times| times.is_finite())
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

    /// Is it settled that an estimate lies at an edge, whichever side of it? Closer than this nothing matters.
    fn touches(self, at: &Interval, zone: f64) -> Option<f64> {
        let (low, high) = self.ends();
        let around = |edge: &f64| at.low >= edge - zone && at.high <= edge + zone;
        [low, high].into_iter().find(around)
    }

    /// From how many to how many trials it probably takes until the interval of an estimate reaches no edge, or settles around
    /// one: intervals shrink like one over the root of the number of trials.
    fn trials_to_tell(self, estimate: &Estimate, zone: f64) -> [f64; 2] {
        let Estimate { value, interval, trials, .. } = estimate;
        let n = trials.unwrap_or(0);
        let (low, high) = self.ends();
        let needed = |edge: f64| {
            let half = if edge < *value { value - interval.low } else { interval.high - value };
            let (seems, error) = ((value - edge).abs(), LIKELY * half / critical(n, super::LEVEL));
            let (nearest, furthest) = ((seems - error).max(0.0), seems + error);
            let until = |distance: f64| n as f64 * (half / distance.max(0.0)).powi(2);
            let settled = |distance: f64| until(zone - distance);
            // The further it is the sooner it is told apart, and the later it settles.
            let last = match zone / 2.0 {
                middle if nearest >= middle => until(nearest),
                middle if furthest <= middle => settled(furthest),
                middle => until(middle),
            };
            [until(furthest).min(settled(nearest)), last]
        };
        let edges = [low, high].into_iter().filter(|edge| edge.is_finite());
        edges.map(needed).fold([0.0; 2], |all, one| [all[0].max(one[0]), all[1].max(one[1])])
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
    /// There is no estimate.
    pub(super) fn none((verdict, why): (Verdict, &str)) -> Self {
        Decision { verdict, evidence: why.into(), shown: None }
    }
}

/// Is every estimate in the region? `said` is what the region is, for people, where the estimates do not say it; what is closer
/// than `zone` to its edge is equal to it.
pub(super) fn decide(estimates: Vec<Estimate>, region: Region, said: &str, zone: f64) -> Decision {
    let open: Vec<&Estimate> =
        estimates.iter().filter(|estimate| !region.holds(&estimate.interval)).collect();
    let alike = |estimate: &&Estimate| estimate.alike && estimate.trials.is_some_and(|n| n >= ALIKE);
    let at_zero = matches!(region, Region::Above(0.0) | Region::Below(0.0));
    let touching = |estimate: &&Estimate| region.touches(&estimate.interval, zone).is_some();
    let verdict = match open.as_slice() {
        [] => Verdict::Supported,
        open if open.iter().any(|estimate| region.fails(estimate)) => Verdict::Refuted,
        open if at_zero && open.iter().all(alike) => Verdict::NotTestable,
        open if zone > 0.0 && open.iter().all(touching) => Verdict::Equal,
        _ => Verdict::Undecided,
    };
    let weakest = match verdict {
        Verdict::Refuted => estimates
            .iter()
            .filter(|estimate| region.fails(estimate))
            .max_by(|a, b| region.distance(&a.interval).total_cmp(&region.distance(&b.interval))),
        _ => estimates.iter().min_by(|a, b| region.slack(&a.interval).total_cmp(&region.slack(&b.interval))),
    };
    let Some(shown) = weakest else { return Decision::none((Verdict::NotTestable, "nothing was compared")) };
    let mut evidence = String::new();
    if estimates.len() > 1 {
        evidence.push_str(&format!("weakest of {}: ", estimates.len()));
    }
    evidence.push_str(&shown.text(region));
    if !said.is_empty() {
        evidence.push_str(&format!("; {said}"));
    }
    evidence.push_str(&shown.note);
    match verdict {
        Verdict::Equal => {
            let edge = region.touches(&shown.interval, zone).unwrap_or(0.0) + 0.0; // never -0
            evidence.push_str(&format!("; within {zone} of {edge}, the claim's limit"));
        }
        Verdict::NotTestable => evidence.push_str("; no trial differs"),
        Verdict::Undecided => {
            evidence.push_str(&forecast(&estimates, region, zone, shown.trials.unwrap_or(0)))
        }
        Verdict::Supported | Verdict::Refuted => {}
    }
    let shown = Some(shown.clone());
    Decision { verdict, evidence, shown }
}

/// How many trials would decide it: one that seems to be outside refutes it, else all are to be inside.
fn forecast(estimates: &[Estimate], region: Region, zone: f64, trials: u64) -> String {
    let seems_outside = |estimate: &&Estimate| {
        let value = Interval { low: estimate.value, high: estimate.value };
        region.distance(&value) > 0.0
    };
    let needed = |estimate: &Estimate| region.trials_to_tell(estimate, zone);
    let refuting = estimates.iter().filter(seems_outside).map(needed);
    let both = |a: [f64; 2], b: [f64; 2], of: fn(f64, f64) -> f64| [of(a[0], b[0]), of(a[1], b[1])];
    let [least, most] = refuting.reduce(|a, b| both(a, b, f64::min)).unwrap_or_else(|| {
        let open = estimates.iter().filter(|estimate| !region.holds(&estimate.interval));
        open.map(needed).fold([0.0; 2], |a, b| both(a, b, f64::max))
    });
    let least = rounded(least, f64::floor).max(trials as f64 + 1.0);
    match rounded(most, f64::ceil) {
        most if most < 1e12 => format!("; probably decided by {least} to {} trials", most.max(least + 1.0)),
        _ if least < 1e12 => format!("; probably more than {least} trials would be needed"),
        _ => String::new(),
    }
}

/// To two digits.
fn rounded(number: f64, to: fn(f64) -> f64) -> f64 {
    let unit = 10f64.powi((number.max(1.0).log10().floor() as i32 - 1).max(0));
    to(number / unit) * unit
}

impl Estimate {
    /// One that is no difference, and of which nothing else is said.
    pub(super) fn unsigned(what: String, value: f64, interval: Interval, trials: Option<u64>) -> Self {
        Estimate { what, value, interval, trials, signed: false, alike: false, note: String::new() }
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
            None if self.interval.width() > 0.0 => {
                text.push_str(&format!(", exact within {:.6}", self.interval.width() / 2.0));
            }
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
