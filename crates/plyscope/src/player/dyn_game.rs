//! What can be done with a game only where its types are known: players, solving, counting.
//!
//! Every [`Draw`] has it. Behind a pointer ([`AnyGame`](super::AnyGame)) no types are needed any more.

use super::decider::{Decider, Grown};
use super::sampler::Sampler;
use super::searcher::Searcher;
use super::{Parts, Plan, Player};
use crate::error::{Error, Result};
use crate::evaluator::{
    Adjusted, Adjustment, AnyEvaluator, Budgeted, Calibrated, Calibration, Evaluator, PlayoutsOn, Random,
    Shared,
};
use crate::game::{AnyPosition, Draw, Game, GamePosition, Hints, Remote, Walk};
use crate::search::decisive::Decisive;
use crate::search::{Budget, Counts, ScoreTable, SearchInfo, Solution, SolveGoal, Solver, perft, proofs};
use crate::truth::TrueValue;
use std::any::Any;
use std::sync::Arc;

/// What a solver found, with the moves named.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedSolution {
    /// The payoff of the first player is not below this.
    pub low: f64,
    /// And not above this.
    pub high: f64,
    /// Bounds of the first player's score, where that was asked for and the game has one.
    pub score: Option<(i32, i32)>,
    /// A line of best play, where the value is known.
    pub line: Vec<String>,
    /// How much work it was.
    pub counts: Counts,
}

/// An evaluator that knows every game by its rules alone.
///
/// ```
/// use plyscope::evaluator::Random;
/// use plyscope::game::TicTacToe;
/// use plyscope::player::{AnyGame, Universal};
/// let random = Random::new(3, 0)?;
/// let evaluator = AnyGame::new(TicTacToe::default()).universal(Universal::Random(random));
/// assert!(evaluator.typed::<TicTacToe>().is_some());
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Universal {
    /// Random games.
    Playouts(PlayoutsOn),
    /// A hash.
    Random(Random),
}

/// A game with everything that needs its types.
///
/// ```
/// use plyscope::game::TicTacToe;
/// use plyscope::key::Stream;
/// use plyscope::player::{AnyGame, DynGame};
/// use plyscope::search::Budget;
/// let game = AnyGame::new(TicTacToe::default());
/// let start = game.start(Stream::new(1, "example").trial(0))?;
/// assert_eq!(game.perft(&start, 3, &Budget::unlimited())?, [9, 9 * 8, 9 * 8 * 7]);
/// let solution = game.solve(&start, 1, &Budget::unlimited())?;
/// assert_eq!((solution.low, solution.high), (0.0, 0.0));
/// assert_eq!(solution.line.len(), 9); // a draw fills the board
/// # Ok::<(), plyscope::Error>(())
/// ```
pub trait DynGame: Remote {
    /// The family itself, for those who know its type.
    fn as_any(&self) -> &dyn Any;
    /// See [`perft`].
    fn perft(&self, from: &AnyPosition, depth: u32, budget: &Budget<'_>) -> Result<Vec<u64>>;
    /// The value of a position with best play: see [`solve`](crate::search::solve()).
    fn solve(&self, from: &AnyPosition, table: u32, budget: &Budget<'_>) -> Result<NamedSolution> {
        self.solve_for(from, SolveGoal::Value, table, budget)
    }
    /// The same for what was asked: see [`Solver::solve`].
    fn solve_for(
        &self,
        from: &AnyPosition,
        asked: SolveGoal,
        table: u32,
        budget: &Budget<'_>,
    ) -> Result<NamedSolution>;
    /// What positions are worth; they share a table of so many MiB, and each is given up when the budget is spent on it. With
    /// a limit of nodes values and winners are found by the plain solver: in Kalah the other works out endings whole, and a
    /// million nodes then solve fewer positions.
    fn values(
        &self,
        positions: &[AnyPosition],
        asked: SolveGoal,
        table: u32,
        budget: &Budget<'_>,
    ) -> Result<Vec<TrueValue>>;
    /// A table of so many MiB for [`DynGame::values_sharing`]; none where the game of this position has none to share.
    fn score_table(&self, position: &AnyPosition, mib: u32) -> Result<Option<ScoreTable>>;
    /// The same as [`DynGame::values`] with a table that other threads use too.
    fn values_sharing(
        &self,
        positions: &[AnyPosition],
        asked: SolveGoal,
        table: &ScoreTable,
        budget: &Budget<'_>,
    ) -> Result<Vec<TrueValue>>;
    /// See [`proofs`].
    fn proofs(&self, from: &AnyPosition, depth: u32) -> Result<Vec<Option<f64>>>;
    /// A player of this game; refused where plan, evaluator and game do not go together.
    fn player(self: Arc<Self>, plan: Plan, evaluator: &AnyEvaluator) -> Result<Arc<dyn Player>>;
    /// What a player for few evaluations can learn from what it grows from a position: at most so many nodes for each number of
    /// evaluations.
    fn grown(
        self: Arc<Self>,
        search: &Decisive,
        evaluator: &AnyEvaluator,
        from: &AnyPosition,
        evaluations: &[u64],
        most: usize,
    ) -> Result<Grown>;
    /// An evaluator that knows every game, for this one.
    fn universal(&self, evaluator: Universal) -> AnyEvaluator;
    /// An evaluator with what was learned about it; refused for one of another game.
    fn revised(&self, evaluator: &AnyEvaluator, revision: Arc<dyn Calibration>) -> Result<AnyEvaluator>;
    /// An evaluator whose numbers are changed; refused for one of another game.
    fn adjusted(&self, evaluator: &AnyEvaluator, adjustment: Adjustment) -> Result<AnyEvaluator>;
    /// Has the game a quiescence of its own ([`Hints::noisy`])?
    fn has_quiescence(&self, position: &AnyPosition) -> bool;
    /// How far a game has gone; see [`Hints::progress`].
    fn progress(&self, position: &AnyPosition) -> u32;
}

/// A family and an evaluator of its games: what every player here is made from.
pub(super) struct Pairing<F: Draw> {
    pub(super) family: Arc<F>,
    pub(super) evaluator: Shared<F::Game>,
    /// The same without types.
    pub(super) erased: AnyEvaluator,
}

impl<F: Draw> Pairing<F> {
    /// Refused where the evaluator is one of other games.
    fn new(family: Arc<F>, evaluator: &AnyEvaluator) -> Result<Self> {
        let typed = typed(&*family, evaluator)?.clone();
        Ok(Pairing { family, evaluator: typed, erased: evaluator.clone() })
    }

