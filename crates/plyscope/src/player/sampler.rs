//! A player that samples games of one type: Monte-Carlo tree search.

use super::{Observation, Parts, Player};
use crate::error::{Error, Result};
use crate::evaluator::{Budgeted, Evaluator, Profile, Scale, Shared};
use crate::game::{AnyPosition, Draw, Game, GamePosition, Hints, Turn, Walk};
use crate::interrupt;
use crate::search::{Budget, Effort, ForEach, InOneView, Leaves, Mcts, Report, Sampling, Searches};
use crate::value::{AnyValue, Value};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A sampling search and an evaluator, for the games of a family.
pub(super) struct Sampler<F: Draw> {
    pub(super) family: Arc<F>,
    pub(super) mcts: Mcts,
    pub(super) evaluator: Shared<F::Game>,
    pub(super) profile: Profile,
    /// What its draws depend on, with the game and the position.
    pub(super) seed: u64,
}

impl<F: Draw> Sampler<F> {
    /// Refuses what does not go together.
    pub(super) fn new(family: Arc<F>, mcts: Mcts, evaluator: Shared<F::Game>, seed: u64) -> Result<Self> {
        let (game, players) = (Draw::name(&*family).to_string(), family.facts().players);
        let profile = evaluator.profile();
        mcts.check(&profile, &game, players)?;
        if let Some(example) = family.example() {
            evaluator.check(example)?;
        }
        Ok(Sampler { family, mcts, evaluator, profile, seed })
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
            let why = format!("there is nothing to decide at {}", self.family.text(held));
            return Err(Error::Settings { kind: self.mcts.name().to_string(), why });
        }
        let budget = Budget::unlimited().with_stop(stop);
        // Whoever counts evaluations counts distinct positions.
        let evaluations = stops.iter().flat_map(|efforts| efforts.iter());
        let evaluations = evaluations.filter(|effort| matches!(effort, Effort::Evaluations(_)));
        let counted = evaluations.map(|effort| effort.amount()).max().map(|most| {
            let root = held.game.begin(&held.position, Walk::Search);
            Budgeted::new(&*self.evaluator, most, true).with_root(&held.game, &root)
        });
        let evaluator: &(dyn Evaluator<F::Game> + Send + Sync) = match &counted {
            Some(counted) => counted,
            None => &*self.evaluator,
        };
        let found = if self.family.facts().players > 2 {
            self.search(held, &ForEach(evaluator), stops, &budget)
        } else {
            let (scale, bounds) = (self.profile.scale, held.game.bounds(&held.position));
            let leaves = InOneView { evaluator, scale, bounds };
            self.search(held, &leaves, stops, &budget)
        };
        // What went wrong in the game comes before what came of it.
        self.family.trouble()?;
        Ok(found.into_iter().map(Observation::of_report).collect())
    }
}

impl<F: Draw> Player for Sampler<F> {
    fn parts(&self) -> Parts {
        Parts {
            rule: String::new(),
            evaluator: self.profile.name.to_string(),
            search: self.mcts.name().to_string(),
        }
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
        self.profile.scale
    }

    fn check_effort(&self, effort: Effort) -> Result<()> {
        self.mcts.check_effort(effort)
    }
}
