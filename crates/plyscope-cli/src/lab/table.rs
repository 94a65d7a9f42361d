//! Results and plans as tables for people.

use crate::output;
use plyscope_lab::experiment::Experiment;
use plyscope_lab::plan::{plan, seconds};
use plyscope_lab::results::{ExperimentResult, Verdict, grid};

/// One experiment's results: depth or point down, series across, then the claims.
pub(super) fn result(experiment: &Experiment, result: &ExperimentResult) -> String {
    let trials = result.results.first().and_then(|row| row.trials);
    let how = trials.map_or("exact".into(), |n| format!("{n} trials a point, seed {}", result.seed));
    let interval = if trials.is_some() { " [95% interval]" } else { "" };
    let setting =
        if result.setting.is_some() { " (in a setting of ours: the paper leaves it open)" } else { "" };
    let mut text = format!(
        "{}: {}\n{}{setting}\n{how}; {}{interval}\n\n{}",
        result.id,
        experiment.title,
        experiment.source,
        experiment.study.scale().label,
        output::table(&grid(experiment, result))
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
            for remark in claim.remarks() {
                text.push_str(&format!("           {remark}\n"));
            }
        }
    }
    text.push('\n');
    text
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
