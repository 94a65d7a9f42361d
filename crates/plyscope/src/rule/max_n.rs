//! max^n (Luckhart & Irani 1986; Russell & Norvig, section 2.2): every player for itself.

use super::{BackupRule, Node, Rule};
use crate::value::Payoffs;

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
