//! Solved positions of a game, with keys of their own: what everything that learns here learns from.
//!
//! Drawn trees know their truth: every node of every tree counts, at its height. Positions of real games come one
//! from a random game each, and are all of one height (`positions.rs`).

use super::positions::{Positions, Solved};
use super::{Calibrate, Calibrator, Kind, Sample, Samples, Threshold};
use crate::error::{Error, Result};
use crate::evaluator::{AnyEvaluator, LANES, Scale, TreeEvaluator};
use crate::game::Player;
use crate::key::Stream;
use crate::lanes::Bits;
use crate::memory;
use crate::name::Name;
use crate::player::AnyGame;
use crate::rule::Reading;
use crate::tree::{Batch, DrawnTree, ErasedTreeGame, Place, Trees};
use crate::value::Outcome;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The largest drawn trees that are learned from.
pub const MAX_LEAVES: usize = 1 << 20;

/// What samples are for: each purpose has keys of its own.
///
/// ```
/// use plyscope::calibration::Purpose;
/// use plyscope::name::Name;
/// let stream = |purpose: Purpose| purpose.stream(1, &Name::new("kalah"));
/// assert_eq!(stream(Purpose::Fit), stream(Purpose::Fit));
/// assert_ne!(stream(Purpose::Fit), stream(Purpose::Measure)); // never fitted on what it is measured on
/// ```
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
///
/// ```
/// use plyscope::calibration::{TrainingSet, Purpose, Truths};
/// use plyscope::catalogue::{Catalogue, Subject};
/// let catalogue = Catalogue::built_in();
/// let game = catalogue.game("arc-tree(height=1,branching=2)")?;
/// let subject = Subject { game: &game, seed: 1, cache: None };
/// let evaluator = catalogue.evaluator("natural", &subject)?.evaluator;
/// let lesson = TrainingSet { game: game.clone(), evaluator, calibrate: None, seed: 1 };
/// // A tree of two plies has a root and two nodes below it that are not the end.
/// assert_eq!(lesson.samples(100, Purpose::Fit, Truths::Solved)?.seen(), 100 * (1 + 2));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Clone)]
pub struct TrainingSet {
    /// The game.
    pub game: AnyGame,
    /// The evaluator.
    pub evaluator: AnyEvaluator,
    /// How the evaluator itself was calibrated, if it was.
    pub calibrate: Option<Calibrate>,
    /// The seed of what is learned.
    pub seed: u64,
}

impl TrainingSet {
    /// The evaluator's name.
    pub fn evaluator_name(&self) -> Name {
        self.evaluator.name().clone()
    }

    /// Is the evaluator a calibrated one?
    pub fn is_calibrated(&self) -> bool {
        self.calibrate.is_some()
    }

    /// Where outcomes come from: the evaluator's own play, if it was calibrated on that, and best play otherwise.
    pub fn truths(&self) -> Truths {
        self.calibrate.map_or(Truths::Solved, |calibrate| calibrate.truths)
    }

    /// The evaluator in lanes and the trees that it evaluates, where the game is drawn by key.
    pub(super) fn lanes(&self) -> Option<(&Arc<dyn ErasedTreeGame>, &dyn TreeEvaluator)> {
        let Trees(trees) = self.game.family()?;
        Some((trees, self.evaluator.typed::<DrawnTree>()?.lanes()?))
    }

    /// Samples: every inner node of so many drawn trees, or so many positions of another game.
    pub fn samples(&self, solved: u32, purpose: Purpose, truths: Truths) -> Result<Samples> {
        let all = match self.lanes() {
            Some((trees, _)) => {
                let shape = trees.shape();
                memory::nodes(shape.branching(), shape.depth() - 1).saturating_mul(u128::from(solved))
            }
            None => u128::from(solved),
        };
        let mut samples = Samples::new(self.evaluator.profile().scale);
        let what = || format!("what is learned of {} on {}", self.evaluator_name(), self.game.name());
        self.families(solved, purpose, truths, false, |parent, _| {
            samples.add(parent);
            samples.check_memory(all, &what)
        })?;
        Ok(samples)
    }

    /// Samples to calibrate by phase, and the last progress of every phase but the last: phases have about as many
    /// samples each. Drawn trees have heights already, and no phases.
    pub(crate) fn samples_by_phase(
        &self,
        solved: u32,
        truths: Truths,
        phases: u32,
    ) -> Result<(Samples, Vec<u32>)> {
        if self.lanes().is_some() {
            return Err(Error::Settings {
                kind: "phases".into(),
                why: format!("{} is calibrated by height; phases are for real games", self.game.name()),
            });
        }
        let class = Positions::new(self, Purpose::Fit, truths)?;
        let mut all: Vec<(u32, Sample)> = Vec::new();
        class.each(solved, |roots| {
            let far = roots.iter().map(|root| self.game.progress(&root.position));
            all.extend(far.zip(class.samples(roots)?));
            Ok(())
        })?;
        Ok(self.divided(all, phases))
    }

