//! What changed between two runs, and whether it can be chance.
//!
//! Runs with other seeds are independent (Welch's test). Runs of the same experiment and seed share their first
//! trials: the difference of their means then has the variance s^2 (1/n - 1/m), n < m being their trials. Runs of
//! different experiments with one seed may share trials in part; they are compared as if they did not, which
//! finds too little rather than too much where scores go together.

use crate::error::{Error, Result};
use crate::experiment::Experiment;
use crate::results::{ExperimentResult, LEVEL, Row, Verdict, evaluate, point};
use crate::run::identity;
use crate::stats::{Moments, t_quantile, t_two_sided};
use crate::tally::Tally;
use plyscope::catalogue::Catalogue;
use serde_json::{Value, json};

/// One of two runs.
pub struct Side {
    experiment: Experiment,
    result: ExperimentResult,
    tallies: Vec<Tally>,
}

impl Side {
    /// What a run found.
    pub fn new(experiment: Experiment, tallies: Vec<Tally>) -> Result<Self> {
        let result = evaluate(&experiment, &tallies)?;
        Ok(Side { experiment, result, tallies })
    }

    /// The row, with the variance of a trial and the number of trials; no number where it is exact.
    fn value(&self, row: usize) -> (f64, f64, Option<u64>) {
        let columns = self.experiment.labels.len() * self.experiment.columns();
        let value = self.result.results[row].value;
        let moments: Option<Moments> = self.tallies.get(row / columns).map(Tally::moments);
        let variance = moments.as_ref().map_or(0.0, |m| m.covariance(row % columns, row % columns));
        (value, variance, moments.and_then(|moments| moments.n))
    }
}

/// How two runs differ.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// Values that differ.
    pub rows: Vec<Changed>,
    /// Values that are the same.
    pub same: usize,
    /// Values that only one of the runs has.
    pub unmatched: usize,
    /// Claims with another verdict: the claim, then, now.
    pub claims: Vec<(String, Verdict, Verdict)>,
    /// How the runs hang together, for people.
    pub relation: &'static str,
}

/// A value that differs.
#[derive(Debug, Clone, PartialEq)]
pub struct Changed {
    /// Series, depth and point.
    pub what: String,
    /// In the first run.
    pub before: f64,
    /// In the second run.
    pub after: f64,
    /// The interval of the difference; nothing where both are exact. All intervals together hold with the level.
    pub interval: Option<(f64, f64)>,
    /// The p-value with the same correction (Bonferroni): below one less the level just where the interval excludes
    /// zero. Nothing where both are exact.
    pub p: Option<f64>,
}

impl Changed {
    /// Can it hardly be chance?
    pub fn significant(&self) -> bool {
        self.p.is_none_or(|p| p < 1.0 - LEVEL)
    }
}

/// Does a rule or an evaluator of the run depend on positions that its seed drew?
fn learns(catalogue: &Catalogue, result: &ExperimentResult) -> bool {
    // In matches there are two of each.
    let taught = |row: &Row| {
        let (rules, evaluators) = (row.rule.split(" against "), row.evaluator.split(" against "));
        rules
            .flat_map(|rule| evaluators.clone().map(move |evaluator| (rule, evaluator)))
            .any(|(rule, evaluator)| catalogue.learns(rule, evaluator))
    };
    result.results.iter().any(taught)
}

fn what(row: &Row) -> String {
    let depth = row.depth.map_or(String::new(), |depth| format!(" depth {depth}"));
    let at = point(row);
    format!("{} {}{depth}{}{at}", row.metric, row.series, if at.is_empty() { "" } else { " " })
}

