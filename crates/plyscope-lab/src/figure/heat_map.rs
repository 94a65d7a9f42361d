//! Heat maps: a row for every series, a column for every place on the horizontal axis, a number and a colour in every cell.
//! Where there is a panel for each of the series, the rows are the values of a swept parameter.
//!
//! The number says what the colour says, so colours need not be told apart. Degrees of pathology go from blue (looking
//! deeper helps) over white (1) to vermilion (it hurts), values from white to blue: both can be told apart by the
//! colour-blind, and their lightness by grey print.

use super::panels::{self, keys};
use super::render::{
    BOLD, EDGE, LINE, MIDDLE, SMALL, SMALL_END, SMALL_MIDDLE, TEXT, closed, opened, quiet, text,
};
use crate::experiment::{Along, Cells, Experiment, Split};
use crate::markup::{text_width, wrapped};
use crate::results::{ExperimentResult, Row};
use std::fmt::Write;

/// A cell holds a number of five characters and a mark.
const CELL: (f64, f64) = (44.0, 22.0);
/// Between panels.
const GUTTER: f64 = 18.0;
/// A figure is about this wide.
const WIDTH: f64 = 690.0;

/// The ends of the colours, and what is in the middle of degrees.
const BLUE: [f64; 3] = [0.0, 114.0, 178.0];
const VERMILION: [f64; 3] = [213.0, 94.0, 0.0];
const WHITE: [f64; 3] = [255.0, 255.0, 255.0];

/// A heat map's data.
#[derive(Debug, Clone, PartialEq)]
pub struct HeatMap {
    /// What it is; may be empty.
    pub title: String,
    /// Id, trials, seed, and what the mark means.
    pub caption: String,
    /// What the columns are.
    pub x: String,
    /// What the cells show.
    pub shown: String,
    /// By column.
    pub columns: Vec<String>,
    /// By row.
    pub rows: Vec<String>,
    /// Are cells degrees, with 1 in the middle?
    pub degrees: bool,
    /// Titles, and cells by row and column.
    pub panels: Vec<(String, Vec<Vec<Option<HeatCell>>>)>,
}

/// A cell of a heat map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HeatCell {
    /// What it shows.
    pub value: f64,
    /// Is a degree beyond doubt: do the intervals of what is divided not overlap?
    pub sure: bool,
}

fn row_at<'a>(
    experiment: &Experiment,
    result: &'a ExperimentResult,
    [p, s, d]: [usize; 3],
) -> Option<&'a Row> {
    result.results.get((p * experiment.labels.len() + s) * experiment.columns() + d)
}

fn apart(one: &Row, other: &Row) -> bool {
    let ends = |row: &Row| (row.low.unwrap_or(row.value), row.high.unwrap_or(row.value));
    let ((low, high), (least, most)) = (ends(one), ends(other));
    high < least || most < low
}

/// What makes the panels: everything that is neither a row nor a column, what the file names first; and the parameter
/// that the rows are, if they are not the series.
fn splits(experiment: &Experiment, degrees: bool) -> (Vec<Split>, Option<String>) {
    let figure = &experiment.figure;
    let mut splits = figure.panels.clone().unwrap_or_default();
    splits.retain(|split| !(degrees && *split == Split::Effort));
    let differs = |key: &String| {
        let value = |point: &usize| &experiment.places[*point][key];
        figure.points.iter().any(|point| value(point) != value(&figure.points[0]))
    };
    let swept = experiment.places[0].keys().filter(|key| figure.along != Along::Swept(key.to_string()));
    let mut rest: Vec<Split> =
        swept.filter(|key| differs(key)).map(|key| Split::Swept(key.clone())).collect();
    if !degrees && figure.efforts.len() > 1 && matches!(figure.along, Along::Swept(_)) {
        rest.push(Split::Effort);
    }
    rest.retain(|split| !splits.contains(split));
    let swept = rest.iter().position(|split| matches!(split, Split::Swept(_)));
    let rows = swept.filter(|_| splits.contains(&Split::Series)).map(|at| rest.remove(at));
    if rows.is_none() {
        splits.retain(|split| *split != Split::Series);
    }
    splits.extend(rest);
    let key = |split| match split {
        Split::Swept(key) => Some(key),
        Split::Series | Split::Effort => None,
    };
    (splits, rows.and_then(key))
}

