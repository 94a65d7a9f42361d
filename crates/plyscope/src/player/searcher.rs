//! A player that searches games of one type, at full speed; several uniform trees at once level by level, a tree a lane, all depths
//! from one set of estimates.

use super::dyn_game::Pairing;
use super::watch::Bridged;
use super::{LanePlayer, Observation, Parts, Player, RuleSearch, budget};
use crate::error::{Error, Result};
use crate::evaluator::{Evaluator, Flat, LANES, Scale};
use crate::game::{AnyPosition, Draw, Game, GamePosition, Hints, Player as Side, Walk};
use crate::interrupt;
use crate::rule::{BackupRule, Need, Reading, Rule, WithRule};
use crate::search::levels::{LaneValue, LevelScratch, WithLanes, full_width_in, in_lanes};
use crate::search::{Budget, Counts, Effort, LeafValues, Report, Score, SearchInfo, Task, Unwatched};
use crate::tree::{Levels, Shape, Trees};
use crate::truth::Known;
use crate::value::AnyValue;
use std::any::TypeId;
use std::sync::atomic::AtomicBool;

/// Nodes that a search may generate for every evaluation that it may ask for.
const FREE: u64 = 1000;

/// A mind and an evaluator, for the games of a family.
pub(super) struct Searcher<F: Draw> {
    pairing: Pairing<F>,
    mind: RuleSearch,
}

/// One decision by a rule of any type.
struct Decide<'a, G: Game> {
    mind: &'a RuleSearch,
    scale: Scale,
    evaluator: &'a (dyn Evaluator<G> + Send + Sync + 'a),
    held: &'a GamePosition<G>,
    budget: &'a Budget<'a>,
}

impl<G: Hints> WithRule for Decide<'_, G> {
    type Output = Option<Result<Observation>>;

    fn with<R: Rule>(self, rule: R) -> Self::Output {
        // Checked when the player was made.
        let opinions =
            LeafValues::unchecked(self.evaluator, self.scale, Known, rule).hiding_end(self.mind.hides_end());
        let GamePosition { game, position } = self.held;
        let position = &game.begin(position, Walk::Search);
        let task = Task { game: &**game, position, frontier: &opinions, budget: self.budget };
        Some(self.mind.search().run_quick(&task, &mut Unwatched)?.map(Observation::from))
    }
}

impl<F: Draw> Searcher<F> {
    /// Refuses what does not go together; with a game at hand the evaluator is asked about it.
    pub(super) fn new(pairing: Pairing<F>, mind: RuleSearch) -> Result<Self> {
        let (family, profile) = (&*pairing.family, pairing.erased.profile());
        mind.check_game(family)?;
        mind.check(profile, family)?;
        mind.check_players(profile, Draw::facts(family).players)?;
        pairing.check()?;
        if mind.rule().need() == Need::Draws && !profile.draws {
            mind.refuse_draws(profile)?;
        }
        Ok(Searcher { pairing, mind })
    }

    /// Decisions at the roots of uniform trees, as many at once as there are lanes; none where that cannot be done.
    fn flat(&self, positions: &[&AnyPosition], efforts: &[Effort]) -> Option<Result<Vec<Vec<Observation>>>> {
        if !self.mind.search().is_full_width() || self.mind.hides_end() {
            return None;
        }
        let depths: Vec<u32> = efforts.iter().map(|effort| effort.depth()).collect::<Option<_>>()?;
        let roots: Vec<(&F::Game, &<F::Game as Game>::Position)> = positions
            .iter()
            .map(|position| GamePosition::<F::Game>::of(position))
            .map(|held| (&*held.game, &held.position))
            .collect();
        let flat = self.pairing.evaluator.flat(&roots)?;
        if depths.iter().any(|depth| !(1..=flat.shape.depth()).contains(depth)) {
            return None;
        }
        in_lanes(self.mind.rule(), FlatSearch { flat: &flat, trees: positions.len(), depths: &depths })?
    }

    /// Refuses values that are no numbers: an evaluator gave them.
    fn checked(&self, seen: Observation, held: &GamePosition<F::Game>) -> Result<Observation> {
        let is_nan = |value: AnyValue| value.number().is_some_and(f64::is_nan);
        if !seen.scores.iter().any(|score| score.exact().is_some_and(is_nan)) {
            return Ok(seen);
        }
        Err(Error::Settings {
            kind: self.pairing.erased.name().to_string(),
            why: format!(
                "it gave no number (NaN) in a search of {}, position {}",
                self.pairing.game_name(),
                self.pairing.family.text(held)
            ),
        })
    }
}

impl<F: Draw> Player for Searcher<F> {
    fn parts(&self) -> Parts {
        self.pairing.parts(self.mind.rule_name(), self.mind.search())
    }

