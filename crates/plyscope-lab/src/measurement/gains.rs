//! What repairs make of decisions, for claims about them; and what every position was worth to every player, for comparing two
//! runs position by position.

use super::estimate::{Estimate, differences};
use super::phase::{Grouping, groupings};
use super::table::{Shares, Table};
use super::{Record, Repair, Seen, Setup};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};

/// What a step does to decisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Term {
    /// Wrong decisions that become correct.
    Helped,
    /// Correct decisions that become wrong.
    Hurt,
    /// The former less the latter.
    Net,
    /// The latter less the former.
    Loss,
    /// Decisions that become worse, by however little.
    Worse,
}

impl Term {
    /// As it is written.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Term::Helped => "helped",
            Term::Hurt => "hurt",
            Term::Net => "net",
            Term::Loss => "loss",
            Term::Worse => "worse",
        }
    }
}

/// Is the second of two shares of correct moves lower, by more than rounding?
pub(super) fn is_worse(before: f64, after: f64) -> bool {
    before - after > 1e-9
}

/// What claims call decisions that are left as they are.
pub(crate) const UNREPAIRED: &str = "none";

/// Every player's decisions on all judged trials, as they are and with every repair that was run. Who judges is the first
/// truth.
pub(crate) struct Gains {
    trials: u64,
    players: Vec<Decisions>,
}

/// One player's.
struct Decisions {
    plain: Shares,
    repaired: BTreeMap<Repair, Shares>,
    groupings: Vec<Grouping>,
    /// How far values are from outcomes, where that can be told.
    errors: Option<Shares>,
}

impl Gains {
    /// From what was seen.
    pub(crate) fn new(setup: &Setup, records: &[Record]) -> Self {
        let seen: Vec<&Seen> = records.iter().filter_map(|record| record.seen.as_ref()).collect();
        let oracle = setup.truths.first().and_then(|truth| truth.oracles.first().copied());
        let decisions = |player: usize| {
            let table = Table::new(setup, &seen, player, oracle);
            let groupings = groupings(&table, setup.players[player].even, None);
            let calibrated = setup.players[player].calibrated;
            let errors =
                (0..setup.efforts.len()).map(|effort| table.value_errors(effort, calibrated)).collect();
            Decisions { plain: table.right, repaired: table.repaired, groupings, errors }
        };
        Gains { trials: seen.len() as u64, players: (0..setup.players.len()).map(decisions).collect() }
    }

    /// How many trials were judged.
    pub(crate) fn trials(&self) -> u64 {
        self.trials
    }

    /// How much better a player decides at an effort with a repair than with another one, or with none.
    pub(crate) fn of(
        &self,
        player: usize,
        repair: &str,
        than: Option<&str>,
        effort: usize,
        level: f64,
    ) -> Option<Estimate> {
        let decisions = self.players.get(player)?;
        let with = |id: &str| match id {
            UNREPAIRED => Some(&decisions.plain),
            id => decisions.repaired.get(&Repair::named(id)?),
        };
        let than = with(than.unwrap_or(UNREPAIRED))?;
        let differences = differences(than.get(effort)?, with(repair)?.get(effort)?);
        Some(Estimate::always(&differences, [-1.0, 1.0], level))
    }

    /// What a step between two efforts does to a player's decisions on the trials of a group, or on all of them, and how many
    /// trials those are; none where there are none.
    pub(crate) fn step(
        &self,
        player: usize,
        between: (usize, usize),
        term: Term,
        group: Option<&str>,
        level: f64,
    ) -> Option<(Estimate, u64)> {
        let Decisions { plain, groupings, .. } = self.players.get(player)?;
        let (before, after) = (plain.get(between.0)?, plain.get(between.1)?);
        let is_in = |trial: usize| {
            group.is_none_or(|group| groupings.iter().any(|grouping| grouping.groups[trial] == group))
        };
        let trials: Vec<usize> = (0..before.len()).filter(|trial| is_in(*trial)).collect();
        let each = |of: fn(f64, f64) -> f64| {
            trials.iter().map(|trial| of(before[*trial], after[*trial])).collect::<Vec<f64>>()
        };
        let always = |least: f64, values: &[f64]| Estimate::always(values, [least, 1.0], level);
        let estimate = match term {
            Term::Helped => always(0.0, &each(|b, a| a * (1.0 - b))),
            Term::Hurt => always(0.0, &each(|b, a| b * (1.0 - a))),
            Term::Net => always(-1.0, &each(|b, a| a - b)),
            Term::Loss => always(-1.0, &each(|b, a| b - a)),
            Term::Worse => always(0.0, &each(|b, a| f64::from(u8::from(is_worse(b, a))))),
        };
        (!trials.is_empty()).then_some((estimate, trials.len() as u64))
    }

    /// How much larger the error of the value is at the second of two efforts than at the first.
    pub(crate) fn error_rise(&self, player: usize, between: (usize, usize), level: f64) -> Option<Estimate> {
        let errors = self.players.get(player)?.errors.as_ref()?;
        let differences = differences(errors.get(between.0)?, errors.get(between.1)?);
        Some(Estimate::always(&differences, [-1.0, 1.0], level))
    }
}

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
    let mut times = HashMap::new();
    let each = |(trial, seen): (usize, &&Seen)| {
        let time = times.entry(seen.position.clone()).and_modify(|time| *time += 1).or_insert(0);
        let shares = tables.iter().map(|table| table.right.iter().map(|right| right[trial]).collect());
        Scored { position: (seen.position.clone(), *time), shares: shares.collect() }
    };
    seen.iter().enumerate().map(each).collect()
}
