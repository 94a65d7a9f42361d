//! The rows as tables: for people, and as CSV.

use super::{ExperimentResult, Row};
use crate::experiment::Experiment;
use plyscope::search::{UNITS, Unit};

/// The columns of `results.csv` but for efforts other than depths, whose columns follow; Parquet has the same.
const COLUMNS: [&str; 16] = [
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
    "printed",
];

/// The units that have a column besides depths: all that can be repeated, and those that were spent.
pub fn units(rows: &[Row]) -> Vec<&'static Unit> {
    let spent = |unit: &Unit| rows.iter().any(|row| row.amount(unit).is_some());
    UNITS[1..].iter().filter(|unit| unit.repeats || spent(unit)).collect()
}

/// All columns of `results.csv`.
pub fn columns(rows: &[Row]) -> impl Iterator<Item = &'static str> {
    COLUMNS.into_iter().chain(units(rows).into_iter().map(|unit| unit.column))
}

/// The swept parameters in one field; whole numbers as such (`nodes=100`).
pub fn point(row: &Row) -> String {
    let plain = |value: &serde_json::Value| match (value.as_str(), value.as_f64()) {
        (Some(word), _) => word.to_string(),
        // Whole numbers have no point when a float is displayed, unlike in JSON.
        (None, Some(number)) => number.to_string(),
        _ => value.to_string(),
    };
    let fields: Vec<String> =
        row.point.iter().map(|(key, value)| format!("{key}={}", plain(value))).collect();
    fields.join(" ")
}

/// The rows as CSV; what there is not is empty.
pub fn csv(result: &ExperimentResult) -> String {
    fn or_empty<T: ToString>(value: Option<T>) -> String {
        value.map_or(String::new(), |value| value.to_string())
    }
    let mut writer = csv::Writer::from_writer(Vec::new());
    let units = units(&result.results);
    writer.write_record(columns(&result.results)).expect("memory takes everything");
    for row in &result.results {
        let record = [
            result.id.clone(),
            result.seed.to_string(),
            row.game.clone(),
            row.evaluator.clone(),
            row.rule.clone(),
            row.search.clone(),
            row.series.clone(),
            or_empty(row.depth()),
            point(row),
            row.metric.to_string(),
            or_empty(row.trials),
            row.value.to_string(),
            or_empty(row.low),
            or_empty(row.high),
            or_empty(row.nodes),
            or_empty(row.printed),
        ];
        let efforts = units.iter().map(|unit| or_empty(row.amount(unit)));
        writer.write_record(record.into_iter().chain(efforts)).expect("memory takes everything");
    }
    String::from_utf8(writer.into_inner().expect("memory takes everything")).expect("all fields are text")
}

/// A table for people, with its header: depth or point down, series across.
pub fn grid(experiment: &Experiment, result: &ExperimentResult) -> Vec<Vec<String>> {
    let unit = experiment.efforts.first().map(|effort| effort.unit().name.to_string());
    let swept: Vec<&String> = experiment.places[0].keys().collect();
    let mut header: Vec<String> = unit.into_iter().collect();
    header.extend(swept.iter().map(|key| key.to_string()));
    header.extend(experiment.labels.iter().cloned());
    let mut rows = vec![header];
    for (p, place) in experiment.places.iter().enumerate() {
        for d in 0..experiment.columns() {
            let effort = experiment.efforts.get(d).map(|effort| effort.amount().to_string());
            let mut row: Vec<String> = effort.into_iter().collect();
            row.extend(swept.iter().map(|key| place[*key].clone()));
            for s in 0..experiment.labels.len() {
                let at = (p * experiment.labels.len() + s) * experiment.columns() + d;
                row.push(cell(&result.results[at]));
            }
            rows.push(row);
        }
    }
    rows
}

/// A value with its interval, and the paper's number.
fn cell(row: &Row) -> String {
    let number = |value: f64| {
        let digits = if value.abs() >= 100.0 { 1 } else { 4 };
        let text = format!("{value:.digits$}");
        // What is computed has no digits that mean nothing.
        if row.trials.is_none() { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
    };
    let interval = row.low.zip(row.high).map(|(low, high)| format!(" [{}, {}]", number(low), number(high)));
    // Of nodes the share is what is asked.
    let share = row.relative.filter(|_| row.metric == "nodes").map(|r| format!(" = {:.1}%", 100.0 * r.value));
    let misprint = if row.misprint.is_some() { ", a misprint" } else { "" };
    let printed = row.printed.map(|printed| format!(" (paper: {printed}{misprint})"));
    let [interval, share, printed] = [interval, share, printed].map(Option::unwrap_or_default);
    format!("{}{interval}{share}{printed}", number(row.value))
}
