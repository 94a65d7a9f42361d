//! Claims as they are written in an experiment file.

use super::file::SweepValue;
use crate::measurement::Term;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A claim: one sentence that can be false, and the comparison that decides it. Exactly one comparison.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
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
    /// What decides it, by kind.
    #[serde(flatten)]
    #[schemars(skip)]
    pub comparison: BTreeMap<String, toml::Table>,
}

impl ClaimFile {
    /// The keys that every claim may have.
    pub(crate) const KEYS: [&'static str; 9] =
        ["id", "text", "expected", "why", "place", "ours", "chosen", "given", "t-test"];
}

/// What comparisons are made of. Which of it a kind of claim needs, and which it takes, is in the table of kinds.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case")]
pub(crate) struct Terms {
    /// The series; the one of two.
    pub(crate) series: String,
    /// The other series; what the one is divided by; another pair of series; another repair.
    pub(crate) than: Option<Than>,
    /// At these depths; all if left out.
    pub(crate) depths: Option<Vec<u32>>,
    /// The other's depths, each beside one of these; the same if left out.
    pub(crate) than_depths: Option<Vec<u32>>,
    /// At this point of a sweep; everywhere if left out.
    pub(crate) at: BTreeMap<String, SweepValue>,
    /// The number.
    pub(crate) value: f64,
    /// How much it may differ, or be worse.
    pub(crate) margin: Option<f64>,
    /// The exponent, or the power.
    pub(crate) exponent: f64,
    /// At this depth; left out where no depths are searched.
    pub(crate) depth: Option<u32>,
    /// The shallowest depth.
    pub(crate) from: u32,
    /// The deepest depth.
    pub(crate) to: u32,
    /// Which depths are compared.
    pub(crate) steps: Steps,
    /// Over the depths at every point, or over all points too.
    pub(crate) over: Over,
    /// The mean of the differences over depths is meant, not each.
    pub(crate) mean: bool,
    /// The series that leads, and the one that it leads.
    pub(crate) lead: [String; 2],
    /// The swept parameter.
    pub(crate) along: String,
    /// Below at this value, above at that.
    pub(crate) between: [f64; 2],
    /// The repair; `none` for decisions as they are.
    pub(crate) repair: String,
    /// What is asked of the steps.
    pub(crate) term: Option<Term>,
    /// How many plies a step is; one if left out.
    pub(crate) plies: Option<u32>,
    /// On the trials of a group, such as `only a check`; on all of them if left out.
    pub(crate) group: Option<String>,
}

/// A series (or a repair), or a pair of them.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "`than` is text in quotes, or a list of two where two leads are compared")]
pub(crate) enum Than {
    /// One.
    One(String),
    /// The one that leads, and the one that it leads.
    Pair([String; 2]),
}

/// What a mean is taken over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Over {
    /// The depths of a point: one mean at every point.
    #[default]
    Depths,
    /// Depths and points: one mean of all.
    Points,
}

/// Which depths are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Steps {
    /// Two plies apart, those with the parity of `from`.
    #[default]
    Parity,
    /// Two plies apart, odd and even depths.
    Parities,
    /// One ply apart.
    Every,
}
