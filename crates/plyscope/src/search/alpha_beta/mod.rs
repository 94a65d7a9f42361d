//! Alpha-beta (Russell & Norvig, sections 3 and 4.1): minimax that does not look where it cannot matter.
//!
//! Values are in the first player's view and whose move it is comes from the game, so a player may move
//! twice in a row. What is cut is cut by proof: every configuration gives minimax's value and a move of
//! that value. Orders, killers, history, deepening and the table change how much is visited, never what
//! is found; a table entry is used only at the same depth that is left. The table takes it that
//! estimates are a function of the table key (the artificial evaluator's are, where noise and table keys
//! are the same).

mod ordering;
mod run;
mod window;

use super::{Frontier, Report, Search, Task, Unwatched, Watch};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::name::{Arguments, Name, Parameter};
use crate::rule::BackupRule;
use crate::value::Ranked;
use run::Run;

/// Alpha-beta and what makes it faster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AlphaBeta {
    /// Children are searched best first, by a search of so many plies (1: their static estimates).
    pub shallow: Option<u32>,
    /// Moves that cut at the same ply are tried early.
    pub killers: bool,
    /// Moves that cut anywhere are tried early.
    pub history: bool,
    /// A transposition table of so many MiB.
    pub table: Option<u32>,
    /// Depth 1, 2, 3, ...: each finds the order for the next, and a spent budget leaves the last.
    pub deepening: bool,
    /// Exact scores for all root moves, hence all ties; costs nodes.
    pub all_scores: bool,
}

impl AlphaBeta {
    /// What `alpha-beta(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter { name: "order", default: "given", allowed: "given, or best-first: by a shallow search" },
        Parameter {
            name: "shallow",
            default: "1",
            allowed: "a whole number from 1 to 20: plies of the shallow search",
        },
        Parameter {
            name: "killers",
            default: "no",
            allowed: "yes or no: moves that cut at the same ply come early",
        },
        Parameter {
            name: "history",
            default: "no",
            allowed: "yes or no: moves that cut anywhere come early",
        },
        Parameter { name: "table", default: "0", allowed: "MiB of a transposition table, 0 (none) to 65536" },
        Parameter { name: "deepening", default: "no", allowed: "yes or no: search to depth 1, 2, 3, ..." },
        Parameter {
            name: "scores",
            default: "best",
            allowed: "best, or all: exact scores for all root moves",
        },
    ];

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        let shallow = arguments.integer("shallow", 1..=20)?;
        let shallow = match arguments.text("order") {
            "given" => None,
            "best-first" => Some(shallow),
            _ => return Err(arguments.refuse("order")),
        };
        let all_scores = match arguments.text("scores") {
            "best" => false,
            "all" => true,
            _ => return Err(arguments.refuse("scores")),
        };
        let table = Some(arguments.integer("table", 0..=super::table::MAX_TABLE)?).filter(|mib| *mib > 0);
        Ok(AlphaBeta {
            shallow,
            killers: arguments.yes("killers")?,
            history: arguments.yes("history")?,
            table,
            deepening: arguments.yes("deepening")?,
            all_scores,
        })
    }
}

impl<G, F, R> Search<G, F, R> for AlphaBeta
where
    G: Game,
    F: Frontier<G> + ?Sized,
    F::Value: Ranked,
    R: BackupRule<F::Value> + ?Sized,
{
    fn name(&self) -> Name {
        let yes = |yes: bool| if yes { "yes" } else { "no" };
        let mut name = Name::new("alpha-beta")
            .with("order", if self.shallow.is_some() { "best-first" } else { "given" });
        if let Some(plies) = self.shallow {
            name = name.with("shallow", plies);
        }
        name.with("killers", yes(self.killers))
            .with("history", yes(self.history))
            .with("table", self.table.unwrap_or(0))
            .with("deepening", yes(self.deepening))
            .with("scores", if self.all_scores { "all" } else { "best" })
    }

    fn run(&self, task: &Task<'_, '_, G, F, R>) -> Result<Report<F::Value>> {
        only_minimax(task.rule)?;
        Run::new(self, task.game, task.frontier, task.budget, &mut Unwatched)?.root(task.position)
    }

    fn run_watched(
        &self,
        task: &Task<'_, '_, G, F, R>,
        watch: &mut dyn Watch<F::Value>,
    ) -> Result<Report<F::Value>> {
        only_minimax(task.rule)?;
        Run::new(self, task.game, task.frontier, task.budget, watch)?.root(task.position)
    }
}

fn only_minimax<V: Copy>(rule: &(impl BackupRule<V> + ?Sized)) -> Result<()> {
    if rule.is_minimax() {
        return Ok(());
    }
    Err(Error::Mismatch("alpha-beta cuts by minimax's reasoning and works with the rule minimax only".into()))
}
