//! What was seen on one trial: all that a measurement is computed from afterwards.

use super::Repair;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A trial: the positions that were passed over for it, and the one at which players decided, if there was one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Default)]
pub struct Record {
    /// Are repairs that search still to be added?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// What repairs were planned to cost, by player: with the first trial.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plan: Vec<Vec<Planned>>,
    /// Positions all of whose moves end alike.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub trivial: u32,
    /// Positions that truth could not settle.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unsolved: u32,
    /// Positions at which a player failed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub failed: u32,
    /// What went wrong there, the last time.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub failure: String,
    /// What was seen at the position that is judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Seen>,
}

/// A repair that needs searches of its own, as it was planned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Planned {
    /// The repair.
    pub id: Repair,
    /// What it costs, in units of the measurement's own nodes; 0 where it was not planned.
    pub times: f64,
    /// Is it more than that? Counting stopped there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
    /// How many solved positions it learned from.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub learned: u32,
    /// Why it is left out; empty where it is run.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub left_out: String,
}

impl Planned {
    /// Run whatever it costs.
    pub(crate) fn unlimited(id: Repair) -> Self {
        Planned { id, times: 0.0, more: false, learned: 0, left_out: String::new() }
    }

    /// Is it left out?
    pub(crate) fn is_left_out(&self) -> bool {
        !self.left_out.is_empty()
    }

    /// What it costs, in words.
    pub(crate) fn cost(&self) -> String {
        let about = if self.more { "more than" } else { "about" };
        format!("{about} {} times the measurement's own nodes", self.times)
    }
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// A position, what its moves are worth, and what players thought of them. Numbers are in the mover's view.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    /// The position's text.
    pub position: String,
    /// The position for people, in a few lines; empty where there is nothing to draw.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub board: String,
    /// How many plies into the game it is, where that is known.
    pub ply: Option<u32>,
    /// Which attempt of the trial it is.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub attempt: u32,
    /// The part of a list that it belongs to, where that has parts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The names of its moves.
    pub moves: Vec<String>,
    /// What sort of move each is, in games that tell; else empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<String>,
    /// In how many plies the game ends after each move if both play as well as they can, where truth counts plies: of moves
    /// that win.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plies: Vec<Option<u32>>,
    /// What every move is worth, by oracle: exact truth says 0, 1/2 or 1, or the score where margins count.
    pub truth: Vec<Vec<f64>>,
    /// Which moves' values are proved, by effort; empty where efforts are no depths.
    pub proved: Vec<Vec<bool>>,
    /// What every player saw.
    pub players: Vec<Decided>,
    /// The groups that a log puts it in, one for each of its ways to group.
    #[serde(skip)]
    pub groups: Vec<Arc<str>>,
}

/// A player at a position.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Decided {
    /// By effort.
    pub at: Vec<At>,
    /// The moves found best with a repair that needs searches of its own, by effort.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub repairs: BTreeMap<Repair, Vec<Vec<usize>>>,
    /// What other rules and searches decide with the same evaluator, by depth; values are left out.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub compared: BTreeMap<String, Vec<At>>,
}

/// A player at a position with an effort.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct At {
    /// The value of every move; empty where the player does not tell all of them.
    pub values: Vec<f64>,
    /// What the position is worth, where the player tells that and not the value of every move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The moves found best.
    pub best: Vec<usize>,
    /// Nodes visited.
    pub nodes: u64,
    /// What a log says besides, where the decision comes from one.
    #[serde(skip)]
    pub logged: Option<Logged>,
}

/// A decision as a log has it: its moves are those that somebody chose there, and nothing is known of others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Logged {
    /// How far it is correct, from 0 to 1; the mean of all tries.
    pub correct: f64,
    /// What it cost, where the log says; the mean of all tries.
    pub cost: Option<f64>,
    /// Is every move of `best` the choice of a try? Else they tie.
    pub tries: bool,
}

/// Two values are the same but for rounding.
const TOLERANCE: f64 = 1e-12;

/// The moves whose value is the largest, ties included.
pub(crate) fn best_of(values: &[f64]) -> Vec<usize> {
    among((0..values.len()).collect(), values)
}

/// Of some moves those whose value is the largest, ties included.
pub(super) fn among(moves: Vec<usize>, values: &[f64]) -> Vec<usize> {
    let largest = moves.iter().map(|i| values[*i]).fold(f64::NEG_INFINITY, f64::max);
    let ties = |value: f64| largest - value <= TOLERANCE * largest.abs().max(value.abs());
    moves.into_iter().filter(|i| values[*i] == largest || ties(values[*i])).collect()
}
