//! Calibrators as text, to be kept in files: a header, one line a number, a checksum.
//!
//! ```text
//! plyscope calibrator 1
//! game kalah(...)
//! evaluator store-difference(error=none)
//! kind isotonic
//! threshold points
//! height 0
//! at -3 0.25 0.75
//! ...
//! checksum 0123456789abcdef
//! ```
//!
//! `at` is an estimate with the chances of both sides (isotonic), the upper end of a bin with them (table), or
//! intercept and slope (logistic). Numbers are written so that they read back to the bit.

use super::calibrator::Curve;
use super::{Calibrator, Isotonic, Kind, Logistic, Table, Threshold};
use crate::error::{Error, Result};
use crate::shelf::{sealed, unsealed};
use crate::value::Win;
use std::fmt::Write;
use std::str::FromStr;

const TITLE: &str = "plyscope calibrator 1";

impl Calibrator {
    /// As text.
    pub fn to_text(&self) -> String {
        let mut text = format!(
            "{TITLE}\ngame {}\nevaluator {}\nkind {}\nthreshold {}\n",
            self.game,
            self.evaluator,
            self.kind,
            self.threshold.name()
        );
        for (height, curve) in &self.curves {
            let mut line = |words: std::fmt::Arguments<'_>| {
                text.write_fmt(words).expect("a string takes everything");
            };
            line(format_args!("height {height}\n"));
            match curve {
                Curve::Logistic(curve) => line(format_args!("at {} {}\n", curve.intercept, curve.slope)),
                Curve::Isotonic(Isotonic { knots: rows }) | Curve::Table(Table { bins: rows }) => {
                    rows.iter()
                        .for_each(|(x, win)| line(format_args!("at {x} {} {}\n", win.first, win.second)));
                }
            }
        }
        sealed(text)
    }

    /// From text; refused where a line is damaged or the checksum is wrong.
    pub fn from_text(text: &str) -> Result<Self> {
        let body = unsealed(text).map_err(|why| wrong(text.lines().count(), why))?;
        let mut lines = body.lines().enumerate().map(|(i, line)| (i + 1, line)).peekable();
        if lines.next().map(|(_, line)| line) != Some(TITLE) {
            return Err(wrong(1, format!("it does not begin with `{TITLE}`")));
        }
        let mut field = |name: &str| {
            let found = lines.next().and_then(|(_, line)| line.strip_prefix(name)?.strip_prefix(' '));
            found
                .map(str::to_string)
                .ok_or_else(|| wrong(2, format!("its header has no `{name}` in its place")))
        };
        let (game, evaluator, kind, threshold) =
            (field("game")?, field("evaluator")?, field("kind")?, field("threshold")?);
        let kind = Kind::ALL.into_iter().find(|known| known.to_string() == kind);
        let kind = kind.ok_or_else(|| wrong(4, "its kind is none of isotonic, logistic, table"))?;
        let threshold = Threshold::ALL.into_iter().find(|(name, _)| *name == threshold);
        let (_, threshold) =
            threshold.ok_or_else(|| wrong(5, "its threshold is none of points, win, draw"))?;
        let mut curves: Vec<(u32, Curve)> = Vec::new();
        while let Some((at, line)) = lines.next() {
            let height = line.strip_prefix("height ").and_then(|height| height.parse().ok());
            let height: u32 = height.ok_or_else(|| wrong(at, "a height is expected here"))?;
            if curves.last().is_some_and(|(last, _)| *last >= height) {
                return Err(wrong(at, "heights must rise"));
            }
            let mut rows = Vec::new();
            while let Some((at, row)) = lines.next_if(|(_, line)| line.starts_with("at ")) {
                rows.push(numbers(row).ok_or_else(|| wrong(at, "numbers are expected here"))?);
            }
            let curve =
                curve(kind, &rows).ok_or_else(|| wrong(at, "this height has no curve of its kind"))?;
            curves.push((height, curve));
        }
        if curves.is_empty() {
            return Err(wrong(body.lines().count(), "it has no curve"));
        }
        Ok(Calibrator { game, evaluator, kind, threshold, curves })
    }
}

impl FromStr for Calibrator {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Calibrator::from_text(text)
    }
}

fn wrong(line: usize, why: impl Into<String>) -> Error {
    Error::Kept { what: "calibrator", line, why: why.into() }
}

fn numbers(row: &str) -> Option<Vec<f64>> {
    row.split(' ').skip(1).map(|word| word.parse().ok()).collect()
}

/// The curve of some rows, if that is what they are.
fn curve(kind: Kind, rows: &[Vec<f64>]) -> Option<Curve> {
    if kind == Kind::Logistic {
        let [row] = rows else { return None };
        let [intercept, slope] = row[..] else { return None };
        let finite = intercept.is_finite() && slope.is_finite();
        return finite.then_some(Curve::Logistic(Logistic { intercept, slope }));
    }
    let knot = |row: &Vec<f64>| {
        let [x, first, second] = row[..] else { return None };
        let chances = (0.0..=1.0).contains(&first) && (first + second - 1.0).abs() < 1e-12 && second >= 0.0;
        (chances && !x.is_nan()).then_some((x, Win { first, second }))
    };
    let rows: Vec<(f64, Win)> = rows.iter().map(knot).collect::<Option<_>>()?;
    if rows.is_empty() || !rows.is_sorted_by(|a, b| a.0 < b.0) {
        return None;
    }
    match kind {
        Kind::Table => (rows.last()?.0 == f64::INFINITY).then_some(Curve::Table(Table { bins: rows })),
        _ => {
            let rises = rows.iter().all(|(x, _)| x.is_finite()) && rows.is_sorted_by(|a, b| !b.1.below(a.1));
            rises.then_some(Curve::Isotonic(Isotonic { knots: rows }))
        }
    }
}
