//! What axes, panels and legends say, in the words of the field.

use crate::experiment::{Along, Experiment};
use plyscope::search::UNITS;

/// A series, as the figure calls it.
pub(super) fn series(experiment: &Experiment, series: usize) -> String {
    let label = &experiment.labels[series];
    experiment.figure.names.get(label).unwrap_or(label).clone()
}

/// A swept parameter, as the figure calls it.
pub(super) fn parameter(experiment: &Experiment, key: &str) -> String {
    experiment.figure.names.get(key).cloned().unwrap_or_else(|| key.to_string())
}

/// What the horizontal axis says.
pub(super) fn across(experiment: &Experiment) -> String {
    match &experiment.figure.along {
        Along::Swept(key) => match (experiment.figure.names.get(key), key.as_str()) {
            (Some(name), _) => name.clone(),
            (None, "branching") => "branching factor".into(),
            (None, "nodes") => "nodes per search".into(),
            (None, "plies") => "random plies before the start".into(),
            (None, key) => key.into(),
        },
        Along::Nodes => "nodes per search".into(),
        Along::Depth => experiment.efforts.first().map_or(&UNITS[0], |effort| effort.unit()).label.into(),
    }
}

/// What the vertical axis says.
pub(super) fn upwards(experiment: &Experiment) -> String {
    let scale = experiment.study.scale();
    match experiment.figure.relative_to.map(|to| series(experiment, to)) {
        Some(to) => format!("{}, relative to {to}", scale.label),
        None => scale.label.into(),
    }
}
