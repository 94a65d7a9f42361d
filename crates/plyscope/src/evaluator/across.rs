//! An evaluator without types, for searches over a [`RemoteGame`].

use super::{DynEvaluator, Estimate, Evaluator, Profile};
use crate::game::{AnyPosition, RemoteGame, RemotePosition};
use crate::value::{Payoffs, Thresholds};

/// An erased evaluator as an [`Evaluator`] of a bridged game; what goes wrong is kept by the bridge.
pub(crate) struct RemoteEvaluator<E>(pub(crate) E);

impl<E: std::ops::Deref<Target: DynEvaluator>> RemoteEvaluator<E> {
    fn ask<T>(
        &self,
        bridge: &RemoteGame,
        at: &RemotePosition,
        ask: impl FnOnce(&AnyPosition) -> crate::Result<T>,
    ) -> Option<T> {
        at.position().and_then(|position| bridge.noted(ask(position)))
    }
}

impl<E: std::ops::Deref<Target: DynEvaluator>> Evaluator<RemoteGame> for RemoteEvaluator<E> {
    fn profile(&self) -> Profile {
        self.0.profile()
    }
    fn estimate(&self, bridge: &RemoteGame, at: &RemotePosition) -> Estimate {
        let asked = |position: &AnyPosition| self.0.estimates(std::slice::from_ref(position));
        let found = self.ask(bridge, at, asked).and_then(|mut one| one.pop());
        // Of no meaning: whoever asked for the search is told what went wrong.
        found.unwrap_or_else(|| Estimate::score_of(0.0))
    }
    fn estimates(&self, bridge: &RemoteGame, positions: &[RemotePosition]) -> Vec<Estimate> {
        let there: Option<Vec<AnyPosition>> = positions.iter().map(|at| at.position().cloned()).collect();
        let found = there.and_then(|there| bridge.noted(self.0.estimates(&there)));
        found.unwrap_or_else(|| vec![Estimate::score_of(0.0); positions.len()])
    }
    fn thresholds(&self, bridge: &RemoteGame, at: &RemotePosition) -> Option<Thresholds> {
        let asked = |position: &AnyPosition| self.0.thresholds(std::slice::from_ref(position));
        self.ask(bridge, at, asked).flatten().and_then(|mut one| one.pop())
    }
    fn thresholds_of(&self, bridge: &RemoteGame, positions: &[RemotePosition]) -> Option<Vec<Thresholds>> {
        let there: Vec<AnyPosition> =
            positions.iter().map(|at| at.position().cloned()).collect::<Option<_>>()?;
        bridge.noted(self.0.thresholds(&there)).flatten()
    }
    fn each(&self, bridge: &RemoteGame, at: &RemotePosition) -> Option<Payoffs> {
        self.ask(bridge, at, |position| self.0.each(position)).flatten()
    }
}
