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
mod curves;
mod decisive;
mod dependence;
mod fitting;
mod isotonic;
mod logistic;
mod measures;
mod outcome;
mod positions;
mod regression;
mod rule_text;
mod samples;
mod solved;
mod table;
mod text;

pub use calibrator::{Calibrator, Kind};
pub use choose::{Choice, choose};
pub use curves::{Calibrate, Curves};
pub use decisive::{Course, Labels, Model, STAGES};
pub use dependence::{Dependence, Pairs};
pub use fitting::{Weight, fit_fused, fit_learned};
pub use isotonic::{Isotonic, pool_adjacent_violators};
pub use logistic::Logistic;
pub use measures::{BINS, Brier, Errors, Measures, ReliabilityBin};
pub use outcome::{Count, Threshold};
pub use regression::{Datum, regress};
pub use samples::{Counted, Sample, Samples};
pub use solved::{Lesson, MAX_LEAVES, Purpose, Truths};
pub use table::Table;
