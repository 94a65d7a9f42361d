//! A player that samples games of one type: Monte-Carlo tree search.

use super::dyn_game::Pairing;
use super::{Observation, Parts, Player};
use crate::error::{Error, Result};
use crate::evaluator::Scale;
use crate::game::{AnyPosition, Draw, Game, GamePosition, Hints, Turn, Walk};
use crate::interrupt;
use crate::search::{Budget, Effort, ForEach, InOneView, Leaves, Mcts, Report, Sampling, SearchInfo};
use crate::value::{AnyValue, Value};
use std::sync::atomic::AtomicBool;

/// A sampling search and an evaluator, for the games of a family.
pub(super) struct Sampler<F: Draw> {
    pairing: Pairing<F>,
    mcts: Mcts,
    /// What its draws depend on, with the game and the position.
    seed: u64,
}

impl<F: Draw> Sampler<F> {
    /// Refuses what does not go together.
    pub(super) fn new(pairing: Pairing<F>, mcts: Mcts, seed: u64) -> Result<Self> {
        mcts.check(pairing.erased.profile(), &pairing.game_name(), pairing.family.facts().players)?;
        pairing.check()?;
        Ok(Sampler { pairing, mcts, seed })
    }

    fn search<L: Leaves<F::Game>>(
        &self,
        held: &GamePosition<F::Game>,
        leaves: &L,
        stops: &[&[Effort]],
        budget: &Budget<'_>,
    ) -> Vec<Report<AnyValue>> {
        let game = &*held.game;
        let sampling = Sampling { mcts: &self.mcts, game, leaves, seed: self.seed, budget };
        let root = game.begin(&held.position, Walk::Search);
        let decided = sampling.run(root, game.draw_key(), stops);
        decided.into_iter().map(|report| report.map(Value::any)).collect()
    }

    /// One run with what it decides at each of some stops.
    fn decide_at(
        &self,
        position: &AnyPosition,
        stops: &[&[Effort]],
        stop: Option<&AtomicBool>,
    ) -> Result<Vec<Observation>> {
        let held = GamePosition::<F::Game>::of(position);
        for efforts in stops {
            if efforts.is_empty() {
                let why = "say how many iterations, nodes or evaluations a decision may cost".into();
                return Err(Error::Settings { kind: self.mcts.name().to_string(), why });
            }
            efforts.iter().try_for_each(|effort| self.mcts.check_effort(*effort))?;
        }
        if !matches!(held.game.turn(&held.position), Turn::Player(_)) {
            let why = format!("there is nothing to decide at {}", self.pairing.family.text(held));
            return Err(Error::Settings { kind: self.mcts.name().to_string(), why });
        }
        let budget = Budget::unlimited().with_stop(stop);
        // Whoever counts evaluations counts distinct positions.
        let evaluations = stops.iter().flat_map(|efforts| efforts.iter());
        let evaluations = evaluations.filter(|effort| matches!(effort, Effort::Evaluations(_)));
        let most = evaluations.map(|effort| effort.amount()).max();
        let counted = self.pairing.budgeted(held, most, true);
        let evaluator = self.pairing.asked(&counted);
        let found = if self.pairing.family.facts().players > 2 {
            self.search(held, &ForEach(evaluator), stops, &budget)
        } else {
            let (scale, bounds) = (self.pairing.erased.profile().scale, held.game.bounds(&held.position));
            let leaves = InOneView { evaluator, scale, bounds };
            self.search(held, &leaves, stops, &budget)
        };
        // What went wrong in the game comes before what came of it.
        self.pairing.family.take_error()?;
        Ok(found.into_iter().map(Observation::of_report).collect())
    }
}

impl<F: Draw> Player for Sampler<F> {
    fn parts(&self) -> Parts {
        self.pairing.parts("", &self.mcts)
    }

    fn decide_each(&self, position: &AnyPosition, efforts: &[Effort]) -> Result<Vec<Observation>> {
        let stops: Vec<&[Effort]> = efforts.iter().map(std::slice::from_ref).collect();
        // One run gives all of them where they are of one kind and rise.
        let one_kind = efforts.windows(2).all(|two| two[0].unit() == two[1].unit() && two[0] <= two[1]);
        if one_kind {
            return interrupt::heeded(|stop| self.decide_at(position, &stops, stop));
        }
        efforts.iter().map(|effort| self.decide(position, &[*effort])).collect()
    }

    fn decide_until(
        &self,
        position: &AnyPosition,
        efforts: &[Effort],
        stop: Option<&AtomicBool>,
    ) -> Result<Observation> {
        let mut decided = self.decide_at(position, &[efforts], stop)?;
        Ok(decided.pop().expect("one for every stop"))
    }

    fn scale(&self) -> Scale {
        self.pairing.erased.profile().scale
    }

    fn check_effort(&self, effort: Effort) -> Result<()> {
        self.mcts.check_effort(effort)
    }
}