/// Compares two runs.
pub fn diff(before: &Side, after: &Side) -> Result<Difference> {
    if before.experiment.id != after.experiment.id && before.experiment.labels != after.experiment.labels {
        let why = format!("{} and {} have nothing to compare", before.experiment.id, after.experiment.id);
        return Err(Error::Usage(why));
    }
    let same_seed = before.experiment.seed == after.experiment.seed;
    // Titles and claims decide no number.
    let same_text = identity(&before.experiment) == identity(&after.experiment)
        || (before.experiment.text == after.experiment.text && before.experiment.id == after.experiment.id);
    let nested = same_seed && same_text;
    let mut found = Difference {
        rows: Vec::new(),
        same: 0,
        unmatched: 0,
        claims: Vec::new(),
        relation: match (same_seed, same_text) {
            (true, true) => {
                "the same experiment and seed: the smaller run's trials are part of the larger one"
            }
            (true, false) => "different experiments with the same seed, compared as if they shared no trials",
            (false, _) if learns(&after.experiment.catalogue, &after.result) => {
                "different seeds: independent runs. Something here learned from its seed, and intervals hold for what was \
                 learned: a difference beyond chance may be one between lessons"
            }
            (false, _) => "different seeds: independent runs",
        },
    };
    let mut errors = Vec::new();
    for (i, row) in after.result.results.iter().enumerate() {
        let name = what(row);
        let Some(j) = before.result.results.iter().position(|other| what(other) == name) else {
            found.unmatched += 1;
            continue;
        };
        let ((was, var_was, n_was), (is, var_is, n_is)) = (before.value(j), after.value(i));
        if was == is {
            found.same += 1;
            continue;
        }
        let error = n_was.zip(n_is).map(|(n, m)| standard_error(nested, (var_was, n), (var_is, m)));
        errors.push(error);
        found.rows.push(Changed { what: name, before: was, after: is, interval: None, p: None });
    }
    // As many comparisons as there are values that could differ by chance.
    let comparisons = errors.iter().flatten().count() as f64;
    for (row, error) in found.rows.iter_mut().zip(errors) {
        let Some((error, freedom)) = error else { continue };
        let difference = row.after - row.before;
        let p = if error > 0.0 { t_two_sided(difference / error, freedom) } else { 0.0 };
        row.p = Some((p * comparisons).min(1.0));
        let reach = t_quantile((1.0 - LEVEL) / 2.0 / comparisons, freedom) * error;
        row.interval = Some((difference - reach, difference + reach));
    }
    let matched = after.result.results.len() - found.unmatched;
    found.unmatched += before.result.results.len() - matched;
    for claim in &after.result.claims {
        let was = before.result.claims.iter().find(|other| other.id == claim.id);
        if let Some(was) = was.filter(|was| was.verdict != claim.verdict) {
            found.claims.push((claim.text.clone(), was.verdict, claim.verdict));
        }
    }
    Ok(found)
}

/// The standard error of a difference of means, and its degrees of freedom.
fn standard_error(nested: bool, (v, n): (f64, u64), (w, m): (f64, u64)) -> (f64, f64) {
    let (n, m) = (n as f64, m as f64);
    if nested {
        let larger = if n > m { v } else { w };
        return ((larger * (1.0 / n - 1.0 / m).abs()).sqrt(), n.max(m) - 1.0);
    }
    let (a, b) = (v / n, w / m);
    let freedom = (a + b) * (a + b) / (a * a / (n - 1.0).max(1.0) + b * b / (m - 1.0).max(1.0));
    ((a + b).sqrt(), if freedom.is_finite() { freedom.max(1.0) } else { n + m })
}

/// What differs, for scripts.
pub fn data(found: &Difference) -> Value {
    let row = |row: &Changed| {
        json!({
            "value": row.what,
            "before": row.before,
            "after": row.after,
            "difference": row.after - row.before,
            "low": row.interval.map(|(low, _)| low),
            "high": row.interval.map(|(_, high)| high),
            "p": row.p,
            "beyond_chance": row.significant(),
        })
    };
    let claims = found.claims.iter();
    let claims: Vec<Value> = claims
        .map(|(text, was, is)| json!({"text": text, "before": was.name(), "after": is.name()}))
        .collect();
    json!({
        "relation": found.relation,
        "differences": found.rows.iter().map(row).collect::<Vec<_>>(),
        "beyond_chance": found.significant(),
        "same": found.same,
        "in_one_only": found.unmatched,
        "claims": claims,
    })
}

