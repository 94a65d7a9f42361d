//! max^n (Luckhart & Irani 1986; Russell & Norvig, section 2.2): every player for itself.

use super::{BackupRule, Node};
use crate::value::Payoffs;

/// The child that is worth most to the mover; the first of them on a tie.
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
