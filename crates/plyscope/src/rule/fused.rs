//! Evidence added: the children's aggregate and the node's own evaluation, as far as that is new.
//!
//! log-odds = log-odds of the product rule's aggregate + weight x log-likelihood ratio of the own evaluation.
//!
//! Assumptions: siblings' errors are independent (as the product rule's), and the own evaluation's error is
//! independent of theirs, given the truth: then weight 1 is Bayes's rule. The weight is what is left of that:
//! 0 says that the own evaluation was counted with the children's (and makes it the product rule), and what is
//! between is measured on solved positions. EMM keeps the more certain of the two opinions and drops the other.
//!
//! Decided here: what the children prove stands, whatever the node itself looks like. The own estimate is read
//! with its own error, as EMM reads it: (1-e)/e is the likelihood ratio of a winner that is wrong with
//! probability e either way. Where the estimate is a calibrated probability, the `prior` log-odds are in it
//! already and are taken out.

use super::{BackupRule, ByNode, Node, Product, Reading, Rule};
use crate::lanes::Real;
use crate::value::Win;

/// How a node's own evidence counts.
///
/// ```
/// use plyscope::rule::{BackupRule, ByNode, Fused, Fusion, Node};
/// use plyscope::value::{Player, Win};
/// let node = Node { mover: Player::FIRST, height: 1, level: 0 };
/// // The own estimate is 3 to 1, and so it would be of any position: it says nothing new.
/// let rule = Fused::fitted(ByNode::constant(Fusion { weight: 1.0, prior: 3f64.ln() }));
/// let value = rule.back_up(node, &[Win::share(2, 5)], Some(Win::share(3, 4)));
/// assert!((value.first - 0.4).abs() < 1e-12);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fusion {
    /// From 0, already counted, to 1, independent.
    pub weight: f64,
    /// The mover's log-odds before anything is known, where the estimates hold them.
    pub prior: f64,
}

/// The product rule's aggregate and the node's own evidence, added.
///
/// ```
/// use plyscope::rule::{BackupRule, Fused, Node};
/// use plyscope::value::{Player, Win};
/// let node = Node { mover: Player::FIRST, height: 1, level: 0 };
/// let children = [Win::even(), Win::even()]; // together 3 to 1
/// let value = |weight| Fused::new(weight).back_up(node, &children, Some(Win::share(3, 4)));
/// assert!(value(1.0).ties(Win::share(9, 10))); // 3 to 1 twice is 9 to 1
/// assert!(value(0.0).ties(Win::share(3, 4))); // the product rule
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Fused {
    at: ByNode<Fusion>,
}

impl Fused {
    /// The same weight everywhere, for estimates that hold no prior.
    pub fn new(weight: f64) -> Self {
        Fused { at: ByNode::constant(Fusion { weight, prior: 0.0 }) }
    }

    /// What was learned for every kind of node.
    pub fn fitted(at: ByNode<Fusion>) -> Self {
        Fused { at }
    }

    /// The weights, for people.
    pub fn weights(&self) -> &ByNode<Fusion> {
        &self.at
    }
}

impl<R: Real> BackupRule<Win<R>> for Fused {
    fn reading(&self) -> Reading {
        Reading::Certain
    }

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

    fn reconcile(&self, node: Node, aggregate: Win<R>, own: Win<R>) -> Win<R> {
        let fusion = self.at.get(node);
        let (aggregate, own) = (aggregate.seen_by(node.mover), own.seen_by(node.mover));
        Win::from_lanes(|i| fuse(fusion, aggregate.lane(i), own.lane(i))).seen_by(node.mover)
    }
}

impl Rule for Fused {
    type Value = Win;
}

/// Odds multiply; both sides of the pair are kept, so nothing is lost near 1.
fn fuse(Fusion { weight, prior }: Fusion, aggregate: Win, own: Win) -> Win {
    if weight == 0.0 || aggregate.first == 0.0 || aggregate.second == 0.0 {
        return aggregate;
    }
    let power = |chance: f64| if weight == 1.0 { chance } else { libm::pow(chance, weight) };
    let before = if prior == 0.0 { 1.0 } else { libm::exp(weight * prior) };
    let (first, second) = (aggregate.first * power(own.first), aggregate.second * power(own.second) * before);
    let all = first + second;
    if all > 0.0 { Win { first: first / all, second: second / all } } else { aggregate }
}