impl Difference {
    /// How many values differ beyond chance.
    pub fn significant(&self) -> usize {
        self.rows.iter().filter(|row| row.significant()).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope::shelf::Memory;

    fn side(seed: u64, trials: u64, error: &str) -> Side {
        side_of("minimax", &format!("artificial(error={error})"), seed, trials)
    }

    fn side_of(rule: &str, evaluator: &str, seed: u64, trials: u64) -> Side {
        let text = format!(
            "title = 't'\nsource = 's'\ngame = 'board-splitting(depth=4)'\ntrials = {trials}\nseed = {seed}\n\
             depths = [1, 2]\n[[series]]\nrule = '{rule}'\nevaluator = '{evaluator}'\n"
        );
        let experiment = Experiment::parse(&Catalogue::built_in(), "t", &text, None).unwrap();
        let study = experiment.study.sampled().unwrap();
        let prepared = study.prepare(&Memory::default()).unwrap();
        let mut tally = study.empty(0);
        for block in 0..trials.div_ceil(64) {
            tally.merge(&prepared.block(0, block, (trials - 64 * block).min(64) as usize).unwrap());
        }
        drop(prepared);
        Side::new(experiment.clone(), vec![tally]).unwrap()
    }

    #[test]
    fn only_what_differs_is_told() {
        let same = diff(&side(1, 500, "0.2"), &side(1, 500, "0.2")).unwrap();
        assert_eq!((same.rows.len(), same.same, same.unmatched), (0, 2, 0));
        let other = diff(&side(1, 3000, "0.1"), &side(2, 3000, "0.3")).unwrap();
        assert!(other.rows.len() == 2 && other.rows.iter().all(Changed::significant), "{other:?}");
    }

    /// Two seeds of one experiment differ by chance: about one time in twenty they seem to differ.
    #[test]
    fn chance_is_seldom_taken_for_a_difference() {
        let mut alarms = 0;
        for seed in 0..60 {
            let found = diff(&side(2 * seed, 400, "0.2"), &side(2 * seed + 1, 400, "0.2")).unwrap();
            alarms += usize::from(found.rows.iter().any(Changed::significant));
        }
        // Binomial(60, .05): more than 9 has a probability below .001.
        assert!(alarms <= 9, "{alarms} of 60");
    }

    /// Other seeds teach other lessons: whoever learned is told apart from whoever did not.
    #[test]
    fn lessons_are_told_from_chance() {
        for (rule, evaluator, learned) in [
            ("minimax", "natural", false),
            ("emm", "natural", false),
            ("emm", "natural(error=table)", true),
            ("product", "natural(calibrate=isotonic)", true),
            ("fused", "artificial(error=0.2)", true),
        ] {
            let [one, other] = [1, 2].map(|seed| side_of(rule, evaluator, seed, 64));
            let relation = diff(&one, &other).unwrap().relation;
            assert_eq!(relation.contains("lessons"), learned, "{rule} {evaluator}: {relation}");
        }
    }

    /// A difference is beyond chance just where its interval excludes zero.
    #[test]
    fn intervals_and_tests_agree() {
        let mut seen = [0, 0];
        for seed in 0..40 {
            let errors = [("0.2", "0.2"), ("0.2", "0.22"), ("0.2", "0.24")][seed as usize % 3];
            let found = diff(&side(2 * seed, 900, errors.0), &side(2 * seed + 1, 900, errors.1)).unwrap();
            for row in &found.rows {
                let (low, high) = row.interval.unwrap();
                let excluded = low > 0.0 || high < 0.0;
                assert_eq!(row.significant(), excluded, "{row:?}");
                seen[usize::from(excluded)] += 1;
            }
        }
        assert!(seen.iter().all(|count| *count > 5), "{seen:?}");
    }

    /// Welch 1938's example is the pooled test when sizes and variances agree; nested runs by hand.
    #[test]
    fn standard_errors_by_hand() {
        let (error, freedom) = standard_error(false, (4.0, 10), (4.0, 10));
        assert!((error - (0.8f64).sqrt()).abs() < 1e-12 && (freedom - 18.0).abs() < 1e-9);
        let (error, _) = standard_error(true, (3.0, 100), (5.0, 400));
        assert!((error - (5.0f64 * (0.01 - 0.0025)).sqrt()).abs() < 1e-12);
    }
}
