//! Solving as a search: minimax to the end of the game, whatever the depth that is asked for.

use super::{AlphaBeta, Budget, Frontier, Report, Search, Task, Watch};
use crate::error::Result;
use crate::game::Game;
use crate::name::Name;
use crate::rule::BackupRule;
use crate::value::Ranked;

/// Alpha-beta to the end with exact scores for all moves: a player that makes no mistakes, where a game is
/// small enough. (For values and margins of larger games there is [`solve`](super::solve()).)
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Solve;

impl Solve {
    const SEARCH: AlphaBeta = AlphaBeta {
        shallow: None,
        killers: true,
        history: false,
        table: Some(16),
        plain_below: 1,
        deepening: false,
        scout: false,
        aspiration: None,
        all_scores: true,
    };
}

impl<G, F, R> Search<G, F, R> for Solve
where
    G: Game,
    F: Frontier<G> + ?Sized,
    F::Value: Ranked,
    R: BackupRule<F::Value> + ?Sized,
{
    fn name(&self) -> Name {
        Name::new("solve")
    }

    fn run(&self, task: &Task<'_, '_, G, F, R>) -> Result<Report<F::Value>> {
        Self::SEARCH.run(&to_the_end(task, &task.budget.to_the_end()))
    }

    fn run_watched(
        &self,
        task: &Task<'_, '_, G, F, R>,
        watch: &mut dyn Watch<F::Value>,
    ) -> Result<Report<F::Value>> {
        Self::SEARCH.run_watched(&to_the_end(task, &task.budget.to_the_end()), watch)
    }
}

/// The same task under another budget.
fn to_the_end<'a, 'b, G: Game, F: ?Sized, R: ?Sized>(
    task: &Task<'a, 'b, G, F, R>,
    budget: &'a Budget<'b>,
) -> Task<'a, 'b, G, F, R> {
    Task { game: task.game, position: task.position, frontier: task.frontier, rule: task.rule, budget }
}
