//! What tells curves apart, and which of it is told by panels.
//! And what axes, panels and legends say, in the words of the field.

use crate::experiment::{Along, Experiment, Split};
use plyscope::search::UNITS;

/// More curves in one plot cannot be told apart, and their labels would not fit beside it.
const MOST_CURVES: usize = 8;

/// A panel or a curve: what it is called.
pub(super) struct Key {
    pub(super) text: String,
    /// The series, where it is nothing but that.
    pub(super) series: Option<String>,
}

/// What makes the panels: what the file says, or what leaves at most eight curves in each.
pub(super) fn split(experiment: &Experiment) -> Vec<Split> {
    if let Some(wanted) = &experiment.figure.panels {
        return wanted.clone();
    }
    let all: Vec<(Split, usize)> = sizes(experiment);
    let curves: usize = all.iter().map(|(_, size)| size).product();
    if curves <= MOST_CURVES {
        return Vec::new();
    }
    // Of all choices that leave few enough: series stay together where they can, then the fewest panels.
    let chosen = |choice: usize| all.iter().enumerate().filter(move |(i, _)| choice >> i & 1 == 1);
    let panels = |choice: usize| chosen(choice).map(|(_, (_, size))| size).product::<usize>();
    let by_series = |choice: usize| chosen(choice).any(|(_, (split, _))| *split == Split::Series);
    let good = (1..1usize << all.len()).filter(|choice| curves / panels(*choice) <= MOST_CURVES);
    let best = good.min_by_key(|choice| (by_series(*choice), panels(*choice), *choice));
    best.map_or(Vec::new(), |best| chosen(best).map(|(_, (split, _))| split.clone()).collect())
}

/// Everything that tells curves apart, with the number of its values; the series last. What is the same everywhere tells
/// nothing apart.
fn sizes(experiment: &Experiment) -> Vec<(Split, usize)> {
    let figure = &experiment.figure;
    let swept = experiment.places[0].keys().filter(|key| figure.along != Along::Swept(key.to_string()));
    let size = |key: &String| {
        let mut values: Vec<&String> =
            figure.points.iter().map(|point| &experiment.places[*point][key]).collect();
        values.sort_unstable();
        values.dedup();
        values.len()
    };
    let mut sizes: Vec<(Split, usize)> = swept.map(|key| (Split::Swept(key.clone()), size(key))).collect();
    if matches!(figure.along, Along::Swept(_)) {
        sizes.push((Split::Effort, figure.efforts.len()));
    }
    let series = figure.series.iter().filter(|series| figure.relative_to != Some(**series)).count();
    sizes.push((Split::Series, series));
    // More than a few parameters are never swept at once; this bounds the choices all the same.
    sizes.sort_by_key(|(split, size)| (*split == Split::Series, std::cmp::Reverse(*size)));
    sizes.retain(|(_, size)| *size > 1);
    let series = sizes.pop_if(|(split, _)| *split == Split::Series);
    sizes.truncate(10);
    sizes.extend(series);
    sizes
}

/// What the panel and the curve of a series at a point and an effort are called.
pub(super) fn keys(
    experiment: &Experiment,
    panels: &[Split],
    point: usize,
    series: usize,
    effort: usize,
) -> [Key; 2] {
    let figure = &experiment.figure;
    let mut parts: [Vec<(Split, String)>; 2] = [Vec::new(), Vec::new()];
    let mut put = |split: Split, text: String, needed: bool| {
        let in_panel = panels.contains(&split);
        if in_panel || needed {
            parts[usize::from(!in_panel)].push((split, text));
        }
    };
    put(Split::Series, self::series(experiment, series), true);
    for (key, value) in &experiment.places[point] {
        if figure.along != Along::Swept(key.clone()) {
            let differs = figure.points.iter().any(|shown| experiment.places[*shown][key] != *value);
            let name = parameter(experiment, key);
            put(Split::Swept(key.clone()), format!("{name} {value}"), differs);
        }
    }
    if let (Along::Swept(_), Some(spent)) = (&figure.along, experiment.efforts.get(effort)) {
        let text = format!("{} {}", spent.unit().name, spent.amount());
        put(Split::Effort, text, figure.efforts.len() > 1);
    }
    // Where the panel says all, the curve is called so too: each has a look of its own.
    if parts[1].is_empty() {
        parts[1] = parts[0].clone();
    }
    parts.map(|mut parts| {
        let series = match parts.as_slice() {
            [(Split::Series, _)] => Some(experiment.labels[series].clone()),
            _ => None,
        };
        // A panel's title has its parts in the order in which the file names them.
        parts.sort_by_key(|(split, _)| panels.iter().position(|known| known == split));
        let texts: Vec<String> = parts.into_iter().map(|(_, text)| text).collect();
        Key { text: texts.join(", "), series }
    })
}

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
