//! Connect four of any size: stones fall to the lowest free cell of a column.
//!
//! A board is two sets of bits, a column of `height + 1` bits each: the spare bit on top keeps lines
//! from running over into the next column, so a run is found with a few shifts.

mod hints;
mod zugzwang;

use super::{Board, Cell, Facts, Game, Grid, Player, moves_of};
use crate::error::{Error, Result};
use crate::name::{Arguments, Name, Parameter};

/// A board of columns; `run` stones in a line win.
///
/// ```
/// use plyscope::game::{ConnectFour, Game, Player};
/// let game = ConnectFour::new(7, 6, 4)?;
/// let won = game.parse_position("1213141")?; // the columns played: four stones in the first
/// assert!(game.is_over(&won));
/// assert_eq!(game.payoff(&won, Player::FIRST), 1.0);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConnectFour {
    width: u32,
    height: u32,
    run: u32,
    grid: Grid,
    /// The lowest cell of every column.
    bottom: u64,
    /// All cells.
    board: u64,
    /// Those of even rows, counted from 1, where the rows of the board are even in number; else none.
    even: u64,
    /// How many cells there are.
    area: i32,
    /// All lines of `run` cells, as sets of bits.
    lines: Vec<u64>,
    runs: Runs,
}

/// What is known beforehand of the runs that win: the more, the faster they are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Runs {
    /// Four, on a board of six rows: known to the compiler.
    UsualFour,
    /// Four, on a board so low that no shift by three diagonal steps leaves the word.
    Four,
    /// Any number, on any board.
    Any,
}

/// The stones on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Stones {
    /// Sets of bits: the stones of the player who is to move, and the other's.
    mover: u64,
    other: u64,
    /// The player who moved last has a line.
    won: bool,
    /// How many they are: the second player is to move when they are odd.
    count: u8,
}

impl Stones {
    /// The stones of both players, a column of `height + 1` bits each.
    #[inline]
    pub fn sets(&self) -> [u64; 2] {
        if self.second() { [self.other, self.mover] } else { [self.mover, self.other] }
    }

    /// Is the second player to move?
    #[inline]
    fn second(&self) -> bool {
        self.count & 1 == 1
    }

    #[inline]
    fn taken(&self) -> u64 {
        self.mover | self.other
    }
}

impl ConnectFour {
    /// What `connect-four(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "width",
            default: "7",
            allowed: "a whole number from 1 to 32; width x (height + 1) at most 64",
        },
        Parameter {
            name: "height",
            default: "6",
            allowed: "a whole number from 1 to 63; width x (height + 1) at most 64",
        },
        Parameter { name: "run", default: "4", allowed: "a whole number from 2 to 64" },
    ];

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        ConnectFour::new(
            arguments.integer("width", 1..=32)?,
            arguments.integer("height", 1..=63)?,
            arguments.integer("run", 2..=64)?,
        )
    }

    /// A board of 1 to 32 columns and 1 to 63 rows, whose width times one more than its height is at most 64; 2 to 64
    /// stones in a line win.
    ///
    /// ```
    /// use plyscope::game::{ConnectFour, Game};
    /// let game = ConnectFour::new(7, 6, 4)?;
    /// let position = game.parse_position("4453")?; // the columns played
    /// assert_eq!(game.position_text(&position), "......./......./......./......./...O.../..OXX.. X");
    /// assert!(ConnectFour::new(9, 9, 4).is_err());
    /// # Ok::<(), plyscope::Error>(())
    /// ```
    pub fn new(width: u32, height: u32, run: u32) -> Result<Self> {
        let sizes = (1..=32).contains(&width) && (1..=63).contains(&height) && (2..=64).contains(&run);
        if !sizes || width * (height + 1) > 64 {
            return Err(Error::Settings {
                kind: "connect-four".into(),
                why: format!(
                    "width x (height + 1) is at most 64 and a run is 2 to 64 stones, not {width} x {} and {run}",
                    u64::from(height) + 1
                ),
            });
        }
        let bottom = (0..width).fold(0, |bottom: u64, column| bottom | 1 << (column * (height + 1)));
        let board = bottom * ((1 << height) - 1);
        let grid = Grid::new(width, height, run);
        let bit = |cell: u32| 1 << (cell % width * (height + 1) + cell / width);
        let bits = |line: &u64| {
            (0..width * height).filter(|cell| line >> cell & 1 == 1).fold(0, |bits, cell| bits | bit(cell))
        };
        let lines = grid.lines().iter().map(bits).collect();
        let runs = match (height, run) {
            (6, 4) => Runs::UsualFour,
            (..=19, 4) => Runs::Four,
            _ => Runs::Any,
        };
        // Every second bit of a column, from the second on.
        let even = if height.is_multiple_of(2) { bottom * (((1 << height) - 1) / 3 * 2) } else { 0 };
        let area = (width * height) as i32;
        Ok(ConnectFour { width, height, run, grid, bottom, board, even, area, lines, runs })
    }

    /// Columns.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// All lines of `run` cells, in the bits of [`Stones::sets`].
    pub fn lines(&self) -> &[u64] {
        &self.lines
    }

    /// The stones of both players as cells of a [`Grid`].
    fn cells(&self, stones: &Stones) -> [u64; 2] {
        stones.sets().map(|set| {
            let cell = |x: u32, y: u32| (set >> (x * (self.height + 1) + y) & 1) << (y * self.width + x);
            (0..self.width)
                .flat_map(|x| (0..self.height).map(move |y| (x, y)))
                .fold(0, |cells, (x, y)| cells | cell(x, y))
        })
    }

    /// Free cells with which the player who moved last would complete a run, whether they can be
    /// reached now or only later.
    pub fn threats(&self, stones: &Stones) -> u64 {
        self.completing(stones.other, stones.taken())
    }

    /// Cells that would complete a run of any length.
    fn gaps_of_any(&self, mine: u64) -> u64 {
        let rows = self.height + 1;
        let up = |set: u64, shift: u32| set.checked_shl(shift).unwrap_or(0);
        let down = |set: u64, shift: u32| set.checked_shr(shift).unwrap_or(0);
        [1, rows, rows + 1, rows - 1].into_iter().fold(0, |threats, shift| {
            // A gap at each place of the run: `before` stones below it, the rest above.
            (0..self.run).fold(threats, |threats, before| {
                let below = (1..=before).fold(u64::MAX, |met, i| met & up(mine, shift * i));
                let above = (1..self.run - before).fold(u64::MAX, |met, i| met & down(mine, shift * i));
                threats | (below & above)
            })
        })
    }

    #[inline]
    fn is_full(&self, stones: &Stones) -> bool {
        i32::from(stones.count) == self.area
    }

    /// Is there a run of stones? Shifted by a row, a column or a diagonal, a run meets itself.
    #[inline]
    fn has_run(&self, stones: u64) -> bool {
        // On the usual board this is worth having where the move is made, without a call.
        if self.runs == Runs::UsualFour { has_four(stones, 7) } else { self.has_run_elsewhere(stones) }
    }

    #[inline(never)]
    fn has_run_elsewhere(&self, stones: u64) -> bool {
        let rows = self.height + 1;
        if self.runs == Runs::Four {
            return has_four(stones, rows);
        }
        [1, rows, rows + 1, rows - 1].into_iter().any(|shift| {
            // Two in a row that meet two in a row are four: the length doubles until it is enough.
            let (mut met, mut length) = (stones, 1);
            while length < self.run && met != 0 {
                let step = length.min(self.run - length);
                met &= met.checked_shr(shift * step).unwrap_or(0);
                length += step;
            }
            met != 0
        })
    }
}

