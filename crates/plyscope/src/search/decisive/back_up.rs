//! What an opened node is worth, and how much each child matters for it.

use super::{chance, clipped, logit};
use crate::error::{Error, Result};

/// What the children of a node are worth to whoever moves there.
pub struct Children<'a> {
    /// The mover's chances after each move, those that are proved among them.
    pub chances: &'a [f64],
    /// What an evaluator said of the node itself.
    pub own: f64,
    /// How many nodes were opened at it and below it.
    pub opened: f64,
    /// Positions evaluated so far.
    pub evaluations: u64,
}

/// How values rise where nothing is proved.
///
/// ```
/// use plyscope::search::decisive::{BackUp, Children};
/// let children = Children { chances: &[0.5, 0.2], own: 0.4, opened: 1.0, evaluations: 2 };
/// assert!((BackUp::Product.value(&children) - 0.6).abs() < 1e-12); // both fail in 0.5 * 0.8
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub enum BackUp {
    /// The product rule: the mover wins unless every move fails.
    #[default]
    Product,
    /// Learned from nodes of which the truth is known.
    Learned(Vec<Weights>),
}

/// A learned back-up, for nodes of which the graph has so many evaluations and the node so many opened nodes below it:
/// the logit of its value is a + b logit P + c (the largest logit of a child) + d logit (its own evaluation), with P the
/// product rule's value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// The largest number of evaluations that they are for.
    pub evaluations: u64,
    /// The largest whole binary logarithm of the number of opened nodes that they are for.
    pub level: u32,
    /// The constant.
    pub a: f64,
    /// The weight of the product.
    pub b: f64,
    /// The weight of the best child.
    pub c: f64,
    /// The weight of the node's own evaluation.
    pub d: f64,
}

impl BackUp {
    /// Learned weights, in rising order of evaluations and levels.
    pub fn learned(weights: Vec<Weights>) -> Result<Self> {
        let finite = |one: &Weights| [one.a, one.b, one.c, one.d].iter().all(|weight| weight.is_finite());
        let rising = weights.is_sorted_by_key(|one| (one.evaluations, one.level));
        if weights.is_empty() || !weights.iter().all(finite) || !rising {
            return Err(Error::Settings {
                kind: "a learned back-up".into(),
                why: "it has weights that are numbers, in rising order of evaluations and levels".into(),
            });
        }
        Ok(BackUp::Learned(weights))
    }

    /// What a node is worth to its mover.
    pub fn value(&self, children: &Children<'_>) -> f64 {
        match self.weights(children) {
            None => clipped(product(children.chances)),
            Some(weights) => chance(weights.logit(children)),
        }
    }

    /// How much the value changes with each child's chance: the partial derivatives.
    pub fn slopes(&self, children: &Children<'_>, slopes: &mut Vec<f64>) {
        slopes.clear();
        let chances = children.chances;
        let Some(weights) = self.weights(children) else {
            let fail = fail(chances);
            slopes.extend(chances.iter().map(|chance| fail / (1.0 - clipped(*chance))));
            return;
        };
        let value = chance(weights.logit(children));
        let (p, best) = (clipped(product(chances)), best(chances));
        slopes.extend(chances.iter().enumerate().map(|(i, chance)| {
            let chance = clipped(*chance);
            let by_best = if i == best { weights.c / (chance * (1.0 - chance)) } else { 0.0 };
            value * (1.0 - value) * (weights.b / (p * (1.0 - chance)) + by_best)
        }));
    }

    /// The stages at which weights change, in evaluations.
    pub(super) fn stage(&self, evaluations: u64) -> u64 {
        match self {
            BackUp::Product => 0,
            BackUp::Learned(weights) => of(weights, evaluations, u32::MAX).evaluations,
        }
    }

    fn weights(&self, children: &Children<'_>) -> Option<&Weights> {
        match self {
            BackUp::Product => None,
            BackUp::Learned(weights) => {
                Some(of(weights, children.evaluations, (children.opened as u64).max(1).ilog2()))
            }
        }
    }
}

/// The weights of a stage and a level; beyond the last ones those.
fn of(weights: &[Weights], evaluations: u64, level: u32) -> &Weights {
    let last = weights.last().expect("some were learned");
    let stage = weights.iter().find(|one| one.evaluations >= evaluations).unwrap_or(last).evaluations;
    let here = || weights.iter().filter(|one| one.evaluations == stage);
    here().find(|one| one.level >= level).or_else(|| here().next_back()).unwrap_or(last)
}

impl Weights {
    fn logit(&self, children: &Children<'_>) -> f64 {
        let best = logit(clipped(children.chances[best(children.chances)]));
        let sum = self.a
            + self.b * logit(clipped(product(children.chances)))
            + self.c * best
            + self.d * logit(clipped(children.own));
        sum.clamp(-super::CLIP, super::CLIP)
    }
}

/// The chance that every move fails.
fn fail(chances: &[f64]) -> f64 {
    chances.iter().map(|chance| 1.0 - chance).product()
}

/// The chance that not every move fails.
fn product(chances: &[f64]) -> f64 {
    1.0 - fail(chances)
}

fn best(chances: &[f64]) -> usize {
    (0..chances.len()).reduce(|best, i| if chances[i] > chances[best] { i } else { best }).unwrap_or(0)
}
