//! Claims as they are written in an experiment file.

use super::file::SweepValue;
use super::measured_claim::{ErrorFile, RepairAtLeastFile, RepairFile, StepFile};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A claim: one sentence that can be false, and the comparison that decides it. Exactly one comparison.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ClaimFile {
    /// A short name.
    pub id: String,
    /// The sentence, in our words.
    pub text: String,
    /// Is it expected to be supported? If such a claim is refuted, the exit status is 1.
    #[serde(default)]
    pub expected: bool,
    /// Why we think it comes out as it does, where it does not come out as the paper says. It belongs to the reading
    /// that it stands in: an alternative has its own.
    #[serde(default)]
    pub why: String,
    /// Section, figure or table of the paper where the sentence stands; the experiment's `source` if left out.
    pub place: Option<String>,
    /// The sentence is ours, not the paper's.
    #[serde(default)]
    pub ours: bool,
    /// The reading was chosen because the sentence then comes out: which, and what else was tried.
    pub chosen: Option<String>,
    /// The claim that it takes for granted: where that one is not supported, this one says nothing.
    pub given: Option<String>,
    /// Give the paired t-test beside the interval, as the papers report it.
    #[serde(default)]
    pub t_test: bool,
    /// One series is above another.
    pub above: Option<CompareFile>,
    /// One series is at least another, less a margin.
    pub at_least: Option<AtLeastFile>,
    /// The mean of one series over several depths (or points) is above another's.
    pub mean_above: Option<MeanFile>,
    /// One series is above another at equal numbers of nodes.
    pub above_at_equal_nodes: Option<NodesFile>,
    /// One series is below another at equal numbers of nodes.
    pub below_at_equal_nodes: Option<NodesFile>,
    /// One series is at least so many times another.
    pub ratio_at_least: Option<RatioFile>,
    /// One series is at most so many times another.
    pub ratio_at_most: Option<RatioFile>,
    /// One series is so many times another, within a margin.
    pub ratio_within: Option<RatioWithinFile>,
    /// A series (or its ratio to another) rises along a swept parameter.
    pub rises: Option<TrendFile>,
    /// A series (or its ratio to another) falls along a swept parameter.
    pub falls: Option<TrendFile>,
    /// The place where one series goes from below another to above it lies between two values.
    pub crosses_between: Option<CrossFile>,
    /// One series goes from below another to above it between two points.
    pub crosses_one: Option<CrossFile>,
    /// A deeper search of the same parity decides worse.
    pub pathological: Option<DepthsFile>,
    /// No deeper search decides worse.
    pub not_pathological: Option<StepsFile>,
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
    /// With a repair the decisions of a measurement are better, or better than with another repair.
    pub repair_above: Option<RepairFile>,
    /// With a repair they are not worse, but for a margin.
    pub repair_at_least: Option<RepairAtLeastFile>,
    /// Of a step of a measurement more than a share of decisions are helped, hurt, or helped less hurt.
    pub step_exceeds: Option<StepFile>,
    /// The value of the root is further from the outcome at one depth than at another.
    pub value_error_above: Option<ErrorFile>,
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
    #[serde(alias = "iterations", alias = "evaluations")]
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
    #[serde(alias = "iterations", alias = "evaluations")]
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
    #[serde(alias = "iterations", alias = "evaluations")]
    pub depths: Option<Vec<u32>>,
    /// The other's depths, each beside one of these; the same if left out.
    #[serde(alias = "than-iterations", alias = "than-evaluations")]
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
    #[serde(alias = "iterations", alias = "evaluations")]
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
    #[serde(alias = "iterations", alias = "evaluations")]
    pub depths: Option<Vec<u32>>,
    /// The other's depths, each beside one of these; the same if left out.
    #[serde(alias = "than-iterations", alias = "than-evaluations")]
    pub than_depths: Option<Vec<u32>>,
    /// At this point of a sweep; everywhere if left out.
    #[serde(default)]
    pub at: BTreeMap<String, SweepValue>,
}

