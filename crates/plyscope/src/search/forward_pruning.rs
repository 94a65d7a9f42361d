//! Forward pruning (Smith & Nau, "Our Model of Forward Pruning"): at every node only the few children
//! that look best are searched, with no proof that the others do not matter.

use super::depth_first::{Keep, Pruned, Walk};
use super::{Abilities, Frontier, Report, Search, Searches, Task, Watch};
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

impl ForwardPruning {
    /// What `forward-pruning(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter { name: "keep", default: "2", allowed: "a whole number of 1 or more" },
        Parameter { name: "root", default: "no", allowed: "yes (root moves are pruned too) or no" },
        Parameter {
            name: "whose",
            default: "all",
            allowed: "all, own (where the player who decides moves) or others",
        },
        Parameter {
            name: "levels",
            default: "all",
            allowed: "all, or from..to: only at nodes so many plies below the root, such as 1..3",
        },
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
        let whose = match arguments.text("whose") {
            "all" => Whose::All,
            "own" => Whose::Own,
            "others" => Whose::Others,
            _ => return Err(arguments.refuse("whose")),
        };
        let levels = match arguments.text("levels") {
            "all" => None,
            text => {
                let read = text.split_once("..").and_then(|(from, to)| {
                    let (from, to) = (from.parse::<u32>().ok()?, to.parse::<u32>().ok()?);
                    (from <= to).then_some((from, to))
                });
                Some(read.ok_or_else(|| arguments.refuse("levels"))?)
            }
        };
        let (keep, root) = (arguments.integer("keep", 1..=u32::MAX)?, arguments.yes("root")?);
        Ok(ForwardPruning { keep, root, whose, levels })
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

impl Searches for ForwardPruning {
    fn name(&self) -> Name {
        let name = Name::new("forward-pruning")
            .with("keep", self.keep)
            .with("root", if self.root { "yes" } else { "no" });
        let name = match self.whose {
            Whose::All => name,
            Whose::Own => name.with("whose", "own"),
            Whose::Others => name.with("whose", "others"),
        };
        self.levels.map_or(name.clone(), |(from, to)| name.with("levels", format!("{from}..{to}")))
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
    fn run<W: Watch<F::Value> + ?Sized>(
        &self,
        task: &Task<'_, '_, G, F>,
        watch: &mut W,
    ) -> Result<Report<F::Value>> {
        Walk::new(task, self.keep(), watch).run(task.position)
    }
}
