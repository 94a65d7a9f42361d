//! Verdicts: what the numbers say to each claim.

use super::decide::{Decision, Estimate, decide};
use super::exact::Exact;
use crate::experiment::{Claim, Comparison, Estimand, Experiment, Pair, Place, Setting, is_own};
use crate::measurement::Gains;
use crate::stats::{Interval, Moments};
use crate::tally::Tally;
use serde::{Deserialize, Serialize};

/// What became of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The interval allows nothing else.
    Supported,
    /// The interval excludes it.
    Refuted,
    /// More trials are needed.
    Undecided,
    /// The interval lies so close around the claim's limit that more trials would tell nothing that matters.
    Equal,
    /// There is nothing to test here: what the claim takes for granted is not so, or what it compares is always the same.
    NotTestable,
}

impl Verdict {
    /// All of them, in the order of tables.
    pub const ALL: [Verdict; 5] =
        [Verdict::Supported, Verdict::Refuted, Verdict::Equal, Verdict::NotTestable, Verdict::Undecided];

    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Supported => "supported",
            Verdict::Refuted => "refuted",
            Verdict::Undecided => "undecided",
            Verdict::Equal => "equal",
            Verdict::NotTestable => "not-testable",
        }
    }
}

/// Whose setting a claim was tried in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// The source says it, as far as it matters.
    Given,
    /// The source leaves it open, and we guessed it.
    Guessed,
    /// The reading was chosen because the claim then comes out.
    Fitted,
}

/// An effect this many times the printed one is not from the same setting.
const FAR: f64 = 2.0;

/// A claim, judged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// Its name.
    pub id: String,
    /// The sentence.
    pub text: String,
    /// Where it comes from.
    pub source: String,
    /// Section, figure or table where it stands.
    #[serde(default)]
    pub place: String,
    /// Is the sentence ours, not the paper's?
    #[serde(default)]
    pub ours: bool,
    /// Whose setting it was tried in.
    pub setting: Basis,
    /// What came out.
    pub verdict: Verdict,
    /// Was it decided by values that are computed, not sampled?
    pub exact: bool,
    /// At most as often would so clear a verdict come out wrong by chance; nothing where it is exact, or none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p: Option<f64>,
    /// The numbers.
    pub evidence: String,
    /// The estimate that decides it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The lower end of its interval, corrected for all comparisons of the claim; nothing where it is exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// The upper end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
    /// How many trials it is from; nothing where it is exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trials: Option<u64>,
    /// The number that the paper prints, where the claim is that ours is the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed: Option<f64>,
    /// How many times the printed effect ours is, where the paper says only that it is at least (or at most) so large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<f64>,
    /// Was it expected to be supported?
    pub expected: bool,
    /// Why we think so, where it does not come out as the paper says.
    pub why: String,
    /// The reading was chosen because the sentence then comes out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
}

impl Judged {
    /// What a reader has to know beside the verdict: whose sentence and setting it is, how the reading was chosen, and
    /// where it was not supported, why we think so.
    pub fn remarks(&self) -> Vec<String> {
        // Where the question is one's own, so are all sentences.
        let whose = (self.ours && !is_own(&self.source)).then(|| "The statement is ours.".to_string());
        whose.into_iter().chain(self.notes()).collect()
    }

    /// The same but for whose sentence it is.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.setting == Basis::Guessed {
            notes.push("The setting is ours: the paper leaves it open.".into());
        }
        if let Some(times) = self.effect {
            let far = if times > FAR { "; our setting is probably not theirs" } else { "" };
            notes.push(format!("The effect is {times:.2} times the printed one{far}."));
        }
        notes.extend(self.chosen.as_ref().map(|chosen| format!("Chosen reading: {chosen}")));
        if !self.why.is_empty() && self.verdict != Verdict::Supported {
            notes.push(self.why.clone());
        }
        notes
    }
}

/// Judges the claims of an experiment.
pub(super) struct Judge<'a> {
    pub(super) experiment: &'a Experiment,
    /// Nothing where values are exact.
    pub(super) tallies: &'a [Tally],
    pub(super) moments: &'a [Moments],
    /// What repairs make of a measurement's decisions.
    pub(super) gains: Option<&'a Gains>,
    /// What is computed, where samples do not decide and that is wanted.
    pub(super) exact: Option<&'a Exact>,
    /// How often a verdict may be wrong by chance.
    pub(super) alpha: f64,
}

/// P-values are known up to this factor, and none is smaller than the least.
const FINENESS: f64 = 1.778_279_410_038_922_8;
const LEAST_P: f64 = 1e-10;

