//! A position as a board, for pictures; and boards of cells on which a run of marks in a line wins.

use super::Player;
use std::sync::Arc;

/// A board of at most 64 cells, row by row, cell 0 at the lower left.
///
/// ```
/// use plyscope::game::Grid;
/// let grid = Grid::new(3, 3, 3);
/// assert_eq!(grid.lines().len(), 3 + 3 + 2); // rows, columns, diagonals
/// assert!(grid.has_line(0b100_010_001) && !grid.has_line(0b010_011_001));
/// assert_eq!(grid.text(&[0b001, 0b100], &['X', 'O']), ".../.../X.O");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    width: u32,
    height: u32,
    lines: Arc<[u64]>,
}

impl Grid {
    /// A board of so many columns and rows, and all lines of `run` cells on it.
    pub fn new(width: u32, height: u32, run: u32) -> Self {
        debug_assert!(width * height <= 64);
        let (w, h, run) = (width as i32, height as i32, run as i32);
        let inside = |x: i32, y: i32| (0..w).contains(&x) && (0..h).contains(&y);
        let mut lines = Vec::new();
        for (x, y) in (0..h).flat_map(|y| (0..w).map(move |x| (x, y))) {
            for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                if inside(x + dx * (run - 1), y + dy * (run - 1)) {
                    let cell = |i| 1u64 << ((y + dy * i) * w + x + dx * i);
                    lines.push((0..run).fold(0, |line, i| line | cell(i)));
                }
            }
        }
        // A run of one cell is the same line in all four directions.
        lines.sort_unstable();
        lines.dedup();
        Grid { width, height, lines: lines.into() }
    }

    /// The lines, as sets of cells.
    pub fn lines(&self) -> &[u64] {
        &self.lines
    }

    /// Columns.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Is a line full of these marks?
    pub fn has_line(&self, marks: u64) -> bool {
        self.lines.iter().any(|line| line & marks == *line)
    }

    /// The cells, as a set.
    pub fn cells(&self) -> u64 {
        u64::MAX >> (64 - self.width * self.height)
    }

    /// The marks in one line: as drawn, the rows joined by `/`.
    pub fn text(&self, marks: &[u64], signs: &[char]) -> String {
        self.drawn(marks, signs).replace('\n', "/")
    }

    /// Reads that back: a set of cells a player; none if it is anything else.
    pub fn parse(&self, text: &str, signs: &[char]) -> Option<Vec<u64>> {
        let rows: Vec<&str> = text.split('/').collect();
        let mut marks = vec![0; signs.len()];
        if rows.len() != self.height as usize {
            return None;
        }
        for (y, row) in (0..self.height).rev().zip(rows) {
            if row.chars().count() != self.width as usize {
                return None;
            }
            for (x, sign) in (0..self.width).zip(row.chars()) {
                let owner = signs.iter().position(|known| *known == sign);
                match owner {
                    Some(owner) => marks[owner] |= 1u64 << (y * self.width + x),
                    None if sign == '.' => {}
                    None => return None,
                }
            }
        }
        Some(marks)
    }

    /// Drawn with a sign a player, the top row first.
    pub fn drawn(&self, marks: &[u64], signs: &[char]) -> String {
        let sign = |cell: u32| {
            let owner = marks.iter().position(|set| set >> cell & 1 == 1);
            owner.map_or('.', |owner| signs[owner])
        };
        let row = |y: u32| (0..self.width).map(|x| sign(y * self.width + x)).collect::<String>();
        (0..self.height).rev().map(row).collect::<Vec<_>>().join("\n")
    }

    /// The marks as a board; `cell` says how a player's mark looks, and moves are cells as well.
    pub fn board(&self, marks: &[u64], cell: impl Fn(Player) -> Cell, moves: &[u32]) -> Board {
        let owner = |cell: u32| marks.iter().position(|set| set >> cell & 1 == 1).and_then(Player::new);
        let seen = |at: u32| owner(at).map_or(Cell::Empty, &cell);
        let row = |y: u32| (0..self.width).map(move |x| y * self.width + x);
        let drawn = |at: &u32| ((self.height - 1 - at / self.width) * self.width + at % self.width) as usize;
        Board {
            columns: self.width as usize,
            cells: (0..self.height).rev().flat_map(row).map(seen).collect(),
            checkered: false,
            moves: moves.iter().map(|at| vec![drawn(at)]).collect(),
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::Grid;

    /// Tic-tac-toe has 8 lines, connect four 69, as is well known; a 3x3 board of single cells 9.
    #[test]
    fn numbers_of_lines() {
        assert_eq!(Grid::new(3, 3, 3).lines().len(), 8);
        assert_eq!(Grid::new(7, 6, 4).lines().len(), 69);
        assert_eq!(Grid::new(3, 3, 1).lines().len(), 9);
        assert_eq!(Grid::new(3, 2, 4).lines().len(), 0);
    }
}
