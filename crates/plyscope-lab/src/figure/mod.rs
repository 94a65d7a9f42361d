//! Figures of experiments: points with their intervals, fit for print in one column, readable in grey.
//!
//! We write the SVG ourselves, since it is little and everything in it matters here: the range of the axis comes
//! from the intervals, curves differ by shape and dash as well as colour, labels stand beside the curves, and
//! the same bytes come out everywhere. A picture (PNG) is made from it with the feature `png`.

mod axis;
mod chart;
mod curves;
#[cfg(feature = "png")]
mod png;

pub use chart::render;
pub use curves::{Chart, Curve, Dot, chart};
#[cfg(feature = "png")]
pub use png::png;

use crate::drawing;
use crate::error::Result;
use crate::experiment::Experiment;
use crate::results::ExperimentResult;
use crate::study::Study;

/// The figure of an experiment as SVG, if it has one.
pub fn svg(experiment: &Experiment, result: &ExperimentResult) -> Result<Option<String>> {
    match &experiment.study {
        _ if !experiment.figure.drawn => Ok(None),
        Study::Worked(study) => drawing::render(&study.drawing()?).map(Some),
        _ => Ok(Some(render(&chart(experiment, result)))),
    }
}

/// As XML can hold it.
pub(crate) fn escaped(text: &str) -> String {
    text.replace(|c: char| c.is_control(), "\u{fffd}")
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// An upper estimate of a text's width at size 1, whatever sans-serif font is there.
pub(crate) fn text_width(text: &str) -> f64 {
    let character = |c: char| match c {
        'i' | 'l' | 'j' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 0.34,
        ' ' | '-' | '(' | ')' | '[' | ']' | 'f' | 't' | 'r' => 0.42,
        'W' | 'M' | 'm' | 'w' | '@' | '%' => 1.0,
        'A'..='Z' => 0.74,
        '\0'..='\u{24f}' => 0.64,
        _ => 1.0,
    };
    text.chars().map(character).sum()
}

/// Broken at spaces, so that no line is wider than this at size 1.
pub(crate) fn wrapped(text: &str, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is a line");
        if last.is_empty() {
            last.push_str(word);
        } else if text_width(last) + text_width(word) + 0.42 < width {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_string());
        }
    }
    lines
}
