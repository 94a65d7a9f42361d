//! Golden tables: a small run of every experiment, for change detection.
//!
//! `UPDATE_GOLDEN=1 cargo test -p plyscope-lab golden` writes them anew; a commit that does says why.

use crate::support::builtin;
use plyscope_lab::experiment::{Experiment, builtin_ids};
use plyscope_lab::results::evaluate;
use plyscope_lab::run::{Options, Silent, run};
use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;

fn table(experiment: &Experiment) -> String {
    let stop = AtomicBool::new(false);
    let options = Options { jobs: 2, shard: None, stop: &stop, progress: &Silent };
    let result = evaluate(experiment, &run(experiment, None, &options).unwrap()).unwrap();
    let mut text = format!("{} {} trials seed {}\n", result.id, experiment.trials, result.seed);
    for row in &result.results {
        let point: Vec<String> = row.point.iter().map(|(key, value)| format!(" {key}={value}")).collect();
        let depth = row.depth.map_or(String::new(), |depth| format!(" depth {depth}"));
        writeln!(text, "{}{depth}{}: {:.9}", row.series, point.concat(), row.value).unwrap();
    }
    text
}

#[test]
fn small_runs_are_as_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let alternatives = |id: &&str| builtin(id).unwrap().alternatives.into_iter().map(|(suffix, _)| suffix);
    let readings = builtin_ids();
    let others = readings.iter().flat_map(|id| alternatives(id).map(move |suffix| format!("{id}+{suffix}")));
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
        let experiment = builtin(&id).unwrap().with(Some(trials), None).unwrap();
        let path = folder.join(format!("{}.txt", id.replace('/', "-")));
        let found = table(&experiment);
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(&path, &found).unwrap();
        }
        let recorded = std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{id} has no golden table"));
        assert_eq!(found, recorded, "{}", path.display());
    }
}
