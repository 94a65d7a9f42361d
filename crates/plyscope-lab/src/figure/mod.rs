//! Figures of experiments: points with their intervals, fit for print in one column, readable in grey.
//!
//! We write the SVG ourselves, since it is little and everything in it matters here: the range of the axis comes
//! from the intervals, curves differ by shape and dash as well as colour, labels stand beside the curves, and
//! the same bytes come out everywhere. A picture (PNG) is made from it with the feature `png`.

mod axis;
mod chart;
mod curves;
#[cfg(feature = "png")]
mod png;

pub use chart::render;
pub use curves::{Chart, Curve, Dot, chart};
#[cfg(feature = "png")]
pub use png::png;

use crate::drawing;
use crate::error::Result;
use crate::experiment::Experiment;
use crate::results::ExperimentResult;

/// The figure of an experiment as SVG, if it has one.
pub fn svg(experiment: &Experiment, result: &ExperimentResult) -> Result<Option<String>> {
    if !experiment.figure.drawn {
        return Ok(None);
    }
    match experiment.study.drawing()? {
        Some(tree) => drawing::render(&tree).map(Some),
        None => Ok(Some(render(&chart(experiment, result)))),
    }
}
