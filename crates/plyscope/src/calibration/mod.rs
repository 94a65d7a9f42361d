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
mod climb;
mod curve;
mod curves;
mod decisive;
mod dependence;
mod fitting;
mod measures;
mod positions;
mod regression;
mod samples;
mod solved;

pub use calibrator::{Calibrator, Kind};
pub use curve::{Isotonic, Logistic, Table, pool_adjacent_violators};
pub use curves::{Calibrate, Curves};
pub use decisive::{Labels, Model, STAGES, Training};
pub use dependence::{Choice, Dependence, Pairs, choose};
pub use fitting::{Weight, fit_fused, fit_learned};
pub use measures::{BINS, Brier, Errors, Measures, ReliabilityBin};
pub use regression::{Datum, regress};
pub use samples::{Count, Counted, Sample, Samples, Threshold};
pub use solved::{MAX_LEAVES, Purpose, TrainingSet, Truths};
