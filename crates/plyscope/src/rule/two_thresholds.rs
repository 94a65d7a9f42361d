//! A rule over two thresholds, for games with draws: a win, and at least a draw.
//!
//! One number that counts a draw as half a win cannot say whether it stands for a certain draw or for even
//! chances of a win and a loss, and a product over such numbers makes a win out of enough certain draws. Over
//! thresholds it does not: "some child is a win" and "some child is at least a draw" are each a question of
//! yes or no, and a rule on probabilities answers each. What the rule assumes, it assumes twice.

use super::{BackupRule, Node, Rule};
use crate::value::{Thresholds, Win};

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
    fn uses_own(&self) -> bool {
        self.0.uses_own()
    }

    fn keeps_certainty(&self) -> bool {
        self.0.keeps_certainty()
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
