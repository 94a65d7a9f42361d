//! Connect four for three: a game with gravity for max^n.
//!
//! Three players drop stones in turn; the first with a run in a line takes all (1), the others get nothing; a full board
//! without one is shared, a third each. On the usual board here, four by four with runs of three, everything can be solved.

use super::{Board, Cell, Facts, Game, Grid, Hints, Player, TrioMarks, moves_of};
use crate::error::{Error, Result};
use crate::name::{Arguments, Name, Parameter};

/// Three players, columns, a run in a line.
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConnectTrio {
    grid: Grid,
    run: u32,
}

/// A sign a player.
const SIGNS: [char; 3] = ['X', 'O', 'A'];

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
        Ok(ConnectTrio { grid: Grid::new(width, height, run), run })
    }

    fn taken(stones: &TrioMarks) -> u64 {
        stones.of[0] | stones.of[1] | stones.of[2]
    }

    fn winner(&self, stones: &TrioMarks) -> Option<usize> {
        (0..3).find(|player| self.grid.has_line(stones.of[*player]))
    }

    /// The lowest free cell of a column.
    fn cell(&self, stones: &TrioMarks, column: u8) -> Option<u32> {
        let cells = (0..self.grid.height()).map(|row| row * self.grid.width() + u32::from(column));
        { cells }.find(|cell| Self::taken(stones) >> cell & 1 == 0)
    }
}

impl Game for ConnectTrio {
    type Position = TrioMarks;
    /// A column, from 0.
    type Move = u8;

    fn name(&self) -> Name {
        let name = Name::new("connect-trio").with("width", self.grid.width());
        name.with("height", self.grid.height()).with("run", self.run)
    }
    fn facts(&self) -> Facts {
        Facts { players: 3, ..Facts::lasting(self.grid.width() * self.grid.height()) }
    }
    fn start(&self) -> TrioMarks {
        TrioMarks::default()
    }
    fn mover(&self, stones: &TrioMarks) -> Player {
        Player::new(Self::taken(stones).count_ones() as usize % 3).expect("three players")
    }
    fn moves(&self, stones: &TrioMarks, moves: &mut Vec<u8>) {
        if self.winner(stones).is_none() {
            let columns = 0..self.grid.width() as u8;
            moves.extend(columns.filter(|column| self.cell(stones, *column).is_some()));
        }
    }
    fn play(&self, stones: &TrioMarks, column: &u8) -> TrioMarks {
        let (mut after, mover) = (*stones, self.mover(stones));
        if let Some(cell) = self.cell(stones, *column) {
            after.of[mover.index()] |= 1 << cell;
        }
        after
    }
    fn is_over(&self, stones: &TrioMarks) -> bool {
        Self::taken(stones) == self.grid.cells() || self.winner(stones).is_some()
    }
    fn payoff(&self, stones: &TrioMarks, player: Player) -> f64 {
        match self.winner(stones) {
            None => 1.0 / 3.0,
            Some(winner) if winner == player.index() => 1.0,
            Some(_) => 0.0,
        }
    }
    fn table_key(&self, stones: &TrioMarks) -> u64 {
        stones.of.iter().fold(0, |key, set| crate::key::mix(key ^ set).wrapping_add(1))
    }
    fn move_name(&self, _: &TrioMarks, column: &u8) -> String {
        (column + 1).to_string()
    }
    fn position_text(&self, stones: &TrioMarks) -> String {
        format!("{} {}", self.grid.text(&stones.of, &SIGNS), SIGNS[self.mover(stones).index()])
    }
    fn parse_position(&self, text: &str) -> Result<TrioMarks> {
        let wanted =
            "rows of `.XOA` from the top, joined by `/`, and the mover, such as `..../..../..../XO.. A`";
        let (cells, mover) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let of = self.grid.parse(cells, &SIGNS).ok_or_else(|| self.bad_position(text, wanted))?;
        let stones = TrioMarks { of: [of[0], of[1], of[2]] };
        let [a, b, c] = stones.of.map(u64::count_ones);
        let in_turn = a >= b && b >= c && a <= c + 1;
        let falls = Self::taken(&stones) & !(Self::taken(&stones) << self.grid.width());
        let fallen = falls >> self.grid.width() == 0;
        let last = (self.mover(&stones).index() + 2) % 3;
        let mut with_lines = (0..3).filter(|player| self.grid.has_line(stones.of[*player]));
        let lines = with_lines.next().is_none_or(|player| player == last) && with_lines.next().is_none();
        if !in_turn || !fallen || !lines || mover.trim() != SIGNS[self.mover(&stones).index()].to_string() {
            return Err(self.bad_position(
                text,
                "one in which X began, all took turns, stones fell down, and nobody moved after a run",
            ));
        }
        Ok(stones)
    }
    fn drawn(&self, stones: &TrioMarks) -> String {
        self.grid.drawn(&stones.of, &SIGNS)
    }
    fn board(&self, stones: &TrioMarks) -> Option<Board> {
        let sign = |player: Player| Cell::Sign(player, SIGNS[player.index()]);
        let columns = moves_of(self, stones).into_iter();
        let moves: Vec<u32> = columns.filter_map(|column| self.cell(stones, column)).collect();
        Some(self.grid.board(&stones.of, sign, &moves))
    }
}

impl Hints for ConnectTrio {}
