//! A chart as SVG: one look for all. Where things stand is decided here; plots draw themselves.

use super::across::Across;
use super::chart::{Chart, Curve};
use super::looks::{Entries, ROW, looks};
use super::plot::{Frame, Plot, Shared, TICKS};
use crate::axis::Axis;
use crate::experiment::Legend;
use crate::markup::{escaped, text_width, wrapped};
use std::fmt::Write;

/// A column of a paper is about this wide, in units of which the text is 11 high; three panels or more take both columns.
const WIDTH: f64 = 460.0;
const WIDE: f64 = 690.0;
pub(super) const TEXT: f64 = 11.0;
pub(super) const SMALL: f64 = 9.5;
/// From one line of small text to the next.
pub(super) const LINE: f64 = 13.0;
/// At the edges of the drawing.
pub(super) const EDGE: f64 = 8.0;
/// Between panels.
const GUTTER: f64 = 14.0;
/// Labels at the ends of more curves than these are hard to follow.
const MOST_AT_ENDS: usize = 9;

/// Draws a chart.
pub fn render(chart: &Chart) -> String {
    let curves = || chart.panels.iter().flat_map(|panel| &panel.curves);
    let values = curves().flat_map(|curve| &curve.dots).flat_map(|dot| {
        let (low, high) = dot.interval.unwrap_or((dot.value, dot.value));
        // An interval that reaches 0 has no end on a logarithmic axis, and does not stretch it.
        [low, dot.value, high]
    });
    let y = match chart.y.range {
        Some(range) => Axis::between(range, chart.y.logarithmic),
        None => Axis::holding(values.chain(chart.level), chart.y.logarithmic, chart.share),
    };
    let shared = Shared { chart, across: Across::new(chart), y, looks: looks(curves()) };
    let mut all: Vec<(&str, _)> = Vec::new();
    for curve in curves() {
        if !all.iter().any(|(label, _)| *label == curve.label) {
            all.push((&curve.label, shared.looks[curve.label.as_str()]));
        }
    }
    Page::new(&shared, Entries { all }).drawn()
}

/// Where everything stands.
struct Page<'a> {
    shared: &'a Shared<'a>,
    entries: Entries<'a>,
    legend: Legend,
    width: f64,
    height: f64,
    frames: Vec<Frame>,
    /// By panel.
    titles: Vec<Vec<String>>,
    /// The room of all plots together.
    area: Frame,
    title: Vec<String>,
    caption: Vec<String>,
    x_label: Vec<String>,
    y_label: Vec<String>,
    /// Where rows of the legend begin, and then the caption.
    below: f64,
    rows: Vec<(f64, usize)>,
}

impl<'a> Page<'a> {
    fn new(shared: &'a Shared<'a>, entries: Entries<'a>) -> Self {
        let chart = shared.chart;
        let panels = chart.panels.len().max(1);
        let columns = chart.columns.unwrap_or(usual_columns(panels)).min(panels);
        let rows = panels.div_ceil(columns);
        let width = if columns > 2 { WIDE } else { WIDTH };
        let legend = chart.legend.unwrap_or_else(|| usual_legend(chart, &entries));
        let beside = match legend {
            Legend::Right if panels == 1 => 22.0 + widest(&entries),
            Legend::Right => 16.0 + entries.column(),
            _ => EDGE + 4.0,
        };
        let high = match columns {
            1 if panels == 1 => 250.0,
            1 => 170.0,
            2 => 150.0,
            _ => 130.0,
        };
        // Bold letters are wider than what is reckoned with.
        let lines = |text: &str, size: f64, room: f64| match text {
            "" => Vec::new(),
            text => wrapped(text, room / size),
        };
        let title = lines(&chart.title, 1.1 * (TEXT + 1.0), width - 2.0 * EDGE);
        let caption = lines(&chart.caption, SMALL, width - 2.0 * EDGE);
        let top = EDGE + 4.0 + 16.0 * title.len() as f64;
        let y_label = lines(&chart.y.label, TEXT, high * rows as f64 + 10.0);
        let ticks = shared.y.ticks(TICKS, false);
        let numbers = ticks.iter().map(|(_, text)| text_width(text)).fold(0.0, f64::max) * SMALL;
        let left = EDGE + 15.0 * y_label.len() as f64 + numbers + 8.0;
        let each = ((width - beside - left) - GUTTER * (columns as f64 - 1.0)) / columns as f64;
        let titles: Vec<Vec<String>> =
            chart.panels.iter().map(|panel| lines(&panel.title, 1.1 * SMALL, each)).collect();
        let above = titles.iter().map(Vec::len).max().unwrap_or(0) as f64 * LINE;
        let inner = each - 2.0 * shared.across.room(each);
        let (numbers_below, between) =
            (shared.across.depth(inner, SMALL), if panels > 1 { 14.0 } else { 0.0 });
        let frame = |i: usize| {
            let (row, column) = (i / columns, i % columns);
            let x = left + column as f64 * (each + GUTTER);
            let y = top + above + row as f64 * (high + above + between);
            // The last of its column has the numbers below it.
            let last = i + columns >= panels;
            // Where the row below is not full, numbers need room within the figure.
            Frame {
                left: x,
                right: x + each,
                top: y,
                bottom: y + high,
                numbers_left: column == 0,
                numbers_below: last,
            }
        };
        let frames: Vec<Frame> = (0..chart.panels.len()).map(frame).collect();
        let area_bottom = top + rows as f64 * (high + above + between) - between;
        let area = Frame {
            left,
            right: width - beside,
            top,
            bottom: area_bottom,
            numbers_left: true,
            numbers_below: true,
        };
        let x_label = lines(&chart.x.label, TEXT, width - beside - left + 40.0);
        let below = area_bottom + numbers_below + 14.0 * x_label.len() as f64 + 8.0;
        let legend_rows = if legend == Legend::Below { entries.rows(width - 2.0 * EDGE) } else { Vec::new() };
        let legend_height = legend_rows.last().map_or(0.0, |(_, row)| (row + 1) as f64 * ROW + 4.0);
        let column_height = match legend {
            Legend::Right if panels > 1 => top + above + entries.all.len() as f64 * ROW,
            _ => 0.0,
        };
        let height = (below + legend_height).max(column_height) + LINE * caption.len() as f64 + EDGE;
        Page {
            shared,
            entries,
            legend,
            width,
            height,
            frames,
            titles,
            area,
            title,
            caption,
            x_label,
            y_label,
            below,
            rows: legend_rows,
        }
    }

