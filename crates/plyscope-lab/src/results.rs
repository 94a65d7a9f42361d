//! What a run found: a table of estimates with their intervals, and a verdict for every claim.

use crate::experiment::{Claim, Comparison, Experiment, Place};
use crate::stats::{Contrast, Interval, Moments, holm, mcnemar_mid_p, wilson};
use crate::tally::Tally;
use serde::Serialize;
use std::collections::BTreeMap;

/// The level of all intervals and verdicts.
pub const LEVEL: f64 = 0.95;

/// The result of an experiment: a function of the experiment and its seed, and of nothing else.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ExperimentResult {
    /// The experiment.
    pub id: String,
    /// The seed.
    pub seed: u64,
    /// One row a series, depth and point.
    pub results: Vec<Row>,
    /// One verdict a claim.
    pub claims: Vec<Judged>,
}

/// One estimate.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// The game, with all parameters.
    pub game: String,
    /// The evaluator, with all parameters.
    pub evaluator: String,
    /// The rule.
    pub rule: String,
    /// The search.
    pub search: String,
    /// Plies searched.
    pub depth: u32,
    /// The swept parameters.
    pub point: BTreeMap<String, serde_json::Value>,
    /// What was measured.
    pub metric: &'static str,
    /// How many trials.
    pub trials: u64,
    /// The estimate.
    pub value: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end of its interval.
    pub high: f64,
    /// Mean nodes a search, the root included.
    pub nodes: f64,
    /// The series' label.
    pub series: String,
    /// Accuracy here over accuracy one ply deeper (Nau et al. 2010).
    pub degree_of_pathology: Option<Degree>,
    /// The same two plies deeper: curves zigzag, so verdicts compare depths of one parity.
    pub degree_of_pathology_2: Option<Degree>,
}

/// A degree of pathology: above 1 beyond its interval, deeper is worse.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Degree {
    /// The ratio.
    pub value: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end of its interval.
    pub high: f64,
}

/// What became of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The interval allows nothing else.
    Supported,
    /// The interval excludes it.
    Refuted,
    /// More trials are needed.
    Undecided,
}

/// A claim, judged.
#[derive(Debug, Clone, PartialEq, Serialize)]
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
}

/// Judges what the tallies of all points say.
pub fn evaluate(experiment: &Experiment, tallies: &[Tally]) -> ExperimentResult {
    let moments: Vec<Moments> = tallies.iter().map(Tally::moments).collect();
    let judge = Judge { experiment, tallies, moments: &moments };
    ExperimentResult {
        id: experiment.id.clone(),
        seed: experiment.seed,
        results: rows(experiment, tallies, &moments),
        claims: experiment.claims.iter().map(|claim| judge.claim(claim)).collect(),
    }
}

fn rows(experiment: &Experiment, tallies: &[Tally], moments: &[Moments]) -> Vec<Row> {
    let depths = &experiment.depths;
    let mut rows = Vec::new();
    for ((point, tally), moments) in experiment.points.iter().zip(tallies).zip(moments) {
        for (s, series) in point.series.iter().enumerate() {
            for (d, depth) in depths.iter().enumerate() {
                let column = s * depths.len() + d;
                let interval = match tally.successes(column) {
                    Some(right) => wilson(right, tally.trials, LEVEL),
                    None => clamped(moments.interval(column, LEVEL)),
                };
                let degree = |plies: u32| {
                    let deeper = depths.iter().position(|other| *other == depth + plies)?;
                    let (value, interval) = moments.ratio(column, s * depths.len() + deeper, LEVEL)?;
                    Some(Degree { value, low: interval.low, high: interval.high })
                };
                rows.push(Row {
                    game: point.game.name().to_string(),
                    evaluator: series.evaluator.name().to_string(),
                    rule: series.rule_name.clone(),
                    search: series.search.name().to_string(),
                    depth: *depth,
                    point: point.place.iter().map(|(key, value)| (key.clone(), as_json(value))).collect(),
                    metric: "decision-accuracy",
                    trials: tally.trials,
                    value: moments.means[column],
                    low: interval.low,
                    high: interval.high,
                    nodes: tally.nodes[column] as f64 / tally.trials.max(1) as f64,
                    series: series.label.clone(),
                    degree_of_pathology: degree(1),
                    degree_of_pathology_2: degree(2),
                });
            }
        }
    }
    rows
}

