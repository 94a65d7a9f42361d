//! Searches over a [`RemoteGame`]: of a game of any kind, by a rule and a search of any kind, watched or not.
//!
//! Rare rules and searches go this way, so that no search has to be compiled for them once more for every type of game. So do
//! searches that are watched, from which drawings are made: they are small.

use super::{AnyGame, RuleSearch};
use crate::error::Result;
use crate::evaluator::{AnyEvaluator, Budgeted, Evaluator, RemoteEvaluator};
use crate::game::{AnyPosition, Hints, Remote, RemoteGame, RemotePosition, Walk};
use crate::rule::{Rule, WithRule};
use crate::search::{Budget, Frontier, LeafValues, Moment, Recorder, Report, Search, ToTheEnd, Trace};
use crate::truth::Known;
use crate::value::{AnyValue, Value};
use std::sync::Arc;

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
        mind: &RuleSearch,
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

/// A search of a game of any kind by a rule of any kind.
pub(super) struct Bridged<'a> {
    pub(super) game: Arc<dyn Remote>,
    pub(super) mind: &'a RuleSearch,
    pub(super) evaluator: Option<&'a AnyEvaluator>,
    /// Distinct positions that it may be asked about, where that is limited.
    pub(super) evaluations: Option<u64>,
    pub(super) budget: &'a Budget<'a>,
}

impl Bridged<'_> {
    /// Searches; what was seen is put where it is wanted.
    pub(super) fn search(
        self,
        from: &AnyPosition,
        traced: Option<&mut Option<Traced>>,
    ) -> Result<Report<AnyValue>> {
        let Bridged { game, mind, evaluator, evaluations, budget } = self;
        let root = game.begin(from, Walk::Search);
        let bridge = RemoteGame::new(game);
        let position = bridge.cross(root);
        let across = evaluator.map(|evaluator| RemoteEvaluator(&**evaluator));
        let plain = across.as_ref().map(|across| across as &(dyn Evaluator<RemoteGame> + Send + Sync));
        let counted = plain.zip(evaluations).map(|(evaluator, most)| {
            Budgeted::new(evaluator, most, !mind.hides_end()).with_root(&bridge, &position)
        });
        let counting = counted.as_ref().map(|counted| counted as &(dyn Evaluator<RemoteGame> + Send + Sync));
        let evaluator = counting.or(plain);
        let over = Over { bridge: &bridge, position: &position, mind, budget, evaluator, traced };
        let found = mind.rule().apply(over);
        bridge.take_error()?;
        let mut report = found?;
        if let Some(account) = counted.as_ref().and_then(Evaluator::account) {
            report.counts.evaluated = account.asked();
        }
        Ok(report)
    }
}

/// What is searched, for a rule of any type.
struct Over<'a> {
    bridge: &'a RemoteGame,
    position: &'a RemotePosition,
    mind: &'a RuleSearch,
    budget: &'a Budget<'a>,
    evaluator: Option<&'a (dyn Evaluator<RemoteGame> + Send + Sync + 'a)>,
    traced: Option<&'a mut Option<Traced>>,
}

impl Over<'_> {
    fn search<V: Value>(self, frontier: &impl Frontier<RemoteGame, Value = V>) -> Result<Report<AnyValue>> {
        let search = self.mind.search();
        let report = match self.traced {
            None => search.search(self.bridge, self.position, frontier, self.budget)?,
            Some(traced) => {
                let mut recorder = Recorder::new();
                let watch = &mut recorder;
                let report =
                    search.search_watched(self.bridge, self.position, frontier, self.budget, watch)?;
                *traced = Some(Traced::new(report.clone(), recorder));
                report
            }
        };
        Ok(report.map(Value::any))
    }
}

impl WithRule for Over<'_> {
    type Output = Result<Report<AnyValue>>;

    fn with<R: Rule>(self, rule: R) -> Self::Output {
        let bridge = self.bridge;
        match self.evaluator {
            None => self.search(&ToTheEnd::new(bridge, rule)?),
            Some(evaluator) => {
                let opinions = LeafValues::knowing(bridge, evaluator, Known, rule)?;
                let hides_end = self.mind.hides_end();
                self.search(&opinions.hiding_end(hides_end))
            }
        }
    }
}
