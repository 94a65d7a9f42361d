//! Verdicts: what the numbers say to each claim.

use super::LEVEL;
use crate::experiment::{Claim, Comparison, Experiment, Growth, Place};
use crate::stats::{Contrast, Interval, Moments, holm, mcnemar_mid_p};
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
    /// What came out.
    pub verdict: Verdict,
    /// The numbers.
    pub evidence: String,
    /// Was it expected to be supported?
    pub expected: bool,
    /// Why we think so, where it does not come out as the paper says.
    pub why: String,
}

/// Judges the claims of an experiment.
pub(super) struct Judge<'a> {
    pub(super) experiment: &'a Experiment,
    /// Nothing where values are exact.
    pub(super) tallies: &'a [Tally],
    pub(super) moments: &'a [Moments],
}

/// One comparison of a claim: a contrast, and what it is to exceed.
struct Test {
    point: usize,
    contrast: Contrast,
    /// What it is compared with.
    number: f64,
    what: String,
}

impl Judge<'_> {
    pub(super) fn claim(&self, claim: &Claim) -> Judged {
        let (verdict, evidence) = match &claim.comparison {
            Comparison::Above(pairs, factor) => self.all(&self.tests(pairs, *factor)),
            Comparison::RatioAtMost(pairs, value) => self.ratio_at_most(pairs, *value),
            Comparison::LargerLead(fours) => self.all(&self.leads(fours)),
            Comparison::Exceeds(places, number) => self.all(&self.alone(places, *number)),
            Comparison::Equals(places, number, margin) => self.within(&self.alone(places, *number), *margin),
            Comparison::NotBelow(pairs, margin) => self.not_below(&self.tests(pairs, 1.0), *margin),
            Comparison::Within(pairs, margin) => self.within(&self.tests(pairs, 1.0), *margin),
            Comparison::Crosses(first, second) => {
                let mut tests = self.tests(&[(first.1, first.0)], 1.0);
                tests.extend(self.tests(&[*second], 1.0));
                self.all(&tests)
            }
            Comparison::Grows(growths, exponent, margin) => self.grows(growths, *exponent, *margin),
            Comparison::Scales(fits, exponent, margin) => self.scales(fits, *exponent, *margin),
        };
        Judged {
            id: claim.id.clone(),
            text: claim.text.clone(),
            source: self.experiment.source.clone(),
            verdict,
            evidence,
            expected: claim.expected,
            why: claim.why.clone(),
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

    fn tests(&self, pairs: &[(Place, Place)], factor: f64) -> Vec<Test> {
        let test = |(one, other): &(Place, Place)| {
            let times = if factor == 1.0 { String::new() } else { format!("{factor} x ") };
            Test {
                point: one.point,
                contrast: Contrast { weights: vec![(self.column(one), 1.0), (self.column(other), -factor)] },
                number: 0.0,
                what: format!("{} minus {times}{}", self.name(one), self.name(other)),
            }
        };
        pairs.iter().map(test).collect()
    }

    /// One lead less another.
    fn leads(&self, fours: &[[Place; 4]]) -> Vec<Test> {
        let test = |four: &[Place; 4]| {
            let weights = four.iter().zip([1.0, -1.0, -1.0, 1.0]);
            let lead = |i: usize| format!("{} minus {}", self.name(&four[i]), self.name(&four[i + 1]));
            Test {
                point: four[0].point,
                contrast: Contrast { weights: weights.map(|(place, w)| (self.column(place), w)).collect() },
                number: 0.0,
                what: format!("({}) less ({})", lead(0), lead(2)),
            }
        };
        fours.iter().map(test).collect()
    }

    /// Each place against a number.
    fn alone(&self, places: &[Place], number: f64) -> Vec<Test> {
        let test = |place: &Place| Test {
            point: place.point,
            contrast: Contrast { weights: vec![(self.column(place), 1.0)] },
            number,
            what: format!("{} minus {number}", self.name(place)),
        };
        places.iter().map(test).collect()
    }

    /// McNemar's test where both are right or wrong in every trial, the paired t-test elsewhere.
    fn p(&self, test: &Test) -> f64 {
        if let ([(one, 1.0), (other, -1.0)], Some(tally)) =
            (&test.contrast.weights[..], self.tallies.get(test.point))
            && self.experiment.study.scale().share
            && let Some((only_one, only_other)) = tally.discordant(*one, *other)
        {
            return mcnemar_mid_p(only_one, only_other);
        }
        test.contrast.p(&self.moments[test.point], test.number)
    }

    fn lead(&self, test: &Test) -> f64 {
        test.contrast.moments(&self.moments[test.point]).0 - test.number
    }

    /// Supported if every contrast is above its number, refuted if one is below; Holm over all of them.
    fn all(&self, tests: &[Test]) -> (Verdict, String) {
        let p: Vec<f64> = tests.iter().map(|test| self.p(test)).collect();
        let adjusted = holm(&p);
        let sure = |i: usize| adjusted[i] < 1.0 - LEVEL || self.exact(&tests[i]);
        let verdict = if (0..tests.len()).all(|i| self.lead(&tests[i]) > 0.0 && sure(i)) {
            Verdict::Supported
        } else if (0..tests.len()).any(|i| sure(i) && self.lead(&tests[i]) <= 0.0) {
            Verdict::Refuted
        } else {
            Verdict::Undecided
        };
        (verdict, self.evidence(tests, verdict, 0.0))
    }

    fn exact(&self, test: &Test) -> bool {
        self.moments[test.point].n.is_none()
    }

    /// Supported if no contrast can be below minus the margin; refuted if one is below zero by more than it.
    fn not_below(&self, tests: &[Test], margin: f64) -> (Verdict, String) {
        let intervals = self.intervals(tests);
        let verdict = decided(&intervals, |at| at.low > -margin, |at| at.high < -margin);
        (verdict, self.evidence(tests, verdict, -margin))
    }

    /// Supported if no contrast can be further from its number than the margin. What is exact may differ by
    /// just the margin.
    fn within(&self, tests: &[Test], margin: f64) -> (Verdict, String) {
        let intervals = self.intervals(tests);
        let inside = |at: &Interval| {
            (at.low > -margin && at.high < margin) || at.low.abs().max(at.high.abs()) <= margin
        };
        let verdict = decided(&intervals, inside, |at| at.high < -margin || at.low > margin);
        (verdict, self.evidence(tests, verdict, margin))
    }

    /// Is every ratio of means below a number, by the interval of the ratio?
    fn ratio_at_most(&self, pairs: &[(Place, Place)], value: f64) -> (Verdict, String) {
        let level = 1.0 - (1.0 - LEVEL) / pairs.len().max(1) as f64;
        let ratio = |(one, other): &(Place, Place)| {
            self.moments[one.point].ratio(self.column(one), self.column(other), level)
        };
        let Some(ratios) = pairs.iter().map(ratio).collect::<Option<Vec<_>>>() else {
            return (Verdict::Undecided, "the ratio of means has no interval".into());
        };
        let intervals: Vec<Interval> = ratios.iter().map(|(_, interval)| *interval).collect();
        let verdict = decided(&intervals, |at| at.high <= value, |at| at.low > value);
        let largest = (0..pairs.len()).max_by(|a, b| ratios[*a].0.total_cmp(&ratios[*b].0));
        let Some(i) = largest else { return (verdict, "nothing was compared".into()) };
        let ((ratio, interval), (one, other)) = (ratios[i], pairs[i]);
        let of = if pairs.len() > 1 { format!("largest of {}: ", pairs.len()) } else { String::new() };
        let evidence = format!(
            "{of}{} over {}: {ratio:.4} [{:.4}, {:.4}]{}",
            self.name(&one),
            self.experiment.labels[other.series],
            interval.low,
            interval.high,
            trials(&self.moments[one.point])
        );
        (verdict, evidence)
    }

    /// The exponents of growth, from the interval of the ratio of means.
    fn grows(&self, growths: &[Growth], exponent: f64, margin: f64) -> (Verdict, String) {
        let level = 1.0 - (1.0 - LEVEL) / growths.len().max(1) as f64;
        let mut exponents = Vec::new();
        for growth in growths {
            let moments = &self.moments[growth.from.point];
            let ratio = moments.ratio(self.column(&growth.to), self.column(&growth.from), level);
            let Some((ratio, interval)) = ratio.filter(|(_, interval)| interval.low > 0.0) else {
                return (Verdict::Undecided, "the ratio of means has no interval".into());
            };
            let of = |ratio: f64| ratio.ln() / growth.unit;
            exponents.push((of(ratio), Interval { low: of(interval.low), high: of(interval.high) }));
        }
        let intervals: Vec<Interval> = exponents.iter().map(|(_, interval)| *interval).collect();
        let inside = |at: &Interval| at.low >= exponent - margin && at.high <= exponent + margin;
        let outside = |at: &Interval| at.high < exponent - margin || at.low > exponent + margin;
        let verdict = decided(&intervals, inside, outside);
        let far = |i: &usize| (exponents[*i].0 - exponent).abs();
        let furthest = (0..exponents.len()).max_by(|a, b| far(a).total_cmp(&far(b)));
        let Some(i) = furthest else { return (verdict, "nothing was compared".into()) };
        let ((value, interval), growth) = (exponents[i], &growths[i]);
        let evidence = format!(
            "furthest of {}: from {} to depth {}: exponent {value:.4} [{:.4}, {:.4}]{}",
            growths.len(),
            self.name(&growth.from),
            self.experiment.depth(growth.to.depth).unwrap_or(0),
            interval.low,
            interval.high,
            trials(&self.moments[growth.from.point])
        );
        (verdict, evidence)
    }

    /// Simultaneous intervals (Bonferroni) of the contrasts less their numbers.
    fn intervals(&self, tests: &[Test]) -> Vec<Interval> {
        let level = 1.0 - (1.0 - LEVEL) / tests.len().max(1) as f64;
        let interval = |test: &Test| {
            let interval = test.contrast.interval(&self.moments[test.point], level);
            Interval { low: interval.low - test.number, high: interval.high - test.number }
        };
        tests.iter().map(interval).collect()
    }

    /// The comparison that decides: the one with the smallest lead; and, undecided, how many trials would do.
    fn evidence(&self, tests: &[Test], verdict: Verdict, from: f64) -> String {
        let intervals = self.intervals(tests);
        let order = |a: &usize, b: &usize| self.lead(&tests[*a]).total_cmp(&self.lead(&tests[*b]));
        let Some(weakest) = (0..tests.len()).min_by(order) else { return "nothing was compared".into() };
        let (test, interval) = (&tests[weakest], intervals[weakest]);
        let moments = &self.moments[test.point];
        let mut text = format!("{}: {}", test.what, signed(self.lead(test)));
        if moments.n.is_some() {
            text.push_str(&format!(" [{}, {}]", signed(interval.low), signed(interval.high)));
        }
        text.push_str(&trials(moments));
        if tests.len() > 1 {
            text = format!("least of {}: {text}", tests.len());
        }
        if let (Verdict::Undecided, Some(n)) = (verdict, moments.n) {
            match test.contrast.trials_to_tell(moments, from + test.number, LEVEL) {
                Some(needed) => {
                    text.push_str(&format!("; about {} trials would decide it", needed.max(n + 1)))
                }
                None => text.push_str("; no number of trials would decide it"),
            }
        }
        text
    }
}

/// ", so many trials", or that it is exact.
pub(super) fn trials(moments: &Moments) -> String {
    moments.n.map_or(", exact".into(), |n| format!(", {n} trials"))
}

pub(super) fn decided(
    intervals: &[Interval],
    holds: impl Fn(&Interval) -> bool,
    fails: impl Fn(&Interval) -> bool,
) -> Verdict {
    if intervals.iter().all(holds) {
        Verdict::Supported
    } else if intervals.iter().any(fails) {
        Verdict::Refuted
    } else {
        Verdict::Undecided
    }
}

/// With its sign, and no minus before a zero.
fn signed(number: f64) -> String {
    let text = format!("{number:+.4}");
    if text == "-0.0000" { "+0.0000".into() } else { text }
}
