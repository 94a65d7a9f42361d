//! Full width: every move of every position, to a depth.

use super::depth_first::{Keep, Walk};
use super::{Frontier, Report, Search, Task, Unwatched, Watch};
use crate::error::Result;
use crate::game::Game;
use crate::name::Name;
use crate::rule::BackupRule;
use crate::value::Ranked;

/// Visits every node down to the budget's depth; works with every rule. [`Layered`](super::Layered) is the same
/// with a say in what a depth is, and deeper and deeper.
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

    fn run(&self, task: &Task<'_, '_, G, F, R>) -> Result<Report<F::Value>> {
        Walk::new(task, Keep::All, &mut Unwatched).run(task.position)
    }

    fn run_watched(
        &self,
        task: &Task<'_, '_, G, F, R>,
        watch: &mut dyn Watch<F::Value>,
    ) -> Result<Report<F::Value>> {
        Walk::new(task, Keep::All, watch).run(task.position)
    }
}
