//! Claims as they are written in an experiment file.

use super::file::SweepValue;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

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
    /// Why we think it comes out as it does, where it does not come out as the paper says.
    #[serde(default)]
    pub why: String,
    /// One series is above another.
    pub above: Option<CompareFile>,
    /// One series is at least so many times another.
    pub ratio_at_least: Option<RatioFile>,
    /// One series is at most so many times another.
    pub ratio_at_most: Option<RatioFile>,
    /// One series goes from below another to above it between two points.
    pub crosses_one: Option<CrossFile>,
    /// A deeper search of the same parity decides worse.
    pub pathological: Option<DepthsFile>,
    /// No deeper search of the same parity decides worse.
    pub not_pathological: Option<DepthsFile>,
    /// Two series differ by no more than a margin.
    pub equal_within: Option<EqualFile>,
    /// A series is above a number.
    pub exceeds: Option<ExceedsFile>,
    /// A series is a number, within a margin.
    pub equals: Option<EqualsFile>,
    /// One series' lead over another is larger than a third's over a fourth.
    pub larger_lead: Option<LeadFile>,
    /// A series grows like branching^(exponent * depth), the exponent within a margin.
    pub grows: Option<GrowsFile>,
    /// Over several depths a series grows like another to some power, the power within a margin.
    pub scales: Option<ScalesFile>,
}

/// A series and a number.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExceedsFile {
    /// The series.
    pub series: String,
    /// The number.
    pub value: f64,
    /// At these depths; all if left out.
    pub depths: Option<Vec<u32>>,
    /// At this point of a sweep; everywhere if left out.
    #[serde(default)]
    pub at: BTreeMap<String, SweepValue>,
}

/// A series and a number that it is to be.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct EqualsFile {
    /// The series.
    pub series: String,
    /// The number.
    pub value: f64,
    /// How much it may differ.
    #[serde(default)]
    pub margin: f64,
    /// At these depths; all if left out.
    pub depths: Option<Vec<u32>>,
    /// At this point of a sweep; everywhere if left out.
    #[serde(default)]
    pub at: BTreeMap<String, SweepValue>,
}

/// How a series grows with depth.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GrowsFile {
    /// The series.
    pub series: String,
    /// The exponent, as a share of the depth.
    pub exponent: f64,
    /// How much it may differ.
    pub margin: f64,
    /// The shallower depth.
    pub from: u32,
    /// The deeper depth, of the same parity.
    pub to: u32,
    /// At this point of a sweep; everywhere if left out.
    #[serde(default)]
    pub at: BTreeMap<String, SweepValue>,
}

/// How a series grows beside another, by a line fitted to logarithms over all depths that are searched.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ScalesFile {
    /// The one.
    pub series: String,
    /// The other.
    pub than: String,
    /// The power.
    pub exponent: f64,
    /// How much it may differ.
    pub margin: f64,
    /// From this depth.
    pub from: u32,
    /// To this depth.
    pub to: u32,
    /// At this point of a sweep; everywhere if left out.
    #[serde(default)]
    pub at: BTreeMap<String, SweepValue>,
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
    /// The other's depths, each beside one of these; the same if left out.
    pub than_depths: Option<Vec<u32>>,
    /// At this point of a sweep; everywhere if left out.
    #[serde(default)]
    pub at: BTreeMap<String, SweepValue>,
}

/// Two leads.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LeadFile {
    /// The series that leads, and the one that it leads.
    pub lead: [String; 2],
    /// The other pair, in the same order.
    pub than: [String; 2],
    /// At these depths; all if left out.
    pub depths: Option<Vec<u32>>,
    /// At this point of a sweep; everywhere if left out.
    #[serde(default)]
    pub at: BTreeMap<String, SweepValue>,
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
    pub at: BTreeMap<String, SweepValue>,
}

/// Two series that change places.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CrossFile {
    /// The one that is below first.
    pub series: String,
    /// The other.
    pub than: String,
    /// At this depth; left out where no depths are searched.
    pub depth: Option<u32>,
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
    pub at: BTreeMap<String, SweepValue>,
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
    pub at: BTreeMap<String, SweepValue>,
}

fn default_margin() -> f64 {
    0.005
}