/// The heat map of a result.
pub fn heat_map(experiment: &Experiment, result: &ExperimentResult, cells: Cells) -> HeatMap {
    let (figure, degrees) = (&experiment.figure, cells == Cells::Degree);
    let last = figure.efforts.last().copied().unwrap_or(0);
    let efforts = if degrees { &figure.efforts[..figure.efforts.len().min(1)] } else { &figure.efforts[..] };
    let (splits, rows) = splits(experiment, degrees);
    let named = |key: &str| figure.names.get(key).cloned().unwrap_or_else(|| key.to_string());
    let row_of = |series: usize, point: usize| match &rows {
        Some(key) => format!("{} {}", named(key), experiment.places[point][key]),
        None => panels::series(experiment, series),
    };
    let mut map = HeatMap {
        title: figure.title.clone().unwrap_or_else(|| experiment.title.clone()),
        caption: String::new(),
        x: figure.x.label.clone().unwrap_or_else(|| panels::across(experiment)),
        shown: String::new(),
        columns: Vec::new(),
        rows: Vec::new(),
        degrees,
        panels: Vec::new(),
    };
    for s in figure.series.iter().copied() {
        for p in figure.points.iter().copied() {
            let row = row_of(s, p);
            for d in efforts.iter().copied() {
                let Some(found) = row_at(experiment, result, [p, s, d]) else { continue };
                let cell = match row_at(experiment, result, [p, s, last]).filter(|_| degrees) {
                    None => HeatCell { value: found.value, sure: false },
                    Some(deepest) => {
                        HeatCell { value: found.value / deepest.value, sure: apart(found, deepest) }
                    }
                };
                let column = match &figure.along {
                    Along::Swept(key) => experiment.places[p][key].clone(),
                    _ => {
                        experiment.efforts.get(d).map_or(String::new(), |effort| effort.amount().to_string())
                    }
                };
                let [panel, _] = keys(experiment, &splits, p, s, d);
                map.put(&panel.text, &row, column, cell);
            }
        }
    }
    for (_, rows) in &mut map.panels {
        rows.resize(map.rows.len(), Vec::new());
    }
    map.sort();
    let amount =
        |d: usize| experiment.efforts.get(d).map_or(String::new(), |effort| effort.amount().to_string());
    let unit = experiment.efforts.first().map_or("depth", |effort| effort.unit().name);
    let what = experiment.study.scale().label;
    let first = figure.efforts.first().copied().unwrap_or(0);
    map.shown = match degrees {
        true => format!("{what} at {unit} {} divided by that at {unit} {}", amount(first), amount(last)),
        false => what.to_string(),
    };
    let trials = result.results.first().and_then(|row| row.trials);
    map.caption = match trials {
        Some(n) => format!("{}: {n} trials per point, seed {}", result.id, result.seed),
        None => format!("{}: exact", result.id),
    };
    if degrees {
        map.caption.push_str("; above 1 looking deeper hurts; * the 95% intervals of the two do not overlap");
    }
    map
}

impl HeatMap {
    fn put(&mut self, panel: &str, row: &str, column: String, cell: HeatCell) {
        let place = |names: &mut Vec<String>, name: &str| {
            names.iter().position(|known| known == name).unwrap_or_else(|| {
                names.push(name.to_string());
                names.len() - 1
            })
        };
        let (row, at) = (place(&mut self.rows, row), place(&mut self.columns, &column));
        let found = self.panels.iter().position(|(title, _)| title == panel).unwrap_or_else(|| {
            self.panels.push((panel.to_string(), Vec::new()));
            self.panels.len() - 1
        });
        let rows = &mut self.panels[found].1;
        rows.resize(rows.len().max(row + 1), Vec::new());
        let cells = &mut rows[row];
        cells.resize(cells.len().max(at + 1), None);
        cells[at] = Some(cell);
    }

