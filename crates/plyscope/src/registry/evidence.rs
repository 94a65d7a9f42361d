//! Rules that use all the evidence. They learn from solved positions of the game, with keys of their own, what
//! an evaluator's opinions are worth there; so they are made for a game and an evaluator.

use super::{AnyRule, Entry, RULES, Registry};
use crate::calibration::{Lesson, Purpose, Weight, choose, fit_fused, fit_learned};
use crate::error::{Error, Result};
use crate::evaluator::Reading;
use crate::name::{Arguments, Name, Parameter};
use crate::registry::EvaluatorKind;
use crate::rule::Product;
use std::collections::BTreeSet;
use std::sync::Arc;

const WEIGHT: Parameter = Parameter {
    name: "weight",
    default: "measured",
    allowed: "measured, or a number from 0 (already counted) to 1 (independent)",
};
const SOLVED: Parameter = Parameter {
    name: "solved",
    default: "500",
    allowed: "how many solved games or positions it is fitted on, 64 to 100000",
};
const HEIGHTS: Parameter = Parameter {
    name: "heights",
    default: "4",
    allowed: "in real games it is fitted up to this height, 1 to 8, which then holds beyond",
};

fn size(arguments: &Arguments<'_>) -> Result<(u32, u32)> {
    Ok((arguments.integer("solved", 64..=100_000)?, arguments.integer("heights", 1..=8)?))
}

/// Is the evaluator calibrated? The rule's name says that it must be.
fn calibrated(rule: &str, lesson: &Lesson) -> Result<()> {
    if lesson.is_calibrated() {
        return Ok(());
    }
    Err(Error::Mismatch(format!(
        "{rule} is for a calibrated evaluator, such as one with calibrate=isotonic; {} is not (for an evaluator as \
         it is, use product)",
        lesson.evaluator_name()
    )))
}

/// Does it give what is asked for?
fn readable(rule: &str, lesson: &Lesson, reading: Reading) -> Result<()> {
    use crate::evaluator::Scale;
    let (scale, error) = match &lesson.evaluator {
        EvaluatorKind::Drawn(evaluator) => (evaluator.scale(), evaluator.knows_error()),
        EvaluatorKind::Real(evaluator) => (evaluator.scale(), evaluator.knows_error()),
    };
    let wanted = match reading {
        Reading::Win if scale != Scale::Probability => "probabilities",
        Reading::Certain if !error => "an estimate of the evaluator's own error",
        _ => return Ok(()),
    };
    Err(Error::Mismatch(format!(
        "{rule} needs {wanted}, which {} does not give; with calibrate=isotonic it does",
        lesson.evaluator_name()
    )))
}

/// Rules that learn.
pub const EVIDENCE_RULES: Registry<Lesson, AnyRule> = Registry {
    what: "rule",
    entries: &[
        Entry {
            name: "calibrated-product",
            summary: "The product rule; the evaluator must be calibrated.",
            parameters: &[],
            build: |_, lesson| {
                calibrated("calibrated-product", lesson)?;
                Ok(AnyRule::Win(Arc::new(Product), Reading::Win))
            },
        },
        Entry {
            name: "learned",
            summary: "Log-odds of product and minimax and the own evaluation, weighed as fitted at each height.",
            parameters: &[SOLVED, HEIGHTS],
            build: |arguments, lesson| {
                readable("learned", lesson, Reading::Win)?;
                let (solved, heights) = size(arguments)?;
                Ok(AnyRule::Win(Arc::new(fit_learned(lesson, solved, heights)?), Reading::Win))
            },
        },
        Entry {
            name: "fused",
            summary: "The product's log-odds plus the own evaluation's, as far as that is new evidence.",
            parameters: &[WEIGHT, SOLVED, HEIGHTS],
            build: |arguments, lesson| {
                readable("fused", lesson, Reading::Certain)?;
                let weight = match arguments.text("weight") {
                    "measured" => Weight::Measured,
                    _ => Weight::Given(arguments.number("weight", 0.0..=1.0)?),
                };
                let (solved, heights) = size(arguments)?;
                Ok(AnyRule::Win(Arc::new(fit_fused(lesson, weight, solved, heights)?), Reading::Certain))
            },
        },
        Entry {
            name: "two-thresholds",
            summary: "The product rule for a win and for at least a draw; the evaluator must be calibrated.",
            parameters: &[],
            build: |_, lesson| {
                calibrated("two-thresholds", lesson)?;
                match &lesson.evaluator {
                    EvaluatorKind::Real(_) => Ok(AnyRule::Win(Arc::new(Product), Reading::Thresholds)),
                    EvaluatorKind::Drawn(_) => Err(Error::Mismatch(format!(
                        "two-thresholds is for games with draws; {} has none, and calibrated-product is the same",
                        lesson.subject.game.name()
                    ))),
                }
            },
        },
        Entry {
            name: "chosen",
            summary: "Fused or the product rule, as the measured dependence of errors says.",
            parameters: &[SOLVED, HEIGHTS],
            build: |arguments, lesson| {
                readable("chosen", lesson, Reading::Win)?;
                readable("chosen", lesson, Reading::Certain)?;
                let (solved, heights) = size(arguments)?;
                Ok(choose(lesson, solved, heights)?.rule)
            },
        },
    ],
};

/// The keys of the real positions that a rule of this name and its evaluator learn from ([`Lesson::keys`]): they
/// are not to be judged by.
pub fn learned_from(text: &str, lesson: &Lesson) -> Result<BTreeSet<u64>> {
    let mut keys = lesson.taught()?;
    let name: Name = text.parse()?;
    let entry = EVIDENCE_RULES.entry(name.kind());
    if let Some(entry) = entry.filter(|entry| entry.parameters.iter().any(|one| one.name == SOLVED.name)) {
        let (solved, _) = size(&Arguments::resolve(entry.parameters, &name)?)?;
        keys.extend(lesson.keys(solved, Purpose::Rule)?);
        if entry.name == "chosen" {
            keys.extend(lesson.keys(solved, Purpose::Measure)?);
        }
    }
    Ok(keys)
}

/// Any rule by name, for a game and an evaluator: one of [`RULES`] or [`EVIDENCE_RULES`].
pub fn build_rule(text: &str, lesson: &Lesson) -> Result<AnyRule> {
    let name: Name = text.parse()?;
    if EVIDENCE_RULES.entry(name.kind()).is_some() {
        return EVIDENCE_RULES.build(text, lesson);
    }
    RULES.build(text, &()).map_err(|error| match error {
        Error::UnknownKind { what, name, known } => Error::UnknownKind {
            what,
            name,
            known: format!("{known}, {}", EVIDENCE_RULES.names().join(", ")),
        },
        other => other,
    })
}
