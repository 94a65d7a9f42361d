//! What a figure shows: curves, from the rows of a result.

use crate::experiment::{Along, Experiment};
use crate::results::{ExperimentResult, Row};

/// A figure's data.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// What it is.
    pub title: String,
    /// Id, trials and seed.
    pub caption: String,
    /// What the horizontal axis says.
    pub x_label: String,
    /// What the vertical axis says.
    pub y_label: String,
    /// The places on the horizontal axis, by name; numbers stand where they belong, words in a row.
    pub places: Vec<String>,
    /// Do numbers on the horizontal axis stand by their logarithms?
    pub logarithmic_x: bool,
    /// Is the vertical axis logarithmic?
    pub logarithmic: bool,
    /// Is it a share, from 0 to 1?
    pub share: bool,
    /// A value that is worth a line: 1 for ratios, a half for matches.
    pub level: Option<f64>,
    /// The curves.
    pub curves: Vec<Curve>,
}

/// One curve.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// What stands beside it.
    pub label: String,
    /// Its points, one a place; fewer where there is no value.
    pub dots: Vec<Dot>,
}

/// One point with its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dot {
    /// Which of the places.
    pub place: usize,
    /// The value.
    pub value: f64,
    /// The ends of its interval; nothing where it is exact.
    pub interval: Option<(f64, f64)>,
}

/// The figure of a result.
pub fn chart(experiment: &Experiment, result: &ExperimentResult) -> Chart {
    let figure = &experiment.figure;
    let x_of = |row: &Row, p: usize, s: usize, d: usize| match &figure.along {
        Along::Swept(key) => experiment.places[p][key].clone(),
        Along::Nodes => {
            let counted = experiment.counted_nodes[s].as_ref().and_then(|nodes| nodes.get(d).copied());
            counted.or(row.nodes).map_or(String::new(), |nodes| format!("{nodes:.0}"))
        }
        Along::Depth => {
            let effort = row.depth.map(u64::from).or(row.iterations).or(row.evaluations);
            effort.map_or(String::new(), |effort| effort.to_string())
        }
    };
    let series = experiment.labels.len();
    let mut places: Vec<String> = Vec::new();
    let mut curves: Vec<Curve> = Vec::new();
    for (i, row) in result.results.iter().enumerate() {
        let (p, s) = (i / (series * experiment.columns()), i / experiment.columns() % series);
        if figure.relative_to == Some(s) || !figure.points.contains(&p) {
            continue;
        }
        let x = x_of(row, p, s, i % experiment.columns());
        let place = places.iter().position(|known| *known == x).unwrap_or_else(|| {
            places.push(x);
            places.len() - 1
        });
        let label = label(experiment, row, p);
        let (value, interval) = match (figure.relative_to, row.relative) {
            (Some(_), Some(ratio)) => (ratio.value, Some((ratio.low, ratio.high))),
            (Some(_), None) => continue,
            (None, _) => (row.value, row.low.zip(row.high)),
        };
        let dot = Dot { place, value, interval };
        match curves.iter_mut().find(|curve| curve.label == label) {
            Some(curve) => curve.dots.push(dot),
            None => curves.push(Curve { label, dots: vec![dot] }),
        }
    }
    let scale = experiment.study.scale();
    let relative = figure.relative_to.map(|to| &experiment.labels[to]);
    let trials = result.results.first().and_then(|row| row.trials);
    let how =
        trials.map_or("exact".into(), |n| format!("{n} trials a point, seed {}, 95% intervals", result.seed));
    Chart {
        title: experiment.title.clone(),
        caption: format!("{}: {how}", result.id),
        x_label: match &figure.along {
            Along::Swept(key) => key.clone(),
            Along::Nodes => "nodes a search".into(),
            Along::Depth => experiment.efforts.first().map_or("depth", |effort| effort.unit()).into(),
        },
        y_label: match (&figure.label, relative) {
            (Some(label), _) => label.clone(),
            (None, Some(to)) if scale.share => format!("over {to}: ratio of shares"),
            (None, Some(to)) => format!("{} over {to}", scale.label),
            (None, None) => scale.label.into(),
        },
        places,
        logarithmic_x: match &figure.along {
            Along::Nodes => true,
            Along::Swept(key) => key == "nodes",
            Along::Depth => false,
        },
        logarithmic: scale.logarithmic && relative.is_none(),
        share: scale.share && relative.is_none(),
        level: relative.map(|_| 1.0).or(scale.level),
        curves,
    }
}

/// The series, and where it is on the axes that are not drawn.
fn label(experiment: &Experiment, row: &Row, point: usize) -> String {
    let mut label = row.series.clone();
    for (key, value) in &experiment.places[point] {
        // What is the same everywhere tells nothing apart.
        let differs = experiment.figure.points.iter().any(|shown| experiment.places[*shown][key] != *value);
        if experiment.figure.along != Along::Swept(key.clone()) && differs {
            label.push_str(&format!(", {key} {value}"));
        }
    }
    match row.depth {
        Some(depth) if matches!(experiment.figure.along, Along::Swept(_)) && experiment.efforts.len() > 1 => {
            label.push_str(&format!(", depth {depth}"));
        }
        _ => {}
    }
    label
}
