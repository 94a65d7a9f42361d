//! Solving as a search: minimax to the end of the game, whatever the depth that is asked for.

use super::{
    Abilities, AlphaBeta, Budget, DepthIn, Effort, Frontier, Report, Rules, Search, SearchInfo, Task, Watch,
};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::name::Name;

/// Alpha-beta to the end with exact scores for all moves: a player that makes no mistakes, where a game is
/// small enough. (For values and margins of larger games there is [`solve`](super::solve()).)
///
/// ```
/// use plyscope::game::{Game, TicTacToe};
/// use plyscope::rule::Minimax;
/// use plyscope::search::{Budget, Search, Solve, ToTheEnd};
/// let game = TicTacToe::default();
/// let end = ToTheEnd::new(&game, Minimax)?;
/// let report = Solve.search(&game, &game.start(), &end, &Budget::depth(1)?)?;
/// assert_eq!((report.value, report.ties.len()), (Some(0.0), 9)); // every opening draws
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Solve;

impl Solve {
    const SEARCH: AlphaBeta = AlphaBeta {
        shallow: None,
        killers: true,
        history: false,
        table: Some(16),
        plain_below: 1,
        depth_in: DepthIn::Plies,
        deepening: false,
        scout: false,
        aspiration: None,
        all_scores: true,
        all_ties: false,
    };
}

impl SearchInfo for Solve {
    fn name(&self) -> Name {
        Name::new("solve")
    }

    fn abilities(&self) -> Abilities {
        Abilities { rules: Rules::Minimax, deepening: false, chance: false }
    }

    /// A search that ends before the game does has found nothing: no move is better than another.
    fn check_effort(&self, effort: Effort) -> Result<()> {
        match effort {
            Effort::Depth(depth) => Budget::depth(depth).map(|_| ()),
            _ => Err(Error::Effort {
                search: self.name().to_string(),
                effort: effort.to_string(),
                efforts: "no limit: it goes to the end of the game, and stopped before that it has found nothing; for a limit \
                          take alpha-beta(deepening=yes)"
                    .into(),
            }),
        }
    }
}

impl<G: Game, F: Frontier<G> + ?Sized> Search<G, F> for Solve {
    fn run<W: Watch<F::Value> + ?Sized>(
        &self,
        task: &Task<'_, '_, G, F>,
        watch: &mut W,
    ) -> Result<Report<F::Value>> {
        Self::SEARCH.run(&Task { budget: &task.budget.to_the_end(), ..*task }, watch)
    }
}
