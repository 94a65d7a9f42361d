//! What is known of an evaluator before it is asked anything.

use super::Scale;
use crate::name::Name;

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
