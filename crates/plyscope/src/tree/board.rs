//! A board-splitting game as a real board: rows, columns, pieces.
//!
//! The tree view numbers the leaves by the choices on their path. Player 1's choices are the digits
//! of the column, player 2's those of the row, the first choice the highest digit.

use super::{BoardSplitting, Place, Shape, TreeGame};
use crate::error::Result;
use crate::game::{Facts, Game, Hints, Player};
use crate::key::DrawKey;
use crate::name::Name;
use std::fmt;

/// A board of ones and zeros that two players split until one square is left.
///
/// ```
/// use plyscope::key::Stream;
/// use plyscope::name::{Arguments, Name};
/// use plyscope::tree::{Board, BoardSplitting};
/// let name: Name = "board-splitting(depth=3,p=1)".parse()?;
/// let game = BoardSplitting::build(&Arguments::resolve(BoardSplitting::PARAMETERS, &name)?)?;
/// let board = Board::draw(&game, Stream::new(1, "example").block(0).attempt(0), 0);
/// assert_eq!((board.rows(), board.columns()), (2, 4)); // split once by rows, twice by columns
/// assert_eq!(board.to_string(), "1111\n1111\n");
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Board {
    name: Name,
    shape: Shape,
    rows: usize,
    columns: usize,
    /// Row by row.
    squares: Vec<bool>,
}

/// What is left of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Region {
    /// The top row.
    pub row: usize,
    /// The left column.
    pub column: usize,
    /// How many rows.
    pub rows: usize,
    /// How many columns.
    pub columns: usize,
    /// Where it is in the tree.
    pub place: Place,
}

impl Board {
    /// The board of one trial.
    pub fn draw(game: &BoardSplitting, key: DrawKey, lane: u32) -> Self {
        let shape = game.shape();
        let (rows, columns) = (shape.width(shape.depth() / 2), shape.width(shape.depth().div_ceil(2)));
        let mut squares = vec![false; rows * columns];
        for leaf in 0..shape.leaves() {
            let (row, column) = square_of(shape, leaf);
            squares[row * columns + column] = game.square(key, lane, leaf);
        }
        Board { name: game.name(), shape, rows, columns, squares }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Is a square a 1?
    pub fn square(&self, row: usize, column: usize) -> bool {
        self.squares[row * self.columns + column]
    }
}

/// The row and column of a leaf's square.
fn square_of(shape: Shape, leaf: usize) -> (usize, usize) {
    let (mut row, mut column) = (0, 0);
    for place in shape.path(leaf) {
        let choice = place.index % shape.branching();
        let digits = if shape.mover(place.level - 1) == Player::FIRST { &mut column } else { &mut row };
        *digits = *digits * shape.branching() + choice;
    }
    (row, column)
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.squares.chunks(self.columns) {
            let line: String = row.iter().map(|one| if *one { '1' } else { '0' }).collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

impl Game for Board {
    type Position = Region;
    type Move = usize;

    fn name(&self) -> Name {
        self.name.clone()
    }
    fn facts(&self) -> Facts {
        Facts::lasting(self.shape.depth())
    }
    fn start(&self) -> Region {
        Region { row: 0, column: 0, rows: self.rows, columns: self.columns, place: Place::ROOT }
    }
    fn mover(&self, region: &Region) -> Player {
        self.shape.mover(region.place.level)
    }
    fn moves(&self, region: &Region, moves: &mut Vec<usize>) {
        if !self.is_over(region) {
            moves.extend(0..self.shape.branching());
        }
    }
    fn play(&self, region: &Region, piece: &usize) -> Region {
        let pieces = self.shape.branching();
        let place = self.shape.child(region.place, *piece);
        if self.mover(region) == Player::FIRST {
            let columns = region.columns / pieces;
            Region { column: region.column + piece * columns, columns, place, ..*region }
        } else {
            let rows = region.rows / pieces;
            Region { row: region.row + piece * rows, rows, place, ..*region }
        }
    }
    fn is_over(&self, region: &Region) -> bool {
        region.rows * region.columns == 1
    }
    fn payoff(&self, region: &Region, player: Player) -> f64 {
        let last_mover_wins = self.square(region.row, region.column);
        if last_mover_wins == (player == self.shape.last_mover()) { 1.0 } else { -1.0 }
    }
    fn table_key(&self, region: &Region) -> u64 {
        region.place.key()
    }
    fn move_name(&self, _: &Region, piece: &usize) -> String {
        (piece + 1).to_string()
    }
    fn position_text(&self, region: &Region) -> String {
        self.shape.place_text(region.place)
    }
    fn parse_position(&self, text: &str) -> Result<Region> {
        let place = self.shape.parse_place(text.trim());
        let place = place
            .ok_or_else(|| self.bad_position(text, "`root`, or the moves that lead to it, such as `2.1`"))?;
        let choice =
            |level: u32| place.index / self.shape.width(place.level - level) % self.shape.branching();
        Ok((1..=place.level).fold(self.start(), |region, level| self.play(&region, &choice(level))))
    }
}

impl Hints for Board {}
