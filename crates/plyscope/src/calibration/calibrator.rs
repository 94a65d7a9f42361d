//! A calibrator: what an evaluator's number is worth as a probability, learned from solved positions of one
//! game. It holds for that game and that evaluator only.

use super::{Isotonic, Logistic, Samples, Table, Threshold};
use crate::error::{Error, Result};
use crate::name::Name;
use crate::value::Win;
use std::fmt;

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