    /// Columns that are numbers go from left to right, whichever order a sweep's values have in the file.
    fn sort(&mut self) {
        let numbers: Option<Vec<f64>> = self.columns.iter().map(|column| column.parse().ok()).collect();
        let Some(numbers) = numbers else { return };
        let mut order: Vec<usize> = (0..numbers.len()).collect();
        order.sort_by(|a, b| numbers[*a].total_cmp(&numbers[*b]));
        self.columns = order.iter().map(|at| self.columns[*at].clone()).collect();
        for row in self.panels.iter_mut().flat_map(|(_, rows)| rows) {
            *row = order.iter().map(|at| row.get(*at).copied().flatten()).collect();
        }
    }

    /// Where a value stands between the ends of the colours: -1 to 1 for degrees, by their logarithms, else 0 to 1.
    fn strength(&self, value: f64) -> f64 {
        let all = || {
            self.panels.iter().flat_map(|(_, rows)| rows.iter().flatten().flatten()).map(|cell| cell.value)
        };
        if self.degrees {
            // At least a tenth to either side, so that a hundredth is no colour.
            let most = all().map(|value| libm::log(value).abs()).fold(libm::log1p(0.1), f64::max);
            return (libm::log(value) / most).clamp(-1.0, 1.0);
        }
        let (low, high) =
            all().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        if high > low { (value - low) / (high - low) } else { 0.0 }
    }

    fn colour(&self, value: f64) -> [f64; 3] {
        let strength = self.strength(value);
        let end = if self.degrees && strength > 0.0 { VERMILION } else { BLUE };
        std::array::from_fn(|i| WHITE[i] + (end[i] - WHITE[i]) * strength.abs())
    }
}

