//! What the rules that learn learn: the weight of a node's own evidence, and the learned back-up.

use super::Lesson;
use super::climb::{Evidence, Fits, climb};
use super::regression::{Datum, regress, regress_rising};
use crate::error::Result;
use crate::rule::{Backing, ByNode, Fused, Fusion, Learned};

/// How much of a node's own evidence is new.
///
/// ```
/// use plyscope::calibration::{Weight, fit_fused};
/// use plyscope::catalogue::{Catalogue, Subject};
/// use plyscope::rule::Fused;
/// let catalogue = Catalogue::built_in();
/// let game = catalogue.game("leaf-tree(height=1,branching=2)")?;
/// let subject = Subject { game: &game, seed: 1, shelf: None };
/// let lesson = catalogue.evaluator("natural", &subject)?.lesson(&subject);
/// assert_eq!(fit_fused(&lesson, Weight::Given(0.5), 100, 1)?, Fused::new(0.5)); // nothing to learn
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Weight {
    /// Measured: the share of it that predicts the truth beyond what the children say.
    Measured,
    /// A number from 0 (already counted) to 1 (independent).
    Given(f64),
}

/// Log-odds beyond this are as good as certain to a fit, and would only drown the rest.
const CERTAIN: f64 = 30.0;

fn bounded(logit: f64) -> f64 {
    logit.clamp(-CERTAIN, CERTAIN)
}

/// Nothing can be learned where the children have settled it, and nothing is changed there.
fn open(evidence: &&Evidence) -> bool {
    evidence.product.first > 0.0 && evidence.product.second > 0.0
}

/// The fused rule for a game and an evaluator.
///
/// A calibrated evaluator's odds hold the prior chances already, so the base rate is measured and taken out;
/// other evaluators' odds are taken for likelihood ratios. Without either nothing is learned.
pub fn fit_fused(lesson: &Lesson, weight: Weight, solved: u32, heights: u32) -> Result<Fused> {
    let calibrated = lesson.is_calibrated();
    if let (Weight::Given(weight), false) = (weight, calibrated) {
        return Ok(Fused::new(weight));
    }
    climb(lesson, solved, heights, &FitFused { weight, calibrated })
}

struct FitFused {
    weight: Weight,
    calibrated: bool,
}

impl Fits for FitFused {
    type Fitted = Fusion;
    type Rule = Fused;

    fn fit(&self, evidence: &[Evidence]) -> Fusion {
        let successes: f64 = evidence.iter().map(|one| one.outcome).sum();
        let failures = evidence.len() as f64 - successes;
        let prior = match self.calibrated {
            true => libm::log(successes + 0.5) - libm::log(failures + 0.5),
            false => 0.0,
        };
        let weight = match self.weight {
            Weight::Given(weight) => weight,
            Weight::Measured => {
                let rows: Vec<Datum<1>> = evidence
                    .iter()
                    .filter(open)
                    .map(|one| Datum {
                        inputs: [bounded(one.own.logit()) - prior],
                        offset: bounded(one.product.logit()),
                        target: one.outcome,
                        weight: 1.0,
                    })
                    .collect();
                // A little doubt, in favour of the product rule, where there is little data.
                regress(&rows, [0.0], 1.0)[0].clamp(0.0, 1.0)
            }
        };
        Fusion { weight, prior }
    }

    fn rest(&self) -> Fusion {
        Fusion { weight: 0.0, prior: 0.0 }
    }

    fn rule(&self, at: ByNode<Fusion>) -> Fused {
        Fused::fitted(at)
    }
}

/// The learned rule for a game and an evaluator.
pub fn fit_learned(lesson: &Lesson, solved: u32, heights: u32) -> Result<Learned> {
    climb(lesson, solved, heights, &FitLearned)
}

struct FitLearned;

impl Fits for FitLearned {
    type Fitted = Backing;
    type Rule = Learned;

    fn fit(&self, evidence: &[Evidence]) -> Backing {
        let row = |one: &Evidence| {
            let (product, minimax) = (bounded(one.product.logit()), bounded(one.minimax.logit()));
            let inputs = [1.0, product, minimax, one.own.first - one.own.second];
            Datum { inputs, offset: 0.0, target: one.outcome, weight: 1.0 }
        };
        let rows: Vec<Datum<4>> = evidence.iter().filter(open).map(row).collect();
        // A little doubt, in favour of the product rule as it is, where there is little data.
        let [intercept, product, minimax, own] = regress_rising(&rows, [0.0, 1.0, 0.0, 0.0], 1.0);
        Backing { intercept, product, minimax, own }
    }

    fn rest(&self) -> Backing {
        Backing::PRODUCT
    }

    fn rule(&self, at: ByNode<Backing>) -> Learned {
        Learned::fitted(at)
    }
}
