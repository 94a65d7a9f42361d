//! Experiment files as they are written: TOML, read with places for error messages.

use crate::error::{Error, Result};
use plyscope::name::suggest;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// An experiment: games, searched by several rules to several depths, and claims about the result.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExperimentFile {
    /// What it is, in a line.
    pub title: String,
    /// The paper and figure, or whose question it is.
    pub source: String,
    /// How an ambiguous or misprinted passage is read, and why.
    #[serde(default)]
    pub reading: String,
    /// The game, by name.
    #[schemars(with = "String")]
    pub game: Spanned<String>,
    /// Which drawn games count as trials.
    #[serde(default)]
    pub wanted: WantedGames,
    /// What a trial scores where several moves are tied.
    #[serde(default)]
    pub ties: Ties,
    /// How many trials.
    #[schemars(with = "u64")]
    pub trials: Spanned<u64>,
    /// The seed.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// Search depths.
    #[schemars(with = "Vec<u32>")]
    pub depths: Spanned<Vec<u32>>,
    /// Parameters of the game (or of evaluators) that take several values; every combination is a point.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Vec<SweepValue>>")]
    pub sweep: BTreeMap<Spanned<String>, Vec<SweepValue>>,
    /// What is compared.
    pub series: Vec<SeriesFile>,
    /// What the figure shows.
    #[serde(default)]
    pub figure: FigureFile,
    /// Sentences that can be false.
    #[serde(default)]
    pub claim: Vec<ClaimFile>,
    /// Other readings, by suffix: `id+suffix`.
    #[serde(default)]
    pub alternative: BTreeMap<String, AlternativeFile>,
}

fn default_seed() -> u64 {
    1
}

/// Which drawn games count as trials.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WantedGames {
    /// Those whose root has a winning and a losing move.
    #[default]
    NonTrivial,
    /// Every one.
    Every,
}

/// What a trial scores where several moves are tied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
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
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SweepValue {
    /// A whole number.
    Integer(i64),
    /// A number.
    Number(f64),
    /// A word.
    Word(String),
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

/// A curve: a rule with an evaluator and a search.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SeriesFile {
    /// What claims call it; the rule's name if left out.
    pub label: Option<String>,
    /// The back-up rule.
    #[schemars(with = "String")]
    pub rule: Spanned<String>,
    /// The evaluator.
    #[schemars(with = "String")]
    pub evaluator: Spanned<String>,
    /// The search; full width if left out.
    #[schemars(with = "Option<String>")]
    pub search: Option<Spanned<String>>,
}

/// What the figure shows.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FigureFile {
    /// The horizontal axis: `depth`, or a swept parameter.
    #[schemars(with = "Option<String>")]
    pub x: Option<Spanned<String>>,
    /// Draw each series divided by this one.
    #[schemars(with = "Option<String>")]
    pub relative_to: Option<Spanned<String>>,
}

/// Another reading of the same experiment: what differs.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AlternativeFile {
    /// What is read otherwise, and why.
    pub reading: String,
    /// Another game.
    #[schemars(with = "Option<String>")]
    pub game: Option<Spanned<String>>,
    /// Other depths.
    #[schemars(with = "Option<Vec<u32>>")]
    pub depths: Option<Spanned<Vec<u32>>>,
    /// Other evaluators, by the series' label.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, String>")]
    pub evaluator: BTreeMap<Spanned<String>, Spanned<String>>,
}

/// A claim: one sentence that can be false, and the comparison that decides it. Exactly one comparison.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ClaimFile {
    /// A short name.
    #[schemars(with = "String")]
    pub id: Spanned<String>,
    /// The sentence, in our words.
    pub text: String,
    /// Is it expected to be supported? If such a claim is refuted, the exit status is 1.
    #[serde(default)]
    pub expected: bool,
    /// One series has more correct decisions than another.
    pub above: Option<CompareFile>,
    /// One series has at least so many times the correct decisions of another.
    pub ratio_at_least: Option<RatioFile>,
    /// One series goes from fewer to more correct decisions than another between two points.
    pub crosses_one: Option<CrossFile>,
    /// A deeper search of the same parity decides worse.
    pub pathological: Option<DepthsFile>,
    /// No deeper search of the same parity decides worse.
    pub not_pathological: Option<DepthsFile>,
    /// Two series differ by no more than a margin.
    pub equal_within: Option<EqualFile>,
}

/// Two series, at some depths and a point.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CompareFile {
    /// The one.
    pub series: String,
    /// The other.
    pub than: String,
    /// At these depths; all if left out.
    pub depths: Option<Vec<u32>>,
    /// At this point of a sweep; everywhere if left out.
    #[serde(default)]
    pub at: BTreeMap<String, f64>,
}

/// Two series and a ratio.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RatioFile {
    /// The one.
    pub series: String,
    /// The other.
    pub than: String,
    /// The ratio.
    pub value: f64,
    /// At these depths; all if left out.
    pub depths: Option<Vec<u32>>,
    /// At this point of a sweep; everywhere if left out.
    #[serde(default)]
    pub at: BTreeMap<String, f64>,
}

/// Two series that change places.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CrossFile {
    /// The one that is below first.
    pub series: String,
    /// The other.
    pub than: String,
    /// At this depth.
    pub depth: u32,
    /// The swept parameter.
    pub along: String,
    /// Below at this value, above at that.
    pub between: [f64; 2],
}

/// One series over depths of one parity.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DepthsFile {
    /// The series.
    pub series: String,
    /// The shallowest depth.
    pub from: u32,
    /// The deepest depth, of the same parity.
    pub to: u32,
    /// A loss of accuracy up to this is none.
    #[serde(default = "default_margin")]
    pub margin: f64,
    /// At this point of a sweep; everywhere if left out.
    #[serde(default)]
    pub at: BTreeMap<String, f64>,
}

/// Two series that are to be equal.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct EqualFile {
    /// The one.
    pub series: String,
    /// The other.
    pub than: String,
    /// How much accuracies may differ.
    pub margin: f64,
    /// At these depths; all if left out.
    pub depths: Option<Vec<u32>>,
    /// At this point of a sweep; everywhere if left out.
    #[serde(default)]
    pub at: BTreeMap<String, f64>,
}

fn default_margin() -> f64 {
    0.005
}

/// The text of a file, for places in it.
#[derive(Debug, Clone)]
pub(crate) struct Text<'a> {
    pub(crate) file: &'a str,
    pub(crate) text: &'a str,
}

impl Text<'_> {
    /// An error at a byte of the text.
    pub(crate) fn wrong(&self, at: usize, why: impl std::fmt::Display) -> Error {
        let before = &self.text[..at.min(self.text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
        Error::Spec { file: self.file.to_string(), line, column, why: why.to_string() }
    }

    /// Reads the file; an unknown key gets a suggestion.
    pub(crate) fn read(&self) -> Result<ExperimentFile> {
        toml::from_str(self.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            self.wrong(at, with_suggestion(error.message()))
        })
    }
}

/// "unknown field `tite`, expected one of `title`, ..." with the nearest of those.
fn with_suggestion(message: &str) -> String {
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    match quoted.split_first() {
        Some((given, known)) if message.starts_with("unknown") => match suggest(given, known.iter().copied())
        {
            Some(near) => format!("{message}; did you mean `{near}`?"),
            None => message.to_string(),
        },
        _ => message.to_string(),
    }
}

/// The JSON schema of experiment files.
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(ExperimentFile).to_value()
}
