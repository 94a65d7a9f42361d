//! An evaluator whose numbers are read through something that was learned about them.

use super::{
    EightTrials, Estimate, Evaluator, LaneLevels, Opinion, OwnError, Profile, Scale, Shared, TreeEvaluator,
};
use crate::error::Result;
use crate::game::{Hints, Player};
use crate::name::Name;
use crate::rule::Reading;
use crate::value::{Thresholds, Win};
use std::fmt;
use std::sync::Arc;

/// What an evaluator's numbers proved to be worth. All in the view of the player to move.
///
/// ```
/// use plyscope::evaluator::{Evaluator, Calibrated, Calibration, Shared, StoreDifference};
/// use plyscope::game::{Game, Kalah};
/// use plyscope::name::Name;
/// use plyscope::value::Win;
/// use std::sync::Arc;
///
/// /// Who is ahead wins nine games of ten.
/// struct NineOfTen;
///
/// impl Calibration for NineOfTen {
///     fn name(&self) -> Name {
///         Name::new("nine-of-ten")
///     }
///     fn check(&self, _: &Name, _: &Name) -> plyscope::Result<()> {
///         Ok(())
///     }
///     fn win(&self, _: u32, number: f64) -> Win {
///         Win::opinion(number > 0.0, 0.1)
///     }
///     fn tells_draws(&self) -> bool {
///         false
///     }
///     fn win_and_draw(&self, _: u32, _: f64) -> Option<(Win, Win)> {
///         None
///     }
/// }
/// let (game, stores): (_, Shared<Kalah>) = (Kalah::new(2, 2)?, Arc::new(StoreDifference::default()));
/// let revised = Calibrated::new(stores, Arc::new(NineOfTen));
/// let behind = game.parse_position("0,2|3|2,1|0 2")?; // the second player moves, three seeds behind
/// assert_eq!(revised.estimate(&game, &behind).win(), Some(Win::opinion(true, 0.1)));
/// # Ok::<(), plyscope::Error>(())
/// ```
pub trait Calibration: Send + Sync {
    /// The name of an evaluator that is read so.
    fn name(&self) -> Name;
    /// Refuses another game, and another evaluator, than it was learned from.
    fn check(&self, game: &Name, evaluator: &Name) -> Result<()>;
    /// The stage that it takes a position for, by the game's own stage and by how far the game has gone.
    fn stage(&self, stage: u32, _progress: &dyn Fn() -> u32) -> u32 {
        stage
    }
    /// The chances of a number at a [stage](Hints::stage) of the game.
    fn win(&self, stage: u32, number: f64) -> Win;
    /// Does it tell wins and draws apart?
    fn tells_draws(&self) -> bool;
    /// The chances of a win and of at least a draw, where it tells them apart.
    fn win_and_draw(&self, stage: u32, number: f64) -> Option<(Win, Win)>;
}

/// An evaluator with what was learned about it.
///
/// ```
/// use plyscope::calibration::{Calibrator, Curves, Kind, Sample, Samples, Threshold};
/// use plyscope::evaluator::{Evaluator, Calibrated, Scale, Shared, StoreDifference};
/// use plyscope::game::{Game, Kalah};
/// use plyscope::value::Outcome;
/// use std::sync::Arc;
/// let (game, stores): (_, Shared<Kalah>) = (Kalah::new(2, 2)?, Arc::new(StoreDifference::default()));
/// let mut samples = Samples::new(Scale::Score); // a single game, won with nothing in store
/// samples.add(Sample { height: 0, estimate: 0.0, outcome: Outcome::Win });
/// let (kind, threshold) = (Kind::Isotonic, Threshold::Points);
/// let learned = Calibrator::fit(kind, threshold, &game.name(), &stores.profile().name, &samples)?;
/// let revised = Calibrated::new(stores.clone(), Arc::new(Curves::kept(learned, &stores.profile().name)));
/// assert_eq!(revised.estimate(&game, &game.start()).score(), 0.75); // half a win and half a loss added
/// assert!(revised.check(&Kalah::new(3, 2)?).is_err()); // learned on another game
/// # Ok::<(), plyscope::Error>(())
/// ```
pub struct Calibrated<E: ?Sized> {
    evaluator: Arc<E>,
    revision: Arc<dyn Calibration>,
}

