//! Marks in a line for three players: small games for max^n that people can play.
//!
//! Three players put their marks in turn on a board; the first with a run in a line takes all (1), the others get nothing; a
//! full board without one is shared, a third each. Blocking the next player helps the one after: no player can stop all
//! opponents, which is what makes alliances (Russell & Norvig, section 2.2). Where marks fall, as in connect four, everything
//! can be solved on the usual board here, four by four with runs of three.

use super::{Board, Cell, Facts, Game, Grid, Hints, Player, moves_of};
use crate::error::{Error, Result};
use crate::name::{Arguments, Name, Parameter};

/// Three players, a board, a run in a line; marks stay where they are put, or fall to the lowest free cell of their column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trio<const FALLS: bool> {
    grid: Grid,
    run: u32,
}

/// Tic-tac-toe for three: three in a line.
///
/// ```
/// use plyscope::game::{Game, Player, TicTacTrio};
/// let game = TicTacTrio::new(3, 3)?;
/// let third = Player::new(2).expect("there are three");
/// let after = [0, 1].iter().fold(game.start(), |marks, cell| game.play(&marks, cell));
/// assert_eq!((game.facts().players, game.mover(&after)), (3, third));
/// # Ok::<(), plyscope::Error>(())
/// ```
pub type TicTacTrio = Trio<false>;

/// Connect four for three.
///
/// ```
/// use plyscope::game::{ConnectTrio, Game, moves_of};
/// let game = ConnectTrio::new(4, 4, 3)?;
/// // Four stones fill a column.
/// let full = (0..4).fold(game.start(), |stones, _| game.play(&stones, &0));
/// assert_eq!(moves_of(&game, &full), [1, 2, 3]);
/// assert_eq!(game.position_text(&full), "X.../A.../O.../X... O");
/// # Ok::<(), plyscope::Error>(())
/// ```
pub type ConnectTrio = Trio<true>;

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
        Ok(Trio { grid: Grid::new(width, height, 3), run: 3 })
    }
}

impl ConnectTrio {
    /// What `connect-trio(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter { name: "width", default: "4", allowed: "a whole number from 1 to 21" },
        Parameter { name: "height", default: "4", allowed: "a whole number from 1 to 21; at most 64 cells" },
        Parameter { name: "run", default: "3", allowed: "a whole number from 2 to 21" },
    ];

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        ConnectTrio::new(
            arguments.integer("width", 1..=21)?,
            arguments.integer("height", 1..=21)?,
            arguments.integer("run", 2..=21)?,
        )
    }

    /// A board of 1 to 21 columns and rows and at most 64 cells, on which a run of 2 to 21 wins.
    ///
    /// ```
    /// use plyscope::game::ConnectTrio;
    /// assert!(ConnectTrio::new(5, 4, 3).is_ok() && ConnectTrio::new(9, 9, 4).is_err());
    /// ```
    pub fn new(width: u32, height: u32, run: u32) -> Result<Self> {
        let sizes = (1..=21).contains(&width) && (1..=21).contains(&height) && width * height <= 64;
        if !sizes || !(2..=21).contains(&run) {
            let why = format!(
                "a board has 1 to 21 columns and rows and at most 64 cells, a run 2 to 21, not {width} x {height} and {run}"
            );
            return Err(Error::Settings { kind: "connect-trio".into(), why });
        }
        Ok(Trio { grid: Grid::new(width, height, run), run })
    }
}

/// A sign a player.
const SIGNS: [char; 3] = ['X', 'O', 'A'];

fn taken(marks: &TrioMarks) -> u64 {
    marks.of[0] | marks.of[1] | marks.of[2]
}

