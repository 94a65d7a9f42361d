//! What a run found: a table of estimates with their intervals, and a verdict for every claim.

mod decide;
mod estimates;
mod exact;
mod judge;
mod latex;
mod table;
mod text;
mod trend;

pub use judge::{Basis, Judged, Verdict};
pub use latex::latex;
pub use table::{columns, csv, grid, point, units};
pub use text::text;

use crate::error::{Error, Result};
use crate::experiment::{Experiment, Setting};
use crate::matches;
use crate::measurement::{Gains, Measurement, Record, Setup, Stopping};
use crate::stats::{Interval, Moments, wilson};
use crate::study::Extra;
use crate::tally::Tally;
use exact::Exact;
use judge::Judge;
use plyscope::search::{Effort, Unit};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The level of all intervals and verdicts.
pub(crate) const LEVEL: f64 = 0.95;

/// The result of an experiment: a function of the experiment and its seed, and of nothing else.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExperimentResult {
    /// The experiment.
    pub id: String,
    /// The seed.
    pub seed: u64,
    /// `ours` where the paper leaves the setting open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setting: Option<Setting>,
    /// One row a series, depth and point: points outside, then series, then depths.
    pub results: Vec<Row>,
    /// One verdict a claim.
    pub claims: Vec<Judged>,
    /// What a measurement found besides; a file of its own.
    #[serde(skip)]
    pub measurement: Option<Measurement>,
    /// What it was computed from, one a trial.
    #[serde(skip)]
    pub records: Vec<Record>,
    /// What came of a match; a file of its own.
    #[serde(skip)]
    pub played: Option<matches::Found>,
    /// The games of a match as PGN, where programs played them; a file of its own.
    #[serde(skip)]
    pub games: Option<String>,
}

/// One estimate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The game, with all parameters.
    pub game: String,
    /// The evaluator, with all parameters.
    pub evaluator: String,
    /// The rule.
    pub rule: String,
    /// The search.
    pub search: String,
    /// What a decision may spend; nothing where there is no such thing. In files it stands in the column of its unit.
    #[serde(flatten, with = "spending")]
    pub effort: Option<Effort>,
    /// The swept parameters.
    pub point: BTreeMap<String, serde_json::Value>,
    /// What was measured.
    pub metric: String,
    /// How many trials; nothing where the value is exact.
    pub trials: Option<u64>,
    /// The estimate.
    pub value: f64,
    /// The lower end of its interval; nothing where the value is exact.
    pub low: Option<f64>,
    /// The upper end of its interval.
    pub high: Option<f64>,
    /// Mean nodes a search, the root included.
    pub nodes: Option<f64>,
    /// The series' label.
    pub series: String,
    /// The number that the paper prints.
    pub printed: Option<f64>,
    /// Why the printed number must be a misprint.
    pub misprint: Option<String>,
    /// Value over that of the series that the figure divides by.
    pub relative: Option<Degree>,
    /// Value here over value one ply deeper (for accuracies: Nau et al. 2010).
    pub degree_of_pathology: Option<Degree>,
    /// The same two plies deeper: curves zigzag, so verdicts compare depths of one parity.
    pub degree_of_pathology_2: Option<Degree>,
}

impl Row {
    /// Plies searched; nothing where depth is not what is spent.
    pub fn depth(&self) -> Option<u32> {
        self.effort.and_then(Effort::depth)
    }

    /// What is spent of a unit.
    pub fn amount(&self, unit: &Unit) -> Option<u64> {
        self.effort.filter(|effort| effort.unit() == unit).map(Effort::amount)
    }
}

/// An effort in the column of its unit; the column of depths is always there.
mod spending {
    use plyscope::search::{Effort, UNITS};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use serde_json::{Map, Value};

    pub(super) fn serialize<S: Serializer>(effort: &Option<Effort>, to: S) -> Result<S::Ok, S::Error> {
        let mut columns = Map::from_iter([(UNITS[0].column.to_string(), Value::Null)]);
        columns.extend(effort.map(|effort| (effort.unit().column.to_string(), effort.amount().into())));
        columns.serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Effort>, D::Error> {
        let columns: Map<String, Value> = Map::deserialize(from)?;
        Ok(UNITS.iter().find_map(|unit| (unit.of)(columns.get(unit.column)?.as_u64()?)))
    }
}

/// A ratio, such as the degree of pathology: above 1 beyond its interval, deeper is worse.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Degree {
    /// The ratio.
    pub value: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end of its interval.
    pub high: f64,
}