    fn drawn(self) -> String {
        let chart = self.shared.chart;
        let name = if chart.title.is_empty() { &chart.caption } else { &chart.title };
        let mut svg = opened((self.width, self.height), name, &description(chart), &self.title);
        let mut put = |line: &str| writeln!(svg, "{line}").expect("a string takes everything");
        let at_ends = self.legend == Legend::Right && self.frames.len() == 1;
        for (i, frame) in self.frames.iter().enumerate() {
            for (j, line) in self.titles[i].iter().enumerate() {
                let y = frame.top - 4.0 - LINE * (self.titles[i].len() - 1 - j) as f64;
                put(&text(frame.left, y, BOLD, line));
            }
            put(Plot::new(self.shared, *frame, i).drawn(at_ends).trim_end());
        }
        self.labels(&mut put);
        self.legend(&mut put);
        svg + &closed(self.height, &self.caption)
    }

    /// What the axes say, once for all panels.
    fn labels(&self, put: &mut impl FnMut(&str)) {
        let Frame { left, right, top, bottom, .. } = self.area;
        let middle = (left + right) / 2.0;
        for (i, line) in self.x_label.iter().enumerate() {
            let y = self.below - 8.0 - 14.0 * (self.x_label.len() - 1 - i) as f64;
            put(&text(middle, y, MIDDLE, line));
        }
        let middle = (top + bottom) / 2.0;
        for (i, line) in self.y_label.iter().enumerate() {
            let (x, line) = (EDGE + 8.0 + 14.0 * i as f64, escaped(line));
            put(&format!(
                r#"<text transform="translate({x:.1} {middle:.1}) rotate(-90)" text-anchor="middle">{line}</text>"#
            ));
        }
    }

    fn legend(&self, put: &mut impl FnMut(&str)) {
        let Some(first) = self.frames.first() else { return };
        let corner = |right: bool, bottom: bool| {
            self.entries.boxed((first.left, first.right, first.top, first.bottom), right, bottom)
        };
        let drawn = match self.legend {
            Legend::None => return,
            // Beside the ends of curves.
            Legend::Right if self.frames.len() == 1 => return,
            Legend::Right => {
                let place = |i: usize| (self.area.right + 12.0, first.top + ROW * (i as f64 + 0.5));
                let places: Vec<(f64, f64)> = (0..self.entries.all.len()).map(place).collect();
                self.entries.drawn(&places, self.width)
            }
            Legend::Below => {
                let place = |(x, row): &(f64, usize)| (EDGE + x, self.below + ROW * (*row as f64 + 0.5));
                let places: Vec<(f64, f64)> = self.rows.iter().map(place).collect();
                self.entries.drawn(&places, self.width - 2.0 * EDGE)
            }
            Legend::TopLeft => corner(false, false),
            Legend::TopRight => corner(true, false),
            Legend::BottomLeft => corner(false, true),
            Legend::BottomRight => corner(true, true),
        };
        put(drawn.trim_end());
    }
}

