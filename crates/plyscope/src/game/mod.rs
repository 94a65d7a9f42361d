//! Games: who moves, which moves, what follows, when it ends, what it is worth
//! (Russell & Norvig, section 1).
//!
//! A game is an object with parameters. Players need not alternate, and there may be more than two.

mod connect_four;
mod erased;
mod grid;
mod kalah;
mod real;
pub mod text;
mod tic_tac_toe;
mod tic_tac_trio;

pub use connect_four::{ConnectFour, Stones};
pub use erased::{AnyGame, AnyPosition, ErasedGame};
pub use grid::Grid;
pub use kalah::{Kalah, Landings, Pits, Sown};
pub use real::{NamedSolution, RealGame};
pub use tic_tac_toe::{Marks, TicTacToe};
pub use tic_tac_trio::{TicTacTrio, TrioMarks};

use crate::key::TrialKey;
use crate::name::Name;
use std::fmt;
use std::hash::Hash;

/// A player, counted from 0; shown counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(u8);

impl Player {
    /// The player in whose view all values are; moves first in most games.
    pub const FIRST: Player = Player(0);
    /// The other player of two.
    pub const SECOND: Player = Player(1);

    /// The player of an index below [`crate::value::MAX_PLAYERS`]; nothing beyond.
    pub fn new(index: usize) -> Option<Self> {
        (index < crate::value::MAX_PLAYERS).then_some(Player(index as u8))
    }

    /// Counted from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The other one of two players.
    pub fn opponent(self) -> Self {
        if self == Player::FIRST { Player::SECOND } else { Player::FIRST }
    }

    /// The player to move at a ply of a game in which two players take turns.
    pub fn at_ply(ply: u32) -> Self {
        Player((ply % 2) as u8)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// The rules of a game.
pub trait Game {
    /// A position; cheap to clone.
    type Position: Clone;
    /// A move.
    type Move: Copy + Eq + Hash + fmt::Debug;

    /// The game's name with all its parameters.
    fn name(&self) -> Name;

    /// How many players there are.
    fn players(&self) -> usize {
        2
    }

    /// Where the game starts.
    fn start(&self) -> Self::Position;

    /// Where a trial starts; other than [`Game::start`] where a game is set up at random.
    fn start_of(&self, _trial: TrialKey) -> Self::Position {
        self.start()
    }

    /// Who moves; of no meaning when the game is over.
    fn mover(&self, position: &Self::Position) -> Player;

    /// Puts the legal moves, always in the same order, into an empty list.
    ///
    /// None when the game is over, and none at the rim of a tree that is known only so far (such a
    /// position is not over: a search asks an evaluator about it).
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// The position after a legal move.
    fn play(&self, position: &Self::Position, choice: &Self::Move) -> Self::Position;

    /// Is the game over?
    fn is_over(&self, position: &Self::Position) -> bool {
        moves_of(self, position).is_empty()
    }

    /// What a finished game is worth to a player. With two players it is zero-sum: positive for the
    /// winner, zero for a draw.
    fn payoff(&self, position: &Self::Position, player: Player) -> f64;

    /// Equal for positions that are the same for a transposition table.
    fn table_key(&self, position: &Self::Position) -> u64;

    /// What an artificial evaluator's noise depends on; may differ from the table key, for example
    /// where symmetric positions share a table entry. In a tree it is the node's place.
    fn noise_key(&self, position: &Self::Position) -> u64 {
        self.table_key(position)
    }

    /// A move for people.
    fn move_name(&self, _position: &Self::Position, choice: &Self::Move) -> String {
        format!("{choice:?}")
    }

    /// A position for people, in a few lines; empty where there is nothing to draw.
    fn drawn(&self, _position: &Self::Position) -> String {
        String::new()
    }
}

/// The legal moves, as a new list.
pub fn moves_of<G: Game + ?Sized>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}
