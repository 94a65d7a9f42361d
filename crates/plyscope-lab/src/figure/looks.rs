//! What tells curves apart: colours that the colour-blind can tell, shapes and dashes that grey print can tell.
//! And the legend, which shows them.

use super::chart::Curve;
use super::render::{TEXT, cut};
use crate::markup::{escaped, text_width};
use std::collections::BTreeMap;
use std::fmt::Write;

/// How a curve looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) colour: &'static str,
    /// As SVG has it; empty for a line without gaps.
    pub(super) dash: &'static str,
    pub(super) shape: Shape,
}

/// A marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Disc,
    Square,
    Triangle,
    Diamond,
    Ring,
    Cross,
    Down,
    Box,
}

/// Blue, vermilion, green, purple and black of Okabe & Ito (2008); its three light colours are too pale for thin lines on
/// white, so brown, indigo and crimson stand in for them. A test keeps all of them apart in colour-blind eyes.
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8b5019", "#4c26d6", "#000000", "#f0335b"];
const DASHES: [&str; 8] = ["", "7 3", "2 2.5", "9 3 2 3", "4 2", "1 2", "12 3", "5 2 1 2 1 2"];
const SHAPES: [Shape; 8] = [
    Shape::Disc,
    Shape::Square,
    Shape::Triangle,
    Shape::Diamond,
    Shape::Ring,
    Shape::Cross,
    Shape::Down,
    Shape::Box,
];

/// Rules that have a look of their own, by its number.
const RULES: [&str; 7] =
    ["minimax", "product", "emm", "emm-true-types", "learned", "calibrated-product", "fused"];

impl Look {
    /// The look of a number: no two of the first 64 share colour and shape, no two of the first 512 everything.
    pub(super) fn numbered(number: usize) -> Self {
        let (colour, round) = (number % 8, number / 8);
        Look {
            colour: COLOURS[colour],
            shape: SHAPES[(colour + round) % 8],
            dash: DASHES[(colour + round / 8) % 8],
        }
    }
}

/// A look for every label. The same rule looks the same in every figure; others take the looks that are left.
pub(super) fn looks<'a>(curves: impl Iterator<Item = &'a Curve> + Clone) -> BTreeMap<&'a str, Look> {
    let own = |curve: &Curve| RULES.iter().position(|rule| curve.series.as_deref() == Some(rule));
    let taken: Vec<usize> = curves.clone().filter_map(own).collect();
    let mut free = (0..).filter(|number| !taken.contains(number));
    let mut looks = BTreeMap::new();
    for curve in curves {
        if !looks.contains_key(curve.label.as_str()) {
            let number = own(curve).or_else(|| free.next()).expect("numbers do not end");
            looks.insert(curve.label.as_str(), Look::numbered(number));
        }
    }
    looks
}

