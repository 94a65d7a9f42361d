//! A position as a board, for those who draw it.

use super::Player;

/// What is on a cell.
///
/// ```
/// use plyscope::game::{Cell, Player};
/// assert_eq!(Cell::Disc(Player::FIRST).owner(), Some(Player::FIRST));
/// assert_eq!(Cell::Empty.owner(), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cell {
    /// There is no cell here: boards need not be rectangles.
    Gap,
    /// Nothing.
    Empty,
    /// A stone of a player, all of which are alike.
    Disc(Player),
    /// A piece or mark of a player, by the letter of its kind.
    Sign(Player, char),
    /// A pit or store of a player, and what it holds.
    Count(Player, u32),
}

impl Cell {
    /// Whose it is.
    pub fn owner(&self) -> Option<Player> {
        match self {
            Cell::Gap | Cell::Empty => None,
            Cell::Disc(player) | Cell::Sign(player, _) | Cell::Count(player, _) => Some(*player),
        }
    }
}

/// A position as a board.
///
/// ```
/// use plyscope::game::{Cell, Game, Player, TicTacToe};
/// let game = TicTacToe::default();
/// let board = game.board(&game.play(&game.start(), &0)).expect("it has one");
/// assert_eq!((board.columns, board.cells[6]), (3, Cell::Sign(Player::FIRST, 'X'))); // the lower left cell
/// assert_eq!(board.moves[0], [7]); // the second cell of the lower row
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Board {
    /// How many columns.
    pub columns: usize,
    /// Its cells, row by row from the upper left.
    pub cells: Vec<Cell>,
    /// Are its cells light and dark in turn?
    pub checkered: bool,
    /// The cells of every legal move, in the order of the moves: where it goes to, or from where to where.
    pub moves: Vec<Vec<usize>>,
}

impl Board {
    /// How many rows.
    pub fn rows(&self) -> usize {
        self.cells.len().div_ceil(self.columns.max(1))
    }
}
