//! What an opened node is worth, and how much each child matters for it.

use super::{chance, clipped, logit};
use crate::error::{Error, Result};

/// What the children of a node are worth to its mover.
pub struct Children<'a> {
    /// The mover's chances after each move, those that are proved among them; a draw counts half.
    pub chances: &'a [f64],
    /// How likely each is drawn, where wins and draws are told apart; empty where they are not.
    pub draws: &'a [f64],
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
/// let children = Children { chances: &[0.5, 0.2], draws: &[], own: 0.4, opened: 1.0, evaluations: 2 };
/// assert!((BackUp::Product.value(&children) - 0.6).abs() < 1e-12); // both fail in 0.5 * 0.8
/// // Certain draws are told from even chances: two of them are no more than one.
/// let drawn = Children { chances: &[0.5, 0.5], draws: &[1.0, 1.0], ..children };
/// assert!((BackUp::Product.value(&drawn) - 0.5).abs() < 1e-12);
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
            None => clipped(children.product()),
            Some(weights) => chance(weights.logit(children)),
        }
    }

    /// How much the value changes with each child's chance: the partial derivatives.
    pub fn slopes(&self, children: &Children<'_>, slopes: &mut Vec<f64>) {
        slopes.clear();
        let chances = children.chances;
        children.put_product_slopes(slopes);
        let Some(weights) = self.weights(children) else { return };
        let value = chance(weights.logit(children));
        let (p, best) = (clipped(children.product()), best(chances));
        for (i, slope) in slopes.iter_mut().enumerate() {
            let chance = clipped(chances[i]);
            let by_best = if i == best { weights.c / (chance * (1.0 - chance)) } else { 0.0 };
            let by_product = match children.draws.is_empty() {
                true => weights.b / (p * (1.0 - chance)),
                false => weights.b * *slope / (p * (1.0 - p)),
            };
            *slope = value * (1.0 - value) * (by_product + by_best);
        }
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
            + self.b * logit(clipped(children.product()))
            + self.c * best
            + self.d * logit(clipped(children.own));
        sum.clamp(-super::CLIP, super::CLIP)
    }
}

impl Children<'_> {
    /// The product rule's value. Where wins and draws are told apart it is taken twice, for a win and for at least a draw,
    /// and the value is what is expected of both.
    fn product(&self) -> f64 {
        match self.draws.is_empty() {
            true => 1.0 - fail(self.chances.iter().copied()),
            false => 1.0 - (fail(self.wins()) + fail(self.at_least_draws())) / 2.0,
        }
    }

    /// How likely a draw is by the product rule, where that is told: at least a draw, but no win.
    pub(super) fn drawn(&self) -> f64 {
        if self.draws.is_empty() { 0.0 } else { fail(self.wins()) - fail(self.at_least_draws()) }
    }

    /// How much the product rule's value changes with each chance.
    fn put_product_slopes(&self, slopes: &mut Vec<f64>) {
        if self.draws.is_empty() {
            let fail = fail(self.chances.iter().copied());
            slopes.extend(self.chances.iter().map(|chance| fail / (1.0 - clipped(*chance))));
            return;
        }
        // A chance that changes takes both thresholds with it.
        let (win, draw) = (fail(self.wins()), fail(self.at_least_draws()));
        let both = self.wins().zip(self.at_least_draws());
        slopes.extend(
            both.map(|(wins, draws)| (win / (1.0 - clipped(wins)) + draw / (1.0 - clipped(draws))) / 2.0),
        );
    }

    fn wins(&self) -> impl Iterator<Item = f64> {
        self.chances.iter().zip(self.draws).map(|(chance, draw)| (chance - draw / 2.0).max(0.0))
    }

    fn at_least_draws(&self) -> impl Iterator<Item = f64> {
        self.chances.iter().zip(self.draws).map(|(chance, draw)| (chance + draw / 2.0).min(1.0))
    }
}

/// The chance that every move fails.
fn fail(chances: impl Iterator<Item = f64>) -> f64 {
    chances.map(|chance| 1.0 - chance).product()
}

fn best(chances: &[f64]) -> usize {
    (0..chances.len()).reduce(|best, i| if chances[i] > chances[best] { i } else { best }).unwrap_or(0)
}
