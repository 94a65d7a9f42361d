//! Claims about repairs and steps of a measurement, as they are written in an experiment file.

use super::claim_file::default_margin;
use crate::measurement::Term;
use schemars::JsonSchema;
use serde::Deserialize;

/// A term of the steps of a measurement.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StepFile {
    /// The series.
    pub series: String,
    /// What is asked of the steps.
    pub term: Term,
    /// The share of decisions.
    pub value: f64,
    /// If given, the share is to be the value within this margin, and not above it.
    pub margin: Option<f64>,
    /// How many plies a step is.
    #[serde(default = "one_ply")]
    pub plies: u32,
    /// From these depths.
    #[serde(alias = "iterations", alias = "evaluations")]
    pub depths: Vec<u32>,
    /// On the trials of a group, such as `only a check`; on all of them if left out.
    pub group: Option<String>,
}

/// The error of the value at some depth, beside that at another.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ErrorFile {
    /// The series, whose values are calibrated.
    pub series: String,
    /// The error is larger at these depths.
    #[serde(alias = "iterations", alias = "evaluations")]
    pub depths: Vec<u32>,
    /// Than at these, one for each.
    pub than_depths: Vec<u32>,
}

fn one_ply() -> u32 {
    1
}

/// A repair of a measurement, beside none or beside another one.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RepairFile {
    /// The series that is repaired.
    pub series: String,
    /// The repair; `none` for decisions as they are.
    pub repair: String,
    /// The repair that it is compared with; none if left out.
    pub than: Option<String>,
    /// At these depths; all if left out.
    pub depths: Option<Vec<u32>>,
}

/// A repair of a measurement that is not to lose.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RepairAtLeastFile {
    /// The series that is repaired.
    pub series: String,
    /// The repair.
    pub repair: String,
    /// The repair that it is compared with; none if left out.
    pub than: Option<String>,
    /// It may be worse by this much.
    #[serde(default = "default_margin")]
    pub margin: f64,
    /// At these depths; all if left out.
    pub depths: Option<Vec<u32>>,
}
