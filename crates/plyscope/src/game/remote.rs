//! Games that can fail: the one form without types, for catalogues and for games that live in another program, and the way back
//! for searches that cannot fail.
//!
//! [`Remote`] takes positions in batches, because a question to another program costs more than its answer. Games of this crate
//! and of others become one through [`Draw`](super::Draw); searches on a game that is nothing but this go through [`RemoteGame`].
//!
//! A search asks its game millions of times and cannot stop to handle a broken pipe. So the first thing that goes wrong is kept
//! in the [`RemoteGame`], everything after it is the end of the game, the search returns soon, and its caller asks whether there
//! was [`take_error`](crate::game::Hints::take_error). A search runs in one thread, so every thread has its own trouble.

use super::{Board, Facts, Game, Hints, Notes, Player, Turn, Walk};
use crate::error::{Error, Result};
use crate::key::{Stream, TrialKey};
use crate::name::Name;
use std::any::Any;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::thread::{ThreadId, current};

/// A [`Game`] over an [`Remote`].
///
/// ```
/// use plyscope::game::{RemoteGame, Fixed, Game, Hints, TicTacToe, moves_of};
/// use std::sync::Arc;
/// let game = RemoteGame::new(Arc::new(Fixed(Arc::new(TicTacToe::default()))));
/// let centre = game.play(&game.start(), &4);
/// assert_eq!(moves_of(&game, &centre).len(), 8);
/// assert!(game.take_error().is_ok()); // nothing broke on the way
/// ```
pub struct RemoteGame {
    game: Arc<dyn Remote>,
    facts: Facts,
    /// What went wrong first in a thread, until it is told.
    trouble: Mutex<HashMap<ThreadId, Error>>,
    /// What follows where that cannot be told: the end of the game.
    broken: Expansion,
}

/// A position, and what follows it once that was asked for.
#[derive(Clone)]
pub struct RemotePosition {
    /// None where the game broke.
    position: Option<AnyPosition>,
    expansion: Arc<OnceLock<Expansion>>,
}

impl RemotePosition {
    fn new(position: Option<AnyPosition>) -> Self {
        RemotePosition { position, expansion: Arc::default() }
    }

    /// The position on the other side; none where the game broke.
    pub fn position(&self) -> Option<&AnyPosition> {
        self.position.as_ref()
    }
}

impl RemoteGame {
    /// Puts a bridge to a game.
    pub fn new(game: Arc<dyn Remote>) -> Self {
        let facts = game.facts();
        let (turn, after, chances, payoffs) = (Turn::Over, Vec::new(), Vec::new(), vec![0.0; facts.players]);
        RemoteGame {
            game,
            facts,
            trouble: Mutex::default(),
            broken: Expansion { turn, after, chances, payoffs },
        }
    }

    /// A position of the game, on this side.
    pub fn cross(&self, position: AnyPosition) -> RemotePosition {
        RemotePosition::new(Some(position))
    }

    fn kept(&self) -> MutexGuard<'_, HashMap<ThreadId, Error>> {
        self.trouble.lock().expect("the lock is not poisoned")
    }

    /// What was found, or nothing and a note of what went wrong.
    pub(crate) fn noted<T>(&self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.kept().entry(current().id()).or_insert(error).clone()).ok()
    }

    /// What follows; the end of the game where that cannot be told, or something went wrong before.
    fn expansion<'a>(&'a self, crossed: &'a RemotePosition) -> &'a Expansion {
        if let Some(known) = crossed.expansion.get() {
            return known;
        }
        let well = !self.kept().contains_key(&current().id());
        let position = crossed.position.as_ref().filter(|_| well);
        let found = position.and_then(|position| self.noted(expand_one(&*self.game, position)));
        // What cannot be told now may be told another time: only what was found is kept.
        found.map_or(&self.broken, |found| crossed.expansion.get_or_init(|| found))
    }
}

impl Game for RemoteGame {
    type Position = RemotePosition;
    type Move = usize;

    fn name(&self) -> Name {
        self.game.name()
    }
    fn facts(&self) -> Facts {
        self.facts
    }
    fn start(&self) -> RemotePosition {
        self.start_of(Stream::new(0, &self.name().to_string()).trial(0))
    }
    fn start_of(&self, trial: TrialKey) -> RemotePosition {
        RemotePosition::new(self.noted(self.game.start(trial)))
    }
    fn mover(&self, position: &RemotePosition) -> Player {
        self.expansion(position).turn.mover()
    }
    fn moves(&self, position: &RemotePosition, moves: &mut Vec<usize>) {
        moves.extend(0..self.expansion(position).after.len());
    }
    fn play(&self, position: &RemotePosition, choice: &usize) -> RemotePosition {
        RemotePosition::new(self.expansion(position).after.get(*choice).cloned())
    }
    fn begin(&self, position: &RemotePosition, walk: Walk) -> RemotePosition {
        RemotePosition::new(position.position.as_ref().map(|position| self.game.begin(position, walk)))
    }
    fn is_over(&self, position: &RemotePosition) -> bool {
        self.expansion(position).turn == Turn::Over
    }
    fn is_chance(&self, position: &RemotePosition) -> bool {
        self.expansion(position).turn == Turn::Chance
    }
    fn chances(&self, position: &RemotePosition, chances: &mut Vec<f64>) {
        chances.extend_from_slice(&self.expansion(position).chances);
    }
    fn payoff(&self, position: &RemotePosition, player: Player) -> f64 {
        self.expansion(position).payoffs.get(player.index()).copied().unwrap_or(0.0)
    }
    fn table_key(&self, position: &RemotePosition) -> u64 {
        position.position.as_ref().map_or(0, |position| self.game.table_key(position))
    }
    fn search_key(&self, position: &RemotePosition, plies: u32) -> u64 {
        position.position.as_ref().map_or(0, |position| self.game.search_key(position, plies))
    }
    fn noise_key(&self, position: &RemotePosition) -> u64 {
        position.position.as_ref().map_or(0, |position| self.game.noise_key(position))
    }
    fn move_name(&self, position: &RemotePosition, choice: &usize) -> String {
        let names = position.position.as_ref().map(|position| self.game.move_names(position));
        let names = names.and_then(|names| self.noted(names)).unwrap_or_default();
        names.get(*choice).cloned().unwrap_or_else(|| (choice + 1).to_string())
    }
    fn position_text(&self, position: &RemotePosition) -> String {
        position.position.as_ref().map_or(String::new(), |position| self.game.position_text(position))
    }
    fn parse_position(&self, text: &str) -> Result<RemotePosition> {
        Ok(RemotePosition::new(Some(self.game.parse_position(text)?)))
    }
    fn drawn(&self, position: &RemotePosition) -> String {
        position.position.as_ref().map_or(String::new(), |position| self.game.drawn(position))
    }
    fn board(&self, position: &RemotePosition) -> Option<Board> {
        self.game.board(position.position.as_ref()?)
    }
}

