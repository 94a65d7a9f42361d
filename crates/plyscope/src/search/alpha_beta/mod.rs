//! Alpha-beta (Russell & Norvig, sections 3 and 4.1): minimax that does not look where it cannot matter.
//!
//! Values are in the first player's view and whose move it is comes from the game, so a player may move
//! twice in a row. What is cut is cut by proof: every configuration gives minimax's value and a move of
//! that value. Orders, killers, history, deepening, the table, scouting and aspiration change how much is
//! visited, never what is found; a table entry is used only at the same depth that is left. The table takes it that
//! estimates are a function of the table key (the artificial evaluator's are, where noise and table keys
//! are the same). Where a game's search key leaves out a part of the past ([`Game::search_key`]; chess), a draw by
//! repetition may be seen by one way and not by another: there a table can change values.

mod nodes;
mod order;
mod run;

use super::{Abilities, DepthIn, Frontier, Report, Rules, Search, SearchInfo, Task, Watch, compatible};
use crate::error::Result;
use crate::game::Game;
use crate::name::{Name, Settings, Values};
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
    /// The size of the transposition table, in MiB.
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
}

impl Settings for AlphaBeta {
    const KIND: &'static str = "alpha-beta";
    const SUMMARY: &'static str =
        "Minimax without the branches that cannot matter: the same value, fewer nodes.";

    fn each(&mut self, values: &mut Values<'_>) {
        let (mut best_first, mut plies) = (self.shallow.is_some(), self.shallow.unwrap_or(1));
        let orders = [("given", false), ("best-first", true)];
        values.word("order", "given", "given, or best-first: by a shallow search", &mut best_first, &orders);
        let allowed = "a whole number from 1 to 20: plies of the shallow search";
        values.when(best_first).integer("shallow", "1", allowed, &mut plies, 1..=20);
        self.shallow = best_first.then_some(plies);
        let allowed = "yes or no: moves that cut at the same ply come early";
        values.yes("killers", "no", allowed, &mut self.killers);
        values.yes("history", "no", "yes or no: moves that cut anywhere come early", &mut self.history);
        values.unless_zero("table", super::table::ALLOWED, &mut self.table, super::table::MAX_TABLE);
        values.yes("deepening", "no", super::DEEPENING, &mut self.deepening);
        let mut plain_below = self.plain_below.max(1);
        let allowed =
            "a whole number from 1 to 100: with fewer plies left moves are neither ordered nor kept";
        values.unusual().integer("plain-below", "1", allowed, &mut plain_below, 1..=100);
        self.plain_below = plain_below;
        self.depth_in.declare(values);
        let allowed = "yes or no: later moves are first asked only whether they are better";
        values.unusual().yes("scout", "no", allowed, &mut self.scout);
        let mut aspiration = self.aspiration.unwrap_or(0.0);
        let allowed =
            "a number: each depth starts so near to the last one's value (0: anywhere; needs deepening)";
        values.unusual().number("aspiration", "0", allowed, &mut aspiration, 0.0..=f64::MAX);
        self.aspiration = Some(aspiration).filter(|by| *by > 0.0);
        let mut exact = (self.all_scores, self.all_ties && !self.all_scores);
        let allowed =
            "best, ties: exact scores for all root moves that are as good, or all: for all root moves";
        let scores = [("best", (false, false)), ("ties", (false, true)), ("all", (true, false))];
        values.word("scores", "best", allowed, &mut exact, &scores);
        (self.all_scores, self.all_ties) = exact;
    }

    fn check(&self) -> Result<()> {
        if self.aspiration.is_some() && !self.deepening {
            let why = "it aspires to the value of the depth before: aspiration needs deepening=yes";
            return Err(Self::refuse(why));
        }
        if self.plain_below > 1 && self.is_plain() {
            let why = "it is plain everywhere: plain-below needs an order, a table or scout=yes";
            return Err(Self::refuse(why));
        }
        Ok(())
    }
}

impl SearchInfo for AlphaBeta {
    fn name(&self) -> Name {
        self.to_name()
    }

    fn abilities(&self) -> Abilities {
        Abilities { rules: Rules::Minimax, deepening: self.deepening, chance: false }
    }
}

impl<G: Game, F: Frontier<G> + ?Sized> Search<G, F> for AlphaBeta {
    fn run<W: Watch<F::Value> + ?Sized>(
        &self,
        task: &Task<'_, '_, G, F>,
        watch: &mut W,
    ) -> Result<Report<F::Value>> {
        compatible(self, task)?;
        Run::new(self, task.game, task.frontier, task.budget, watch)?.root(task.position)
    }
}
