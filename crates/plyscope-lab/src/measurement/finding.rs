//! What a report begins with: what holds overall, and the loss that is best supported, or what the data exclude.
//!
//! A loss in a group counts where it was confirmed on positions that were not used to find it, a loss over all positions
//! where the interval of its step excludes 0. The positions that are listed are those which this very step breaks there.

use super::phase::Grouping;
use super::table::Table;
use super::verdict::{interval, percent, unsigned};
use super::{Confirmed, Judged, PlayerReport, PlayerSetup, Setup, Spent, Step, TruthSetup, naming};
use plyscope::oracle::Certainty;
use serde::Serialize;

/// What a report begins with.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Finding {
    /// Which loss it is about.
    pub id: Loss,
    /// What holds overall, in a sentence.
    pub overall: String,
    /// The loss, or what the data exclude.
    pub text: String,
    /// The step whose broken decisions are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Spent>,
    /// Where it leads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Spent>,
    /// Where: `where only a check keeps the outcome`; empty for all positions.
    #[serde(rename = "where", skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// How many positions the step breaks there.
    pub broken: usize,
    /// The file of a run's folder that holds them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// What measures them again.
    #[serde(skip)]
    pub again: Option<Again>,
    /// What is decided at.
    #[serde(skip)]
    pub(super) noun: &'static str,
    /// Who it is about, as the first sentence begins.
    #[serde(skip)]
    pub(super) who: String,
}

/// The loss that is best supported.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Loss {
    /// In a group, confirmed on positions that were not used to find it.
    Confirmed,
    /// Over all positions.
    Step,
    /// None.
    None,
    /// Positions that were selected by what a player decides at them show none and exclude none.
    Selected,
    /// Nothing can be said.
    #[default]
    Unknown,
}

impl Finding {
    /// Is it a loss?
    pub(super) fn is_loss(&self) -> bool {
        matches!(self.id, Loss::Confirmed | Loss::Step)
    }

    /// Begins with another name of who it is about.
    pub(super) fn call(&mut self, name: &str) {
        if let Some(rest) = self.overall.strip_prefix(&self.who) {
            self.overall = format!("{name}{rest}");
        }
    }

    /// What a file of all positions is introduced by.
    pub(super) fn all_of_them(&self) -> String {
        match self.broken {
            1 => format!("Such {}s (1)", self.noun),
            broken => format!("All {broken} of them"),
        }
    }

    /// What the positions that are listed show.
    pub(super) fn shown(&self, listed: usize) -> String {
        let Some((from, to)) = self.from.zip(self.to) else {
            return format!(
                "suspicious: {listed} {}s at which the largest effort left what smaller ones chose",
                self.noun
            );
        };
        let (positions, place) = (naming::several(self.broken as u64, self.noun), spaced(&self.place));
        format!("{positions} that {from} {} better than {to}{place}", verb(from, "decide"))
    }
}

/// A command that measures a file of positions.
#[derive(Debug, Clone, PartialEq)]
pub struct Again {
    /// What stands before the positions.
    pub(super) head: String,
    /// And behind.
    pub(super) tail: String,
}

impl Again {
    /// With the file at a path.
    pub fn command(&self, path: &str) -> String {
        let path = path.replace('\\', "\\\\").replace('"', "\\\"");
        let positions = naming::quoted(&format!("file(path=\"{path}\")"));
        format!("{} --positions {positions}{}", self.head, self.tail)
    }
}

/// What was measured of a player, to be judged: its report as far as that is a table.
pub(super) struct Case<'a> {
    pub(super) setup: &'a Setup,
    pub(super) truth: &'a TruthSetup,
    pub(super) player: &'a PlayerSetup,
    pub(super) report: &'a PlayerReport,
    pub(super) trials: usize,
}

/// A finding with the trials that it is about, those which the step breaks.
pub(super) struct Illustrated {
    pub(super) finding: Finding,
    pub(super) between: Option<(usize, usize)>,
    pub(super) broken: Vec<usize>,
}

/// What has to be said of positions that a measurement lists, where they are measured.
pub(super) const SELECTED_POSITIONS: &str = "These positions were selected by what a player decides at them: shares of them say nothing about the game";

