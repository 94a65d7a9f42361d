//! Minimax (Russell & Norvig, section 2.1): the mover takes the best child.

use super::{BackupRule, Node, Rule};
use crate::value::{Ordered, Player};

/// The largest child at the first player's nodes, the smallest at the second player's.
///
/// ```
/// use plyscope::rule::{BackupRule, Minimax, Node};
/// use plyscope::value::Player;
/// let at = |mover| Node { mover, height: 1, level: 0 };
/// assert_eq!(Minimax.combine(at(Player::FIRST), &[3.0, 12.0, 8.0]), 12.0);
/// assert_eq!(Minimax.combine(at(Player::SECOND), &[3.0, 12.0, 8.0]), 3.0);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Minimax;

impl<V: Ordered> BackupRule<V> for Minimax {
    fn is_minimax(&self) -> bool {
        true
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn keeps_certainty(&self) -> bool {
        true
    }

    #[inline]
    fn combine(&self, node: Node, children: &[V]) -> V {
        let choose = if node.mover == Player::FIRST { V::larger } else { V::smaller };
        let (first, rest) = children.split_first().expect("a rule is given at least one child");
        rest.iter().fold(*first, |best, child| choose(best, *child))
    }
}

impl Rule for Minimax {
    type Value = f64;
}
