//! A learned back-up: log-odds = a + b logit(product) + c logit(minimax) + d (own evaluation).
//!
//! The four numbers are fitted for each kind of node by logistic regression on solved positions, with the
//! values that the rule itself makes one level below. It assumes no independence: where siblings' errors come
//! together, b falls and c rises; where the product rule is too sure of itself, b falls; where the own
//! evaluation says nothing new, d is 0. It assumes that what was fitted on solved positions holds for those
//! that are searched, and that log-odds add.
//!
//! Decided here: all in the mover's view; the own evaluation is P(win) - P(loss), which has bounds; what the
//! children prove stands; b and c are never negative, so that a better child never makes a node worse. Where a
//! node has no estimate of its own, the product rule's aggregate is taken as it is.

use super::{BackupRule, ByNode, Minimax, Node, Product, Rule};
use crate::lanes::Real;
use crate::value::Win;

/// What was learned for one kind of node.
///
/// ```
/// use plyscope::rule::{Backing, BackupRule, Learned, Node};
/// use plyscope::value::{Player, Win};
/// let node = Node { mover: Player::FIRST, height: 1, level: 0 };
/// // Only the best child counts: minimax.
/// let minimax = Backing { product: 0.0, minimax: 1.0, ..Backing::PRODUCT };
/// let children = [Win::share(1, 2), Win::share(3, 4)];
/// assert!(Learned::new(minimax).back_up(node, &children, Some(Win::even())).ties(Win::share(3, 4)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Backing {
    /// a.
    pub intercept: f64,
    /// b, not negative.
    pub product: f64,
    /// c, not negative.
    pub minimax: f64,
    /// d.
    pub own: f64,
}

impl Backing {
    /// The product rule.
    pub const PRODUCT: Backing = Backing { intercept: 0.0, product: 1.0, minimax: 0.0, own: 0.0 };
}

/// A back-up rule with fitted numbers.
///
/// ```
/// use plyscope::rule::{Backing, BackupRule, Learned, Node};
/// use plyscope::value::{Player, Win};
/// let node = Node { mover: Player::FIRST, height: 1, level: 0 };
/// let children = [Win::even(), Win::even()];
/// let value = |backing| Learned::new(backing).back_up(node, &children, Some(Win::even()));
/// assert!(value(Backing::PRODUCT).ties(Win::share(3, 4)));
/// // Half of the product's log-odds: the root of 3 to 1.
/// let halved = value(Backing { product: 0.5, ..Backing::PRODUCT });
/// assert!((halved.first / halved.second - 3f64.sqrt()).abs() < 1e-9);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Learned {
    at: ByNode<Backing>,
}

impl Learned {
    /// The same numbers everywhere.
    pub fn new(backing: Backing) -> Self {
        Learned { at: ByNode::constant(backing) }
    }

    /// What was learned for every kind of node.
    pub fn fitted(at: ByNode<Backing>) -> Self {
        Learned { at }
    }

    /// The numbers, for people.
    pub fn numbers(&self) -> &ByNode<Backing> {
        &self.at
    }
}

impl<R: Real> BackupRule<Win<R>> for Learned {
    fn uses_own(&self) -> bool {
        true
    }

    /// What the children prove stands.
    fn keeps_certainty(&self) -> bool {
        true
    }

    fn combine(&self, node: Node, children: &[Win<R>]) -> Win<R> {
        Product.combine(node, children)
    }

    fn weigh(&self, node: Node, children: &[Win<R>], aggregate: Win<R>, own: Win<R>) -> Win<R> {
        let backing = self.at.get(node);
        let minimax = Minimax.combine(node, children).seen_by(node.mover);
        let (aggregate, own) = (aggregate.seen_by(node.mover), own.seen_by(node.mover));
        let back = |i| back_up(backing, aggregate.lane(i), minimax.lane(i), own.lane(i));
        Win::from_lanes(back).seen_by(node.mover)
    }
}

impl Rule for Learned {
    type Value = Win;
}

/// The largest log-odds: beyond, a double could not hold the smaller chance.
const LIMIT: f64 = 690.0;

fn back_up(backing: Backing, product: Win, minimax: Win, own: Win) -> Win {
    if product.first == 0.0 || product.second == 0.0 {
        return product;
    }
    let sum = backing.intercept
        + backing.product * product.logit()
        + term(backing.minimax, minimax.logit())
        + backing.own * (own.first - own.second);
    Win::from_logit(sum.clamp(-LIMIT, LIMIT))
}

/// Nothing times infinity is nothing here.
fn term(factor: f64, logit: f64) -> f64 {
    if factor == 0.0 { 0.0 } else { factor * logit.clamp(-LIMIT, LIMIT) }
}
