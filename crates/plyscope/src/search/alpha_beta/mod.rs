//! Alpha-beta (Russell & Norvig, sections 3 and 4.1): minimax that does not look where it cannot matter.
//!
//! Values are in the first player's view and whose move it is comes from the game, so a player may move
//! twice in a row. What is cut is cut by proof: every configuration gives minimax's value and a move of
//! that value. Orders, killers, history, deepening, the table, scouting and aspiration change how much is
//! visited, never what is found; a table entry is used only at the same depth that is left. The table takes it that
//! estimates are a function of the table key (the artificial evaluator's are, where noise and table keys
//! are the same). Where a game's search key leaves out a part of the past ([`Game::search_key`]; chess), a draw by
//! repetition may be seen by one way and not by another: there a table can change values.

mod memory;
mod nodes;
mod order;
mod run;
mod window;

use super::{Abilities, DepthIn, Frontier, Report, Rules, Search, Searches, Task, Watch, no_chance};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::name::{Arguments, Name, Parameter};
use crate::rule::BackupRule;
use run::Run;

/// Alpha-beta and what makes it faster.
///
/// ```
/// use plyscope::game::text::TextTree;
/// use plyscope::rule::Minimax;
/// use plyscope::search::{AlphaBeta, Budget, Score, Search, ToTheEnd};
/// let tree: TextTree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let search = AlphaBeta { all_scores: true, ..AlphaBeta::default() };
/// let report = search.search(&tree, &0, &ToTheEnd::new(&tree, Minimax)?, &Budget::unlimited())?;
/// assert_eq!(report.scores, [3.0, 2.0, 2.0].map(Score::Exact)); // the least of every three
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct AlphaBeta {
    /// Children are searched best first, by a search of so many plies (1: their static estimates).
    pub shallow: Option<u32>,
    /// Moves that cut at the same ply are tried early.
    pub killers: bool,
    /// Moves that cut anywhere are tried early.
    pub history: bool,
    /// A transposition table of so many MiB.
    pub table: Option<u32>,
    /// Below the root, with fewer plies left moves are taken as they come, and nothing is kept of them: most positions
    /// are just above the frontier, where looking costs less than choosing what to look at. 0 and 1 are nowhere, as is
    /// everything in a search to the end of the game without deepening.
    pub plain_below: u32,
    /// What the budget's depth is counted in.
    pub depth_in: DepthIn,
    /// Depth 1, 2, 3, ...: each finds the order for the next, and a spent budget leaves the last.
    pub deepening: bool,
    /// Moves after the first are only asked whether they are better, and searched again if they are.
    pub scout: bool,
    /// Each depth starts with a window of so much around the last one's value, and opens it if that fails.
    pub aspiration: Option<f64>,
    /// Exact scores for all root moves, hence all ties; costs nodes.
    pub all_scores: bool,
    /// Exact scores for all root moves that are as good as the best; costs fewer nodes than all scores.
    pub all_ties: bool,
}

impl AlphaBeta {
    /// Are moves put in order?
    fn orders(&self) -> bool {
        self.shallow.is_some() || self.killers || self.history
    }

    /// Is nothing ordered, kept or scouted?
    fn is_plain(&self) -> bool {
        self.table.is_none() && !self.orders() && !self.scout
    }

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
        Parameter {
            name: "plain-below",
            default: "1",
            allowed: "a whole number from 1 to 100: with fewer plies left moves are neither ordered nor kept",
        },
        DepthIn::PARAMETER,
        Parameter { name: "deepening", default: "no", allowed: "yes or no: search to depth 1, 2, 3, ..." },
        Parameter {
            name: "scout",
            default: "no",
            allowed: "yes or no: later moves are first asked only whether they are better",
        },
        Parameter {
            name: "aspiration",
            default: "0",
            allowed: "a number: each depth starts so near to the last one's value (0: anywhere; needs deepening)",
        },
        Parameter {
            name: "scores",
            default: "best",
            allowed: "best, ties: exact scores for all root moves that are as good, or all: for all root moves",
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
        let (all_scores, all_ties) = match arguments.text("scores") {
            "best" => (false, false),
            "ties" => (false, true),
            "all" => (true, false),
            _ => return Err(arguments.refuse("scores")),
        };
        let table = Some(arguments.integer("table", 0..=super::table::MAX_TABLE)?).filter(|mib| *mib > 0);
        let (deepening, aspiration) =
            (arguments.yes("deepening")?, arguments.number("aspiration", 0.0..=f64::MAX)?);
        if aspiration > 0.0 && !deepening {
            return Err(Error::Settings {
                kind: "alpha-beta".into(),
                why: "it aspires to the value of the depth before: aspiration needs deepening=yes".into(),
            });
        }
        let search = AlphaBeta {
            shallow,
            killers: arguments.yes("killers")?,
            history: arguments.yes("history")?,
            table,
            plain_below: arguments.integer("plain-below", 1..=100)?,
            depth_in: DepthIn::build(arguments)?,
            deepening,
            scout: arguments.yes("scout")?,
            aspiration: Some(aspiration).filter(|by| *by > 0.0),
            all_scores,
            all_ties,
        };
        if search.plain_below > 1 && search.is_plain() {
            return Err(Error::Settings {
                kind: "alpha-beta".into(),
                why: "it is plain everywhere: plain-below needs an order, a table or scout=yes".into(),
            });
        }
        Ok(search)
    }
}

impl Searches for AlphaBeta {
    fn name(&self) -> Name {
        let yes = |yes: bool| if yes { "yes" } else { "no" };
        let mut name = Name::new("alpha-beta")
            .with("order", if self.shallow.is_some() { "best-first" } else { "given" });
        if let Some(plies) = self.shallow {
            name = name.with("shallow", plies);
        }
        name = name
            .with("killers", yes(self.killers))
            .with("history", yes(self.history))
            .with("table", self.table.unwrap_or(0))
            .with("deepening", yes(self.deepening));
        // Named only where they are asked for.
        if self.plain_below > 1 {
            name = name.with("plain-below", self.plain_below);
        }
        if self.depth_in == DepthIn::Turns {
            name = name.with("depth-in", "turns");
        }
        if self.scout {
            name = name.with("scout", "yes");
        }
        if let Some(by) = self.aspiration {
            name = name.with("aspiration", by);
        }
        let scores = match (self.all_scores, self.all_ties) {
            (true, _) => "all",
            (false, true) => "ties",
            (false, false) => "best",
        };
        name.with("scores", scores)
    }

    fn abilities(&self) -> Abilities {
        Abilities { rules: Rules::Minimax, deepening: self.deepening, chance: false }
    }
}

impl<G, F> Search<G, F> for AlphaBeta
where
    G: Game,
    F: Frontier<G> + ?Sized,
{
    fn run<W: Watch<F::Value> + ?Sized>(
        &self,
        task: &Task<'_, '_, G, F>,
        watch: &mut W,
    ) -> Result<Report<F::Value>> {
        self.check(task)?;
        Run::new(self, task.game, task.frontier, task.budget, watch)?.root(task.position)
    }
}

impl AlphaBeta {
    /// It cuts by minimax's reasoning.
    fn check<G: Game, F: Frontier<G> + ?Sized>(&self, task: &Task<'_, '_, G, F>) -> Result<()> {
        no_chance(self, task.game)?;
        if task.frontier.rule().is_minimax() {
            return Ok(());
        }
        let (rules, rule) = ("the rule minimax only", "another".into());
        Err(Error::Pairing { search: "alpha-beta".into(), rules, rule })
    }
}
