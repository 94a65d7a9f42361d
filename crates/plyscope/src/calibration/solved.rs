//! Solved positions of a game, with keys of their own: what everything that learns here learns from.
//!
//! Drawn trees know their truth: every node of every tree counts, at its height. Positions of real games come one
//! from a random game each, and are all of one height (`positions.rs`).

use super::positions::Positions;
use super::{Calibrator, Kind, Outcome, Sample, Samples, Threshold};
use crate::error::{Error, Result};
use crate::evaluator::{LANES, Reading, Scale, TreeEvaluator};
use crate::game::{AnyPosition, Player};
use crate::key::Stream;
use crate::lanes::Bits;
use crate::name::Name;
use crate::registry::{EvaluatorKind, GameKind, Subject};
use crate::tree::{Batch, ErasedTreeGame, Place};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The largest drawn trees that are learned from.
pub const MAX_LEAVES: usize = 1 << 20;

/// What samples are for: each purpose has keys of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Calibrators are fitted on them.
    Fit,
    /// Held out: whatever was fitted is measured on them.
    Measure,
    /// Rules are fitted on them, on top of calibrated evaluators.
    Rule,
}

impl Purpose {
    /// The stream of keys for a game.
    pub fn stream(self, seed: u64, game: &Name) -> Stream {
        let name = match self {
            Purpose::Fit => "calibration",
            Purpose::Measure => "held-out",
            Purpose::Rule => "rules",
        };
        Stream::new(seed, &format!("{game}/{name}"))
    }
}

/// Where the outcome of a position comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Truths {
    /// Best play.
    Solved,
    /// Play of the evaluator against itself.
    Play,
}

/// A game and an evaluator to learn about.
#[derive(Clone)]
pub struct Lesson {
    /// The game, and the seed of what is learned.
    pub subject: Subject,
    /// The evaluator.
    pub evaluator: EvaluatorKind,
}

impl Lesson {
    /// The evaluator's name.
    pub fn evaluator_name(&self) -> Name {
        match &self.evaluator {
            EvaluatorKind::Drawn(evaluator) => evaluator.name(),
            EvaluatorKind::Real(evaluator) => evaluator.name(),
        }
    }

    /// Is the evaluator a calibrated one?
    pub fn is_calibrated(&self) -> bool {
        self.evaluator_name().get("calibrate").is_some()
    }

    /// Where outcomes come from: the evaluator's own play, if it was calibrated on that, and best play otherwise.
    pub fn truths(&self) -> Truths {
        match self.evaluator_name().get("truth") {
            Some("play") => Truths::Play,
            _ => Truths::Solved,
        }
    }

    /// Samples: every inner node of so many drawn trees, or so many positions of a real game.
    pub fn samples(&self, solved: u32, purpose: Purpose, truths: Truths) -> Result<Samples> {
        let scale = match &self.evaluator {
            EvaluatorKind::Drawn(evaluator) => evaluator.scale(),
            EvaluatorKind::Real(evaluator) => evaluator.scale(),
        };
        let mut samples = Samples::new(scale);
        self.families(solved, purpose, truths, false, |parent, _| samples.add(parent))?;
        Ok(samples)
    }

    /// The truth keys ([`RealGame::truth_key`](crate::game::RealGame::truth_key)) of the real positions that are
    /// learned from for a purpose. In a small game some of them come again among those that are judged: whoever
    /// judges can leave those out.
    pub fn keys(&self, solved: u32, purpose: Purpose) -> Result<BTreeSet<u64>> {
        let stream = purpose.stream(self.subject.seed, &self.subject.game.name());
        let (GameKind::Real(game), EvaluatorKind::Real(evaluator)) = (&self.subject.game, &self.evaluator)
        else {
            return Err(Error::Mismatch(format!(
                "{} has keys of their own for what is learned; there is nothing to leave out",
                self.subject.game.name()
            )));
        };
        let class = Positions::new(&**game, &**evaluator, stream, Truths::Solved)?;
        let mut keys = BTreeSet::new();
        for trial in 0..u64::from(solved) {
            let Some(position) = class.position(class.stream.trial(trial)) else { continue };
            keys.insert(game.truth_key(&position));
            // Where dependence is measured the truth of children is looked at too.
            if purpose == Purpose::Measure {
                keys.extend(class.below(&position).iter().map(|child| game.truth_key(child)));
            }
        }
        Ok(keys)
    }

    /// All that [`Lesson::keys`] has to leave out for the evaluator itself: nothing, if it is not calibrated.
    pub fn taught(&self) -> Result<BTreeSet<u64>> {
        let name = self.evaluator_name();
        let solved = name.get("solved").filter(|_| self.is_calibrated());
        solved
            .and_then(|solved| solved.parse().ok())
            .map_or(Ok(BTreeSet::new()), |solved| self.keys(solved, Purpose::Fit))
    }

