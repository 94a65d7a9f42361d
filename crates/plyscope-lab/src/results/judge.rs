//! Verdicts: what the numbers say to each claim.

use super::LEVEL;
use super::decide::{Decision, Estimate, Region, decide};
use crate::experiment::{Claim, Comparison, Experiment, Pair, Place, Setting, is_own, same_point};
use crate::measurement::Gains;
use crate::stats::{Contrast, Interval, Moments, mcnemar_mid_p, paired_shares, wilson};
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

/// A tolerance for what is computed: values half-way between two printed ones count as either.
const HALF_WAY: f64 = 1e-9;

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
        let tested = |estimates: Vec<Estimate>| decide(estimates, Region::Above(0.0), "");
        match &claim.comparison {
            Comparison::Above(pairs) => tested(self.differences(pairs, claim.t_test)),
            Comparison::MeanAbove(groups) => tested(self.means(groups, claim.t_test)),
            Comparison::AtEqualNodes(places, each, side) => self.at_equal_nodes(places, *each, *side),
            Comparison::LargerLead(fours) => tested(self.leads(fours, claim.t_test)),
            Comparison::RatioAtLeast(pairs, value) => self.ratios(pairs, Region::AtLeast(*value)),
            Comparison::RatioAtMost(pairs, value) => self.ratios(pairs, Region::AtMost(*value)),
            Comparison::RatioWithin(pairs, value, margin) => {
                self.ratios(pairs, Region::Within(value - margin, value + margin))
            }
            Comparison::Exceeds(places, number) => {
                decide(self.alone(places), Region::Above(*number), &format!("claimed: above {number}"))
            }
            Comparison::Equals(places, number, margin) => decide(
                self.alone(places),
                Region::Within(number - margin, number + margin),
                &match margin {
                    0.0 => format!("claimed: {number}"),
                    margin => format!("claimed: {number} within {margin}"),
                },
            ),
            Comparison::NotBelow(pairs, margin) => decide(
                self.differences(pairs, false),
                Region::AtLeast(-margin),
                &match margin {
                    0.0 => "claimed: no loss".into(),
                    margin => format!("losses up to {margin} are ignored"),
                },
            ),
            Comparison::Within(pairs, margin) => decide(
                self.differences(pairs, false),
                Region::Within(-margin, *margin),
                &format!("differences up to {margin} are ignored"),
            ),
            Comparison::Crosses(first, second) => {
                tested(self.differences(&[(first.1, first.0), *second], claim.t_test))
            }
            Comparison::CrossesBetween(run, between) => self.crosses(run, *between),
            Comparison::Trend(runs, direction, margin) => self.trend(runs, *direction, *margin),
            Comparison::Grows(growths, exponent, margin) => self.grows(growths, *exponent, *margin),
            Comparison::Scales(fits, exponent, margin) => self.scales(fits, *exponent, *margin),
            Comparison::Repaired(places, mended) => self.repaired(places, mended),
            Comparison::ErrorRises(pairs) => self.error_rises(pairs),
            Comparison::Steps(steps, share) => self.steps(steps, share),
            Comparison::Printed(place, value, decimals) => self.printed(place, *value, *decimals),
        }
    }

    pub(super) fn column(&self, place: &Place) -> usize {
        self.experiment.column(place.series, place.depth)
    }

    pub(super) fn name(&self, place: &Place) -> String {
        let label = &self.experiment.labels[place.series];
        let effort = self.experiment.efforts.get(place.depth);
        let depth = effort.map_or(String::new(), |effort| format!(" at {effort}"));
        let at = &self.experiment.places[place.point];
        let point: String = at.iter().map(|(key, value)| format!(", {key} {value}")).collect();
        format!("{label}{depth}{point}")
    }

    /// Differences of pairs.
    fn differences(&self, pairs: &[Pair], t_test: bool) -> Vec<Estimate> {
        let level = simultaneous(pairs.len());
        let difference = |(one, other): &Pair| {
            let contrast = Contrast { weights: vec![(self.column(one), 1.0), (self.column(other), -1.0)] };
            let what = format!("{} minus {}", self.name(one), self.name(other));
            let mut estimate = self.contrast(one.point, &contrast, what, level, t_test);
            let tally = self.tallies.get(one.point).filter(|_| self.experiment.study.scale().share);
            // Where all scores are right or wrong, by the counts.
            if let Some(counts) = tally.and_then(|tally| tally.paired(self.column(one), self.column(other))) {
                estimate.interval = paired_shares(counts, level);
                if t_test {
                    let p = probability(mcnemar_mid_p(counts.one, counts.other));
                    estimate.note.push_str(&format!(", McNemar's mid-P {p}"));
                }
            }
            estimate
        };
        pairs.iter().map(difference).collect()
    }

    /// The mean difference of every group. Depths of one point were searched on the same trials; points have trials of
    /// their own, and how they go together is not known, so that their intervals are put together as if they went together
    /// entirely.
    fn means(&self, groups: &[Vec<Pair>], t_test: bool) -> Vec<Estimate> {
        let level = simultaneous(groups.len());
        let mut estimates = Vec::new();
        for group in groups {
            let Some((one, other)) = group.first() else { continue };
            let share = 1.0 / group.len() as f64;
            let labels = [one, other].map(|place| &self.experiment.labels[place.series]);
            let mut what = format!("mean of {} minus {} over {} places", labels[0], labels[1], group.len());
            if same_point(group) {
                let depths = group.iter().filter_map(|pair| self.experiment.depth(pair.0.depth));
                let depths: Vec<String> = depths.map(|depth| depth.to_string()).collect();
                if !depths.is_empty() {
                    what = format!(
                        "mean of {} minus {} over depths {}",
                        labels[0],
                        labels[1],
                        depths.join(", ")
                    );
                }
                let at = &self.experiment.places[one.point];
                what.extend(at.iter().map(|(key, value)| format!(", {key} {value}")));
            }
            let parts = group.chunk_by(|a, b| a.0.point == b.0.point).map(|pairs| {
                let weights = pairs
                    .iter()
                    .flat_map(|(one, other)| [(self.column(one), share), (self.column(other), -share)]);
                let contrast = Contrast { weights: weights.collect() };
                self.contrast(pairs[0].0.point, &contrast, what.clone(), level, t_test && same_point(group))
            });
            estimates.extend(parts.reduce(|sum, part| Estimate {
                value: sum.value + part.value,
                interval: Interval {
                    low: sum.interval.low + part.interval.low,
                    high: sum.interval.high + part.interval.high,
                },
                ..sum
            }));
        }
        estimates
    }

    /// One lead less another.
    fn leads(&self, fours: &[[Place; 4]], t_test: bool) -> Vec<Estimate> {
        let level = simultaneous(fours.len());
        let lead = |four: &[Place; 4]| {
            let weights = four.iter().zip([1.0, -1.0, -1.0, 1.0]);
            let lead = |i: usize| format!("{} minus {}", self.name(&four[i]), self.name(&four[i + 1]));
            let contrast = Contrast { weights: weights.map(|(place, w)| (self.column(place), w)).collect() };
            self.contrast(
                four[0].point,
                &contrast,
                format!("({}) less ({})", lead(0), lead(2)),
                level,
                t_test,
            )
        };
        fours.iter().map(lead).collect()
    }

    /// Means, each alone.
    fn alone(&self, places: &[Place]) -> Vec<Estimate> {
        let level = simultaneous(places.len());
        places.iter().map(|place| self.mean(place, level)).collect()
    }

    /// A mean with its interval: Wilson's where it is a share of right and wrong scores.
    pub(super) fn mean(&self, place: &Place, level: f64) -> Estimate {
        let column = self.column(place);
        let contrast = Contrast { weights: vec![(column, 1.0)] };
        let mut estimate = self.contrast(place.point, &contrast, self.name(place), level, false);
        estimate.signed = false;
        let tally = self.tallies.get(place.point).filter(|_| self.experiment.study.scale().share);
        if let Some((tally, right)) = tally.and_then(|tally| Some((tally, tally.successes(column)?))) {
            estimate.interval = wilson(right, tally.trials, level);
        }
        estimate
    }

    /// A weighted sum of columns at a point.
    pub(super) fn contrast(
        &self,
        point: usize,
        contrast: &Contrast,
        what: String,
        level: f64,
        t_test: bool,
    ) -> Estimate {
        let moments = &self.moments[point];
        let (value, variance) = contrast.moments(moments);
        let note = match moments.n.filter(|n| t_test && *n > 1 && variance > 0.0) {
            Some(n) => {
                let t = value / (variance / n as f64).sqrt();
                let p = probability(contrast.p(moments, 0.0));
                format!("; paired t-test of this alone: t = {t:.2}, {} degrees of freedom, P {p}", n - 1)
            }
            None => String::new(),
        };
        let interval = contrast.interval(moments, level);
        Estimate { what, value, interval, trials: moments.n, signed: true, note }
    }

    /// Ratios of means, by the intervals of ratios.
    fn ratios(&self, pairs: &[Pair], region: Region) -> Decision {
        let level = simultaneous(pairs.len());
        let ratios = pairs.iter().map(|(one, other)| self.ratio(one, other, level)).collect::<Option<_>>();
        let Some(ratios) = ratios else { return Decision::none("the ratio of means has no interval") };
        let claimed = match region {
            Region::Above(value) | Region::AtLeast(value) => format!("claimed: at least {value}"),
            Region::Below(value) | Region::AtMost(value) => format!("claimed: at most {value}"),
            Region::Within(low, high) => format!("claimed: {low:.4} to {high:.4}"),
        };
        decide(ratios, region, &claimed)
    }

    /// A ratio of means; nothing where the divisor may be zero.
    pub(super) fn ratio(&self, one: &Place, other: &Place, level: f64) -> Option<Estimate> {
        let moments = &self.moments[one.point];
        let (value, interval) = moments.ratio(self.column(one), self.column(other), level)?;
        let of = if one.depth == other.depth {
            self.experiment.labels[other.series].clone()
        } else {
            self.name(other)
        };
        let what = format!("{} over {of}", self.name(one));
        Some(Estimate { what, value, interval, trials: moments.n, signed: false, note: String::new() })
    }

    /// Is a mean, rounded, what is printed?
    fn printed(&self, place: &Place, value: f64, decimals: u32) -> Decision {
        let half = 0.5 * 10f64.powi(-(decimals as i32));
        let estimate = self.mean(place, simultaneous(1));
        let slack = if estimate.trials.is_none() { HALF_WAY } else { 0.0 };
        let region = Region::Within(value - half - slack, value + half + slack);
        let decimals = decimals as usize;
        decide(vec![estimate], region, &format!("printed {value:.decimals$}"))
    }
}

/// The level of each of so many intervals that hold together.
pub(super) fn simultaneous(intervals: usize) -> f64 {
    1.0 - (1.0 - LEVEL) / intervals.max(1) as f64
}

/// A P-value as papers print it.
fn probability(p: f64) -> String {
    if p < 1e-4 { "< .0001".into() } else { format!("= {p:.4}") }
}
