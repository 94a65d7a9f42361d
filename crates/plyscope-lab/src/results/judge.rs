//! Verdicts: what the numbers say to each claim.

use super::decide::{Decision, decide};
use crate::experiment::{Claim, Comparison, Estimand, Experiment, Setting, is_own};
use crate::measurement::Gains;
use crate::stats::Moments;
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
}

impl Verdict {
    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Supported => "supported",
            Verdict::Refuted => "refuted",
            Verdict::Undecided => "undecided",
        }
    }
}

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
    /// `ours` where the paper leaves the setting open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setting: Option<Setting>,
    /// What came out.
    pub verdict: Verdict,
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
    /// The number that the paper prints, where the claim is that ours is the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed: Option<f64>,
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
        if self.setting == Some(Setting::Ours) {
            notes.push("The setting is ours: the paper leaves it open.".into());
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
}

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
        let Decision { mut verdict, mut evidence, shown } = self.decision(claim);
        if let Some(given) = given.filter(|given| given.verdict != Verdict::Supported) {
            verdict = Verdict::Undecided;
            let said = given.verdict.name();
            evidence = format!("not applicable, since `{}` is {said}; {evidence}", given.id);
        }
        let sampled = shown.as_ref().filter(|shown| shown.trials.is_some()).map(|shown| shown.interval);
        let setting = self.experiment.setting;
        Judged {
            id: claim.id.clone(),
            text: claim.text.clone(),
            source: self.experiment.source.clone(),
            place: claim.place.clone(),
            ours: claim.ours,
            setting: (setting != Setting::Source).then_some(setting),
            verdict,
            evidence,
            value: shown.map(|shown| shown.value),
            low: sampled.map(|at| at.low),
            high: sampled.map(|at| at.high),
            printed: claim.printed,
            expected: claim.expected,
            why: claim.why.clone(),
            chosen: claim.chosen.clone(),
        }
    }

    fn decision(&self, claim: &Claim) -> Decision {
        let Comparison { estimand, region, said, .. } = &claim.comparison;
        match estimand {
            Estimand::Trends(runs, direction) => self.trend(runs, *direction, *region, said),
            Estimand::Crossing(run) => self.crosses(run, *region, said),
            estimand => match self.estimates(estimand, claim.t_test) {
                Ok(estimates) => decide(estimates, *region, said),
                Err(why) => Decision::none(why),
            },
        }
    }
}
