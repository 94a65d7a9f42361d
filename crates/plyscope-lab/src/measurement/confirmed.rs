//! Found on one half of the trials, confirmed on the other.
//!
//! The worst of many steps in many groups looks worse than it is: it was chosen for that. So a few are chosen on the trials
//! with even numbers and judged by the others, which had no part in the choice.

use super::Spent;
use super::estimate::{Estimate, LEVEL, differences, each_of};
use super::phase::Grouping;
use super::step::{Judged, NEGLIGIBLE, pairs};
use super::table::Table;
use super::verdict::{interval, points};
use serde::Serialize;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The fewest trials that a group needs in either half.
const FEWEST: usize = 30;
/// Steps that are judged by the other half; their intervals hold together.
const SHOWN: usize = 3;

/// A step that hurts much in some group on one half of the trials, and what it does on the other half.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Confirmed {
    /// What the group is by; `all` for all trials.
    pub by: String,
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
    /// What it is called by that.
    pub verdict: Judged,
    /// The group's accuracy by effort, on that other half.
    pub accuracy: Vec<Estimate>,
    /// That of all trials of that half.
    pub everywhere: Vec<Estimate>,
    /// Places of the two efforts in the list.
    #[serde(skip)]
    pub(super) between: (usize, usize),
}

/// The accuracy of every effort on some trials.
fn accuracies(table: &Table<'_>, trials: &[usize]) -> Vec<Estimate> {
    let on = |right: &Vec<f64>| trials.iter().map(|trial| right[*trial]).collect::<Vec<f64>>();
    table.right.iter().map(|right| Estimate::of(&on(right), LEVEL)).collect()
}

impl Confirmed {
    /// Where it is: `where only a check keeps the outcome`; empty for all positions. Nothing is kept in a log.
    pub(super) fn place(&self, keeps: &str) -> String {
        place(&self.by, &self.group, keeps)
    }

    /// Is it worth a line? Not where what seemed a loss is less than a point, or turned out to be none.
    pub(super) fn is_told(&self) -> bool {
        match self.verdict {
            Judged::Hurts => true,
            Judged::Undecided => self.found.value <= -NEGLIGIBLE,
            Judged::Helps | Judged::NoDifference => false,
        }
    }

    /// In a sentence that calls what is decided at a position, or an item.
    pub fn sentence(&self, noun: &str) -> String {
        let group = match (self.by.as_str(), self.group.as_str()) {
            ("all", _) => format!("all {noun}s"),
            (by, group) => format!("the group \"{group}\" (by {})", phase_name(by)),
        };
        let verdict = if self.verdict == Judged::Hurts { "confirmed" } else { "not confirmed" };
        format!(
            "{} to {} in {group}: {} points on one half of the {noun}s. On the other half {} ({} {noun}s): {verdict}.",
            self.from.0.amount(),
            self.to.0.amount(),
            points(self.found.value),
            interval(&self.net),
            self.trials
        )
    }
}

/// Where a group is, in words; empty for all positions.
pub(super) fn place(by: &str, group: &str, keeps: &str) -> String {
    let seems = |who: &str| format!("where {who} seems to be ahead");
    match (by, group) {
        ("all", _) => String::new(),
        // A log's groups are called as it likes.
        (by, group) if keeps.is_empty() => format!("in the group \"{group}\" (by {by})"),
        ("ply", group) => format!("{group} plies into the game"),
        ("moves", group) => format!("where there are {group} moves"),
        ("ahead", "mover ahead") => seems("the mover"),
        ("ahead", "mover behind") => seems("the opponent"),
        ("ahead", _) => seems("neither side"),
        ("proved", "proved") => "where the deepest decision is proved".into(),
        ("proved", _) => "where the deepest decision is not proved".into(),
        ("kind", "several kinds") => format!("where moves of several kinds {}", plural(keeps)),
        ("kind", group) => format!("where {group} {keeps}"),
        ("suite", group) => format!("in {group}"),
        ("outcome", group) => format!("in {group} positions"),
        (by, group) => format!("in the group \"{group}\" (by {by})"),
    }
}

/// What several moves do: they keep the outcome.
fn plural(keeps: &str) -> String {
    match keeps.strip_prefix("keeps") {
        Some(rest) => format!("keep{rest}"),
        None => keeps.replacen("is", "are", 1),
    }
}

