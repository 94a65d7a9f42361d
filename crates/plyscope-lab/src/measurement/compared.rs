//! Players side by side on the same positions, and rules and searches at equal numbers of nodes.
//!
//! Every rival is searched to some depths. Between two of them its decisions are a straight line over the logarithm of
//! its mean number of nodes, trial by trial, so that rivals are compared in pairs on the same positions.

use super::estimate::{Estimate, LEVEL, differences, each_of};
use super::table::{Shares, Table, share};
use super::verdict::interval;
use super::{AtNodes, PlayerSetup, RivalSetup, Seen, Setup, Spent, TruthSetup, Use};
use crate::stats::{Between, between};
use serde::Serialize;

/// What a player decides better than the first one, by effort.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Difference {
    /// Who judged.
    pub truth: String,
    /// The player.
    pub player: String,
    /// The first one.
    pub than: String,
    /// By effort; the intervals of all players and efforts hold together.
    pub efforts: Vec<DifferenceAt>,
}

/// At an effort.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DifferenceAt {
    /// The effort.
    #[serde(flatten)]
    pub effort: Spent,
    /// The player's share of correct decisions minus that of the first.
    pub difference: Estimate,
}

/// All players after the first; none where there is one, or no truth.
pub(super) fn side_by_side(setup: &Setup, truth: &TruthSetup, rights: &[Shares]) -> Vec<Difference> {
    let Some((first, others)) = rights.split_first().filter(|(first, _)| !first.is_empty()) else {
        return Vec::new();
    };
    let level = each_of(others.len() * first.len());
    let at = |effort: usize, right: &Shares| DifferenceAt {
        effort: setup.spent(effort),
        difference: Estimate::of_differences(&differences(&first[effort], &right[effort]), level),
    };
    let difference = |(number, right): (usize, &Shares)| Difference {
        truth: truth.name.clone(),
        player: setup.players[number + 1].name.clone(),
        than: setup.players[0].name.clone(),
        efforts: (0..first.len()).map(|effort| at(effort, right)).collect(),
    };
    others.iter().enumerate().map(difference).collect()
}

/// Numbers of nodes at which rivals are compared.
const NODES: [u64; 11] = [10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000];

/// A rival's decisions: shares of correct moves and mean nodes, by depth.
struct Curve<'a> {
    rival: &'a RivalSetup,
    right: Vec<Vec<f64>>,
    nodes: Vec<f64>,
}

impl<'a> Curve<'a> {
    fn of(table: &Table<'_>, rival: &'a RivalSetup) -> Option<Self> {
        let compared = |seen: &&Seen| seen.players[table.player].compared.get(rival.id).cloned();
        let all = table.seen.iter().map(compared).collect::<Option<Vec<_>>>()?;
        let trials = all.len().max(1) as f64;
        let right = |depth: usize| {
            let each = all.iter().zip(&table.correct);
            each.map(|(at, correct)| share(&at[depth].best, correct)).collect::<Vec<f64>>()
        };
        let nodes = |depth: usize| all.iter().map(|at| at[depth].nodes as f64).sum::<f64>() / trials;
        let depths = 0..rival.depths.len();
        Some(Curve { rival, right: depths.clone().map(right).collect(), nodes: depths.map(nodes).collect() })
    }

    /// Its decisions with `nodes` nodes, trial by trial; none beyond the depths that were searched.
    fn at(&self, nodes: u64) -> Option<Vec<f64>> {
        let Between { fewer, more, part } = between(nodes as f64, &self.nodes)?;
        let line = |(fewer, more): (&f64, &f64)| (1.0 - part) * fewer + part * more;
        Some(self.right[fewer].iter().zip(&self.right[more]).map(line).collect())
    }
}

impl AtNodes {
    /// A sign where it differs from alpha-beta beyond its interval.
    pub(super) fn mark(&self) -> &'static str {
        match self.gain {
            Some(gain) if gain.is_positive() => "*",
            Some(gain) if gain.is_negative() => "!",
            _ => "",
        }
    }
}

impl Use {
    /// Who was compared at equal numbers of nodes.
    pub(super) fn rivals(&self) -> Vec<&'static str> {
        let mut ids: Vec<&'static str> = Vec::new();
        for at in &self.at_nodes {
            if !ids.contains(&at.id) {
                ids.push(at.id);
            }
        }
        ids
    }

    /// Which rule and search decides best with how many nodes, in a sentence; none where nothing was compared.
    pub(super) fn what_to_use(&self) -> Option<String> {
        let (first, last) = (self.at_nodes.first()?.nodes, self.at_nodes.last()?.nodes);
        let best = |row: &[AtNodes]| {
            let better = row.iter().filter_map(|at| Some((at, at.gain.filter(|gain| gain.is_positive())?)));
            let (at, gain) = better.max_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
            Some(format!("with {} nodes {} ({} points)", at.nodes, at.id, interval(&gain)))
        };
        let found: Vec<String> = self.at_nodes.chunk_by(|a, b| a.nodes == b.nodes).filter_map(best).collect();
        Some(match found.is_empty() {
            true => format!(
                "From {first} to {last} nodes nothing is better than minimax with alpha-beta beyond its interval."
            ),
            false => {
                format!("Better than minimax with alpha-beta beyond its interval: {}.", found.join("; "))
            }
        })
    }
}

/// All rivals at every number of nodes that the first of them, alpha-beta, and at least one other reach.
pub(super) fn at_nodes(player: &PlayerSetup, table: &Table<'_>) -> Vec<AtNodes> {
    let curves: Vec<Curve<'_>> = player.rivals.iter().filter_map(|rival| Curve::of(table, rival)).collect();
    let mut rows = Vec::new();
    for nodes in NODES {
        let found: Vec<(&Curve<'_>, Vec<f64>)> =
            curves.iter().filter_map(|curve| Some((curve, curve.at(nodes)?))).collect();
        let Some((first, _)) = found.first() else { continue };
        if found.len() > 1 && curves.first().is_some_and(|curve| curve.rival.id == first.rival.id) {
            rows.push((nodes, found));
        }
    }
    let compared: usize = rows.iter().map(|(_, found)| found.len() - 1).sum();
    let mut all = Vec::new();
    for (nodes, found) in &rows {
        let plain = &found[0].1;
        for (i, (curve, right)) in found.iter().enumerate() {
            let gain =
                (i > 0).then(|| Estimate::of_differences(&differences(plain, right), each_of(compared)));
            all.push(AtNodes {
                nodes: *nodes,
                id: curve.rival.id,
                player: curve.rival.name.clone(),
                accuracy: Estimate::of(right, LEVEL),
                gain,
            });
        }
    }
    all
}