/// Judges what the tallies of all points say.
pub fn evaluate(experiment: &Experiment, tallies: &[Tally]) -> Result<ExperimentResult> {
    let moments: Vec<Moments> = match experiment.study.exact() {
        Some(study) => study.values()?.into_iter().map(Moments::exact).collect(),
        None => tallies.iter().map(Tally::moments).collect(),
    };
    let (measurement, gains, records) = match measurement(experiment, tallies)? {
        Some((measurement, gains, records)) => (Some(measurement), Some(gains), records),
        None => (None, None, Vec::new()),
    };
    let judge = Judge {
        experiment,
        tallies,
        moments: &moments,
        gains: gains.as_ref(),
        exact: Some(&Exact::default()),
        alpha: 1.0 - LEVEL,
    };
    Ok(ExperimentResult {
        id: experiment.id.clone(),
        seed: experiment.seed,
        setting: Some(experiment.setting).filter(|setting| *setting != Setting::Source),
        results: rows(experiment, tallies, &moments),
        claims: judge.claims(),
        measurement,
        records,
        played: experiment
            .study
            .played()
            .zip(tallies.first())
            .map(|(setup, tally)| matches::Found::new(setup, &tally.counts)),
        games: games(experiment, tallies),
    })
}

/// The games of a match that were written down, in order; none where none was.
fn games(experiment: &Experiment, tallies: &[Tally]) -> Option<String> {
    let (_, tally) = experiment.study.played().zip(tallies.first())?;
    let texts = tally.records.values().filter_map(|record| serde_json::from_str::<String>(record).ok());
    Some(texts.collect::<String>()).filter(|games| !games.is_empty())
}

/// What the records of a measurement say, and what claims about repairs are judged by.
fn measurement(
    experiment: &Experiment,
    tallies: &[Tally],
) -> Result<Option<(Measurement, Gains, Vec<Record>)>> {
    let (Some(setup), Some(tally)) = (experiment.study.measured(), tallies.first()) else { return Ok(None) };
    let read = |record: &String| serde_json::from_str::<Record>(record);
    let records = tally.records.values().map(read).collect::<std::result::Result<Vec<Record>, _>>();
    let damaged = |error| Error::Usage(format!("{}: a record is damaged ({error})", experiment.id));
    let records = records.map_err(damaged)?;
    if tally.trials == 0 {
        return Err(nothing_judged(setup, &records));
    }
    // One that ends when it is decided has all the trials that it asked for.
    let ended = setup.comparison == Some(Stopping::Decided);
    let asked = if ended { tally.looked_at() } else { experiment.trials };
    let setup = Setup { asked, always: experiment.most.is_some(), ..setup.clone() };
    let mut found = Measurement::new(&setup, &records);
    if let Extra::Measured(_, game) = experiment.study.extra() {
        found.draw_boards(game);
    }
    let gains = Gains::new(&setup, &records);
    Ok(Some((found, gains, records)))
}

/// Why there is nothing to measure, and what to do about it.
fn nothing_judged(setup: &Setup, records: &[Record]) -> Error {
    let count = |of: fn(&Record) -> u32| records.iter().map(of).sum::<u32>();
    let (trivial, unsolved) = (count(|record| record.trivial), count(|record| record.unsolved));
    let failed = count(|record| record.failed);
    let first = records.iter().find(|record| record.failed > 0).map_or("", |record| &record.failure);
    if failed > 0 && trivial + unsolved == 0 {
        return Error::Usage(format!(
            "{}: there is no decision to judge, because the engine failed wherever it was asked: look at the engine, start it by \
             hand and send it that position; a player, or the engine that judges, failed at {failed}, first: {first}",
            setup.game
        ));
    }
    let truths: Vec<&str> = setup.truths.iter().map(|truth| truth.name.as_str()).collect();
    let truths = truths.join(", ");
    let mut causes = Vec::new();
    if records.is_empty() {
        causes.push("it has no positions; give a source that has some".to_string());
    }
    if unsolved > 0 {
        let advice = match truths.as_str() {
            truth if truth.starts_with("solve") => {
                "give the solver more nodes (--truth 'solve(nodes=...)'), or take positions nearer to the end"
            }
            truth if truth.starts_with("tables") || truth.starts_with("syzygy") => {
                "its tables do not hold such positions: take endings with as few men as it has tables for, or another --truth"
            }
            _ => "take another --truth",
        };
        causes.push(format!("{truths} could not settle {unsolved}; {advice}"));
    }
    if trivial > 0 {
        causes.push(format!("at {trivial} all moves end alike; take positions with more to decide"));
    }
    if failed > 0 {
        causes.push(format!("a player, or the engine that judges, failed at {failed}, first: {first}"));
    }
    if causes.is_empty() {
        causes.push(
            "either the game is over before there is one (take other --positions), or repairs or players learned from all of \
             them (--repairs none)"
                .to_string(),
        );
    }
    Error::Usage(format!(
        "{}: there is no position to decide at in {}: {}",
        setup.game,
        setup.positions,
        causes.join("; ")
    ))
}

