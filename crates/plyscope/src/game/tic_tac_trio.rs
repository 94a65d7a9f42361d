//! Tic-tac-toe for three: a small game for max^n that people can play.
//!
//! Three players put their marks in turn on a board of three by three; the first with three in a line
//! takes all (1), the others get nothing; a full board without a line is shared, a third each. Blocking
//! the next player helps the one after: nobody can look after all opponents, which is what makes
//! alliances (Russell & Norvig, section 2.2).

use super::{Game, Grid, Player};
use crate::error::{Error, Result};
use crate::name::{Arguments, Name, Parameter};
use crate::search::Solvable;

/// Three players, a board, three in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TicTacTrio {
    grid: Grid,
}

/// The marks of the three players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TrioMarks {
    /// Sets of cells.
    pub of: [u64; 3],
}

impl TicTacTrio {
    /// What `tic-tac-trio(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter { name: "width", default: "3", allowed: "a whole number from 3 to 21" },
        Parameter { name: "height", default: "3", allowed: "a whole number from 3 to 21; at most 64 cells" },
    ];

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        let (width, height) = (arguments.integer("width", 3..=21)?, arguments.integer("height", 3..=21)?);
        if width * height > 64 {
            return Err(Error::Mismatch(format!("a board has at most 64 cells, not {width} x {height}")));
        }
        Ok(TicTacTrio { grid: Grid::new(width, height, 3) })
    }

    /// The board and its lines.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    fn taken(marks: &TrioMarks) -> u64 {
        marks.of[0] | marks.of[1] | marks.of[2]
    }

    fn winner(&self, marks: &TrioMarks) -> Option<usize> {
        (0..3).find(|player| self.grid.has_line(marks.of[*player]))
    }
}

impl Game for TicTacTrio {
    type Position = TrioMarks;
    /// A cell, from 0, row by row from the lower left.
    type Move = u8;

    fn name(&self) -> Name {
        Name::new("tic-tac-trio").with("width", self.grid.width()).with("height", self.grid.height())
    }
    fn players(&self) -> usize {
        3
    }
    fn start(&self) -> TrioMarks {
        TrioMarks::default()
    }
    fn mover(&self, marks: &TrioMarks) -> Player {
        Player::new(Self::taken(marks).count_ones() as usize % 3).expect("three players")
    }
    fn moves(&self, marks: &TrioMarks, moves: &mut Vec<u8>) {
        if self.winner(marks).is_none() {
            let cells = (self.grid.width() * self.grid.height()) as u8;
            moves.extend((0..cells).filter(|cell| Self::taken(marks) >> cell & 1 == 0));
        }
    }
    fn play(&self, marks: &TrioMarks, cell: &u8) -> TrioMarks {
        let mut marks = *marks;
        marks.of[self.mover(&marks).index()] |= 1 << cell;
        marks
    }
    fn is_over(&self, marks: &TrioMarks) -> bool {
        Self::taken(marks) == self.grid.cells() || self.winner(marks).is_some()
    }
    fn payoff(&self, marks: &TrioMarks, player: Player) -> f64 {
        match self.winner(marks) {
            None => 1.0 / 3.0,
            Some(winner) if winner == player.index() => 1.0,
            Some(_) => 0.0,
        }
    }
    fn table_key(&self, marks: &TrioMarks) -> u64 {
        marks.of.iter().fold(0, |key, set| crate::key::mix(key ^ set).wrapping_add(1))
    }
    fn move_name(&self, _: &TrioMarks, cell: &u8) -> String {
        let width = self.grid.width() as u8;
        format!("{}{}", char::from(b'a' + cell % width), cell / width + 1)
    }
    fn drawn(&self, marks: &TrioMarks) -> String {
        self.grid.drawn(&marks.of, &['X', 'O', 'A'])
    }
}

impl Solvable for TicTacTrio {}
