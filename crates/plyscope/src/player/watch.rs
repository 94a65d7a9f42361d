//! A search with somebody watching, of a game of any kind: drawings are made from it.
//!
//! It goes over a [`Bridge`], so that no search has to be compiled once more for every type of game: what is watched is
//! small.

use super::{AnyGame, Mind};
use crate::error::Result;
use crate::evaluator::{Across, AnyEvaluator, ErasedEvaluator};
use crate::game::{AnyPosition, Bridge, Crossed, ErasedGame, Solvable, Walk};
use crate::player::Gives;
use crate::rule::{Rule, WithRule};
use crate::search::{Budget, Frontier, Opinions, Recorder, Report, Search, ToTheEnd, Trace};
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
            mind.check(&Gives::of(&**evaluator), self.knows_truth())?;
        }
        let mut trace = None;
        let report =
            Bridged { game: self.erase(), mind, evaluator, budget }.search(from, Some(&mut trace))?;
        Ok(Traced { report, trace: trace.unwrap_or_else(Trace::unseen) })
    }
}

/// A search of a game of any kind by a rule of any kind.
pub(super) struct Bridged<'a> {
    pub(super) game: Arc<dyn ErasedGame>,
    pub(super) mind: &'a Mind,
    pub(super) evaluator: Option<&'a AnyEvaluator>,
    pub(super) budget: &'a Budget<'a>,
}

impl Bridged<'_> {
    /// Searches; the tree is put where it is wanted.
    pub(super) fn search(
        self,
        from: &AnyPosition,
        trace: Option<&mut Option<Trace<AnyValue>>>,
    ) -> Result<Report<AnyValue>> {
        let Bridged { game, mind, evaluator, budget } = self;
        let root = game.begin(from, Walk::Search);
        let bridge = Bridge::new(game);
        let position = bridge.cross(root);
        let across = evaluator.map(|evaluator| Across(&**evaluator));
        let over =
            Over { bridge: &bridge, position: &position, mind, budget, evaluator: across.as_ref(), trace };
        let found = mind.rule().apply(over);
        bridge.trouble()?;
        found
    }
}

/// What is searched, for a rule of any type.
struct Over<'a> {
    bridge: &'a Bridge,
    position: &'a Crossed,
    mind: &'a Mind,
    budget: &'a Budget<'a>,
    evaluator: Option<&'a Across<&'a dyn ErasedEvaluator>>,
    trace: Option<&'a mut Option<Trace<AnyValue>>>,
}

impl Over<'_> {
    fn search<V: Value>(self, frontier: &impl Frontier<Bridge, Value = V>) -> Result<Report<AnyValue>> {
        let search = self.mind.search();
        let report = match self.trace {
            None => search.search(self.bridge, self.position, frontier, self.budget)?,
            Some(trace) => {
                let mut recorder = Recorder::new();
                let watch = &mut recorder;
                let report =
                    search.search_watched(self.bridge, self.position, frontier, self.budget, watch)?;
                *trace = recorder.finish().map(|seen| seen.map(&Value::any));
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
            Some(evaluator) => self.search(&Opinions::knowing(bridge, evaluator, Known, rule)?),
        }
    }
}
