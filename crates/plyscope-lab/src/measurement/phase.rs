//! Where in the game it hurts: the steps again, on groups of trials.

use super::Spent;
use super::record::Seen;
use super::step::{Step, steps};
use super::table::Table;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A group of trials.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Phase {
    /// What trials are grouped by: `ply`, `moves`, `ahead`, `proved`, `kind` of the correct moves, `outcome`,
    /// `suite`: the prefix of the `id` in a list.
    pub by: String,
    /// The group.
    pub group: String,
    /// How many trials are in it.
    pub trials: usize,
    /// Its steps; their intervals hold together for all groups.
    pub steps: Vec<Step>,
}

/// The most groups that numbers are divided into.
const GROUPS: usize = 5;

/// A way to group trials: what by, and the group of every trial.
pub(super) struct Grouping {
    pub(super) by: String,
    pub(super) groups: Vec<String>,
}

/// All ways to group a table's trials.
pub(super) fn groupings(table: &Table<'_>, even: f64, logged: Option<&[String]>) -> Vec<Grouping> {
    if table.right.is_empty() {
        return Vec::new();
    }
    let seen = table.seen;
    if let Some(names) = logged {
        let column = |(number, by): (usize, &String)| Grouping {
            by: by.clone(),
            groups: in_ranges(seen.iter().map(|seen| &*seen.groups[number])),
        };
        return names.iter().enumerate().map(column).collect();
    }
    let numbers = |number: &dyn Fn(&Seen) -> Option<u32>| -> Option<Vec<String>> {
        seen.iter().map(|seen| number(seen)).collect::<Option<Vec<u32>>>().map(|numbers| ranges(&numbers))
    };
    let words =
        |word: &dyn Fn(usize) -> Option<String>| (0..seen.len()).map(word).collect::<Option<Vec<String>>>();
    let all = [
        ("ply", numbers(&|seen| seen.ply)),
        ("moves", numbers(&|seen| Some(seen.moves.len() as u32))),
        ("ahead", words(&|trial| ahead(seen[trial], table.player, even))),
        ("proved", words(&|trial| proved(seen[trial], table.player))),
        ("kind", words(&|trial| kind(seen[trial], &table.correct[trial]))),
        ("outcome", words(&|trial| outcome(table, trial))),
        ("suite", words(&|trial| seen[trial].group.clone()).filter(|groups| is_divided(groups))),
    ];
    all.into_iter().filter_map(|(by, groups)| Some(Grouping { by: by.into(), groups: groups? })).collect()
}

/// The steps of all groups.
pub(super) fn phases(table: &Table<'_>, groupings: &[Grouping]) -> Vec<Phase> {
    groupings.iter().flat_map(|grouping| grouped(table, &grouping.by, &grouping.groups)).collect()
}

fn grouped(table: &Table<'_>, by: &str, groups: &[String]) -> Vec<Phase> {
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
        Phase {
            by: by.into(),
            group: group.clone(),
            trials: trials.len(),
            steps: steps(&spent, &right, count, false),
        }
    };
    members.into_iter().map(phase).collect()
}

/// Groups as they are; numbers as ranges.
fn in_ranges<'a>(groups: impl Iterator<Item = &'a str> + Clone) -> Vec<String> {
    let numbers: Option<Vec<u32>> = groups.clone().map(|group| group.parse().ok()).collect();
    numbers.map_or_else(|| groups.map(String::from).collect(), |numbers| ranges(&numbers))
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

/// More groups than this are positions with a name of their own.
const PARTS: usize = 40;

/// Do groups divide the trials?
fn is_divided(groups: &[String]) -> bool {
    (2..=PARTS).contains(&groups.iter().collect::<BTreeSet<_>>().len())
}

/// Does the mover seem to be ahead, by the smallest effort's value?
fn ahead(seen: &Seen, player: usize, even: f64) -> Option<String> {
    let first = seen.players[player].at.first()?;
    let value = first.values.iter().copied().reduce(f64::max).or(first.value)?;
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

/// What sort of moves the correct ones are, where the game tells.
fn kind(seen: &Seen, correct: &[f64]) -> Option<String> {
    let mut right =
        seen.kinds.iter().zip(correct).filter(|(_, correct)| **correct > 0.0).map(|(kind, _)| kind);
    let first = right.next()?;
    Some(if right.all(|kind| kind == first) { format!("only a {first}") } else { "several kinds".into() })
}

/// What the position is worth to the mover, where truth tells wins from draws.
fn outcome(table: &Table<'_>, trial: usize) -> Option<String> {
    if !table.outcomes {
        return None;
    }
    let worth = table.seen[trial].truth.get(table.oracle?)?;
    let best = worth.iter().copied().reduce(f64::max)?;
    Some(if best > 0.5 { "won".into() } else { "drawn".into() })
}
