//! Many positions, solved by threads that share a table.

use crate::error::{Error, Result};
use plyscope::game::AnyPosition;
use plyscope::player::AnyGame;
use plyscope::search::{Budget, ScoreTable, SolveGoal};
use plyscope::truth::TrueValue;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How positions are solved.
///
/// ```
/// use plyscope::game::{ConnectFour, Remote};
/// use plyscope::player::AnyGame;
/// use plyscope::search::SolveGoal;
/// use plyscope::truth::TrueValue;
/// use plyscope_lab::solving::Solving;
/// use std::sync::atomic::AtomicBool;
/// let game = AnyGame::new(ConnectFour::new(4, 4, 4)?);
/// let positions = ["1", "2", "1213"].map(|text| game.parse_position(text).unwrap());
/// let stop = &AtomicBool::new(false);
/// let solving = Solving { game: &game, asked: SolveGoal::Value, table: 1, nodes: None, jobs: 2, stop };
/// assert_eq!(solving.values(&positions)?, [TrueValue::Exact(0.0); 3]);
/// # Ok::<(), plyscope_lab::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Solving<'a> {
    /// The game.
    pub game: &'a AnyGame,
    /// What is asked.
    pub asked: SolveGoal,
    /// MiB of the table that all share.
    pub table: u32,
    /// Nodes that one position may cost. One thread only: what a position finds in a shared table depends on who was
    /// faster, and so would what is given up.
    pub nodes: Option<u64>,
    /// Threads.
    pub jobs: usize,
    /// Raised when it should stop: positions that are not solved then have the bounds that were proved.
    pub stop: &'a AtomicBool,
}

impl Solving<'_> {
    /// What the positions are worth, in order.
    pub fn values(&self, positions: &[AnyPosition]) -> Result<Vec<TrueValue>> {
        let budget = Budget::unlimited().with_stop(self.stop).with_nodes(self.nodes.unwrap_or(u64::MAX));
        let jobs = self.jobs.clamp(1, positions.len().max(1));
        if jobs > 1 && self.nodes.is_some() {
            return Err(Error::Usage(
                "with a limit of nodes what is given up would depend on the threads; use one".into(),
            ));
        }
        let table = match positions.first() {
            Some(first) if jobs > 1 => self.game.score_table(first, self.table)?,
            _ => None,
        };
        match table {
            Some(table) => self.shared(positions, &table, jobs, &budget),
            None if jobs > 1 => self.apart(positions, jobs, &budget),
            None => Ok(self.game.values(positions, self.asked, self.table, &budget)?),
        }
    }

    /// Each thread takes the next position.
    fn shared(
        &self,
        positions: &[AnyPosition],
        table: &ScoreTable,
        jobs: usize,
        budget: &Budget<'_>,
    ) -> Result<Vec<TrueValue>> {
        let (next, values) = (AtomicUsize::new(0), Mutex::new(vec![Ok(TrueValue::Unknown); positions.len()]));
        let work = || {
            while let Some(at) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|at| *at < positions.len())
            {
                let solved = self
                    .game
                    .values_sharing(&positions[at..=at], self.asked, table, budget)
                    .map(|one| one[0]);
                values.lock().expect("a worker that panics ends the run")[at] = solved;
            }
        };
        std::thread::scope(|scope| (0..jobs).for_each(|_| drop(scope.spawn(work))));
        let values = values.into_inner().expect("a worker that panics ends the run");
        Ok(values.into_iter().collect::<plyscope::Result<_>>()?)
    }

    /// Each thread has a part of the positions and of the table.
    fn apart(&self, positions: &[AnyPosition], jobs: usize, budget: &Budget<'_>) -> Result<Vec<TrueValue>> {
        let table = (self.table / jobs as u32).max(1);
        let solve = |part| self.game.values(part, self.asked, table, budget);
        let parts: Vec<_> = std::thread::scope(|scope| {
            let parts = positions.chunks(positions.len().div_ceil(jobs));
            let threads: Vec<_> = parts.map(|part| scope.spawn(move || solve(part))).collect();
            threads.into_iter().map(|one| one.join().expect("a worker that panics ends the run")).collect()
        });
        let mut values = Vec::with_capacity(positions.len());
        for part in parts {
            values.extend(part?);
        }
        Ok(values)
    }
}
