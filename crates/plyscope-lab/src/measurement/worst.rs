//! Positions to look at.

use super::finding::Illustrated;
use super::record::{At, Seen};
use super::table::Table;
use super::{PlayerSetup, Setup, Spent, TreeAt};
use crate::drawing::{Shown, render_board};
use plyscope::player::AnyGame;
use plyscope::source::SELECTED;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// How many of a player are shown.
const SHOWN: usize = 10;

/// A position at which looking deeper decided worse, or may have.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Worst {
    /// The position.
    pub position: String,
    /// The position for people, in a few lines.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub board: String,
    /// The position as a picture (SVG), with the correct moves and what the larger effort chose instead; empty where the
    /// game has no board.
    #[serde(skip)]
    pub picture: String,
    /// How many plies into the game it is.
    pub ply: Option<u32>,
    /// Which player.
    pub player: String,
    /// The step of the player's finding, which breaks the decision here; none without truth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Spent>,
    /// Where it leads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Spent>,
    /// The correct moves; empty without truth.
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
        let late = self.to.and_then(|to| self.chosen.get(&to.0.amount()));
        let mut wrong = numbers(late.or_else(|| self.chosen.values().next_back())?);
        wrong.retain(|number| !right.contains(number));
        let title = format!("{}; correct: {}", self.position, self.right.join(", "));
        self.picture = render_board(&board, &Shown { right: &right, wrong: &wrong }, &title);
        Some(())
    }
}

impl Worst {
    /// The efforts around the step that breaks the decision: amount, moves, value.
    pub(super) fn around(&self) -> Vec<(u64, &[String], Option<f64>)> {
        let (first, last) = match (self.from, self.to) {
            (Some(from), Some(to)) => (from.0.amount(), to.0.amount()),
            _ => (0, u64::MAX),
        };
        let mut rows = Vec::new();
        for (amount, moves) in self.chosen.range(first..) {
            rows.push((*amount, &moves[..], self.values.get(amount).copied().flatten()));
            if *amount > last {
                break;
            }
        }
        rows
    }

    /// The same in a line.
    pub(super) fn thought(&self) -> String {
        let unit = self.from.or(self.to).map_or("depth", |spent| spent.0.unit().name);
        let one = ["depth", "effort"].contains(&unit);
        let row = |(amount, moves, value): (u64, &[String], Option<f64>)| {
            let value = value.map_or(String::new(), |value| format!(" ({})", number(value)));
            let effort = if one { format!("{unit} {amount}") } else { format!("{amount} {unit}") };
            format!("{effort}: {}{value}", moves.join(" or "))
        };
        self.around().into_iter().map(row).collect::<Vec<String>>().join(", ")
    }
}

/// Up to three decimals; no zero is below zero.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// The positions of a player to look at, and the file of all of them: those that the step of the finding breaks, those that
/// lose most first. Without truth those that look suspicious: the last effort left a move that the earlier ones voted for,
/// for a small gain.
pub(super) fn worst(
    setup: &Setup,
    table: &Table<'_>,
    player: &PlayerSetup,
    found: &Illustrated,
    number: usize,
) -> (Vec<Worst>, Option<(String, String)>) {
    let trials = match table.oracle {
        Some(_) => found.broken.clone(),
        None => suspicious(table),
    };
    let all = || trials.iter().map(|trial| shown(setup, table, player, found, *trial));
    if trials.is_empty() {
        return (Vec::new(), None);
    }
    let stem = match found.between {
        Some((from, to)) => {
            format!("broken-{}-{}", table.efforts[from].amount(), table.efforts[to].amount())
        }
        None => "suspicious".into(),
    };
    let tail = if number == 0 { String::new() } else { format!("-{}", number + 1) };
    let name = format!("{stem}{tail}.{}", ending(setup));
    let line = |worst: Worst| filed(setup, &worst.position, &worst.player, &worst.right, &worst.thought());
    (all().take(SHOWN).collect(), Some((name, all().map(line).collect())))
}

/// Is it the name of a file of positions that a measurement writes?
pub(crate) fn is_positions(name: &str) -> bool {
    let stem = name.strip_suffix(".epd").or_else(|| name.strip_suffix(".txt"));
    stem.is_some_and(|stem| {
        stem.starts_with("broken-")
            || stem.starts_with("suspicious")
            || ["broken", "repaired"].contains(&stem)
    })
}

/// How the name of a file of positions ends.
pub(super) fn ending(setup: &Setup) -> &'static str {
    if setup.is_chess() { "epd" } else { "txt" }
}

/// A position in a file, with who thought what and that it was selected, which is read back: of chess a line of EPD, the first
/// four fields of the FEN with comments; else the position below a comment.
pub(super) fn filed(setup: &Setup, position: &str, who: &str, right: &[String], thought: &str) -> String {
    let correct = |between| if right.is_empty() { "not known".into() } else { right.join(between) };
    if !setup.is_chess() {
        return format!("# {who}: {thought}; correct: {}; {SELECTED}\n{position}\n", correct(", "));
    }
    let fields: Vec<&str> = position.split(' ').take(4).collect();
    let plain = |text: &str| text.replace(['"', ';'], "'");
    format!(
        "{} c0 \"{}\"; c1 \"correct: {}\"; c2 \"{}\"; c3 \"{SELECTED}\";\n",
        fields.join(" "),
        plain(who),
        plain(&correct(" ")),
        plain(thought)
    )
}

/// The most suspicious trials, each position once.
fn suspicious(table: &Table<'_>) -> Vec<usize> {
    if table.efforts.len() < 2 {
        return Vec::new();
    }
    let trials = 0..table.seen.len();
    let mut ranked: Vec<(f64, usize)> = trials.map(|trial| (suspicion(table, trial), trial)).collect();
    ranked.retain(|(suspicion, _)| *suspicion > 0.0);
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut known = BTreeSet::new();
    ranked.retain(|(_, trial)| known.insert(&table.seen[*trial].position));
    ranked.into_iter().take(SHOWN).map(|(_, trial)| trial).collect()
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

fn shown(setup: &Setup, table: &Table<'_>, player: &PlayerSetup, found: &Illustrated, trial: usize) -> Worst {
    let seen: &Seen = table.seen[trial];
    let names = |moves: &[usize]| {
        // Several tries may choose the same.
        let first = |(at, choice): &(usize, &usize)| !moves[..*at].contains(choice);
        let once = moves.iter().enumerate().filter(first);
        once.map(|(_, i)| seen.moves[*i].clone()).collect::<Vec<String>>()
    };
    let correct: Vec<usize> =
        (0..seen.moves.len()).filter(|i| table.correct[trial].get(*i) == Some(&1.0)).collect();
    let by_effort = || table.efforts.iter().zip(&seen.players[table.player].at);
    let value = |at: &At| at.values.iter().copied().reduce(f64::max).or(at.value);
    let late = found.between.map_or(table.efforts.len() - 1, |(_, to)| to);
    let deepest = table.efforts[late].depth();
    let tree = deepest.and_then(|depth| setup.tree(player, &seen.position, depth));
    Worst {
        position: seen.position.clone(),
        board: seen.board.clone(),
        picture: String::new(),
        ply: seen.ply,
        player: player.name.clone(),
        from: found.finding.from,
        to: found.finding.to,
        right: names(&correct),
        chosen: by_effort().map(|(effort, at)| (effort.amount(), names(&at.best))).collect(),
        values: by_effort().map(|(effort, at)| (effort.amount(), value(at))).collect(),
        command: tree.as_ref().map(TreeAt::command),
        tree,
    }
}
