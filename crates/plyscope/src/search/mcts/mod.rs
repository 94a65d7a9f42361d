//! Monte-Carlo tree search: UCT (Kocsis & Szepesvari 2006) as Nguyen & Ramanujan 2024 run it.
//!
//! An iteration goes down the tree by means and bonuses, adds one node, and tells all nodes on its way what it found. A new
//! node is worth what an evaluator says of it, so playouts are an evaluator among others. There is no depth and no back-up
//! rule: how values rise is the search's own ([`Backup`]). One run gives the decisions at a list of efforts, and all that
//! is left to chance depends on a key alone.

mod leaves;
mod run;
mod tree;

pub use leaves::Backup;
pub(crate) use leaves::{ForEach, InOneView, Leaves};
pub(crate) use run::Sampling;

use super::{Abilities, Budget, Effort, Rules, SearchInfo};
use crate::error::{Error, Result};
use crate::evaluator::{Profile, Scale};
use crate::name::{Name, Settings, Values};

/// Monte-Carlo tree search, as it is set.
///
/// ```
/// use plyscope::catalogue::Catalogue;
/// use plyscope::key::Stream;
/// use plyscope::search::Effort;
/// let catalogue = Catalogue::built_in();
/// let game = catalogue.game("tic-tac-toe")?;
/// // A series or a player names it without a rule.
/// let player = catalogue.player(&game, "", "playouts(n=1)", "mcts(solver=yes)")?;
/// let seen = player.decide(&game.parse_position("XX./OO./... X")?, &[Effort::Iterations(200)])?;
/// assert_eq!(game.move_names(&game.parse_position("XX./OO./... X")?)?[seen.choice], "c3"); // three in a row
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mcts {
    /// How much moves that were looked at rarely are preferred.
    pub c: f64,
    /// How values rise.
    pub backup: Backup,
    /// Are wins and losses proved, and moves that are settled left alone?
    pub solver: bool,
    /// The most nodes that are held.
    pub nodes: u32,
}

impl Default for Mcts {
    /// UCT with a constant of 1.
    fn default() -> Self {
        Mcts { c: 1.0, backup: Backup::Mean, solver: false, nodes: 4_000_000 }
    }
}

impl Settings for Mcts {
    const KIND: &'static str = "mcts";
    const SUMMARY: &'static str =
        "Monte-Carlo tree search (UCT): one new node per iteration; takes no back-up rule.";

    fn each(&mut self, values: &mut Values<'_>) {
        values.number("c", "1", "a number from 0 to 1000000000", &mut self.c, 0.0..=1e9);
        let allowed = "mean, minimax, product, or \"power(p)\" in quotes with p from 1 to 1000";
        values.value("backup", "mean", allowed, &mut self.backup, Backup::read, Backup::to_string);
        values.yes("solver", "no", "yes or no", &mut self.solver);
        let allowed = "nodes held at most, 100 to 1000000000; after that none is added";
        values.unusual().integer("nodes", "4000000", allowed, &mut self.nodes, 100..=1_000_000_000);
    }
}

impl Mcts {
    /// Refuses evaluators and games that the settings make no sense with.
    pub fn check(&self, profile: &Profile, game: &str, players: usize) -> Result<()> {
        let Profile { name: evaluator, scale, each, .. } = profile;
        let refuse = |why: String| Err(Error::Settings { kind: self.name().to_string(), why });
        let counts_chances = matches!(self.backup, Backup::Power(_) | Backup::Product);
        if players > 2 && (counts_chances || self.solver) {
            return refuse(format!(
                "power means, products and proofs are for games of at most 2 players; {game} has {players}"
            ));
        }
        if players > 2 && !each {
            return refuse(format!("{game} has {players} players, and {evaluator} gives no number for each"));
        }
        if counts_chances && *scale != Scale::Probability {
            return refuse(format!(
                "this back-up needs a probability between 0 and 1, which {evaluator} does not give; with \
                 calibrate=isotonic it does"
            ));
        }
        Ok(())
    }

    /// The error for a rule that is named beside it.
    pub(crate) fn refuse_rule(&self, rule: &str) -> Error {
        Error::Pairing {
            search: self.name().to_string(),
            rules: "no rule at all, having a back-up of its own (backup=...)",
            rule: rule.to_string(),
        }
    }
}

impl SearchInfo for Mcts {
    fn name(&self) -> Name {
        self.to_name()
    }

    fn abilities(&self) -> Abilities {
        Abilities { rules: Rules::None, deepening: true, chance: true }
    }

    fn check_effort(&self, effort: Effort) -> Result<()> {
        match effort {
            Effort::Iterations(0) | Effort::Nodes(0) | Effort::Evaluations(0) | Effort::Depth(_) => {
                Err(Error::Effort {
                    search: self.name().to_string(),
                    effort: effort.to_string(),
                    efforts: "`iterations`, `nodes` or `evaluations`, 1 or more".into(),
                })
            }
            _ => Ok(()),
        }
    }
}

/// Is a flag raised? Looked at now and then.
fn is_stopped(budget: &Budget<'_>) -> bool {
    !budget.meter().generate()
}