/// An accuracy is between 0 and 1.
fn clamped(interval: Interval) -> Interval {
    Interval { low: interval.low.max(0.0), high: interval.high.min(1.0) }
}

fn as_json(value: &str) -> serde_json::Value {
    value.parse::<f64>().map_or_else(|_| value.into(), Into::into)
}

struct Judge<'a> {
    experiment: &'a Experiment,
    tallies: &'a [Tally],
    moments: &'a [Moments],
}

/// One comparison of a claim: a contrast, and what it is to exceed.
struct Test {
    point: usize,
    contrast: Contrast,
    /// The claim holds above this.
    above: f64,
    what: String,
}

impl Judge<'_> {
    fn claim(&self, claim: &Claim) -> Judged {
        let (verdict, evidence) = match &claim.comparison {
            Comparison::Above(pairs, factor) => self.all(&self.tests(pairs, *factor, 0.0)),
            Comparison::NotBelow(pairs, margin) => self.not_below(&self.tests(pairs, 1.0, 0.0), *margin),
            Comparison::Within(pairs, margin) => self.within(&self.tests(pairs, 1.0, 0.0), *margin),
            Comparison::Crosses(first, second) => {
                let mut tests = self.tests(&[(first.1, first.0)], 1.0, 0.0);
                tests.extend(self.tests(&[*second], 1.0, 0.0));
                self.all(&tests)
            }
        };
        Judged {
            id: claim.id.clone(),
            text: claim.text.clone(),
            source: self.experiment.source.clone(),
            verdict,
            evidence,
            expected: claim.expected,
        }
    }

    fn column(&self, place: &Place) -> usize {
        place.series * self.experiment.depths.len() + place.depth
    }

    fn name(&self, place: &Place) -> String {
        let label = &self.experiment.labels[place.series];
        let at = &self.experiment.points[place.point].place;
        let point: String = at.iter().map(|(key, value)| format!(", {key} {value}")).collect();
        format!("{label} at depth {}{point}", self.experiment.depths[place.depth])
    }

    fn tests(&self, pairs: &[(Place, Place)], factor: f64, above: f64) -> Vec<Test> {
        let test = |(one, other): &(Place, Place)| {
            let times = if factor == 1.0 { String::new() } else { format!("{factor} x ") };
            Test {
                point: one.point,
                contrast: Contrast { weights: vec![(self.column(one), 1.0), (self.column(other), -factor)] },
                above,
                what: format!("{} minus {times}{}", self.name(one), self.name(other)),
            }
        };
        pairs.iter().map(test).collect()
    }

    /// McNemar's test where both are right or wrong in every trial, the paired t-test elsewhere.
    fn p(&self, test: &Test) -> f64 {
        let tally = &self.tallies[test.point];
        if let [(one, 1.0), (other, -1.0)] = test.contrast.weights[..]
            && let Some((only_one, only_other)) = tally.discordant(one, other)
        {
            return mcnemar_mid_p(only_one, only_other);
        }
        test.contrast.p(&self.moments[test.point])
    }

    /// Supported if every contrast is above its value, refuted if one is below; Holm over all of them.
    fn all(&self, tests: &[Test]) -> (Verdict, String) {
        let p: Vec<f64> = tests.iter().map(|test| self.p(test)).collect();
        let adjusted = holm(&p);
        let seen: Vec<(f64, bool)> = tests
            .iter()
            .zip(&adjusted)
            .map(|(test, p)| {
                (test.contrast.moments(&self.moments[test.point]).0 - test.above, *p < 1.0 - LEVEL)
            })
            .collect();
        let verdict = if seen.iter().all(|(lead, sure)| *lead > 0.0 && *sure) {
            Verdict::Supported
        } else if seen.iter().any(|(lead, sure)| *lead < 0.0 && *sure) {
            Verdict::Refuted
        } else {
            Verdict::Undecided
        };
        (verdict, self.evidence(tests, verdict, 0.0))
    }

    /// Supported if no contrast can be below minus the margin; refuted if one is below zero by more than it.
    fn not_below(&self, tests: &[Test], margin: f64) -> (Verdict, String) {
        let intervals = self.intervals(tests);
        let verdict = if intervals.iter().all(|interval| interval.low > -margin) {
            Verdict::Supported
        } else if intervals.iter().any(|interval| interval.high < -margin) {
            Verdict::Refuted
        } else {
            Verdict::Undecided
        };
        (verdict, self.evidence(tests, verdict, -margin))
    }

    fn within(&self, tests: &[Test], margin: f64) -> (Verdict, String) {
        let intervals = self.intervals(tests);
        let verdict = if intervals.iter().all(|interval| interval.low > -margin && interval.high < margin) {
            Verdict::Supported
        } else if intervals.iter().any(|interval| interval.high < -margin || interval.low > margin) {
            Verdict::Refuted
        } else {
            Verdict::Undecided
        };
        (verdict, self.evidence(tests, verdict, margin))
    }

    /// Simultaneous intervals (Bonferroni).
    fn intervals(&self, tests: &[Test]) -> Vec<Interval> {
        let level = 1.0 - (1.0 - LEVEL) / tests.len().max(1) as f64;
        tests.iter().map(|test| test.contrast.interval(&self.moments[test.point], level)).collect()
    }

    /// The comparison that decides: the one with the smallest lead; and, undecided, how many trials would do.
    fn evidence(&self, tests: &[Test], verdict: Verdict, from: f64) -> String {
        let lead = |test: &Test| test.contrast.moments(&self.moments[test.point]).0;
        let intervals = self.intervals(tests);
        let weakest = (0..tests.len()).min_by(|a, b| lead(&tests[*a]).total_cmp(&lead(&tests[*b])));
        let Some(weakest) = weakest else { return "nothing was compared".into() };
        let (test, interval) = (&tests[weakest], intervals[weakest]);
        let moments = &self.moments[test.point];
        let mut text = format!(
            "{}: {:+.4} [{:+.4}, {:+.4}], {} trials",
            test.what,
            lead(test),
            interval.low,
            interval.high,
            moments.n
        );
        if tests.len() > 1 {
            text = format!("least of {}: {text}", tests.len());
        }
        if verdict == Verdict::Undecided {
            match test.contrast.trials_to_tell(moments, from, LEVEL) {
                Some(needed) => {
                    text.push_str(&format!("; about {} trials would decide it", needed.max(moments.n + 1)))
                }
                None => text.push_str("; no number of trials would decide it"),
            }
        }
        text
    }
}

/// The widest interval of all rows.
pub fn widest(result: &ExperimentResult) -> f64 {
    result.results.iter().map(|row| row.high - row.low).fold(0.0, f64::max)
}

/// The rows as CSV.
pub fn csv(result: &ExperimentResult) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let header = [
        "experiment",
        "seed",
        "game",
        "evaluator",
        "rule",
        "search",
        "series",
        "depth",
        "point",
        "metric",
        "trials",
        "value",
        "low",
        "high",
        "nodes",
    ];
    writer.write_record(header).expect("memory takes everything");
    for row in &result.results {
        let point: Vec<String> = row.point.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let record = [
            result.id.clone(),
            result.seed.to_string(),
            row.game.clone(),
            row.evaluator.clone(),
            row.rule.clone(),
            row.search.clone(),
            row.series.clone(),
            row.depth.to_string(),
            point.join(" "),
            row.metric.to_string(),
            row.trials.to_string(),
            row.value.to_string(),
            row.low.to_string(),
            row.high.to_string(),
            row.nodes.to_string(),
        ];
        writer.write_record(record).expect("memory takes everything");
    }
    String::from_utf8(writer.into_inner().expect("memory takes everything")).expect("all fields are text")
}
