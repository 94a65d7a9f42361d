//! What a solver may know of a game besides its rules.

use super::Game;
use crate::error::Result;

/// May a player leave a position as it is, where there are moves that should be played out first?
///
/// ```
/// use plyscope::game::{ConnectFour, Game, Solvable, Stand};
/// let (game, mut moves) = (ConnectFour::new(7, 6, 4)?, Vec::new());
/// let threat = game.parse_position("112233")?; // X wins at once in column 4
/// assert_eq!((game.noisy(&threat, &mut moves), moves), (Some(Stand::MustNot), vec![3]));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stand {
    /// It may: every move can be declined, and the evaluation of the position as it is counts beside them.
    May,
    /// It must play one of the moves: a threat has to be answered, or a win is at hand.
    MustNot,
}

/// What a solver may know of a game besides its rules. Every method has a default.
///
/// ```
/// use plyscope::game::{ConnectFour, Game, Solvable};
/// let game = ConnectFour::new(4, 4, 3)?;
/// assert_eq!(game.bounds(&game.start()), (-1.0, 1.0));
/// # Ok::<(), plyscope::Error>(())
/// ```
pub trait Solvable: Game {
    /// What the first player has for certain already, over the second; the rest of the game is worth the
    /// same whatever this is. A whole number where it is not zero, so that adding it rounds nothing.
    fn banked(&self, _position: &Self::Position) -> f64 {
        0.0
    }

    /// A key for the rest of the game: the table key, or one that leaves out what is banked.
    fn rest_key(&self, position: &Self::Position) -> u64 {
        self.table_key(position)
    }

    /// Bounds of the final payoff, in the first player's view.
    fn bounds(&self, _position: &Self::Position) -> (f64, f64) {
        (f64::NEG_INFINITY, f64::INFINITY)
    }

    /// Equal for positions that are the same but for a symmetry, so that whoever knows the outcome of the one knows
    /// that of the other: for leaving out what was learned from.
    fn truth_key(&self, position: &Self::Position) -> u64 {
        self.table_key(position)
    }

    /// How good a move looks for the player who made it: larger is tried earlier.
    fn promise(&self, _before: &Self::Position, _choice: &Self::Move, _after: &Self::Position) -> i32 {
        0
    }

    /// What a position is worth to the first player, where the game itself knows: it was made so, or it has a table.
    fn known(&self, _position: &Self::Position) -> Option<f64> {
        None
    }

    /// Does it know what all its positions are worth?
    fn knows_truth(&self) -> bool {
        false
    }

    /// What went wrong since this was asked last, in games that can fail ([`Bridge`](super::Bridge)).
    fn trouble(&self) -> Result<()> {
        Ok(())
    }

    /// At which stage of the game a position is, where an evaluator's numbers mean the same at every position of a stage:
    /// the plies to the end in a uniform tree. 0 where there are no stages.
    fn stage(&self, _position: &Self::Position) -> u32 {
        0
    }

    /// The game's own quiescence: puts the moves that should be played out before a position is evaluated (captures,
    /// answers to threats) into an empty list, and says whether the position may be evaluated beside them. None where the
    /// game has no such notion.
    fn noisy(&self, _position: &Self::Position, _moves: &mut Vec<Self::Move>) -> Option<Stand> {
        None
    }

    /// What sort of move this is, in a word or two, so that positions can be grouped by what is correct there: a capture, a
    /// check, a quiet move. None in games that do not tell their moves apart.
    fn kind(&self, _position: &Self::Position, _choice: &Self::Move) -> Option<&'static str> {
        None
    }

    /// How far a game has gone, in any unit, so that positions can be grouped by it: stones on the board, seeds in the
    /// stores.
    fn progress(&self, position: &Self::Position) -> u32 {
        self.stage(position)
    }

    /// What tells this game from the others of its family, where each trial has a game of its own.
    fn draw_key(&self) -> u64 {
        0
    }
}
