//! Truth by solving every move; of more than two players by what max^n makes of the game played to its end.
//!
//! With max^n a player who likes several moves equally takes the first of them, as [`MaxN`] does: another habit
//! would give other values, and there is no reason to prefer one. What a move is worth is told in the view of the player who makes
//! it, as how far it is above an equal share: (n v - 1) / (n - 1), which is 1 for who takes all, 0 for an equal share, and
//! below 0 for less.

use super::{Certainty, Judgement, Oracle};
use crate::error::Result;
use crate::game::{AnyPosition, Remote, Turn, expand_one};
use crate::interrupt;
use crate::key::TrialKey;
use crate::player::AnyGame;
use crate::rule::{BackupRule, MaxN, Node};
use crate::search::{Budget, SolveGoal};
use crate::truth::TrueValue;
use crate::value::{Payoffs, Player};
use std::collections::HashMap;

/// How many nodes one position may cost to solve by default.
pub const NODES: u64 = 1_000_000;

/// The table that positions share while they are solved, in MiB, by default.
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
    pub asked: SolveGoal,
}

impl Solving {
    /// Who wins, with the usual limits; the value, where that is what decisions are judged by.
    pub fn new(game: AnyGame) -> Self {
        let asked = if game.facts().by_value() { SolveGoal::Value } else { SolveGoal::Winner };
        Solving { game, nodes: NODES, a_move: true, table: TABLE, asked }
    }
}

impl Oracle for Solving {
    fn name(&self) -> String {
        let score = if self.asked == SolveGoal::Value { ",score=yes" } else { "" };
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

/// What is known of positions, by their table keys.
#[derive(Default)]
pub(super) struct Solved {
    known: HashMap<u64, Payoffs>,
}

/// How far above an equal share of 1 a payoff is.
pub(super) fn surplus(payoff: f64, players: usize) -> f64 {
    (players as f64 * payoff - 1.0) / (players as f64 - 1.0)
}

impl Solved {
    /// What the moves of a position are worth, as far as so many nodes for each reach.
    pub(super) fn judge(
        &mut self,
        game: &dyn Remote,
        position: &AnyPosition,
        nodes: u64,
    ) -> Result<Judgement> {
        let expansion = expand_one(game, position)?;
        let Turn::Player(mover) = expansion.turn else {
            return Ok(Judgement { mover: Player::FIRST, moves: Vec::new() });
        };
        let mut moves = Vec::with_capacity(expansion.after.len());
        for child in &expansion.after {
            let mut left = nodes;
            let worth = |payoffs: Payoffs| TrueValue::Exact(surplus(payoffs.of(mover), game.facts().players));
            moves.push(self.value(game, child, &mut left)?.map_or(TrueValue::Unknown, worth));
        }
        // Already in the mover's own view.
        Ok(Judgement { mover: Player::FIRST, moves })
    }

    /// The value of a position; none when the nodes are spent.
    fn value(
        &mut self,
        game: &dyn Remote,
        position: &AnyPosition,
        left: &mut u64,
    ) -> Result<Option<Payoffs>> {
        let key = game.table_key(position);
        if let Some(known) = self.known.get(&key) {
            return Ok(Some(*known));
        }
        let Some(rest) = left.checked_sub(1) else { return Ok(None) };
        *left = rest;
        let expansion = expand_one(game, position)?;
        let value = match expansion.turn {
            Turn::Over => Payoffs::new(&expansion.payoffs),
            Turn::Chance => None,
            Turn::Player(mover) => {
                let mut children = Vec::with_capacity(expansion.after.len());
                for child in &expansion.after {
                    let Some(value) = self.value(game, child, left)? else { return Ok(None) };
                    children.push(value);
                }
                let node = Node { mover, height: 1, level: 0 };
                (!children.is_empty()).then(|| MaxN.combine(node, &children))
            }
        };
        if let Some(value) = value {
            self.known.insert(key, value);
        }
        Ok(value)
    }
}
