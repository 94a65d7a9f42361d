//! What a figure shows, checked against what the experiment has.

use crate::error::{Error, Result};
use crate::spec::{AxisScale, Cells, Draft, FigureFile, FigureKind, Legend, SweepValue};
use plyscope::search::UNITS;
use std::collections::BTreeMap;

/// What the figure shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Is there one, or does the table say it all?
    pub drawn: bool,
    /// What the cells show, where it is a heat map.
    pub heat_map: Option<Cells>,
    /// What stands above it; the experiment's title if left out.
    pub title: Option<String>,
    /// The horizontal axis.
    pub along: Along,
    /// What is wished of the horizontal axis.
    pub x: AxisWish,
    /// What is wished of the vertical axis.
    pub y: AxisWish,
    /// Each series is divided by this one.
    pub relative_to: Option<usize>,
    /// The points of the sweep that are shown.
    pub points: Vec<usize>,
    /// The efforts that are shown: columns of every series.
    pub efforts: Vec<usize>,
    /// The series that are shown, in the legend's order.
    pub series: Vec<usize>,
    /// Other names of series and swept parameters.
    pub names: BTreeMap<String, String>,
    /// What makes panels; chosen by the number of curves if left out.
    pub panels: Option<Vec<Split>>,
    /// Panels side by side.
    pub columns: Option<usize>,
    /// Where the legend stands.
    pub legend: Option<Legend>,
}

/// A horizontal axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Along {
    /// Search depths.
    Depth,
    /// Nodes a search.
    Nodes,
    /// A swept parameter.
    Swept(String),
}

/// What tells curves apart, and can tell panels apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Split {
    /// The series.
    Series,
    /// What players may spend, where it is not an axis.
    Effort,
    /// A swept parameter.
    Swept(String),
}

/// What a file says of an axis.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct AxisWish {
    /// What it says.
    pub label: Option<String>,
    /// Its ends.
    pub range: Option<(f64, f64)>,
    /// Is it logarithmic?
    pub logarithmic: Option<bool>,
}

/// Nothing that is measured is larger.
const FURTHEST: f64 = 1e15;
/// Ends nearer to each other than this have no numbers between them that could be read.
const NEAREST: f64 = 1e-12;
/// What [`are_ends`] asks for, in words.
pub const ENDS: &str = "low below high, by 1e-12 and a billionth of them at least, and both within 1e15";

/// Can these be the ends of an axis?
pub fn are_ends(low: f64, high: f64) -> bool {
    let furthest = low.abs().max(high.abs());
    furthest <= FURTHEST && high - low >= NEAREST.max(furthest * 1e-9)
}

/// More panels side by side would be narrower than their numbers.
const MOST_COLUMNS: u64 = 6;

/// Checks the figure of a file: what it names is there.
pub(super) fn check(draft: &Draft<'_>, labels: &[String]) -> Result<Figure> {
    let (figure, check) = (&draft.file.figure, Checker { draft, labels });
    let along = check.along()?;
    let points = check.points()?;
    Ok(Figure {
        drawn: figure.kind != FigureKind::Table,
        heat_map: check.cells(&along)?,
        title: figure.title.clone(),
        x: check.x(&along, &points)?,
        y: check.axis("y-range", figure.y_label.as_ref(), figure.y_range, figure.y_scale)?,
        relative_to: figure
            .relative_to
            .as_ref()
            .map(|series| check.series(&["relative-to"], series))
            .transpose()?,
        efforts: check.efforts()?,
        series: check.chosen()?,
        names: check.names()?,
        panels: check.panels(&along)?,
        columns: check.columns()?,
        legend: figure.legend,
        along,
        points,
    })
}

struct Checker<'a> {
    draft: &'a Draft<'a>,
    labels: &'a [String],
}

