//! What a figure shows: curves in panels, from the rows of a result.

use super::panels::{self, Key, keys, split};
use crate::experiment::{Along, Experiment, Legend, Split};
use crate::results::{ExperimentResult, Row};

/// A figure's data: panels that share their axes.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// What it is; may be empty.
    pub title: String,
    /// Id, trials and seed.
    pub caption: String,
    /// The horizontal axis.
    pub x: Side,
    /// The vertical axis.
    pub y: Side,
    /// The places on the horizontal axis, by name; numbers stand where they belong, words in a row.
    pub places: Vec<String>,
    /// Are the places what was asked for, such as depths, and not what was measured?
    pub asked: bool,
    /// Is it a share, from 0 to 1?
    pub share: bool,
    /// A value that is worth a line: 1 for ratios, a half for matches.
    pub level: Option<f64>,
    /// The panels; one where there is nothing to set apart.
    pub panels: Vec<Panel>,
    /// Are the curves of other panels drawn in grey behind those of a panel, to be compared with them?
    pub backdrop: bool,
    /// Panels side by side, where not the usual number.
    pub columns: Option<usize>,
    /// Where the legend stands, where not at the usual place.
    pub legend: Option<Legend>,
    /// Do points show their values under the pointer? On a page they do.
    pub values: bool,
}

/// An axis.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Side {
    /// What it says.
    pub label: String,
    /// Do values stand by their logarithms?
    pub logarithmic: bool,
    /// Its ends, where not those of the values.
    pub range: Option<(f64, f64)>,
}

/// One plot among several with the same axes.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// What stands above it; empty where there is one panel only.
    pub title: String,
    /// The curves.
    pub curves: Vec<Curve>,
}

/// One curve.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// What the legend says; the same in all panels.
    pub label: String,
    /// The series by its own name, where the curve stands for nothing but it.
    pub series: Option<String>,
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

/// More panels are not looked at; the caption says that there are more.
const MOST_PANELS: usize = 64;

/// The figure of a result.
pub fn chart(experiment: &Experiment, result: &ExperimentResult) -> Chart {
    let figure = &experiment.figure;
    let splits = split(experiment);
    let mut drawn = Drawn { panels: Vec::new(), places: Vec::new(), left_out: 0 };
    let logarithmic = logarithmic(experiment);
    // Series in the figure's order, which the legend keeps.
    for s in figure.series.iter().copied().filter(|s| figure.relative_to != Some(*s)) {
        for p in figure.points.iter().copied() {
            for d in figure.efforts.iter().copied() {
                let at = (p * experiment.labels.len() + s) * experiment.columns() + d;
                let Some(row) = result.results.get(at) else { continue };
                let (value, interval) = match (figure.relative_to, row.relative) {
                    (Some(_), Some(ratio)) => (ratio.value, Some((ratio.low, ratio.high))),
                    (Some(_), None) => continue,
                    (None, _) => (row.value, row.low.zip(row.high)),
                };
                if logarithmic && value <= 0.0 {
                    drawn.left_out += 1;
                    continue;
                }
                let x = place(experiment, row, p, s, d);
                let [panels, curves] = keys(experiment, &splits, p, s, d);
                drawn.add(&panels, &curves, x, value, interval);
            }
        }
    }
    drawn.sort(experiment);
    let more = drawn.panels.len().saturating_sub(MOST_PANELS);
    drawn.panels.truncate(MOST_PANELS);
    Chart {
        title: figure.title.clone().unwrap_or_else(|| experiment.title.clone()),
        caption: caption(result, drawn.left_out, more),
        x: Side {
            label: figure.x.label.clone().unwrap_or_else(|| panels::across(experiment)),
            logarithmic: figure.x.logarithmic.unwrap_or(match &figure.along {
                Along::Nodes => true,
                Along::Swept(key) => key == "nodes",
                Along::Depth => false,
            }),
            range: figure.x.range,
        },
        y: Side {
            label: figure.y.label.clone().unwrap_or_else(|| panels::upwards(experiment)),
            logarithmic,
            range: figure.y.range.filter(|(low, _)| !logarithmic || *low > 0.0),
        },
        places: drawn.places,
        asked: figure.along != Along::Nodes,
        share: experiment.study.scale().share && figure.relative_to.is_none(),
        level: figure.relative_to.map(|_| 1.0).or(experiment.study.scale().level),
        backdrop: splits == [Split::Series] && drawn.panels.len() > 1,
        panels: drawn.panels,
        columns: figure.columns,
        legend: figure.legend,
        values: false,
    }
}

