//! A game that can fail, for searches that cannot.
//!
//! A search asks its game millions of times and cannot stop to handle a broken pipe. So the first thing that goes wrong
//! is kept here, everything after it is the end of the game, the search comes home soon, and whoever started it asks
//! whether there was [`trouble`](crate::game::Hints::trouble). A search runs in one thread, so every thread has its own
//! trouble: who is told of it is who it happened to.

use super::{AnyPosition, Board, Expansion, Facts, Game, Hints, Player, Remote, Turn, Walk, expand_one};
use crate::error::{Error, Result};
use crate::key::{Stream, TrialKey};
use crate::name::Name;
use std::collections::HashMap;
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
/// assert!(game.trouble().is_ok()); // nothing broke on the way
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
        self.trouble.lock().expect("nobody panics with it")
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
    fn trouble(&self) -> Result<()> {
        self.kept().remove(&current().id()).map_or(Ok(()), Err)
    }
}
