//! Error-minimizing minimax (Wilson, Parker & Nau, Algorithm 1; Zuckerman, Wilson & Nau 2018, section 4).
//!
//! The papers carry a pair (win or loss, error of at most a half). Written as one probability, their
//! aggregate is product propagation in every case, and the rest of the algorithm is: keep whichever of
//! the aggregate and the node's own estimate is more certain, the aggregate when equal. The papers'
//! literal algorithm stands in the tests (`tests/suite/emm_identity.rs`), which compare the two.

use super::{BackupRule, Node, Product, Reading, Rule};
use crate::lanes::{Mask, Real};
use crate::value::{TOLERANCE, Win};

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
    fn reading(&self) -> Reading {
        Reading::Certain
    }

    fn uses_own(&self) -> bool {
        true
    }

    fn is_monotone(&self) -> bool {
        true
    }

    /// No own estimate is more certain than certainty.
    fn keeps_certainty(&self) -> bool {
        true
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