impl Shape {
    /// The marker around a point.
    pub(super) fn drawn(self, x: f64, y: f64, colour: &str) -> String {
        let hollow = format!(r##"fill="#ffffff" stroke="{colour}" stroke-width="1.3""##);
        let (left, top) = (x - 2.8, y - 2.8);
        match self {
            Shape::Disc => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"/>\n"),
            Shape::Ring => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" {hollow}/>\n"),
            Shape::Square => {
                format!("<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"5.6\" height=\"5.6\"/>\n")
            }
            Shape::Box => {
                format!("<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"5.6\" height=\"5.6\" {hollow}/>\n")
            }
            Shape::Triangle => format!("<path d=\"M{x:.1} {:.1}l3.6 6.2h-7.2z\"/>\n", y - 3.8),
            Shape::Down => format!("<path d=\"M{x:.1} {:.1}l3.6 -6.2h-7.2z\"/>\n", y + 3.8),
            Shape::Diamond => format!("<path d=\"M{x:.1} {:.1}l3.6 3.8l-3.6 3.8l-3.6 -3.8z\"/>\n", y - 3.8),
            Shape::Cross => {
                let (left, top) = (x - 3.0, y - 3.0);
                format!(
                    "<path d=\"M{left:.1} {top:.1}l6 6m0 -6l-6 6\" stroke-width=\"1.6\" fill=\"none\"/>\n"
                )
            }
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn curve(label: &str, series: Option<&str>) -> Curve {
        Curve { label: label.into(), series: series.map(String::from), dots: Vec::new() }
    }

    #[test]
    fn no_two_of_sixty_four_share_colour_and_shape() {
        let pairs: HashSet<(&str, String)> =
            (0..64).map(Look::numbered).map(|look| (look.colour, format!("{:?}", look.shape))).collect();
        assert_eq!(pairs.len(), 64);
        let all: HashSet<String> = (0..512).map(|i| format!("{:?}", Look::numbered(i))).collect();
        assert_eq!(all.len(), 512);
        // In grey print the first eight differ by dash and by shape, each alone.
        let dashes: HashSet<&str> = (0..8).map(|i| Look::numbered(i).dash).collect();
        assert_eq!(dashes.len(), 8);
    }

    /// Rules of their own look among many others: sixty curves, sixty pairs of colour and shape.
    #[test]
    fn sixty_series_can_be_told_apart() {
        let mut curves: Vec<Curve> = (0..57).map(|i| curve(&format!("series {i}"), None)).collect();
        for rule in ["fused", "emm", "minimax"] {
            curves.insert(20, curve(&rule.to_uppercase(), Some(rule)));
        }
        let looks = looks(curves.iter());
        let pairs: HashSet<String> =
            looks.values().map(|look| format!("{} {:?}", look.colour, look.shape)).collect();
        assert_eq!((looks.len(), pairs.len()), (60, 60));
        assert_eq!((looks["MINIMAX"], looks["FUSED"]), (Look::numbered(0), Look::numbered(6)));
    }

    /// Linear light of an sRGB colour (IEC 61966-2-1).
    fn linear(colour: &str) -> [f64; 3] {
        [1, 3, 5].map(|at| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn times(matrix: &[[f64; 3]; 3], vector: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
    }

    /// sRGB to XYZ, D65.
    const XYZ: [[f64; 3]; 3] = [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ];

    /// CIE 1976 L*a*b*.
    fn lab(linear: [f64; 3]) -> [f64; 3] {
        let xyz = times(&XYZ, linear.map(|value| value.clamp(0.0, 1.0)));
        let white = [0.95047, 1.0, 1.08883];
        let f = |t: f64| if t > 216.0 / 24389.0 { t.cbrt() } else { (24389.0 / 27.0 * t + 16.0) / 116.0 };
        let [x, y, z] = [0, 1, 2].map(|i| f(xyz[i] / white[i]));
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// Colours in the eyes of people without one kind of cone, by Machado, Oliveira & Fernandes (2009), table 1, severity
    /// 1: any two of the first eight differ by more than 15 in L*a*b* (2.3 is just noticeable), and every one has the
    /// contrast of 3 with white that WCAG 2.1 asks of graphics.
    #[test]
    fn the_colour_blind_can_tell_the_first_eight() {
        let eyes = [
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            [
                [0.152286, 1.052583, -0.204868],
                [0.114503, 0.786281, 0.099216],
                [-0.003882, -0.048116, 1.051998],
            ],
            [
                [0.367322, 0.860646, -0.227968],
                [0.280085, 0.672501, 0.047413],
                [-0.011820, 0.042940, 0.968881],
            ],
            [
                [1.255528, -0.076749, -0.178779],
                [-0.078411, 0.930809, 0.147602],
                [0.004733, 0.691367, 0.303900],
            ],
        ];
        for (i, one) in COLOURS.iter().enumerate() {
            let contrast = 1.05 / (0.05 + times(&XYZ, linear(one))[1]);
            assert!(contrast >= 3.0, "{one} on white: {contrast:.2}");
            for other in &COLOURS[..i] {
                for eye in &eyes {
                    let [a, b] = [one, other].map(|colour| lab(times(eye, linear(colour))));
                    let apart = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                    assert!(apart > 15.0, "{one} and {other}: {apart:.1}");
                }
            }
        }
    }
}
