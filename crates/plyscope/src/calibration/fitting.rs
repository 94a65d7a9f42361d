//! What the rules that learn learn: the weight of a node's own evidence, and the learned back-up.
//!
//! They are kept as texts: a header, one line a kind of node, a checksum. Numbers read back to the bit.

use super::TrainingSet;
use super::climb::{Evidence, Fits, climb};
use super::regression::{Datum, regress, regress_rising};
use crate::cache::{Kept, numbers, sealed};
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
/// let subject = Subject { game: &game, seed: 1, cache: None };
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
pub fn fit_fused(lesson: &TrainingSet, weight: Weight, solved: u32, heights: u32) -> Result<Fused> {
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
pub fn fit_learned(lesson: &TrainingSet, solved: u32, heights: u32) -> Result<Learned> {
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

/// Numbers that a rule has for one kind of node.
trait Numbers<const K: usize>: Copy {
    fn numbers(self) -> [f64; K];
    fn of(numbers: [f64; K]) -> Self;
}

impl Numbers<2> for Fusion {
    fn numbers(self) -> [f64; 2] {
        [self.weight, self.prior]
    }
    fn of([weight, prior]: [f64; 2]) -> Self {
        Fusion { weight, prior }
    }
}

impl Numbers<4> for Backing {
    fn numbers(self) -> [f64; 4] {
        [self.intercept, self.product, self.minimax, self.own]
    }
    fn of([intercept, product, minimax, own]: [f64; 4]) -> Self {
        Backing { intercept, product, minimax, own }
    }
}

fn to_text<T: Numbers<K>, const K: usize>(title: &str, at: &ByNode<T>) -> String {
    let line = |word: &str, numbers: [f64; K]| {
        let numbers: Vec<String> = numbers.iter().map(f64::to_string).collect();
        format!("{word} {}\n", numbers.join(" "))
    };
    let mut text = format!("{title}\n{}", line("rest", at.rest().numbers()));
    for row in at.rows() {
        text.push_str("level\n");
        row.iter().for_each(|numbers| text.push_str(&line("at", numbers.numbers())));
    }
    sealed(text)
}

fn from_text<T: Numbers<K>, const K: usize>(title: &str, text: &str) -> Result<ByNode<T>> {
    let mut kept = Kept::open("a fitted rule", title, text)?;
    let read = |row: &str| -> Option<T> { Some(T::of(numbers(row)?.try_into().ok()?)) };
    let rest = read(kept.field("rest")?).ok_or_else(|| kept.wrong("what holds elsewhere is missing"))?;
    let mut rows: Vec<Vec<T>> = Vec::new();
    while let Some(line) = kept.next() {
        match (line, rows.last_mut()) {
            ("level", _) => rows.push(Vec::new()),
            (line, Some(row)) => {
                let numbers = line.strip_prefix("at ").and_then(read);
                row.push(numbers.ok_or_else(|| kept.wrong("numbers are expected here"))?)
            }
            (_, None) => return Err(kept.wrong("a level is expected here")),
        }
    }
    Ok(ByNode::new(rest, rows))
}

const FUSED: &str = "plyscope fused 1";
const LEARNED: &str = "plyscope learned 1";

impl Fused {
    /// The rule as text.
    pub(crate) fn to_text(&self) -> String {
        to_text(FUSED, self.weights())
    }

    /// From text; refused where a line is damaged.
    pub(crate) fn from_text(text: &str) -> Result<Self> {
        from_text(FUSED, text).map(Fused::fitted)
    }
}

impl Learned {
    /// The rule as text.
    pub(crate) fn to_text(&self) -> String {
        to_text(LEARNED, self.numbers())
    }

    /// From text; refused where a line is damaged.
    pub(crate) fn from_text(text: &str) -> Result<Self> {
        from_text(LEARNED, text).map(Learned::fitted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_read_back_to_the_bit() {
        let fusion = |weight: f64| Fusion { weight, prior: -weight / 3.0 };
        let at = ByNode::new(fusion(0.0), vec![vec![], vec![fusion(0.1), fusion(1e-300)], vec![fusion(0.7)]]);
        let rule = Fused::fitted(at);
        assert_eq!(Fused::from_text(&rule.to_text()), Ok(rule.clone()));
        let learned =
            Learned::new(Backing { intercept: 0.1 + 0.2, product: 1.0 / 3.0, minimax: 0.0, own: -2.5 });
        assert_eq!(Learned::from_text(&learned.to_text()), Ok(learned));
        let text = rule.to_text();
        assert!(Fused::from_text(&text.replace("0.7", "0.8")).is_err(), "damage is seen");
        assert!(Learned::from_text(&text).is_err(), "one rule is not another");
    }
}
