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
use crate::error::Result;
use crate::shelf::{Kept, numbers, sealed};
use crate::value::Win;
use std::fmt::Write;

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
        let mut kept = Kept::open("calibrator", TITLE, text)?;
        let (game, evaluator) = (kept.field("game")?.to_string(), kept.field("evaluator")?.to_string());
        let kind = kept.field("kind")?;
        let kind = Kind::ALL.into_iter().find(|known| known.to_string() == kind);
        let kind = kind.ok_or_else(|| kept.wrong("its kind is none of isotonic, logistic, table"))?;
        let threshold = kept.field("threshold")?;
        let threshold = Threshold::ALL.into_iter().find(|(name, _)| *name == threshold);
        let (_, threshold) =
            threshold.ok_or_else(|| kept.wrong("its threshold is none of points, win, draw"))?;
        let mut curves: Vec<(u32, Curve)> = Vec::new();
        while let Some(line) = kept.next() {
            let height = line.strip_prefix("height ").and_then(|height| height.parse().ok());
            let height: u32 = height.ok_or_else(|| kept.wrong("a height is expected here"))?;
            if curves.last().is_some_and(|(last, _)| *last >= height) {
                return Err(kept.wrong("heights must rise"));
            }
            let mut rows = Vec::new();
            while let Some(row) = kept.next_if("at") {
                rows.push(numbers(row).ok_or_else(|| kept.wrong("numbers are expected here"))?);
            }
            let curve =
                curve(kind, &rows).ok_or_else(|| kept.wrong("this height has no curve of its kind"))?;
            curves.push((height, curve));
        }
        if curves.is_empty() {
            return Err(kept.wrong("it has no curve"));
        }
        Ok(Calibrator { game, evaluator, kind, threshold, curves })
    }
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
