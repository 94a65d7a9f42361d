//! Rules with numbers that were learned, one set for each kind of node ([`ByNode`]).
//!
//! # A learned back-up
//!
//! [`Learned`]: log-odds = a + b logit(product) + c logit(minimax) + d (own evaluation).
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
//!
//! # Evidence added
//!
//! [`Fused`]: the children's aggregate and the node's own evaluation, as far as that is new. log-odds = log-odds of the product rule's aggregate + weight x log-likelihood ratio of the own evaluation.
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

use super::{BackupRule, Minimax, Node, Product, Properties, Reading, Rule};
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
    /// What the children prove stands.
    fn properties(&self) -> Properties {
        Properties { uses_own: true, keeps_certainty: true, ..Properties::default() }
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

/// One `T` for every level and height; where there is none, the nearest height's, or what holds elsewhere.
///
/// ```
/// use plyscope::rule::{ByNode, Node};
/// use plyscope::value::Player;
/// let weights = ByNode::new(0.0, vec![vec![0.1, 0.2]]); // one row holds for all levels
/// let at = |level, height| weights.get(Node { mover: Player::FIRST, height, level });
/// assert_eq!((at(0, 1), at(5, 2)), (0.1, 0.2));
/// assert_eq!(at(0, 9), 0.2); // the nearest height that was seen
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ByNode<T> {
    rest: T,
    /// `at[level][height - 1]`; a single row holds for all levels.
    at: Vec<Vec<T>>,
}

impl<T: Copy> ByNode<T> {
    /// The same everywhere.
    pub fn constant(value: T) -> Self {
        ByNode { rest: value, at: Vec::new() }
    }

    /// By level, then by height from 1; a single row holds for all levels. `rest` where there is nothing.
    pub fn new(rest: T, at: Vec<Vec<T>>) -> Self {
        ByNode { rest, at }
    }

    /// What holds where there is nothing.
    pub fn rest(&self) -> T {
        self.rest
    }

    /// By level, then by height from 1.
    pub fn rows(&self) -> &[Vec<T>] {
        &self.at
    }

    /// What holds at a node.
    pub fn get(&self, node: Node) -> T {
        let row = if self.at.len() == 1 { self.at.first() } else { self.at.get(node.level as usize) };
        let Some(row) = row else { return self.rest };
        row.get((node.height.max(1) - 1) as usize).or(row.last()).copied().unwrap_or(self.rest)
    }

    /// Everything that was learned: level, height, value.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32, T)> + '_ {
        let row = |(level, row): (usize, &Vec<T>)| {
            let entry = move |(i, value): (usize, &T)| (level as u32, i as u32 + 1, *value);
            row.iter().enumerate().map(entry).collect::<Vec<_>>()
        };
        self.at.iter().enumerate().flat_map(row)
    }
}

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
    /// What the children prove stands.
    fn properties(&self) -> Properties {
        Properties {
            reading: Reading::Certain,
            uses_own: true,
            keeps_certainty: true,
            ..Properties::default()
        }
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
