//! Evaluators: opinions of positions, and, where they have one, of their own error.

mod artificial;
mod calibrated;
mod erased;
mod error_model;
mod error_table;
mod kalah_features;
mod lines;
mod model;
mod natural;
mod own_error;
mod playouts;
mod random;
mod shares;
mod store_difference;

pub use artificial::{Artificial, ArtificialOn};
pub use calibrated::{Calibrate, Calibrated, Curves};
pub use erased::{AnyEvaluator, OnAny, PlayoutsOn, RealEvaluator, Universal};
pub use error_model::{Context, ErrorModel};
pub use error_table::ErrorTable;
pub use kalah_features::KalahFeatures;
pub use lines::{InLines, Lines};
pub use model::Model;
pub use natural::Natural;
pub use own_error::OwnError;
pub use playouts::Playouts;
pub use random::Random;
pub use store_difference::StoreDifference;

use crate::error::Result;
use crate::game::Game;
use crate::name::Name;
use crate::tree::{Batch, DrawnTree, Levels, Place};
use crate::value::{Thresholds, Win};

/// What an evaluator's numbers are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Numbers of any range, comparable with payoffs.
    Score,
    /// The probability that the first player wins.
    Probability,
}

/// A number in the first player's view, on the evaluator's scale.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Opinion {
    /// Comparable with payoffs.
    Score(f64),
    /// The probability that the first player wins.
    Win(Win),
}

/// An evaluator's opinion of one position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// What it thinks.
    pub opinion: Opinion,
    /// The chance that it names the wrong winner, at most a half, where it has an idea of that.
    pub error: Option<f64>,
}

impl Estimate {
    /// The number that minimax compares.
    pub fn score(&self) -> f64 {
        match self.opinion {
            Opinion::Score(score) => score,
            Opinion::Win(win) => win.first,
        }
    }

    /// The probability that the product rule multiplies; none on a scale of scores.
    pub fn win(&self) -> Option<Win> {
        match self.opinion {
            Opinion::Score(_) => None,
            Opinion::Win(win) => Some(win),
        }
    }

    /// The winner it names with its own error, as EMM wants it; none where it gives no error.
    ///
    /// Where it names nobody (a half, a score of 0) the chances are even.
    pub fn certain(&self) -> Option<Win> {
        let error = self.error?;
        let (first, second) = match self.opinion {
            Opinion::Score(score) => (score > 0.0, score < 0.0),
            Opinion::Win(win) => (win.favours_first(), win.swapped().favours_first()),
        };
        Some(if first || second { Win::opinion(first, error) } else { Win::even() })
    }
}

/// An opinion of a game's positions. Finished games are not asked about: their payoff is known.
pub trait Evaluator<G: Game> {
    /// The name with all parameters.
    fn name(&self) -> Name;

    /// What its numbers are.
    fn scale(&self) -> Scale;

    /// Does it give an error with every estimate?
    fn knows_error(&self) -> bool;

    /// Can it evaluate this game? What was learned on one game is refused on another.
    fn check(&self, _game: &G) -> Result<()> {
        Ok(())
    }

    /// What it thinks of a position: a pure function of the game and the position.
    fn estimate(&self, game: &G, position: &G::Position) -> Estimate;

    /// The chances of a win and of at least a draw, where it tells them apart.
    fn thresholds(&self, _game: &G, _position: &G::Position) -> Option<Thresholds> {
        None
    }
}

impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for &E {
    fn name(&self) -> Name {
        (**self).name()
    }
    fn scale(&self) -> Scale {
        (**self).scale()
    }
    fn knows_error(&self) -> bool {
        (**self).knows_error()
    }
    fn check(&self, game: &G) -> Result<()> {
        (**self).check(game)
    }
    fn estimate(&self, game: &G, position: &G::Position) -> Estimate {
        (**self).estimate(game, position)
    }
    fn thresholds(&self, game: &G, position: &G::Position) -> Option<Thresholds> {
        (**self).thresholds(game, position)
    }
}

