//! The error of an evaluator that has no idea of it: a number given by hand, or none.

use super::{Estimate, Opinion};
use crate::error::Result;
use crate::name::{Arguments, Parameter};
use crate::value::Win;
use std::fmt;

/// Where the error beside an estimate comes from.
///
/// ```
/// use plyscope::evaluator::OwnError;
/// use plyscope::value::Win;
/// assert_eq!(OwnError::Minority.win(Win::share(3, 4)).error, Some(0.25));
/// assert_eq!(OwnError::Minority.score(3.0).error, None); // of a score there is no smaller chance
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum OwnError {
    /// There is none: EMM cannot use the evaluator.
    None,
    /// The smaller of the two chances.
    Minority,
    /// The same everywhere.
    Constant(f64),
}

impl OwnError {
    /// The parameter of evaluators whose numbers are scores.
    pub(crate) const OF_SCORES: Parameter =
        Parameter { name: "error", default: "none", allowed: "none, or a probability from 0 to 0.5" };
    /// The parameter of evaluators whose numbers are probabilities.
    pub(crate) const OF_PROBABILITIES: Parameter = Parameter {
        name: "error",
        default: "none",
        allowed: "none, minority or a probability from 0 to 0.5",
    };

    /// Reads the parameter `error`.
    pub fn build(arguments: &Arguments<'_>, probabilities: bool) -> Result<Self> {
        match arguments.text("error") {
            "none" => Ok(OwnError::None),
            "minority" if probabilities => Ok(OwnError::Minority),
            _ => arguments.number("error", 0.0..=0.5).map(OwnError::Constant),
        }
    }

    /// Is there one?
    pub(crate) fn is_known(self) -> bool {
        self != OwnError::None
    }

    /// A score with this error.
    pub fn score(self, score: f64) -> Estimate {
        let error = if let OwnError::Constant(error) = self { Some(error) } else { None };
        Estimate { opinion: Opinion::Score(score), error }
    }

    /// A probability with this error.
    pub fn win(self, win: Win) -> Estimate {
        let error = match self {
            OwnError::None => None,
            OwnError::Minority => Some(win.error()),
            OwnError::Constant(error) => Some(error),
        };
        Estimate { opinion: Opinion::Win(win), error }
    }
}

impl fmt::Display for OwnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OwnError::None => f.write_str("none"),
            OwnError::Minority => f.write_str("minority"),
            OwnError::Constant(error) => error.fmt(f),
        }
    }
}
