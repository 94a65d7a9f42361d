//! Minimax (Russell & Norvig, section 2.1): the mover takes the best child.
//!
//! max^n (Luckhart & Irani 1986; Russell & Norvig, section 2.2): every player for itself.

use super::{BackupRule, Node, Properties, Rule};
use crate::value::{Ordered, Payoffs, Player};

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
    fn properties(&self) -> Properties {
        Properties { is_minimax: true, is_monotone: true, keeps_certainty: true, ..Properties::default() }
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

/// The child that is worth most to the mover; the first of them on a tie.
///
/// ```
/// use plyscope::rule::{BackupRule, MaxN, Node};
/// use plyscope::value::{Payoffs, Player};
/// let children = [[1.0, 2.0, 6.0], [4.0, 2.0, 3.0]].map(|each| Payoffs::new(&each).unwrap());
/// let value = |player| {
///     let node = Node { mover: Player::new(player).unwrap(), height: 1, level: 0 };
///     MaxN.combine(node, &children)
/// };
/// assert_eq!((value(0), value(2)), (children[1], children[0]));
/// assert_eq!(value(1), children[0]); // a tie: the first of them
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MaxN;

impl BackupRule<Payoffs> for MaxN {
    fn combine(&self, node: Node, children: &[Payoffs]) -> Payoffs {
        let (first, rest) = children.split_first().expect("a rule is given at least one child");
        let better = |best: Payoffs, child: &Payoffs| {
            if child.of(node.mover) > best.of(node.mover) { *child } else { best }
        };
        rest.iter().fold(*first, better)
    }
}

impl Rule for MaxN {
    type Value = Payoffs;
}