    /// Samples with the progress of their positions, divided into phases.
    pub(super) fn divided(&self, all: Vec<(u32, Sample)>, phases: u32) -> (Samples, Vec<u32>) {
        let mut far: Vec<u32> = all.iter().map(|(progress, _)| *progress).collect();
        far.sort_unstable();
        let last = far.last().copied().unwrap_or(0);
        let ends = (1..phases as usize).filter_map(|i| far.get(i * far.len() / phases as usize).copied());
        let mut ends: Vec<u32> = ends.filter(|end| *end < last).collect();
        ends.dedup();
        let mut samples = Samples::new(self.evaluator.profile().scale);
        for (progress, sample) in all {
            samples.add(Sample { height: super::curves::phase(&ends, progress), ..sample });
        }
        (samples, ends)
    }

    /// The truth keys ([`Remote::truth_key`](crate::game::Remote::truth_key)) of the positions that are learned
    /// from for a purpose. In a small game some of them come again among those that are judged: the judge can leave
    /// those out. Drawn games have keys of their own for what is learned, and nothing to leave out.
    pub fn keys(&self, solved: u32, purpose: Purpose) -> Result<BTreeSet<u64>> {
        let mut keys = BTreeSet::new();
        if self.lanes().is_some() {
            return Ok(keys);
        }
        let class = Positions::new(self, purpose, Truths::Solved)?;
        for trial in 0..u64::from(solved) {
            let Some(position) = class.position(class.stream().trial(trial))? else { continue };
            keys.insert(self.game.truth_key(&position));
            // Where dependence is measured the truth of children is looked at too.
            if purpose == Purpose::Measure {
                keys.extend(class.below(&position)?.iter().map(|child| self.game.truth_key(child)));
            }
        }
        Ok(keys)
    }

    /// All that [`TrainingSet::keys`] has to leave out for the evaluator itself: nothing, if it is not calibrated.
    pub fn taught(&self) -> Result<BTreeSet<u64>> {
        let taught = |calibrate: Calibrate| self.keys(calibrate.solved, Purpose::Fit);
        self.calibrate.map_or(Ok(BTreeSet::new()), taught)
    }

    /// A calibrator fitted on samples of their own.
    pub fn calibrator(&self, kind: Kind, threshold: Threshold, samples: &Samples) -> Result<Calibrator> {
        Calibrator::fit(kind, threshold, &self.game.name(), &self.evaluator_name(), samples)
    }

    /// Every position that is learned from, with its children if they are wanted (those where the game is over
    /// are not among them: no estimate errs there).
    pub(super) fn families(
        &self,
        solved: u32,
        purpose: Purpose,
        truths: Truths,
        children: bool,
        mut visit: impl FnMut(Sample, &[Sample]) -> Result<()>,
    ) -> Result<()> {
        if let Some((trees, evaluator)) = self.lanes() {
            if truths == Truths::Play {
                return Err(Error::Settings {
                    kind: "truth=play".into(),
                    why: format!("{} knows its truth; truth=play is for games that do not", self.game.name()),
                });
            }
            let stream = purpose.stream(self.seed, &self.game.name());
            return drawn(trees, evaluator, &self.evaluator_name(), stream, solved, &mut visit);
        }
        let class = Positions::new(self, purpose, truths)?;
        class.each(solved, |roots| {
            // All children at once: they share what the solver finds out.
            let mut below = Vec::new();
            let mut counts = Vec::new();
            for root in roots {
                let mine = if children { class.below(&root.position)? } else { Vec::new() };
                counts.push(mine.len());
                below.extend(mine);
            }
            let mut solved = class.solved(below)?.into_iter();
            for (root, count) in class.samples(roots)?.into_iter().zip(counts) {
                let known: Vec<Solved> = solved.by_ref().take(count).flatten().collect();
                visit(root, &class.samples(&known)?)?;
            }
            Ok(())
        })
    }
}

/// Refuses trees that would take for ever.
pub(super) fn small_enough(game: &dyn ErasedTreeGame) -> Result<()> {
    let leaves = game.shape().leaves();
    if leaves <= MAX_LEAVES {
        return Ok(());
    }
    Err(Error::Settings {
        kind: game.name().to_string(),
        why: format!(
            "what is learned is learned from solved games of at most {MAX_LEAVES} leaves each; it has {leaves}"
        ),
    })
}

/// What an evaluator must give to be learned about on drawn trees.
pub(super) fn unreadable(evaluator: &Name) -> Error {
    Error::Settings { kind: evaluator.to_string(), why: "it does not give what is to be learned from".into() }
}

fn drawn(
    game: &Arc<dyn ErasedTreeGame>,
    evaluator: &dyn TreeEvaluator,
    name: &Name,
    stream: Stream,
    games: u32,
    visit: &mut impl FnMut(Sample, &[Sample]) -> Result<()>,
) -> Result<()> {
    small_enough(&**game)?;
    let shape = game.shape();
    let (branching, depth) = (shape.branching(), shape.depth());
    let needed = memory::drawn_games(branching, depth) + memory::estimates(branching, depth, LANES);
    memory::ask(&game.name().to_string(), needed)?;
    let mut below = Vec::with_capacity(shape.branching());
    for first in (0..games as usize).step_by(LANES) {
        let batch = Batch::<u64>::draw(game.clone(), &[stream.block(first as u64 / 64)], 0);
        let levels = evaluator.levels(&batch, first % 64, Reading::Win, shape.depth() - 1);
        let levels = levels.ok_or_else(|| unreadable(name))?;
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
                    visit(sample(place, lane), &below)?;
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
