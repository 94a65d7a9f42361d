//! A chart as SVG: one look for all.

use super::axis::Axis;
use super::{Chart, Curve};
use crate::markup::{escaped, text_width, wrapped};
use std::fmt::Write;

/// A column of a paper is about this wide, in units of which the text is 11 high.
const WIDTH: f64 = 460.0;
const PLOT_HEIGHT: f64 = 250.0;
const LEFT: f64 = 62.0;
const TEXT: f64 = 11.0;
const SMALL: f64 = 9.5;
/// Between the labels of two curves.
const LABEL_GAP: f64 = 13.5;

/// Colours that the colour-blind can tell (Okabe & Ito 2008), dashes and shapes that grey print can tell.
const LOOKS: [(&str, &str, Shape); 8] = [
    ("#0072b2", "", Shape::Disc),
    ("#d55e00", "7 3", Shape::Square),
    ("#007a5a", "2 2.5", Shape::Triangle),
    ("#a8447f", "9 3 2 3", Shape::Diamond),
    ("#7a5200", "4 2", Shape::Ring),
    ("#2b6f93", "1 2", Shape::Cross),
    ("#000000", "12 3", Shape::Down),
    ("#6b6b00", "5 2 1 2 1 2", Shape::Box),
];

/// Rules that have a look of their own, by its place.
const RULES: [&str; 7] =
    ["minimax", "product", "emm", "emm-true-types", "learned", "calibrated-product", "fused"];

#[derive(Debug, Clone, Copy)]
enum Shape {
    Disc,
    Square,
    Triangle,
    Diamond,
    Ring,
    Cross,
    Down,
    Box,
}

/// Draws a chart.
pub fn render(chart: &Chart) -> String {
    let labels = chart.curves.iter().map(|curve| text_width(&curve.label)).fold(0.0, f64::max) * TEXT;
    // Bold letters are wider than what is reckoned with.
    let title = wrapped(&chart.title, (WIDTH - 16.0) / (1.1 * (TEXT + 1.0)));
    let caption = wrapped(&chart.caption, (WIDTH - 16.0) / SMALL);
    let top = 12.0 + 16.0 * title.len() as f64;
    let bottom = top + PLOT_HEIGHT;
    let values = chart.curves.iter().flat_map(|curve| &curve.dots).flat_map(|dot| {
        let (low, high) = dot.interval.unwrap_or((dot.value, dot.value));
        [low, dot.value, high]
    });
    let level = chart.level.into_iter();
    let canvas = Canvas {
        chart,
        left: LEFT,
        right: WIDTH - 22.0 - labels.min(WIDTH / 2.5),
        top,
        bottom,
        height: bottom + 46.0 + 13.0 * caption.len() as f64,
        y: Axis::holding(values.chain(level), chart.logarithmic, chart.share),
        svg: String::new(),
    };
    canvas.finish(&title, &caption)
}

struct Canvas<'a> {
    chart: &'a Chart,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    height: f64,
    y: Axis,
    svg: String,
}

