//! Evaluators: opinions of positions, and, where they have one, of their own error.

mod adjusted;
mod artificial;
mod blurred;
mod budgeted;
mod by_function;
mod calibrated;
mod erased;
mod error_table;
mod histogram;
mod kalah;
mod lead;
mod lines;
mod natural;
mod othello;
mod playouts;
mod profile;
mod random;
mod redraw;
mod similarity;
mod tiles_left;
mod winner;

pub use crate::value::{Estimate, Opinion, Scale};
pub use adjusted::{Adjusted, Adjustment};
pub use artificial::{Artificial, ArtificialOn};
pub use blurred::{Blurred, Normal};
pub use budgeted::{Budgeted, EvaluationBudget};
pub use by_function::ByFunction;
pub use calibrated::{Calibrated, Calibration, seen_by};
pub(crate) use erased::RemoteEvaluator;
pub use erased::{AnyEvaluator, DynEvaluator, Shared};
pub use error_table::{Context, ErrorModel, ErrorTable};
pub use histogram::Histogram;
pub use kalah::{KalahFeatures, StoreDifference};
pub use lead::Lead;
pub use lines::{InLines, Lines};
pub use natural::{Model, Natural};
pub use othello::{Feature, OthelloFeature};
pub use playouts::{Playouts, PlayoutsOn};
pub use profile::{OwnError, Profile};
pub use random::Random;
pub use redraw::{Redraw, Spoken};
pub use similarity::Similarity;
pub use tiles_left::{TileDistance, TilesLeft};

use crate::error::Result;
use crate::game::Game;
use crate::rule::Reading;
use crate::tree::{Batch, DrawnTree, Levels, Place, Shape};
use crate::value::{Payoffs, Thresholds, Win};

/// An opinion of a game's positions. Searches do not ask about finished games, whose payoff is known, unless the end of
/// the game is hidden from them ([`LeafValues::hiding_end`](crate::search::LeafValues::hiding_end)).
///
/// ```
/// use plyscope::evaluator::{Estimate, Evaluator, Profile};
/// use plyscope::game::{Kalah, Pits, Player};
/// use plyscope::name::Name;
///
/// /// Who has more seeds on their side.
/// struct Sides;
///
/// impl Evaluator<Kalah> for Sides {
///     fn profile(&self) -> Profile {
///         Profile::scores(Name::new("sides"))
///     }
///     fn estimate(&self, game: &Kalah, position: &Pits) -> Estimate {
///         let seeds = |player| f64::from(game.on_side(position, player));
///         Estimate::score_of(seeds(Player::FIRST) - seeds(Player::SECOND))
///     }
/// }
/// ```
pub trait Evaluator<G: Game> {
    /// Its name and what it gives: the same at any time.
    fn profile(&self) -> Profile;

    /// Can it evaluate this game? What was learned on one game is refused on another.
    fn check(&self, _game: &G) -> Result<()> {
        Ok(())
    }

    /// What it thinks of a position: a pure function of the game and the position.
    fn estimate(&self, game: &G, position: &G::Position) -> Estimate;

    /// The same of many positions at once, for evaluators that are quicker so.
    fn estimates(&self, game: &G, positions: &[G::Position]) -> Vec<Estimate> {
        positions.iter().map(|position| self.estimate(game, position)).collect()
    }

    /// The chances of a win and of at least a draw, where it tells them apart ([`Profile::draws`]).
    fn thresholds(&self, _game: &G, _position: &G::Position) -> Option<Thresholds> {
        None
    }

    /// The same of many positions at once, for evaluators that are quicker so.
    fn thresholds_of(&self, game: &G, positions: &[G::Position]) -> Option<Vec<Thresholds>> {
        positions.iter().map(|position| self.thresholds(game, position)).collect()
    }

    /// What it thinks the position is worth to each player, where it has an idea of that ([`Profile::each`]): for max^n.
    fn each(&self, _game: &G, _position: &G::Position) -> Option<Payoffs> {
        None
    }

    /// What was spent on it, where that is counted ([`Budgeted`]).
    fn account(&self) -> Option<&EvaluationBudget> {
        None
    }

    /// Itself as an evaluator of many drawn trees at once, where it can do that.
    fn lanes(&self) -> Option<&dyn TreeEvaluator> {
        None
    }

    /// What it thinks of all nodes of up to [`LANES`] uniform trees of one shape, given by their roots; none where it knows no
    /// better way than node by node.
    fn flat(&self, _roots: &[(&G, &G::Position)]) -> Option<Flat> {
        None
    }
}

impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for &E {
    fn profile(&self) -> Profile {
        (**self).profile()
    }
    fn check(&self, game: &G) -> Result<()> {
        (**self).check(game)
    }
    fn estimate(&self, game: &G, position: &G::Position) -> Estimate {
        (**self).estimate(game, position)
    }
    fn estimates(&self, game: &G, positions: &[G::Position]) -> Vec<Estimate> {
        (**self).estimates(game, positions)
    }
    fn thresholds(&self, game: &G, position: &G::Position) -> Option<Thresholds> {
        (**self).thresholds(game, position)
    }
    fn thresholds_of(&self, game: &G, positions: &[G::Position]) -> Option<Vec<Thresholds>> {
        (**self).thresholds_of(game, positions)
    }
    fn each(&self, game: &G, position: &G::Position) -> Option<Payoffs> {
        (**self).each(game, position)
    }
    fn account(&self) -> Option<&EvaluationBudget> {
        (**self).account()
    }
    fn lanes(&self) -> Option<&dyn TreeEvaluator> {
        (**self).lanes()
    }
    fn flat(&self, roots: &[(&G, &G::Position)]) -> Option<Flat> {
        (**self).flat(roots)
    }
}

/// How many trials evaluators treat at once where values are numbers.
pub const LANES: usize = 8;

/// Estimates of a number of trials.
pub type LaneLevels = Levels<Win<[f64; LANES]>>;

/// What an evaluator says of all nodes of several uniform trees, a tree a lane.
#[derive(Debug, Clone, PartialEq)]
pub struct Flat {
    /// The shape of the trees. Their games are not over where it ends.
    pub shape: Shape,
    /// The first player's chances of winning.
    pub chances: Levels<[f64; LANES]>,
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

/// What an evaluator of synthetic trees can do besides: several trials at once, in lanes.
///
/// ```
/// use plyscope::evaluator::{Evaluator, Natural, TreeEvaluator};
/// use plyscope::key::Stream;
/// use plyscope::name::Settings;
/// use plyscope::rule::Reading;
/// use plyscope::tree::{ArcTree, Batch, Place};
/// let game = ArcTree::named("arc-tree(height=2,branching=2)")?;
/// let batch = Batch::<u64>::draw(std::sync::Arc::new(game), &[Stream::new(1, "example").block(0)], 0);
/// let natural = Natural::default();
/// // Lanes 8 to 15 at once; lane 3 of them is trial 11.
/// let levels = natural.levels(&batch, 8, Reading::Win, 2).expect("it has probabilities");
/// let alone = natural.estimate(&batch.tree(11), &Place::ROOT);
/// assert_eq!(Some(levels.at(Place::ROOT).lane(3)), alone.win());
/// # Ok::<(), plyscope::Error>(())
/// ```
pub trait TreeEvaluator: Send + Sync {
    /// For evaluators that only name winners, each wrong equally often: all 64 trials at once, down to the
    /// level `last`.
    fn winners(&self, _batch: &Batch<u64>, _last: u32) -> Option<Winners> {
        None
    }

    /// The estimates of the nodes down to the level `last` in lanes `first` to `first + LANES`, exact where
    /// the game is over; none where they cannot be read so.
    fn levels(&self, batch: &Batch<u64>, first: usize, reading: Reading, last: u32) -> Option<LaneLevels> {
        self.levels_in(LaneLevels::default(), EightTrials { batch, first, reading, last })
    }

    /// The same, which may be made in the memory of levels that are done with.
    fn levels_in(&self, space: LaneLevels, trials: EightTrials<'_>) -> Option<LaneLevels>;
}

/// What [`TreeEvaluator::levels`] is asked for.
#[derive(Clone, Copy)]
pub struct EightTrials<'a> {
    /// The trees.
    pub batch: &'a Batch<u64>,
    /// The first of the lanes.
    pub first: usize,
    /// How estimates are read.
    pub reading: Reading,
    /// The lowest level.
    pub last: u32,
}

/// Evaluators of drawn trees that know no better way than trial by trial.
trait OneByOne: Evaluator<DrawnTree> + Send + Sync {}

impl<E: OneByOne> TreeEvaluator for E {
    fn levels_in(&self, _: LaneLevels, trials: EightTrials<'_>) -> Option<LaneLevels> {
        let EightTrials { batch, first, reading, last } = trials;
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
