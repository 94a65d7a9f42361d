//! How far errors come together: between a node and its child, and between siblings.
//!
//! It decides which rule is right. The product rule takes siblings' errors for independent; adding a node's
//! own evidence to its children's takes theirs for independent. Measured as the correlation of two
//! indicators, "names the wrong winner" (the phi coefficient), with its counts. Draws, and estimates that name
//! nobody, are left out; and where an evaluator never errs at either end there is no correlation to speak of.
//!
//! [`choose()`] says which rule is right, and why. Where a node errs independently of its children, its own evaluation is new evidence: add it (`fused`).
//! Where their errors come together, it was counted with the children's already: leave it out, and see to
//! it that the frontier's probabilities are right (the product rule on a calibrated evaluator).

use super::solved::middle;
use super::{Purpose, Sample, TrainingSet, Truths, Weight, fit_fused};
use crate::error::Result;
use crate::rule::{AnyRule, Fused, Product};
use crate::value::{Outcome, Scale};

/// Pairs of positions, by who of them was judged wrongly.
///
/// ```
/// use plyscope::calibration::Pairs;
/// // Errors that only come together, and errors that do not care.
/// assert_eq!(Pairs { neither: 3, first: 0, second: 0, both: 3 }.phi(), Some(1.0));
/// assert_eq!(Pairs { neither: 2, first: 2, second: 2, both: 2 }.phi(), Some(0.0));
/// assert_eq!(Pairs { neither: 5, ..Pairs::default() }.phi(), None); // no errors at all
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pairs {
    /// Both were judged rightly.
    pub neither: u64,
    /// Only the first wrongly.
    pub first: u64,
    /// Only the second wrongly.
    pub second: u64,
    /// Both wrongly.
    pub both: u64,
}

impl Pairs {
    /// One more pair.
    pub fn add(&mut self, first_wrong: bool, second_wrong: bool) {
        match (first_wrong, second_wrong) {
            (false, false) => self.neither += 1,
            (true, false) => self.first += 1,
            (false, true) => self.second += 1,
            (true, true) => self.both += 1,
        }
    }

    /// How many pairs there are.
    pub fn seen(&self) -> u64 {
        self.neither + self.first + self.second + self.both
    }

    /// The correlation of the two errors; none where one of them never or always occurs.
    pub fn phi(&self) -> Option<f64> {
        let [none, first, second, both] =
            [self.neither, self.first, self.second, self.both].map(|n| n as f64);
        let spread = (first + both) * (none + second) * (second + both) * (none + first);
        (spread > 0.0).then(|| (both * none - first * second) / libm::sqrt(spread))
    }
}

/// The dependence of an evaluator's errors on one game.
#[derive(Debug, Clone, PartialEq)]
pub struct Dependence {
    /// Node (first) and child (second).
    pub parent_child: Pairs,
    /// Neighbouring children of the same node.
    pub siblings: Pairs,
    /// Both by the upper node's height, from the lowest.
    pub by_height: Vec<(u32, Pairs, Pairs)>,
}

impl Dependence {
    /// Measured on held-out positions of their own key.
    pub fn measure(lesson: &TrainingSet, solved: u32, truths: Truths) -> Result<Self> {
        // In lanes all evaluators are read as probabilities.
        let scale = match lesson.lanes() {
            Some(_) => Scale::Probability,
            None => lesson.evaluator.profile().scale,
        };
        let wrong = |sample: &Sample| match sample.outcome {
            Outcome::Draw => None,
            _ if sample.estimate == middle(scale) => None,
            outcome => Some((sample.estimate > middle(scale)) != (outcome == Outcome::Win)),
        };
        let mut by_height = std::collections::BTreeMap::<u32, (Pairs, Pairs)>::new();
        lesson.families(solved, Purpose::Measure, truths, true, |parent, children| {
            let (up, across) = by_height.entry(parent.height).or_default();
            if let Some(own) = wrong(&parent) {
                children.iter().filter_map(wrong).for_each(|child| up.add(own, child));
            }
            for pair in children.windows(2) {
                if let (Some(left), Some(right)) = (wrong(&pair[0]), wrong(&pair[1])) {
                    across.add(left, right);
                }
            }
            Ok(())
        })?;
        let sum = |a: Pairs, b: &Pairs| Pairs {
            neither: a.neither + b.neither,
            first: a.first + b.first,
            second: a.second + b.second,
            both: a.both + b.both,
        };
        Ok(Dependence {
            parent_child: by_height.values().fold(Pairs::default(), |all, (up, _)| sum(all, up)),
            siblings: by_height.values().fold(Pairs::default(), |all, (_, across)| sum(all, across)),
            by_height: by_height.into_iter().map(|(height, (up, across))| (height, up, across)).collect(),
        })
    }
}

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
pub fn choose(lesson: &TrainingSet, solved: u32, heights: u32) -> Result<Choice> {
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
