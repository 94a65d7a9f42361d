//! What there is, which build this is, and the supervisor of other programs.

use crate::catalogue::built_in;
use crate::error::exception;
use plyscope::catalogue::{Described, Description};
use plyscope_lab::experiment::listed;
use pyo3::prelude::*;
use serde_json::Value;
use std::ffi::OsString;

/// Which version this is.
#[pyfunction]
pub(crate) fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// A number for the sources that this was built from: two builds that have the same give the same results.
#[pyfunction]
pub(crate) fn build() -> &'static str {
    env!("PLYSCOPE_BUILD")
}

/// Name, summary and parameters (name, default, what is allowed) of one kind.
type Told = (String, String, Vec<(String, String, String)>);

/// What there is of some kind: games, evaluators, rules, searches, players, sources or truths.
#[pyfunction]
pub(crate) fn names(py: Python<'_>, what: &str) -> PyResult<Vec<Told>> {
    fn told<'a, E: Described + 'a>(entries: &'a [E]) -> Vec<Told> {
        entries.iter().map(|entry| one(entry.description())).collect()
    }
    fn one(description: &Description) -> Told {
        let parameters = description.parameters.iter();
        let parameters = parameters.map(|p| (p.name.into(), p.default.into(), p.allowed.into())).collect();
        (description.name.into(), description.summary.into(), parameters)
    }
    let catalogue = built_in(py)?;
    Ok(match what {
        "games" => told(catalogue.games()),
        "evaluators" => told(catalogue.evaluators()),
        "rules" => told(catalogue.rules()),
        "searches" => told(catalogue.searches()),
        "players" => told(catalogue.players()).into_iter().chain(told(catalogue.engines())).collect(),
        "sources" => told(catalogue.sources()),
        "truths" => told(catalogue.oracles()),
        other => {
            let known = "games, evaluators, rules, searches, players, sources, truths or experiments";
            let why = format!("there is a list of {known}, and none of {other:?}");
            return Err(exception(py, plyscope_lab::Error::Usage(why)));
        }
    })
}

/// The experiments there are: the id, what it is, and where it comes from.
#[pyfunction]
pub(crate) fn experiments(py: Python<'_>) -> PyResult<Vec<(String, String, String)>> {
    let all = listed(&built_in(py)?).map_err(|error| exception(py, error))?;
    Ok(all.into_iter().map(|known| (known.id.to_string(), known.title, known.source)).collect())
}

/// An experiment file that says what a JSON object says.
#[pyfunction]
pub(crate) fn toml_of(py: Python<'_>, json: &str) -> PyResult<String> {
    let wrong = |why: String| exception(py, plyscope_lab::Error::Usage(format!("the experiment: {why}")));
    let value: Value = serde_json::from_str(json).map_err(|error| wrong(error.to_string()))?;
    let table = toml::Table::try_from(value).map_err(|error| wrong(error.to_string()))?;
    toml::to_string(&table).map_err(|error| wrong(error.to_string()))
}

/// Starts a program and watches over it until it ends: what `python -m plyscope.supervise` does.
#[pyfunction]
pub(crate) fn supervise(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| plyscope_process::supervise::supervise(words))
}
