//! A calibrator: what an evaluator's number is worth as a probability, learned from solved positions of one
//! game. It holds for that game and that evaluator only.
//!
//! It is kept as a text: a header, one line a number, a checksum.
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

use super::{Isotonic, Logistic, Samples, Table, Threshold};
use crate::cache::{Kept, numbers, sealed};
use crate::error::{Error, Result};
use crate::name::Name;
use crate::value::Win;
use std::fmt;
use std::fmt::Write;
use std::str::FromStr;

/// The kinds of calibrators.
///
/// ```
/// use plyscope::calibration::Kind;
/// assert_eq!(Kind::ALL.map(|kind| kind.to_string()), ["isotonic", "logistic", "table"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The best rising curve: [`Isotonic`].
    Isotonic,
    /// A logistic curve: [`Logistic`].
    Logistic,
    /// A table by bins: [`Table`].
    Table,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 3] = [Kind::Isotonic, Kind::Logistic, Kind::Table];
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Isotonic => "isotonic",
            Kind::Logistic => "logistic",
            Kind::Table => "table",
        })
    }
}

/// A fitted curve.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Curve {
    Isotonic(Isotonic),
    Logistic(Logistic),
    Table(Table),
}

impl Curve {
    fn win(&self, estimate: f64) -> Win {
        match self {
            Curve::Isotonic(curve) => curve.win(estimate),
            Curve::Logistic(curve) => curve.win(estimate),
            Curve::Table(curve) => curve.win(estimate),
        }
    }
}

/// A curve a height, and what they were fitted on.
///
/// ```
/// use plyscope::calibration::{Calibrator, Kind, Sample, Samples, Threshold};
/// use plyscope::evaluator::Scale;
/// use plyscope::name::Name;
/// use plyscope::value::{Outcome, Win};
/// // Of three positions at 2 points two were won, of three at -1 one.
/// let mut samples = Samples::new(Scale::Score);
/// for (estimate, outcomes) in [(2.0, "wwl"), (-1.0, "wll")] {
///     for outcome in outcomes.chars().map(|sign| if sign == 'w' { Outcome::Win } else { Outcome::Loss }) {
///         samples.add(Sample { height: 0, estimate, outcome });
///     }
/// }
/// let (game, evaluator) = (Name::new("kalah"), Name::new("store-difference"));
/// let fitted = Calibrator::fit(Kind::Isotonic, Threshold::Win, &game, &evaluator, &samples)?;
/// // Half a win and half a loss are added, so that nothing is certain.
/// assert_eq!((fitted.win(0, 2.0), fitted.win(0, -1.0)), (Win::share(5, 8), Win::share(3, 8)));
/// assert!(fitted.check(&Name::new("connect-four"), &evaluator).is_err());
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Calibrator {
    pub(super) game: String,
    pub(super) evaluator: String,
    pub(super) kind: Kind,
    pub(super) threshold: Threshold,
    /// By rising height.
    pub(super) curves: Vec<(u32, Curve)>,
}

impl Calibrator {
    /// Fitted to samples of a game and an evaluator; refused without any.
    pub fn fit(
        kind: Kind,
        threshold: Threshold,
        game: &Name,
        evaluator: &Name,
        samples: &Samples,
    ) -> Result<Self> {
        let curve = |height| {
            let points = samples.points(height);
            let curve = match kind {
                Kind::Isotonic => Curve::Isotonic(Isotonic::fit(&points, threshold)),
                Kind::Logistic => Curve::Logistic(Logistic::fit(&points, threshold)),
                Kind::Table => Curve::Table(Table::fit(&points, threshold)),
            };
            (height, curve)
        };
        let curves: Vec<(u32, Curve)> = samples.heights().map(curve).collect();
        if curves.is_empty() {
            return Err(Error::Settings {
                kind: evaluator.to_string(),
                why: format!("nothing to calibrate it with: no solved positions of {game}"),
            });
        }
        let (game, evaluator) = (game.to_string(), evaluator.to_string());
        Ok(Calibrator { game, evaluator, kind, threshold, curves })
    }

    /// The game it was fitted on.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The evaluator it was fitted on.
    pub fn evaluator(&self) -> &str {
        &self.evaluator
    }

    /// Its kind.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// What its probabilities are of.
    pub fn threshold(&self) -> Threshold {
        self.threshold
    }

    /// Refuses another game, and another evaluator.
    pub fn check(&self, game: &Name, evaluator: &Name) -> Result<()> {
        if self.game != game.to_string() {
            return Err(Error::Foreign {
                what: "this calibrator".into(),
                made_for: self.game.clone(),
                given: game.to_string(),
            });
        }
        if self.evaluator != evaluator.to_string() {
            return Err(Error::Foreign {
                what: "this calibrator".into(),
                made_for: format!("the evaluator {}", self.evaluator),
                given: evaluator.to_string(),
            });
        }
        Ok(())
    }

    /// The probability of an estimate at a height, both in the mover's view: `first` is the mover's chance.
    ///
    /// A height that was not seen takes the nearest that was.
    pub fn win(&self, height: u32, estimate: f64) -> Win {
        let found = self.curves.binary_search_by_key(&height, |(height, _)| *height);
        let near = found.unwrap_or_else(|after| match after {
            0 => 0,
            _ if after == self.curves.len() => after - 1,
            _ if height - self.curves[after - 1].0 <= self.curves[after].0 - height => after - 1,
            _ => after,
        });
        self.curves[near].1.win(estimate)
    }
}

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

impl FromStr for Calibrator {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Calibrator::from_text(text)
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