/// Is the vertical axis logarithmic?
fn logarithmic(experiment: &Experiment) -> bool {
    let usual = experiment.study.scale().logarithmic && experiment.figure.relative_to.is_none();
    experiment.figure.y.logarithmic.unwrap_or(usual)
}

/// Where a row stands on the horizontal axis.
fn place(experiment: &Experiment, row: &Row, point: usize, series: usize, effort: usize) -> String {
    match &experiment.figure.along {
        Along::Swept(key) => experiment.places[point][key].clone(),
        Along::Nodes => {
            // As the paper counts them, where it does.
            let counted =
                experiment.counted_nodes[series].as_ref().and_then(|nodes| nodes.get(effort).copied());
            counted.or(row.nodes).map_or(String::new(), |nodes| format!("{nodes:.0}"))
        }
        Along::Depth => {
            let effort = experiment.efforts.get(effort);
            effort.map_or(String::new(), |effort| effort.amount().to_string())
        }
    }
}

fn caption(result: &ExperimentResult, left_out: usize, more: usize) -> String {
    let trials = result.results.first().and_then(|row| row.trials);
    let mut caption = match trials {
        Some(n) => format!("{}: {n} trials per point, seed {}, 95% intervals", result.id, result.seed),
        None => format!("{}: exact", result.id),
    };
    if left_out > 0 {
        caption.push_str(&format!("; {left_out} values of 0 have no place on a logarithmic axis"));
    }
    if more > 0 {
        caption.push_str(&format!("; {more} more panels are not drawn: choose points by `at`"));
    }
    caption
}

/// Curves while they are found.
struct Drawn {
    panels: Vec<Panel>,
    places: Vec<String>,
    /// Values that have no place on the axis.
    left_out: usize,
}

impl Drawn {
    fn add(&mut self, panel: &Key, curve: &Key, x: String, value: f64, interval: Option<(f64, f64)>) {
        let place = self.places.iter().position(|known| *known == x).unwrap_or_else(|| {
            self.places.push(x);
            self.places.len() - 1
        });
        let title = &panel.text;
        let at = self.panels.iter().position(|known| known.title == *title).unwrap_or_else(|| {
            self.panels.push(Panel { title: title.clone(), curves: Vec::new() });
            self.panels.len() - 1
        });
        let curves = &mut self.panels[at].curves;
        let at = curves.iter().position(|known| known.label == curve.text).unwrap_or_else(|| {
            curves.push(Curve { label: curve.text.clone(), series: curve.series.clone(), dots: Vec::new() });
            curves.len() - 1
        });
        curves[at].dots.push(Dot { place, value, interval });
    }

    /// Curves go from left to right, whichever order a sweep's values have in the file; what was measured goes as deep as
    /// it was searched.
    fn sort(&mut self, experiment: &Experiment) {
        let numbers: Option<Vec<f64>> = self.places.iter().map(|place| place.parse().ok()).collect();
        let Some(numbers) = numbers.filter(|_| experiment.figure.along != Along::Nodes) else { return };
        for dots in self.panels.iter_mut().flat_map(|panel| &mut panel.curves).map(|curve| &mut curve.dots) {
            dots.sort_by(|a, b| numbers[a.place].total_cmp(&numbers[b.place]));
        }
    }
}
