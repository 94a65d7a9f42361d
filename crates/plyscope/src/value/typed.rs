//! A probability beside the truth, for the one rule whose name says that it sees the truth.

use super::Win;
use crate::game::Player;
use crate::lanes::{Mask, Real};

/// What is believed of a node, whom it names as the winner, and who truly wins there.
///
/// The label is kept apart because even chances name nobody, while the papers' pairs always do.
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
