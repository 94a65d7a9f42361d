//! Experiment files as they are written: TOML, read with places for error messages.

use super::alternative::AlternativeFile;
use super::claim_file::ClaimFile;
use super::figure_file::FigureFile;
use crate::measurement::Stopping;
use plyscope::search::Unit;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An experiment: games, searched by several rules to several depths, and claims about the result.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExperimentFile {
    /// What it is, in a line.
    pub title: String,
    /// The paper and figure, or whose question it is.
    pub source: String,
    /// How an ambiguous or misprinted passage is read, and why.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reading: String,
    /// `ours` where the paper does not say what was played: its sentences are then tested in a setting of ours.
    #[serde(default, skip_serializing_if = "is_default")]
    pub setting: Setting,
    /// What is measured.
    #[serde(default, skip_serializing_if = "is_default")]
    pub measure: Measured,
    /// The game, by name.
    pub game: Option<String>,
    /// Where positions come from, where not from the game's usual source: `random(plies=20..40)`, `self-play`, `file(...)`.
    pub positions: Option<String>,
    /// Who knows what moves are worth, where not the usual one: `solve(nodes=100000,table=16)`.
    pub truth: Option<String>,
    /// Several who know, or stand for who knows, side by side: for measure = "depth".
    #[serde(default, skip_serializing_if = "is_default")]
    pub truths: Vec<String>,
    /// Which repairs are tried, for measure = "depth"; all if left out.
    pub repairs: Option<Vec<String>>,
    /// Are back-up rules and searches compared at equal numbers of nodes, for measure = "depth"?
    #[serde(default, skip_serializing_if = "is_default")]
    pub compare: bool,
    /// Is a move correct only if it keeps the best score, for measure = "depth"? Else the best outcome is enough.
    #[serde(default, skip_serializing_if = "is_default")]
    pub margins: bool,
    /// Is the second of two series compared with the first, for measure = "depth": after all trials, or until every difference is decided?
    pub comparison: Option<Stopping>,
    /// The test that ends a match, for measure = "match": `elo0=0,elo1=5,alpha=0.05,beta=0.05`.
    pub sprt: Option<String>,
    /// Are the series of measure = "match" the steps of a ladder, whose intervals are to hold together?
    #[serde(default, skip_serializing_if = "is_default")]
    pub ladder: bool,
    /// Which drawn games count as trials.
    #[serde(default, skip_serializing_if = "is_default")]
    pub wanted: WantedGames,
    /// What a trial scores where several moves are tied.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ties: Ties,
    /// How many trials; left out where values are computed, not sampled.
    pub trials: Option<u64>,
    /// The seed.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// Search depths; left out where the measure has none.
    pub depths: Option<Vec<u32>>,
    /// Nodes that a player may generate a move: the same as a sweep of `nodes`.
    pub nodes: Option<Vec<u64>>,
    /// Iterations of searches that sample.
    pub iterations: Option<Vec<u64>>,
    /// Distinct positions that a player may have evaluated.
    pub evaluations: Option<Vec<u64>>,
    /// Milliseconds that an engine may take a move: such results are not repeatable.
    pub movetime: Option<Vec<u64>>,
    /// Parameters of the game (or of evaluators) that take several values; every combination is a point.
    #[serde(default, skip_serializing_if = "is_default")]
    pub sweep: BTreeMap<String, Vec<SweepValue>>,
    /// What is compared.
    pub series: Vec<SeriesFile>,
    /// What the figure shows.
    #[serde(default, skip_serializing_if = "is_default")]
    pub figure: FigureFile,
    /// Sentences that can be false.
    #[serde(default, skip_serializing_if = "is_default")]
    pub claim: Vec<ClaimFile>,
    /// Numbers that the paper prints, to stand beside ours.
    #[serde(default, skip_serializing_if = "is_default")]
    pub printed: Vec<PrintedFile>,
    /// How the reading was found from the printed numbers, where it was: their rows then say so.
    pub printed_chosen: Option<String>,
    /// Other readings, by suffix: `id+suffix`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub alternative: BTreeMap<String, AlternativeFile>,
}

pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl ExperimentFile {
    /// As it is written to a file.
    pub fn text(&self) -> String {
        toml::to_string(self).expect("an experiment is plain data")
    }

    /// With so much to spend, one amount a column.
    pub fn spending(mut self, unit: &Unit, amounts: &[u64]) -> Self {
        match unit.key {
            "depths" => {
                self.depths =
                    Some(amounts.iter().map(|depth| u32::try_from(*depth).unwrap_or(u32::MAX)).collect())
            }
            "nodes" => self.nodes = Some(amounts.to_vec()),
            "iterations" => self.iterations = Some(amounts.to_vec()),
            "evaluations" => self.evaluations = Some(amounts.to_vec()),
            _ => self.movetime = Some(amounts.to_vec()),
        }
        self
    }

    /// What players may spend of a unit, one amount a column.
    pub(crate) fn amounts(&self, unit: &Unit) -> Option<Vec<u64>> {
        match unit.key {
            "depths" => self.depths.as_ref().map(|depths| depths.iter().copied().map(u64::from).collect()),
            "nodes" => self.nodes.clone(),
            "iterations" => self.iterations.clone(),
            "evaluations" => self.evaluations.clone(),
            "movetime" => self.movetime.clone(),
            _ => None,
        }
    }
}