impl Case<'_> {
    /// What is found, and the trials that show it.
    pub(super) fn find(&self, table: &Table<'_>, groupings: &[Grouping]) -> Illustrated {
        let group = self.report.confirmed.iter().filter(|found| found.verdict == Judged::Hurts);
        let group = group.min_by(|a, b| a.net.value.total_cmp(&b.net.value));
        let hurting = self.report.steps.iter().filter(|step| step.verdict == Judged::Hurts);
        let hurting = hurting.min_by(|a, b| a.net.value.total_cmp(&b.net.value));
        let breaking = self.report.steps.iter().filter(|step| !step.is_double() && step.hurt.value > 0.0);
        let breaking = breaking.max_by(|a, b| a.hurt.value.total_cmp(&b.hurt.value));
        let (id, text, step, place) = match (group, hurting) {
            _ if self.setup.selected => {
                let step = hurting.or(breaking).map(|step| step.between);
                (Loss::Selected, format!("{SELECTED_POSITIONS}."), step, String::new())
            }
            (Some(found), _) => {
                let place = found.place(self.keeps());
                (Loss::Confirmed, self.confirmed_text(found), Some(found.between), place)
            }
            (_, Some(step)) => (Loss::Step, self.step_text(step), Some(step.between), String::new()),
            _ if !self.report.steps.is_empty() => {
                (Loss::None, self.nothing_text(breaking), breaking.map(|step| step.between), String::new())
            }
            _ => (Loss::Unknown, String::new(), None, String::new()),
        };
        let belongs = |trial: &usize| {
            let Some(found) = group else { return true };
            let grouping = groupings.iter().find(|grouping| grouping.by == found.by);
            grouping.is_none_or(|grouping| grouping.groups[*trial] == found.group)
        };
        let trials: Vec<usize> = (0..self.trials).filter(belongs).collect();
        let broken = step.map_or(Vec::new(), |step| broken(table, step, &trials));
        let finding = Finding {
            id,
            overall: self.overall(),
            text,
            from: step.map(|(from, _)| self.setup.spent(from)),
            to: step.map(|(_, to)| self.setup.spent(to)),
            place,
            broken: broken.len(),
            file: None,
            again: self.setup.again(self.player, self.truth),
            noun: self.setup.noun(),
            who: self.who(),
        };
        Illustrated { finding, between: step, broken }
    }

    fn keeps(&self) -> &'static str {
        if self.setup.is_logged() { "" } else { keeps(self.truth, self.setup.margins) }
    }

    fn who(&self) -> String {
        naming::shortest(&self.player.name, &self.setup.players)
    }

    fn overall(&self) -> String {
        let (who, setup, noun) = (self.who(), self.setup, self.setup.noun());
        let positions = match self.trials {
            1 => format!("1 {noun}"),
            trials => format!("{} {noun}s", naming::thousands(trials)),
        };
        let game = if setup.is_logged() { String::new() } else { format!(" in {}", setup.named) };
        let lead = format!("{who}{game}, {positions} from {}: ", setup.positions);
        let several = if self.setup.truths.len() > 1 {
            format!(", judged by {}", self.truth.name)
        } else {
            String::new()
        };
        let told = self.report.efforts.last().and_then(|last| Some((last.effort, last.accuracy?)));
        // What the last two efforts have in common.
        let agreement = self.report.agreement.get(&1).and_then(|all| all.last().copied());
        lead + &match (told, agreement) {
            (Some((effort, accuracy)), _) => {
                let share = format!(
                    "{} [{}, {}]",
                    percent(accuracy.value),
                    percent(accuracy.low),
                    percent(accuracy.high)
                );
                match self.truth.certainty {
                    Certainty::Exact => format!("{effort} {} right in {share}{several}.", is(effort)),
                    _ => format!("{effort} {} with {} in {share}.", verb(effort, "agree"), self.truth.name),
                }
            }
            (None, Some(agreement)) => format!(
                "{} choose the same moves in {}. Without truth nothing can be said of right and wrong.",
                naming::efforts(
                    &self.report.efforts[self.report.efforts.len() - 2..]
                        .iter()
                        .map(|one| one.effort)
                        .collect::<Vec<_>>()
                ),
                percent(agreement)
            ),
            _ => "without truth and with a single effort nothing can be said.".into(),
        }
    }

    fn loses(&self, from: Spent, to: Spent, place: &str) -> String {
        format!("But {to} {} what {from} had{}: ", verb(to, "lose"), spaced(place))
    }

    fn confirmed_text(&self, found: &Confirmed) -> String {
        format!(
            "{}{}, confirmed on {} {}s that were not used to find it.",
            self.loses(found.from, found.to, &found.place(self.keeps())),
            net_points(&found.net),
            found.trials,
            self.setup.noun()
        )
    }

    fn step_text(&self, step: &Step) -> String {
        format!("{}{}.", self.loses(step.from, step.to, ""), net_points(&step.net))
    }

    /// What the intervals of all steps exclude.
    fn nothing_text(&self, breaking: Option<&Step>) -> String {
        let most = self.report.steps.iter().map(|step| -step.net.low).fold(0.0, f64::max);
        let together = match self.report.steps.len() {
            1 => "95%".to_string(),
            steps => format!("95%, all {steps} steps together"),
        };
        let all = match most {
            most if most > 0.0 => format!("No step loses more than {} points ({together})", unsigned(most)),
            _ => format!("Every step gains ({together})"),
        };
        let even_so = |step: &Step| {
            let breaks = verb(step.to, "break");
            let percent = (percent(step.hurt.value), percent(step.helped.value));
            let repairs = verb(step.to, "repair");
            format!("; even so {} {breaks} {} of decisions and {repairs} {}", step.to, percent.0, percent.1)
        };
        format!("{all}{}.", breaking.map_or(String::new(), even_so))
    }
}