impl<G: Hints> Calibrated<dyn Evaluator<G> + Send + Sync> {
    /// Reads an evaluator so.
    pub fn new(evaluator: Shared<G>, revision: Arc<dyn Calibration>) -> Self {
        Calibrated { evaluator, revision }
    }

    /// What was said of a position, as it proved to be worth.
    fn read(&self, game: &G, position: &G::Position, said: &Estimate) -> Estimate {
        let mover = game.mover(position);
        let stage = self.revision.stage(game.stage(position), &|| game.progress(position));
        OwnError::Minority.win(self.revision.win(stage, seen_by(said, mover)).seen_by(mover))
    }

    /// The same for a win and for at least a draw, where both were learned.
    fn read_thresholds(&self, game: &G, position: &G::Position, said: &Estimate) -> Option<Thresholds> {
        let mover = game.mover(position);
        let stage = self.revision.stage(game.stage(position), &|| game.progress(position));
        let (win, draw) = self.revision.win_and_draw(stage, seen_by(said, mover))?;
        let (win, draw) = (win.seen_by(mover), draw.seen_by(mover));
        // What is a win to one is not even a draw to the other.
        Some(if mover == Player::FIRST {
            Thresholds { win, draw }
        } else {
            Thresholds { win: draw, draw: win }
        })
    }
}

/// An evaluator's number in a player's view; a score changes its sign, a probability becomes its complement.
pub fn seen_by(estimate: &Estimate, player: Player) -> f64 {
    match estimate.opinion {
        Opinion::Win(win) => win.seen_by(player).first,
        _ if player == Player::FIRST => estimate.score(),
        _ => -estimate.score(),
    }
}

impl<E: ?Sized> fmt::Debug for Calibrated<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Calibrated({})", self.revision.name())
    }
}

impl<G: Hints> Evaluator<G> for Calibrated<dyn Evaluator<G> + Send + Sync> {
    fn profile(&self) -> Profile {
        let (name, draws) = (self.revision.name(), self.revision.tells_draws());
        Profile { name, scale: Scale::Probability, error: true, draws, each: false }
    }
    fn check(&self, game: &G) -> Result<()> {
        self.evaluator.check(game)?;
        self.revision.check(&game.name(), &self.evaluator.profile().name)
    }
    fn estimate(&self, game: &G, position: &G::Position) -> Estimate {
        self.read(game, position, &self.evaluator.estimate(game, position))
    }
    fn estimates(&self, game: &G, positions: &[G::Position]) -> Vec<Estimate> {
        let said = self.evaluator.estimates(game, positions);
        positions.iter().zip(said).map(|(position, said)| self.read(game, position, &said)).collect()
    }
    fn thresholds(&self, game: &G, position: &G::Position) -> Option<Thresholds> {
        self.read_thresholds(game, position, &self.evaluator.estimate(game, position))
    }
    fn thresholds_of(&self, game: &G, positions: &[G::Position]) -> Option<Vec<Thresholds>> {
        let said = self.evaluator.estimates(game, positions);
        let both = positions.iter().zip(&said);
        both.map(|(position, said)| self.read_thresholds(game, position, said)).collect()
    }
    fn lanes(&self) -> Option<&dyn TreeEvaluator> {
        self.evaluator.lanes().map(|_| self as &dyn TreeEvaluator)
    }
}

impl<G: Hints> TreeEvaluator for Calibrated<dyn Evaluator<G> + Send + Sync> {
    fn levels_in(&self, space: LaneLevels, trials: EightTrials<'_>) -> Option<LaneLevels> {
        let shape = trials.batch.shape();
        let read = EightTrials { reading: Reading::Win, ..trials };
        let mut levels = self.evaluator.lanes()?.levels_in(space, read)?;
        levels.change(|place, wins| {
            if place.level == shape.depth() {
                return wins;
            }
            let (mover, height) = (shape.mover(place.level), shape.depth() - place.level);
            Win::from_lanes(|i| {
                let win = self.revision.win(height, wins.lane(i).seen_by(mover).first).seen_by(mover);
                trials.reading.of(&OwnError::Minority.win(win)).expect("it has a probability and an error")
            })
        });
        Some(levels)
    }
}
