//! Back-up rules: how a node's value follows from its children's and, for some, its own estimate.
//!
//! A rule is two small functions on values in the first player's view: [`BackupRule::combine`] makes
//! an aggregate of the children, [`BackupRule::reconcile`] weighs it against the node's own estimate.
//! Whose move it is comes with the node, so extra turns need no special case. A rule says nothing
//! about which nodes are visited (that is a search) nor how many trials a value holds (lanes).

mod by_node;
mod combination;
mod emm;
mod emm_true_types;
mod fused;
mod learned;
mod max_n;
mod minimax;
mod product;
mod two_thresholds;

pub use by_node::ByNode;
pub use combination::{Combination, Doubts};
pub use emm::Emm;
pub use emm_true_types::EmmTrueTypes;
pub use fused::{Fused, Fusion};
pub use learned::{Backing, Learned};
pub use max_n::MaxN;
pub use minimax::Minimax;
pub use product::Product;
pub use two_thresholds::TwoThresholds;

use crate::game::Player;

/// What a rule knows of a node besides values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// Whose move it is.
    pub mover: Player,
    /// How many plies below it were searched, at the most: 1 just above the frontier.
    pub height: u32,
    /// How many plies below the root of the search it is.
    pub level: u32,
}

/// How a node's value follows from its children's.
pub trait BackupRule<V: Copy> {
    /// Does it look at the node's own estimate? If not, inner nodes are not evaluated.
    fn uses_own(&self) -> bool {
        false
    }

    /// Is it minimax? Then a search may cut by minimax's reasoning.
    fn is_minimax(&self) -> bool {
        false
    }

    /// Does a node's value never fall, but for rounding, when a child's rises, whatever the node's own estimate?
    /// Then a search may cut by bounds. A rule that says so must not look at the height, which nobody knows
    /// before all is searched.
    fn is_monotone(&self) -> bool {
        false
    }

    /// The aggregate of one or more children.
    fn combine(&self, node: Node, children: &[V]) -> V;

    /// The value, given the aggregate and the node's own estimate.
    fn reconcile(&self, _node: Node, aggregate: V, _own: V) -> V {
        aggregate
    }

    /// The same, for rules that look at the children again; what a search calls.
    fn weigh(&self, node: Node, _children: &[V], aggregate: V, own: V) -> V {
        self.reconcile(node, aggregate, own)
    }

    /// Both steps; `own` is `None` where the node has no estimate or the rule uses none.
    fn back_up(&self, node: Node, children: &[V], own: Option<V>) -> V {
        let aggregate = self.combine(node, children);
        own.map_or(aggregate, |own| self.weigh(node, children, aggregate, own))
    }

    /// A whole level: `branching` children a node, side by side; `own` empty or one a node.
    fn back_up_level(&self, node: Node, branching: usize, children: &[V], own: &[V]) -> Vec<V> {
        let groups = children.chunks_exact(branching);
        if own.is_empty() {
            groups.map(|group| self.combine(node, group)).collect()
        } else {
            groups
                .zip(own)
                .map(|(group, own)| self.weigh(node, group, self.combine(node, group), *own))
                .collect()
        }
    }
}

impl<V: Copy, R: BackupRule<V> + ?Sized> BackupRule<V> for &R {
    fn uses_own(&self) -> bool {
        (**self).uses_own()
    }
    fn is_minimax(&self) -> bool {
        (**self).is_minimax()
    }
    fn combine(&self, node: Node, children: &[V]) -> V {
        (**self).combine(node, children)
    }
    fn reconcile(&self, node: Node, aggregate: V, own: V) -> V {
        (**self).reconcile(node, aggregate, own)
    }
    fn weigh(&self, node: Node, children: &[V], aggregate: V, own: V) -> V {
        (**self).weigh(node, children, aggregate, own)
    }
}
