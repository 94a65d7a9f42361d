//! Where in the game it hurts: the steps again, on groups of trials.

use super::record::Seen;
use super::spent::Spent;
use super::step::{Step, steps};
use super::table::Table;
use serde::Serialize;
use std::collections::BTreeMap;

/// A group of trials.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Phase {
    /// What trials are grouped by: `ply`, `moves`, `ahead`, `proved`.
    pub by: &'static str,
    /// The group.
    pub group: String,
    /// How many trials are in it.
    pub trials: usize,
    /// Its steps; their intervals hold together for all groups.
    pub steps: Vec<Step>,
}

/// At most so many groups of a number.
const GROUPS: usize = 5;

/// All groups of a table's trials.
pub(super) fn phases(table: &Table<'_>, even: f64) -> Vec<Phase> {
    if table.right.is_empty() {
        return Vec::new();
    }
    let mut all = Vec::new();
    let plies: Option<Vec<u32>> = table.seen.iter().map(|seen| seen.ply).collect();
    if let Some(plies) = plies {
        all.extend(grouped(table, "ply", &ranges(&plies)));
    }
    let moves: Vec<u32> = table.seen.iter().map(|seen| seen.moves.len() as u32).collect();
    all.extend(grouped(table, "moves", &ranges(&moves)));
    let ahead: Option<Vec<String>> = table.seen.iter().map(|seen| ahead(seen, table.player, even)).collect();
    if let Some(ahead) = ahead {
        all.extend(grouped(table, "ahead", &ahead));
    }
    let proved: Option<Vec<String>> = table.seen.iter().map(|seen| proved(seen, table.player)).collect();
    if let Some(proved) = proved {
        all.extend(grouped(table, "proved", &proved));
    }
    all
}

fn grouped(table: &Table<'_>, by: &'static str, groups: &[String]) -> Vec<Phase> {
    let spent: Vec<Spent> = table.efforts.iter().map(|effort| Spent(*effort)).collect();
    let mut members: BTreeMap<(usize, &String), Vec<usize>> = BTreeMap::new();
    for (trial, group) in groups.iter().enumerate() {
        // Ranges in the order of their numbers, words in that of the alphabet.
        let first: String = group.chars().take_while(char::is_ascii_digit).collect();
        members.entry((first.parse().unwrap_or(0), group)).or_default().push(trial);
    }
    let count = members.len();
    let phase = |((_, group), trials): ((usize, &String), Vec<usize>)| {
        let right: Vec<Vec<f64>> =
            table.right.iter().map(|all| trials.iter().map(|trial| all[*trial]).collect()).collect();
        Phase { by, group: group.clone(), trials: trials.len(), steps: steps(&spent, &right, count) }
    };
    members.into_iter().map(phase).collect()
}

/// Numbers as ranges that hold about as many trials each.
fn ranges(numbers: &[u32]) -> Vec<String> {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    let mut distinct = sorted.clone();
    distinct.dedup();
    if distinct.len() <= GROUPS {
        return numbers.iter().map(ToString::to_string).collect();
    }
    let mut ends: Vec<u32> = (1..=GROUPS).map(|i| sorted[(sorted.len() * i / GROUPS).max(1) - 1]).collect();
    ends.dedup();
    let range = |number: &u32| {
        let at = ends.iter().position(|end| number <= end).unwrap_or(ends.len() - 1);
        let first = if at == 0 { sorted[0] } else { ends[at - 1] + 1 };
        if first == ends[at] { first.to_string() } else { format!("{first} to {}", ends[at]) }
    };
    numbers.iter().map(range).collect()
}

/// Does the mover seem to be ahead, by the smallest effort's value?
fn ahead(seen: &Seen, player: usize, even: f64) -> Option<String> {
    let values = &seen.players[player].at.first()?.values;
    let value = values.iter().copied().reduce(f64::max)?;
    Some(match value {
        value if value > even => "mover ahead".into(),
        value if value < even => "mover behind".into(),
        _ => "level".into(),
    })
}

/// Is the deepest decision proved?
fn proved(seen: &Seen, player: usize) -> Option<String> {
    let (proved, at) = (seen.proved.last()?, seen.players[player].at.last()?);
    let all = at.best.iter().all(|choice| proved[*choice]);
    Some(if all { "proved".into() } else { "not proved".into() })
}
