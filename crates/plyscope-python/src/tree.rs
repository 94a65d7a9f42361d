//! One search of one tree, drawn.

use crate::catalogue::{Own, built_in, with_own};
use crate::error::Trouble;
use crate::work::long;
use plyscope_lab::drawing::{self, TreeRequest};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A searched tree, in every form that it has.
#[pyclass(frozen, get_all, module = "plyscope._plyscope")]
pub(crate) struct Drawing {
    /// For people.
    text: Option<String>,
    /// As the command prints it.
    json: String,
    /// As a picture.
    svg: Option<String>,
    /// What may not be as it was meant.
    doubts: Vec<String>,
}

/// Searches a tree, given as text, or a game, given by name.
#[pyfunction]
#[pyo3(signature = (tree, *, rule, search, error, depth, movers, evaluator, position, seed, trial, games, evaluators))]
#[expect(clippy::too_many_arguments, reason = "by name, from Python")]
pub(crate) fn draw(
    py: Python<'_>,
    tree: &str,
    rule: &str,
    search: &str,
    error: Option<f64>,
    depth: Option<u32>,
    movers: Option<Vec<usize>>,
    evaluator: Option<&str>,
    position: Option<&str>,
    seed: u64,
    trial: u64,
    games: BTreeMap<String, Py<PyAny>>,
    evaluators: BTreeMap<String, Py<PyAny>>,
) -> PyResult<Drawing> {
    let trouble = Arc::<Trouble>::default();
    let catalogue = with_own(built_in(py)?, Own { games, evaluators }, &trouble);
    long(py, &trouble, None, |_, _| {
        let asked = TreeRequest {
            tree: tree.into(),
            rule: rule.into(),
            search: search.into(),
            error,
            depth,
            movers: movers.map(|movers| movers.iter().map(usize::to_string).collect::<Vec<_>>().join(",")),
            evaluator: evaluator.map(str::to_string),
            position: position.map(str::to_string),
            seed,
            trial,
            every: false,
        };
        let drawn = asked.draw(&catalogue, None)?;
        Ok(Drawing {
            // Some are too large to be looked at, and still have their numbers.
            text: drawing::render_text(&drawn).ok(),
            json: drawing::render_json(&drawn),
            svg: drawing::render(&drawn).ok(),
            doubts: drawn.doubts,
        })
    })
}
