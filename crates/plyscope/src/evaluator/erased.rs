//! Evaluators of typed games as evaluators of [`AnyGame`].

use super::{Calibrated, Curves, Estimate, Evaluator, Playouts, Random, Scale};
use crate::error::{Error, Result};
use crate::game::{AnyGame, AnyPosition, Game};
use crate::key::TrialKey;
use crate::name::Name;
use crate::value::Thresholds;
use std::any::Any;
use std::sync::Arc;

/// An evaluator behind a pointer, for games behind a pointer. Every evaluator of [`AnyGame`] is one.
pub trait RealEvaluator: Evaluator<AnyGame> + Send + Sync {
    /// The evaluator itself, for those who know its type.
    fn as_any(&self) -> &dyn Any;
}

impl<E: Evaluator<AnyGame> + Send + Sync + 'static> RealEvaluator for E {
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// An evaluator behind a pointer, for games behind a pointer.
pub type AnyEvaluator = dyn RealEvaluator;

/// A typed evaluator with its typed game, for positions that come wrapped.
pub struct OnAny<G: Game> {
    /// The game.
    pub game: G,
    /// The evaluator.
    pub evaluator: Arc<dyn Evaluator<G> + Send + Sync>,
}

impl<G: Game + 'static> OnAny<G> {
    /// An evaluator as it is, or with what it learned to be worth.
    pub fn new(
        game: G,
        evaluator: Arc<dyn Evaluator<G> + Send + Sync>,
        curves: Option<Curves>,
    ) -> Result<Self> {
        let evaluator = match curves {
            None => evaluator,
            Some(curves) => {
                Arc::new(Calibrated::<dyn Evaluator<G> + Send + Sync>::new(&game, evaluator, curves)?)
            }
        };
        Ok(OnAny { game, evaluator })
    }
}

impl<G> Evaluator<AnyGame> for OnAny<G>
where
    G: Game,
    G::Position: 'static,
{
    fn name(&self) -> Name {
        self.evaluator.name()
    }
    fn scale(&self) -> Scale {
        self.evaluator.scale()
    }
    fn knows_error(&self) -> bool {
        self.evaluator.knows_error()
    }
    fn check(&self, game: &AnyGame) -> Result<()> {
        if game.name() != self.game.name() {
            let (own, other) = (self.game.name(), game.name());
            return Err(Error::Mismatch(format!("this evaluator was made for {own}, not for {other}")));
        }
        self.evaluator.check(&self.game)
    }
    fn estimate(&self, _: &AnyGame, position: &AnyPosition) -> Estimate {
        let position = position.get().expect("a position is only given to the game that made it");
        self.evaluator.estimate(&self.game, position)
    }
    fn thresholds(&self, _: &AnyGame, position: &AnyPosition) -> Option<Thresholds> {
        let position = position.get().expect("a position is only given to the game that made it");
        self.evaluator.thresholds(&self.game, position)
    }
}

/// An evaluator that knows every game by its rules alone.
#[derive(Debug, Clone)]
pub enum Universal {
    /// Random games.
    Playouts(PlayoutsOn),
    /// A hash.
    Random(Random),
}

impl Universal {
    /// For one type of game, so that its positions need not be wrapped.
    pub fn typed<G: Game>(self) -> Arc<dyn Evaluator<G> + Send + Sync> {
        match self {
            Universal::Playouts(playouts) => Arc::new(playouts),
            Universal::Random(random) => Arc::new(random),
        }
    }
}

/// Random playouts on any game, for one trial.
#[derive(Debug, Clone)]
pub struct PlayoutsOn {
    /// How many.
    pub playouts: Playouts,
    /// The trial: another trial plays other games.
    pub trial: TrialKey,
}

impl<G: Game> Evaluator<G> for PlayoutsOn {
    fn name(&self) -> Name {
        self.playouts.name()
    }
    fn scale(&self) -> Scale {
        Scale::Probability
    }
    fn knows_error(&self) -> bool {
        true
    }
    fn estimate(&self, game: &G, position: &G::Position) -> Estimate {
        self.playouts.estimate_on(game, position, self.trial)
    }
}
