//! Results for people: a table, and the verdicts.

use super::{ExperimentResult, Verdict, grid};
use crate::columns::columns;
use crate::experiment::Experiment;
use crate::matches;

/// One experiment's results: depth or point down, series across, then the claims.
pub fn text(experiment: &Experiment, result: &ExperimentResult) -> String {
    let trials = result.results.first().and_then(|row| row.trials);
    let how = trials.map_or("exact".into(), |n| format!("{n} trials per point, seed {}", result.seed));
    let interval = if trials.is_some() { " [95% interval]" } else { "" };
    let setting =
        if result.setting.is_some() { " (in our own setting: the paper leaves it open)" } else { "" };
    let mut text = format!(
        "{}: {}\n{}{setting}\n{how}; {}{interval}\n\n{}",
        result.id,
        experiment.title,
        experiment.source,
        experiment.study.scale().label,
        columns(&grid(experiment, result))
    );
    if let Some(found) = &result.played {
        text.push_str(&format!("\n{}", matches::text(found)));
    }
    if !result.claims.is_empty() {
        text.push('\n');
        let verdict = |verdict: Verdict| match verdict {
            Verdict::Refuted => "REFUTED",
            other => other.name(),
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
