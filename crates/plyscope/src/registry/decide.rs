//! A decision by a rule, a search and an evaluator of the registry, whatever type the rule works on.

use super::AnyRule;
use crate::error::{Error, Result};
use crate::evaluator::{Evaluator, Reading};
use crate::game::Game;
use crate::rule::{BackupRule, TwoThresholds};
use crate::search::{AnySearch, Budget, DrawnWins, Report, Scores, Search, Wins};
use crate::value::Win;

/// How a player thinks.
#[derive(Clone)]
pub struct Thinking {
    /// The back-up rule.
    pub rule: AnyRule,
    /// The search.
    pub search: AnySearch,
}

/// What a search decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The chosen move, by number.
    pub choice: usize,
    /// All moves that are as good.
    pub ties: Vec<usize>,
    /// Nodes generated, the root not among them.
    pub generated: u64,
    /// Did the search end by itself, within its budget?
    pub complete: bool,
}

impl<V> From<Report<V>> for Decision {
    fn from(report: Report<V>) -> Self {
        Decision {
            choice: report.choice,
            ties: report.ties,
            generated: report.counts.generated,
            complete: report.complete,
        }
    }
}

impl Thinking {
    /// Searches a position.
    pub fn decide<G: Game, E: Evaluator<G> + ?Sized>(
        &self,
        game: &G,
        position: &G::Position,
        evaluator: &E,
        budget: &Budget<'_>,
    ) -> Result<Decision> {
        match &self.rule {
            AnyRule::Ordered(rule) => {
                let rule: &dyn BackupRule<f64> = &**rule;
                let scores = Scores::new(game, evaluator)?;
                Ok(self.search.search(game, position, &scores, rule, budget)?.into())
            }
            AnyRule::Win(rule, Reading::Thresholds) => {
                let rule: &dyn BackupRule<Win> = &**rule;
                let wins = DrawnWins::new(game, evaluator)?;
                Ok(self.search.search(game, position, &wins, &TwoThresholds(rule), budget)?.into())
            }
            AnyRule::Win(rule, reading) => {
                let rule: &dyn BackupRule<Win> = &**rule;
                let wins = Wins::new(game, evaluator, *reading)?;
                Ok(self.search.search(game, position, &wins, rule, budget)?.into())
            }
            AnyRule::Typed(_) => Err(Error::Mismatch("a rule that is told the truth cannot play".into())),
            AnyRule::Payoffs(_) => {
                Err(Error::Mismatch("max-n searches to the end of the game and takes no estimates".into()))
            }
        }
    }
}
