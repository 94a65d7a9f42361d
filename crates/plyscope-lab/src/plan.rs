//! What a run would do, before it does it: nodes, memory, time.

use crate::error::Result;
use crate::experiment::Experiment;
use plyscope::cache::Memory;
use std::time::Instant;

/// An estimate of a run's cost.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Plan {
    /// Searches: trials by series, depths and points.
    pub searches: u128,
    /// Nodes backed up or visited by all of them, in full width.
    pub nodes: u128,
    /// Bytes that one thread needs at the most.
    pub bytes_a_thread: u128,
}

/// Estimates the cost of an experiment; nothing where values are computed.
pub fn plan(experiment: &Experiment) -> Plan {
    let Some(study) = experiment.study.sampled() else { return Plan::default() };
    let trials = u128::from(experiment.trials);
    let columns = (experiment.labels.len() * experiment.columns()) as u128;
    let costs = (0..experiment.places.len()).map(|point| study.cost(point));
    costs.fold(Plan::default(), |plan, cost| Plan {
        searches: plan.searches + trials * columns,
        nodes: plan.nodes + trials * cost.nodes,
        bytes_a_thread: plan.bytes_a_thread.max(cost.bytes),
    })
}

/// How long one thread would take, in seconds, measured on a few trials here and now; nothing where even
/// those would take long, or where something would have to be learned first.
pub fn seconds(experiment: &Experiment) -> Result<Option<f64>> {
    /// Nodes that are searched to tell the time.
    const SAMPLE: u128 = 1_000_000;
    let Some(study) = experiment.study.sampled() else { return Ok(Some(0.0)) };
    let points = experiment.places.len();
    let cost = study.cost(points / 2).nodes.max(1);
    let trials = (SAMPLE / cost).clamp(1, u128::from(study.portions().block)) as usize;
    if cost > 10 * SAMPLE || !study.is_ready() {
        return Ok(None);
    }
    let prepared = study.prepare(&Memory::default())?;
    let started = Instant::now();
    prepared.block(points / 2, 0, trials)?;
    let nodes = (cost * trials as u128) as f64;
    Ok(Some(plan(experiment).nodes as f64 * started.elapsed().as_secs_f64() / nodes))
}
