//! The one form of an evaluator without types, beside [`Remote`](crate::game::Remote).

use super::{Estimate, Evaluator, RemoteEvaluator, Scale};
use crate::error::Result;
use crate::game::{AnyPosition, Game, GamePosition, Hints, RemoteGame};
use crate::name::Name;
use crate::value::{Payoffs, Thresholds};
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// An evaluator behind a pointer, for positions behind a pointer. It can fail, and takes positions in batches.
///
/// ```
/// use plyscope::Result;
/// use plyscope::evaluator::{AnyEvaluator, DynEvaluator, Estimate, Scale};
/// use plyscope::game::AnyPosition;
/// use plyscope::name::Name;
/// use plyscope::value::Win;
///
/// /// Has no idea.
/// struct Even;
///
/// impl DynEvaluator for Even {
///     fn name(&self) -> Name {
///         Name::new("even")
///     }
///     fn scale(&self) -> Scale {
///         Scale::Probability
///     }
///     fn knows_error(&self) -> bool {
///         false
///     }
///     fn estimates(&self, positions: &[AnyPosition]) -> Result<Vec<Estimate>> {
///         Ok(vec![Estimate::win_of(Win::even()); positions.len()])
///     }
///     fn as_any(&self) -> &dyn std::any::Any {
///         self
///     }
/// }
/// let position = AnyPosition::new("whatever a game makes of it");
/// assert_eq!(AnyEvaluator::erased(Even).estimate(&position)?.score(), 0.5);
/// # Ok::<(), plyscope::Error>(())
/// ```
pub trait DynEvaluator: Send + Sync {
    /// See [`Evaluator::name`].
    fn name(&self) -> Name;
    /// See [`Evaluator::scale`].
    fn scale(&self) -> Scale;
    /// See [`Evaluator::knows_error`].
    fn knows_error(&self) -> bool;
    /// See [`Evaluator::gives_each`].
    fn gives_each(&self) -> bool {
        false
    }
    /// What it thinks of each of some positions.
    fn estimates(&self, positions: &[AnyPosition]) -> Result<Vec<Estimate>>;
    /// See [`Evaluator::thresholds_of`].
    fn thresholds(&self, _positions: &[AnyPosition]) -> Result<Option<Vec<Thresholds>>> {
        Ok(None)
    }
    /// See [`Evaluator::each`].
    fn each(&self, _position: &AnyPosition) -> Result<Option<Payoffs>> {
        Ok(None)
    }
    /// The evaluator itself, for those who know its type.
    fn as_any(&self) -> &dyn Any;
}

/// A typed evaluator behind a pointer.
pub type Shared<G> = Arc<dyn Evaluator<G> + Send + Sync>;

/// A typed evaluator, for positions that carry their games.
struct OnGame<G: Game>(Shared<G>);

impl<G> DynEvaluator for OnGame<G>
where
    G: Hints + Send + Sync + 'static,
    G::Position: Send + Sync + 'static,
{
    fn name(&self) -> Name {
        self.0.name()
    }
    fn scale(&self) -> Scale {
        self.0.scale()
    }
    fn knows_error(&self) -> bool {
        self.0.knows_error()
    }
    fn gives_each(&self) -> bool {
        self.0.gives_each()
    }
    fn estimates(&self, positions: &[AnyPosition]) -> Result<Vec<Estimate>> {
        let estimate = |position: &AnyPosition| {
            let GamePosition { game, position } = GamePosition::of(position);
            self.0.estimate(&**game, position)
        };
        let estimates = positions.iter().map(estimate).collect();
        // What went wrong in a game comes before what came of it.
        positions.iter().try_for_each(|position| GamePosition::<G>::of(position).game.trouble())?;
        Ok(estimates)
    }
    fn thresholds(&self, positions: &[AnyPosition]) -> Result<Option<Vec<Thresholds>>> {
        let thresholds = |position: &AnyPosition| {
            let GamePosition { game, position } = GamePosition::of(position);
            self.0.thresholds(&**game, position)
        };
        let found = positions.iter().map(thresholds).collect();
        positions.iter().try_for_each(|position| GamePosition::<G>::of(position).game.trouble())?;
        Ok(found)
    }
    fn each(&self, position: &AnyPosition) -> Result<Option<Payoffs>> {
        let GamePosition { game, position } = GamePosition::of(position);
        let found = self.0.each(&**game, position);
        game.trouble().map(|()| found)
    }
    fn as_any(&self) -> &dyn Any {
        &self.0
    }
}

/// An evaluator of any game.
///
/// ```
/// use plyscope::evaluator::{AnyEvaluator, Lines};
/// use plyscope::game::{ConnectFour, TicTacToe};
/// let lines = AnyEvaluator::new::<ConnectFour>(Lines::default());
/// assert!(lines.typed::<ConnectFour>().is_some() && lines.typed::<TicTacToe>().is_none());
/// ```
#[derive(Clone)]
pub struct AnyEvaluator(Arc<dyn DynEvaluator>);

impl AnyEvaluator {
    /// Wraps a typed evaluator.
    pub fn new<G>(evaluator: impl Evaluator<G> + Send + Sync + 'static) -> Self
    where
        G: Hints + Send + Sync + 'static,
        G::Position: Send + Sync + 'static,
    {
        Self::shared::<G>(Arc::new(evaluator))
    }

    /// Wraps a typed evaluator that is behind a pointer already.
    pub fn shared<G>(evaluator: Shared<G>) -> Self
    where
        G: Hints + Send + Sync + 'static,
        G::Position: Send + Sync + 'static,
    {
        AnyEvaluator(Arc::new(OnGame(evaluator)))
    }

    /// Wraps an evaluator that has no types, such as one in another program.
    pub fn erased(evaluator: impl DynEvaluator + 'static) -> Self {
        AnyEvaluator(Arc::new(evaluator))
    }

    /// Wraps such an evaluator for games that have no types either ([`RemoteGame`]).
    pub fn bridged(evaluator: impl DynEvaluator + 'static) -> Self {
        Self::new::<RemoteGame>(RemoteEvaluator(Arc::new(evaluator)))
    }

    /// The evaluator as one of this type of game, if it is one.
    pub fn typed<G: Game + 'static>(&self) -> Option<&Shared<G>> {
        self.0.as_any().downcast_ref()
    }

    /// What it thinks of one position.
    pub fn estimate(&self, position: &AnyPosition) -> Result<Estimate> {
        let mut one = self.0.estimates(std::slice::from_ref(position))?;
        Ok(one.pop().expect("an answer for every position"))
    }
}

impl std::ops::Deref for AnyEvaluator {
    type Target = dyn DynEvaluator;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl fmt::Debug for AnyEvaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyEvaluator({})", self.0.name())
    }
}
