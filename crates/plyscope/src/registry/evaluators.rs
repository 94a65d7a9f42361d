//! The evaluators there are, each for the games that it knows.

use super::{Entry, GameKind, Registry};
use crate::error::{Error, Result};
use crate::evaluator::{
    AnyEvaluator, Artificial, Calibrate, Calibrated, Context, Curves, Evaluator, KalahFeatures, Lines, Model,
    Natural, OnAny, Playouts, PlayoutsOn, Random, StoreDifference, TreeEvaluator, Universal,
};
use crate::game::{ConnectFour, Game, Kalah, RealGame, TicTacToe};
use crate::key::Stream;
use crate::name::Arguments;
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

    /// Makes an evaluator of one type of game, calibrated if its name says so; none for another type.
    fn typed<G, E>(&self, evaluator: E, arguments: &Arguments<'_>) -> Option<Result<EvaluatorKind>>
    where
        G: Game + Clone + Send + Sync + 'static,
        G::Position: 'static,
        E: Evaluator<G> + Send + Sync + 'static,
    {
        let GameKind::Real(game) = &self.game else { return None };
        let game = game.any().get::<G>()?.clone();
        Some(self.calibrated_typed(game, Arc::new(evaluator), arguments))
    }

    fn calibrated_typed<G>(
        &self,
        game: G,
        evaluator: Arc<dyn Evaluator<G> + Send + Sync>,
        arguments: &Arguments<'_>,
    ) -> Result<EvaluatorKind>
    where
        G: Game + Clone + Send + Sync + 'static,
        G::Position: 'static,
    {
        let plain: Arc<AnyEvaluator> = Arc::new(OnAny::new(game.clone(), evaluator.clone(), None)?);
        self.calibrated(plain, arguments, |curves| {
            Ok(Arc::new(OnAny::new(game.clone(), evaluator.clone(), Some(curves))?))
        })
    }

    /// An evaluator that knows every real game, calibrated if its name says so.
    fn universal(
        &self,
        game: &Arc<dyn RealGame>,
        evaluator: Universal,
        arguments: &Arguments<'_>,
    ) -> Result<EvaluatorKind> {
        let plain = game.evaluated_by(evaluator.clone(), None)?;
        self.calibrated(plain, arguments, |curves| game.evaluated_by(evaluator.clone(), Some(curves)))
    }

    /// A real game's evaluator as it is, or with what it learned to be worth, as the name says.
    fn calibrated(
        &self,
        plain: Arc<AnyEvaluator>,
        arguments: &Arguments<'_>,
        with: impl Fn(Curves) -> Result<Arc<AnyEvaluator>>,
    ) -> Result<EvaluatorKind> {
        let evaluator = match Calibrate::build(arguments, true)? {
            None => plain,
            Some(calibrate) => with(calibrate.learn(self, EvaluatorKind::Real(plain))?)?,
        };
        Ok(EvaluatorKind::Real(evaluator))
    }

    /// An evaluator of drawn games, calibrated if its name says so.
    fn tree(
        &self,
        evaluator: impl TreeEvaluator + 'static,
        arguments: &Arguments<'_>,
    ) -> Result<EvaluatorKind> {
        let evaluator: Arc<dyn TreeEvaluator> = Arc::new(evaluator);
        let Some(calibrate) = Calibrate::build(arguments, false)? else {
            return Ok(EvaluatorKind::Drawn(evaluator));
        };
        let curves = calibrate.learn(self, EvaluatorKind::Drawn(evaluator.clone()))?;
        let calibrated = Calibrated::<dyn TreeEvaluator>::of_trees(&self.game.name(), evaluator, curves)?;
        Ok(EvaluatorKind::Drawn(Arc::new(calibrated)))
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
                subject.tree(Artificial::build(arguments)?, arguments)
            },
        },
        Entry {
            name: "natural",
            summary: "The share of the leaves below that are wins; binary: only which side has more.",
            parameters: Natural::PARAMETERS,
            build: |arguments, subject| {
                let context = subject.drawn("natural")?;
                subject.tree(Natural::build(arguments, &context)?, arguments)
            },
        },
        Entry {
            name: "playouts",
            summary: "The share of wins in n random games from the position.",
            parameters: Playouts::PARAMETERS,
            build: |arguments, subject| match &subject.game {
                GameKind::Drawn(_) => {
                    Calibrate::only_solved(arguments)?;
                    let context = subject.drawn("playouts")?;
                    subject.tree(Playouts::build(arguments, Some(&context))?, arguments)
                }
                GameKind::Numbers(_) => Err(subject.unfit("playouts", "games that are won or lost")),
                GameKind::Real(game) => {
                    let playouts = Playouts::build(arguments, None)?;
                    let trial = Stream::new(subject.seed, &game.any().name().to_string()).trial(0);
                    subject.universal(game, Universal::Playouts(PlayoutsOn { playouts, trial }), arguments)
                }
            },
        },
        Entry {
            name: "model",
            summary: "The probability that the tree model itself attaches to a node (scheucher-kaindl).",
            parameters: Model::PARAMETERS,
            build: |arguments, subject| {
                let context = subject.drawn("model")?;
                subject.tree(Model::build(arguments, &context)?, arguments)
            },
        },
        Entry {
            name: "lines",
            summary: "Open lines, weighted by the marks in them (tic-tac-toe, connect four).",
            parameters: Lines::PARAMETERS,
            build: |arguments, subject| {
                let lines = Lines::build(arguments)?;
                let connect_four = subject.typed::<ConnectFour, _>(lines, arguments);
                connect_four
                    .or_else(|| subject.typed::<TicTacToe, _>(lines, arguments))
                    .unwrap_or_else(|| Err(subject.unfit("lines", "tic-tac-toe and connect four")))
            },
        },
        Entry {
            name: "store-difference",
            summary: "The first player's store less the second's (kalah).",
            parameters: StoreDifference::PARAMETERS,
            build: |arguments, subject| {
                let evaluator = subject.typed::<Kalah, _>(StoreDifference::build(arguments)?, arguments);
                evaluator.unwrap_or_else(|| Err(subject.unfit("store-difference", "kalah")))
            },
        },
        Entry {
            name: "kalah-features",
            summary: "Stores, moves that end in a store or capture, and gifts, as a probability (kalah).",
            parameters: KalahFeatures::PARAMETERS,
            build: |arguments, subject| {
                let evaluator = subject.typed::<Kalah, _>(KalahFeatures::build(arguments)?, arguments);
                evaluator.unwrap_or_else(|| Err(subject.unfit("kalah-features", "kalah")))
            },
        },
        Entry {
            name: "random",
            summary: "A probability by a hash of the position: for tests of searches, and as a floor.",
            parameters: Random::PARAMETERS,
            build: |arguments, subject| {
                let random = Random::build(arguments)?;
                match &subject.game {
                    GameKind::Drawn(_) => {
                        Calibrate::only_solved(arguments)?;
                        subject.tree(random, arguments)
                    }
                    GameKind::Numbers(_) => match Calibrate::build(arguments, true)? {
                        None => Ok(EvaluatorKind::Real(Arc::new(random))),
                        Some(_) => Err(subject.unfit("with calibrate", "games that are won or lost")),
                    },
                    GameKind::Real(game) => subject.universal(game, Universal::Random(random), arguments),
                }
            },
        },
    ],
};
