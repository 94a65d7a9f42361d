//! What is known of an evaluator before it is asked anything; and the error that is given by hand to one that has none.

use super::{Estimate, Opinion, Scale};
use crate::name::{Name, Values, within};
use crate::value::Win;
use std::fmt;

/// What an evaluator is called, and what it gives at every position. An evaluator that wraps another one takes the other's
/// profile apart and writes its own in full, so that it does not compile before it says what becomes of each part.
///
/// ```
/// use plyscope::evaluator::{Profile, Scale};
/// use plyscope::name::Name;
/// let profile = Profile::chances(Name::new("shaky")).with_error(true);
/// assert_eq!((profile.scale, profile.error, profile.draws), (Scale::Probability, true, false));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// The name with all parameters.
    pub name: Name,
    /// What its numbers are.
    pub scale: Scale,
    /// Does it give an error with every estimate?
    pub error: bool,
    /// Does it tell wins and draws apart ([`Evaluator::thresholds`](super::Evaluator::thresholds))?
    pub draws: bool,
    /// Does it give a number for each player ([`Evaluator::each`](super::Evaluator::each))?
    pub each: bool,
}

impl Profile {
    /// Numbers on the scale of the payoffs, and nothing else.
    pub fn scores(name: Name) -> Self {
        Profile { name, scale: Scale::Score, error: false, draws: false, each: false }
    }

    /// Chances of winning, and nothing else.
    pub fn chances(name: Name) -> Self {
        Profile { scale: Scale::Probability, ..Profile::scores(name) }
    }

    /// The same, with an error beside every estimate or without.
    #[must_use]
    pub fn with_error(self, error: bool) -> Self {
        Profile { error, ..self }
    }
}

/// Where the error beside an estimate comes from.
///
/// ```
/// use plyscope::evaluator::OwnError;
/// use plyscope::value::Win;
/// assert_eq!(OwnError::Minority.win(Win::share(3, 4)).error, Some(0.25));
/// assert_eq!(OwnError::Minority.score(3.0).error, None); // of a score there is no smaller chance
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum OwnError {
    /// There is none: EMM cannot use the evaluator.
    #[default]
    None,
    /// The smaller of the two chances.
    Minority,
    /// The same everywhere.
    Constant(f64),
}

impl OwnError {
    /// Declares the parameter `error` of an evaluator whose numbers are on this scale.
    pub(crate) fn declare(&mut self, scale: Scale, values: &mut Values<'_>) {
        let minority = scale == Scale::Probability;
        let allowed = match minority {
            true => "none, minority or a probability from 0 to 0.5",
            false => "none, or a probability from 0 to 0.5",
        };
        let read = |text: &str| match text {
            "none" => Some(OwnError::None),
            "minority" if minority => Some(OwnError::Minority),
            _ => within(text, 0.0..=0.5).map(OwnError::Constant),
        };
        values.value("error", "none", allowed, self, read, OwnError::to_string);
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