    fn decide_until(
        &self,
        position: &AnyPosition,
        efforts: &[Effort],
        stop: Option<&AtomicBool>,
    ) -> Result<Observation> {
        let (held, budget) = (GamePosition::<F::Game>::of(position), budget(efforts, stop)?);
        let evaluations = efforts.iter().filter(|effort| matches!(effort, Effort::Evaluations(_)));
        let evaluations = evaluations.map(|effort| effort.amount()).min();
        // Where all that is asked for is known already a search goes on for nothing, but not for ever.
        let free = evaluations.map_or(u64::MAX, |most| most.saturating_add(1).saturating_mul(FREE));
        let budget = budget.within(&Budget::unlimited().with_nodes(free));
        let counted = self.pairing.budgeted(held, evaluations, !self.mind.hides_end());
        let evaluator = self.pairing.asked(&counted);
        let decide = Decide {
            mind: &self.mind,
            scale: self.pairing.erased.profile().scale,
            evaluator,
            held,
            budget: &budget,
        };
        let quick = self.mind.rule().apply_playing(decide).flatten();
        let Some(found) = quick else {
            let (game, mind, evaluator) =
                (self.pairing.family.clone(), &self.mind, Some(&self.pairing.erased));
            let bridged = Bridged { game, mind, evaluator, evaluations, budget: &budget };
            return self.checked(Observation::of_report(bridged.search(position, None)?), held);
        };
        // What went wrong in the game comes before what came of it.
        self.pairing.family.take_error()?;
        let mut found = found?;
        if let Some(account) = counted.as_ref().and_then(Evaluator::account) {
            found.counts.evaluated = account.asked();
        }
        self.checked(found, held)
    }

    fn decide_many(&self, positions: &[&AnyPosition], efforts: &[Effort]) -> Result<Vec<Vec<Observation>>> {
        let mut all = Vec::with_capacity(positions.len());
        for some in positions.chunks(LANES) {
            interrupt::check()?;
            match self.flat(some, efforts) {
                Some(seen) => all.extend(seen?),
                None => {
                    for position in some {
                        all.push(self.decide_each(position, efforts)?);
                    }
                }
            }
        }
        Ok(all)
    }

    fn scale(&self) -> Scale {
        self.mind.scale(self.pairing.erased.profile().scale)
    }

    fn check_effort(&self, effort: Effort) -> Result<()> {
        self.mind.search().check_effort(effort)
    }

    fn lanes(&self) -> Option<LanePlayer<'_>> {
        // Some evaluators know every game, trees among them.
        let trees = TypeId::of::<F>() == TypeId::of::<Trees>() && self.mind.search().is_full_width();
        let evaluator = self.pairing.evaluator.lanes().filter(|_| trees)?;
        Some(LanePlayer { rule: self.mind.rule(), evaluator })
    }
}

/// What is to be decided: a number of trees, each to every depth.
pub(super) struct FlatSearch<'a> {
    pub(super) flat: &'a Flat,
    pub(super) trees: usize,
    pub(super) depths: &'a [u32],
}

impl WithLanes for FlatSearch<'_> {
    /// By tree and depth; none where the rule reads estimates in another way.
    type Output = Option<Result<Vec<Vec<Observation>>>>;

    fn with<V: LaneValue>(self, rule: &dyn BackupRule<V>, reading: Reading) -> Self::Output {
        let Flat { shape, chances } = self.flat;
        let last = self.depths.iter().copied().max().filter(|_| reading == Reading::Win)?;
        let values = V::of_chances(chances, last)?;
        Some(self.search(*shape, &values, rule))
    }
}

impl FlatSearch<'_> {
    fn search<V: LaneValue>(
        &self,
        shape: Shape,
        values: &Levels<V>,
        rule: &dyn BackupRule<V>,
    ) -> Result<Vec<Vec<Observation>>> {
        let mut space = LevelScratch::default();
        let mut seen: Vec<Vec<Observation>> = vec![Vec::with_capacity(self.depths.len()); self.trees];
        for depth in self.depths {
            let root = full_width_in(&mut space, shape, values, *depth, rule)?;
            let counts = counts(shape, *depth, rule.uses_own());
            for (lane, seen) in seen.iter_mut().enumerate() {
                let scores = space.moves().iter().map(|value| Score::Exact(value.lane(lane))).collect();
                let root = Some(root.lane(lane));
                seen.push(Report::decide(Side::FIRST, root, scores, counts, true, *depth).into());
            }
        }
        Ok(seen)
    }
}

/// What full width counts.
fn counts(shape: Shape, depth: u32, uses_own: bool) -> Counts {
    let nodes = |level: u32| shape.width(level) as u64;
    let inner: u64 = (0..depth).map(nodes).sum();
    let evaluated = nodes(depth) + if uses_own { inner } else { 0 };
    Counts { generated: (1..=depth).map(nodes).sum(), evaluated, ..Counts::default() }
}
