//! `--dry-run`: what would be done.

use super::Format;
use crate::output;
use anyhow::bail;
use plyscope_lab::experiment::Experiment;
use plyscope_lab::plan::{Plan, Power, plan, power, seconds};
use serde_json::{Value, json};

/// An experiment with its cost.
struct Planned<'a> {
    experiment: &'a Experiment,
    plan: Plan,
    /// With all threads; nothing where it would take long to tell.
    seconds: Option<f64>,
    /// What its claims can tell.
    power: Vec<Power>,
}

/// Prints the plan of some experiments.
pub(super) fn print(experiments: &[Experiment], jobs: usize, format: Format) -> anyhow::Result<()> {
    if format == Format::Csv {
        bail!("--dry-run prints a table or JSON; only results are printed as CSV");
    }
    let mut planned = Vec::new();
    for experiment in experiments {
        let seconds = seconds(experiment)?.map(|seconds| seconds / jobs as f64);
        planned.push(Planned { experiment, plan: plan(experiment), seconds, power: power(experiment)? });
    }
    match format {
        Format::Json => output::json(&data(&planned, jobs)),
        _ => output::print(&table(&planned, jobs)),
    }
}

/// Seconds of all together, as far as they are known.
fn total(planned: &[Planned<'_>]) -> f64 {
    planned.iter().filter_map(|one| one.seconds).fold(0.0, |sum, seconds| sum + seconds)
}

fn data(planned: &[Planned<'_>], jobs: usize) -> Value {
    // JSON's numbers are no wider than this; what is larger is told roughly.
    let whole = |number: u128| u64::try_from(number).map_or_else(|_| json!(number as f64), Value::from);
    let row = |one: &Planned<'_>| {
        let Planned { experiment, plan, seconds, power } = one;
        let claim = |one: &Power| json!({"id": one.claim, "least": one.least, "trials": one.trials});
        json!({
            "id": experiment.id,
            "points": experiment.places.len(),
            "series": experiment.labels,
            "trials": experiment.trials,
            "searches": whole(plan.searches),
            "nodes": whole(plan.nodes),
            "bytes": whole(plan.bytes_a_thread * jobs as u128),
            "seconds": seconds,
            "claims": power.iter().map(claim).collect::<Vec<Value>>(),
        })
    };
    let rows: Vec<Value> = planned.iter().map(row).collect();
    json!({"experiments": rows, "threads": jobs, "seconds": total(planned)})
}

fn table(planned: &[Planned<'_>], jobs: usize) -> String {
    let header = ["experiment", "points", "trials", "searches", "nodes", "memory", "time"];
    let row = |one: &Planned<'_>| {
        let Planned { experiment, plan, seconds, .. } = one;
        [
            experiment.id.clone(),
            experiment.places.len().to_string(),
            experiment.trials.to_string(),
            plan.searches.to_string(),
            format!("{:.2e}", plan.nodes as f64),
            format!("{} MiB", ((plan.bytes_a_thread * jobs as u128) >> 20) + 1),
            seconds.map_or("long".into(), |seconds| format!("{:.0} s", seconds.ceil())),
        ]
    };
    let all = planned.iter().all(|one| one.seconds.is_some());
    let (least, rest) = if all { ("about", "") } else { ("at least", ", those that take long not counted") };
    let claims = planned.iter().flat_map(|one| one.power.iter().map(move |power| (one.experiment, power)));
    let claim = |(experiment, power): (&Experiment, &Power)| {
        let least = format!("{:.4}", power.least);
        [experiment.id.clone(), power.claim.clone(), least, format!("{:.1e}", power.trials)]
    };
    let columns = ["experiment", "claim", "least difference", "trials for .005"];
    let claims: Vec<[String; 4]> = claims.map(claim).collect();
    let told = match claims.is_empty() {
        true => String::new(),
        false => format!("\n{}", output::headed(columns, claims.into_iter())),
    };
    format!(
        "{}{told}\n{least} {} s with {jobs} threads{rest}, estimated from a few trials of each; nothing was kept\n",
        output::headed(header, planned.iter().map(row)),
        total(planned).ceil() as u64
    )
}
