//! Found on one half of the trials, confirmed on the other.
//!
//! The worst of many steps in many groups looks worse than it is: it was chosen for that. So it is chosen on the trials with
//! even numbers and judged by the others, which had no part in the choice.

use super::estimate::{Estimate, LEVEL, differences};
use super::phase::Grouping;
use super::spent::Spent;
use super::step::{Judged, pairs};
use super::table::Table;
use super::verdict::{interval, points};
use serde::Serialize;
use std::collections::BTreeMap;

/// A group has to have so many trials in either half.
const FEWEST: usize = 30;

/// The step that hurts most in some group on one half of the trials, and what it does on the other half.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Confirmed {
    /// What the group is by; `all` for all trials.
    pub by: &'static str,
    /// The group; empty for all trials.
    pub group: String,
    /// The smaller effort.
    pub from: Spent,
    /// The larger one.
    pub to: Spent,
    /// How many steps in how many groups it was chosen from.
    pub of: usize,
    /// The group's trials in the half that it was found on.
    pub found_trials: usize,
    /// The net there: too bad, because the worst was chosen.
    pub found: Estimate,
    /// The group's trials in the other half.
    pub trials: usize,
    /// The net there.
    pub net: Estimate,
    /// What it is called by that, a single test.
    pub verdict: Judged,
}

impl Confirmed {
    /// In a sentence.
    pub fn sentence(&self) -> String {
        let group = match (self.by, self.group.as_str()) {
            ("all", _) => "all positions".into(),
            (by, group) => format!("the group \"{group}\" (by {})", phase_name(by)),
        };
        let verdict = match self.verdict {
            Judged::Hurts => "confirmed",
            Judged::NoDifference => "no difference on the other half",
            Judged::Helps => "not confirmed: it helps on the other half",
            Judged::Undecided => "not confirmed",
        };
        format!(
            "The worst step on one half of the positions is {} to {} in {group}: {} points, chosen from {}. On the other half: {} \
             ({} positions): {verdict}.",
            self.from.0.amount(),
            self.to.0.amount(),
            points(self.found.value),
            self.of,
            interval(&self.net),
            self.trials
        )
    }
}

/// What trials are grouped by, in words.
pub(super) fn phase_name(by: &str) -> &str {
    match by {
        "ply" => "plies into the game",
        "moves" => "number of moves",
        "ahead" => "who seems to be ahead",
        "proved" => "whether the deepest decision is proved",
        "kind" => "kind of correct move",
        "outcome" => "outcome",
        other => other,
    }
}

/// The worst step of any group, or of all trials; none where trials are too few.
pub(super) fn confirmed(table: &Table<'_>, groupings: &[Grouping]) -> Option<Confirmed> {
    if table.right.is_empty() {
        return None;
    }
    let everybody = Grouping { by: "all", groups: vec![String::new(); table.seen.len()] };
    let mut found: Vec<Confirmed> = Vec::new();
    for grouping in [&everybody].into_iter().chain(groupings) {
        let mut members: BTreeMap<&String, [Vec<usize>; 2]> = BTreeMap::new();
        for (trial, group) in grouping.groups.iter().enumerate() {
            members.entry(group).or_default()[trial % 2].push(trial);
        }
        for (group, halves) in members {
            if halves.iter().any(|half| half.len() < FEWEST) {
                continue;
            }
            found.extend(pairs(table.efforts.len()).into_iter().map(|(from, to)| {
                let net = |half: &[usize]| {
                    let of = |effort: usize| {
                        half.iter().map(|trial| table.right[effort][*trial]).collect::<Vec<f64>>()
                    };
                    Estimate::of_differences(&differences(&of(from), &of(to)), LEVEL)
                };
                let confirmed = net(&halves[1]);
                Confirmed {
                    by: grouping.by,
                    group: group.clone(),
                    from: Spent(table.efforts[from]),
                    to: Spent(table.efforts[to]),
                    of: 0,
                    found_trials: halves[0].len(),
                    found: net(&halves[0]),
                    trials: halves[1].len(),
                    verdict: Judged::by(&confirmed),
                    net: confirmed,
                }
            }));
        }
    }
    let of = found.len();
    // By the upper end of the interval: a large loss in a tiny group is no better sign than a small one in a large group.
    let worst = found.into_iter().min_by(|a, b| a.found.high.total_cmp(&b.found.high))?;
    Some(Confirmed { of, ..worst })
}
