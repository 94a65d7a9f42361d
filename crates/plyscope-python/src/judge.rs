//! Logs of decisions, judged.

use crate::error::exception;
use plyscope_lab::judge::{LONGEST, Log, of_file, of_lines};
use plyscope_lab::measurement::{Measurement, page, pictures, text};
use pyo3::prelude::*;
use std::path::PathBuf;

/// What a log says, in every form that it has.
#[pyclass(frozen, module = "plyscope._plyscope")]
pub(crate) struct Judged {
    measurement: Measurement,
}

#[pymethods]
impl Judged {
    /// As the command prints it.
    fn measurement_json(&self) -> String {
        self.measurement.json()
    }

    /// The same for people.
    fn measurement_text(&self) -> String {
        text(&self.measurement)
    }

    /// The same as a page.
    fn measurement_page(&self) -> String {
        page(&self.measurement)
    }

    /// The pictures: name and SVG of each.
    fn measurement_pictures(&self) -> Vec<(String, String)> {
        pictures(&self.measurement)
    }
}

/// Judges rows: a text of CSV or JSON lines, else files.
#[pyfunction]
pub(crate) fn judge(py: Python<'_>, unit: &str, rows: Option<&str>, files: Vec<PathBuf>) -> PyResult<Judged> {
    let judged = py.detach(|| {
        let mut log = Log::new(unit)?;
        if let Some(rows) = rows {
            let lines = plyscope_files::Lines::of(rows.as_bytes(), LONGEST);
            of_lines(lines, "the frame", &mut |place, cells| log.add(place, cells))?;
        }
        for file in &files {
            of_file(file, &mut |place, cells| log.add(place, cells))?;
        }
        log.judged()
    });
    judged.map(|measurement| Judged { measurement }).map_err(|error| exception(py, error))
}
