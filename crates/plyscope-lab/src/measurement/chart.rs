//! The pictures of a measurement's page: plain SVG in the page's own colours, for light and dark.

use super::PlayerReport;
use std::fmt::Write;

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 250.0;
const LEFT: f64 = 46.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 34.0;

/// A round step, so that an axis of this length has four to eight of them.
fn tick(length: f64) -> f64 {
    let raw = (length / 5.0).max(1e-9);
    let power = 10f64.powf(raw.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    steps.into_iter().find(|step| *step >= raw).unwrap_or(10.0 * power)
}

struct Axes {
    low: f64,
    high: f64,
    columns: usize,
}

impl Axes {
    fn x(&self, column: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * (column + 0.5) / self.columns as f64
    }
    fn y(&self, value: f64) -> f64 {
        TOP + (HEIGHT - TOP - BOTTOM) * (self.high - value) / (self.high - self.low)
    }

    /// Lines across with their numbers in percent, and the efforts below.
    fn frame(&self, svg: &mut String, labels: &[String], unit: &str) {
        let step = tick(self.high - self.low);
        let mut at = (self.low / step).ceil() * step;
        while at <= self.high + 1e-9 {
            let y = self.y(at);
            let _ = write!(
                svg,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{:.0}%</text>",
                WIDTH - RIGHT,
                LEFT - 6.0,
                y + 4.0,
                100.0 * at + 0.0
            );
            at += step;
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

fn opened(title: &str) -> String {
    format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{title}; the table below has the \
         numbers\"><title>{title}</title>"
    )
}

fn unit(player: &PlayerReport) -> &'static str {
    match player.efforts.first().map(|effort| effort.effort.0.unit()) {
        Some("depth") => "search depth",
        Some("nodes") => "nodes",
        Some("iterations") => "iterations",
        _ => "evaluations",
    }
}

/// Accuracy by effort, with intervals.
pub(super) fn accuracy(player: &PlayerReport, what: &str) -> String {
    let points: Vec<_> = player.efforts.iter().filter_map(|effort| effort.accuracy).collect();
    if points.is_empty() {
        return String::new();
    }
    let low = points.iter().map(|point| point.low).fold(1.0, f64::min);
    let high = points.iter().map(|point| point.high).fold(0.0, f64::max);
    let step = tick((high - low).max(0.05));
    let axes = Axes {
        low: ((low / step).floor() * step).max(0.0),
        high: ((high / step).ceil() * step).min(1.0),
        columns: points.len(),
    };
    let mut svg = opened(&format!("{what} by {}", unit(player)));
    let labels: Vec<String> =
        player.efforts.iter().map(|effort| effort.effort.0.amount().to_string()).collect();
    axes.frame(&mut svg, &labels, unit(player));
    let line: Vec<String> = points
        .iter()
        .enumerate()
        .map(|(i, point)| format!("{:.1},{:.1}", axes.x(i as f64), axes.y(point.value)))
        .collect();
    let _ = write!(svg, "<polyline class=\"line\" points=\"{}\"/>", line.join(" "));
    for (i, point) in points.iter().enumerate() {
        let x = axes.x(i as f64);
        let _ = write!(
            svg,
            "<line class=\"whisker\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{:.1}\" y2=\"{:.1}\"/>\
             <circle class=\"dot\" cx=\"{x:.1}\" cy=\"{:.1}\" r=\"4\"/>",
            axes.y(point.low),
            axes.y(point.high),
            axes.y(point.value)
        );
    }
    svg + "</svg>"
}

/// What every single step repairs, upwards, and breaks, downwards.
pub(super) fn steps(player: &PlayerReport) -> String {
    let steps: Vec<_> = player.steps.iter().filter(|step| !step.is_double()).collect();
    if steps.is_empty() {
        return String::new();
    }
    let most = steps.iter().map(|step| step.helped.high.max(step.hurt.high)).fold(0.01, f64::max);
    let round = tick(2.0 * most);
    let most = (most / round).ceil() * round;
    let axes = Axes { low: -most, high: most, columns: steps.len() };
    let mut svg = opened("decisions repaired (up) and broken (down) by every step");
    let labels: Vec<String> =
        steps.iter().map(|step| format!("{} to {}", step.from.0.amount(), step.to.0.amount())).collect();
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
        bar("helped", 0.0, step.helped.value);
        bar("hurt", 0.0, -step.hurt.value);
        let _ = write!(
            svg,
            "<line class=\"whisker\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{:.1}\" y2=\"{:.1}\"/>\
             <circle class=\"dot\" cx=\"{x:.1}\" cy=\"{:.1}\" r=\"4\"/>",
            axes.y(step.net.low.max(-most)),
            axes.y(step.net.high.min(most)),
            axes.y(step.net.value)
        );
    }
    svg + "</svg>"
}
