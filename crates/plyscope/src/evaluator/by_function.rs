//! An evaluator that is a function.

use super::{Estimate, Evaluator, Profile};
use crate::game::Game;
use crate::name::Name;

/// A score by a function of game and position, in the first player's view, on the scale of the payoffs.
///
/// ```
/// use plyscope::evaluator::{ByFunction, Evaluator};
/// use plyscope::game::{Game, Kalah, Pits};
/// let stores = ByFunction::new("stores", |_: &Kalah, at: &Pits| f64::from(at.stores[0]) - f64::from(at.stores[1]));
/// let game = Kalah::new(6, 4)?;
/// assert_eq!(stores.estimate(&game, &game.start()).score(), 0.0);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct ByFunction<F> {
    name: Name,
    score: F,
}

impl<F> ByFunction<F> {
    /// By a name of letters, digits and hyphens, and a function that always gives the same for a position.
    pub fn new<G: Game>(name: &str, score: F) -> Self
    where
        F: Fn(&G, &G::Position) -> f64,
    {
        ByFunction { name: Name::new(name), score }
    }
}

impl<G: Game, F: Fn(&G, &G::Position) -> f64> Evaluator<G> for ByFunction<F> {
    fn profile(&self) -> Profile {
        Profile::scores(self.name.clone())
    }
    fn estimate(&self, game: &G, position: &G::Position) -> Estimate {
        Estimate::score_of((self.score)(game, position))
    }
}
