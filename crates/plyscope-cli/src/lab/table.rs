//! Results and plans as tables for people.

use crate::output;
use plyscope_lab::experiment::Experiment;
use plyscope_lab::plan::{plan, seconds};
use plyscope_lab::results::{ExperimentResult, Row, Verdict};

/// One experiment's results: depth or point down, series across, then the claims.
pub(super) fn result(experiment: &Experiment, result: &ExperimentResult) -> String {
    let deep = experiment.depths != [0];
    let swept: Vec<&String> = experiment.places[0].keys().collect();
    let mut rows = vec![deep.then(|| "depth".to_string()).into_iter().collect::<Vec<_>>()];
    rows[0].extend(swept.iter().map(|key| key.to_string()));
    rows[0].extend(experiment.labels.iter().cloned());
    for (p, place) in experiment.places.iter().enumerate() {
        for (d, depth) in experiment.depths.iter().enumerate() {
            let mut row: Vec<String> = deep.then(|| depth.to_string()).into_iter().collect();
            row.extend(swept.iter().map(|key| place[*key].clone()));
            for s in 0..experiment.labels.len() {
                let at = (p * experiment.labels.len() + s) * experiment.depths.len() + d;
                row.push(cell(&result.results[at]));
            }
            rows.push(row);
        }
    }
    let trials = result.results.first().and_then(|row| row.trials);
    let how = trials.map_or("exact".into(), |n| format!("{n} trials a point, seed {}", result.seed));
    let interval = if trials.is_some() { " [95% interval]" } else { "" };
    let mut text = format!(
        "{}: {}\n{}\n{how}; {}{interval}\n\n{}",
        result.id,
        experiment.title,
        experiment.source,
        experiment.study.described().scale().label,
        output::table(&rows)
    );
    if !result.claims.is_empty() {
        text.push('\n');
        let verdict = |verdict| match verdict {
            Verdict::Supported => "supported",
            Verdict::Refuted => "REFUTED",
            Verdict::Undecided => "undecided",
        };
        for claim in &result.claims {
            text.push_str(&format!(
                "{:9}  {}\n           {}\n",
                verdict(claim.verdict),
                claim.text,
                claim.evidence
            ));
        }
    }
    text.push('\n');
    text
}

/// A value with its interval, and the paper's number.
fn cell(row: &Row) -> String {
    let digits = if row.value.abs() >= 100.0 { 1 } else { 4 };
    let interval = row.low.zip(row.high).map(|(low, high)| format!(" [{low:.digits$}, {high:.digits$}]"));
    let misprint = if row.misprint.is_some() { ", a misprint" } else { "" };
    let printed = row.printed.map(|printed| format!(" (paper: {printed}{misprint})"));
    format!("{:.digits$}{}{}", row.value, interval.unwrap_or_default(), printed.unwrap_or_default())
}

/// What would be done.
pub(super) fn plans(experiments: &[Experiment], jobs: usize) -> anyhow::Result<String> {
    let header = ["experiment", "points", "trials", "searches", "nodes", "memory", "time"];
    let mut rows = vec![header.map(String::from).to_vec()];
    let mut all = 0.0;
    for experiment in experiments {
        let (plan, seconds) = (plan(experiment), seconds(experiment)?);
        let seconds = seconds.map(|seconds| seconds / jobs as f64);
        all += seconds.unwrap_or(0.0);
        rows.push(vec![
            experiment.id.clone(),
            experiment.places.len().to_string(),
            experiment.trials.to_string(),
            plan.searches.to_string(),
            format!("{:.2e}", plan.nodes as f64),
            format!("{} MiB", ((plan.bytes_a_thread * jobs as u128) >> 20) + 1),
            seconds.map_or("long".into(), |seconds| format!("{:.0} s", seconds.ceil())),
        ]);
    }
    Ok(format!(
        "{}\nabout {:.0} s with {jobs} threads, by a few trials of each; nothing was kept\n",
        output::table(&rows),
        all.ceil()
    ))
}
