//! Tic-tac-toe for three: a small game for max^n that people can play.
//!
//! Three players put their marks in turn on a board of three by three; the first with three in a line
//! takes all (1), the others get nothing; a full board without a line is shared, a third each. Blocking
//! the next player helps the one after: nobody can look after all opponents, which is what makes
//! alliances (Russell & Norvig, section 2.2).

use super::{Board, Cell, Facts, Game, Grid, Hints, Player, moves_of};
use crate::error::{Error, Result};
use crate::name::{Arguments, Name, Parameter};

/// Three players, a board, three in a line.
///
/// ```
/// use plyscope::game::{Game, Player, TicTacTrio};
/// let game = TicTacTrio::new(3, 3)?;
/// let third = Player::new(2).expect("there are three");
/// let after = [0, 1].iter().fold(game.start(), |marks, cell| game.play(&marks, cell));
/// assert_eq!((game.facts().players, game.mover(&after)), (3, third));
/// # Ok::<(), plyscope::Error>(())
/// ```
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
        TicTacTrio::new(arguments.integer("width", 3..=21)?, arguments.integer("height", 3..=21)?)
    }

    /// A board of 3 to 21 columns and rows, and of at most 64 cells.
    ///
    /// ```
    /// use plyscope::game::TicTacTrio;
    /// assert!(TicTacTrio::new(3, 3).is_ok() && TicTacTrio::new(9, 9).is_err());
    /// ```
    pub fn new(width: u32, height: u32) -> Result<Self> {
        if !(3..=21).contains(&width) || !(3..=21).contains(&height) || width * height > 64 {
            return Err(Error::Settings {
                kind: "tic-tac-trio".into(),
                why: format!(
                    "a board has 3 to 21 columns and rows and at most 64 cells, not {width} x {height}"
                ),
            });
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

/// A sign a player.
const SIGNS: [char; 3] = ['X', 'O', 'A'];

impl Game for TicTacTrio {
    type Position = TrioMarks;
    /// A cell, from 0, row by row from the lower left.
    type Move = u8;

    fn name(&self) -> Name {
        Name::new("tic-tac-trio").with("width", self.grid.width()).with("height", self.grid.height())
    }
    fn facts(&self) -> Facts {
        Facts { players: 3, ..Facts::lasting(self.grid.width() * self.grid.height()) }
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
    fn position_text(&self, marks: &TrioMarks) -> String {
        format!("{} {}", self.grid.text(&marks.of, &SIGNS), SIGNS[self.mover(marks).index()])
    }
    fn parse_position(&self, text: &str) -> Result<TrioMarks> {
        let wanted = "rows of `.XOA` from the top, joined by `/`, and the mover, such as `X../.O./... A`";
        let (cells, mover) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let of = self.grid.parse(cells, &SIGNS).ok_or_else(|| self.bad_position(text, wanted))?;
        let marks = TrioMarks { of: [of[0], of[1], of[2]] };
        let [a, b, c] = marks.of.map(u64::count_ones);
        let in_turn = a >= b && b >= c && a <= c + 1;
        let mut with_lines = (0..3).filter(|player| self.grid.has_line(marks.of[*player]));
        let last = (self.mover(&marks).index() + 2) % 3;
        let lines = with_lines.next().is_none_or(|player| player == last) && with_lines.next().is_none();
        if !in_turn || !lines || mover.trim() != SIGNS[self.mover(&marks).index()].to_string() {
            return Err(self
                .bad_position(text, "one in which X began, all took turns, and nobody moved after a line"));
        }
        Ok(marks)
    }
    fn drawn(&self, marks: &TrioMarks) -> String {
        self.grid.drawn(&marks.of, &SIGNS)
    }
    fn board(&self, marks: &TrioMarks) -> Option<Board> {
        let sign = |player: Player| Cell::Sign(player, SIGNS[player.index()]);
        let moves: Vec<u32> = moves_of(self, marks).into_iter().map(u32::from).collect();
        Some(self.grid.board(&marks.of, sign, &moves))
    }
}

impl Hints for TicTacTrio {}
