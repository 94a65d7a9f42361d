//! What positions are worth with best play.

use crate::catalogue::{Own, built_in, with_own};
use crate::error::Trouble;
use crate::work::long;
use plyscope::key::Stream;
use plyscope::search::{Budget, SolveGoal};
use plyscope_lab::solving::{Solved, SolvedPositions, Solving, drawn};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

/// Solves a game's start, one of its positions, or the positions of a source: the command's JSON.
#[pyfunction]
#[pyo3(signature = (game, *, position, positions, trials, nodes, table, jobs, score, seed, games))]
#[expect(clippy::too_many_arguments, reason = "by name, from Python")]
pub(crate) fn solve(
    py: Python<'_>,
    game: &str,
    position: Option<&str>,
    positions: Option<&str>,
    trials: Option<u64>,
    nodes: Option<u64>,
    table: u32,
    jobs: usize,
    score: bool,
    seed: u64,
    games: BTreeMap<String, Py<PyAny>>,
) -> PyResult<String> {
    let trouble = Arc::<Trouble>::default();
    let catalogue = with_own(built_in(py)?, Own { games, ..Own::default() }, &trouble);
    long(py, &trouble, None, |stop, _| {
        let game = catalogue.game(game)?;
        let json = if let Some(source) = positions {
            let (positions, _) = drawn(&catalogue, &game, source, seed, trials)?;
            let asked = if score { SolveGoal::Score } else { SolveGoal::Winner };
            let solving = Solving { game: &game, asked, table, nodes, jobs, stop };
            let clock = Instant::now();
            let values = solving.values(&positions)?;
            SolvedPositions::new(&game, &positions, &values, score, clock.elapsed().as_secs_f64()).json()
        } else {
            let name = game.name().to_string();
            let start = match position {
                Some(text) => game.parse_position(text)?,
                None => game.start(Stream::new(seed, &name).trial(0))?,
            };
            let budget = Budget::unlimited().with_stop(stop).with_nodes(nodes.unwrap_or(u64::MAX));
            let solution = game.solve_for(&start, SolveGoal::Score, table, &budget)?;
            Solved { game: name, players: game.facts().players, solution }.json()
        };
        Ok(json.to_string())
    })
}
