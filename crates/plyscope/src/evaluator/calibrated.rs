//! A calibrated evaluator: another one's numbers, as the probabilities that they proved to be.
//!
//! Every evaluator takes `calibrate=isotonic`, `logistic` or `table`: it is then asked about `solved` drawn
//! trees, or as many solved positions of a real game, with keys of their own, and what came true becomes its
//! probability. Its error is the smaller of the two chances. Calibrated on one game, it refuses another.

use super::{Estimate, Evaluator, LaneLevels, Opinion, Reading, Scale, TreeEvaluator};
use crate::calibration::{Calibrator, Kind, Lesson, Purpose, Threshold, Truths, seen_by};
use crate::error::Result;
use crate::game::Game;
use crate::name::{Arguments, Name, Parameter};
use crate::registry::{EvaluatorKind, Subject};
use crate::tree::{Batch, DrawnTree, Place};
use crate::value::{Thresholds, Win};
use std::fmt;
use std::sync::Arc;

/// How an evaluator is to be calibrated: what its name says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Calibrate {
    kind: Kind,
    solved: u32,
    truths: Truths,
}

impl Calibrate {
    /// The parameter that asks for it.
    pub const KIND: Parameter =
        Parameter { name: "calibrate", default: "none", allowed: "none, isotonic, logistic or table" };
    /// How much it learns from.
    pub const SOLVED: Parameter = Parameter {
        name: "solved",
        default: "2000",
        allowed: "how many solved games or positions it is calibrated on, 100 to 100000",
    };
    /// Where outcomes come from, in real games.
    pub const TRUTH: Parameter = Parameter {
        name: "truth",
        default: "solved",
        allowed: "solved (best play), or play (the evaluator's own play, real games only)",
    };

    /// Reads the parameters, of which `truth` is for real games; none where there is nothing to calibrate.
    pub fn build(arguments: &Arguments<'_>, real: bool) -> Result<Option<Self>> {
        let wanted = arguments.text("calibrate");
        let solved = arguments.integer("solved", 100..=100_000)?;
        let truths = match real.then(|| arguments.text("truth")) {
            None | Some("solved") => Truths::Solved,
            Some("play") => Truths::Play,
            Some(_) => return Err(arguments.refuse("truth")),
        };
        if wanted == "none" {
            return Ok(None);
        }
        let kind = Kind::ALL.into_iter().find(|kind| kind.to_string() == wanted);
        let kind = kind.ok_or_else(|| arguments.refuse("calibrate"))?;
        Ok(Some(Calibrate { kind, solved, truths }))
    }

    /// Refuses `truth=play` where games know their truth.
    pub fn only_solved(arguments: &Arguments<'_>) -> Result<()> {
        if arguments.text("truth") == "solved" { Ok(()) } else { Err(arguments.refuse("truth")) }
    }

    /// Learns what an evaluator's numbers are worth.
    pub fn learn(&self, subject: &Subject, evaluator: EvaluatorKind) -> Result<Curves> {
        let lesson = Lesson { subject: subject.clone(), evaluator };
        let samples = lesson.samples(self.solved, Purpose::Fit, self.truths)?;
        let fit = |threshold| lesson.calibrator(self.kind, threshold, &samples);
        let mut name = lesson.evaluator_name().with("calibrate", self.kind).with("solved", self.solved);
        if self.truths == Truths::Play {
            name = name.with("truth", "play");
        }
        let draws = Some((fit(Threshold::Win)?, fit(Threshold::Draw)?));
        Ok(Curves { name, points: fit(Threshold::Points)?, draws })
    }
}

/// What a calibrated evaluator has learned.
#[derive(Debug, Clone, PartialEq)]
pub struct Curves {
    name: Name,
    points: Calibrator,
    /// For a win, and for at least a draw.
    draws: Option<(Calibrator, Calibrator)>,
}

impl Curves {
    /// A calibrator that was kept, for the evaluator that it was fitted on.
    pub fn kept(calibrator: Calibrator, evaluator: &Name) -> Self {
        let name = evaluator.clone().with("calibrate", calibrator.kind()).with("solved", "kept");
        Curves { name, points: calibrator, draws: None }
    }

    /// The curve for points, a draw counting half.
    pub fn points(&self) -> &Calibrator {
        &self.points
    }

    /// In the view of the mover of a position at a height.
    fn win(&self, height: u32, estimate: f64) -> Win {
        self.points.win(height, estimate)
    }
}