impl Checker<'_> {
    fn figure(&self) -> &FigureFile {
        &self.draft.file.figure
    }

    /// A mistake at the value of a key of the figure.
    fn wrong(&self, path: &[&str], why: impl std::fmt::Display) -> Error {
        self.draft.text.wrong(self.draft.text.at(&[&["figure"], path].concat()), why)
    }

    /// The same at a key.
    fn wrong_key(&self, path: &[&str], why: impl std::fmt::Display) -> Error {
        self.draft.text.wrong(self.draft.text.key_at(&[&["figure"], path].concat()), why)
    }

    /// What the cells of a heat map show; none where there is no such map.
    fn cells(&self, along: &Along) -> Result<Option<Cells>> {
        let figure = self.figure();
        if figure.kind != FigureKind::HeatMap {
            let why = "`cells` are those of a heat map: say kind = \"heat-map\"";
            return figure.cells.map_or(Ok(None), |_| Err(self.wrong(&["cells"], why)));
        }
        let shown = figure.cells.unwrap_or_default();
        if *along == Along::Nodes {
            let why = "a heat map has a column for each `depth` or each value of a swept parameter";
            return Err(self.wrong(&["x"], why));
        }
        if shown == Cells::Degree && (*along == Along::Depth || self.efforts()?.len() < 2) {
            let why = "a degree divides the first depth by the last: the axis is a swept parameter, and there are two \
                       depths or more";
            return Err(self.wrong(&["cells"], why));
        }
        Ok(Some(shown))
    }

    /// The swept parameters.
    fn swept(&self) -> Vec<&str> {
        self.draft.places[0].keys().map(String::as_str).collect()
    }

    fn swept_text(&self) -> String {
        let swept = self.swept();
        if swept.is_empty() { "nothing is swept".into() } else { format!("swept are: {}", swept.join(", ")) }
    }

    fn along(&self) -> Result<Along> {
        let (file, swept) = (self.draft.file, self.swept());
        let Some(x) = &self.figure().x else {
            return Ok(match file.sweep.keys().next().filter(|_| self.draft.efforts.len() < 2) {
                Some(key) => Along::Swept(key.clone()),
                None if swept.contains(&"nodes") => Along::Swept("nodes".into()),
                None => Along::Depth,
            });
        };
        match x.as_str() {
            key if is_effort(key) => Ok(Along::Depth),
            // Where nodes are swept, those are meant; else the nodes that searches took.
            key if swept.contains(&key) => Ok(Along::Swept(key.into())),
            "nodes" => Ok(Along::Nodes),
            key => {
                let swept = self.swept_text();
                let why = format!("the axis is `depth`, `nodes` or a swept parameter, not `{key}`; {swept}");
                Err(self.wrong(&["x"], why))
            }
        }
    }

    fn axis(
        &self,
        range_key: &str,
        label: Option<&String>,
        range: Option<[f64; 2]>,
        scale: Option<AxisScale>,
    ) -> Result<AxisWish> {
        let logarithmic = scale.map(|scale| scale == AxisScale::Log);
        if let Some([low, high]) = range {
            if !are_ends(low, high) {
                return Err(self.wrong(&[range_key], format!("`{range_key}` is [low, high], {ENDS}")));
            }
            if logarithmic == Some(true) && low <= 0.0 {
                return Err(self.wrong(&[range_key], "a logarithmic axis begins above 0"));
            }
        }
        let range = range.map(|[low, high]| (low, high));
        Ok(AxisWish { label: label.cloned(), range, logarithmic })
    }

    fn x(&self, along: &Along, points: &[usize]) -> Result<AxisWish> {
        let figure = self.figure();
        let wish = self.axis("x-range", figure.x_label.as_ref(), figure.x_range, figure.x_scale)?;
        let Along::Swept(key) = along else { return Ok(wish) };
        let values = points.iter().map(|point| self.draft.places[*point][key].as_str());
        let numbers: Option<Vec<f64>> = values.map(|value| value.parse().ok()).collect();
        match numbers {
            None if wish.range.is_some() => {
                Err(self.wrong(&["x-range"], format!("`{key}` takes words, which have no range")))
            }
            None if wish.logarithmic.is_some() => {
                Err(self.wrong(&["x-scale"], format!("`{key}` takes words, which have no scale")))
            }
            Some(numbers) if wish.logarithmic == Some(true) => {
                match numbers.into_iter().find(|number| *number <= 0.0) {
                    Some(low) => {
                        let why = format!(
                            "a logarithmic axis has no place for {key} = {low}; leave it out by `at`"
                        );
                        Err(self.wrong(&["x-scale"], why))
                    }
                    None => Ok(wish),
                }
            }
            _ => Ok(wish),
        }
    }

    /// The points whose swept parameters have one of the values that are asked for.
    fn points(&self) -> Result<Vec<usize>> {
        let places = &self.draft.places;
        let mut points: Vec<usize> = (0..places.len()).collect();
        for (key, wanted) in &self.figure().at {
            if !self.swept().contains(&key.as_str()) {
                let why = format!("`{key}` is not swept; {}", self.swept_text());
                return Err(self.wrong_key(&["at", key], why));
            }
            for value in wanted.all() {
                if !places.iter().any(|place| is(&place[key], value)) {
                    let mut known: Vec<&str> = Vec::new();
                    for place in places {
                        let given = place[key].as_str();
                        if !known.contains(&given) {
                            known.push(given);
                        }
                    }
                    let why = format!("`{key}` takes {}, not {value}", known.join(", "));
                    return Err(self.wrong(&["at", key], why));
                }
            }
            points.retain(|point| wanted.all().iter().any(|value| is(&places[*point][key], value)));
            if points.is_empty() {
                let why = format!("`{key}` has no value here, so nothing would be drawn");
                return Err(self.wrong(&["at", key], why));
            }
        }
        Ok(points)
    }

    /// The columns of the depths (iterations, ...) that are asked for.
    fn efforts(&self) -> Result<Vec<usize>> {
        let known = &self.draft.efforts;
        let Some(wanted) = &self.figure().depths else { return Ok((0..known.len().max(1)).collect()) };
        // By whichever name they are called.
        let text = &self.draft.text;
        let called = &text.text[text.key_at(&["figure", "depths"])..];
        let unit = UNITS.iter().find(|unit| called.starts_with(unit.key)).unwrap_or(&UNITS[0]);
        let column = |amount: &u64| {
            let why = || format!("{} {amount} is not searched in this experiment", unit.name);
            let found = known.iter().position(|effort| effort.unit() == unit && effort.amount() == *amount);
            found.ok_or_else(|| self.wrong(&["depths"], why()))
        };
        let mut columns = wanted.iter().map(column).collect::<Result<Vec<usize>>>()?;
        if columns.is_empty() {
            return Err(self.wrong(&["depths"], "name at least one, or leave it out for all"));
        }
        columns.sort_unstable();
        columns.dedup();
        Ok(columns)
    }

    fn series(&self, path: &[&str], series: &str) -> Result<usize> {
        let found = self.labels.iter().position(|label| label == series);
        let why = || format!("there is no series `{series}`; there are: {}", self.labels.join(", "));
        found.ok_or_else(|| self.wrong(path, why()))
    }

    fn chosen(&self) -> Result<Vec<usize>> {
        let Some(wanted) = &self.figure().series else { return Ok((0..self.labels.len()).collect()) };
        let mut chosen = Vec::new();
        for (number, series) in wanted.iter().enumerate() {
            let path = ["series", &number.to_string()];
            let found = self.series(&path, series)?;
            if chosen.contains(&found) {
                return Err(self.wrong(&path, format!("`{series}` is named twice")));
            }
            chosen.push(found);
        }
        if chosen.is_empty() {
            return Err(self.wrong(&["series"], "name at least one series, or leave it out for all"));
        }
        Ok(chosen)
    }

    fn names(&self) -> Result<BTreeMap<String, String>> {
        let names = self.figure().names.clone();
        for key in names.keys().filter(|key| !self.labels.contains(key)) {
            if !self.swept().contains(&key.as_str()) {
                let why = format!(
                    "there is no series and no swept parameter `{key}` to name; series are: {}; {}",
                    self.labels.join(", "),
                    self.swept_text()
                );
                return Err(self.wrong_key(&["names", key], why));
            }
        }
        // Two curves of one name could not be told apart.
        let all: Vec<&String> = self.labels.iter().map(|label| names.get(label).unwrap_or(label)).collect();
        for (key, name) in names.iter().filter(|(key, _)| self.labels.contains(key)) {
            if all.iter().filter(|other| **other == name).count() > 1 {
                return Err(self.wrong_key(&["names", key], format!("two series would be called `{name}`")));
            }
        }
        Ok(names)
    }

    fn panels(&self, along: &Along) -> Result<Option<Vec<Split>>> {
        let Some(wanted) = &self.figure().panels else { return Ok(None) };
        let mut splits = Vec::new();
        for name in wanted.all() {
            let wrong = |why: String| Err(self.wrong(&["panels"], why));
            let split = match name.as_str() {
                "none" if wanted.all().len() == 1 => return Ok(Some(Vec::new())),
                "series" => Split::Series,
                key if is_effort(key) => Split::Effort,
                key if self.swept().contains(&key) => Split::Swept(key.into()),
                key => {
                    return wrong(format!(
                        "panels are for each of the `series`, each `depth` or each value of a swept parameter, or `none`; \
                         not for `{key}`; {}",
                        self.swept_text()
                    ));
                }
            };
            let is_axis = match (&split, along) {
                (Split::Effort, along) => !matches!(along, Along::Swept(_)),
                (Split::Swept(key), Along::Swept(axis)) => key == axis,
                _ => false,
            };
            if is_axis {
                return wrong(format!(
                    "`{name}` is what the horizontal axis shows; panels are for something else"
                ));
            }
            if splits.contains(&split) {
                return wrong(format!("`{name}` is named twice"));
            }
            splits.push(split);
        }
        Ok(Some(splits))
    }

    fn columns(&self) -> Result<Option<usize>> {
        match self.figure().columns {
            None => Ok(None),
            Some(wanted @ 1..=MOST_COLUMNS) => Ok(Some(wanted as usize)),
            Some(wanted) => {
                let why = format!("1 to {MOST_COLUMNS} panels stand side by side, not {wanted}");
                Err(self.wrong(&["columns"], why))
            }
        }
    }
}

/// Does it name what players may spend? `nodes` can be swept, and are what a search takes.
fn is_effort(key: &str) -> bool {
    UNITS.iter().any(|unit| unit.name == key && unit.is_spent() && key != "nodes")
}

/// Is it the value that is meant, whichever way a number is written?
fn is(given: &str, wanted: &SweepValue) -> bool {
    match (given.parse::<f64>(), wanted.number()) {
        (Ok(given), Some(wanted)) => (given - wanted).abs() < 1e-9,
        _ => given == wanted.to_string(),
    }
}