/// Shifted by a row, a column or a diagonal, pairs of stones meet pairs.
#[inline(always)]
fn has_four(stones: u64, rows: u32) -> bool {
    let fours = |shift: u32| {
        let pairs = stones & stones >> shift;
        pairs & pairs >> (2 * shift)
    };
    fours(1) | fours(rows) | fours(rows + 1) | fours(rows - 1) != 0
}

/// Cells that would complete four in a row, those that are taken among them.
#[inline(always)]
fn gaps_of_four(stones: u64, rows: u32) -> u64 {
    let gaps = |shift: u32| {
        let [up, up2, up3] = [1, 2, 3].map(|steps| stones << (steps * shift));
        let [down, down2, down3] = [1, 2, 3].map(|steps| stones >> (steps * shift));
        // Three below, two below and one above, and so on.
        (up & up2 & (up3 | down)) | (down & down2 & (up | down3))
    };
    gaps(1) | gaps(rows) | gaps(rows + 1) | gaps(rows - 1)
}

/// All columns that a board can have.
const COLUMNS: [u8; 32] = {
    let mut columns = [0; 32];
    let mut column = 0;
    while column < 32 {
        columns[column] = column as u8;
        column += 1;
    }
    columns
};

impl Game for ConnectFour {
    type Position = Stones;
    /// A column, from 0.
    type Move = u8;

