//! What the registry can do with a game of its own: search it as it is typed, at full speed.

use super::{AnyGame, AnyPosition, Game};
use crate::error::Result;
use crate::evaluator::{AnyEvaluator, Curves, OnAny, Universal};
use crate::key::TrialKey;
use crate::registry::{Decision, Thinking};
use crate::search::{Asked, Budget, Counts, Solvable, perft, solve, solve_each};
use crate::truth::TrueValue;
use std::sync::Arc;

/// What a solver found, with the moves named.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedSolution {
    /// The payoff of the first player is not below this.
    pub low: f64,
    /// And not above this.
    pub high: f64,
    /// A line of best play, where the value is known.
    pub line: Vec<String>,
    /// How much work it was.
    pub counts: Counts,
}

/// A game of the registry: every [`Solvable`] game that can be shared is one.
pub trait RealGame: Send + Sync {
    /// The game in its object-safe form.
    fn any(&self) -> AnyGame;
    /// See [`perft`].
    fn perft(&self, trial: TrialKey, depth: u32, budget: &Budget<'_>) -> Vec<u64>;
    /// See [`solve`].
    fn solve(&self, trial: TrialKey, table: u32, budget: &Budget<'_>) -> Result<NamedSolution>;
    /// What positions are worth; see [`solve_each`].
    fn values(
        &self,
        positions: &[AnyPosition],
        asked: Asked,
        table: u32,
        nodes: u64,
    ) -> Result<Vec<TrueValue>>;
    /// See [`Solvable::truth_key`].
    fn truth_key(&self, position: &AnyPosition) -> u64;
    /// An evaluator that knows every game, for this one; calibrated where it has learned.
    fn evaluated_by(&self, evaluator: Universal, curves: Option<Curves>) -> Result<Arc<AnyEvaluator>>;
    /// See [`Thinking::decide`].
    fn decide(
        &self,
        position: &AnyPosition,
        thinking: &Thinking,
        evaluator: &AnyEvaluator,
        budget: &Budget<'_>,
    ) -> Result<Decision>;
}

fn typed<P: 'static>(position: &AnyPosition) -> &P {
    position.get().expect("given to the game that made it")
}

impl<G> RealGame for G
where
    G: Solvable + Clone + Send + Sync + 'static,
    G::Position: Send + Sync + 'static,
{
    fn any(&self) -> AnyGame {
        AnyGame::new(self.clone())
    }

    fn perft(&self, trial: TrialKey, depth: u32, budget: &Budget<'_>) -> Vec<u64> {
        perft(self, &self.start_of(trial), depth, budget)
    }

    fn solve(&self, trial: TrialKey, table: u32, budget: &Budget<'_>) -> Result<NamedSolution> {
        let mut position = self.start_of(trial);
        let solution = solve(self, &position, table, budget)?;
        let mut line = Vec::new();
        for choice in &solution.line {
            line.push(Game::move_name(self, &position, choice));
            position = Game::play(self, &position, choice);
        }
        Ok(NamedSolution { low: solution.low, high: solution.high, line, counts: solution.counts })
    }

    fn values(
        &self,
        positions: &[AnyPosition],
        asked: Asked,
        table: u32,
        nodes: u64,
    ) -> Result<Vec<TrueValue>> {
        solve_each(self, positions.iter().map(typed), asked, table, nodes)
    }

    fn truth_key(&self, position: &AnyPosition) -> u64 {
        Solvable::truth_key(self, typed(position))
    }

    fn evaluated_by(&self, evaluator: Universal, curves: Option<Curves>) -> Result<Arc<AnyEvaluator>> {
        Ok(Arc::new(OnAny::new(self.clone(), evaluator.typed(), curves)?))
    }

    fn decide(
        &self,
        position: &AnyPosition,
        thinking: &Thinking,
        evaluator: &AnyEvaluator,
        budget: &Budget<'_>,
    ) -> Result<Decision> {
        // Unwrapped where position and evaluator are of this type: no allocation a node.
        match (position.get::<G::Position>(), evaluator.as_any().downcast_ref::<OnAny<G>>()) {
            (Some(position), Some(typed)) => thinking.decide(self, position, &*typed.evaluator, budget),
            _ => thinking.decide(&self.any(), position, evaluator, budget),
        }
    }
}
