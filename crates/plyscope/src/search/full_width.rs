//! Full width: every move of every position, to a depth in plies or in turns, once or deeper and deeper.
//!
//! A player who moves again looks no further into the answer: where extra turns are part of the tactics, searches to
//! equal plies are not searches to equal turns, and rules that gain tempo by it look better than they are. Deepening
//! spends a number of nodes as alpha-beta does, so that any rule can be compared with it at equal nodes: all
//! iterations count, and the last whole one decides.

use super::depth_first::{Keep, Walk};
use super::halt::{Halt, Iteration, deepen};
use super::{Abilities, Counts, Frontier, Report, Search, SearchInfo, Task, Watch};
use crate::error::Result;
use crate::game::Game;
use crate::name::{Name, Settings, Values};

/// What depth is counted in.
///
/// ```
/// use plyscope::evaluator::StoreDifference;
/// use plyscope::game::{Game, Kalah};
/// use plyscope::rule::Minimax;
/// use plyscope::search::{Budget, DepthIn, FullWidth, LeafValues, Search};
/// let game = Kalah::new(4, 3)?;
/// let opinions = LeafValues::new(&game, StoreDifference::default(), Minimax)?;
/// let nodes = |depth_in| -> plyscope::Result<u64> {
///     let search = FullWidth { depth_in, ..FullWidth::default() };
///     Ok(search.search(&game, &game.start(), &opinions, &Budget::depth(2)?)?.counts.generated)
/// };
/// // Extra moves do not count as turns.
/// assert!(nodes(DepthIn::Turns)? > nodes(DepthIn::Plies)?);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DepthIn {
    /// Moves.
    #[default]
    Plies,
    /// Moves after which another player moves. Where a player may move again, as in Kalah, a turn is several plies.
    Turns,
}

impl DepthIn {
    /// Declares `depth-in`, which is written only where it is turns.
    pub(super) fn declare(&mut self, values: &mut Values<'_>) {
        let allowed = "plies, or turns: extra moves of the same player do not count";
        let words = [("plies", DepthIn::Plies), ("turns", DepthIn::Turns)];
        values.unusual().word("depth-in", "plies", allowed, self, &words);
    }
}

/// Visits every node down to the budget's depth; works with every rule.
///
/// ```
/// use plyscope::game::text::TextTree;
/// use plyscope::rule::Minimax;
/// use plyscope::search::{Budget, FullWidth, Search, ToTheEnd};
/// let tree: TextTree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let end = ToTheEnd::new(&tree, Minimax)?;
/// let report = FullWidth::default().search(&tree, &0, &end, &Budget::unlimited())?;
/// assert_eq!((report.counts.generated, report.counts.cut), (3 + 9, 0));
/// let deepening = FullWidth { deepening: true, ..FullWidth::default() };
/// assert_eq!(deepening.search(&tree, &0, &end, &Budget::depth(2)?)?.value, report.value);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FullWidth {
    /// What the budget's depth is counted in. A turn ends when another player is to move.
    pub depth_in: DepthIn,
    /// Depth 1, 2, 3, ...: a spent budget leaves the last.
    pub deepening: bool,
}

impl Settings for FullWidth {
    const KIND: &'static str = "full-width";
    const SUMMARY: &'static str = "Every move of every position, to a depth.";

    fn each(&mut self, values: &mut Values<'_>) {
        self.depth_in.declare(values);
        values.unusual().yes("deepening", "no", super::DEEPENING, &mut self.deepening);
    }
}

impl SearchInfo for FullWidth {
    fn name(&self) -> Name {
        self.to_name()
    }

    fn abilities(&self) -> Abilities {
        Abilities { deepening: self.deepening, ..Abilities::default() }
    }
}

impl<G: Game, F: Frontier<G> + ?Sized> Search<G, F> for FullWidth {
    fn run<W: Watch<F::Value> + ?Sized>(
        &self,
        task: &Task<'_, '_, G, F>,
        watch: &mut W,
    ) -> Result<Report<F::Value>> {
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