/// Two series and a ratio that theirs is to be.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RatioWithinFile {
    /// The one.
    pub series: String,
    /// The other.
    pub than: String,
    /// The ratio.
    pub value: f64,
    /// How much it may differ.
    pub margin: f64,
    /// At these depths; all if left out.
    #[serde(alias = "iterations", alias = "evaluations")]
    pub depths: Option<Vec<u32>>,
    /// The other's depths, each beside one of these; the same if left out.
    #[serde(alias = "than-iterations", alias = "than-evaluations")]
    pub than_depths: Option<Vec<u32>>,
    /// At this point of a sweep; everywhere if left out.
    #[serde(default)]
    pub at: BTreeMap<String, SweepValue>,
}

/// What a mean is taken over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Over {
    /// The depths of a point: one mean at every point.
    #[default]
    Depths,
    /// Depths and points: one mean of all.
    Points,
}

/// Two series whose means are compared.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MeanFile {
    /// The one.
    pub series: String,
    /// The other.
    pub than: String,
    /// Over these depths; all if left out.
    #[serde(alias = "iterations", alias = "evaluations")]
    pub depths: Option<Vec<u32>>,
    /// Over the depths at every point, or over all points too.
    #[serde(default)]
    pub over: Over,
    /// At this point of a sweep; everywhere if left out.
    #[serde(default)]
    pub at: BTreeMap<String, SweepValue>,
}

/// Two series of which one is not below the other.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AtLeastFile {
    /// The one.
    pub series: String,
    /// The other.
    pub than: String,
    /// It may be below by this much.
    #[serde(default)]
    pub margin: f64,
    /// At these depths; all if left out.
    #[serde(alias = "iterations", alias = "evaluations")]
    pub depths: Option<Vec<u32>>,
    /// At this point of a sweep; everywhere if left out.
    #[serde(default)]
    pub at: BTreeMap<String, SweepValue>,
}

/// Two series at equal numbers of nodes.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NodesFile {
    /// The one, at its depths.
    pub series: String,
    /// The other, between those two of its depths whose numbers of nodes are next to the one's.
    pub than: String,
    /// At these depths of the one; all if left out.
    #[serde(alias = "iterations", alias = "evaluations")]
    pub depths: Option<Vec<u32>>,
    /// Only between these depths of the other; all if left out.
    #[serde(alias = "than-iterations", alias = "than-evaluations")]
    pub than_depths: Option<Vec<u32>>,
    /// The mean of the differences over depths is meant, not each.
    #[serde(default)]
    pub mean: bool,
    /// At this point of a sweep; everywhere if left out.
    #[serde(default)]
    pub at: BTreeMap<String, SweepValue>,
}

/// A trend along a swept parameter.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TrendFile {
    /// The series.
    pub series: String,
    /// The ratio to this series is meant; the series itself if left out.
    pub than: Option<String>,
    /// At this depth; left out where no depths are searched.
    pub depth: Option<u32>,
    /// The swept parameter.
    pub along: String,
    /// A step may go the other way by this much.
    #[serde(default)]
    pub margin: f64,
    /// At this point of the other swept parameters; everywhere if left out.
    #[serde(default)]
    pub at: BTreeMap<String, SweepValue>,
}

/// Which depths are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Steps {
    /// Two plies apart, those with the parity of `from`.
    #[default]
    Parity,
    /// Two plies apart, odd and even depths.
    Parities,
    /// One ply apart.
    Every,
}

/// One series over depths, step by step.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StepsFile {
    /// The series.
    pub series: String,
    /// The shallowest depth.
    pub from: u32,
    /// The deepest depth.
    pub to: u32,
    /// Which depths are compared.
    #[serde(default)]
    pub steps: Steps,
    /// A loss of accuracy up to this is none.
    #[serde(default = "default_margin")]
    pub margin: f64,
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
    /// At this point of the other swept parameters.
    #[serde(default)]
    pub at: BTreeMap<String, SweepValue>,
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
    #[serde(alias = "iterations", alias = "evaluations")]
    pub depths: Option<Vec<u32>>,
    /// At this point of a sweep; everywhere if left out.
    #[serde(default)]
    pub at: BTreeMap<String, SweepValue>,
}

pub(super) fn default_margin() -> f64 {
    0.005
}
