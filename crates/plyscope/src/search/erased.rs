//! A search of any kind, for the registry.

use super::{
    AlphaBeta, ForwardPruning, Frontier, FullWidth, Layered, Pruned, Report, Search, Solve, Task, Watch,
};
use crate::error::Result;
use crate::game::Game;
use crate::name::Name;
use crate::rule::BackupRule;
use crate::value::Ranked;

/// One of the searches there are, as a [`Search`] of every game, frontier and rule.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum AnySearch {
    /// [`FullWidth`].
    FullWidth(FullWidth),
    /// [`Layered`].
    Layered(Layered),
    /// [`AlphaBeta`].
    AlphaBeta(AlphaBeta),
    /// [`ForwardPruning`].
    ForwardPruning(ForwardPruning),
    /// [`Pruned`].
    Pruned(Pruned),
    /// [`Solve`].
    Solve(Solve),
}

impl AnySearch {
    /// The name with all parameters.
    pub fn name(&self) -> Name {
        // The name does not depend on what is searched.
        Search::<crate::game::AnyGame, super::TerminalScores, crate::rule::Minimax>::name(self)
    }

    fn with<G, F, R>(&self) -> &dyn Search<G, F, R>
    where
        G: Game,
        F: Frontier<G> + ?Sized,
        F::Value: Ranked,
        R: BackupRule<F::Value> + ?Sized,
    {
        match self {
            AnySearch::FullWidth(search) => search,
            AnySearch::Layered(search) => search,
            AnySearch::AlphaBeta(search) => search,
            AnySearch::ForwardPruning(search) => search,
            AnySearch::Pruned(search) => search,
            AnySearch::Solve(search) => search,
        }
    }
}

impl<G, F, R> Search<G, F, R> for AnySearch
where
    G: Game,
    F: Frontier<G> + ?Sized,
    F::Value: Ranked,
    R: BackupRule<F::Value> + ?Sized,
{
    fn name(&self) -> Name {
        self.with::<G, F, R>().name()
    }

    fn run(&self, task: &Task<'_, '_, G, F, R>) -> Result<Report<F::Value>> {
        self.with::<G, F, R>().run(task)
    }

    fn run_watched(
        &self,
        task: &Task<'_, '_, G, F, R>,
        watch: &mut dyn Watch<F::Value>,
    ) -> Result<Report<F::Value>> {
        self.with::<G, F, R>().run_watched(task, watch)
    }
}
