//! Truth where there are more than two players: what max^n makes of the game played to its end.
//!
//! A player who likes several moves equally takes the first of them, as [`MaxN`] does: another habit
//! would give other values, and there is no reason to prefer one. What a move is worth is told in the view of whoever makes
//! it, as how far it is above an equal share: (n v - 1) / (n - 1), which is 1 for who takes all, 0 for an equal share, and
//! below 0 for less.

use super::Judgement;
use crate::error::Result;
use crate::game::{AnyPosition, Remote, Turn, expand_one};
use crate::rule::{BackupRule, MaxN, Node};
use crate::truth::TrueValue;
use crate::value::{Payoffs, Player};
use std::collections::HashMap;

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
