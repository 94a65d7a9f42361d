//! Calibration: how far an evaluator's numbers are to be trusted, learned from solved positions.
//!
//! Samples ([`Samples`]) are solved positions with what the evaluator said of them, drawn with keys of their
//! own: never the trials that are judged, and those that a calibrator is measured on ([`Purpose::Measure`])
//! are not those it was fitted on ([`Purpose::Fit`]). A [`Calibrator`] makes probabilities of an evaluator's
//! numbers; [`Measures`] says how good probabilities are; [`Dependence`] how far errors come together, which
//! decides what rule is right ([`choose()`]). [`fit_fused`] and [`fit_learned`] fit the rules that learn.
//!
//! Everything is in the view of the player to move, so that one curve serves both.

mod calibrator;
mod choose;
mod climb;
mod dependence;
mod fitting;
mod isotonic;
mod logistic;
mod measures;
mod outcome;
mod positions;
mod regression;
mod samples;
mod solved;
mod table;
mod text;

pub use calibrator::{Calibrator, Kind};
pub use choose::{Choice, INDEPENDENT, choose};
pub use dependence::{Dependence, Pairs};
pub use fitting::{Weight, fit_fused, fit_learned};
pub use isotonic::{Isotonic, pool_adjacent_violators};
pub use logistic::Logistic;
pub use measures::{BINS, Brier, Errors, Measures, ReliabilityBin};
pub use outcome::{Count, Outcome, Threshold};
pub use positions::NODES;
pub use regression::{Row, regress};
pub use samples::{Point, Sample, Samples, seen_by};
pub use solved::{Lesson, MAX_LEAVES, Purpose, Truths};
pub use table::Table;

use crate::value::Win;

/// The log-odds of the first player; infinite where it is certain.
///
/// From both sides of the pair, so that nothing is lost near 1.
pub fn logit(win: Win) -> f64 {
    libm::log(win.first) - libm::log(win.second)
}

/// The chances of log-odds, both sides to full precision.
pub fn from_logit(logit: f64) -> Win {
    Win { first: 1.0 / (1.0 + libm::exp(-logit)), second: 1.0 / (1.0 + libm::exp(logit)) }
}