impl<const FALLS: bool> Trio<FALLS> {
    /// The board and its lines.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    fn winner(&self, marks: &TrioMarks) -> Option<usize> {
        (0..3).find(|player| self.grid.has_line(marks.of[*player]))
    }

    /// Where the mark of a move comes to lie, if there is room.
    fn cell(&self, marks: &TrioMarks, choice: u8) -> Option<u32> {
        let (width, height) = (self.grid.width(), self.grid.height());
        let rows = if FALLS { 0..height } else { 0..1 };
        let mut cells = rows.map(|row| row * width + u32::from(choice));
        cells.find(|cell| taken(marks) >> cell & 1 == 0)
    }

    /// X began, all took turns, no mark floats where marks fall, and no move followed a run.
    fn can_be(&self, marks: &TrioMarks) -> bool {
        let [a, b, c] = marks.of.map(u64::count_ones);
        let in_turn = a >= b && b >= c && a <= c + 1;
        let above_nothing = taken(marks) & !(taken(marks) << self.grid.width());
        let last = (self.mover(marks).index() + 2) % 3;
        let mut with_lines = (0..3).filter(|player| self.grid.has_line(marks.of[*player]));
        let lines = with_lines.next().is_none_or(|player| player == last) && with_lines.next().is_none();
        in_turn && lines && (!FALLS || above_nothing >> self.grid.width() == 0)
    }
}

impl<const FALLS: bool> Game for Trio<FALLS> {
    type Position = TrioMarks;
    /// A column where marks fall, from 0; else a cell, row by row from the lower left.
    type Move = u8;

    fn name(&self) -> Name {
        let name = Name::new(if FALLS { "connect-trio" } else { "tic-tac-trio" });
        let name = name.with("width", self.grid.width()).with("height", self.grid.height());
        if FALLS { name.with("run", self.run) } else { name }
    }
    fn facts(&self) -> Facts {
        Facts { players: 3, ..Facts::lasting(self.grid.width() * self.grid.height()) }
    }
    fn start(&self) -> TrioMarks {
        TrioMarks::default()
    }
    fn mover(&self, marks: &TrioMarks) -> Player {
        Player::new(taken(marks).count_ones() as usize % 3).expect("three players")
    }
    fn moves(&self, marks: &TrioMarks, moves: &mut Vec<u8>) {
        if self.winner(marks).is_none() {
            let rows = if FALLS { 1 } else { self.grid.height() };
            let choices = 0..(self.grid.width() * rows) as u8;
            moves.extend(choices.filter(|choice| self.cell(marks, *choice).is_some()));
        }
    }
    fn play(&self, marks: &TrioMarks, choice: &u8) -> TrioMarks {
        let (mut after, mover) = (*marks, self.mover(marks));
        if let Some(cell) = self.cell(marks, *choice) {
            after.of[mover.index()] |= 1 << cell;
        }
        after
    }
    fn is_over(&self, marks: &TrioMarks) -> bool {
        taken(marks) == self.grid.cells() || self.winner(marks).is_some()
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
    fn move_name(&self, _: &TrioMarks, choice: &u8) -> String {
        let width = self.grid.width() as u8;
        match FALLS {
            true => (choice + 1).to_string(),
            false => format!("{}{}", char::from(b'a' + choice % width), choice / width + 1),
        }
    }
    fn position_text(&self, marks: &TrioMarks) -> String {
        format!("{} {}", self.grid.text(&marks.of, &SIGNS), SIGNS[self.mover(marks).index()])
    }
    fn parse_position(&self, text: &str) -> Result<TrioMarks> {
        let (example, fell) = match FALLS {
            true => ("..../..../..../XO.. A", "stones fell down, "),
            false => ("X../.O./... A", ""),
        };
        let wanted =
            format!("rows of `.XOA` from the top, joined by `/`, and the mover, such as `{example}`");
        let (cells, mover) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let of = self.grid.parse(cells, &SIGNS).ok_or_else(|| self.bad_position(text, &wanted))?;
        let marks = TrioMarks { of: [of[0], of[1], of[2]] };
        if self.can_be(&marks) && mover.trim() == SIGNS[self.mover(&marks).index()].to_string() {
            return Ok(marks);
        }
        let line = if FALLS { "run" } else { "line" };
        let wanted = format!("one in which X began, all took turns, {fell}and no move followed a {line}");
        Err(self.bad_position(text, &wanted))
    }
    fn drawn(&self, marks: &TrioMarks) -> String {
        self.grid.drawn(&marks.of, &SIGNS)
    }
    fn board(&self, marks: &TrioMarks) -> Option<Board> {
        let sign = |player: Player| Cell::Sign(player, SIGNS[player.index()]);
        let choices = moves_of(self, marks).into_iter();
        let moves: Vec<u32> = choices.filter_map(|choice| self.cell(marks, choice)).collect();
        Some(self.grid.board(&marks.of, sign, &moves))
    }
}

impl<const FALLS: bool> Hints for Trio<FALLS> {}
