//! A player that spends few evaluations where they matter most.

use super::dyn_game::Pairing;
use super::{Observation, Parts, Player};
use crate::error::{Error, Result};
use crate::evaluator::{Estimate, Scale};
use crate::game::{AnyPosition, Draw, Game, GamePosition, Player as Side, Walk};
use crate::interrupt;
use crate::search::decisive::{Decision, Decisive, Draws, Example, Graph, WinDraw};
use crate::search::{Counts, Effort, Score, SearchInfo};
use crate::value::{AnyValue, Thresholds, Win};
use std::sync::atomic::AtomicBool;

/// What can be learned from a graph that was grown.
///
/// ```
/// use plyscope::catalogue::{Catalogue, Subject};
/// use plyscope::key::Stream;
/// use plyscope::search::decisive::Decisive;
/// let (catalogue, cache) = (Catalogue::built_in(), plyscope::cache::Memory::default());
/// let game = catalogue.game("kalah(pits=3,seeds=2)")?;
/// let subject = Subject { game: &game, seed: 1, cache: Some(&cache) };
/// let evaluator = catalogue.evaluator("kalah-features", &subject)?.evaluator;
/// let start = game.start(Stream::new(1, "example").trial(0))?;
/// let grown = game.grown(&Decisive::default(), &evaluator, &start, &[10, 30], 8)?;
/// assert_eq!(grown.examples.len(), 2);
/// assert!(!grown.changes.is_empty());
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Grown {
    /// Some of its nodes, with each number of evaluations.
    pub examples: Vec<(u64, Vec<Example<AnyPosition>>)>,
    /// What leaves were worth before and after they were opened.
    pub changes: Vec<(f64, f64)>,
}

/// The search and an evaluator, for the games of a family.
pub(super) struct Decider<F: Draw> {
    pairing: Pairing<F>,
    search: Decisive,
}

impl<F: Draw> Decider<F> {
    /// Refuses what does not go together.
    pub(super) fn new(pairing: Pairing<F>, search: Decisive) -> Result<Self> {
        let (game, name) = (pairing.game_name(), search.settings.name().to_string());
        let facts = pairing.family.facts();
        if facts.has_chance {
            return Err(Error::Chance { what: name, game });
        }
        if facts.players != 2 {
            let (what, players) = (name, facts.players);
            return Err(Error::Players { what, wanted: "2 players", game, players, advice: "" });
        }
        if pairing.erased.profile().scale != Scale::Probability {
            return Err(Error::Need {
                rule: name,
                need: "a probability between 0 and 1".into(),
                evaluator: pairing.erased.name().to_string(),
                advice: "; with calibrate=isotonic it does".into(),
            });
        }
        pairing.check()?;
        Ok(Decider { pairing, search })
    }

    /// One run, with what it decides with each number of evaluations.
    fn decide_with(&self, position: &AnyPosition, evaluations: &[u64]) -> Result<Vec<Observation>> {
        let GamePosition { game, position } = GamePosition::<F::Game>::of(position);
        let mover = game.mover(&game.begin(position, Walk::Search));
        let found = self.run(game, position, evaluations, &mut |_| ())?;
        Ok(found.into_iter().map(|decision| observation(decision, mover)).collect())
    }

    /// What can be learned from the graph that grows from a position, with each number of evaluations.
    pub(super) fn grown(&self, from: &AnyPosition, evaluations: &[u64], most: usize) -> Result<Grown> {
        let held = GamePosition::<F::Game>::of(from);
        let (mut examples, mut changes) = (Vec::new(), Vec::new());
        self.run(&held.game, &held.position, evaluations, &mut |graph| {
            let stage = evaluations[examples.len()];
            let wrapped = graph.examples(most).into_iter().map(|Example { position, level, inputs }| {
                Example { position: held.wrap(position), level, inputs }
            });
            examples.push((stage, wrapped.collect()));
            if examples.len() == evaluations.len() {
                changes = graph.changes(&self.search.back_up);
            }
        })?;
        Ok(Grown { examples, changes })
    }

    fn run(
        &self,
        game: &F::Game,
        position: &<F::Game as Game>::Position,
        evaluations: &[u64],
        watch: &mut dyn FnMut(&Graph<'_, F::Game>),
    ) -> Result<Vec<Decision>> {
        let root = game.begin(position, Walk::Search);
        // All at once: an evaluator in another program is asked in one go.
        let mut evaluate = |positions: &[<F::Game as Game>::Position]| {
            let told = match self.search.settings.draws {
                Draws::Apart => self.pairing.evaluator.thresholds_of(game, positions),
                Draws::Half => None,
            };
            let said: Vec<WinDraw> = match told {
                Some(told) => told.into_iter().map(apart).collect(),
                None => self.pairing.evaluator.estimates(game, positions).into_iter().map(half).collect(),
            };
            let to_move =
                |(position, said): (&<F::Game as Game>::Position, WinDraw)| match game.mover(position) {
                    Side::FIRST => said,
                    _ => WinDraw { chance: 1.0 - said.chance, ..said },
                };
            Ok(positions.iter().zip(said).map(to_move).collect())
        };
        let found = self.search.grow_watched(game, &root, evaluations, &mut evaluate, watch);
        // What went wrong in the game comes before what came of it.
        self.pairing.family.take_error()?;
        found.map_err(|error| match error {
            Error::Settings { kind, why } if kind == "an evaluator" => {
                Error::Settings { kind: self.pairing.erased.name().to_string(), why }
            }
            other => other,
        })
    }
}

/// The first player's chance, a draw counting half. A named winner without an error has a chance, too: it is certain.
fn half(seen: Estimate) -> WinDraw {
    seen.win().map_or_else(|| seen.score(), |win| win.first).into()
}

/// The same, with the chance of a draw: at least a draw, but no win.
fn apart(told: Thresholds) -> WinDraw {
    WinDraw { chance: told.points().first, draw: (told.draw.first - told.win.first).clamp(0.0, 1.0) }
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

impl<F: Draw> Player for Decider<F> {
    fn parts(&self) -> Parts {
        self.pairing.parts("", &self.search.settings)
    }

    fn decide_each(&self, position: &AnyPosition, efforts: &[Effort]) -> Result<Vec<Observation>> {
        efforts.iter().try_for_each(|effort| self.check_effort(*effort))?;
        let amounts: Vec<u64> = efforts.iter().map(|effort| effort.amount()).collect();
        // A batch that does not fit is cut short, and what comes after it is another search: one run is all of them only
        // where leaves are opened one by one.
        if amounts.is_sorted() && self.search.settings.batch == 1 {
            return interrupt::heeded(|_| self.decide_with(position, &amounts));
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
