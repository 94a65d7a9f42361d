//! Golden tables: a small run of every experiment, for change detection.
//!
//! `UPDATE_GOLDEN=1 cargo test -p plyscope-lab golden` writes them anew; a commit that does says why.

use crate::support::{builtin, parse};
use plyscope::catalogue::Catalogue;
use plyscope_lab::experiment::{Experiment, builtin_ids, further_ids};
use plyscope_lab::results::{Judged, evaluate};
use plyscope_lab::run::{Options, Silent, run};
use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use toml::{Table, Value};

/// A small run as two texts: estimates, and what is said of claims.
fn texts(experiment: &Experiment) -> (String, String) {
    let stop = AtomicBool::new(false);
    let options = Options { jobs: 2, shard: None, stop: &stop, progress: &Silent };
    let result = evaluate(experiment, &run(experiment, None, &options).unwrap()).unwrap();
    let mut text = format!("{} {} trials seed {}\n", result.id, experiment.trials, result.seed);
    for row in &result.results {
        let point: Vec<String> = row.point.iter().map(|(key, value)| format!(" {key}={value}")).collect();
        let depth = row.depth().map_or(String::new(), |depth| format!(" depth {depth}"));
        writeln!(text, "{}{depth}{}: {:.9}", row.series, point.concat(), row.value).unwrap();
    }
    let judged =
        |claim: &Judged| format!("{} {}: {:?}; {}\n", result.id, claim.id, claim.verdict, claim.evidence);
    (text, result.claims.iter().map(judged).collect())
}

/// Compares a text with the one that is recorded in a file.
fn compare(file: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, found).unwrap();
    }
    let recorded = std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{} is missing", path.display()));
    for (found, recorded) in found.lines().zip(recorded.lines()) {
        assert_eq!(found, recorded, "{}", path.display());
    }
    assert_eq!(found.len(), recorded.len(), "{} ends differently", path.display());
}

/// Compares an experiment's table with the one that is recorded; what is said of its claims comes back.
fn compare_table(experiment: &Experiment) -> String {
    let (table, claims) = texts(experiment);
    compare(&format!("golden/{}.txt", experiment.id.replace('/', "-")), &table);
    claims
}

#[test]
fn small_runs_are_as_recorded() {
    let alternatives = |id: &&str| builtin(id).unwrap().alternatives.into_iter().map(|(suffix, _)| suffix);
    let readings = builtin_ids();
    let others = readings.iter().flat_map(|id| alternatives(id).map(move |suffix| format!("{id}+{suffix}")));
    let mut claims = String::new();
    for id in readings.iter().map(|id| id.to_string()).chain(others) {
        // Large trees get fewer trials, so that the whole stays quick.
        let trials = match id.split('+').next() {
            Some("zuckerman/fig14" | "smith-nau/fig4" | "smith-nau/fig5" | "pruning/kalah") => 6,
            Some("pruning/connect-four" | "pruning/connect-four-nodes" | "pruning/kalah-nodes") => 3,
            Some(id) if id.starts_with("pruning/") => 12,
            Some(id) if id.starts_with("measure/") => 6,
            Some("evidence/kalah-nodes" | "evidence/connect-four-nodes") => 6,
            Some("russell-norvig/savings-connect-four" | "russell-norvig/savings-kalah") => 6,
            Some(id) if id.contains("-b3") || id.contains("ordering") => 24,
            _ => 160,
        };
        claims += &compare_table(&builtin(&id).unwrap().with(Some(trials), None).unwrap());
    }
    compare("claims.txt", &claims);
}

/// The same experiment made small: efforts of at most 100, three of them, at two points.
fn shrink(file: &mut Table) {
    file.remove("claim");
    for key in ["depths", "iterations", "evaluations", "nodes"] {
        if let Some(Value::Array(efforts)) = file.get_mut(key) {
            efforts.retain(|effort| effort.as_integer().is_some_and(|effort| effort <= 100));
            efforts.truncate(3);
        }
    }
    if let Some(Value::Table(sweep)) = file.get_mut("sweep") {
        sweep
            .iter_mut()
            .filter_map(|(_, values)| values.as_array_mut())
            .for_each(|values| values.truncate(2));
    }
    if let Some(Value::Table(readings)) = file.get_mut("alternative") {
        readings.iter_mut().filter_map(|(_, reading)| reading.as_table_mut()).for_each(shrink);
    }
}

/// What runs on request only takes hours: here it searches less, and learns from fewer positions.
#[test]
fn further_experiments_made_small_are_as_recorded() {
    for id in further_ids(&Catalogue::built_in()) {
        let path = format!("{}/experiments/{id}.toml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let text = text.replace("solved=300", "solved=20").replace("solved=500", "solved=64");
        let mut file: Table =
            text.replace("calibrate=isotonic", "calibrate=isotonic,solved=100").parse().unwrap();
        shrink(&mut file);
        file.remove("figure");
        if let Some(trials) = file.get_mut("trials") {
            *trials = Value::Integer(4);
        }
        let text = toml::to_string(&file).unwrap();
        let plain = parse(id, &text, None).unwrap();
        compare_table(&plain);
        // Those called full search longer, and nothing else.
        for (suffix, _) in plain.alternatives.iter().filter(|(suffix, _)| suffix != "full") {
            compare_table(&parse(id, &text, Some(suffix)).unwrap());
        }
    }
}