impl Judge<'_> {
    /// All claims, in their order.
    pub(super) fn claims(&self) -> Vec<Judged> {
        let mut judged: Vec<Judged> = Vec::new();
        for claim in &self.experiment.claims {
            let given = claim.given.map(|given| &judged[given]);
            let one = self.claim(claim, given);
            judged.push(one);
        }
        judged
    }

    fn claim(&self, claim: &Claim, given: Option<&Judged>) -> Judged {
        let decision = self.decision(claim);
        let p = self.p(claim, &decision);
        let Decision { mut verdict, mut evidence, shown } = decision;
        if let Some(given) = given.filter(|given| given.verdict != Verdict::Supported) {
            verdict = match given.verdict {
                Verdict::Undecided => Verdict::Undecided,
                _ => Verdict::NotTestable,
            };
            let said = given.verdict.name();
            evidence = format!("not applicable, since `{}` is {said}; {evidence}", given.id);
        }
        let sampled = shown.as_ref().filter(|shown| shown.trials.is_some()).map(|shown| shown.interval);
        let setting = match (&claim.chosen, self.experiment.setting) {
            (Some(_), _) => Basis::Fitted,
            (None, Setting::Ours) => Basis::Guessed,
            (None, Setting::Source) => Basis::Given,
        };
        let effect = shown.as_ref().filter(|_| !claim.ours).zip(claim.comparison.from);
        let effect = effect.and_then(|(shown, from)| claim.comparison.region.times(shown.value, from));
        Judged {
            id: claim.id.clone(),
            text: claim.text.clone(),
            source: self.experiment.source.clone(),
            place: claim.place.clone(),
            ours: claim.ours,
            setting,
            exact: shown.as_ref().is_some_and(|shown| shown.trials.is_none()),
            p: p.filter(|_| !matches!(verdict, Verdict::Undecided | Verdict::NotTestable)),
            effect,
            verdict,
            evidence,
            trials: shown.as_ref().and_then(|shown| shown.trials),
            value: shown.map(|shown| shown.value),
            low: sampled.map(|at| at.low),
            high: sampled.map(|at| at.high),
            printed: claim.printed,
            expected: claim.expected,
            why: claim.why.clone(),
            chosen: claim.chosen.clone(),
        }
    }

    /// The smallest error at which a claim would still get its verdict, rounded up; nothing where there is no error.
    fn p(&self, claim: &Claim, decision: &Decision) -> Option<f64> {
        decision.shown.as_ref()?.trials?;
        let at = |steps: i32| self.alpha * FINENESS.powi(-steps);
        let same = |steps: i32| {
            let stricter = Judge { alpha: at(steps), exact: None, ..*self };
            stricter.decision(claim).verdict == decision.verdict
        };
        let (mut holds, mut fails) = (0, ((self.alpha / LEAST_P).ln() / FINENESS.ln()) as i32);
        while fails - holds > 1 {
            let middle = (holds + fails) / 2;
            *(if same(middle) { &mut holds } else { &mut fails }) = middle;
        }
        Some(at(holds))
    }

    /// The same estimates with what can be computed in place of what was sampled, where that is closer; nothing where there is
    /// none.
    fn computed(&self, estimand: &Estimand, estimates: Vec<Estimate>) -> Option<Vec<Estimate>> {
        let at = |place: &Place| self.exact?.at(self.experiment, place);
        let found: Vec<Option<(f64, f64)>> = match estimand {
            Estimand::Means(places) => {
                places.iter().map(|place| at(place).map(|at| (at.value, at.within))).collect()
            }
            Estimand::Differences(pairs) => {
                let difference = |(one, other): &Pair| {
                    let (one, other) = (at(one)?, at(other)?);
                    Some((one.value - other.value, one.within + other.within))
                };
                pairs.iter().map(difference).collect()
            }
            _ => return None,
        };
        let closer = |(estimate, found): (Estimate, Option<(f64, f64)>)| match found {
            Some((value, within)) if 2.0 * within < estimate.interval.width() => Estimate {
                value,
                interval: Interval { low: value - within, high: value + within },
                trials: None,
                ..estimate
            },
            _ => estimate,
        };
        found.iter().any(Option::is_some).then(|| estimates.into_iter().zip(found).map(closer).collect())
    }

    fn decision(&self, claim: &Claim) -> Decision {
        let Comparison { estimand, region, said, .. } = &claim.comparison;
        let zone = claim.comparison.zone(self.experiment.study.scale().share);
        match estimand {
            Estimand::Trends(runs, direction) => self.trend(runs, *direction, *region, said, zone),
            Estimand::Crossing(run) => self.crosses(run, *region, said),
            estimand => match self.estimates(estimand, claim.t_test) {
                Ok(estimates) => {
                    let sampled = decide(estimates.clone(), *region, said, zone);
                    match sampled.verdict {
                        Verdict::Undecided | Verdict::Equal => {
                            let computed = self.computed(estimand, estimates);
                            computed.map_or(sampled, |estimates| decide(estimates, *region, said, zone))
                        }
                        _ => sampled,
                    }
                }
                Err(why) => Decision::none(why),
            },
        }
    }
}
