//! A game of any kind.

use super::{Mind, Player, World};
use crate::error::Result;
use crate::evaluator::AnyEvaluator;
use crate::game::{AnyPosition, Bridge, ErasedGame, Family, Fixed, Solvable, expand_one};
use std::fmt;
use std::sync::Arc;

/// A game behind a pointer, with everything that can be done with it.
///
/// ```
/// use plyscope::game::{ErasedGame, Kalah};
/// use plyscope::key::Stream;
/// use plyscope::player::{AnyGame, World};
/// use plyscope::search::Budget;
/// let game = AnyGame::new(Kalah::new(3, 2)?);
/// let start = game.start(Stream::new(1, "example").trial(0))?;
/// assert_eq!(game.perft(&start, 2, &Budget::unlimited())?, [3, 8]);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Clone)]
pub struct AnyGame(Arc<dyn World>);

impl AnyGame {
    /// One game for all trials.
    pub fn new<G>(game: G) -> Self
    where
        G: Solvable<Position: Send + Sync + 'static> + Send + Sync + 'static,
    {
        AnyGame::family_of(Fixed(Arc::new(game)))
    }

    /// A game for every trial.
    pub fn family_of(family: impl Family) -> Self {
        AnyGame(Arc::new(family))
    }

    /// A game that has no types, such as one in another program.
    pub fn erased(game: impl ErasedGame + 'static) -> Self {
        AnyGame::new(Bridge::new(Arc::new(game)))
    }

    /// The same as nothing but a game without types.
    pub fn erase(&self) -> Arc<dyn ErasedGame> {
        self.0.clone()
    }

    /// The family within, if it is of this type.
    pub fn family<F: Family>(&self) -> Option<&F> {
        self.0.as_any().downcast_ref()
    }

    /// A player of this game; refused where mind, evaluator and game do not go together.
    pub fn player(&self, mind: Mind, evaluator: &AnyEvaluator) -> Result<Arc<dyn Player>> {
        self.0.clone().player(mind, evaluator)
    }

    /// How many moves a position has.
    pub fn move_count(&self, position: &AnyPosition) -> Result<usize> {
        Ok(expand_one(&**self, position)?.after.len())
    }
}

impl std::ops::Deref for AnyGame {
    type Target = dyn World;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyGame({})", self.0.name())
    }
}
