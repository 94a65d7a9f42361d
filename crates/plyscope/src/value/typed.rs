//! A probability beside the truth, for the one rule whose name says that it sees the truth.

use super::{Player, Win};
use crate::lanes::{Mask, Real};

/// What is believed of a node, whom it names as the winner, and who truly wins there.
///
/// The label is kept apart because even chances name nobody, while the papers' pairs always do.
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
