//! A game of any kind.

use super::{DynGame, Grown, Plan, Player};
use crate::error::Result;
use crate::evaluator::AnyEvaluator;
use crate::game::{AnyPosition, Draw, Fixed, Hints, Remote, RemoteGame, expand_one};
use crate::search::decisive::Decisive;
use std::fmt;
use std::sync::Arc;

/// A game behind a pointer, with everything that can be done with it.
///
/// ```
/// use plyscope::game::{Remote, Kalah};
/// use plyscope::key::Stream;
/// use plyscope::player::{AnyGame, DynGame};
/// use plyscope::search::Budget;
/// let game = AnyGame::new(Kalah::new(3, 2)?);
/// let start = game.start(Stream::new(1, "example").trial(0))?;
/// assert_eq!(game.perft(&start, 2, &Budget::unlimited())?, [3, 8]);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Clone)]
pub struct AnyGame {
    game: Arc<dyn DynGame>,
    brings: Option<Arc<dyn GameExtras>>,
}

/// What a game brings along besides its rules, such as one in another program.
///
/// ```
/// use plyscope::Result;
/// use plyscope::catalogue::{Catalogue, Subject};
/// use plyscope::evaluator::{AnyEvaluator, ByFunction};
/// use plyscope::game::TicTacToe;
/// use plyscope::player::{AnyGame, GameExtras, Player};
/// use std::sync::Arc;
///
/// /// An evaluator of its own, and nothing else.
/// struct Own;
///
/// impl GameExtras for Own {
///     fn evaluators(&self) -> Vec<String> {
///         vec!["marks".to_string()]
///     }
///     fn evaluator(&self, name: &str) -> Option<Result<AnyEvaluator>> {
///         let marks = |_: &TicTacToe, marks: &plyscope::game::Marks| f64::from(marks.of[0].count_ones());
///         (name == "marks").then(|| Ok(AnyEvaluator::new::<TicTacToe>(ByFunction::new("marks", marks))))
///     }
///     fn engines(&self) -> Vec<String> {
///         Vec::new()
///     }
///     fn engine(&self, _: &str) -> Option<Result<Arc<dyn Player>>> {
///         None
///     }
///     fn version(&self) -> Option<String> {
///         None
///     }
///     fn forget(&self) {}
/// }
/// let game = AnyGame::new(TicTacToe::default()).bringing(Arc::new(Own));
/// let (catalogue, subject) = (Catalogue::built_in(), Subject { game: &game, seed: 1, cache: None });
/// assert!(catalogue.evaluator("marks", &subject).is_ok());
/// # Ok::<(), plyscope::Error>(())
/// ```
pub trait GameExtras: Send + Sync {
    /// The names of its evaluators.
    fn evaluators(&self) -> Vec<String>;
    /// One of them.
    fn evaluator(&self, name: &str) -> Option<Result<AnyEvaluator>>;
    /// The names of its engines.
    fn engines(&self) -> Vec<String>;
    /// One of them.
    fn engine(&self, name: &str) -> Option<Result<Arc<dyn Player>>>;
    /// Which version of it this is, where it says.
    fn version(&self) -> Option<String>;
    /// Is it not to be asked, and only spoken of?
    fn is_closed(&self) -> bool {
        false
    }
    /// Forgets what was asked before, so that everything is asked anew: for those who check whether it says the same twice.
    fn forget(&self);
    /// Forgets, and is asked as if it were started anew.
    fn renew(&self) {
        self.forget();
    }
}

impl AnyGame {
    /// One game for all trials.
    pub fn new<G>(game: G) -> Self
    where
        G: Hints<Position: Send + Sync + 'static> + Send + Sync + 'static,
    {
        AnyGame::family_of(Fixed(Arc::new(game)))
    }

    /// A game for every trial.
    pub fn family_of(family: impl Draw) -> Self {
        AnyGame { game: Arc::new(family), brings: None }
    }

    /// A game that has no types, such as one in another program.
    pub fn erased(game: impl Remote + 'static) -> Self {
        AnyGame::shared(Arc::new(game))
    }

    /// The same where it is behind a pointer already.
    pub fn shared(game: Arc<dyn Remote>) -> Self {
        AnyGame::new(RemoteGame::new(game))
    }

    /// The same game with what it brings along.
    #[must_use]
    pub fn bringing(self, brings: Arc<dyn GameExtras>) -> Self {
        AnyGame { brings: Some(brings), ..self }
    }

    /// What it brings along, if it does.
    pub fn brings(&self) -> Option<&dyn GameExtras> {
        self.brings.as_deref()
    }

    /// The same as nothing but a game without types.
    pub fn erase(&self) -> Arc<dyn Remote> {
        self.game.clone()
    }

    /// The family within, if it is of this type.
    pub fn family<F: Draw>(&self) -> Option<&F> {
        self.game.as_any().downcast_ref()
    }

    /// A player of this game; refused where plan, evaluator and game do not go together.
    pub fn player(&self, plan: impl Into<Plan>, evaluator: &AnyEvaluator) -> Result<Arc<dyn Player>> {
        self.game.clone().player(plan.into(), evaluator)
    }

    /// What such a player can learn from what it grows from a position: see [`DynGame::grown`].
    pub fn grown(
        &self,
        search: &Decisive,
        evaluator: &AnyEvaluator,
        from: &AnyPosition,
        evaluations: &[u64],
        most: usize,
    ) -> Result<Grown> {
        self.game.clone().grown(search, evaluator, from, evaluations, most)
    }

    /// How many moves a position has.
    pub fn move_count(&self, position: &AnyPosition) -> Result<usize> {
        Ok(expand_one(&**self, position)?.after.len())
    }
}

impl std::ops::Deref for AnyGame {
    type Target = dyn DynGame;

    fn deref(&self) -> &Self::Target {
        &*self.game
    }
}

impl fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyGame({})", self.game.name())
    }
}
