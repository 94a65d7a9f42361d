//! Figures of experiments: points with their intervals, fit for print in one column, readable in grey.
//!
//! We write the SVG ourselves, since it is little and everything in it matters here: the range of the axis comes
//! from the intervals, curves differ by shape and dash as well as colour, labels stand beside the curves, many curves
//! stand in panels, and the same bytes come out everywhere. Pictures (PNG) and pages (PDF) are made from it with the
//! features `png` and `pdf`.

mod across;
mod chart;
mod heat_map;
mod looks;
#[cfg(feature = "pdf")]
mod page_order;
mod panels;
mod picture;
mod plot;
mod render;

pub use chart::{Chart, Curve, Dot, Panel, Side, chart};
pub(crate) use heat_map::render_heat_map;
pub use heat_map::{HeatCell, HeatMap, heat_map};
pub use picture::FileFormat;
#[cfg(feature = "pdf")]
pub use picture::pdf;
#[cfg(feature = "png")]
pub use picture::png;
pub use render::render;

use crate::drawing;
use crate::error::Result;
use crate::experiment::Experiment;
use crate::results::ExperimentResult;

/// The figure of an experiment as SVG, if it has one.
pub fn svg(experiment: &Experiment, result: &ExperimentResult) -> Result<Option<String>> {
    if !experiment.figure.drawn {
        return Ok(None);
    }
    match experiment.study.drawing() {
        Some(tree) => drawing::render(tree).map(Some),
        None => Ok(Some(match experiment.figure.heat_map {
            Some(cells) => render_heat_map(&heat_map(experiment, result, cells)),
            None => render(&chart(experiment, result)),
        })),
    }
}