/// Panels side by side: from seven on three or four, whichever leaves fewer places empty.
fn usual_columns(panels: usize) -> usize {
    let empty = |columns: usize| panels.next_multiple_of(columns) - panels;
    match panels {
        0..=1 => 1,
        2 | 4 => 2,
        3..=6 => 3,
        _ if empty(3) < empty(4) => 3,
        _ => 4,
    }
}

/// Beside the ends of curves where that can be read, else below; nowhere where panels say it all.
fn usual_legend(chart: &Chart, entries: &Entries<'_>) -> Legend {
    let at_ends = entries.all.len() <= MOST_AT_ENDS && widest(entries) <= WIDTH * 0.4;
    match chart.panels.len() {
        0..=1 if at_ends => Legend::Right,
        0..=1 => Legend::Below,
        _ if chart.backdrop || entries.all.len() < 2 => Legend::None,
        _ => Legend::Below,
    }
}

/// The widest text of a legend.
fn widest(entries: &Entries<'_>) -> f64 {
    entries.all.iter().map(|(label, _)| text_width(label)).fold(0.0, f64::max) * TEXT
}

/// Styles of small texts, and of one about its middle.
pub(super) const BOLD: &str = r#" font-size="9.5" font-weight="bold""#;
pub(super) const SMALL_END: &str = r#" font-size="9.5" text-anchor="end""#;
pub(super) const SMALL_MIDDLE: &str = r#" font-size="9.5" text-anchor="middle""#;
pub(super) const MIDDLE: &str = r#" text-anchor="middle""#;

/// A text at a place, in a style.
pub(super) fn text(x: f64, y: f64, style: &str, text: &str) -> String {
    format!(r#"<text x="{x:.1}" y="{y:.1}"{style}>{}</text>"#, escaped(text))
}

/// What a figure begins with: its size, its name and what it shows in words, and the lines of its title.
pub(super) fn opened((width, height): (f64, f64), name: &str, shows: &str, title: &[String]) -> String {
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0}" height="{height:.0}" viewBox="0 0 {width:.0} {height:.0}" role="img" font-family="'DejaVu Sans', Verdana, Helvetica, Arial, sans-serif" font-size="{TEXT}" fill="#1a1a1a">
<title>{}</title>
<desc>{}</desc>
<rect width="100%" height="100%" fill="#ffffff"/>
"##,
        escaped(name),
        escaped(shows)
    );
    for (i, line) in title.iter().enumerate() {
        let (y, size, line) = (18.0 + 16.0 * i as f64, TEXT + 1.0, escaped(line));
        svg.push_str(&format!(
            "<text x=\"{EDGE}\" y=\"{y}\" font-size=\"{size}\" font-weight=\"bold\">{line}</text>\n"
        ));
    }
    svg
}

/// What a figure ends with: its caption.
pub(super) fn closed(height: f64, caption: &[String]) -> String {
    let line = |(i, line): (usize, &String)| {
        let y = height - EDGE - LINE * (caption.len() - 1 - i) as f64;
        quiet(&format!("{y:.1}"), line)
    };
    caption.iter().enumerate().map(line).collect::<String>() + "</svg>\n"
}

/// A line of small grey text at the left edge.
pub(super) fn quiet(y: &str, line: &str) -> String {
    format!("<text x=\"{EDGE}\" y=\"{y}\" font-size=\"{SMALL}\" fill=\"#4d4d4d\">{}</text>\n", escaped(line))
}

/// A text that is no wider than this at size 1.
pub(super) fn cut(text: &str, width: f64) -> String {
    if text_width(text) <= width {
        return text.to_string();
    }
    let mut short = String::new();
    for c in text.chars() {
        if text_width(&short) + text_width("m…") > width {
            break;
        }
        short.push(c);
    }
    short + "…"
}

/// What the chart shows, for those who do not see it.
fn description(chart: &Chart) -> String {
    let curve = |curve: &Curve| {
        let dots =
            curve.dots.iter().map(|dot| format!("{} at {}", short(dot.value), chart.places[dot.place]));
        format!("{}: {}", curve.label, dots.collect::<Vec<_>>().join(", "))
    };
    let mut parts = vec![format!("{} by {}", chart.y.label, chart.x.label)];
    for panel in &chart.panels {
        if !panel.title.is_empty() {
            parts.push(format!("Panel {}", panel.title));
        }
        parts.extend(panel.curves.iter().map(curve));
    }
    parts.push(chart.caption.clone());
    parts.join(". ")
}

fn short(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}
