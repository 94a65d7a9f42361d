//! What a run would do, before it does it: nodes, memory.

use crate::experiment::Experiment;
use plyscope::evaluator::LANES;

/// An estimate of a run's cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    /// Searches: trials by series, depths and points.
    pub searches: u128,
    /// Nodes backed up or visited by all of them, in full width.
    pub nodes: u128,
    /// Bytes that one thread needs at the most.
    pub bytes_a_thread: u128,
}

/// Estimates the cost of an experiment.
pub fn plan(experiment: &Experiment) -> Plan {
    let (mut searches, mut nodes, mut bytes) = (0, 0, 0);
    let trials = u128::from(experiment.trials);
    for point in &experiment.points {
        let shape = point.game.shape();
        let width = |depth: u32| (0..=depth).map(|level| shape.width(level) as u128).sum::<u128>();
        let series = point.series.len() as u128;
        searches += trials * series * experiment.depths.len() as u128;
        nodes += trials * series * experiment.depths.iter().map(|depth| width(*depth)).sum::<u128>();
        // Two batches while trivial games are drawn again, sums of N-games, and the estimates of a window.
        let all = width(shape.depth());
        bytes = bytes.max(all * (2 * 8 + 10 * 8 + 3 * 16 * LANES as u128));
    }
    Plan { searches, nodes, bytes_a_thread: bytes }
}
