//! Where trials' positions come from: a generator, random play, a list; each a function of the key.

mod drawn_games;
mod random_play;
mod solved_positions;

pub use drawn_games::{DrawnGames, Wanted};
pub use random_play::{RandomPlay, random_moment};
pub use solved_positions::{Solved, SolvedPositions};

use crate::error::Result;
use crate::game::Game;
use crate::truth::TrueValue;

/// A position to be searched, with the game it belongs to.
#[derive(Debug, Clone)]
pub struct Sourced<G: Game> {
    /// The game.
    pub game: G,
    /// The position.
    pub position: G::Position,
    /// What it is worth, as far as the source knows.
    pub truth: TrueValue,
}

/// A source of positions: the same trial gives the same position, in whatever order it is asked.
pub trait PositionSource {
    /// The game that the positions belong to.
    type Game: Game;

    /// The position of a trial.
    fn position(&self, trial: u64) -> Result<Sourced<Self::Game>>;
}
