//! Searches: which nodes are visited. What a node is worth is a [rule](crate::rule)'s business, what
//! the frontier is worth an [evaluator](crate::evaluator)'s, read through a [`Frontier`].

mod alpha_beta;
mod budget;
mod depth_first;
mod erased;
mod forward_pruning;
mod frontier;
mod full_width;
mod layered;
pub mod levels;
mod pairs;
mod perft;
mod pruned;
mod report;
mod solve;
mod table;
mod to_the_end;
mod watch;

pub use alpha_beta::AlphaBeta;
pub use budget::{Budget, Meter};
pub use depth_first::DepthIn;
pub use erased::AnySearch;
pub use forward_pruning::ForwardPruning;
pub use frontier::{DrawnWins, Frontier, PayoffVectors, Scores, TerminalScores, TypedWins, Wins};
pub use full_width::FullWidth;
pub use layered::Layered;
pub use pairs::{PairScore, compare_pairs};
pub use perft::perft;
pub use pruned::{Order, Pruned};
pub use report::{Counts, Report, Score};
pub use solve::{Asked, Solution, Solvable, solve, solve_each};
pub use to_the_end::Solve;
pub use watch::{Bound, Recorder, Trace, Unwatched, Visit, Watch};

use crate::error::Result;
use crate::game::Game;
use crate::name::Name;
use crate::rule::BackupRule;

/// What is to be searched.
pub struct Task<'a, 'b, G: Game, F: ?Sized, R: ?Sized> {
    /// The game.
    pub game: &'a G,
    /// A position in which there is a move to choose.
    pub position: &'a G::Position,
    /// What the frontier is worth.
    pub frontier: &'a F,
    /// How values rise.
    pub rule: &'a R,
    /// How much may be done.
    pub budget: &'a Budget<'b>,
}

/// A way to visit a game's tree.
pub trait Search<G, F, R>
where
    G: Game,
    F: Frontier<G> + ?Sized,
    R: BackupRule<F::Value> + ?Sized,
{
    /// The name with all parameters.
    fn name(&self) -> Name;

    /// Searches.
    fn run(&self, task: &Task<'_, '_, G, F, R>) -> Result<Report<F::Value>>;

    /// The same, with somebody watching every node.
    fn run_watched(
        &self,
        task: &Task<'_, '_, G, F, R>,
        watch: &mut dyn Watch<F::Value>,
    ) -> Result<Report<F::Value>>;

    /// [`Search::run`], with the task's parts one by one.
    fn search(
        &self,
        game: &G,
        position: &G::Position,
        frontier: &F,
        rule: &R,
        budget: &Budget<'_>,
    ) -> Result<Report<F::Value>> {
        self.run(&Task { game, position, frontier, rule, budget })
    }

    /// [`Search::run_watched`], with the task's parts one by one.
    fn search_watched(
        &self,
        game: &G,
        position: &G::Position,
        frontier: &F,
        rule: &R,
        budget: &Budget<'_>,
        watch: &mut dyn Watch<F::Value>,
    ) -> Result<Report<F::Value>> {
        self.run_watched(&Task { game, position, frontier, rule, budget }, watch)
    }
}
