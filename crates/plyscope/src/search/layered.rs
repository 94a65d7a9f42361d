//! Full width, with depth in turns or in plies, once or deeper and deeper.
//!
//! A player who moves again looks no further into the answer: where extra turns are part of the tactics, searches to
//! equal plies are not searches to equal turns, and rules that gain tempo by it look better than they are. Deepening
//! spends a number of nodes as alpha-beta does, so that any rule can be compared with it at equal nodes: all
//! iterations count, and the last whole one decides.

use super::depth_first::{Keep, Walk};
use super::halt::{Halt, Iteration, deepen};
use super::{Abilities, Counts, DepthIn, Frontier, Report, Search, Searches, Task, Unwatched, Watch};
use crate::error::Result;
use crate::game::Game;
use crate::name::{Arguments, Name, Parameter};

/// Visits every node down to the budget's depth; works with every rule.
///
/// ```
/// use plyscope::evaluator::Lines;
/// use plyscope::game::{Game, TicTacToe};
/// use plyscope::rule::Minimax;
/// use plyscope::search::{Budget, Layered, Opinions, Search};
/// let game = TicTacToe::default();
/// let opinions = Opinions::new(&game, Lines::default(), Minimax)?;
/// let deepening = Layered { deepening: true, ..Layered::default() };
/// let report = deepening.search(&game, &game.start(), &opinions, &Budget::depth(2)?)?;
/// assert_eq!(report.counts.generated, 9 + (9 + 9 * 8)); // to depth 1, and again to depth 2
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Layered {
    /// What the budget's depth is counted in. A turn ends when somebody else is to move.
    pub depth_in: DepthIn,
    /// Depth 1, 2, 3, ...: a spent budget leaves the last.
    pub deepening: bool,
}

impl Layered {
    /// What `full-width(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        DepthIn::PARAMETER,
        Parameter { name: "deepening", default: "no", allowed: "yes or no: search to depth 1, 2, 3, ..." },
    ];

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        Ok(Layered { depth_in: DepthIn::build(arguments)?, deepening: arguments.yes("deepening")? })
    }

    fn layers<G, F>(
        &self,
        task: &Task<'_, '_, G, F>,
        watch: &mut (impl Watch<F::Value> + ?Sized),
    ) -> Result<Report<F::Value>>
    where
        G: Game,
        F: Frontier<G> + ?Sized,
    {
        let mut spent = Counts::default();
        let mut wrong = None;
        let limit = task.budget.plies();
        let told = |halt: Halt| halt.error(task.game);
        let report = deepen(self.deepening, limit, &told, &mut |depth, _| {
            let budget = task.budget.rest(depth, spent.generated);
            let iteration = Task { budget: &budget, ..*task };
            watch.restart();
            let walk = Walk::new(&iteration, Keep::All, &mut *watch).counting(self.depth_in);
            let found = walk.search(task.position).unwrap_or_else(|error| {
                wrong = Some(error);
                Err(Halt::Spent)
            });
            let (report, height) = found?;
            spent.generated += report.counts.generated;
            spent.evaluated += report.counts.evaluated;
            // A position that was cut off is at least as many plies below the root as it is turns.
            Ok(Iteration { report, horizon: height >= depth })
        });
        match wrong {
            Some(error) => Err(error),
            None => report.map(|report| {
                let counts =
                    Counts { generated: spent.generated, evaluated: spent.evaluated, ..report.counts };
                report.counting(counts)
            }),
        }
    }
}

impl Searches for Layered {
    fn name(&self) -> Name {
        let name = Name::new("full-width");
        let name = if self.depth_in == DepthIn::Turns { name.with("depth-in", "turns") } else { name };
        if self.deepening { name.with("deepening", "yes") } else { name }
    }

    fn abilities(&self) -> Abilities {
        Abilities { deepening: self.deepening, ..Abilities::default() }
    }
}

impl<G, F> Search<G, F> for Layered
where
    G: Game,
    F: Frontier<G> + ?Sized,
{
    fn run(&self, task: &Task<'_, '_, G, F>) -> Result<Report<F::Value>> {
        self.layers(task, &mut Unwatched)
    }

    fn run_watched(
        &self,
        task: &Task<'_, '_, G, F>,
        watch: &mut dyn Watch<F::Value>,
    ) -> Result<Report<F::Value>> {
        self.layers(task, watch)
    }
}
