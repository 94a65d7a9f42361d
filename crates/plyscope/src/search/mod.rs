//! Searches: which nodes are visited. What a node is worth is a [rule](crate::rule)'s business, what
//! the frontier is worth an [evaluator](crate::evaluator)'s; both come together as a [`Frontier`].

mod abilities;
mod alpha_beta;
mod any;
mod budget;
mod coalition;
pub mod decisive;
mod depth_first;
mod effort;
mod forward_pruning;
mod frontier;
mod full_width;
mod halt;
pub mod levels;
mod mcts;
mod pairs;
mod perft;
mod proof;
mod pruned;
mod report;
mod score_table;
mod solve;
mod star1;
mod table;
mod to_the_end;
mod watch;
mod written;

pub use abilities::{Abilities, Rules, SearchInfo};
pub use alpha_beta::AlphaBeta;
pub use any::AnySearch;
pub use budget::{Budget, Meter, Progress};
pub use coalition::Coalition;
pub use effort::{Effort, UNITS, Unit};
pub use forward_pruning::ForwardPruning;
pub use frontier::{Frontier, LeafValues, ToTheEnd};
pub use full_width::{DepthIn, FullWidth};
pub use halt::DEEPEST;
pub use mcts::{Backup, Mcts};
pub(crate) use mcts::{ForEach, InOneView, Leaves, Sampling};
pub use pairs::{PairScore, compare_pairs};
pub use perft::{finished_games, perft};
pub use proof::proofs;
pub use pruned::{Order, Pruned};
pub use report::{Checkpoint, Counts, Report, Score};
pub use score_table::ScoreTable;
pub use solve::{Solution, SolveGoal, Solver, solve};
pub use star1::Star1;
pub use to_the_end::Solve;
pub(crate) use watch::MOST_MOMENTS;
pub use watch::{Bound, Moment, Recorder, Trace, Unwatched, Visit, Watch};
pub use written::TextTreeValues;

use crate::error::{Error, Result};
use crate::game::Game;
use crate::rule::BackupRule;

/// What is to be searched.
///
/// ```
/// use plyscope::game::{Game, text::TextTree};
/// use plyscope::rule::Minimax;
/// use plyscope::search::{Budget, FullWidth, Search, Task, ToTheEnd, Unwatched};
/// let tree: TextTree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let (frontier, budget) = (&ToTheEnd::new(&tree, Minimax)?, &Budget::unlimited());
/// // After the second move: the second player takes the least of 2, 4 and 6.
/// let position = &tree.parse_position("2")?;
/// let report = FullWidth::default().run(&Task { game: &tree, position, frontier, budget }, &mut Unwatched)?;
/// assert_eq!((report.value, report.choice), (Some(2.0), 0));
/// # Ok::<(), plyscope::Error>(())
/// ```
pub struct Task<'a, 'b, G: Game, F: ?Sized> {
    /// The game.
    pub game: &'a G,
    /// A position in which there is a move to choose.
    pub position: &'a G::Position,
    /// What the frontier is worth, and the rule that backs it up.
    pub frontier: &'a F,
    /// How much may be done.
    pub budget: &'a Budget<'b>,
}

/// A way to visit a game's tree.
///
/// ```
/// use plyscope::game::text::TextTree;
/// use plyscope::rule::Minimax;
/// use plyscope::search::{AlphaBeta, Budget, Search, ToTheEnd};
/// let tree: TextTree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let report = AlphaBeta::default().search(&tree, &0, &ToTheEnd::new(&tree, Minimax)?, &Budget::unlimited())?;
/// assert_eq!((report.choice, report.counts.cut), (0, 2)); // Russell & Norvig's two leaves
/// # Ok::<(), plyscope::Error>(())
/// ```
pub trait Search<G, F>: SearchInfo
where
    G: Game,
    F: Frontier<G> + ?Sized,
{
    /// Searches, and tells the watch of every node.
    fn run<W: Watch<F::Value> + ?Sized>(
        &self,
        task: &Task<'_, '_, G, F>,
        watch: &mut W,
    ) -> Result<Report<F::Value>>;

    /// [`Search::run`] without a watch, and the task's parts one by one.
    fn search(
        &self,
        game: &G,
        position: &G::Position,
        frontier: &F,
        budget: &Budget<'_>,
    ) -> Result<Report<F::Value>> {
        self.run(&Task { game, position, frontier, budget }, &mut Unwatched)
    }

    /// [`Search::run`], with the task's parts one by one.
    fn search_watched(
        &self,
        game: &G,
        position: &G::Position,
        frontier: &F,
        budget: &Budget<'_>,
        watch: &mut dyn Watch<F::Value>,
    ) -> Result<Report<F::Value>> {
        self.run(&Task { game, position, frontier, budget }, watch)
    }
}

/// What may be said of deepening.
const DEEPENING: &str = "yes or no: search to depth 1, 2, 3, ...";

/// Refuses a game and a rule that a search which cuts by proof does not work with.
fn compatible<G, F>(search: &impl SearchInfo, task: &Task<'_, '_, G, F>) -> Result<()>
where
    G: Game,
    F: Frontier<G> + ?Sized,
{
    if task.game.facts().has_chance && !search.abilities().chance {
        let (what, game) = (search.name().to_string(), task.game.name().to_string());
        return Err(Error::Chance { what, game });
    }
    search.check_properties(task.frontier.rule().properties(), false, "another")
}
