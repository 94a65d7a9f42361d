//! The pictures of a measurement's page: plain SVG in the page's own colours, for light and dark.

use super::{Estimate, Judged, PlayerReport};
use crate::axis::Axis;
use crate::markup::escaped;
use std::fmt::Write;

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 250.0;
const LEFT: f64 = 46.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 34.0;

/// Room above for the names of curves, where there are several.
const NAMES: f64 = 22.0;

/// About how many lines across.
const LINES: usize = 5;

struct Axes {
    values: Axis,
    columns: usize,
}

impl Axes {
    fn x(&self, column: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * (column + 0.5) / self.columns as f64
    }
    fn y(&self, value: f64) -> f64 {
        TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - self.values.at(value))
    }

    /// Lines across with their numbers in percent, and the efforts below.
    fn frame(&self, svg: &mut String, labels: &[String], unit: &str) {
        for (at, label) in self.values.ticks(LINES, false) {
            let y = self.y(at);
            let _ = write!(
                svg,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}%</text>",
                WIDTH - RIGHT,
                LEFT - 6.0,
                y + 4.0
            );
        }
        for (i, label) in labels.iter().enumerate() {
            let (x, y) = (self.x(i as f64), HEIGHT - BOTTOM + 16.0);
            let _ = write!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{label}</text>");
        }
        let x = (LEFT + WIDTH - RIGHT) / 2.0;
        let _ =
            write!(svg, "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{unit}</text>", HEIGHT - 4.0);
    }
}

/// Colours of a picture that stands alone, on a light page or a dark one.
const ALONE: &str = "<style>text { font-family: DejaVu Sans, Verdana, sans-serif; font-size: 12px; fill: #666; } .grid { stroke: #bbb; stroke-width: .6; } \
    .line { fill: none; stroke: #0072b2; stroke-width: 2; } .dot { fill: #0072b2; } \
    .whisker { stroke: #0072b2; stroke-width: 1.5; } .helped { fill: #009e73; opacity: .6; } \
    .hurt { fill: #d55e00; opacity: .6; }</style>";

/// And of a second curve.
const OTHER: &str = "<style>.line.other, .whisker.other { stroke: #d55e00; } .line.other { stroke-dasharray: 6 4; } \
    .dot.other { fill: #d55e00; } .name { fill: #0072b2; } .name.other { fill: #d55e00; }</style>";

/// A picture of the page as a file of its own.
pub(super) fn alone(svg: &str) -> String {
    let svg = svg.replacen("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ", 1);
    let other = if svg.contains(" other\"") { OTHER } else { "" };
    svg.replacen("</title>", &format!("</title>{ALONE}{other}"), 1) + "\n"
}

fn opened(title: &str) -> String {
    format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{title}; the table below has the \
         numbers\"><title>{title}</title>"
    )
}

fn unit(player: &PlayerReport) -> &'static str {
    match player.efforts.first().map_or("evaluations", |effort| effort.effort.0.unit().name) {
        "depth" => "search depth",
        unit => unit,
    }
}

/// Accuracy by effort, with intervals.
pub(super) fn accuracy(player: &PlayerReport, what: &str) -> String {
    let points: Vec<Estimate> = player.efforts.iter().filter_map(|effort| effort.accuracy).collect();
    curves(player, &format!("{what} by {}", unit(player)), &[("", &points)])
}

/// Accuracy by effort in the group that loses most, beside that of all positions, both on the half that the group was not
/// found on.
pub(super) fn confirmed(player: &PlayerReport) -> String {
    let groups = || player.confirmed.iter().filter(|found| found.by != "all");
    let hurting = groups().filter(|found| found.verdict == Judged::Hurts);
    let worst = hurting.min_by(|a, b| a.net.value.total_cmp(&b.net.value));
    let Some(found) = worst.or_else(|| groups().next()) else { return String::new() };
    let title = format!("accuracy by {}, all positions and the group that loses most", unit(player));
    let group = found.group.as_str();
    curves(player, &title, &[("all positions", &found.everywhere), (group, &found.accuracy)])
}