/// An evaluator with what was learned about it.
pub struct Calibrated<E: ?Sized> {
    evaluator: Arc<E>,
    curves: Arc<Curves>,
}

impl<E: ?Sized> Calibrated<E> {
    fn estimate_of(&self, win: Win) -> Estimate {
        Estimate { opinion: Opinion::Win(win), error: Some(win.error()) }
    }
}

impl<E: ?Sized> fmt::Debug for Calibrated<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Calibrated({})", self.curves.name)
    }
}

impl<G: Game> Calibrated<dyn Evaluator<G> + Send + Sync> {
    /// Puts curves around the evaluator that they were fitted on; refused for another, or another game.
    pub fn new(
        game: &G,
        evaluator: Arc<dyn Evaluator<G> + Send + Sync>,
        curves: impl Into<Arc<Curves>>,
    ) -> Result<Self> {
        let curves = curves.into();
        curves.points.check(&game.name(), &evaluator.name())?;
        Ok(Calibrated { evaluator, curves })
    }
}

impl<G: Game> Evaluator<G> for Calibrated<dyn Evaluator<G> + Send + Sync> {
    fn name(&self) -> Name {
        self.curves.name.clone()
    }
    fn scale(&self) -> Scale {
        Scale::Probability
    }
    fn knows_error(&self) -> bool {
        true
    }
    fn check(&self, game: &G) -> Result<()> {
        self.evaluator.check(game)?;
        self.curves.points.check(&game.name(), &self.evaluator.name())
    }
    fn estimate(&self, game: &G, position: &G::Position) -> Estimate {
        let mover = game.mover(position);
        let number = seen_by(&self.evaluator.estimate(game, position), mover);
        self.estimate_of(self.curves.win(0, number).seen_by(mover))
    }
    fn thresholds(&self, game: &G, position: &G::Position) -> Option<Thresholds> {
        let (win, draw) = self.curves.draws.as_ref()?;
        let mover = game.mover(position);
        let number = seen_by(&self.evaluator.estimate(game, position), mover);
        let (win, draw) = (win.win(0, number).seen_by(mover), draw.win(0, number).seen_by(mover));
        // What is a win to one is not even a draw to the other.
        Some(if mover == crate::game::Player::FIRST {
            Thresholds { win, draw }
        } else {
            Thresholds { win: draw, draw: win }
        })
    }
}

impl Calibrated<dyn TreeEvaluator> {
    /// Puts curves around the evaluator that they were fitted on; refused for another, or another game.
    pub fn of_trees(
        game: &Name,
        evaluator: Arc<dyn TreeEvaluator>,
        curves: impl Into<Arc<Curves>>,
    ) -> Result<Self> {
        let curves = curves.into();
        curves.points.check(game, &evaluator.name())?;
        Ok(Calibrated { evaluator, curves })
    }
}

impl Evaluator<DrawnTree> for Calibrated<dyn TreeEvaluator> {
    fn name(&self) -> Name {
        self.curves.name.clone()
    }
    fn scale(&self) -> Scale {
        Scale::Probability
    }
    fn knows_error(&self) -> bool {
        true
    }
    fn check(&self, tree: &DrawnTree) -> Result<()> {
        self.evaluator.check(tree)?;
        self.curves.points.check(&tree.name(), &self.evaluator.name())
    }
    fn estimate(&self, tree: &DrawnTree, place: &Place) -> Estimate {
        let (mover, height) = (tree.mover(place), tree.shape().depth() - place.level);
        let number = seen_by(&self.evaluator.estimate(tree, place), mover);
        self.estimate_of(self.curves.win(height, number).seen_by(mover))
    }
}

impl TreeEvaluator for Calibrated<dyn TreeEvaluator> {
    fn levels_in(
        &self,
        space: LaneLevels,
        batch: &Batch<u64>,
        first: usize,
        reading: Reading,
        last: u32,
    ) -> Option<LaneLevels> {
        // There are no draws on these trees.
        if reading == Reading::Thresholds {
            return None;
        }
        let shape = batch.shape();
        let mut levels = self.evaluator.levels_in(space, batch, first, Reading::Win, last)?;
        levels.change(|place, wins| {
            if place.level == shape.depth() {
                return wins;
            }
            let (mover, height) = (shape.mover(place.level), shape.depth() - place.level);
            Win::from_lanes(|i| {
                let win = self.curves.win(height, wins.lane(i).seen_by(mover).first).seen_by(mover);
                reading.of(&self.estimate_of(win)).expect("it has a probability and an error")
            })
        });
        Some(levels)
    }
}
