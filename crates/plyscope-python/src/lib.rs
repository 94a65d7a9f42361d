//! Plyscope for Python: the part that Python loads as `plyscope._plyscope`.
//!
//! It converts and decides nothing: what is run, measured and drawn is the laboratory's, and gives the same bytes as the
//! command. What people call, with its documentation, is in `python/plyscope`.

mod catalogue;
mod chunks;
mod error;
mod evaluator;
mod experiment;
mod found;
mod game;
mod judge;
mod names;
mod rules;
mod solve;
mod tree;
mod work;

use pyo3::prelude::*;

/// The part of the package `plyscope` that is not written in Python.
#[pymodule]
#[pyo3(name = "_plyscope")]
mod plyscope_python {
    #[pymodule_export]
    use crate::chunks::Collection;
    #[pymodule_export]
    use crate::experiment::Experiment;
    #[pymodule_export]
    use crate::found::{Found, keep_report, picture, results_json};
    #[pymodule_export]
    use crate::judge::{Judged, judge};
    #[pymodule_export]
    use crate::names::{build, experiments, names, supervise, toml_of, version};
    #[pymodule_export]
    use crate::rules::Rules;
    #[pymodule_export]
    use crate::solve::solve;
    #[pymodule_export]
    use crate::tree::{Drawing, draw};
}
