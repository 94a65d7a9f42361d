//! The one form of a game without types: for catalogues, and for games that live in another program.
//!
//! It can fail, because another program can, and it takes positions in batches, because a question to another program
//! costs more than its answer. Games of this crate and of others become one through [`Draw`](super::Draw); searches
//! on a game that is nothing but this go through [`RemoteGame`](super::RemoteGame).

use super::{Board, Facts, Turn, Walk};
use crate::error::Result;
use crate::key::TrialKey;
use crate::name::Name;
use std::any::Any;
use std::fmt;

/// A position of some game.
///
/// ```
/// use plyscope::game::AnyPosition;
/// let position = AnyPosition::new(vec![4, 4, 4]);
/// assert_eq!(position.get::<Vec<i32>>(), Some(&vec![4, 4, 4]));
/// assert_eq!(position.get::<String>(), None); // of another type
/// ```
pub struct AnyPosition(Box<dyn ClonePosition>);

impl Clone for AnyPosition {
    fn clone(&self) -> Self {
        AnyPosition((*self.0).clone_box())
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyPosition")
    }
}

impl AnyPosition {
    /// Wraps a position.
    pub fn new<P: Clone + Send + Sync + 'static>(position: P) -> Self {
        AnyPosition(Box::new(position))
    }

    /// The position within, if it is of this type.
    pub fn get<P: 'static>(&self) -> Option<&P> {
        (*self.0).as_any().downcast_ref()
    }
}

trait ClonePosition: Send + Sync {
    fn clone_box(&self) -> Box<dyn ClonePosition>;
    fn as_any(&self) -> &dyn Any;
}

impl<P: Clone + Send + Sync + 'static> ClonePosition for P {
    fn clone_box(&self) -> Box<dyn ClonePosition> {
        Box::new(self.clone())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// What follows a position.
#[derive(Debug, Clone)]
pub struct Expansion {
    /// Whose turn it is.
    pub turn: Turn,
    /// The position after every move, in the order of the moves; empty when the game is over.
    pub after: Vec<AnyPosition>,
    /// At a chance node the probabilities of the moves; else empty.
    pub chances: Vec<f64>,
    /// What a finished game is worth to each player; else empty.
    pub payoffs: Vec<f64>,
}

/// A game behind a pointer. Moves are numbers, in the game's order.
///
/// ```
/// use plyscope::game::{Remote, Fixed, TicTacToe};
/// use plyscope::key::Stream;
/// use std::sync::Arc;
/// let game: Arc<dyn Remote> = Arc::new(Fixed(Arc::new(TicTacToe::default())));
/// let start = game.start(Stream::new(1, "example").trial(0))?;
/// let first = game.expand(&[start])?.remove(0);
/// assert_eq!(first.after.len(), 9);
/// let second = game.expand(&first.after)?; // all nine at once
/// assert!(second.iter().all(|answers| answers.after.len() == 8));
/// # Ok::<(), plyscope::Error>(())
/// ```
pub trait Remote: Send + Sync {
    /// See [`Game::name`](super::Game::name).
    fn name(&self) -> Name;
    /// See [`Game::facts`](super::Game::facts).
    fn facts(&self) -> Facts;
    /// Where a trial starts.
    fn start(&self, trial: TrialKey) -> Result<AnyPosition>;
    /// See [`Game::begin`](super::Game::begin).
    fn begin(&self, position: &AnyPosition, _walk: Walk) -> AnyPosition {
        position.clone()
    }
    /// What follows each of some positions.
    fn expand(&self, positions: &[AnyPosition]) -> Result<Vec<Expansion>>;
    /// The names of a position's moves.
    fn move_names(&self, position: &AnyPosition) -> Result<Vec<String>>;
    /// See [`Game::table_key`](super::Game::table_key).
    fn table_key(&self, position: &AnyPosition) -> u64;
    /// See [`Game::search_key`](super::Game::search_key).
    fn search_key(&self, position: &AnyPosition, _plies: u32) -> u64 {
        self.table_key(position)
    }
    /// See [`Game::noise_key`](super::Game::noise_key).
    fn noise_key(&self, position: &AnyPosition) -> u64;
    /// See [`Hints::truth_key`](super::Hints::truth_key).
    fn truth_key(&self, position: &AnyPosition) -> u64 {
        self.table_key(position)
    }
    /// See [`Hints::known`](super::Hints::known).
    fn known(&self, _position: &AnyPosition) -> Option<f64> {
        None
    }
    /// See [`Hints::numbers`](super::Hints::numbers): of the game of this position.
    fn numbers(&self, _position: &AnyPosition) -> Option<u64> {
        None
    }
    /// See [`Hints::number`](super::Hints::number).
    fn number(&self, _position: &AnyPosition) -> u64 {
        0
    }
    /// See [`Hints::numbered`](super::Hints::numbered): in the game of this position.
    fn numbered(&self, _position: &AnyPosition, _number: u64) -> Option<AnyPosition> {
        None
    }
    /// See [`Hints::bounds`](super::Hints::bounds).
    fn bounds(&self, _position: &AnyPosition) -> (f64, f64) {
        self.facts().payoffs
    }
    /// See [`Game::position_text`](super::Game::position_text).
    fn position_text(&self, position: &AnyPosition) -> String;
    /// See [`Game::parse_position`](super::Game::parse_position).
    fn parse_position(&self, text: &str) -> Result<AnyPosition>;
    /// See [`Game::drawn`](super::Game::drawn).
    fn drawn(&self, position: &AnyPosition) -> String;
    /// See [`Game::board`](super::Game::board).
    fn board(&self, _position: &AnyPosition) -> Option<Board> {
        None
    }
    /// See [`Hints::kind`](super::Hints::kind): of every move of a position; empty where the game tells none.
    fn kinds(&self, _position: &AnyPosition) -> Vec<&'static str> {
        Vec::new()
    }
}

/// What follows one position.
pub fn expand_one(game: &(impl Remote + ?Sized), position: &AnyPosition) -> Result<Expansion> {
    let mut one = game.expand(std::slice::from_ref(position))?;
    Ok(one.pop().expect("an answer for every position"))
}
