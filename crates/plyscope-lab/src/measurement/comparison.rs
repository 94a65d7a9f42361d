//! Two versions of a player on the same positions: what the second one decides better, what worse, and where.
//!
//! Differences are paired, position by position, and the intervals behind the verdict hold together: those of all efforts, and
//! those of the two groups that lose and gain most on one half of the positions, judged by the other half. A comparison that
//! ends when every difference is decided looks at its trials again and again; the error is then spent over the looks.

use super::confirmed::{Halved, halved, several};
use super::estimate::{Estimate, LEVEL, differences, mean};
use super::phase::{Grouping, groupings};
use super::record::Seen;
use super::step::Judged;
use super::table::Table;
use super::worst::{ending, filed};
use super::{Record, Setup, Spent};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// When a comparison of two players ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stopping {
    /// After all trials.
    Fixed,
    /// As soon as every difference is decided, or after all trials.
    Decided,
}

/// Groups that are judged: the one that loses most, and the one that gains most.
const JUDGED: usize = 2;

/// Trials before a comparison that may end early looks at them for the first time; then after twice as many each.
const FIRST_LOOK: u64 = 128;

/// What came of a comparison.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// The game, with all parameters.
    pub game: String,
    /// Where positions came from.
    pub positions: String,
    /// Positions at which both decided.
    pub trials: u64,
    /// The old player and the new one.
    pub players: [String; 2],
    /// By effort.
    pub efforts: Vec<ComparedAt>,
    /// By group; differences are means over all efforts.
    pub groups: Vec<ComparedGroup>,
    /// The file of positions that the new player decides better; none where there is no such position.
    pub repaired: Option<String>,
    /// And worse.
    pub broken: Option<String>,
    /// How many looks at growing numbers of trials the intervals hold for.
    pub looks: u32,
    /// Is every difference decided: above 0, below, or within the margin?
    pub decided: bool,
    /// What came out.
    pub verdict: ComparisonVerdict,
    /// What is listed of them: who decided how.
    #[serde(skip)]
    pub(super) changed: [Vec<Changed>; 2],
    /// The files, by name.
    #[serde(skip)]
    pub(super) files: Vec<(String, String)>,
}

/// Both players at an effort.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ComparedAt {
    /// The effort.
    #[serde(flatten)]
    pub effort: Spent,
    /// The old player's share of correct decisions.
    pub old: Estimate,
    /// The new player's.
    pub new: Estimate,
    /// The new one's minus the old one's; all of them, and those of judged groups, hold together.
    pub difference: Estimate,
    /// What it is called.
    pub verdict: Versions,
}

/// Both players in a group of positions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ComparedGroup {
    /// What positions are grouped by.
    pub by: String,
    /// The group.
    pub group: String,
    /// Its positions.
    pub trials: usize,
    /// The new player's share of correct decisions minus the old one's, over all efforts; the intervals of all groups hold
    /// together.
    pub difference: Estimate,
    /// Was the group found on one half of the positions, and does the other half say the same?
    pub confirmed: bool,
    /// What that other half says, where the group is one of those that were found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judged: Option<JudgedGroup>,
}

/// A group on the half of the positions that it was not found on.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct JudgedGroup {
    /// Its positions there.
    pub trials: usize,
    /// The difference there.
    pub difference: Estimate,
}

/// What came out.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ComparisonVerdict {
    /// What it is called.
    pub id: Versions,
    /// The sentence.
    pub text: String,
}

/// What a new version is called beside the old one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Versions {
    /// Better at some effort or in some group, worse nowhere.
    Better,
    /// Worse at some effort or in some group, better nowhere.
    Worse,
    /// No difference above a point at any effort.
    Equal,
    /// Better here and worse there.
    Mixed,
    /// The positions do not tell.
    Undecided,
}

impl Versions {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Versions::Better => "better",
            Versions::Worse => "worse",
            Versions::Equal => "no difference",
            Versions::Mixed => "mixed",
            Versions::Undecided => "undecided",
        }
    }

    /// By a difference, and by those that others see, who must say the same.
    fn by(difference: &Estimate, others: &[Estimate]) -> Self {
        let told = Judged::by(difference);
        match told {
            _ if others.iter().any(|other| Judged::by(other) != told) => Versions::Undecided,
            Judged::Helps => Versions::Better,
            Judged::Hurts => Versions::Worse,
            Judged::NoDifference => Versions::Equal,
            Judged::Undecided => Versions::Undecided,
        }
    }
}

/// A position that the new player decides better, or worse.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Changed {
    pub(super) position: String,
    pub(super) right: Vec<String>,
    /// Where the two choose otherwise: effort by effort, the old moves and the new ones.
    pub(super) thought: String,
}

/// The share of all error that is spent on a look, by its number: 1/2, 1/6, 1/12, ... are 1 together, however many there are.
/// Spending is Lan & DeMets's (Biometrika 70, 1983); what is spent is simply added up, which is valid whatever looks have in
/// common, so intervals are a little wider than they need to be.
fn spent_on(look: u32) -> f64 {
    1.0 / (f64::from(look) * (f64::from(look) + 1.0))
}