/// What a correct move does.
pub(super) fn keeps(truth: &TruthSetup, margins: bool) -> &'static str {
    match (truth.certainty, margins) {
        (Certainty::Exact, false) => "keeps the outcome",
        (Certainty::Exact, true) => "keeps the best score",
        _ => "is what the reference chooses",
    }
}

/// A place behind something else.
pub(super) fn spaced(place: &str) -> String {
    if place.is_empty() { String::new() } else { format!(" {place}") }
}

/// One depth is, ten nodes are.
fn is(effort: Spent) -> &'static str {
    if naming::is_one(effort) { "is" } else { "are" }
}

/// One depth loses, ten nodes lose.
pub(super) fn verb(effort: Spent, word: &str) -> String {
    if naming::is_one(effort) { format!("{word}s") } else { word.to_string() }
}

/// `-24.6 points [-38.2, -9.3]`.
fn net_points(net: &super::Estimate) -> String {
    interval(net).replacen(' ', " points ", 1)
}

/// The trials at which a step leaves a better decision for a worse one, those that lose most first.
fn broken(table: &Table<'_>, (from, to): (usize, usize), trials: &[usize]) -> Vec<usize> {
    let worth = |trial: usize, effort: usize| {
        let all = table.oracle.map_or(&[][..], |oracle| &table.seen[trial].truth[oracle]);
        let best = table.best(trial, effort);
        best.iter().map(|choice| all[*choice]).sum::<f64>() / best.len().max(1) as f64
    };
    let lost = |trial: usize| worth(trial, from) - worth(trial, to);
    let worse = |trial: usize| table.right[from][trial] - table.right[to][trial];
    let mut found: Vec<(f64, f64, usize)> = trials
        .iter()
        .filter(|trial| worse(**trial) > 1e-9)
        .map(|trial| (worse(*trial), lost(*trial), *trial))
        .collect();
    found.sort_by(|a, b| b.1.total_cmp(&a.1).then(b.0.total_cmp(&a.0)).then(a.2.cmp(&b.2)));
    // A position that was drawn twice is listed once.
    let mut known = std::collections::BTreeSet::new();
    found.retain(|(_, _, trial)| known.insert(&table.seen[*trial].position));
    found.into_iter().map(|(_, _, trial)| trial).collect()
}
