//! The product rule (Tzeng & Purdom 1983; Wilson, Parker & Nau, "Discussion").
//!
//! The mover wins if at least one child is a win, were the children independent: one minus the
//! product of the chances that the mover loses at each child. (The EMM papers print the product of
//! the children at player 1's nodes; that is a misprint for the product of their complements.)

use super::{BackupRule, Node, Rule};
use crate::lanes::Real;
use crate::value::Win;

/// One minus the product of the children's losses.
///
/// ```
/// use plyscope::rule::{BackupRule, Node, Product};
/// use plyscope::value::{Player, Win};
/// let at = |mover| Node { mover, height: 1, level: 0 };
/// let children = [Win::share(1, 2), Win::share(1, 4)];
/// // The first player needs one of the two, the second one loss of the first.
/// assert_eq!(Product.combine(at(Player::FIRST), &children), Win::share(5, 8));
/// assert_eq!(Product.combine(at(Player::SECOND), &children), Win::share(1, 8));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Product;

impl<R: Real> BackupRule<Win<R>> for Product {
    fn is_monotone(&self) -> bool {
        true
    }

    fn keeps_certainty(&self) -> bool {
        true
    }

    #[inline]
    fn combine(&self, node: Node, children: &[Win<R>]) -> Win<R> {
        some_child_wins(children.iter().map(|child| child.seen_by(node.mover))).seen_by(node.mover)
    }
}

impl Rule for Product {
    type Value = Win;
}

/// The chance that at least one of independent chances comes true, with its complement.
///
/// `first` grows by what is still open times the next chance: sums of positive terms only, so both
/// sides keep their digits.
#[inline]
pub(super) fn some_child_wins<R: Real>(children: impl Iterator<Item = Win<R>>) -> Win<R> {
    let none = Win { first: R::all(0.0), second: R::all(1.0) };
    let some = children.fold(none, |some, child| Win {
        first: some.first.add(some.second.mul(child.first)),
        second: some.second.mul(child.second),
    });
    // Rounding may step over 1 by a last digit, or stay below it where the other side has no chance left: a
    // certain win is the same value however it came about, which exact pruning rests on.
    let open = R::all(0.0).less(some.second);
    Win { first: R::select(open, some.first.min(R::all(1.0)), R::all(1.0)), second: some.second }
}