/// The number of the look after so many trials.
fn look_after(trials: u64) -> u32 {
    let mut look = (1, FIRST_LOOK);
    while look.1 < trials {
        look = (look.0 + 1, 2 * look.1);
    }
    look.0
}

/// Does a comparison that may end early look after so many trials?
pub(crate) fn looks_after(trials: u64) -> bool {
    trials.is_multiple_of(FIRST_LOOK) && (trials / FIRST_LOOK).is_power_of_two()
}

/// Is every difference decided by what was seen so far?
pub(crate) fn is_decided(setup: &Setup, records: &[Record]) -> bool {
    let seen: Vec<&Seen> = records.iter().filter_map(|record| record.seen.as_ref()).collect();
    Comparison::new(setup, &seen, records.len() as u64).is_some_and(|found| found.decided)
}

impl Comparison {
    /// Of what was seen on so many trials; none without truth or without two players.
    pub(super) fn new(setup: &Setup, seen: &[&Seen], trials: u64) -> Option<Self> {
        let (Some(truth), [one, other]) = (setup.truths.first(), setup.players.as_slice()) else {
            return None;
        };
        let (looks, share) = match setup.comparison? {
            Stopping::Fixed => (1, 1.0),
            Stopping::Decided => (look_after(trials), spent_on(look_after(trials))),
        };
        let intervals = setup.efforts.len() + if setup.selected { 0 } else { JUDGED };
        let level = 1.0 - (1.0 - LEVEL) * share / intervals as f64;
        // By oracle; where there are several, all must say the same.
        let by_oracle = truth.oracles.iter().map(|oracle| {
            let [old, new] = [0, 1].map(|player| Table::new(setup, seen, player, Some(*oracle)));
            let paired = old.right.iter().zip(&new.right).map(|(old, new)| differences(old, new));
            (paired.collect::<Vec<Vec<f64>>>(), old, new)
        });
        let mut by_oracle = by_oracle.collect::<Vec<_>>().into_iter();
        let (paired, old, new) = by_oracle.next()?;
        let others: Vec<Vec<Vec<f64>>> = by_oracle.map(|(paired, ..)| paired).collect();
        let judge = |differences: &[f64]| Estimate::of_differences(differences, level);
        let at = |effort: usize| {
            let difference = judge(&paired[effort]);
            let others: Vec<Estimate> = others.iter().map(|paired| judge(&paired[effort])).collect();
            ComparedAt {
                effort: setup.spent(effort),
                old: Estimate::of(&old.right[effort], LEVEL),
                new: Estimate::of(&new.right[effort], LEVEL),
                difference,
                verdict: Versions::by(&difference, &others),
            }
        };
        let efforts: Vec<ComparedAt> = (0..setup.efforts.len()).map(at).collect();
        let overall = |paired: &[Vec<f64>]| {
            let of = |trial: usize| mean(&paired.iter().map(|all| all[trial]).collect::<Vec<f64>>());
            (0..seen.len()).map(of).collect::<Vec<f64>>()
        };
        let (over, others) = (overall(&paired), others.iter().map(|one| overall(one)).collect::<Vec<_>>());
        let groupings = groupings(&old, setup.players[0].even, setup.groups.as_deref());
        let mut groups = groups(&groupings, &over);
        if !setup.selected {
            for judged in found(&groupings, &over) {
                let on =
                    |all: &[f64]| judge(&judged.trials.iter().map(|trial| all[*trial]).collect::<Vec<f64>>());
                let others: Vec<Estimate> = others.iter().map(|all| on(all)).collect();
                let difference = on(&over);
                let wanted = if judged.gains { Versions::Better } else { Versions::Worse };
                let is = |group: &&mut ComparedGroup| (&*group.by, &group.group) == (judged.by, judged.group);
                if let Some(group) = groups.iter_mut().find(is) {
                    group.confirmed = Versions::by(&difference, &others) == wanted;
                    group.judged = Some(JudgedGroup { trials: judged.trials.len(), difference });
                }
            }
        }
        let decided = !seen.is_empty() && efforts.iter().all(|at| at.verdict != Versions::Undecided);
        let changed = [1.0, -1.0].map(|sign| changed(setup, [&old, &new], &over, sign));
        let file = |name: &str, changed: &[Changed]| {
            let who = format!("{} -> {}", one.name, other.name);
            let line = |one: &Changed| filed(setup, &one.position, &who, &one.right, &one.thought);
            (!changed.is_empty())
                .then(|| (format!("{name}.{}", ending(setup)), changed.iter().map(line).collect::<String>()))
        };
        let (repaired, broken) = (file("repaired", &changed[0]), file("broken", &changed[1]));
        let name = |file: &Option<(String, String)>| file.as_ref().map(|(name, _)| name.clone());
        let verdict = super::comparison_text::verdict(setup, truth, &efforts, &groups);
        Some(Comparison {
            game: setup.game.clone(),
            positions: setup.positions.clone(),
            trials: seen.len() as u64,
            players: [one.name.clone(), other.name.clone()],
            repaired: name(&repaired),
            broken: name(&broken),
            looks,
            decided,
            verdict,
            efforts,
            groups,
            changed,
            files: repaired.into_iter().chain(broken).collect(),
        })
    }

