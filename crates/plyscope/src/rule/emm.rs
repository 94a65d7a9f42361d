//! Error-minimizing minimax (Wilson, Parker & Nau, Algorithm 1; Zuckerman, Wilson & Nau 2018, section 4).
//!
//! The papers carry a pair (win or loss, error of at most a half). Written as one probability, their
//! aggregate is product propagation in every case, and the rest of the algorithm is: keep whichever of
//! the aggregate and the node's own estimate is more certain, the aggregate when equal. The papers'
//! literal algorithm stands in the tests (`tests/suite/emm_identity.rs`), which compare the two.
//!
//! EMM with true node types ([`EmmTrueTypes`]; Zuckerman, Wilson & Nau 2018, the footnote to figure 6): EMM often mistakes a node's type, because it infers it from estimates. Here the labels come from
//! the estimates as usual, but the aggregate's *error* is computed from the children's true values
//! and the node's true type; then flip and comparison as usual. It shows what knowing the types would
//! be worth; no player can use it.

use super::product::some_child_wins;
use super::{BackupRule, Node, Product, Properties, Reading, Rule};
use crate::lanes::{Mask, Real};
use crate::value::{Player, TOLERANCE, Typed, Win};

/// The product rule, unless the node's own estimate is more certain.
///
/// ```
/// use plyscope::rule::{BackupRule, Emm, Node};
/// use plyscope::value::{Player, Win};
/// let node = Node { mover: Player::FIRST, height: 1, level: 0 };
/// let children = [Win::even(), Win::even()]; // together 3/4
/// let value = |own| Emm.back_up(node, &children, Some(own));
/// assert_eq!(value(Win::share(2, 3)), Win::share(3, 4));
/// assert_eq!(value(Win::share(1, 8)), Win::share(1, 8)); // more certain, if of the opposite
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Emm;

impl<R: Real> BackupRule<Win<R>> for Emm {
    /// No own estimate is more certain than certainty.
    fn properties(&self) -> Properties {
        Properties {
            reading: Reading::Certain,
            uses_own: true,
            is_monotone: true,
            keeps_certainty: true,
            ..Properties::default()
        }
    }

    #[inline]
    fn combine(&self, node: Node, children: &[Win<R>]) -> Win<R> {
        Product.combine(node, children)
    }

    #[inline]
    fn reconcile(&self, _: Node, aggregate: Win<R>, own: Win<R>) -> Win<R> {
        let both = |a: Win<R>, b: Win<R>| a.favours_first().and(b.favours_first());
        let agree = both(own, aggregate).or(both(own.swapped(), aggregate.swapped()));
        Win::select(more_certain(agree, aggregate, own), own, aggregate)
    }
}

impl Rule for Emm {
    type Value = Win;
}

/// Where the own estimate is more certain than the aggregate, and is to be kept; not when equal.
///
/// Where both name the same winner (`agree`) the smaller error is taken as it is: there a tie decides
/// nothing, and without a tolerance the result rises with the aggregate everywhere, which pruning rests on.
#[inline]
pub(super) fn more_certain<R: Real>(agree: R::Mask, aggregate: Win<R>, own: Win<R>) -> R::Mask {
    let allowed = R::select(agree, aggregate.error(), aggregate.error().mul(R::all(1.0 - TOLERANCE)));
    own.error().less(allowed)
}

/// EMM whose errors are aggregated by the true types of the nodes.
///
/// ```
/// use plyscope::rule::{BackupRule, EmmTrueTypes, Node};
/// use plyscope::value::{Player, Typed, Win};
/// let node = Node { mover: Player::FIRST, height: 1, level: 0 };
/// // Two wins, each seen as such with an error of 1/4.
/// let child = Typed::estimate(Win::opinion(true, 0.25), true, Player::SECOND);
/// let value = EmmTrueTypes.combine(node, &[child, child]);
/// assert!(value.label && value.truth);
/// assert_eq!(value.win.error(), 0.25 * 0.25); // both would have to be wrong
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EmmTrueTypes;

impl<R: Real> BackupRule<Typed<R>> for EmmTrueTypes {
    /// No own estimate is more certain than certainty.
    fn properties(&self) -> Properties {
        Properties {
            reading: Reading::Certain,
            uses_own: true,
            keeps_certainty: true,
            ..Properties::default()
        }
    }

    #[inline]
    fn combine(&self, node: Node, children: &[Typed<R>]) -> Typed<R> {
        let mine = |first: R::Mask| if node.mover == Player::FIRST { first } else { first.not() };
        let no = R::Mask::all(false);
        // In the mover's view: is a child labelled a win, is a child truly a win?
        let label = children.iter().fold(no, |any, c| any.or(mine(c.label)));
        let truth = children.iter().fold(no, |any, c| any.or(mine(c.truth)));
        // A true win is lost if its winning children are wrong and its losing ones right; a true loss
        // holds if all its children are right. Either way the product of these chances matters; it is
        // kept in `second`, its complement in `first`.
        let product = some_child_wins(children.iter().map(|child| {
            let error = child.win.error();
            let right = Win { first: error, second: child.win.first.max(child.win.second) };
            Win::select(mine(child.truth), right.swapped(), right)
        }));
        let error = Win::select(truth, product.swapped(), product); // `first` is the chance of error
        // As a belief: a label that is more likely wrong than right is flipped.
        let believed = Win::select(label, error.swapped(), error).seen_by(node.mover);
        let flipped = error.favours_first();
        let label = label.and(flipped.not()).or(label.not().and(flipped));
        Typed { win: believed, label: mine(label), truth: mine(truth) }
    }

    #[inline]
    fn reconcile(&self, _: Node, aggregate: Typed<R>, own: Typed<R>) -> Typed<R> {
        let agree = own.label.and(aggregate.label).or(own.label.not().and(aggregate.label.not()));
        let kept = more_certain(agree, aggregate.win, own.win);
        Typed {
            win: Win::select(kept, own.win, aggregate.win),
            label: kept.and(own.label).or(kept.not().and(aggregate.label)),
            truth: aggregate.truth,
        }
    }
}

impl Rule for EmmTrueTypes {
    type Value = Typed;
}
