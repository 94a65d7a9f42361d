//! The `[figure]` of an experiment file: what is drawn, and how. None of it changes a run.

use super::file::{SweepValue, is_default};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Is there a figure?
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FigureKind {
    /// Yes.
    #[default]
    Chart,
    /// Yes, as a map: a row for every series, a column for every place on the horizontal axis, and colours for values.
    HeatMap,
    /// No: the table says it.
    Table,
}

/// What the cells of a heat map show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cells {
    /// The value itself.
    #[default]
    Value,
    /// The value at the first of the figure's depths divided by that at the last: above 1 looking deeper hurts.
    Degree,
}

/// How values stand on an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AxisScale {
    /// Equal differences are equally far apart.
    Linear,
    /// Equal ratios are equally far apart.
    Log,
}

/// Where the legend stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Legend {
    /// Beside the ends of the curves; in a column beside panels.
    Right,
    /// In rows below the figure.
    Below,
    /// Inside the (first) plot.
    TopLeft,
    /// Inside the (first) plot.
    TopRight,
    /// Inside the (first) plot.
    BottomLeft,
    /// Inside the (first) plot.
    BottomRight,
    /// Nowhere.
    None,
}

/// One thing or a list of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum OneOrMany<T> {
    /// One.
    One(T),
    /// Several.
    Many(Vec<T>),
}

impl<T> OneOrMany<T> {
    /// All of them.
    pub(crate) fn all(&self) -> &[T] {
        match self {
            OneOrMany::One(one) => std::slice::from_ref(one),
            OneOrMany::Many(many) => many,
        }
    }
}

/// What the figure shows. All of it can be changed after a run, without running again.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FigureFile {
    /// A chart (or a drawn tree), a heat map, or nothing but the table.
    #[serde(default, skip_serializing_if = "is_default")]
    pub kind: FigureKind,
    /// What the cells of a heat map show.
    pub cells: Option<Cells>,
    /// What stands above the figure, instead of the experiment's title; nothing if empty.
    pub title: Option<String>,
    /// The horizontal axis: `depth`, `nodes`, or a swept parameter.
    pub x: Option<String>,
    /// What the horizontal axis says.
    pub x_label: Option<String>,
    /// What the vertical axis says, where the measure's own words will not do. (`y` in files of earlier versions.)
    #[serde(alias = "y")]
    pub y_label: Option<String>,
    /// The ends of the horizontal axis.
    pub x_range: Option<[f64; 2]>,
    /// The ends of the vertical axis.
    pub y_range: Option<[f64; 2]>,
    /// Is the horizontal axis logarithmic? It is for nodes, if left out.
    pub x_scale: Option<AxisScale>,
    /// Is the vertical axis logarithmic? It is for counts, if left out.
    pub y_scale: Option<AxisScale>,
    /// Only the points of the sweep at which parameters have these values: one, or a list; all if left out.
    #[serde(default, skip_serializing_if = "is_default")]
    pub at: BTreeMap<String, OneOrMany<SweepValue>>,
    /// Only these depths (iterations, evaluations, ...: whatever is spent); all if left out.
    pub depths: Option<Vec<u64>>,
    /// Only these series, in this order; all if left out.
    pub series: Option<Vec<String>>,
    /// What the figure calls series and swept parameters, where their own names will not do.
    #[serde(default, skip_serializing_if = "is_default")]
    pub names: BTreeMap<String, String>,
    /// One panel for each value of a swept parameter, for each `depth` or each of the `series`; of several of these, for
    /// each combination; or `none`. If left out, panels are made where there would be more than eight curves.
    pub panels: Option<OneOrMany<String>>,
    /// Panels side by side.
    pub columns: Option<u64>,
    /// Where the legend stands.
    pub legend: Option<Legend>,
    /// Draw each series divided by this one.
    pub relative_to: Option<String>,
}
