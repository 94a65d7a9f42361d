//! The legend: a line with its marker, and what it stands for.

use super::looks::Look;
use super::render::{TEXT, cut};
use crate::markup::{escaped, text_width};
use std::fmt::Write;

/// The line before a text, and what lies between them and before the next.
const SAMPLE: f64 = 24.0;
const GAP: f64 = 5.0;
const NEXT: f64 = 14.0;
/// From one row to the next.
pub(super) const ROW: f64 = 15.0;

/// What stands in the legend.
pub(super) struct Entries<'a> {
    pub(super) all: Vec<(&'a str, Look)>,
}

impl Entries<'_> {
    fn width(label: &str) -> f64 {
        SAMPLE + GAP + text_width(label) * TEXT
    }

    /// The width of a column that holds all.
    pub(super) fn column(&self) -> f64 {
        self.all.iter().map(|(label, _)| Self::width(label)).fold(0.0, f64::max)
    }

    /// Rows that fill a width: where each entry begins, and its row.
    pub(super) fn rows(&self, width: f64) -> Vec<(f64, usize)> {
        let (mut x, mut row, mut found) = (0.0, 0, Vec::new());
        for (label, _) in &self.all {
            let wide = Self::width(label);
            if x > 0.0 && x + wide > width {
                (x, row) = (0.0, row + 1);
            }
            found.push((x, row));
            x += wide + NEXT;
        }
        found
    }

    /// Entry by entry at these places, texts cut where they would be wider than there is room.
    pub(super) fn drawn(&self, places: &[(f64, f64)], width: f64) -> String {
        let mut svg = String::new();
        for ((label, look), (x, y)) in self.all.iter().zip(places) {
            let Look { colour, dash, shape } = look;
            let (end, text, base) = (x + SAMPLE, x + SAMPLE + GAP, y + 4.0);
            let dash = if dash.is_empty() { "none" } else { dash };
            let marker = shape.drawn(x + SAMPLE / 2.0, *y, colour);
            let label = escaped(&cut(label, (width - SAMPLE - GAP) / TEXT));
            writeln!(
                svg,
                "<g stroke=\"{colour}\" fill=\"{colour}\"><path d=\"M{x:.1} {y:.1}H{end:.1}\" fill=\"none\" \
                 stroke-width=\"1.4\" stroke-dasharray=\"{dash}\"/>\n{marker}</g>\n\
                 <text x=\"{text:.1}\" y=\"{base:.1}\">{label}</text>"
            )
            .expect("a string takes everything");
        }
        svg
    }

    /// A box within a plot, at a corner.
    pub(super) fn boxed(&self, frame: (f64, f64, f64, f64), right: bool, bottom: bool) -> String {
        let (left, far, top, low) = frame;
        let (wide, high) = ((self.column() + 12.0).min(far - left - 8.0), self.all.len() as f64 * ROW + 6.0);
        let x = if right { far - wide - 4.0 } else { left + 4.0 };
        let y = if bottom { low - high - 4.0 } else { top + 4.0 };
        let places: Vec<(f64, f64)> =
            (0..self.all.len()).map(|i| (x + 6.0, y + 3.0 + ROW * (i as f64 + 0.5))).collect();
        format!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" fill=\"#ffffff\" \
             stroke=\"#d4d4d4\"/>\n{}",
            self.drawn(&places, wide - 12.0)
        )
    }
}
