//! The evaluators there are, each for the games that it knows.

use super::{Entry, GameKind, Registry};
use crate::error::{Error, Result};
use crate::evaluator::{
    AnyEvaluator, Artificial, Context, Evaluator, KalahFeatures, Lines, Model, Natural, OnAny, Playouts,
    PlayoutsOn, Random, StoreDifference, TreeEvaluator,
};
use crate::game::{ConnectFour, Game, Kalah, TicTacToe};
use crate::key::Stream;
use std::sync::Arc;

/// An evaluator of the registry.
#[derive(Clone)]
pub enum EvaluatorKind {
    /// Of drawn games.
    Drawn(Arc<dyn TreeEvaluator>),
    /// Of a real game.
    Real(Arc<AnyEvaluator>),
}

/// What an evaluator is made for.
#[derive(Clone)]
pub struct Subject {
    /// The game that is evaluated.
    pub game: GameKind,
    /// The seed of what it learns or draws.
    pub seed: u64,
}

impl Subject {
    fn drawn(&self, evaluator: &str) -> Result<Context> {
        match &self.game {
            GameKind::Drawn(game) => Ok(Context { game: game.clone(), seed: self.seed }),
            GameKind::Numbers(_) | GameKind::Real(_) => {
                Err(self.unfit(evaluator, "games that are drawn by key, which know their truth"))
            }
        }
    }

    /// Makes an evaluator of one type of game.
    fn typed<G, E>(&self, evaluator: E) -> Option<EvaluatorKind>
    where
        G: Game + Clone + Send + Sync + 'static,
        G::Position: 'static,
        E: Evaluator<G> + Send + Sync + 'static,
    {
        let GameKind::Real(game) = &self.game else { return None };
        let game = game.any().get::<G>()?.clone();
        Some(EvaluatorKind::Real(Arc::new(OnAny { game, evaluator: Arc::new(evaluator) })))
    }

    fn unfit(&self, evaluator: &str, wanted: &str) -> Error {
        Error::Mismatch(format!("the evaluator {evaluator} is for {wanted}, not for {}", self.game.name()))
    }
}

/// Evaluators.
pub const EVALUATORS: Registry<Subject, EvaluatorKind> = Registry {
    what: "evaluator",
    entries: &[
        Entry {
            name: "artificial",
            summary: "Names the true winner, or with probability `error` the other one.",
            parameters: Artificial::PARAMETERS,
            build: |arguments, subject| {
                subject.drawn("artificial")?;
                Ok(EvaluatorKind::Drawn(Arc::new(Artificial::build(arguments)?)))
            },
        },
        Entry {
            name: "natural",
            summary: "The share of the leaves below that are wins; binary: only which side has more.",
            parameters: Natural::PARAMETERS,
            build: |arguments, subject| {
                let context = subject.drawn("natural")?;
                Ok(EvaluatorKind::Drawn(Arc::new(Natural::build(arguments, &context)?)))
            },
        },
        Entry {
            name: "playouts",
            summary: "The share of wins in n random games from the position.",
            parameters: Playouts::PARAMETERS,
            build: |arguments, subject| {
                Ok(match &subject.game {
                    GameKind::Drawn(_) => {
                        let context = subject.drawn("playouts")?;
                        EvaluatorKind::Drawn(Arc::new(Playouts::build(arguments, Some(&context))?))
                    }
                    GameKind::Numbers(_) => {
                        return Err(subject.unfit("playouts", "games that are won or lost"));
                    }
                    GameKind::Real(game) => {
                        let playouts = Playouts::build(arguments, None)?;
                        let trial = Stream::new(subject.seed, &game.any().name().to_string()).trial(0);
                        EvaluatorKind::Real(Arc::new(PlayoutsOn { playouts, trial }))
                    }
                })
            },
        },
        Entry {
            name: "model",
            summary: "The probability that the tree model itself attaches to a node (scheucher-kaindl).",
            parameters: Model::PARAMETERS,
            build: |arguments, subject| {
                let context = subject.drawn("model")?;
                Ok(EvaluatorKind::Drawn(Arc::new(Model::build(arguments, &context)?)))
            },
        },
        Entry {
            name: "lines",
            summary: "Open lines, weighted by the marks in them (tic-tac-toe, connect four).",
            parameters: Lines::PARAMETERS,
            build: |arguments, subject| {
                let lines = Lines::build(arguments)?;
                let connect_four = subject.typed::<ConnectFour, _>(lines);
                connect_four
                    .or_else(|| subject.typed::<TicTacToe, _>(lines))
                    .ok_or_else(|| subject.unfit("lines", "tic-tac-toe and connect four"))
            },
        },
        Entry {
            name: "store-difference",
            summary: "The first player's store less the second's (kalah).",
            parameters: StoreDifference::PARAMETERS,
            build: |arguments, subject| {
                let evaluator = subject.typed::<Kalah, _>(StoreDifference::build(arguments)?);
                evaluator.ok_or_else(|| subject.unfit("store-difference", "kalah"))
            },
        },
        Entry {
            name: "kalah-features",
            summary: "Stores, moves that end in a store or capture, and gifts, as a probability (kalah).",
            parameters: KalahFeatures::PARAMETERS,
            build: |arguments, subject| {
                let evaluator = subject.typed::<Kalah, _>(KalahFeatures::build(arguments)?);
                evaluator.ok_or_else(|| subject.unfit("kalah-features", "kalah"))
            },
        },
        Entry {
            name: "random",
            summary: "A probability by a hash of the position: for tests of searches, and as a floor.",
            parameters: Random::PARAMETERS,
            build: |arguments, subject| {
                let random = Random::build(arguments)?;
                Ok(match subject.game {
                    GameKind::Drawn(_) => EvaluatorKind::Drawn(Arc::new(random)),
                    GameKind::Numbers(_) | GameKind::Real(_) => EvaluatorKind::Real(Arc::new(random)),
                })
            },
        },
    ],
};
