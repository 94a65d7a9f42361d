//! A player that searches.

use super::Contestant;
use crate::error::Result;
use crate::evaluator::AnyEvaluator;
use crate::game::{AnyPosition, RealGame};
use crate::registry::{Decision, Thinking};
use crate::search::Budget;
use std::sync::Arc;

/// A rule, a search and an evaluator, to a depth or a number of nodes.
#[derive(Clone)]
pub struct Searcher {
    /// The game that it plays.
    pub game: Arc<dyn RealGame>,
    /// Rule and search.
    pub thinking: Thinking,
    /// The evaluator.
    pub evaluator: Arc<AnyEvaluator>,
    /// How far it looks.
    pub budget: Budget<'static>,
}

impl Contestant for Searcher {
    fn choose(&self, position: &AnyPosition) -> Result<Decision> {
        self.game.decide(position, &self.thinking, &*self.evaluator, &self.budget)
    }
}
