//! A search with somebody watching, of a game of any kind: drawings are made from it.
//!
//! It goes over a bridge ([`Bridged`]): what is watched is small.

use super::bridged::Bridged;
use super::{AnyGame, Mind};
use crate::error::Result;
use crate::evaluator::AnyEvaluator;
use crate::game::AnyPosition;
use crate::search::{Budget, Moment, Recorder, Report, Trace};
use crate::value::{AnyValue, Value};

/// A search that was watched.
#[derive(Debug, Clone)]
pub struct Traced {
    /// What it found.
    pub report: Report<AnyValue>,
    /// The tree as it was seen.
    pub trace: Trace<AnyValue>,
    /// What happened, in order; none where it is too much to step through.
    pub moments: Option<Vec<Moment<AnyValue>>>,
}

impl Traced {
    /// From a report and what was recorded.
    pub fn new<V: Value>(report: Report<V>, mut recorder: Recorder<V>) -> Self {
        let moments = recorder.moments();
        let trace = recorder.finish().unwrap_or_else(Trace::unseen);
        Traced {
            report: report.map(Value::any),
            trace: trace.map(&Value::any),
            moments: moments.map(|all| all.into_iter().map(|moment| moment.map(&Value::any)).collect()),
        }
    }
}

impl AnyGame {
    /// Searches with somebody watching; without an evaluator to the end of the game.
    pub fn watch(
        &self,
        from: &AnyPosition,
        mind: &Mind,
        evaluator: Option<&AnyEvaluator>,
        budget: &Budget<'_>,
    ) -> Result<Traced> {
        mind.check_game(&**self)?;
        if let Some(evaluator) = evaluator {
            mind.check(evaluator.profile(), &**self)?;
            mind.check_players(evaluator.profile(), self.facts().players)?;
        }
        let mut traced = None;
        let report = Bridged { game: self.erase(), mind, evaluator, evaluations: None, budget }
            .search(from, Some(&mut traced))?;
        Ok(traced.unwrap_or(Traced { report, trace: Trace::unseen(), moments: None }))
    }
}
