//! Full width: every move of every position, to a depth.

use super::depth_first::{Keep, Walk};
use super::{Budget, Frontier, Report, Search, Unwatched, Watch};
use crate::error::Result;
use crate::game::Game;
use crate::name::Name;
use crate::rule::BackupRule;
use crate::value::Ranked;

/// Visits every node down to the budget's depth; works with every rule.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FullWidth;

impl<G, F, R> Search<G, F, R> for FullWidth
where
    G: Game,
    F: Frontier<G> + ?Sized,
    F::Value: Ranked,
    R: BackupRule<F::Value> + ?Sized,
{
    fn name(&self) -> Name {
        Name::new("full-width")
    }

    fn search(
        &self,
        game: &G,
        position: &G::Position,
        frontier: &F,
        rule: &R,
        budget: &Budget<'_>,
    ) -> Result<Report<F::Value>> {
        Walk::new(game, frontier, rule, budget, Keep::All, &mut Unwatched).run(position)
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
        Walk::new(game, frontier, rule, budget, Keep::All, watch).run(position)
    }
}
