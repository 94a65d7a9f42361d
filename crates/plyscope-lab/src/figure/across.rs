//! The horizontal axis: numbers stand where they belong, words in a row.

use super::chart::Chart;
use crate::axis::{Axis, grouped};
use crate::markup::text_width;

/// More places than these get round numbers below them instead of their own.
const MOST_PLACES: usize = 16;

pub(super) struct Across {
    axis: Option<Axis>,
    /// By place.
    numbers: Vec<f64>,
    /// By place.
    texts: Vec<String>,
    asked: bool,
    /// Room on both sides, so that markers do not lie on the axis; none where the ends were asked for.
    has_room: bool,
}

impl Across {
    pub(super) fn new(chart: &Chart) -> Self {
        let numbers: Option<Vec<f64>> = chart.places.iter().map(|place| place.parse().ok()).collect();
        let finite = numbers.filter(|numbers| numbers.iter().all(|number| f64::is_finite(*number)));
        let logarithmic = chart.x.logarithmic;
        let range = chart.x.range.filter(|(low, _)| !logarithmic || *low > 0.0);
        let axis = finite.as_ref().map(|numbers| match range {
            Some(range) => Axis::between(range, logarithmic),
            None => Axis::spanning(numbers.iter().copied(), logarithmic),
        });
        Across {
            has_room: axis.is_none() || range.is_none(),
            axis,
            numbers: finite.unwrap_or_default(),
            texts: chart.places.clone(),
            asked: chart.asked,
        }
    }

    /// From 0 at the left end to 1 at the right end; beyond these outside of the plot.
    pub(super) fn at(&self, place: usize) -> f64 {
        match &self.axis {
            Some(axis) => axis.at(self.numbers[place]),
            None => (place as f64 + 0.5) / self.texts.len().max(1) as f64,
        }
    }

    /// Is the place within the axis?
    pub(super) fn holds(&self, place: usize) -> bool {
        self.axis.as_ref().is_none_or(|axis| axis.holds(self.numbers[place]))
    }

    /// Room on both sides of a plot.
    pub(super) fn room(&self, width: f64) -> f64 {
        if self.has_room { (width * 0.05).min(14.0) } else { 0.0 }
    }

    /// How far the nearest two places are from each other, for a plot of this width.
    pub(super) fn nearest(&self, width: f64) -> f64 {
        let mut all: Vec<f64> = (0..self.texts.len()).map(|place| self.at(place)).collect();
        all.sort_by(f64::total_cmp);
        let gaps = all.windows(2).map(|pair| pair[1] - pair[0]);
        gaps.filter(|gap| *gap > 0.0).fold(1.0, f64::min) * width
    }

    /// What is written below a plot of this width, and where; numbers that fit beside each other.
    pub(super) fn ticks(&self, width: f64, size: f64) -> Vec<(f64, String)> {
        let Some(axis) = &self.axis else {
            return self.texts.iter().enumerate().map(|(i, text)| (self.at(i), text.clone())).collect();
        };
        if self.asked && self.texts.len() <= MOST_PLACES {
            let own = (0..self.texts.len()).filter(|place| axis.holds(self.numbers[*place]));
            let mut own: Vec<(f64, String)> = own.map(|place| (self.at(place), self.text(place))).collect();
            own.sort_by(|a, b| a.0.total_cmp(&b.0));
            if fit(&own, width, size) {
                return own;
            }
        }
        let whole = self.numbers.iter().all(|number| number.fract() == 0.0);
        let mut found = Vec::new();
        for about in (1..=6).rev() {
            let ticks = axis.ticks(about, whole && self.asked).into_iter();
            found = ticks.map(|(value, text)| (axis.at(value), text)).collect();
            if fit(&found, width, size) {
                break;
            }
        }
        found
    }

    /// Do words have to be turned, to stand beside each other below a plot of this width?
    pub(super) fn is_turned(&self, width: f64, size: f64) -> bool {
        self.axis.is_none() && !fit(&self.ticks(width, size), width, size)
    }

    /// How far down the texts below a plot of this width reach.
    pub(super) fn depth(&self, width: f64, size: f64) -> f64 {
        if !self.is_turned(width, size) {
            return 18.0;
        }
        let longest = self.texts.iter().map(|text| text_width(text)).fold(0.0, f64::max) * size;
        (longest * TURN.sin() + 18.0).min(90.0)
    }

    fn text(&self, place: usize) -> String {
        let (number, text) = (self.numbers[place], &self.texts[place]);
        if number.fract() == 0.0 { grouped(number) } else { text.replace('-', "\u{2212}") }
    }
}

/// How far words are turned, in radians and degrees.
const TURN: f64 = std::f64::consts::FRAC_PI_6;
pub(super) const TURN_DEGREES: f64 = 30.0;

/// Do texts, from left to right, not touch?
fn fit(ticks: &[(f64, String)], width: f64, size: f64) -> bool {
    ticks.windows(2).all(|pair| {
        let needed = (text_width(&pair[0].1) + text_width(&pair[1].1)) / 2.0 * size + 4.0;
        (pair[1].0 - pair[0].0) * width >= needed
    })
}
