//! Players side by side: what each decides better than the first one, on the same positions.

use super::estimate::{Estimate, differences as paired, each_of};
use super::table::Shares;
use super::{Setup, Spent, TruthSetup};
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

/// All players after the first; none where there is one, or nobody judged.
pub(super) fn differences(setup: &Setup, truth: &TruthSetup, rights: &[Shares]) -> Vec<Difference> {
    let Some((first, others)) = rights.split_first().filter(|(first, _)| !first.is_empty()) else {
        return Vec::new();
    };
    let level = each_of(others.len() * first.len());
    let at = |effort: usize, right: &Shares| DifferenceAt {
        effort: setup.spent(effort),
        difference: Estimate::of_differences(&paired(&first[effort], &right[effort]), level),
    };
    let difference = |(number, right): (usize, &Shares)| Difference {
        truth: truth.name.clone(),
        player: setup.players[number + 1].name.clone(),
        than: setup.players[0].name.clone(),
        efforts: (0..first.len()).map(|effort| at(effort, right)).collect(),
    };
    others.iter().enumerate().map(difference).collect()
}
