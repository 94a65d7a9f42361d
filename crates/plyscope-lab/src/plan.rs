//! What a run would do, before it does it: nodes, memory, time.

use crate::error::Result;
use crate::experiment::Experiment;
use crate::results::evaluate;
use crate::tally::Tally;
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

/// What a claim can tell with the trials of its experiment, by the spread of a few.
#[derive(Debug, Clone, PartialEq)]
pub struct Power {
    /// The claim.
    pub claim: String,
    /// The smallest distance from its limit that decides it, in its own unit.
    pub least: f64,
    /// The trials that decide it at half a point from its limit.
    pub trials: f64,
}

/// What each claim can tell: a few trials of every point stand for all; nothing where those would take long, where something
/// would have to be learned first, or where nothing is sampled.
pub fn power(experiment: &Experiment) -> Result<Vec<Power>> {
    const HALF_A_POINT: f64 = 0.005;
    let Some(study) = experiment.study.sampled().filter(|study| study.is_ready()) else {
        return Ok(Vec::new());
    };
    let points = experiment.places.len();
    let portions = study.portions();
    let few = (0..points).map(|point| study.cost(point).nodes * u128::from(portions.block)).sum::<u128>()
        <= MOST_TRIED;
    if !few || experiment.study.measured().is_some() || experiment.study.played().is_some() {
        return Ok(Vec::new());
    }
    let prepared = study.prepare(&Memory::default())?;
    let tallies = (0..points).map(|point| {
        let found = prepared.block(point, 0, portions.block as usize)?;
        Ok(found.repeated(experiment.trials.div_ceil(found.trials.max(1))))
    });
    let found = evaluate(experiment, &tallies.collect::<Result<Vec<Tally>>>()?)?;
    let power = |claim: &crate::results::Judged| {
        let least = claim.high? - claim.value?;
        let trials = experiment.trials as f64 * (least / HALF_A_POINT).powi(2);
        Some(Power { claim: claim.id.clone(), least, trials: trials.ceil() })
    };
    Ok(found.claims.iter().filter_map(power).collect())
}

/// Nodes that are searched to tell how much trials differ.
const MOST_TRIED: u128 = 2_000_000;

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
