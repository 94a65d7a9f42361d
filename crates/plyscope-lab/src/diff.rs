//! What changed between two runs, and whether it can be chance.
//!
//! Runs with other seeds are independent (Welch's test). Runs of the same experiment and seed share their first
//! trials: the difference of their means then has the variance s^2 (1/n - 1/m), n < m being their trials. Runs of
//! different experiments with one seed may share trials in part; they are compared as if they did not, which
//! finds too little rather than too much where scores go together.
//!
//! Measurements of the same positions, by one player or by two, are compared position by position.

use crate::error::{Error, Result};
use crate::experiment::Experiment;
use crate::measurement::{Estimate, Record, Scored, scores};
use crate::results::{ExperimentResult, LEVEL, Row, Verdict, evaluate, point};
use crate::run::identity;
use crate::stats::{Moments, t_quantile, t_two_sided};
use crate::tally::Tally;
use plyscope::catalogue::Catalogue;
use serde_json::{Value, json};
use std::collections::HashMap;

/// One of two runs.
pub struct Side {
    experiment: Experiment,
    result: ExperimentResult,
    tallies: Vec<Tally>,
    /// What every position was worth to every player, in a measurement; else empty.
    scored: Vec<Scored>,
}

impl Side {
    /// What a run found.
    pub fn new(experiment: Experiment, tallies: Vec<Tally>) -> Result<Self> {
        let result = evaluate(&experiment, &tallies)?;
        let records = tallies.first().map_or(Vec::new(), |tally| {
            let read = |record: &String| serde_json::from_str::<Record>(record).ok();
            tally.records.values().filter_map(read).collect()
        });
        let scored = experiment.study.measured().map_or(Vec::new(), |setup| scores(setup, &records));
        Ok(Side { experiment, result, tallies, scored })
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

/// What a decision was allowed to spend.
fn effort(row: &Row) -> String {
    row.effort.map_or(String::new(), |effort| format!(" {} {}", effort.unit().name, effort.amount()))
}

/// A row's name, with its series named so.
fn what(row: &Row, series: &str) -> String {
    let at = point(row);
    format!("{} {series}{}{}{at}", row.metric, effort(row), if at.is_empty() { "" } else { " " })
}

/// Positions that both runs judged, in the order of the second: where each stands in them. None where most of them differ.
fn common(before: &Side, after: &Side) -> Option<Vec<(usize, usize)>> {
    let there: HashMap<_, usize> =
        before.scored.iter().enumerate().map(|(at, scored)| (&scored.position, at)).collect();
    let found = after.scored.iter().enumerate();
    let found: Vec<(usize, usize)> =
        found.filter_map(|(at, scored)| Some((*there.get(&scored.position)?, at))).collect();
    let fewer = before.scored.len().min(after.scored.len());
    (!found.is_empty() && 2 * found.len() >= fewer).then_some(found)
}

/// Which series of the first run every series of the second is compared with: that of the same name, or the only one.
fn partners(before: &Side, after: &Side, paired: bool) -> Vec<Option<usize>> {
    let (was, is) = (&before.experiment.labels, &after.experiment.labels);
    let alone = paired && was.len() == 1 && is.len() == 1;
    is.iter().map(|label| was.iter().position(|other| other == label).or(alone.then_some(0))).collect()
}

/// The p-value of paired differences: the smallest level at which the interval excludes zero.
fn p_of(differences: &[f64]) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..50 {
        let p = (low + high) / 2.0;
        let at = Estimate::of_differences(differences, 1.0 - p);
        if at.is_positive() || at.is_negative() { high = p } else { low = p }
    }
    high
}

/// How one value changed, before all of them are looked at together.
enum Chance {
    /// Both are exact.
    None,
    /// The standard error of the difference, and its degrees of freedom.
    Error(f64, f64),
    /// The differences, by position.
    Paired(Vec<f64>),
}

/// Compares two runs.
pub fn diff(before: &Side, after: &Side) -> Result<Difference> {
    let same_seed = before.experiment.seed == after.experiment.seed;
    // Titles and claims decide no number.
    let same_text = identity(&before.experiment) == identity(&after.experiment)
        || (before.experiment.text == after.experiment.text && before.experiment.id == after.experiment.id);
    let nested = same_seed && same_text;
    let pairs = common(before, after);
    let partners = partners(before, after, pairs.is_some());
    let mut found = Difference {
        rows: Vec::new(),
        same: 0,
        unmatched: 0,
        claims: Vec::new(),
        relation: match (same_seed, same_text) {
            _ if pairs.is_some() && before.experiment.labels == after.experiment.labels => {
                "the same players on the same positions, compared position by position"
            }
            _ if pairs.is_some() => "different players on the same positions, compared position by position",
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
    let mut chances = Vec::new();
    for (i, row) in after.result.results.iter().enumerate() {
        let columns = after.experiment.columns().max(1);
        let series = i / columns % after.experiment.labels.len().max(1);
        let partner = partners.get(series).copied().flatten();
        let mut rows = before.result.results.iter();
        let partner = partner.and_then(|partner| {
            let label = &before.experiment.labels[partner];
            let name = what(row, label);
            let j = rows.position(|other| other.series == *label && what(other, label) == name)?;
            Some((partner, j, label))
        });
        let Some((partner, j, label)) = partner else {
            found.unmatched += 1;
            continue;
        };
        let name = match *label == row.series {
            true => what(row, label),
            false => what(row, &format!("{label} -> {}", row.series)),
        };
        let ((mut was, var_was, n_was), (mut is, var_is, n_is)) = (before.value(j), after.value(i));
        let chance = match (&pairs, n_was.zip(n_is)) {
            (Some(pairs), _) => {
                let share = |side: &Side, at: usize, series: usize, row: usize| {
                    side.scored[at].shares[series][row % side.experiment.columns().max(1)]
                };
                let each: Vec<[f64; 2]> = pairs
                    .iter()
                    .map(|(a, b)| [share(before, *a, partner, j), share(after, *b, series, i)])
                    .collect();
                let mean = |of: usize| each.iter().map(|pair| pair[of]).sum::<f64>() / each.len() as f64;
                (was, is) = (mean(0), mean(1));
                Chance::Paired(each.iter().map(|[was, is]| is - was).collect())
            }
            (None, Some((n, m))) => {
                let (error, freedom) = standard_error(nested, (var_was, n), (var_is, m));
                Chance::Error(error, freedom)
            }
            (None, None) => Chance::None,
        };
        if was == is {
            found.same += 1;
            continue;
        }
        chances.push(chance);
        found.rows.push(Changed { what: name, before: was, after: is, interval: None, p: None });
    }
    if found.rows.len() + found.same == 0 {
        return Err(Error::Usage(nothing_to_compare(before, after)));
    }
    // As many comparisons as there are values that could differ by chance.
    let comparisons = chances.iter().filter(|chance| !matches!(chance, Chance::None)).count() as f64;
    for (row, chance) in found.rows.iter_mut().zip(chances) {
        let difference = row.after - row.before;
        let level = (1.0 - LEVEL) / comparisons;
        let (p, interval) = match chance {
            Chance::None => continue,
            Chance::Error(error, freedom) => {
                let p = if error > 0.0 { t_two_sided(difference / error, freedom) } else { 0.0 };
                let reach = t_quantile(level / 2.0, freedom) * error;
                (p, (difference - reach, difference + reach))
            }
            Chance::Paired(differences) => {
                let at = Estimate::of_differences(&differences, 1.0 - level);
                (p_of(&differences), (at.low, at.high))
            }
        };
        (row.p, row.interval) = (Some((p * comparisons).min(1.0)), Some(interval));
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

/// Why no value of the one run has a partner in the other.
fn nothing_to_compare(before: &Side, after: &Side) -> String {
    let ids = [&before.experiment.id, &after.experiment.id];
    let efforts = |side: &Side| -> Vec<String> {
        let mut all: Vec<String> = side.result.results.iter().map(effort).collect();
        all.sort();
        all.dedup();
        all
    };
    let measured = [before, after].iter().all(|side| !side.scored.is_empty());
    let (was, is) = (efforts(before), efforts(after));
    let why = match (was.iter().any(|effort| is.contains(effort)), measured) {
        (false, _) => "they spend different things on a decision: measure both with the same --depths, --nodes, --iterations or --evaluations".to_string(),
        (true, true) if common(before, after).is_none() => {
            "the players differ, and so do the positions: measure both with the same --positions, --seed and --trials".into()
        }
        (true, true) => "the players differ, and one of the runs has several: measure one player in each".into(),
        (true, false) => "no series of the one is in the other".into(),
    };
    format!("{} and {} have nothing to compare: {why}", ids[0], ids[1])
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
    use plyscope::cache::Memory;

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

    /// Other seeds learn from other positions: players that learned are told apart from those that did not.
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
