//! Solving as a search: minimax to the end of the game, whatever the depth that is asked for.

use super::{AlphaBeta, Budget, Frontier, Report, Search, Watch};
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
        deepening: false,
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

    fn search(
        &self,
        game: &G,
        position: &G::Position,
        frontier: &F,
        rule: &R,
        budget: &Budget<'_>,
    ) -> Result<Report<F::Value>> {
        Self::SEARCH.search(game, position, frontier, rule, &budget.to_the_end())
    }

    fn search_watched(
        &self,
        game: &G,
        position: &G::Position,
        frontier: &F,
        rule: &R,
        budget: &Budget<'_>,
        watch: &mut dyn Watch<F::Value>,
    ) -> Result<Report<F::Value>> {
        Self::SEARCH.search_watched(game, position, frontier, rule, &budget.to_the_end(), watch)
    }
}
