//! The object-safe form of a game: for registries, and for games that come from elsewhere.
//!
//! [`AnyGame`] is itself a [`Game`], whose positions are boxed and whose moves are numbers, so every
//! search and evaluator runs on it. Wrapping costs an allocation a position; typed games pay nothing.

use super::{Game, Player};
use crate::key::TrialKey;
use crate::name::Name;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// A position of some game.
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

/// A game behind a pointer: [`Game`] with boxed positions and numbered moves.
///
/// Every [`Game`] whose positions can cross threads is one.
pub trait ErasedGame: Send + Sync {
    /// See [`Game::name`].
    fn name(&self) -> Name;
    /// See [`Game::players`].
    fn players(&self) -> usize;
    /// See [`Game::start`].
    fn start(&self) -> AnyPosition;
    /// See [`Game::start_of`].
    fn start_of(&self, trial: TrialKey) -> AnyPosition;
    /// See [`Game::mover`].
    fn mover(&self, position: &AnyPosition) -> Player;
    /// How many legal moves there are.
    fn move_count(&self, position: &AnyPosition) -> usize;
    /// The position after the move of a number below the count.
    fn play(&self, position: &AnyPosition, choice: usize) -> AnyPosition;
    /// See [`Game::is_over`].
    fn is_over(&self, position: &AnyPosition) -> bool;
    /// See [`Game::payoff`].
    fn payoff(&self, position: &AnyPosition, player: Player) -> f64;
    /// See [`Game::table_key`].
    fn table_key(&self, position: &AnyPosition) -> u64;
    /// See [`Game::noise_key`].
    fn noise_key(&self, position: &AnyPosition) -> u64;
    /// See [`Game::move_name`].
    fn move_name(&self, position: &AnyPosition, choice: usize) -> String;
    /// See [`Game::drawn`].
    fn drawn(&self, position: &AnyPosition) -> String;
    /// The game itself, for those who know its type.
    fn as_any(&self) -> &dyn Any;
}

fn typed<P: 'static>(position: &AnyPosition) -> &P {
    position.get().expect("a position is only given to the game that made it")
}

impl<G> ErasedGame for G
where
    G: Game + Send + Sync + 'static,
    G::Position: Send + Sync + 'static,
{
    fn name(&self) -> Name {
        Game::name(self)
    }
    fn players(&self) -> usize {
        Game::players(self)
    }
    fn start(&self) -> AnyPosition {
        AnyPosition::new(Game::start(self))
    }
    fn start_of(&self, trial: TrialKey) -> AnyPosition {
        AnyPosition::new(Game::start_of(self, trial))
    }
    fn mover(&self, position: &AnyPosition) -> Player {
        Game::mover(self, typed(position))
    }
    fn move_count(&self, position: &AnyPosition) -> usize {
        super::moves_of(self, typed(position)).len()
    }
    fn play(&self, position: &AnyPosition, choice: usize) -> AnyPosition {
        let position = typed(position);
        AnyPosition::new(Game::play(self, position, &super::moves_of(self, position)[choice]))
    }
    fn is_over(&self, position: &AnyPosition) -> bool {
        Game::is_over(self, typed(position))
    }
    fn payoff(&self, position: &AnyPosition, player: Player) -> f64 {
        Game::payoff(self, typed(position), player)
    }
    fn table_key(&self, position: &AnyPosition) -> u64 {
        Game::table_key(self, typed(position))
    }
    fn noise_key(&self, position: &AnyPosition) -> u64 {
        Game::noise_key(self, typed(position))
    }
    fn move_name(&self, position: &AnyPosition, choice: usize) -> String {
        let position = typed(position);
        Game::move_name(self, position, &super::moves_of(self, position)[choice])
    }
    fn drawn(&self, position: &AnyPosition) -> String {
        Game::drawn(self, typed(position))
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Any game at all, as a [`Game`].
#[derive(Clone)]
pub struct AnyGame(Arc<dyn ErasedGame>);

impl AnyGame {
    /// Wraps a game.
    pub fn new(game: impl ErasedGame + 'static) -> Self {
        AnyGame(Arc::new(game))
    }

    /// The game within, if it is of this type.
    pub fn get<G: 'static>(&self) -> Option<&G> {
        (*self.0).as_any().downcast_ref()
    }
}

impl fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyGame({})", self.0.name())
    }
}

impl Game for AnyGame {
    type Position = AnyPosition;
    type Move = usize;

    fn name(&self) -> Name {
        self.0.name()
    }
    fn players(&self) -> usize {
        self.0.players()
    }
    fn start(&self) -> AnyPosition {
        self.0.start()
    }
    fn start_of(&self, trial: TrialKey) -> AnyPosition {
        self.0.start_of(trial)
    }
    fn mover(&self, position: &AnyPosition) -> Player {
        self.0.mover(position)
    }
    fn moves(&self, position: &AnyPosition, moves: &mut Vec<usize>) {
        moves.extend(0..self.0.move_count(position));
    }
    fn play(&self, position: &AnyPosition, choice: &usize) -> AnyPosition {
        self.0.play(position, *choice)
    }
    fn is_over(&self, position: &AnyPosition) -> bool {
        self.0.is_over(position)
    }
    fn payoff(&self, position: &AnyPosition, player: Player) -> f64 {
        self.0.payoff(position, player)
    }
    fn table_key(&self, position: &AnyPosition) -> u64 {
        self.0.table_key(position)
    }
    fn noise_key(&self, position: &AnyPosition) -> u64 {
        self.0.noise_key(position)
    }
    fn move_name(&self, position: &AnyPosition, choice: &usize) -> String {
        self.0.move_name(position, *choice)
    }
    fn drawn(&self, position: &AnyPosition) -> String {
        self.0.drawn(position)
    }
}
