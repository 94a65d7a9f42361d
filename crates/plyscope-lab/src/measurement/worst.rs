//! Positions to look at.

use super::record::{At, Seen};
use super::table::{Table, share};
use super::{PlayerSetup, Setup, TreeAt};
use crate::drawing::{Shown, render_board};
use plyscope::player::AnyGame;
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// How many are shown.
const SHOWN: usize = 10;

/// A position at which looking deeper decided worse, or may have.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Worst {
    /// The position.
    pub position: String,
    /// The position for people, in a few lines.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub board: String,
    /// The position as a picture (SVG), with the correct moves and what the largest effort chose instead; empty where the
    /// game has no board.
    #[serde(skip)]
    pub picture: String,
    /// How many plies into the game it is.
    pub ply: Option<u32>,
    /// Which player.
    pub player: String,
    /// The correct moves; empty where nobody knows.
    pub right: Vec<String>,
    /// The best moves by effort.
    pub chosen: BTreeMap<u64, Vec<String>>,
    /// What the position seemed to be worth to the mover, by effort.
    pub values: BTreeMap<u64, Option<f64>>,
    /// Opens the tree there.
    pub command: Option<String>,
    /// The tree that it opens.
    #[serde(skip)]
    pub tree: Option<TreeAt>,
}

impl Worst {
    /// Draws the position, where the game has a board.
    pub(super) fn draw(&mut self, game: &AnyGame) -> Option<()> {
        let position = game.parse_position(&self.position).ok()?;
        let (board, names) = (game.board(&position)?, game.move_names(&position).ok()?);
        let numbers = |moves: &[String]| -> Vec<usize> {
            (0..names.len()).filter(|number| moves.contains(&names[*number])).collect()
        };
        let right = numbers(&self.right);
        let mut wrong = numbers(self.chosen.values().next_back()?);
        wrong.retain(|number| !right.contains(number));
        let title = format!("{}; correct: {}", self.position, self.right.join(", "));
        self.picture = render_board(&board, &Shown { right: &right, wrong: &wrong }, &title);
        Some(())
    }
}

/// The worst positions of a player: decided correctly early and wrongly late, those that lose most first. Without truth
/// those that look suspicious: the last depth left a move that the earlier ones voted for, for a small gain.
pub(super) fn worst(
    setup: &Setup,
    table: &Table<'_>,
    player: &PlayerSetup,
    oracle: Option<usize>,
) -> Vec<Worst> {
    let mut ranked: Vec<(f64, usize)> = (0..table.seen.len())
        .map(|trial| {
            (if oracle.is_some() { lost(table, trial, oracle) } else { suspicion(table, trial) }, trial)
        })
        .filter(|(badness, _)| *badness > 0.0)
        .collect();
    ranked.sort_by(|a, b| b.0.partial_cmp(&a.0).unwrap_or(Ordering::Equal).then(a.1.cmp(&b.1)));
    ranked.into_iter().take(SHOWN).map(|(_, trial)| shown(setup, table, player, trial)).collect()
}

/// What the last effort gives away, and by how much the earlier ones decided better.
fn lost(table: &Table<'_>, trial: usize, oracle: Option<usize>) -> f64 {
    let (seen, last) = (table.seen[trial], table.efforts.len() - 1);
    let worth = oracle.map_or(&[][..], |oracle| &seen.truth[oracle]);
    let correct = &table.correct[trial];
    let mean = |best: &[usize]| best.iter().map(|i| worth[*i]).sum::<f64>() / best.len().max(1) as f64;
    let late = share(table.best(trial, last), correct);
    let early =
        (0..last).map(|effort| share(table.best(trial, effort), correct)).sum::<f64>() / last.max(1) as f64;
    let given = worth.iter().copied().fold(f64::NEG_INFINITY, f64::max) - mean(table.best(trial, last));
    if early > late { given * (early - late) } else { 0.0 }
}

/// How many earlier efforts would have chosen otherwise, the more the less is gained by it.
fn suspicion(table: &Table<'_>, trial: usize) -> f64 {
    let last = table.efforts.len() - 1;
    let at = &table.seen[trial].players[table.player].at;
    let now = &at[last].best;
    let others = at[..last].iter().filter(|at| !at.best.iter().any(|choice| now.contains(choice))).count();
    let values = &at[last].values;
    let old = at[..last].last().and_then(|at| at.best.first());
    let gain = match (values.is_empty(), old) {
        (false, Some(old)) => now.first().map_or(0.0, |new| values[*new] - values[*old]),
        _ => 0.0,
    };
    others as f64 / (1.0 + gain.abs())
}

fn shown(setup: &Setup, table: &Table<'_>, player: &PlayerSetup, trial: usize) -> Worst {
    let seen: &Seen = table.seen[trial];
    let names = |moves: &[usize]| moves.iter().map(|i| seen.moves[*i].clone()).collect::<Vec<String>>();
    let correct: Vec<usize> =
        (0..seen.moves.len()).filter(|i| table.correct[trial].get(*i) == Some(&true)).collect();
    let by_effort = || table.efforts.iter().zip(&seen.players[table.player].at);
    let value = |at: &At| at.values.iter().copied().reduce(f64::max).or(at.value);
    let deepest = table.efforts.iter().rev().find_map(|effort| effort.depth());
    let tree = deepest.and_then(|depth| setup.tree(player, &seen.position, depth));
    Worst {
        position: seen.position.clone(),
        board: seen.board.clone(),
        picture: String::new(),
        ply: seen.ply,
        player: player.name.clone(),
        right: names(&correct),
        chosen: by_effort().map(|(effort, at)| (effort.amount(), names(&at.best))).collect(),
        values: by_effort().map(|(effort, at)| (effort.amount(), value(at))).collect(),
        command: tree.as_ref().map(TreeAt::command),
        tree,
    }
}