    /// Asks the evaluator about a game, where one is at hand.
    pub(super) fn check(&self) -> Result<()> {
        self.family.example().map_or(Ok(()), |example| self.evaluator.check(example))
    }

    pub(super) fn game_name(&self) -> String {
        Draw::name(&*self.family).to_string()
    }

    pub(super) fn parts(&self, rule: &str, search: &impl SearchInfo) -> Parts {
        let (evaluator, search) = (self.erased.name().to_string(), search.name().to_string());
        Parts { rule: rule.to_string(), evaluator, search }
    }

    /// The evaluator with a budget of distinct positions, where there is one; the root of a search costs nothing.
    pub(super) fn budgeted(
        &self,
        held: &GamePosition<F::Game>,
        evaluations: Option<u64>,
        rules: bool,
    ) -> Option<Budgeted<'_, F::Game>> {
        let budgeted = Budgeted::new(&*self.evaluator, evaluations?, rules);
        Some(budgeted.with_root(&held.game, &held.game.begin(&held.position, Walk::Search)))
    }

    /// With a budget where there is one.
    pub(super) fn asked<'a>(
        &'a self,
        budgeted: &'a Option<Budgeted<'a, F::Game>>,
    ) -> &'a (dyn Evaluator<F::Game> + Send + Sync + 'a) {
        match budgeted {
            Some(budgeted) => budgeted,
            None => &*self.evaluator,
        }
    }
}

/// The evaluator as one of this family's games.
fn typed<'a, F: Draw>(family: &F, evaluator: &'a AnyEvaluator) -> Result<&'a Shared<F::Game>> {
    evaluator.typed().ok_or_else(|| Error::Foreign {
        what: format!("the evaluator {}", evaluator.name()),
        made_for: "another kind of game".into(),
        given: Draw::name(family).to_string(),
    })
}

impl<F: Draw> DynGame for F {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn perft(&self, from: &AnyPosition, depth: u32, budget: &Budget<'_>) -> Result<Vec<u64>> {
        let GamePosition { game, position } = GamePosition::<F::Game>::of(from);
        let counts = perft(&**game, &game.begin(position, Walk::Count), depth, budget);
        self.take_error()?;
        Ok(counts)
    }

    fn solve_for(
        &self,
        from: &AnyPosition,
        asked: SolveGoal,
        table: u32,
        budget: &Budget<'_>,
    ) -> Result<NamedSolution> {
        let GamePosition { game, position } = GamePosition::<F::Game>::of(from);
        let mut position = game.begin(position, Walk::Search);
        let solution = Solver::new(&**game, table, budget)?.solve(&position, asked);
        self.take_error()?;
        let solution = solution?;
        let mut line = Vec::new();
        for choice in &solution.line {
            line.push(game.move_name(&position, choice));
            position = game.play(&position, choice);
        }
        self.take_error()?;
        let Solution { low, high, score, counts, .. } = solution;
        Ok(NamedSolution { low, high, score, line, counts })
    }

