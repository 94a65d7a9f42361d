//! What a figure shows, checked against what the experiment has.

use crate::error::{Error, Result};
use crate::spec::{AxisScale, Cells, Draft, FigureFile, FigureKind, Legend, SweepValue};
use plyscope::search::Effort;
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;

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
        y: check.axis("y", figure.y_label.as_ref(), figure.y_range.as_ref(), figure.y_scale.as_ref())?,
        relative_to: figure.relative_to.as_ref().map(|series| check.series(series)).transpose()?,
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

    fn wrong(&self, span: Range<usize>, why: impl std::fmt::Display) -> Error {
        self.draft.text.wrong(span.start, why)
    }

    /// What the cells of a heat map show; none where there is no such map.
    fn cells(&self, along: &Along) -> Result<Option<Cells>> {
        let figure = self.figure();
        let cells = figure.cells.as_ref();
        if figure.kind != FigureKind::HeatMap {
            let why = "`cells` are those of a heat map: say kind = \"heat-map\"";
            return cells.map_or(Ok(None), |cells| Err(self.wrong(cells.span(), why)));
        }
        let shown = cells.map_or(Cells::Value, |cells| *cells.get_ref());
        let at = || figure.x.as_ref().or(None).map_or(0..0, Spanned::span);
        if *along == Along::Nodes {
            return Err(self
                .wrong(at(), "a heat map has a column for each `depth` or each value of a swept parameter"));
        }
        if shown == Cells::Degree && (*along == Along::Depth || self.efforts()?.len() < 2) {
            let why = "a degree divides the first depth by the last: the axis is a swept parameter, and there are two \
                       depths or more";
            return Err(self.wrong(cells.map_or(0..0, Spanned::span), why));
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
                Some(key) => Along::Swept(key.get_ref().clone()),
                None if swept.contains(&"nodes") => Along::Swept("nodes".into()),
                None => Along::Depth,
            });
        };
        match x.get_ref().as_str() {
            "depth" | "iterations" | "evaluations" => Ok(Along::Depth),
            // Where nodes are swept, those are meant; else the nodes that searches took.
            key if swept.contains(&key) => Ok(Along::Swept(key.into())),
            "nodes" => Ok(Along::Nodes),
            key => Err(self.wrong(
                x.span(),
                format!(
                    "the axis is `depth`, `nodes` or a swept parameter, not `{key}`; {}",
                    self.swept_text()
                ),
            )),
        }
    }

    fn axis(
        &self,
        name: &str,
        label: Option<&String>,
        range: Option<&Spanned<[f64; 2]>>,
        scale: Option<&Spanned<AxisScale>>,
    ) -> Result<AxisWish> {
        let logarithmic = scale.map(|scale| *scale.get_ref() == AxisScale::Log);
        if let Some(range) = range {
            let [low, high] = *range.get_ref();
            if !are_ends(low, high) {
                let why = format!("`{name}-range` is [low, high], {ENDS}");
                return Err(self.wrong(range.span(), why));
            }
            if logarithmic == Some(true) && low <= 0.0 {
                return Err(self.wrong(range.span(), "a logarithmic axis begins above 0"));
            }
        }
        let range = range.map(|range| (range.get_ref()[0], range.get_ref()[1]));
        Ok(AxisWish { label: label.cloned(), range, logarithmic })
    }

    fn x(&self, along: &Along, points: &[usize]) -> Result<AxisWish> {
        let figure = self.figure();
        let (range, scale) = (figure.x_range.as_ref(), figure.x_scale.as_ref());
        let wish = self.axis("x", figure.x_label.as_ref(), range, scale)?;
        let Along::Swept(key) = along else { return Ok(wish) };
        let values = points.iter().map(|point| self.draft.places[*point][key].as_str());
        let numbers: Option<Vec<f64>> = values.map(|value| value.parse().ok()).collect();
        match (numbers, range, scale) {
            (None, Some(range), _) => {
                Err(self.wrong(range.span(), format!("`{key}` takes words, which have no range")))
            }
            (None, _, Some(scale)) => {
                Err(self.wrong(scale.span(), format!("`{key}` takes words, which have no scale")))
            }
            (Some(numbers), _, Some(scale)) if wish.logarithmic == Some(true) => {
                match numbers.into_iter().find(|number| *number <= 0.0) {
                    Some(low) => {
                        let why = format!(
                            "a logarithmic axis has no place for {key} = {low}; leave it out by `at`"
                        );
                        Err(self.wrong(scale.span(), why))
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
            if !self.swept().contains(&key.get_ref().as_str()) {
                let why = format!("`{}` is not swept; {}", key.get_ref(), self.swept_text());
                return Err(self.wrong(key.span(), why));
            }
            for value in wanted.get_ref().all() {
                if !places.iter().any(|place| is(&place[key.get_ref()], value)) {
                    let mut known: Vec<&str> = Vec::new();
                    for place in places {
                        let given = place[key.get_ref()].as_str();
                        if !known.contains(&given) {
                            known.push(given);
                        }
                    }
                    let why = format!("`{}` takes {}, not {value}", key.get_ref(), known.join(", "));
                    return Err(self.wrong(wanted.span(), why));
                }
            }
            points.retain(|point| {
                wanted.get_ref().all().iter().any(|value| is(&places[*point][key.get_ref()], value))
            });
            if points.is_empty() {
                let why = format!("`{}` has no value here, so nothing would be drawn", key.get_ref());
                return Err(self.wrong(wanted.span(), why));
            }
        }
        Ok(points)
    }

    /// The columns of the depths (iterations, evaluations) that are asked for.
    fn efforts(&self) -> Result<Vec<usize>> {
        let (figure, known) = (self.figure(), &self.draft.efforts);
        let units = [
            ("depth", &figure.depths),
            ("iterations", &figure.iterations),
            ("evaluations", &figure.evaluations),
        ];
        let mut found = None;
        for (unit, wanted) in units {
            let Some(wanted) = wanted else { continue };
            let mut columns = Vec::new();
            for amount in wanted.get_ref() {
                let is_it = |effort: &Effort| effort.unit() == unit && effort.amount() == *amount;
                let column = known.iter().position(is_it).ok_or_else(|| {
                    self.wrong(wanted.span(), format!("{unit} {amount} is not searched in this experiment"))
                })?;
                columns.push(column);
            }
            if columns.is_empty() {
                return Err(self.wrong(wanted.span(), "name at least one, or leave it out for all"));
            }
            columns.sort_unstable();
            columns.dedup();
            found = Some(columns);
        }
        Ok(found.unwrap_or_else(|| (0..known.len().max(1)).collect()))
    }

    fn series(&self, series: &Spanned<String>) -> Result<usize> {
        let found = self.labels.iter().position(|label| label == series.get_ref());
        let why =
            || format!("there is no series `{}`; there are: {}", series.get_ref(), self.labels.join(", "));
        found.ok_or_else(|| self.wrong(series.span(), why()))
    }

    fn chosen(&self) -> Result<Vec<usize>> {
        let Some(wanted) = &self.figure().series else { return Ok((0..self.labels.len()).collect()) };
        let mut chosen = Vec::new();
        for series in wanted.get_ref() {
            let found = self.series(series)?;
            if chosen.contains(&found) {
                return Err(self.wrong(series.span(), format!("`{}` is named twice", series.get_ref())));
            }
            chosen.push(found);
        }
        if chosen.is_empty() {
            return Err(self.wrong(wanted.span(), "name at least one series, or leave it out for all"));
        }
        Ok(chosen)
    }

    fn names(&self) -> Result<BTreeMap<String, String>> {
        let mut names = BTreeMap::new();
        for (key, name) in &self.figure().names {
            let swept = self.swept().contains(&key.get_ref().as_str());
            if !swept && !self.labels.contains(key.get_ref()) {
                let why = format!(
                    "there is no series and no swept parameter `{}` to name; series are: {}; {}",
                    key.get_ref(),
                    self.labels.join(", "),
                    self.swept_text()
                );
                return Err(self.wrong(key.span(), why));
            }
            names.insert(key.get_ref().clone(), name.clone());
        }
        // Two curves of one name could not be told apart.
        let shown = |label: &String| names.get(label).unwrap_or(label).clone();
        let all: Vec<String> = self.labels.iter().map(shown).collect();
        for (key, name) in &self.figure().names {
            if self.labels.contains(key.get_ref()) && all.iter().filter(|other| *other == name).count() > 1 {
                return Err(self.wrong(key.span(), format!("two series would be called `{name}`")));
            }
        }
        Ok(names)
    }

    fn panels(&self, along: &Along) -> Result<Option<Vec<Split>>> {
        let Some(wanted) = &self.figure().panels else { return Ok(None) };
        let mut splits = Vec::new();
        for name in wanted.get_ref().all() {
            let wrong = |why: String| Err(self.wrong(wanted.span(), why));
            let split = match name.as_str() {
                "none" if wanted.get_ref().all().len() == 1 => return Ok(Some(Vec::new())),
                "series" => Split::Series,
                "depth" | "iterations" | "evaluations" => Split::Effort,
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
        let Some(columns) = &self.figure().columns else { return Ok(None) };
        match *columns.get_ref() {
            wanted @ 1..=MOST_COLUMNS => Ok(Some(wanted as usize)),
            wanted => Err(self.wrong(
                columns.span(),
                format!("1 to {MOST_COLUMNS} panels stand side by side, not {wanted}"),
            )),
        }
    }
}

/// Is it the value that is meant, whichever way a number is written?
fn is(given: &str, wanted: &SweepValue) -> bool {
    match (given.parse::<f64>(), wanted.number()) {
        (Ok(given), Some(wanted)) => (given - wanted).abs() < 1e-9,
        _ => given == wanted.to_string(),
    }
}
