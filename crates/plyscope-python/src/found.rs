//! What came out of an experiment, in every form that it has.

use crate::catalogue::built_in;
use crate::error::exception;
use plyscope_lab::experiment::Experiment;
use plyscope_lab::figure::{FileFormat, svg};
use plyscope_lab::matches;
use plyscope_lab::measurement::{page, pictures, text_in};
use plyscope_lab::report::keep;
use plyscope_lab::results::{ExperimentResult, csv, text};
use plyscope_lab::run::RealDisk;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::json;
use std::path::{Path, PathBuf};

/// What came out of an experiment.
#[pyclass(frozen, module = "plyscope._plyscope")]
pub(crate) struct Found {
    pub(crate) experiment: Experiment,
    pub(crate) result: ExperimentResult,
    /// Where it is kept.
    pub(crate) folder: Option<PathBuf>,
}

#[pymethods]
impl Found {
    /// Its id.
    #[getter]
    fn id(&self) -> &str {
        &self.result.id
    }

    /// What it is.
    #[getter]
    fn title(&self) -> &str {
        &self.experiment.title
    }

    /// The table for people, with the verdicts of the claims.
    fn text(&self) -> String {
        text(&self.experiment, &self.result)
    }

    /// The table of results as a CSV file.
    fn csv(&self) -> String {
        csv(&self.result)
    }

    /// What a measurement found, as the command prints it; nothing where nothing was measured by depth.
    fn measurement_json(&self) -> Option<String> {
        self.result.measurement.as_ref().map(|found| found.json())
    }

    /// The same for people.
    fn measurement_text(&self) -> Option<String> {
        self.result.measurement.as_ref().map(|found| text_in(found, self.folder.as_deref()))
    }

    /// The same as a page.
    fn measurement_page(&self) -> Option<String> {
        self.result.measurement.as_ref().map(page)
    }

    /// The pictures of a measurement: name and SVG of each.
    fn measurement_pictures(&self) -> Vec<(String, String)> {
        self.result.measurement.as_ref().map_or(Vec::new(), pictures)
    }

    /// What came of a match, as the command prints it; nothing where nothing was played.
    fn match_json(&self) -> Option<String> {
        self.result.played.as_ref().map(|found| found.json())
    }

    /// The same for people.
    fn match_text(&self) -> Option<String> {
        self.result.played.as_ref().map(matches::text)
    }

    /// The figure as SVG, if it has one.
    fn svg(&self, py: Python<'_>) -> PyResult<Option<String>> {
        py.detach(|| svg(&self.experiment, &self.result)).map_err(|error| exception(py, error))
    }
}

/// A picture in the form that the name of a file ends with.
#[pyfunction]
pub(crate) fn picture<'py>(py: Python<'py>, svg: &str, file: &str) -> PyResult<Bound<'py, PyBytes>> {
    let made = py.detach(|| FileFormat::of(Path::new(file)).and_then(|format| format.bytes(svg)));
    made.map(|bytes| PyBytes::new(py, &bytes)).map_err(|error| exception(py, error))
}

/// Writes figures and the page of runs that are kept in folders within one.
#[pyfunction]
pub(crate) fn keep_report(py: Python<'_>, out: PathBuf, found: Vec<PyRef<'_, Found>>) -> PyResult<()> {
    let catalogue = built_in(py)?;
    let found: Vec<_> = found.iter().map(|one| (one.experiment.clone(), one.result.clone())).collect();
    let kept = py.detach(|| keep(&catalogue, &out, &found, &RealDisk));
    kept.map(|_| ()).map_err(|error| exception(py, error))
}

/// The results of experiments as the command prints them.
#[pyfunction]
pub(crate) fn results_json(found: Vec<PyRef<'_, Found>>) -> String {
    let results: Vec<&ExperimentResult> = found.iter().map(|found| &found.result).collect();
    format!("{:#}\n", json!({"experiments": results}))
}
