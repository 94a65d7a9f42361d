//! The product rule over two thresholds, for games with draws: a win, and at least a draw.
//!
//! One number that counts a draw as half a win cannot say whether it stands for a certain draw or for even
//! chances of a win and a loss, and a product over such numbers makes a win out of enough certain draws. Over
//! thresholds it does not: "some child is a win" and "some child is at least a draw" are each a question of
//! yes or no, and each is a product. Assumes that children are independent, as the product rule does.

use super::product::some_child_wins;
use super::{BackupRule, Node};
use crate::value::Thresholds;

/// The product rule for a win and for at least a draw, side by side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TwoThresholds;

impl BackupRule<Thresholds> for TwoThresholds {
    fn combine(&self, node: Node, children: &[Thresholds]) -> Thresholds {
        let mover = node.mover;
        Thresholds {
            win: some_child_wins(children.iter().map(|child| child.win.seen_by(mover))).seen_by(mover),
            draw: some_child_wins(children.iter().map(|child| child.draw.seen_by(mover))).seen_by(mover),
        }
    }
}