fn hex(colour: [f64; 3]) -> String {
    let [red, green, blue] = colour.map(|part| part.round().clamp(0.0, 255.0) as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Relative luminance (WCAG 2.1).
fn luminance(colour: [f64; 3]) -> f64 {
    let linear = colour.map(|part| {
        let part = part / 255.0;
        if part <= 0.04045 { part / 12.92 } else { libm::pow((part + 0.055) / 1.055, 2.4) }
    });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

/// Black or white, whichever has more contrast.
fn ink(colour: [f64; 3]) -> &'static str {
    let back = luminance(colour) + 0.05;
    if back / 0.05 >= 1.05 / back { "#000000" } else { "#ffffff" }
}

fn shown(cell: HeatCell) -> String {
    format!("{:.2}{}", cell.value, if cell.sure { "*" } else { "" })
}

/// Draws a heat map.
pub(crate) fn render_heat_map(map: &HeatMap) -> String {
    let labels = map.rows.iter().map(|row| text_width(row)).fold(0.0, f64::max) * SMALL + 10.0;
    let each = labels + CELL.0 * map.columns.len() as f64;
    let side = (((WIDTH - 2.0 * EDGE + GUTTER) / (each + GUTTER)) as usize).clamp(1, map.panels.len().max(1));
    let width = (2.0 * EDGE + side as f64 * (each + GUTTER) - GUTTER).max(360.0);
    let lines = |text: &str, size: f64| match text {
        "" => Vec::new(),
        text => wrapped(text, (width - 2.0 * EDGE) / size),
    };
    let (title, under) = (lines(&map.title, 1.1 * (TEXT + 1.0)), lines(&map.shown, SMALL));
    let caption = lines(&map.caption, SMALL);
    let top = EDGE + 6.0 + 16.0 * title.len() as f64 + LINE * under.len() as f64;
    let high = LINE + CELL.1 * map.rows.len() as f64 + 2.0 * LINE + 10.0;
    let rows = map.panels.len().div_ceil(side).max(1);
    let height = top + rows as f64 * high + LINE * caption.len() as f64 + EDGE;
    let name = if map.title.is_empty() { &map.caption } else { &map.title };
    let mut svg = opened((width, height), name, &description(map), &title);
    for (i, line) in under.iter().enumerate() {
        let y = EDGE + 10.0 + 16.0 * title.len() as f64 + LINE * i as f64;
        svg.push_str(&quiet(&y.to_string(), line));
    }
    let mut put = |line: String| writeln!(svg, "{line}").expect("a string takes everything");
    for (i, (title, cells)) in map.panels.iter().enumerate() {
        let (x, y) = (EDGE + (i % side) as f64 * (each + GUTTER), top + (i / side) as f64 * high + LINE);
        put(text(x + labels, y - 4.0, BOLD, title));
        for (row, name) in map.rows.iter().enumerate() {
            let middle = y + CELL.1 * (row as f64 + 0.5) + 3.5;
            put(text(x + labels - 6.0, middle, SMALL_END, name));
            for (column, cell) in cells[row].iter().enumerate() {
                let Some(cell) = cell else { continue };
                let (left, colour) = (x + labels + CELL.0 * column as f64, map.colour(cell.value));
                put(format!(
                    r##"<rect x="{left:.1}" y="{:.1}" width="{}" height="{}" fill="{}" stroke="#ffffff"/>"##,
                    y + CELL.1 * row as f64,
                    CELL.0,
                    CELL.1,
                    hex(colour)
                ));
                let style = format!("{SMALL_MIDDLE} fill=\"{}\"", ink(colour));
                put(text(left + CELL.0 / 2.0, middle, &style, &shown(*cell)));
            }
        }
        let below = y + CELL.1 * map.rows.len() as f64 + LINE;
        for (column, name) in map.columns.iter().enumerate() {
            let middle = x + labels + CELL.0 * (column as f64 + 0.5);
            put(text(middle, below, SMALL_MIDDLE, name));
        }
        put(text(x + labels + CELL.0 * map.columns.len() as f64 / 2.0, below + 14.0, MIDDLE, &map.x));
    }
    svg + &closed(height, &caption)
}

/// What the map shows, for those who do not see it.
fn description(map: &HeatMap) -> String {
    let mut parts = vec![format!("Heat map of {} by {}", map.shown, map.x)];
    for (title, cells) in &map.panels {
        if !title.is_empty() {
            parts.push(format!("Panel {title}"));
        }
        for (name, row) in map.rows.iter().zip(cells) {
            let told =
                row.iter().zip(&map.columns).filter_map(|(cell, column)| Some((cell.as_ref()?, column)));
            let told: Vec<String> =
                told.map(|(cell, column)| format!("{} at {column}", shown(*cell))).collect();
            parts.push(format!("{name}: {}", told.join(", ")));
        }
    }
    parts.push(map.caption.clone());
    parts.join(". ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(degrees: bool, values: &[f64]) -> HeatMap {
        let cells = values.iter().map(|value| Some(HeatCell { value: *value, sure: *value > 1.0 })).collect();
        HeatMap {
            title: "a < b".into(),
            caption: "caption".into(),
            x: "s".into(),
            shown: "degree".into(),
            columns: (0..values.len()).map(|i| i.to_string()).collect(),
            rows: vec!["g = 2".into()],
            degrees,
            panels: vec![("branching 2".into(), vec![cells])],
        }
    }

    /// A degree of 1 is white, the same factor up and down is as strong, and text has a contrast of 4.5 (WCAG 2.1) at least.
    #[test]
    fn colours_say_what_numbers_say() {
        let degrees = map(true, &[0.8, 1.0, 1.25, 1.1]);
        assert_eq!(degrees.colour(1.0), WHITE);
        assert!((degrees.strength(0.8) + degrees.strength(1.25)).abs() < 1e-12);
        // As they are written: whole numbers.
        let written = |value: f64| degrees.colour(value).map(f64::round);
        assert_eq!((written(1.25), written(0.8)), (VERMILION, BLUE));
        let values = map(false, &[0.5, 0.75, 1.0]);
        assert_eq!((values.colour(0.5), values.colour(1.0)), (WHITE, BLUE));
        for map in [degrees, values] {
            for step in 0..=100 {
                let colour = map.colour(0.5 + f64::from(step) / 100.0);
                let (back, dark) = (luminance(colour) + 0.05, ink(colour) == "#000000");
                let contrast = if dark { back / 0.05 } else { 1.05 / back };
                assert!(contrast > 4.5, "{}: {contrast:.2}", hex(colour));
            }
        }
    }

    /// Every number stands in the picture and in its text alternative, and what a file says is escaped.
    #[test]
    fn numbers_are_written() {
        let svg = render_heat_map(&map(true, &[0.87, 1.31]));
        assert!(svg.contains(">0.87</text>") && svg.contains(">1.31*</text>"));
        assert!(svg.contains("g = 2: 0.87 at 0, 1.31* at 1") && svg.contains("a &lt; b"));
        assert_eq!(svg.matches("<rect").count(), 1 + 2);
    }
}