/// Curves with intervals: the first whole with dots, the second broken with squares, their names above.
fn curves(player: &PlayerReport, title: &str, all: &[(&str, &[Estimate])]) -> String {
    let columns = all.iter().map(|(_, points)| points.len()).max().unwrap_or(0);
    if columns == 0 {
        return String::new();
    }
    let points = all.iter().flat_map(|(_, points)| points.iter());
    let ends = points.flat_map(|point| [100.0 * point.low, 100.0 * point.high]);
    // In percent; shares within a point are no different.
    let axes = Axes { values: Axis::holding(ends, false, false), columns };
    let mut svg = opened(title);
    if all.iter().any(|(name, _)| !name.is_empty()) {
        let plain = format!("viewBox=\"0 0 {WIDTH} {HEIGHT}\"");
        svg = svg.replacen(&plain, &format!("viewBox=\"0 -{NAMES} {WIDTH} {}\"", HEIGHT + NAMES), 1);
    }
    let labels: Vec<String> =
        player.efforts.iter().map(|effort| effort.effort.0.amount().to_string()).collect();
    axes.frame(&mut svg, &labels, unit(player));
    for (number, (name, points)) in all.iter().enumerate() {
        let (other, shift) = if number == 0 { ("", 0.0) } else { (" other", 6.0) };
        let x = |i: usize| axes.x(i as f64) + shift;
        let y = |value: f64| axes.y(100.0 * value);
        let line: Vec<String> = points
            .iter()
            .enumerate()
            .map(|(i, point)| format!("{:.1},{:.1}", x(i), y(point.value)))
            .collect();
        let _ = write!(svg, "<polyline class=\"line{other}\" points=\"{}\"/>", line.join(" "));
        for (i, point) in points.iter().enumerate() {
            let (x, low, high, at) = (x(i), y(point.low), y(point.high), y(point.value));
            let _ = write!(
                svg,
                "<line class=\"whisker{other}\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{low:.1}\" y2=\"{high:.1}\"/>"
            );
            let _ = match number {
                0 => write!(svg, "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{at:.1}\" r=\"4\"/>"),
                _ => write!(
                    svg,
                    "<rect class=\"dot other\" x=\"{:.1}\" y=\"{:.1}\" width=\"7\" height=\"7\"/>",
                    x - 3.5,
                    at - 3.5
                ),
            };
        }
        if !name.is_empty() {
            // In a row above the frame, where no curve runs.
            let from = LEFT + 200.0 * number as f64;
            let _ = write!(
                svg,
                "<path class=\"line{other}\" d=\"M{from:.1} -10h28\"/>\
                 <text class=\"name{other}\" x=\"{:.1}\" y=\"-6\">{}</text>",
                from + 34.0,
                escaped(name)
            );
        }
    }
    svg + "</svg>"
}

/// What every single step repairs, upwards, and breaks, downwards.
pub(super) fn steps(player: &PlayerReport) -> String {
    let steps: Vec<_> = player.steps.iter().filter(|step| !step.is_double()).collect();
    if steps.is_empty() {
        return String::new();
    }
    let most = 100.0 * steps.iter().map(|step| step.helped.high.max(step.hurt.high)).fold(0.01, f64::max);
    let axes = Axes { values: Axis::between((-most, most), false), columns: steps.len() };
    let mut svg = opened("decisions repaired (up) and broken (down) by every step");
    let labels: Vec<String> = steps.iter().map(|step| step.name()).collect();
    axes.frame(&mut svg, &labels, "step: repaired above, broken below, net as a dot");
    let width = (WIDTH - LEFT - RIGHT) / steps.len() as f64 * 0.5;
    for (i, step) in steps.iter().enumerate() {
        let x = axes.x(i as f64);
        let mut bar = |class: &str, from: f64, to: f64| {
            let (top, bottom) = (axes.y(from.max(to)), axes.y(from.min(to)));
            let _ = write!(
                svg,
                "<rect class=\"{class}\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{:.1}\"/>",
                x - width / 2.0,
                (bottom - top).max(0.5)
            );
        };
        bar("helped", 0.0, 100.0 * step.helped.value);
        bar("hurt", 0.0, -100.0 * step.hurt.value);
        let _ = write!(
            svg,
            "<line class=\"whisker\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{:.1}\" y2=\"{:.1}\"/>\
             <circle class=\"dot\" cx=\"{x:.1}\" cy=\"{:.1}\" r=\"4\"/>",
            axes.y((100.0 * step.net.low).max(-most)),
            axes.y((100.0 * step.net.high).min(most)),
            axes.y(100.0 * step.net.value)
        );
    }
    svg + "</svg>"
}