impl Canvas<'_> {
    fn put(&mut self, line: &str) {
        writeln!(self.svg, "{line}").expect("a string takes everything");
    }

    fn finish(mut self, title: &[String], caption: &[String]) -> String {
        let height = self.height;
        self.put(&format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" role="img" font-family="'DejaVu Sans', Verdana, Helvetica, Arial, sans-serif" font-size="{TEXT}" fill="#1a1a1a">"##
        ));
        self.put(&format!("<title>{}</title>", escaped(&self.chart.title)));
        self.put(&format!("<desc>{}</desc>", escaped(&description(self.chart))));
        self.put(r##"<rect width="100%" height="100%" fill="#ffffff"/>"##);
        for (i, line) in title.iter().enumerate() {
            let (y, size, line) = (18.0 + 16.0 * i as f64, TEXT + 1.0, escaped(line));
            self.put(&format!(r#"<text x="8" y="{y}" font-size="{size}" font-weight="bold">{line}</text>"#));
        }
        self.axes();
        for i in 0..self.chart.curves.len() {
            self.curve(i);
        }
        self.labels();
        for (i, line) in caption.iter().enumerate() {
            let (y, line) = (self.bottom + 50.0 + 13.0 * i as f64, escaped(line));
            self.put(&format!(r##"<text x="8" y="{y}" font-size="{SMALL}" fill="#4d4d4d">{line}</text>"##));
        }
        self.svg.push_str("</svg>\n");
        self.svg
    }

    fn axes(&mut self) {
        let (left, right, top, bottom) = (self.left, self.right, self.top, self.bottom);
        for (value, text) in self.y.ticks() {
            let y = self.height_of(value);
            self.put(&format!(r##"<path d="M{left:.1} {y:.1}H{right:.1}" stroke="#e3e3e3"/>"##));
            self.put(&format!(
                r#"<text x="{:.1}" y="{:.1}" font-size="{SMALL}" text-anchor="end">{text}</text>"#,
                left - 6.0,
                y + 3.5
            ));
        }
        if let Some(level) = self.chart.level.filter(|level| self.y.holds(*level)) {
            let y = self.height_of(level);
            self.put(&format!(
                r##"<path d="M{left:.1} {y:.1}H{right:.1}" stroke="#4d4d4d" stroke-dasharray="1 3"/>"##
            ));
        }
        self.put(&format!(
            r##"<path d="M{left:.1} {top:.1}V{bottom:.1}H{right:.1}" fill="none" stroke="#4d4d4d"/>"##
        ));
        let mut written = f64::NEG_INFINITY;
        let mut order: Vec<usize> = (0..self.chart.places.len()).collect();
        order.sort_by(|a, b| self.across(*a).total_cmp(&self.across(*b)));
        for i in order {
            let (place, x) = (&self.chart.places[i], self.across(i));
            self.put(&format!(r##"<path d="M{x:.1} {bottom:.1}v4" stroke="#4d4d4d"/>"##));
            let half = text_width(place) * SMALL / 2.0;
            if x - half > written {
                written = x + half + 3.0;
                let place = escaped(place);
                self.put(&format!(
                    r#"<text x="{x:.1}" y="{:.1}" font-size="{SMALL}" text-anchor="middle">{place}</text>"#,
                    bottom + 15.0
                ));
            }
        }
        let (x_label, y_label) = (escaped(&self.chart.x_label), escaped(&self.chart.y_label));
        let (middle, below) = ((left + right) / 2.0, bottom + 31.0);
        self.put(&format!(r#"<text x="{middle:.1}" y="{below:.1}" text-anchor="middle">{x_label}</text>"#));
        let across = (top + bottom) / 2.0;
        self.put(&format!(
            r#"<text transform="translate(14 {across:.1}) rotate(-90)" text-anchor="middle">{y_label}</text>"#
        ));
    }

    /// The same rule looks the same in every figure; others take the looks that are left.
    fn look(&self, curve: usize) -> (&'static str, &'static str, Shape) {
        let own = |label: &str| RULES.iter().position(|rule| *rule == label);
        let taken: Vec<usize> = self.chart.curves.iter().filter_map(|curve| own(&curve.label)).collect();
        let mut free =
            (0..LOOKS.len()).filter(|look| !taken.contains(look)).collect::<Vec<_>>().into_iter().cycle();
        let mut look = 0;
        for curve in &self.chart.curves[..=curve] {
            look = own(&curve.label).or_else(|| free.next()).unwrap_or(0);
        }
        LOOKS[look]
    }

    fn height_of(&self, value: f64) -> f64 {
        self.bottom - self.y.at(value) * (self.bottom - self.top)
    }

    /// Where a place is: numbers where they belong, words in a row.
    fn across(&self, place: usize) -> f64 {
        let numbers: Option<Vec<f64>> = self.chart.places.iter().map(|place| place.parse().ok()).collect();
        let by = |number: f64| if self.chart.logarithmic_x { number.max(1.0).ln() } else { number };
        let numbers: Option<Vec<f64>> = numbers.map(|numbers| numbers.into_iter().map(by).collect());
        let at = match numbers {
            Some(numbers) if numbers.len() > 1 => {
                let (low, high) = numbers
                    .iter()
                    .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), n| (low.min(*n), high.max(*n)));
                (numbers[place] - low) / (high - low)
            }
            _ => (place as f64 + 0.5) / self.chart.places.len().max(1) as f64,
        };
        self.left + 14.0 + at * (self.right - self.left - 28.0)
    }

    /// A little to the side, so that intervals of several curves can be told apart.
    fn dodged(&self, curve: usize, place: usize) -> f64 {
        let middle = (self.chart.curves.len() as f64 - 1.0) / 2.0;
        let room = (self.right - self.left) / self.chart.places.len().max(1) as f64;
        let apart = (room / self.chart.curves.len().max(1) as f64 / 3.0).min(2.6);
        self.across(place) + (curve as f64 - middle) * apart
    }

    fn curve(&mut self, i: usize) {
        let Curve { label, dots } = &self.chart.curves[i];
        let (colour, dash, shape) = self.look(i);
        let label = escaped(label);
        let mut drawn = format!("<g stroke=\"{colour}\" fill=\"{colour}\"><title>{label}</title>\n");
        let points: Vec<(f64, f64)> =
            dots.iter().map(|dot| (self.dodged(i, dot.place), self.height_of(dot.value))).collect();
        let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
        writeln!(
            drawn,
            r#"<path d="M{}" fill="none" stroke-width="1.4" stroke-dasharray="{}"/>"#,
            path.join("L"),
            if dash.is_empty() { "none" } else { dash }
        )
        .expect("a string takes everything");
        for (dot, (x, y)) in dots.iter().zip(&points) {
            if let Some((low, high)) = dot.interval {
                let (high, low) = (self.height_of(high), self.height_of(low));
                writeln!(
                    drawn,
                    r#"<path d="M{x:.1} {high:.1}V{low:.1}M{0:.1} {high:.1}h5M{0:.1} {low:.1}h5" stroke-width="1"/>"#,
                    x - 2.5
                )
                .expect("a string takes everything");
            }
            drawn.push_str(&shape.drawn(*x, *y, colour));
        }
        drawn.push_str("</g>");
        self.put(&drawn);
    }

    /// Beside the end of each curve, moved apart where they would touch.
    fn labels(&mut self) {
        let ends: Vec<(usize, f64, f64)> = self
            .chart
            .curves
            .iter()
            .enumerate()
            .filter_map(|(i, curve)| {
                let last = curve.dots.last()?;
                Some((i, self.dodged(i, last.place), self.height_of(last.value)))
            })
            .collect();
        let mut order: Vec<usize> = (0..ends.len()).collect();
        order.sort_by(|a, b| ends[*a].2.total_cmp(&ends[*b].2).then(a.cmp(b)));
        let wanted: Vec<f64> = order.iter().map(|i| ends[*i].2).collect();
        let placed = spread(&wanted, self.top + 4.0, self.bottom - 4.0);
        for (slot, i) in order.into_iter().enumerate() {
            let ((curve, x, y), at) = (ends[i], placed[slot]);
            let (colour, _, shape) = self.look(curve);
            let (from, to) = (x + 5.0, self.right + 4.0);
            self.put(&format!(
                r#"<path d="M{from:.1} {y:.1}L{to:.1} {at:.1}" stroke="{colour}" stroke-width="0.6" fill="none"/>"#
            ));
            self.put(&format!(
                "<g stroke=\"{colour}\" fill=\"{colour}\">{}</g>",
                shape.drawn(to + 5.0, at, colour).trim_end()
            ));
            let label = escaped(&self.chart.curves[curve].label);
            self.put(&format!(
                r#"<text x="{:.1}" y="{:.1}" fill="{colour}">{label}</text>"#,
                to + 12.0,
                at + 4.0
            ));
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

impl Shape {
    fn drawn(self, x: f64, y: f64, colour: &str) -> String {
        let hollow = format!(r##"fill="#ffffff" stroke="{colour}" stroke-width="1.3""##);
        match self {
            Shape::Disc => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"/>\n"),
            Shape::Ring => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" {hollow}/>\n"),
            Shape::Square => {
                format!("<rect x=\"{:.1}\" y=\"{:.1}\" width=\"5.6\" height=\"5.6\"/>\n", x - 2.8, y - 2.8)
            }
            Shape::Box => {
                format!(
                    "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"5.6\" height=\"5.6\" {hollow}/>\n",
                    x - 2.8,
                    y - 2.8
                )
            }
            Shape::Triangle => format!("<path d=\"M{x:.1} {:.1}l3.6 6.2h-7.2z\"/>\n", y - 3.8),
            Shape::Down => format!("<path d=\"M{x:.1} {:.1}l3.6 -6.2h-7.2z\"/>\n", y + 3.8),
            Shape::Diamond => format!("<path d=\"M{x:.1} {:.1}l3.6 3.8l-3.6 3.8l-3.6 -3.8z\"/>\n", y - 3.8),
            Shape::Cross => format!(
                "<path d=\"M{:.1} {:.1}l6 6m0 -6l-6 6\" stroke-width=\"1.6\" fill=\"none\"/>\n",
                x - 3.0,
                y - 3.0
            ),
        }
    }
}

/// What the chart shows, for those who do not see it.
fn description(chart: &Chart) -> String {
    let curve = |curve: &Curve| {
        let dots =
            curve.dots.iter().map(|dot| format!("{} at {}", short(dot.value), chart.places[dot.place]));
        format!("{}: {}", curve.label, dots.collect::<Vec<_>>().join(", "))
    };
    let curves: Vec<String> = chart.curves.iter().map(curve).collect();
    format!("{} by {}. {}. {}", chart.y_label, chart.x_label, curves.join(". "), chart.caption)
}

fn short(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
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