impl Hints for RemoteGame {
    fn bounds(&self, position: &RemotePosition) -> (f64, f64) {
        position.position.as_ref().map_or(self.facts.payoffs, |position| self.game.bounds(position))
    }
    fn truth_key(&self, position: &RemotePosition) -> u64 {
        position.position.as_ref().map_or(0, |position| self.game.truth_key(position))
    }
    fn known(&self, position: &RemotePosition) -> Option<f64> {
        position.position.as_ref().and_then(|position| self.game.known(position))
    }
    fn kind(&self, position: &RemotePosition, choice: &usize) -> Option<&'static str> {
        self.game.kinds(position.position.as_ref()?).get(*choice).copied()
    }
    fn take_error(&self) -> Result<()> {
        self.kept().remove(&current().id()).map_or(Ok(()), Err)
    }
}

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
    /// See [`Game::name`].
    fn name(&self) -> Name;
    /// See [`Game::facts`].
    fn facts(&self) -> Facts;
    /// Where a trial starts.
    fn start(&self, trial: TrialKey) -> Result<AnyPosition>;
    /// See [`Game::begin`].
    fn begin(&self, position: &AnyPosition, _walk: Walk) -> AnyPosition {
        position.clone()
    }
    /// What follows each of some positions.
    fn expand(&self, positions: &[AnyPosition]) -> Result<Vec<Expansion>>;
    /// The names of a position's moves.
    fn move_names(&self, position: &AnyPosition) -> Result<Vec<String>>;
    /// The move that a text names, in any notation that the game reads; none where it names none.
    fn read_move(&self, position: &AnyPosition, text: &str) -> Option<usize> {
        self.move_names(position).ok()?.iter().position(|name| name == text)
    }
    /// See [`Game::table_key`].
    fn table_key(&self, position: &AnyPosition) -> u64;
    /// See [`Game::search_key`].
    fn search_key(&self, position: &AnyPosition, _plies: u32) -> u64 {
        self.table_key(position)
    }
    /// See [`Game::noise_key`].
    fn noise_key(&self, position: &AnyPosition) -> u64;
    /// See [`Hints::truth_key`].
    fn truth_key(&self, position: &AnyPosition) -> u64 {
        self.table_key(position)
    }
    /// See [`Hints::known`].
    fn known(&self, _position: &AnyPosition) -> Option<f64> {
        None
    }
    /// See [`Hints::numbers`]: of the game of this position.
    fn numbers(&self, _position: &AnyPosition) -> Option<u64> {
        None
    }
    /// See [`Hints::number`].
    fn number(&self, _position: &AnyPosition) -> u64 {
        0
    }
    /// See [`Hints::numbered`]: in the game of this position.
    fn numbered(&self, _position: &AnyPosition, _number: u64) -> Option<AnyPosition> {
        None
    }
    /// See [`Hints::bounds`].
    fn bounds(&self, _position: &AnyPosition) -> (f64, f64) {
        self.facts().payoffs
    }
    /// See [`Game::position_text`].
    fn position_text(&self, position: &AnyPosition) -> String;
    /// See [`Game::parse_position`].
    fn parse_position(&self, text: &str) -> Result<AnyPosition>;
    /// See [`Game::drawn`].
    fn drawn(&self, position: &AnyPosition) -> String;
    /// See [`Game::board`].
    fn board(&self, _position: &AnyPosition) -> Option<Board> {
        None
    }
    /// See [`Hints::history`].
    fn history(&self, _position: &AnyPosition) -> Option<(String, Vec<String>)> {
        None
    }
    /// See [`Hints::written`]: of a position's move by its number.
    fn written(&self, _position: &AnyPosition, _choice: usize) -> Option<String> {
        None
    }
    /// See [`Hints::notes`].
    fn notes(&self, _position: &AnyPosition, _line: &str) -> std::result::Result<Notes, String> {
        Ok(Notes::default())
    }
    /// See [`Hints::kind`]: of every move of a position; empty where the game tells none.
    fn kinds(&self, _position: &AnyPosition) -> Vec<&'static str> {
        Vec::new()
    }
}

/// What follows one position.
pub fn expand_one(game: &(impl Remote + ?Sized), position: &AnyPosition) -> Result<Expansion> {
    let mut one = game.expand(std::slice::from_ref(position))?;
    Ok(one.pop().expect("an answer for every position"))
}
