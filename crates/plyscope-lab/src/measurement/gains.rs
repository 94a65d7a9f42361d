//! What repairs make of decisions, for claims about them.

use super::estimate::{Estimate, differences};
use super::table::{Shares, Table};
use super::{Record, Seen, Setup};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

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
}

/// What claims call decisions that are left as they are.
pub const UNREPAIRED: &str = "none";

/// Every player's decisions on all judged trials, as they are and with every repair that was run. Who judges is the first
/// truth.
pub struct Gains {
    trials: u64,
    players: Vec<(Shares, BTreeMap<&'static str, Shares>)>,
}

impl Gains {
    /// From what was seen.
    pub fn new(setup: &Setup, records: &[Record]) -> Self {
        let seen: Vec<&Seen> = records.iter().filter_map(|record| record.seen.as_ref()).collect();
        let oracle = setup.truths.first().and_then(|truth| truth.oracles.first().copied());
        let decisions = |player: usize| {
            let table = Table::new(setup, &seen, player, oracle);
            (table.right, table.repaired)
        };
        Gains { trials: seen.len() as u64, players: (0..setup.players.len()).map(decisions).collect() }
    }

    /// How many trials were judged.
    pub fn trials(&self) -> u64 {
        self.trials
    }

    /// How much better a player decides at an effort with a repair than with another one, or with none.
    pub fn of(
        &self,
        player: usize,
        repair: &str,
        than: Option<&str>,
        effort: usize,
        level: f64,
    ) -> Option<Estimate> {
        let (plain, repaired) = self.players.get(player)?;
        let with = |id: &str| if id == UNREPAIRED { Some(plain) } else { repaired.get(id) };
        let than = with(than.unwrap_or(UNREPAIRED))?;
        let differences = differences(than.get(effort)?, with(repair)?.get(effort)?);
        Some(Estimate::of_differences(&differences, level))
    }

    /// What a step between two efforts does to a player's decisions.
    pub fn step(&self, player: usize, between: (usize, usize), term: Term, level: f64) -> Option<Estimate> {
        let (right, _) = self.players.get(player)?;
        let (before, after) = (right.get(between.0)?, right.get(between.1)?);
        let both = || before.iter().zip(after);
        Some(match term {
            Term::Helped => Estimate::of(&both().map(|(b, a)| a * (1.0 - b)).collect::<Vec<f64>>(), level),
            Term::Hurt => Estimate::of(&both().map(|(b, a)| b * (1.0 - a)).collect::<Vec<f64>>(), level),
            Term::Net => Estimate::of_differences(&differences(before, after), level),
        })
    }
}
