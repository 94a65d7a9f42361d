//! The one form of an evaluator without types, beside [`Remote`](crate::game::Remote), and the way between it and typed ones.

use super::{Estimate, Evaluator, Profile};
use crate::error::Result;
use crate::game::{AnyPosition, Game, GamePosition, Hints, RemoteGame, RemotePosition};
use crate::name::Name;
use crate::value::{Payoffs, Thresholds};
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// An evaluator behind a pointer, for positions behind a pointer. It can fail, and takes positions in batches.
///
/// ```
/// use plyscope::Result;
/// use plyscope::evaluator::{AnyEvaluator, DynEvaluator, Estimate, Profile};
/// use plyscope::game::AnyPosition;
/// use plyscope::name::Name;
/// use plyscope::value::Win;
///
/// /// Has no idea.
/// struct Even;
///
/// impl DynEvaluator for Even {
///     fn profile(&self) -> Profile {
///         Profile::chances(Name::new("even"))
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
    /// See [`Evaluator::profile`].
    fn profile(&self) -> Profile;
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
    fn profile(&self) -> Profile {
        self.0.profile()
    }
    fn estimates(&self, positions: &[AnyPosition]) -> Result<Vec<Estimate>> {
        let found = in_batches(positions, |game, positions| Some(self.0.estimates(game, positions)))?;
        Ok(found.expect("an evaluator estimates every position"))
    }
    fn thresholds(&self, positions: &[AnyPosition]) -> Result<Option<Vec<Thresholds>>> {
        in_batches(positions, |game, positions| self.0.thresholds_of(game, positions))
    }
    fn each(&self, position: &AnyPosition) -> Result<Option<Payoffs>> {
        let GamePosition { game, position } = GamePosition::of(position);
        let found = self.0.each(&**game, position);
        game.take_error().map(|()| found)
    }
    fn as_any(&self) -> &dyn Any {
        &self.0
    }
}

/// Asks about positions, all those of one game that stand together at once; none where one of the answers is none.
fn in_batches<G, T>(
    positions: &[AnyPosition],
    ask: impl Fn(&G, &[G::Position]) -> Option<Vec<T>>,
) -> Result<Option<Vec<T>>>
where
    G: Hints + Send + Sync + 'static,
    G::Position: Send + Sync + 'static,
{
    let held: Vec<&GamePosition<G>> = positions.iter().map(GamePosition::of).collect();
    let mut all = Some(Vec::with_capacity(positions.len()));
    for batch in held.chunk_by(|one, next| Arc::ptr_eq(&one.game, &next.game)) {
        let game = &*batch[0].game;
        let found = match batch {
            [one] => ask(game, std::slice::from_ref(&one.position)),
            _ => ask(game, &batch.iter().map(|held| held.position.clone()).collect::<Vec<_>>()),
        };
        // What went wrong in a game comes before what came of it.
        game.take_error()?;
        all = all.zip(found).map(|(mut all, found)| {
            all.extend(found);
            all
        });
    }
    Ok(all)
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
pub struct AnyEvaluator {
    evaluator: Arc<dyn DynEvaluator>,
    profile: Profile,
}

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
        AnyEvaluator::erased(OnGame(evaluator))
    }

    /// Wraps an evaluator that has no types, such as one in another program.
    pub fn erased(evaluator: impl DynEvaluator + 'static) -> Self {
        AnyEvaluator { profile: evaluator.profile(), evaluator: Arc::new(evaluator) }
    }

    /// Wraps such an evaluator for games that have no types either ([`RemoteGame`]).
    pub fn bridged(evaluator: impl DynEvaluator + 'static) -> Self {
        Self::new::<RemoteGame>(RemoteEvaluator(Arc::new(evaluator)))
    }

    /// Its name and what it gives.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The name with all parameters.
    pub fn name(&self) -> &Name {
        &self.profile.name
    }

    /// The evaluator as one of this type of game, if it is one.
    pub fn typed<G: Game + 'static>(&self) -> Option<&Shared<G>> {
        self.evaluator.as_any().downcast_ref()
    }

    /// What it thinks of one position.
    pub fn estimate(&self, position: &AnyPosition) -> Result<Estimate> {
        let mut one = self.evaluator.estimates(std::slice::from_ref(position))?;
        Ok(one.pop().expect("an answer for every position"))
    }
}

impl std::ops::Deref for AnyEvaluator {
    type Target = dyn DynEvaluator;

    fn deref(&self) -> &Self::Target {
        &*self.evaluator
    }
}

impl fmt::Debug for AnyEvaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyEvaluator({})", self.name())
    }
}

/// An erased evaluator as an [`Evaluator`] of a bridged game; what goes wrong is kept by the bridge.
pub(crate) struct RemoteEvaluator<E>(pub(crate) E);

impl<E: std::ops::Deref<Target: DynEvaluator>> RemoteEvaluator<E> {
    fn ask<T>(
        &self,
        bridge: &RemoteGame,
        at: &RemotePosition,
        ask: impl FnOnce(&AnyPosition) -> crate::Result<T>,
    ) -> Option<T> {
        at.position().and_then(|position| bridge.noted(ask(position)))
    }
}

impl<E: std::ops::Deref<Target: DynEvaluator>> Evaluator<RemoteGame> for RemoteEvaluator<E> {
    fn profile(&self) -> Profile {
        self.0.profile()
    }
    fn estimate(&self, bridge: &RemoteGame, at: &RemotePosition) -> Estimate {
        let asked = |position: &AnyPosition| self.0.estimates(std::slice::from_ref(position));
        let found = self.ask(bridge, at, asked).and_then(|mut one| one.pop());
        // Of no meaning: the caller of the search is told what went wrong.
        found.unwrap_or_else(|| Estimate::score_of(0.0))
    }
    fn estimates(&self, bridge: &RemoteGame, positions: &[RemotePosition]) -> Vec<Estimate> {
        let there: Option<Vec<AnyPosition>> = positions.iter().map(|at| at.position().cloned()).collect();
        let found = there.and_then(|there| bridge.noted(self.0.estimates(&there)));
        found.unwrap_or_else(|| vec![Estimate::score_of(0.0); positions.len()])
    }
    fn thresholds(&self, bridge: &RemoteGame, at: &RemotePosition) -> Option<Thresholds> {
        let asked = |position: &AnyPosition| self.0.thresholds(std::slice::from_ref(position));
        self.ask(bridge, at, asked).flatten().and_then(|mut one| one.pop())
    }
    fn thresholds_of(&self, bridge: &RemoteGame, positions: &[RemotePosition]) -> Option<Vec<Thresholds>> {
        let there: Vec<AnyPosition> =
            positions.iter().map(|at| at.position().cloned()).collect::<Option<_>>()?;
        bridge.noted(self.0.thresholds(&there)).flatten()
    }
    fn each(&self, bridge: &RemoteGame, at: &RemotePosition) -> Option<Payoffs> {
        self.ask(bridge, at, |position| self.0.each(position)).flatten()
    }
}