    /// A calibrator fitted on samples of their own.
    pub fn calibrator(&self, kind: Kind, threshold: Threshold, samples: &Samples) -> Result<Calibrator> {
        Calibrator::fit(kind, threshold, &self.subject.game.name(), &self.evaluator_name(), samples)
    }

    /// Every position that is learned from, with its children if they are wanted (those where the game is over
    /// are not among them: nobody errs there).
    pub(super) fn families(
        &self,
        solved: u32,
        purpose: Purpose,
        truths: Truths,
        children: bool,
        mut visit: impl FnMut(Sample, &[Sample]),
    ) -> Result<()> {
        let stream = purpose.stream(self.subject.seed, &self.subject.game.name());
        match (&self.subject.game, &self.evaluator) {
            (GameKind::Drawn(game), EvaluatorKind::Drawn(evaluator)) => match truths {
                Truths::Solved => drawn(game, &**evaluator, stream, solved, &mut visit),
                Truths::Play => Err(Error::Mismatch(format!(
                    "{} knows its truth; truth=play is for real games",
                    game.name()
                ))),
            },
            (GameKind::Real(game), EvaluatorKind::Real(evaluator)) => {
                let class = Positions::new(&**game, &**evaluator, stream, truths)?;
                class.each(solved, |roots| {
                    // All children at once: they share what the solver finds out.
                    let below =
                        |root: &(AnyPosition, Outcome)| if children { class.below(&root.0) } else { vec![] };
                    let below: Vec<Vec<AnyPosition>> = roots.iter().map(below).collect();
                    let mut outcomes = class.outcomes(&below.concat())?.into_iter();
                    for ((root, outcome), below) in roots.iter().zip(&below) {
                        let known = below.iter().zip(outcomes.by_ref());
                        let known = known.filter_map(|(child, outcome)| Some(class.sample(child, outcome?)));
                        visit(class.sample(root, *outcome), &known.collect::<Vec<_>>());
                    }
                    Ok(())
                })
            }
            _ => Err(Error::Mismatch(format!(
                "nothing can be learned about {} with {}",
                self.subject.game.name(),
                self.evaluator_name()
            ))),
        }
    }
}

/// Refuses trees that would take for ever.
pub(super) fn small_enough(game: &dyn ErasedTreeGame) -> Result<()> {
    let leaves = game.shape().leaves();
    if leaves <= MAX_LEAVES {
        return Ok(());
    }
    Err(Error::Mismatch(format!(
        "what is learned is learned from solved games of at most {MAX_LEAVES} leaves each; {} has {leaves}",
        game.name()
    )))
}

/// What an evaluator must give to be learned about on drawn trees.
pub(super) fn unreadable(evaluator: &dyn TreeEvaluator) -> Error {
    Error::Mismatch(format!("{} does not give what is to be learned from", evaluator.name()))
}

fn drawn(
    game: &Arc<dyn ErasedTreeGame>,
    evaluator: &dyn TreeEvaluator,
    stream: Stream,
    games: u32,
    visit: &mut impl FnMut(Sample, &[Sample]),
) -> Result<()> {
    small_enough(&**game)?;
    let shape = game.shape();
    let mut below = Vec::with_capacity(shape.branching());
    for first in (0..games as usize).step_by(LANES) {
        let batch = Batch::<u64>::draw(game.clone(), &[stream.block(first as u64 / 64)], 0);
        let levels = evaluator.levels(&batch, first % 64, Reading::Win, shape.depth() - 1);
        let levels = levels.ok_or_else(|| unreadable(evaluator))?;
        let sample = |place: Place, lane: usize| {
            let mover = shape.mover(place.level);
            let wins = batch.truth().at(place).lane(first % 64 + lane) == (mover == Player::FIRST);
            Sample {
                height: shape.depth() - place.level,
                estimate: levels.at(place).lane(lane).seen_by(mover).first,
                outcome: if wins { Outcome::Win } else { Outcome::Loss },
            }
        };
        for level in 0..shape.depth() {
            for index in 0..shape.width(level) {
                let place = Place { level, index };
                for lane in 0..LANES.min(games as usize - first) {
                    below.clear();
                    if level + 1 < shape.depth() {
                        below.extend((0..shape.branching()).map(|i| sample(shape.child(place, i), lane)));
                    }
                    visit(sample(place, lane), &below);
                }
            }
        }
    }
    Ok(())
}

/// What a number must exceed to name the mover as the winner.
pub(super) fn middle(scale: Scale) -> f64 {
    match scale {
        Scale::Score => 0.0,
        Scale::Probability => 0.5,
    }
}
