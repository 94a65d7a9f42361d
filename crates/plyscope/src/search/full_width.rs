//! Full width: every move of every position, to a depth.

use super::depth_first::{Keep, Walk};
use super::{Abilities, Frontier, Report, Search, Searches, Task, Unwatched, Watch};
use crate::error::Result;
use crate::game::Game;
use crate::name::Name;

/// Visits every node down to the budget's depth; works with every rule. [`Layered`](super::Layered) is the same
/// with a say in what a depth is, and deeper and deeper.
///
/// ```
/// use plyscope::game::text::TextTree;
/// use plyscope::rule::Minimax;
/// use plyscope::search::{Budget, FullWidth, Search, ToTheEnd};
/// let tree: TextTree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let report = FullWidth.search(&tree, &0, &ToTheEnd::new(&tree, Minimax)?, &Budget::unlimited())?;
/// assert_eq!((report.counts.generated, report.counts.cut), (3 + 9, 0));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FullWidth;

impl Searches for FullWidth {
    fn name(&self) -> Name {
        Name::new("full-width")
    }

    fn abilities(&self) -> Abilities {
        Abilities { deepening: false, ..Abilities::default() }
    }
}

impl<G, F> Search<G, F> for FullWidth
where
    G: Game,
    F: Frontier<G> + ?Sized,
{
    fn run(&self, task: &Task<'_, '_, G, F>) -> Result<Report<F::Value>> {
        Walk::new(task, Keep::All, &mut Unwatched).run(task.position)
    }

    fn run_watched(
        &self,
        task: &Task<'_, '_, G, F>,
        watch: &mut dyn Watch<F::Value>,
    ) -> Result<Report<F::Value>> {
        Walk::new(task, Keep::All, watch).run(task.position)
    }
}