fn default_seed() -> u64 {
    1
}

/// Whose setting it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Setting {
    /// The source's, as far as it says.
    #[default]
    Source,
    /// Ours: the paper leaves it open.
    Ours,
}

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Measured {
    /// The share of correct decisions, on games that are drawn by key or on solved positions of real games.
    #[default]
    DecisionAccuracy,
    /// The leaves that alpha-beta looks at, by the order of moves.
    Leaves,
    /// The share of points that a player takes from another, on games with a start.
    WinShare,
    /// The nodes that searches visit, on games that are drawn by key and on positions of real games.
    Nodes,
    /// What comes out of one tree that is written as text.
    WorkedExample,
    /// The share of pairs of a winning and a losing root move that are valued in the right order.
    PairAccuracy,
    /// Exact values of formulas.
    Theory,
    /// Does looking deeper help here, where does it hurt, and why: a measurement.
    Depth,
    /// Pairs of games between two players: score, Elo, and a test that ends the match.
    Match,
}

impl Measured {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Measured::DecisionAccuracy => "decision-accuracy",
            Measured::Leaves => "leaves",
            Measured::WinShare => "win-share",
            Measured::Nodes => "nodes",
            Measured::WorkedExample => "worked-example",
            Measured::PairAccuracy => "pair-accuracy",
            Measured::Theory => "theory",
            Measured::Depth => "depth",
            Measured::Match => "match",
        }
    }
}

/// Which drawn games count as trials.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WantedGames {
    /// Those whose root has a winning and a losing move.
    #[default]
    NonTrivial,
    /// Every one.
    Every,
}

/// What a trial scores where several moves are tied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// The share of the tied moves that are right: the expectation of a random choice.
    #[default]
    Share,
    /// Right or wrong, by a choice that the trial's key decides: for McNemar's test.
    Hash,
    /// Right or wrong, by the first of the tied moves.
    First,
}

/// A value of a swept parameter: a number or a word.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a value of a parameter is a number or text in quotes")]
pub enum SweepValue {
    /// A whole number.
    Integer(i64),
    /// A number.
    Number(f64),
    /// A word.
    Word(String),
}

impl SweepValue {
    /// As a number, where it is one.
    pub fn number(&self) -> Option<f64> {
        match self {
            SweepValue::Integer(value) => Some(*value as f64),
            SweepValue::Number(value) => Some(*value),
            SweepValue::Word(_) => None,
        }
    }
}

impl std::fmt::Display for SweepValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SweepValue::Integer(value) => value.fmt(f),
            SweepValue::Number(value) => value.fmt(f),
            SweepValue::Word(value) => value.fmt(f),
        }
    }
}

/// A curve: a rule with an evaluator and a search, or what else is measured.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SeriesFile {
    /// What claims call it; the rule's name (or the order's) if left out.
    pub label: Option<String>,
    /// The back-up rule.
    pub rule: Option<String>,
    /// The evaluator.
    pub evaluator: Option<String>,
    /// The search; full width if left out.
    pub search: Option<String>,
    /// An engine by name, in place of a rule, an evaluator and a search: for measure = "depth".
    pub player: Option<String>,
    /// The order of moves, where leaves are counted: `random` or `best-first`.
    pub order: Option<String>,
    /// The other player of a match.
    pub against: Option<PlayerFile>,
    /// Two players, each in one text with what it may spend on a move: for measure = "match".
    pub players: Option<Vec<String>>,
    /// What is asked of a worked example: `value`, `choice`, `leaves-evaluated`, ...
    pub quantity: Option<String>,
    /// A formula by name.
    pub formula: Option<String>,
    /// Nodes at every depth as the paper counts them: what figures and claims use in place of those that were visited.
    pub counted_nodes: Option<Vec<f64>>,
}

/// A player of a match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlayerFile {
    /// The back-up rule.
    pub rule: String,
    /// The evaluator.
    pub evaluator: String,
    /// The search; full width if left out.
    pub search: Option<String>,
}

impl SeriesFile {
    /// What claims call it.
    pub(crate) fn label(&self) -> String {
        let named = [&self.quantity, &self.rule, &self.player, &self.order, &self.formula, &self.search];
        let named = named.into_iter().flatten().next().map_or("series", String::as_str);
        self.label.clone().unwrap_or_else(|| named.to_string())
    }

    /// The evaluators it names.
    pub(crate) fn evaluators(&self) -> impl Iterator<Item = &String> {
        self.evaluator.iter().chain(self.against.iter().map(|player| &player.evaluator))
    }
}

/// A number that the paper prints.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PrintedFile {
    /// Whose number it is.
    pub series: String,
    /// At this depth; all if left out.
    pub depth: Option<u32>,
    /// At this point of a sweep; everywhere if left out.
    #[serde(default)]
    pub at: BTreeMap<String, SweepValue>,
    /// As printed.
    pub value: f64,
    /// How many decimals are printed: that ours, rounded to them, is the printed number is then a claim of its own.
    pub decimals: Option<u32>,
    /// Section, figure or table where it stands; the experiment's `source` if left out.
    pub place: Option<String>,
    /// Is ours expected to be the printed number? If it is not, the exit status is 1.
    #[serde(default)]
    pub expected: bool,
    /// Why it must be a misprint.
    pub misprint: Option<String>,
    /// Why ours differs, where it does and the printed number is no misprint.
    #[serde(default)]
    pub why: String,
}
