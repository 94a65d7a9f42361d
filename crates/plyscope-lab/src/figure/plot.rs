//! One plot: its axes, and the curves in it.

use super::across::{Across, TURN_DEGREES};
use super::chart::{Chart, Curve};
use super::looks::Look;
use super::render::{SMALL, SMALL_END, SMALL_MIDDLE, TEXT, text};
use crate::axis::Axis;
use crate::markup::escaped;
use std::collections::BTreeMap;
use std::fmt::Write;

/// About how many values stand beside the vertical axis.
pub(super) const TICKS: usize = 4;
/// Between the labels of two curves.
const LABEL_GAP: f64 = 13.5;

/// What all plots of a figure share.
pub(super) struct Shared<'a> {
    pub(super) chart: &'a Chart,
    pub(super) across: Across,
    pub(super) y: Axis,
    pub(super) looks: BTreeMap<&'a str, Look>,
}

/// Where a plot lies, and what is written at its sides.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
    pub(super) numbers_left: bool,
    pub(super) numbers_below: bool,
}

/// One plot while it is drawn.
pub(super) struct Plot<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) frame: Frame,
    pub(super) curves: &'a [Curve],
    /// Its number among the panels.
    pub(super) number: usize,
    svg: String,
}

impl<'a> Plot<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, frame: Frame, number: usize) -> Self {
        Plot { shared, frame, curves: &shared.chart.panels[number].curves, number, svg: String::new() }
    }

    fn put(&mut self, line: &str) {
        writeln!(self.svg, "{line}").expect("a string takes everything");
    }

    /// Draws it; with labels beside the ends of curves if asked for.
    pub(super) fn drawn(mut self, labels: bool) -> String {
        self.axes();
        // Where ends were asked for, curves may leave the plot; so do intervals that reach 0, by logarithms.
        let Chart { x, y, .. } = self.shared.chart;
        let clipped = x.range.is_some() || y.range.is_some() || y.logarithmic;
        if clipped {
            let Frame { left, right, top, bottom, .. } = self.frame;
            let (number, wide, high) = (self.number, right - left, bottom - top);
            self.put(&format!(
                r#"<clipPath id="plot-{number}"><rect x="{left:.1}" y="{top:.1}" width="{wide:.1}" height="{high:.1}"/></clipPath>"#
            ));
        }
        let clip = if clipped { format!(" clip-path=\"url(#plot-{})\"", self.number) } else { String::new() };
        if self.shared.chart.backdrop {
            self.backdrop(&clip);
        }
        for i in 0..self.curves.len() {
            self.curve(i, &clip);
        }
        if labels {
            self.labels();
        }
        self.svg
    }

    fn width(&self) -> f64 {
        self.frame.right - self.frame.left
    }

    fn axes(&mut self) {
        let Frame { left, right, top, bottom, numbers_left, numbers_below } = self.frame;
        for (value, label) in self.shared.y.ticks(TICKS, false) {
            let y = self.height_of(value);
            self.put(&format!(r##"<path d="M{left:.1} {y:.1}H{right:.1}" stroke="#e3e3e3"/>"##));
            if numbers_left {
                self.put(&text(left - 6.0, y + 3.5, SMALL_END, &label));
            }
        }
        if let Some(level) = self.shared.chart.level.filter(|level| self.shared.y.holds(*level)) {
            let y = self.height_of(level);
            self.put(&format!(
                r##"<path d="M{left:.1} {y:.1}H{right:.1}" stroke="#4d4d4d" stroke-dasharray="1 3"/>"##
            ));
        }
        self.put(&format!(
            r##"<path d="M{left:.1} {top:.1}V{bottom:.1}H{right:.1}" fill="none" stroke="#4d4d4d"/>"##
        ));
        let room = self.shared.across.room(self.width());
        let inner = self.width() - 2.0 * room;
        let turned = self.shared.across.is_turned(inner, SMALL);
        for (at, label) in self.shared.across.ticks(inner, SMALL) {
            let x = left + room + at * inner;
            self.put(&format!(r##"<path d="M{x:.1} {bottom:.1}v4" stroke="#4d4d4d"/>"##));
            if !numbers_below {
                continue;
            }
            self.put(&if turned {
                let (y, label) = (bottom + 15.0 - 3.0, escaped(&label));
                format!(
                    r#"<text transform="translate({x:.1} {y:.1}) rotate(-{TURN_DEGREES})"{SMALL_END}>{label}</text>"#
                )
            } else {
                text(x, bottom + 15.0, SMALL_MIDDLE, &label)
            });
        }
    }

    fn height_of(&self, value: f64) -> f64 {
        self.frame.bottom - self.shared.y.at(value) * (self.frame.bottom - self.frame.top)
    }

    fn across(&self, place: usize) -> f64 {
        let room = self.shared.across.room(self.width());
        self.frame.left + room + self.shared.across.at(place) * (self.width() - 2.0 * room)
    }

    /// A little to the side, so that intervals of several curves can be told apart.
    fn dodged(&self, curve: usize, place: usize) -> f64 {
        // What was measured stands where it is.
        if !self.shared.chart.asked {
            return self.across(place);
        }
        let curves = self.curves.len().max(1) as f64;
        let apart = (self.shared.across.nearest(self.width()) * 0.4 / curves).min(2.6);
        self.across(place) + (curve as f64 - (curves - 1.0) / 2.0) * apart
    }

    /// The curves of all other panels, for comparison.
    fn backdrop(&mut self, clip: &str) {
        let own = self.number;
        for (number, panel) in self.shared.chart.panels.iter().enumerate() {
            for curve in panel.curves.iter().filter(|_| number != own) {
                let points = curve
                    .dots
                    .iter()
                    .map(|dot| format!("{:.1} {:.1}", self.across(dot.place), self.height_of(dot.value)));
                let path = points.collect::<Vec<_>>().join("L");
                self.put(&format!(
                    r##"<path d="M{path}" fill="none" stroke="#c9c9c9" stroke-width="1"{clip}/>"##
                ));
            }
        }
    }

    fn curve(&mut self, i: usize, clip: &str) {
        let Curve { label, dots, .. } = &self.curves[i];
        let Look { colour, dash, shape } = self.shared.looks[label.as_str()];
        let label = escaped(label);
        let mut drawn = format!("<g stroke=\"{colour}\" fill=\"{colour}\"><title>{label}</title>\n");
        let points: Vec<(f64, f64)> =
            dots.iter().map(|dot| (self.dodged(i, dot.place), self.height_of(dot.value))).collect();
        let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
        let (path, dash) = (path.join("L"), if dash.is_empty() { "none" } else { dash });
        let mut put = |line: String| writeln!(drawn, "{line}").expect("a string takes everything");
        put(format!(r#"<path d="M{path}" fill="none" stroke-width="1.4" stroke-dasharray="{dash}"{clip}/>"#));
        for (dot, (x, y)) in dots.iter().zip(&points) {
            if !self.shared.across.holds(dot.place) {
                continue;
            }
            if self.shared.chart.values {
                let interval =
                    dot.interval.map_or(String::new(), |(low, high)| format!(" [{low:.4}, {high:.4}]"));
                let place = escaped(&self.shared.chart.places[dot.place]);
                put(format!(
                    r#"<g class="dot"><title>{label}, {place}: {:.4}{interval}</title><circle cx="{x:.1}" cy="{y:.1}" r="7" stroke="none" fill-opacity="0"/>"#,
                    dot.value
                ));
            }
            if let Some((low, high)) = dot.interval {
                let (high, low, side) = (self.height_of(high), self.height_of(low), x - 2.5);
                put(format!(
                    r#"<path d="M{x:.1} {high:.1}V{low:.1}M{side:.1} {high:.1}h5M{side:.1} {low:.1}h5" stroke-width="1"{clip}/>"#
                ));
            }
            if self.shared.y.holds(dot.value) {
                put(shape.drawn(*x, *y, colour).trim_end().to_string());
            }
            if self.shared.chart.values {
                put("</g>".into());
            }
        }
        drawn.push_str("</g>");
        self.put(&drawn);
    }

    /// Beside the end of each curve, moved apart where they would touch.
    fn labels(&mut self) {
        let Frame { right, top, bottom, .. } = self.frame;
        let end = |(i, curve): (usize, &Curve)| {
            let seen = curve.dots.iter().rev().find(|dot| self.shared.across.holds(dot.place));
            let last = seen.or(curve.dots.last())?;
            let (x, y) = (self.dodged(i, last.place), self.height_of(last.value));
            Some((i, x.min(right), y.clamp(top, bottom)))
        };
        let mut ends: Vec<(usize, f64, f64)> = self.curves.iter().enumerate().filter_map(end).collect();
        ends.sort_by(|a, b| a.2.total_cmp(&b.2).then(a.0.cmp(&b.0)));
        let wanted: Vec<f64> = ends.iter().map(|end| end.2).collect();
        for ((curve, x, y), at) in ends.into_iter().zip(spread(&wanted, top + 4.0, bottom - 4.0)) {
            let label = &self.curves[curve].label;
            let Look { colour, shape, .. } = self.shared.looks[label.as_str()];
            let (from, to) = (x + 5.0, right + 4.0);
            self.put(&format!(
                r#"<path d="M{from:.1} {y:.1}L{to:.1} {at:.1}" stroke="{colour}" stroke-width="0.6" fill="none"/>"#
            ));
            let marker = shape.drawn(to + 5.0, at, colour);
            self.put(&format!("<g stroke=\"{colour}\" fill=\"{colour}\">{}</g>", marker.trim_end()));
            self.put(&text(to + 12.0, at + TEXT * 0.36, "", label));
        }
    }
}

/// Heights in rising order, moved as little as keeps them apart and within.
fn spread(wanted: &[f64], top: f64, bottom: f64) -> Vec<f64> {
    let gap = LABEL_GAP.min((bottom - top) / wanted.len().max(1) as f64);
    let mut placed: Vec<f64> = wanted.to_vec();
    let mut least = top;
    for at in &mut placed {
        *at = at.max(least);
        least = *at + gap;
    }
    let mut most = bottom;
    for at in placed.iter_mut().rev() {
        *at = at.min(most);
        most = *at - gap;
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn labels_are_moved_apart_and_stay_within() {
        let placed = spread(&[10.0, 11.0, 12.0, 95.0, 99.0, 100.0], 0.0, 100.0);
        assert!(placed.windows(2).all(|pair| pair[1] - pair[0] >= 13.0), "{placed:?}");
        assert!(placed.iter().all(|at| (0.0..=100.0).contains(at)));
        assert_eq!(spread(&[20.0, 60.0], 0.0, 100.0), [20.0, 60.0], "what does not touch is not moved");
    }
}
