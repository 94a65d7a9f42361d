//! Results and plans as tables for people.

use crate::output;
use plyscope_lab::experiment::Experiment;
use plyscope_lab::plan::plan;
use plyscope_lab::results::{ExperimentResult, Verdict};

/// One experiment's results: depth or point down, series across, then the claims.
pub(super) fn result(experiment: &Experiment, result: &ExperimentResult) -> String {
    let mut rows = vec![vec!["depth".to_string()]];
    let swept: Vec<String> = experiment.points[0].place.keys().cloned().collect();
    rows[0].extend(swept.iter().cloned());
    rows[0].extend(experiment.labels.iter().cloned());
    for (p, point) in experiment.points.iter().enumerate() {
        for (d, depth) in experiment.depths.iter().enumerate() {
            let mut row = vec![depth.to_string()];
            row.extend(swept.iter().map(|key| point.place[key].clone()));
            for s in 0..experiment.labels.len() {
                let at = (p * experiment.labels.len() + s) * experiment.depths.len() + d;
                let found = &result.results[at];
                row.push(format!("{:.4} [{:.4}, {:.4}]", found.value, found.low, found.high));
            }
            rows.push(row);
        }
    }
    let trials = result.results.first().map_or(0, |row| row.trials);
    let mut text = format!(
        "{}: {}\n{}\n{} trials a point, seed {}; share of correct decisions [95% interval]\n\n{}",
        result.id,
        experiment.title,
        experiment.source,
        trials,
        result.seed,
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

/// What would be done.
pub(super) fn plans(experiments: &[Experiment], jobs: usize) -> String {
    let header = ["experiment", "points", "trials", "searches", "nodes", "memory"].map(String::from).to_vec();
    let row = |experiment: &Experiment| {
        let plan = plan(experiment);
        vec![
            experiment.id.clone(),
            experiment.points.len().to_string(),
            experiment.trials.to_string(),
            plan.searches.to_string(),
            format!("{:.2e}", plan.nodes as f64),
            format!("{} MiB", ((plan.bytes_a_thread * jobs as u128) >> 20) + 1),
        ]
    };
    let rows: Vec<Vec<String>> = std::iter::once(header).chain(experiments.iter().map(row)).collect();
    // What all built-in experiments took on two cores, over their nodes; games drawn again are in it.
    let nodes: u128 = experiments.iter().map(|experiment| plan(experiment).nodes).sum();
    let seconds = nodes as f64 * 16e-9 / jobs as f64;
    format!(
        "{}\nabout {:.0} s with {jobs} threads; nothing was run\n",
        output::table(&rows),
        seconds.max(1.0)
    )
}
