//! Forward pruning (Smith & Nau, "Our Model of Forward Pruning"): at every node only the few children
//! that look best are searched, with no proof that the others do not matter.

use super::depth_first::{Keep, Walk};
use super::{Abilities, Frontier, Report, Search, Searches, Task, Unwatched, Watch};
use crate::error::Result;
use crate::game::Game;
use crate::name::{Arguments, Name, Parameter};

/// Keeps the best children by static estimate, of equals the earlier.
///
/// ```
/// use plyscope::evaluator::Lines;
/// use plyscope::game::{Game, TicTacToe};
/// use plyscope::name::{Arguments, Name};
/// use plyscope::rule::Minimax;
/// use plyscope::search::{Budget, ForwardPruning, Opinions, Search};
/// let name: Name = "forward-pruning(keep=2)".parse()?;
/// let search = ForwardPruning::build(&Arguments::resolve(ForwardPruning::PARAMETERS, &name)?)?;
/// let game = TicTacToe::default();
/// let opinions = Opinions::new(&game, Lines::default(), Minimax)?;
/// let report = search.search(&game, &game.start(), &opinions, &Budget::depth(2)?)?;
/// assert_eq!(report.counts.cut, 9 * (8 - 2)); // two of eight answers to every move are left
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ForwardPruning {
    keep: u32,
    root: bool,
}

impl ForwardPruning {
    /// What `forward-pruning(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter { name: "keep", default: "2", allowed: "a whole number of 1 or more" },
        Parameter { name: "root", default: "no", allowed: "yes (root moves are pruned too) or no" },
    ];

    /// Keeps so many children, 1 or more; at the root too, or only below.
    ///
    /// ```
    /// use plyscope::search::{ForwardPruning, Searches};
    /// assert_eq!(ForwardPruning::new(2, false)?.name().to_string(), "forward-pruning(keep=2,root=no)");
    /// assert!(ForwardPruning::new(0, false).is_err());
    /// # Ok::<(), plyscope::Error>(())
    /// ```
    pub fn new(keep: u32, root: bool) -> Result<Self> {
        let name =
            Name::new("forward-pruning").with("keep", keep).with("root", if root { "yes" } else { "no" });
        ForwardPruning::build(&Arguments::resolve(ForwardPruning::PARAMETERS, &name)?)
    }

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        Ok(ForwardPruning { keep: arguments.integer("keep", 1..=u32::MAX)?, root: arguments.yes("root")? })
    }

    fn keep(&self) -> Keep {
        Keep::Best { children: self.keep as usize, root: self.root }
    }
}

impl Searches for ForwardPruning {
    fn name(&self) -> Name {
        Name::new("forward-pruning")
            .with("keep", self.keep)
            .with("root", if self.root { "yes" } else { "no" })
    }

    fn abilities(&self) -> Abilities {
        Abilities { deepening: false, ..Abilities::default() }
    }
}

impl<G, F> Search<G, F> for ForwardPruning
where
    G: Game,
    F: Frontier<G> + ?Sized,
{
    fn run(&self, task: &Task<'_, '_, G, F>) -> Result<Report<F::Value>> {
        Walk::new(task, self.keep(), &mut Unwatched).run(task.position)
    }

    fn run_watched(
        &self,
        task: &Task<'_, '_, G, F>,
        watch: &mut dyn Watch<F::Value>,
    ) -> Result<Report<F::Value>> {
        Walk::new(task, self.keep(), watch).run(task.position)
    }
}
