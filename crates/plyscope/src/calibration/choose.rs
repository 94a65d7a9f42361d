//! Which rule is right, from the measured dependence of errors; and why.
//!
//! Where a node errs independently of its children, its own evaluation is new evidence: add it (`fused`).
//! Where their errors come together, it was counted with the children's already: leave it out, and see to
//! it that the frontier's probabilities are right (the product rule on a calibrated evaluator).

use super::{Dependence, Lesson, Weight, fit_fused};
use crate::error::Result;
use crate::rule::{AnyRule, Fused, Product};

/// Correlations of errors below this count as nearly independent: a line drawn by hand, not a result. The artificial
/// evaluator has 0; Kalah's evaluators were seen at .3 and .5, and connect four's lines at -.1, where adding and
/// leaving out come to the same because the weight is measured too.
pub(crate) const INDEPENDENT: f64 = 0.2;

/// A rule, and why it was chosen.
#[derive(Clone)]
pub struct Choice {
    /// The fused rule with what it learned; none where the product rule was chosen.
    pub fused: Option<Fused>,
    /// Its name.
    pub name: String,
    /// The reason, a sentence.
    pub why: String,
    /// What was measured.
    pub dependence: Dependence,
}

impl Choice {
    /// The rule.
    pub fn rule(&self) -> AnyRule {
        self.fused.clone().map_or(AnyRule::wins(Product), AnyRule::wins)
    }
}

/// Chooses between `fused` and `product` for a game and an evaluator; rules are fitted for heights up to
/// `heights` in real games.
pub fn choose(lesson: &Lesson, solved: u32, heights: u32) -> Result<Choice> {
    let dependence = Dependence::measure(lesson, solved, lesson.truths())?;
    let pairs = dependence.parent_child;
    let seen = pairs.seen();
    let product = |why: String, dependence| {
        let advice = match lesson.is_calibrated() {
            true => String::new(),
            false => "; the evaluator is not calibrated: calibrate=isotonic would serve it".into(),
        };
        let name = if lesson.is_calibrated() { "calibrated-product" } else { "product" };
        Choice { fused: None, name: name.into(), why: why + &advice, dependence }
    };
    let Some(phi) = pairs.phi() else {
        let why = format!("no errors to compare among {seen} pairs of parent and child: product");
        return Ok(product(why, dependence));
    };
    if phi.abs() < INDEPENDENT {
        let fused = fit_fused(lesson, Weight::Measured, solved, heights)?;
        let why = format!(
            "errors of parent and child are nearly independent (correlation {phi:.3} over {seen} pairs): a \
             node's own evaluation is new evidence, so it is added"
        );
        return Ok(Choice { fused: Some(fused), name: "fused(weight=measured)".into(), why, dependence });
    }
    let why = format!(
        "errors of parent and child come together (correlation {phi:.3} over {seen} pairs): a node's own \
         evaluation was counted with its children's, so only they count"
    );
    Ok(product(why, dependence))
}
