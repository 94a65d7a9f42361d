//! What every position was worth to every player: for comparing two runs position by position.

use super::table::Table;
use super::{Record, Seen, Setup};

/// A position with what was scored there.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Scored {
    /// The position's text, with its number among equal ones.
    pub(crate) position: (String, usize),
    /// The share of correct moves, by player and effort.
    pub(crate) shares: Vec<Vec<f64>>,
}

/// The scores of all positions that were judged; none without truth.
pub(crate) fn scores(setup: &Setup, records: &[Record]) -> Vec<Scored> {
    let Some(oracle) = setup.truths.first().and_then(|truth| truth.oracles.first()) else {
        return Vec::new();
    };
    let seen: Vec<&Seen> = records.iter().filter_map(|record| record.seen.as_ref()).collect();
    let tables: Vec<Table<'_>> =
        (0..setup.players.len()).map(|player| Table::new(setup, &seen, player, Some(*oracle))).collect();
    let mut times = std::collections::HashMap::new();
    let each = |(trial, seen): (usize, &&Seen)| {
        let time = times.entry(seen.position.clone()).and_modify(|time| *time += 1).or_insert(0);
        let shares = tables.iter().map(|table| table.right.iter().map(|right| right[trial]).collect());
        Scored { position: (seen.position.clone(), *time), shares: shares.collect() }
    };
    seen.iter().enumerate().map(each).collect()
}
