//! What an evaluator says of a position, in the first player's view.
//! And a probability beside the truth, for the one rule whose name says that it sees the truth.

use super::{Player, Win};
use crate::lanes::{Mask, Real};

/// What an evaluator's numbers are.
///
/// ```
/// use plyscope::evaluator::Scale;
/// use plyscope::rule::Need;
/// // The product rule needs a probability, minimax any number.
/// assert!(Need::Probability.is_met(Scale::Probability, false));
/// assert!(!Need::Probability.is_met(Scale::Score, false));
/// assert!(Need::Number.is_met(Scale::Score, false));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Numbers of any range, comparable with payoffs.
    Score,
    /// The probability that the first player wins.
    Probability,
}

/// A number in the first player's view, on the evaluator's scale.
///
/// ```
/// use plyscope::evaluator::{Estimate, Opinion};
/// use plyscope::value::Win;
/// let score = |opinion| Estimate { opinion, error: None }.score();
/// assert_eq!(score(Opinion::Score(-7.5)), -7.5);
/// assert_eq!(score(Opinion::Win(Win::share(1, 4))), 0.25);
/// assert_eq!(score(Opinion::Named(false)), -1.0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Opinion {
    /// Comparable with payoffs.
    Score(f64),
    /// The probability that the first player wins.
    Win(Win),
    /// Only who wins: is it the first player?
    Named(bool),
}

/// An evaluator's opinion of one position.
///
/// ```
/// use plyscope::evaluator::{Estimate, Opinion};
/// use plyscope::value::Win;
/// let score = Estimate::score_of(-3.0);
/// assert_eq!((score.score(), score.win()), (-3.0, None)); // a score is no probability
/// // A named winner with its error is one.
/// let named = Estimate { opinion: Opinion::Named(true), error: Some(0.25) };
/// assert_eq!(named.win(), Some(Win::share(3, 4)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// What it thinks.
    pub opinion: Opinion,
    /// The chance that it names the wrong winner, at most a half, where it has an idea of that.
    pub error: Option<f64>,
}

impl Opinion {
    /// What the number is.
    pub fn scale(&self) -> Scale {
        match self {
            Opinion::Score(_) => Scale::Score,
            Opinion::Win(_) | Opinion::Named(_) => Scale::Probability,
        }
    }
}

impl Estimate {
    /// A score, with no idea of its error.
    pub fn score_of(score: f64) -> Self {
        Estimate { opinion: Opinion::Score(score), error: None }
    }

    /// A probability, with no idea of its error.
    pub fn win_of(win: Win) -> Self {
        Estimate { opinion: Opinion::Win(win), error: None }
    }

    /// The number that minimax compares.
    pub fn score(&self) -> f64 {
        match self.opinion {
            Opinion::Score(score) => score,
            Opinion::Win(win) => win.first,
            Opinion::Named(first) => {
                if first {
                    1.0
                } else {
                    -1.0
                }
            }
        }
    }

    /// The probability that the product rule multiplies; none on a scale of scores.
    pub fn win(&self) -> Option<Win> {
        match self.opinion {
            Opinion::Score(_) => None,
            Opinion::Win(win) => Some(win),
            Opinion::Named(first) => Some(Win::opinion(first, self.error.unwrap_or(0.0))),
        }
    }

    /// The winner it names with its own error, as EMM wants it; none where it gives no error.
    ///
    /// Where it names neither player (a half, a score of 0) the chances are even.
    pub fn certain(&self) -> Option<Win> {
        let error = self.error?;
        let (first, second) = match self.opinion {
            Opinion::Score(score) => (score > 0.0, score < 0.0),
            Opinion::Win(win) => (win.favours_first(), win.swapped().favours_first()),
            Opinion::Named(first) => (first, !first),
        };
        Some(if first || second { Win::opinion(first, error) } else { Win::even() })
    }
}

/// What is believed of a node, whom it names as the winner, and who truly wins there.
///
/// The label is kept apart because even chances name neither player, while the papers' pairs always name one.
///
/// ```
/// use plyscope::value::{Player, Typed, Win};
/// // Believed to be won, and lost.
/// let wrong = Typed::estimate(Win::share(3, 4), false, Player::FIRST);
/// assert!(wrong.label && !wrong.truth);
/// // With even chances the mover is taken to lose.
/// assert!(!Typed::estimate(Win::<f64>::even(), false, Player::FIRST).label);
/// assert!(Typed::estimate(Win::<f64>::even(), false, Player::SECOND).label);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Typed<R: Real = f64> {
    /// The belief.
    pub win: Win<R>,
    /// Is the first player named as the winner?
    pub label: R::Mask,
    /// Does the first player win?
    pub truth: R::Mask,
}

impl<R: Real> Typed<R> {
    /// An estimate of a node where `mover` moves. It names the side with the better chances; with even
    /// chances the mover loses, since a win wants more wins than losses (Wilson, Parker & Nau,
    /// "Experiments").
    pub fn estimate(win: Win<R>, truth: R::Mask, mover: Player) -> Self {
        let label =
            if mover == Player::FIRST { win.favours_first() } else { win.swapped().favours_first().not() };
        Typed { win, label, truth }
    }
}