    fn name(&self) -> Name {
        let Self { width, height, run, .. } = self;
        Name::new("connect-four").with("width", width).with("height", height).with("run", run)
    }
    fn facts(&self) -> Facts {
        Facts { payoffs: (-1.0, 1.0), ..Facts::lasting(self.width * self.height) }
    }
    fn start(&self) -> Stones {
        Stones::default()
    }
    #[inline]
    fn mover(&self, stones: &Stones) -> Player {
        if stones.second() { Player::SECOND } else { Player::FIRST }
    }
    #[inline]
    fn moves(&self, stones: &Stones, moves: &mut Vec<u8>) {
        if !stones.won {
            // A column is open as long as its highest cell is free. Early in a game all are.
            let mut tops = !stones.taken() >> (self.height - 1);
            if tops & self.bottom == self.bottom {
                return moves.extend_from_slice(&COLUMNS[..self.width as usize]);
            }
            let (mut open, mut count) = ([0; 32], 0);
            for column in 0..self.width as u8 {
                open[count] = column;
                count += (tops & 1) as usize;
                // The shift of a single column is of no meaning.
                tops = tops.wrapping_shr(self.height + 1);
            }
            moves.extend_from_slice(&open[..count]);
        }
    }
    #[inline]
    fn play(&self, stones: &Stones, column: &u8) -> Stones {
        let taken = stones.taken();
        let column = u32::from(*column);
        // Adding the lowest bit of a column carries to its lowest free cell.
        let stone = (taken + (1 << (column * (self.height + 1)))) & !taken & self.board;
        let moved = stones.mover | stone;
        Stones { mover: stones.other, other: moved, won: self.has_run(moved), count: stones.count + 1 }
    }
    #[inline]
    fn is_over(&self, stones: &Stones) -> bool {
        stones.won || self.is_full(stones)
    }
    #[inline]
    fn payoff(&self, stones: &Stones, player: Player) -> f64 {
        match stones.won {
            false => 0.0,
            true if player == self.mover(stones) => -1.0,
            true => 1.0,
        }
    }
    #[inline]
    fn table_key(&self, stones: &Stones) -> u64 {
        // The stones of the mover added to all stones and the bottom: unique (the carry marks heights).
        stones.taken().wrapping_add(self.bottom).wrapping_add(stones.mover)
    }
    fn move_name(&self, _: &Stones, column: &u8) -> String {
        (column + 1).to_string()
    }
    fn position_text(&self, stones: &Stones) -> String {
        let mover = if stones.second() { 'O' } else { 'X' };
        format!("{} {mover}", self.grid.text(&self.cells(stones), &['X', 'O']))
    }
    /// Rows of `.XO` from the top, joined by `/`, a space and the mover; or the columns played, counted from 1; or
    /// `start`.
    fn parse_position(&self, text: &str) -> Result<Stones> {
        let plain = text.trim();
        match plain.split_once(' ') {
            Some((cells, mover)) => self.parse_board(text, cells, mover.trim()),
            None if plain == "start" => Ok(self.start()),
            None => self.parse_columns(text, plain),
        }
    }
    fn drawn(&self, stones: &Stones) -> String {
        self.grid.drawn(&self.cells(stones), &['X', 'O'])
    }
    fn board(&self, stones: &Stones) -> Option<Board> {
        let cells = self.cells(stones);
        let taken = |cell: &u32| cells.iter().any(|set| set >> cell & 1 == 1);
        let lands = |column: u8| {
            let column = (0..self.height).map(|y| y * self.width + u32::from(column));
            column.clone().find(|cell| !taken(cell)).unwrap_or(0)
        };
        let moves: Vec<u32> = moves_of(self, stones).into_iter().map(lands).collect();
        Some(self.grid.board(&cells, Cell::Disc, &moves))
    }
}

impl ConnectFour {
    fn parse_board(&self, text: &str, cells: &str, mover: &str) -> Result<Stones> {
        let wanted = format!(
            "{} rows of {} cells of `.XO` from the top, joined by `/`, and the mover, X or O",
            self.height, self.width
        );
        let refuse = |wanted: &str| self.bad_position(text, wanted);
        let cells = self.grid.parse(cells, &['X', 'O']).ok_or_else(|| refuse(&wanted))?;
        let second = match mover {
            "X" | "1" => false,
            "O" | "2" => true,
            _ => return Err(refuse(&wanted)),
        };
        let bits = |cells: u64| {
            let bit = |cell: u32| 1u64 << (cell % self.width * (self.height + 1) + cell / self.width);
            (0..self.width * self.height)
                .filter(|cell| cells >> cell & 1 == 1)
                .fold(0, |bits, cell| bits | bit(cell))
        };
        let [first, other] = [bits(cells[0]), bits(cells[1])];
        if first.count_ones() != other.count_ones() + u32::from(second) {
            return Err(refuse("one in which X began and both took turns"));
        }
        // Every stone lies at the bottom or on another.
        let taken = first | other;
        if taken & !(taken << 1 | self.bottom) != 0 {
            return Err(refuse("one in which no stone floats above an empty cell"));
        }
        let (mover, moved) = if second { (other, first) } else { (first, other) };
        if self.has_run(mover) {
            return Err(refuse("one in which no move followed a run"));
        }
        let count = taken.count_ones() as u8;
        Ok(Stones { mover, other: moved, won: self.has_run(moved), count })
    }

    fn parse_columns(&self, text: &str, columns: &str) -> Result<Stones> {
        let read: Option<Vec<u8>> = if columns.contains(',') || self.width > 9 {
            columns.split(',').map(|column| column.trim().parse().ok()).collect()
        } else {
            columns.chars().map(|column| column.to_digit(10).map(|digit| digit as u8)).collect()
        };
        let wanted =
            "rows of `.XO` from the top joined by `/` with the mover, the columns played from 1, or `start`";
        let mut stones = self.start();
        for column in read.ok_or_else(|| self.bad_position(text, wanted))? {
            let column = column.checked_sub(1).filter(|column| moves_of(self, &stones).contains(column));
            let column = column.ok_or_else(|| {
                self.bad_position(
                    text,
                    "columns that are open, one after the other, until a player has a run",
                )
            })?;
            stones = self.play(&stones, &column);
        }
        Ok(stones)
    }
}