/// What is said before the sentences.
pub(super) fn introduced(found: &[Confirmed], noun: &str) -> Option<String> {
    let of = found.first()?.of;
    Some(match found.iter().any(Confirmed::is_told) {
        true => format!(
            "Where it hurts most, of {of} steps and groups, found on one half of the {noun}s and judged by the other:"
        ),
        false => format!(
            "Of {of} steps and groups, none of those that lose most on one half of the {noun}s is confirmed by the other."
        ),
    })
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
        "suite" => "part of the suite",
        other => other,
    }
}

/// The steps that lose most in some group, or on all trials; none where trials are too few or nothing loses. Where other
/// tables judge the same decisions, as with a proxy that looks twice, a loss is one only if all of them show it.
pub(super) fn confirmed(table: &Table<'_>, others: &[Table<'_>], groupings: &[Grouping]) -> Vec<Confirmed> {
    if table.right.is_empty() {
        return Vec::new();
    }
    let everybody = Grouping { by: "all".into(), groups: vec![String::new(); table.seen.len()] };
    let mut found: Vec<Found<'_>> = Vec::new();
    for (by, group, halves) in halved([&everybody].into_iter().chain(groupings.iter().filter(several))) {
        let halves = Rc::new(halves);
        found.extend(pairs(table.efforts.len()).into_iter().map(|step| {
            let net = net(table, step, &halves[0], LEVEL);
            Found { by, group, step, halves: halves.clone(), net }
        }));
    }
    let of = found.len();
    // As many standard errors below 0 as can be: a large loss in a tiny group is no better sign than a small one in a large
    // group. Each group once.
    found.retain(|found| found.net.value < 0.0);
    found.sort_by(|a, b| a.strength().total_cmp(&b.strength()));
    let mut chosen: Vec<Found<'_>> = Vec::new();
    for one in found {
        if chosen.len() < SHOWN && !chosen.iter().any(|known| (known.by, known.group) == (one.by, one.group))
        {
            chosen.push(one);
        }
    }
    let level = each_of(chosen.len());
    let other: Vec<usize> = (0..table.seen.len()).filter(|trial| trial % 2 == 1).collect();
    let judged = |one: &Found<'_>| {
        let judge = |table: &Table<'_>| net(table, one.step, &one.halves[1], level);
        let net = judge(table);
        let agreed = others.iter().all(|other| Judged::by(&judge(other)) == Judged::by(&net));
        Confirmed {
            by: one.by.into(),
            group: one.group.clone(),
            from: Spent(table.efforts[one.step.0]),
            to: Spent(table.efforts[one.step.1]),
            of,
            found_trials: one.halves[0].len(),
            found: one.net,
            trials: one.halves[1].len(),
            verdict: if agreed { Judged::by(&net) } else { Judged::Undecided },
            net,
            between: one.step,
            accuracy: accuracies(table, &one.halves[1]),
            everywhere: accuracies(table, &other),
        }
    };
    chosen.iter().map(judged).collect()
}

/// Has it several groups? A single one is everybody again.
pub(super) fn several(grouping: &&Grouping) -> bool {
    grouping.groups.iter().any(|group| *group != grouping.groups[0])
}

/// What groups are by, the group, and its trials with even and with odd numbers.
pub(super) type Halved<'a> = (&'a str, &'a String, [Vec<usize>; 2]);

/// All groups that have enough trials in either half.
pub(super) fn halved<'a>(groupings: impl Iterator<Item = &'a Grouping>) -> Vec<Halved<'a>> {
    let mut found = Vec::new();
    for grouping in groupings {
        let mut members: BTreeMap<&String, [Vec<usize>; 2]> = BTreeMap::new();
        for (trial, group) in grouping.groups.iter().enumerate() {
            members.entry(group).or_default()[trial % 2].push(trial);
        }
        members.retain(|_, halves| halves.iter().all(|half| half.len() >= FEWEST));
        found.extend(members.into_iter().map(|(group, halves)| (&*grouping.by, group, halves)));
    }
    found
}

/// A step in a group, on one half.
struct Found<'a> {
    by: &'a str,
    group: &'a String,
    step: (usize, usize),
    /// The group's trials, in either half.
    halves: Rc<[Vec<usize>; 2]>,
    net: Estimate,
}

impl Found<'_> {
    /// The net in units of its interval's width.
    fn strength(&self) -> f64 {
        self.net.value / (self.net.high - self.net.low).max(1e-9)
    }
}

/// What a step gains on some trials.
fn net(table: &Table<'_>, (from, to): (usize, usize), trials: &[usize], level: f64) -> Estimate {
    let of = |effort: usize| trials.iter().map(|trial| table.right[effort][*trial]).collect::<Vec<f64>>();
    Estimate::of_differences(&differences(&of(from), &of(to)), level)
}
