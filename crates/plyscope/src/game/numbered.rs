//! Positions by number, for tables that hold a value for each.

use super::Game;

/// A game whose positions are numbered from 0, each once, so that a table holds a value for every one without its key.
///
/// What the value of a position does not depend on, such as moves that were made already, has no part in its number.
///
/// ```
/// use plyscope::game::{Game, Numbered, SlidingTiles};
/// let game = SlidingTiles::new(3, 3, false)?;
/// assert_eq!(game.count(), 181_440); // half of 9!: the other half cannot be reached
/// let start = game.start();
/// let again = game.position(game.number(&start)).expect("it is a number of a position");
/// assert_eq!(game.position_text(&again), game.position_text(&start));
/// assert!(game.position(game.count()).is_none());
/// # Ok::<(), plyscope::Error>(())
/// ```
pub trait Numbered: Game {
    /// How many numbers there are.
    fn count(&self) -> u64;

    /// The number of a position, below the count.
    fn number(&self, position: &Self::Position) -> u64;

    /// The position of a number; none where it belongs to no position.
    fn position(&self, number: u64) -> Option<Self::Position>;
}
