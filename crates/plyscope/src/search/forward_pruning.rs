//! Forward pruning (Smith & Nau, "Our Model of Forward Pruning"): at every node only the few children
//! that look best are searched, with no proof that the others do not matter.

use super::depth_first::{Keep, Pruned, Walk};
use super::{Abilities, Frontier, Report, Search, SearchInfo, Task, Watch};
use crate::error::Result;
use crate::game::Game;
use crate::name::{Name, Settings, Values};

/// Keeps the best children by static estimate, of equals the earlier.
///
/// ```
/// use plyscope::evaluator::Lines;
/// use plyscope::game::{Game, TicTacToe};
/// use plyscope::name::Settings;
/// use plyscope::rule::Minimax;
/// use plyscope::search::{Budget, ForwardPruning, LeafValues, Search};
/// let search = ForwardPruning::named("forward-pruning(keep=2)")?;
/// let game = TicTacToe::default();
/// let opinions = LeafValues::new(&game, Lines::default(), Minimax)?;
/// let report = search.search(&game, &game.start(), &opinions, &Budget::depth(2)?)?;
/// assert_eq!(report.counts.cut, 9 * (8 - 2)); // two of eight answers to every move are left
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ForwardPruning {
    keep: u32,
    root: bool,
    whose: Whose,
    /// Plies below the root, from the first to the last of these; none where that does not matter.
    levels: Option<(u32, u32)>,
}

/// Whose moves are pruned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Whose {
    #[default]
    All,
    /// Those of the player who decides.
    Own,
    /// Those of everybody else.
    Others,
}

impl Default for ForwardPruning {
    /// Keeps two children everywhere but at the root.
    fn default() -> Self {
        ForwardPruning { keep: 2, root: false, whose: Whose::All, levels: None }
    }
}

impl Settings for ForwardPruning {
    const KIND: &'static str = "forward-pruning";
    const SUMMARY: &'static str =
        "Only the `keep` children that look best, with no proof that the others do not matter.";

    fn each(&mut self, values: &mut Values<'_>) {
        values.integer("keep", "2", "a whole number of 1 or more", &mut self.keep, 1..=u32::MAX);
        values.yes("root", "no", "yes (root moves are pruned too) or no", &mut self.root);
        let allowed = "all, own (where the player who decides moves) or others";
        let whose = [("all", Whose::All), ("own", Whose::Own), ("others", Whose::Others)];
        values.unusual().word("whose", "all", allowed, &mut self.whose, &whose);
        let allowed = "all, or from..to: only at nodes so many plies below the root, such as 1..3";
        let write = |levels: &Option<_>| levels.map_or("all".into(), |(from, to)| format!("{from}..{to}"));
        values.unusual().value("levels", "all", allowed, &mut self.levels, read_levels, write);
    }
}

/// `all`, or `from..to`.
fn read_levels(text: &str) -> Option<Option<(u32, u32)>> {
    if text == "all" {
        return Some(None);
    }
    let (from, to) = text.split_once("..")?;
    let (from, to) = (from.parse().ok()?, to.parse().ok()?);
    (from <= to).then_some(Some((from, to)))
}

impl ForwardPruning {
    /// Keeps a number of children, 1 or more; at the root too, or only below.
    ///
    /// ```
    /// use plyscope::search::{ForwardPruning, SearchInfo};
    /// assert_eq!(ForwardPruning::new(2, false)?.name().to_string(), "forward-pruning(keep=2,root=no)");
    /// assert!(ForwardPruning::new(0, false).is_err());
    /// # Ok::<(), plyscope::Error>(())
    /// ```
    pub fn new(keep: u32, root: bool) -> Result<Self> {
        ForwardPruning::named(&ForwardPruning { keep, root, ..Self::default() }.to_name().to_string())
    }

    fn keep(&self) -> Keep {
        let (from, to) = self.levels.unwrap_or((0, u32::MAX));
        let at = Pruned {
            levels: (if self.root { from } else { from.max(1) }, to),
            own: self.whose != Whose::Others,
            others: self.whose != Whose::Own,
        };
        Keep::Best { children: self.keep as usize, at }
    }
}

impl SearchInfo for ForwardPruning {
    fn name(&self) -> Name {
        self.to_name()
    }

    fn abilities(&self) -> Abilities {
        Abilities { deepening: false, ..Abilities::default() }
    }
}

impl<G: Game, F: Frontier<G> + ?Sized> Search<G, F> for ForwardPruning {
    fn run<W: Watch<F::Value> + ?Sized>(
        &self,
        task: &Task<'_, '_, G, F>,
        watch: &mut W,
    ) -> Result<Report<F::Value>> {
        Walk::new(task, self.keep(), watch).run(task.position)
    }
}
