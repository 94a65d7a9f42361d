//! What a solver may know of a game besides its rules.

use super::Game;
use crate::error::Result;

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
}