/// How many trials evaluators treat at once where values are numbers.
pub const LANES: usize = 8;

/// Estimates of so many trials.
pub type LaneLevels = Levels<Win<[f64; LANES]>>;

/// How a rule reads an estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reading {
    /// The probability of a win: [`Estimate::win`].
    Win,
    /// The named winner with the evaluator's own error: [`Estimate::certain`].
    Certain,
    /// The chances of a win and of at least a draw: [`Evaluator::thresholds`]. The rule works on each of them.
    Thresholds,
}

impl Reading {
    /// Reads an estimate, if it can be read so.
    pub fn of(self, estimate: &Estimate) -> Option<Win> {
        match self {
            Reading::Win => estimate.win(),
            Reading::Certain => estimate.certain(),
            // One number does not hold them.
            Reading::Thresholds => None,
        }
    }
}

/// What an evaluator that only names winners says of 64 trials at once.
#[derive(Debug, Clone, PartialEq)]
pub struct Winners {
    /// Is the first player named? Every lane; the truth where the game is over.
    pub first: Levels<u64>,
    /// How often it is wrong where the game is not over.
    pub error: f64,
    /// The level where the game is over.
    pub end: u32,
}

impl Winners {
    /// Some lanes as probabilities: what [`TreeEvaluator::levels_in`] gives, without asking the noise again.
    pub fn lanes_in(&self, space: LaneLevels, first: usize) -> LaneLevels {
        // Four lanes at a time, by the bits of the four: the chance of the one player, and of the other.
        let quads = |error: f64| -> [[f64; 4]; 16] {
            std::array::from_fn(|bits| std::array::from_fn(|i| Win::opinion(bits >> i & 1 == 1, error).first))
        };
        let (opinions, ends) = (quads(self.error), quads(0.0));
        self.first.map_in(space, self.first.last(), |place, named| {
            let quads = if place.level == self.end { &ends } else { &opinions };
            let lanes = |bits: u64| -> [f64; LANES] {
                let (low, high) = (&quads[(bits & 15) as usize], &quads[(bits >> 4 & 15) as usize]);
                [low[0], low[1], low[2], low[3], high[0], high[1], high[2], high[3]]
            };
            let named = named >> first;
            Win { first: lanes(named), second: lanes(!named) }
        })
    }
}

/// An evaluator of synthetic trees, one trial at a time or several in lanes.
pub trait TreeEvaluator: Evaluator<DrawnTree> + Send + Sync {
    /// For evaluators that only name winners, each wrong equally often: all 64 trials at once, down to the
    /// level `last`.
    fn winners(&self, _batch: &Batch<u64>, _last: u32) -> Option<Winners> {
        None
    }

    /// The estimates of the nodes down to the level `last` in lanes `first` to `first + LANES`, exact where
    /// the game is over; none where they cannot be read so.
    fn levels(&self, batch: &Batch<u64>, first: usize, reading: Reading, last: u32) -> Option<LaneLevels> {
        self.levels_in(LaneLevels::default(), batch, first, reading, last)
    }

    /// The same, which may be made in the memory of levels that are done with. The default asks trial by trial.
    fn levels_in(
        &self,
        _space: LaneLevels,
        batch: &Batch<u64>,
        first: usize,
        reading: Reading,
        last: u32,
    ) -> Option<LaneLevels> {
        let trees: Vec<DrawnTree> = (first..first + LANES).map(|lane| batch.tree(lane)).collect();
        let one = |tree: &DrawnTree, place: Place| match tree.is_over(&place) {
            true => Some(Win::opinion(tree.truth(place), 0.0)),
            false => reading.of(&self.estimate(tree, &place)),
        };
        // Evaluators are uniform: what can be read at the root can be read everywhere.
        one(&trees[0], Place::ROOT)?;
        let shape = batch.shape();
        Some(Levels::from_fn(shape, last.min(shape.depth()), |place| {
            Win::from_lanes(|i| one(&trees[i], place).expect("the scale is the same at every node"))
        }))
    }
}