    fn values(
        &self,
        positions: &[AnyPosition],
        asked: SolveGoal,
        table: u32,
        budget: &Budget<'_>,
    ) -> Result<Vec<TrueValue>> {
        let mut values = Vec::with_capacity(positions.len());
        let mut solver = None;
        for position in positions {
            let GamePosition { game, position } = GamePosition::<F::Game>::of(position);
            // Positions of one game share what is found out; another game begins anew.
            let mut at_hand = match solver.take() {
                Some((last, solver)) if Arc::ptr_eq(last, game) => solver,
                _ if budget.limits_nodes() => Solver::within(&**game, table, budget)?,
                _ => Solver::new(&**game, table, budget)?,
            };
            let value = at_hand.value_of(&game.begin(position, Walk::Search), asked);
            self.take_error()?;
            values.push(value?);
            solver = Some((game, at_hand));
        }
        Ok(values)
    }

    fn score_table(&self, position: &AnyPosition, mib: u32) -> Result<Option<ScoreTable>> {
        ScoreTable::new(&*GamePosition::<F::Game>::of(position).game, mib)
    }

    fn values_sharing(
        &self,
        positions: &[AnyPosition],
        asked: SolveGoal,
        table: &ScoreTable,
        budget: &Budget<'_>,
    ) -> Result<Vec<TrueValue>> {
        let value = |position| {
            let GamePosition { game, position } = GamePosition::<F::Game>::of(position);
            let mut solver = Solver::sharing(&**game, table, budget)?;
            let value = solver.value_of(&game.begin(position, Walk::Search), asked);
            self.take_error()?;
            value
        };
        positions.iter().map(value).collect()
    }

    fn proofs(&self, from: &AnyPosition, depth: u32) -> Result<Vec<Option<f64>>> {
        let GamePosition { game, position } = GamePosition::<F::Game>::of(from);
        let proved = proofs(&**game, &game.begin(position, Walk::Search), depth);
        self.take_error()?;
        Ok(proved)
    }

    fn player(self: Arc<Self>, plan: Plan, evaluator: &AnyEvaluator) -> Result<Arc<dyn Player>> {
        let pairing = Pairing::new(self.clone(), evaluator)?;
        let made: Result<Arc<dyn Player>> = match plan {
            Plan::RuleSearch(mind) => Searcher::new(pairing, mind).map(|player| Arc::new(player) as _),
            Plan::Sampling { mcts, seed } => {
                Sampler::new(pairing, mcts, seed).map(|player| Arc::new(player) as _)
            }
            Plan::Decisive(search) => Decider::new(pairing, search).map(|player| Arc::new(player) as _),
        };
        // What went wrong in the game comes before what came of it.
        self.take_error()?;
        made
    }

    fn grown(
        self: Arc<Self>,
        search: &Decisive,
        evaluator: &AnyEvaluator,
        from: &AnyPosition,
        evaluations: &[u64],
        most: usize,
    ) -> Result<Grown> {
        Decider::new(Pairing::new(self, evaluator)?, search.clone())?.grown(from, evaluations, most)
    }

    fn universal(&self, evaluator: Universal) -> AnyEvaluator {
        match evaluator {
            Universal::Playouts(playouts) => AnyEvaluator::new::<F::Game>(playouts),
            Universal::Random(random) => AnyEvaluator::new::<F::Game>(random),
        }
    }

    fn revised(&self, evaluator: &AnyEvaluator, revision: Arc<dyn Calibration>) -> Result<AnyEvaluator> {
        let evaluator = typed(self, evaluator)?.clone();
        revision.check(&Draw::name(self), &evaluator.profile().name)?;
        let revised = Calibrated::<dyn Evaluator<F::Game> + Send + Sync>::new(evaluator, revision);
        Ok(AnyEvaluator::new::<F::Game>(revised))
    }

    fn adjusted(&self, evaluator: &AnyEvaluator, adjustment: Adjustment) -> Result<AnyEvaluator> {
        let evaluator = typed(self, evaluator)?.clone();
        let adjusted = Adjusted::<dyn Evaluator<F::Game> + Send + Sync>::new(evaluator, adjustment);
        Ok(AnyEvaluator::new::<F::Game>(adjusted))
    }

    fn has_quiescence(&self, position: &AnyPosition) -> bool {
        let GamePosition { game, position } = GamePosition::<F::Game>::of(position);
        game.noisy(position, &mut Vec::new()).is_some()
    }

    fn progress(&self, position: &AnyPosition) -> u32 {
        let GamePosition { game, position } = GamePosition::<F::Game>::of(position);
        game.progress(position)
    }
}
