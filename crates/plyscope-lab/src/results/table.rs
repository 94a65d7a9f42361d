//! The rows as CSV.

use super::{ExperimentResult, Row};

/// The columns of `results.csv`; Parquet has the same.
pub const COLUMNS: [&str; 16] = [
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

/// The swept parameters in one field.
pub fn point(row: &Row) -> String {
    let plain = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), String::from);
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
    writer.write_record(COLUMNS).expect("memory takes everything");
    for row in &result.results {
        let record = [
            result.id.clone(),
            result.seed.to_string(),
            row.game.clone(),
            row.evaluator.clone(),
            row.rule.clone(),
            row.search.clone(),
            row.series.clone(),
            or_empty(row.depth),
            point(row),
            row.metric.to_string(),
            or_empty(row.trials),
            row.value.to_string(),
            or_empty(row.low),
            or_empty(row.high),
            or_empty(row.nodes),
            or_empty(row.printed),
        ];
        writer.write_record(record).expect("memory takes everything");
    }
    String::from_utf8(writer.into_inner().expect("memory takes everything")).expect("all fields are text")
}
