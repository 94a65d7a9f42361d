//! A player that spends few evaluations where they matter most.

use super::{Observation, Parts, Player};
use crate::error::{Error, Result};
use crate::evaluator::{Estimate, Scale, Shared};
use crate::game::{AnyPosition, Family, Game, Held, Player as Side, Walk};
use crate::search::decisive::{Decision, Decisive};
use crate::search::{Counts, Effort, Score, Searches};
use crate::value::{AnyValue, Win};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The search and an evaluator, for the games of a family.
pub(super) struct Decider<F: Family> {
    pub(super) family: Arc<F>,
    pub(super) search: Decisive,
    pub(super) evaluator: Shared<F::Game>,
}

impl<F: Family> Decider<F> {
    /// Refuses what does not go together.
    pub(super) fn new(family: Arc<F>, search: Decisive, evaluator: Shared<F::Game>) -> Result<Self> {
        let (game, name) = (Family::name(&*family).to_string(), search.settings.name().to_string());
        if family.has_chance() {
            return Err(Error::Chance { what: name, game });
        }
        if family.players() != 2 {
            let (what, players) = (name, family.players());
            return Err(Error::Players { what, wanted: "2 players", game, players, advice: "" });
        }
        if evaluator.scale() != Scale::Probability {
            return Err(Error::Need {
                rule: name,
                need: "a probability between 0 and 1".into(),
                evaluator: evaluator.name().to_string(),
                advice: "; with calibrate=isotonic it does".into(),
            });
        }
        if let Some(example) = family.example() {
            evaluator.check(example)?;
        }
        Ok(Decider { family, search, evaluator })
    }

    /// One run, with what it decides with each number of evaluations.
    fn decide_with(&self, position: &AnyPosition, evaluations: &[u64]) -> Result<Vec<Observation>> {
        let Held { game, position } = Held::<F::Game>::of(position);
        let game = &**game;
        let root = game.begin(position, Walk::Search);
        let chance = |position: &<F::Game as Game>::Position| {
            // A named winner without an error has a chance, too: it is certain.
            let seen: Estimate = self.evaluator.estimate(game, position);
            let first = seen.win().map_or_else(|| seen.score(), |win| win.first);
            if game.mover(position) == Side::FIRST { first } else { 1.0 - first }
        };
        let mut evaluate = |positions: &[_]| Ok(positions.iter().map(chance).collect());
        let found = self.search.decide(game, &root, evaluations, &mut evaluate);
        // What went wrong in the game comes before what came of it.
        self.family.trouble()?;
        let found = found.map_err(|error| match error {
            Error::Settings { kind, why } if kind == "an evaluator" => {
                Error::Settings { kind: self.evaluator.name().to_string(), why }
            }
            other => other,
        })?;
        let mover = game.mover(&root);
        Ok(found.into_iter().map(|decision| observation(decision, mover)).collect())
    }
}

/// A decision as everybody reports one.
fn observation(decision: Decision, mover: Side) -> Observation {
    let value = |chance: &f64| AnyValue::Win(Win { first: *chance, second: 1.0 - chance }.seen_by(mover));
    let scores: Vec<Score<AnyValue>> = decision.chances.iter().map(value).map(Score::Exact).collect();
    let (generated, held) = (decision.nodes.saturating_sub(1), decision.nodes);
    Observation {
        value: Some(value(&decision.chances[decision.choice])),
        scores,
        counts: Counts { generated, evaluated: decision.evaluations, cut: 0, held },
        ties: decision.ties,
        ..Observation::of_move(decision.choice)
    }
}

impl<F: Family> Player for Decider<F> {
    fn parts(&self) -> Parts {
        Parts {
            rule: String::new(),
            evaluator: self.evaluator.name().to_string(),
            search: self.search.settings.name().to_string(),
        }
    }

    fn decide_each(&self, position: &AnyPosition, efforts: &[Effort]) -> Result<Vec<Observation>> {
        efforts.iter().try_for_each(|effort| self.check_effort(*effort))?;
        let amounts: Vec<u64> = efforts.iter().map(|effort| effort.amount()).collect();
        // A batch that does not fit is cut short, and what comes after it is another search: one run is all of them only
        // where leaves are opened one by one.
        if amounts.is_sorted() && self.search.settings.batch == 1 {
            return self.decide_with(position, &amounts);
        }
        efforts.iter().map(|effort| self.decide(position, &[*effort])).collect()
    }

    fn decide_until(
        &self,
        position: &AnyPosition,
        efforts: &[Effort],
        _: Option<&AtomicBool>,
    ) -> Result<Observation> {
        efforts.iter().try_for_each(|effort| self.check_effort(*effort))?;
        let Some(least) = efforts.iter().map(|effort| effort.amount()).min() else {
            let why = "say how many evaluations a decision may cost".into();
            return Err(Error::Settings { kind: self.search.settings.name().to_string(), why });
        };
        Ok(self.decide_with(position, &[least])?.remove(0))
    }

    fn scale(&self) -> Scale {
        Scale::Probability
    }

    fn check_effort(&self, effort: Effort) -> Result<()> {
        self.search.settings.check_effort(effort)
    }
}
