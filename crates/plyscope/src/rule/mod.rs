//! Back-up rules: how a node's value follows from its children's and, for some, its own estimate.
//!
//! A rule is two small functions on values in the first player's view: [`BackupRule::combine`] makes
//! an aggregate of the children, [`BackupRule::reconcile`] weighs it against the node's own estimate.
//! Whose move it is comes with the node, so extra turns need no special case. A rule says nothing
//! about which nodes are visited (that is a search) nor how many trials a value holds (lanes). What it makes of a finished
//! game and of an evaluator's opinion is its own too ([`Rule`]).

mod any;
mod combination;
mod emm;
mod learned;
mod minimax;
mod product;
mod product_n;
mod reading;

pub use any::{AnyRule, WithRule};
pub use combination::{Combination, Doubts};
pub use emm::{Emm, EmmTrueTypes};
pub use learned::{Backing, ByNode, Fused, Fusion, Learned};
pub use minimax::{MaxN, Minimax};
pub use product::{Product, TwoThresholds};
pub use product_n::{Certainty, EmmN, Indifferent, ProductN};
pub use reading::{Need, OrderedRule, PositionView, Readable, Reading, Rule, TypedRule, WinRule};

use crate::value::Player;

/// What a rule knows of a node besides values.
///
/// ```
/// use plyscope::rule::{BackupRule, Minimax, Node};
/// use plyscope::value::Player;
/// // Two plies below the root, just above the frontier of a search to depth 3.
/// let node = Node { mover: Player::FIRST, height: 1, level: 2 };
/// assert_eq!(Minimax.combine(node, &[2.0, 7.0]), 7.0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// Whose move it is.
    pub mover: Player,
    /// How many plies below it were searched, at the most: 1 just above the frontier.
    pub height: u32,
    /// How many plies below the root of the search it is.
    pub level: u32,
}

/// What a rule says of itself: searches and evaluators are chosen by it.
///
/// ```
/// use plyscope::rule::{BackupRule, Emm, Properties, Reading};
/// use plyscope::value::Win;
/// let emm = BackupRule::<Win>::properties(&Emm);
/// assert!(emm.is_monotone && !emm.is_minimax);
/// assert_eq!(Properties::default(), Properties { reading: Reading::Win, ..Properties::default() });
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Properties {
    /// How it reads an estimate where its values are probabilities.
    pub reading: Reading,
    /// Does it look at the node's own estimate? If not, inner nodes are not evaluated.
    pub uses_own: bool,
    /// Is it minimax? Then a search may cut by minimax's reasoning.
    pub is_minimax: bool,
    /// Does a node's value never fall, but for rounding, when a child's rises, whatever the node's own estimate?
    /// Then a search may cut by bounds. A rule that says so must not look at the height, which nobody knows
    /// before all is searched.
    pub is_monotone: bool,
    /// Are children whose winner is certain backed up as minimax does, into a node whose winner is certain,
    /// whatever its own estimate? Then a search that reaches the end of a game everywhere finds the truth.
    pub keeps_certainty: bool,
}

/// How a node's value follows from its children's.
///
/// ```
/// use plyscope::rule::{BackupRule, Node};
/// use plyscope::value::Player;
///
/// /// A mover who chooses blindly: the mean of the children.
/// struct Blind;
///
/// impl BackupRule<f64> for Blind {
///     fn combine(&self, _: Node, children: &[f64]) -> f64 {
///         children.iter().sum::<f64>() / children.len() as f64
///     }
/// }
/// let node = Node { mover: Player::FIRST, height: 1, level: 0 };
/// assert_eq!(Blind.back_up(node, &[1.0, 3.0, 8.0], None), 4.0);
/// ```
pub trait BackupRule<V: Copy> {
    /// What it says of itself.
    fn properties(&self) -> Properties {
        Properties::default()
    }

    /// See [`Properties::uses_own`].
    fn uses_own(&self) -> bool {
        self.properties().uses_own
    }

    /// See [`Properties::is_minimax`].
    fn is_minimax(&self) -> bool {
        self.properties().is_minimax
    }

    /// See [`Properties::is_monotone`].
    fn is_monotone(&self) -> bool {
        self.properties().is_monotone
    }

    /// See [`Properties::keeps_certainty`].
    fn keeps_certainty(&self) -> bool {
        self.properties().keeps_certainty
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
        let mut level = Vec::with_capacity(children.len() / branching);
        self.back_up_level_into(node, branching, children, own, &mut level);
        level
    }

    /// The same, appended to a buffer that the caller has.
    fn back_up_level_into(
        &self,
        node: Node,
        branching: usize,
        children: &[V],
        own: &[V],
        level: &mut Vec<V>,
    ) {
        // The common branchings are known to the compiler, which then has no inner loop.
        match branching {
            2 => {
                let pairs = children.as_chunks::<2>().0;
                back_up_groups(self, node, pairs.iter().map(|pair| &pair[..]), own, level);
            }
            3 => {
                let triples = children.as_chunks::<3>().0;
                back_up_groups(self, node, triples.iter().map(|triple| &triple[..]), own, level);
            }
            _ => back_up_groups(self, node, children.chunks_exact(branching), own, level),
        }
    }
}

#[inline(always)]
fn back_up_groups<'a, V: Copy + 'a>(
    rule: &(impl BackupRule<V> + ?Sized),
    node: Node,
    groups: impl Iterator<Item = &'a [V]>,
    own: &[V],
    level: &mut Vec<V>,
) {
    if own.is_empty() {
        level.extend(groups.map(|group| rule.combine(node, group)));
    } else {
        let both = |(group, own): (&[V], &V)| rule.weigh(node, group, rule.combine(node, group), *own);
        level.extend(groups.zip(own).map(both));
    }
}

impl<V: Copy, R: BackupRule<V> + ?Sized> BackupRule<V> for &R {
    fn properties(&self) -> Properties {
        (**self).properties()
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