fn rows(experiment: &Experiment, tallies: &[Tally], moments: &[Moments]) -> Vec<Row> {
    let study = &experiment.study;
    let share = study.scale().share;
    let mut rows = Vec::new();
    for (p, (place, moments)) in experiment.places.iter().zip(moments).enumerate() {
        for (s, label) in experiment.labels.iter().enumerate() {
            let cell = study.cell(p, s);
            for d in 0..experiment.columns() {
                let column = experiment.column(s, d);
                let tally = tallies.get(p);
                let usual = |tally: &Tally| match tally.successes(column) {
                    Some(right) if share => wilson(right, tally.trials, LEVEL),
                    _ if share => clamped(moments.interval(column, LEVEL)),
                    _ => moments.interval(column, LEVEL),
                };
                let interval =
                    tally.map(|tally| study.interval(tally, column, LEVEL).unwrap_or_else(|| usual(tally)));
                let degree = |plies: u32| {
                    let deeper = experiment.depth(d)? + plies;
                    let deeper = (0..experiment.columns()).find(|d| experiment.depth(*d) == Some(deeper))?;
                    let (value, interval) = moments.ratio(column, experiment.column(s, deeper), LEVEL)?;
                    Some(Degree { value, low: interval.low, high: interval.high })
                };
                let divisor = experiment.figure.relative_to.map(|to| experiment.column(to, d));
                let relative = divisor.and_then(|divisor| moments.ratio(column, divisor, LEVEL));
                let relative = relative.map(|(value, at)| Degree { value, low: at.low, high: at.high });
                let here = |printed: &&crate::experiment::Printed| {
                    (printed.place.point, printed.place.series, printed.place.depth) == (p, s, d)
                };
                let printed = experiment.printed.iter().find(here);
                rows.push(Row {
                    game: cell.game.clone(),
                    evaluator: cell.evaluator.clone(),
                    rule: cell.rule.clone(),
                    search: cell.search.clone(),
                    effort: experiment.efforts.get(d).copied(),
                    point: place.iter().map(|(key, value)| (key.clone(), as_json(value))).collect(),
                    metric: cell.metric.to_string(),
                    trials: moments.n,
                    value: moments.means[column],
                    low: interval.map(|interval| interval.low),
                    high: interval.map(|interval| interval.high),
                    nodes: tally.map(|tally| tally.nodes[column] as f64 / tally.trials.max(1) as f64),
                    series: label.clone(),
                    printed: printed.map(|printed| printed.value),
                    misprint: printed.and_then(|printed| printed.misprint.clone()),
                    relative,
                    degree_of_pathology: degree(1).filter(|_| share),
                    degree_of_pathology_2: degree(2).filter(|_| share),
                });
            }
        }
    }
    rows
}

/// A share is between 0 and 1.
fn clamped(interval: Interval) -> Interval {
    Interval { low: interval.low.max(0.0), high: interval.high.min(1.0) }
}

fn as_json(value: &str) -> serde_json::Value {
    let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
    number.map_or_else(|| value.into(), Into::into)
}

/// The widest interval of all rows.
pub(crate) fn widest(result: &ExperimentResult) -> f64 {
    result.results.iter().map(|row| row.high.unwrap_or(0.0) - row.low.unwrap_or(0.0)).fold(0.0, f64::max)
}
