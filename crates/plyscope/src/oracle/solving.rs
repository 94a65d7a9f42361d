//! Truth by solving every move.

use super::several::Solved;
use super::{Certainty, Judgement, Oracle};
use crate::error::Result;
use crate::game::{AnyPosition, expand_one};
use crate::interrupt;
use crate::key::TrialKey;
use crate::player::AnyGame;
use crate::search::{Asked, Budget};

/// How many nodes one position may cost to solve, unless somebody says otherwise.
pub const NODES: u64 = 1_000_000;

/// The table that positions share while they are solved, in MiB, unless somebody says otherwise.
pub(crate) const TABLE: u32 = 16;

/// Solves the position after every move, and gives up after so many nodes. With more than two players by max^n.
///
/// ```
/// use plyscope::game::Kalah;
/// use plyscope::oracle::{Oracle, Solving};
/// use plyscope::player::AnyGame;
/// let oracle = Solving { nodes: 1000, ..Solving::new(AnyGame::new(Kalah::new(3, 2)?)) };
/// assert_eq!(oracle.name(), "solve(nodes=1000,table=16)");
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Solving {
    /// The game.
    pub game: AnyGame,
    /// Nodes that may be spent.
    pub nodes: u64,
    /// On every move; else on all moves of a position together, evenly.
    pub a_move: bool,
    /// MiB of the table.
    pub table: u32,
    /// The exact margin, or only who wins? The latter is often much cheaper.
    pub asked: Asked,
}

impl Solving {
    /// Who wins, with the usual limits; the value, where that is what decisions are judged by.
    pub fn new(game: AnyGame) -> Self {
        let asked = if game.facts().by_value() { Asked::Value } else { Asked::Winner };
        Solving { game, nodes: NODES, a_move: true, table: TABLE, asked }
    }
}

impl Oracle for Solving {
    fn name(&self) -> String {
        let score = if self.asked == Asked::Value { ",score=yes" } else { "" };
        format!("solve(nodes={},table={}{score})", self.nodes, self.table)
    }
    fn certainty(&self) -> Certainty {
        Certainty::Exact
    }
    fn judge(&self, positions: &[(AnyPosition, TrialKey)]) -> Result<Vec<Judgement>> {
        if self.game.facts().players > 2 {
            let mut solved = Solved::default();
            let judge = |(position, _): &(AnyPosition, TrialKey)| {
                solved.judge(&*self.game.erase(), position, self.nodes)
            };
            return positions.iter().map(judge).collect();
        }
        let mut judged = Vec::with_capacity(positions.len());
        let mut children = Vec::new();
        for (position, _) in positions {
            let expansion = expand_one(&*self.game, position)?;
            judged.push((expansion.turn.mover(), expansion.after.len()));
            children.extend(expansion.after);
        }
        // All at once: they share what the solver finds out.
        let most = judged.iter().map(|(_, moves)| *moves as u64).max().unwrap_or(1).max(1);
        let nodes = if self.a_move { self.nodes } else { (self.nodes / most).max(1) };
        let budget = Budget::unlimited().with_nodes(nodes);
        let values = interrupt::heeded(|stop| {
            self.game.values(&children, self.asked, self.table, &budget.with_stop(stop))
        });
        let mut values = values?.into_iter();
        let judgement = |(mover, moves)| Judgement { mover, moves: values.by_ref().take(moves).collect() };
        Ok(judged.into_iter().map(judgement).collect())
    }
}
