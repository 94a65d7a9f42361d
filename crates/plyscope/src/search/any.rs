//! A search of any kind, for catalogues.

use super::decisive::Settings;
use super::{
    Abilities, AlphaBeta, Coalition, Effort, ForwardPruning, Frontier, FullWidth, Mcts, Pruned, Report,
    Search, SearchInfo, Solve, Star1, Task, Watch,
};
use crate::error::Result;
use crate::game::Game;
use crate::name::Name;

/// One of the searches there are, as a [`Search`] of every game and frontier.
///
/// ```
/// use plyscope::search::{AlphaBeta, AnySearch, SearchInfo};
/// let search = AnySearch::from(AlphaBeta { deepening: true, ..AlphaBeta::default() });
/// assert_eq!(search.name().kind(), "alpha-beta");
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum AnySearch {
    /// [`FullWidth`].
    FullWidth(FullWidth),
    /// [`AlphaBeta`].
    AlphaBeta(AlphaBeta),
    /// [`ForwardPruning`].
    ForwardPruning(ForwardPruning),
    /// [`Pruned`].
    Pruned(Pruned),
    /// [`Star1`].
    Star1(Star1),
    /// [`Solve`].
    Solve(Solve),
    /// [`Coalition`].
    Coalition(Coalition),
    /// [`Mcts`].
    Mcts(Mcts),
    /// [`Decisive`](super::decisive::Decisive).
    Decisive(Settings),
}

macro_rules! from_searches {
    ($($search:ident),*) => {$(
        impl From<$search> for AnySearch {
            fn from(search: $search) -> Self {
                AnySearch::$search(search)
            }
        }
    )*};
}
from_searches!(FullWidth, AlphaBeta, ForwardPruning, Pruned, Star1, Solve, Coalition, Mcts);

impl AnySearch {
    /// Is it full width to a depth in plies? Then lanes may do it level by level.
    pub fn is_full_width(&self) -> bool {
        matches!(self, AnySearch::FullWidth(search) if *search == FullWidth::default())
    }

    /// Does it sample, with a back-up of its own and no rule?
    pub fn sampling(&self) -> Option<Mcts> {
        match self {
            AnySearch::Mcts(mcts) => Some(*mcts),
            _ => None,
        }
    }

    /// Is it for few evaluations, with a back-up of its own and no rule?
    pub fn decisive(&self) -> Option<Settings> {
        match self {
            AnySearch::Decisive(settings) => Some(settings.clone()),
            _ => None,
        }
    }

    /// [`Search::run`] of the searches that are compiled for every type of game; none for those of games of chance and of several
    /// players, which go over a bridge.
    pub(crate) fn run_quick<G, F, W>(
        &self,
        task: &Task<'_, '_, G, F>,
        watch: &mut W,
    ) -> Option<Result<Report<F::Value>>>
    where
        G: Game,
        F: Frontier<G> + ?Sized,
        W: Watch<F::Value> + ?Sized,
    {
        Some(match self {
            AnySearch::FullWidth(search) => search.run(task, watch),
            AnySearch::AlphaBeta(search) => search.run(task, watch),
            AnySearch::ForwardPruning(search) => search.run(task, watch),
            AnySearch::Pruned(search) => search.run(task, watch),
            AnySearch::Solve(search) => search.run(task, watch),
            AnySearch::Star1(_) | AnySearch::Coalition(_) | AnySearch::Mcts(_) | AnySearch::Decisive(_) => {
                return None;
            }
        })
    }

    fn searches(&self) -> &dyn SearchInfo {
        match self {
            AnySearch::FullWidth(search) => search,
            AnySearch::AlphaBeta(search) => search,
            AnySearch::ForwardPruning(search) => search,
            AnySearch::Pruned(search) => search,
            AnySearch::Star1(search) => search,
            AnySearch::Solve(search) => search,
            AnySearch::Coalition(search) => search,
            AnySearch::Mcts(search) => search,
            AnySearch::Decisive(search) => search,
        }
    }
}

impl SearchInfo for AnySearch {
    fn name(&self) -> Name {
        self.searches().name()
    }
    fn abilities(&self) -> Abilities {
        self.searches().abilities()
    }
    fn check_effort(&self, effort: Effort) -> Result<()> {
        self.searches().check_effort(effort)
    }
}

impl<G: Game, F: Frontier<G> + ?Sized> Search<G, F> for AnySearch {
    fn run<W: Watch<F::Value> + ?Sized>(
        &self,
        task: &Task<'_, '_, G, F>,
        watch: &mut W,
    ) -> Result<Report<F::Value>> {
        match self {
            AnySearch::Star1(search) => search.run(task, watch),
            AnySearch::Coalition(search) => search.run(task, watch),
            AnySearch::Mcts(search) => Err(search.refuse_rule("one")),
            AnySearch::Decisive(search) => Err(search.refuse_rule("one")),
            quick => quick.run_quick(task, watch).expect("all others are quick"),
        }
    }
}
