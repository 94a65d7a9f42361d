//! The product rule (Tzeng & Purdom 1983; Wilson, Parker & Nau, "Discussion").
//!
//! The mover wins if at least one child is a win, were the children independent: one minus the
//! product of the chances that the mover loses at each child. (The EMM papers print the product of
//! the children at player 1's nodes; that is a misprint for the product of their complements.)
//!
//! [`TwoThresholds`] is for games with draws: a win, and at least a draw. One number that counts a draw as half a win cannot say whether it stands for a certain draw or for even
//! chances of a win and a loss, and a product over such numbers makes a win out of enough certain draws. Over
//! thresholds it does not: "some child is a win" and "some child is at least a draw" are each a question of
//! yes or no, and a rule on probabilities answers each. What the rule assumes, it assumes twice.

use super::{BackupRule, Node, Properties, Rule};
use crate::lanes::Real;
use crate::value::{Thresholds, Win};

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
    fn properties(&self) -> Properties {
        Properties { is_monotone: true, keeps_certainty: true, ..Properties::default() }
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

/// A rule on probabilities, for a win and for at least a draw, side by side.
///
/// ```
/// use plyscope::rule::{BackupRule, Node, Product, TwoThresholds};
/// use plyscope::value::{Player, Thresholds, Win};
/// let node = Node { mover: Player::FIRST, height: 1, level: 0 };
/// let draws = [Thresholds::payoff(0.0); 3];
/// assert_eq!(TwoThresholds(Product).combine(node, &draws), Thresholds::payoff(0.0)); // still a draw
/// assert_eq!(Product.combine(node, &[Win::share(1, 2); 3]).first, 0.875); // as if it were likely won
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TwoThresholds<R>(pub R);

impl<R> TwoThresholds<R> {
    fn split(children: &[Thresholds]) -> (Vec<Win>, Vec<Win>) {
        children.iter().map(|child| (child.win, child.draw)).unzip()
    }
}

impl<R: BackupRule<Win>> BackupRule<Thresholds> for TwoThresholds<R> {
    fn properties(&self) -> Properties {
        let Properties { uses_own, keeps_certainty, .. } = self.0.properties();
        Properties { uses_own, keeps_certainty, ..Properties::default() }
    }

    fn combine(&self, node: Node, children: &[Thresholds]) -> Thresholds {
        let (win, draw) = Self::split(children);
        Thresholds { win: self.0.combine(node, &win), draw: self.0.combine(node, &draw) }
    }

    fn reconcile(&self, node: Node, aggregate: Thresholds, own: Thresholds) -> Thresholds {
        Thresholds {
            win: self.0.reconcile(node, aggregate.win, own.win),
            draw: self.0.reconcile(node, aggregate.draw, own.draw),
        }
    }

    fn weigh(
        &self,
        node: Node,
        children: &[Thresholds],
        aggregate: Thresholds,
        own: Thresholds,
    ) -> Thresholds {
        let (win, draw) = Self::split(children);
        Thresholds {
            win: self.0.weigh(node, &win, aggregate.win, own.win),
            draw: self.0.weigh(node, &draw, aggregate.draw, own.draw),
        }
    }
}

impl<R: BackupRule<Win>> Rule for TwoThresholds<R> {
    type Value = Thresholds;
}