    /// As JSON; positions are in files of a folder, where there is one. What is kept in it names them alone.
    pub fn json(&self, folder: Option<&Path>) -> String {
        let within = |file: &Option<String>| {
            file.as_ref().and_then(|file| Some(folder?.join(file).display().to_string()))
        };
        let told =
            Comparison { repaired: within(&self.repaired), broken: within(&self.broken), ..self.clone() };
        format!("{:#}\n", serde_json::json!({ "comparison": told }))
    }

    /// Is the new player worse, and nowhere better?
    pub fn is_worse(&self) -> bool {
        self.verdict.id == Versions::Worse
    }
}

/// All groups, with their differences.
fn groups(groupings: &[Grouping], over: &[f64]) -> Vec<ComparedGroup> {
    let all = halved(groupings.iter().filter(several));
    let level = super::estimate::each_of(all.len());
    let group = |(by, group, [even, odd]): Halved<'_>| {
        let trials: Vec<f64> = even.iter().chain(&odd).map(|trial| over[*trial]).collect();
        let difference = Estimate::of_differences(&trials, level);
        ComparedGroup {
            by: by.to_string(),
            group: group.clone(),
            trials: trials.len(),
            difference,
            confirmed: false,
            judged: None,
        }
    };
    all.into_iter().map(group).collect()
}

/// A group that was found on one half, with its trials on the other.
struct Found<'a> {
    by: &'a str,
    group: &'a String,
    gains: bool,
    trials: Vec<usize>,
}

/// The group that loses most on the trials with even numbers, and the one that gains most: in units of their intervals, so
/// that a large difference in a tiny group counts no more than it should.
fn found<'a>(groupings: &'a [Grouping], over: &[f64]) -> Vec<Found<'a>> {
    let all = halved(groupings.iter().filter(several)).into_iter().map(|(by, group, [even, odd])| {
        let found =
            Estimate::of_differences(&even.iter().map(|trial| over[*trial]).collect::<Vec<f64>>(), LEVEL);
        let strength = found.value / (found.high - found.low).max(1e-9);
        (strength, Found { by, group, gains: strength > 0.0, trials: odd })
    });
    let mut all: Vec<(f64, Found<'a>)> = all.filter(|(strength, _)| *strength != 0.0).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let worst = all.first().is_some_and(|(strength, _)| *strength < 0.0).then(|| all.remove(0));
    let best = all.pop().filter(|(strength, _)| *strength > 0.0);
    worst.into_iter().chain(best).map(|(_, found)| found).collect()
}

/// Some moves, in few words: of more than three the first, and how many others.
pub(super) fn few(moves: &[String], between: &str) -> String {
    match moves {
        [first, others @ ..] if others.len() > 2 => format!("{first}{between}{} others", others.len()),
        moves => moves.join(between),
    }
}

/// The positions that the new player decides better over all efforts (or worse, with the other sign), those that change most
/// first, each once.
fn changed(setup: &Setup, [old, new]: [&Table<'_>; 2], over: &[f64], sign: f64) -> Vec<Changed> {
    let mut trials: Vec<usize> = (0..over.len()).filter(|trial| sign * over[*trial] > 1e-9).collect();
    trials.sort_by(|a, b| (sign * over[*b]).total_cmp(&(sign * over[*a])).then(a.cmp(b)));
    let mut known = std::collections::BTreeSet::new();
    trials.retain(|trial| known.insert(&old.seen[*trial].position));
    let each = |trial: usize| {
        let seen = old.seen[trial];
        let names = |moves: &[usize]| moves.iter().map(|i| seen.moves[*i].clone()).collect::<Vec<String>>();
        let correct: Vec<usize> = (0..seen.moves.len()).filter(|i| old.correct[trial][*i] > 0.0).collect();
        let at = |effort: usize| {
            let [was, is] = [old, new].map(|table| few(&names(table.best(trial, effort)), " or "));
            let differ = old.best(trial, effort) != new.best(trial, effort);
            differ.then(|| format!("{} {was} -> {is}", setup.spent(effort)))
        };
        let thought: Vec<String> = (0..setup.efforts.len()).filter_map(at).collect();
        Changed { position: seen.position.clone(), right: names(&correct), thought: thought.join(", ") }
    };
    trials.into_iter().map(each).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However often it is looked, no more than all of the error is spent.
    #[test]
    fn looks_share_the_error() {
        let spent: f64 = (1..=10_000).map(spent_on).sum();
        assert!((spent - (1.0 - 1.0 / 10_001.0)).abs() < 1e-9, "{spent}");
        let looks: Vec<u64> = (1..=5000).filter(|trials| looks_after(*trials)).collect();
        assert_eq!(looks, [128, 256, 512, 1024, 2048, 4096]);
        // Every look has a number of its own; an end between two looks counts as the next one.
        assert_eq!(looks.iter().map(|trials| look_after(*trials)).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
        assert_eq!([1, 127, 129, 1000, 4097].map(look_after), [1, 1, 2, 4, 7]);
    }
}
