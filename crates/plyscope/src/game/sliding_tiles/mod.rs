//! Sliding tiles, the game of one player: the 8-puzzle and its relatives.
//!
//! Tiles 1, 2, ... lie on a board with one empty cell, and a tile next to it slides into it; with `diagonal=yes` a tile
//! that touches it by a corner does too, as in Piltaver, Lustrek & Gams. The goal has the tiles in order, row by row, and
//! the last cell empty. A move costs 1: the player is paid minus the moves that were made when the goal is reached. So a
//! lookahead of minimax is minimin (Korf 1990), which compares what was spent and what an evaluator thinks is left. A
//! puzzle that is not solved is given up after `moves` moves, at twice their cost, so that every game ends.
//!
//! On boards of at most ten cells it knows how far every position is from the goal, from a table that is made in memory when
//! it is first asked for.

mod numbering;

use super::{Board, Cell, Facts, Game, Hints, Player};
use crate::error::{Error, Result};
use crate::key::{Domain, TrialKey, mix};
use crate::name::{Arguments, Name, Parameter};
use std::sync::{Arc, OnceLock};

/// A tile is written in four bits.
const MOST_CELLS: usize = 16;

/// Distances are known on boards of up to this many cells: 3,628,800 positions at the most.
const KNOWN_CELLS: usize = 10;

/// A puzzle is given up after this many moves by default: any of 4 x 4 can be solved in 80.
const MOVES: u32 = 100;

/// Sliding tiles.
///
/// ```
/// use plyscope::game::{Game, SlidingTiles, Hints};
/// let game = SlidingTiles::new(3, 3, false)?;
/// let position = game.parse_position("867/254/3.1")?;
/// assert_eq!(game.known(&position), Some(-31.0)); // no position is further from the goal
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct SlidingTiles {
    width: usize,
    height: usize,
    diagonal: bool,
    moves: u32,
    /// The cells next to every cell, as a set.
    near: [u16; MOST_CELLS],
    /// Moves to the goal, by number of the position; made when it is first asked for.
    distances: Arc<OnceLock<Vec<u8>>>,
}

/// Where the tiles are.
///
/// ```
/// use plyscope::game::{Game, SlidingTiles};
/// let game = SlidingTiles::new(3, 2, false)?;
/// let tiles = game.parse_position("12./453 7")?;
/// assert_eq!((tiles.at(1), tiles.blank(), tiles.made()), (2, 2, 7));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tiles {
    /// Four bits a cell, row by row from the upper left; 0 is the empty cell.
    cells: u64,
    blank: u8,
    made: u16,
}

impl Tiles {
    /// Tiles by cell, 0 for the empty one.
    fn of(tiles: &[u8], made: u16) -> Self {
        let cells = tiles.iter().rev().fold(0, |cells, tile| cells << 4 | u64::from(*tile));
        let blank = tiles.iter().position(|tile| *tile == 0).unwrap_or(0) as u8;
        Tiles { cells, blank, made }
    }

    /// The tile on a cell, counted from 0, row by row from the upper left; 0 on the empty cell.
    #[inline]
    pub fn at(&self, cell: usize) -> u8 {
        (self.cells >> (4 * cell) & 15) as u8
    }

    /// The empty cell.
    #[inline]
    pub fn blank(&self) -> usize {
        self.blank.into()
    }

    /// How many moves were made.
    #[inline]
    pub fn made(&self) -> u32 {
        self.made.into()
    }
}

/// A tile as it is written.
fn sign(tile: u8) -> char {
    if tile == 0 { '.' } else { char::from_digit(tile.into(), 16).expect("at most 15 tiles") }
}

impl SlidingTiles {
    /// What `sliding-tiles(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter { name: "width", default: "3", allowed: "a whole number from 2 to 8; at most 16 cells" },
        Parameter { name: "height", default: "3", allowed: "a whole number from 2 to 8; at most 16 cells" },
        Parameter { name: "diagonal", default: "no", allowed: "yes or no" },
        Parameter { name: "moves", default: "100", allowed: "after so many moves it is given up, 1 to 1000" },
    ];

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        let (width, height) = (arguments.integer("width", 2..=8)?, arguments.integer("height", 2..=8)?);
        let moves = arguments.integer("moves", 1..=1000)?;
        Ok(SlidingTiles { moves, ..SlidingTiles::new(width, height, arguments.yes("diagonal")?)? })
    }

    /// A board of 2 to 8 columns and rows, and of at most 16 cells.
    ///
    /// ```
    /// use plyscope::game::SlidingTiles;
    /// assert!(SlidingTiles::new(4, 4, false).is_ok() && SlidingTiles::new(5, 4, false).is_err());
    /// ```
    pub fn new(width: u32, height: u32, diagonal: bool) -> Result<Self> {
        let (width, height) = (width as usize, height as usize);
        if !(2..=8).contains(&width) || !(2..=8).contains(&height) || width * height > MOST_CELLS {
            return Err(Error::Settings {
                kind: "sliding-tiles".into(),
                why: format!(
                    "a board has 2 to 8 columns and rows and at most {MOST_CELLS} cells, not {width} x {height}"
                ),
            });
        }
        let mut near = [0; MOST_CELLS];
        for (cell, near) in near.iter_mut().enumerate().take(width * height) {
            for other in 0..width * height {
                let x = (cell % width).abs_diff(other % width);
                let y = (cell / width).abs_diff(other / width);
                let touches = if diagonal { x.max(y) == 1 } else { x + y == 1 };
                *near |= u16::from(touches) << other;
            }
        }
        Ok(SlidingTiles { width, height, diagonal, moves: MOVES, near, distances: Arc::default() })
    }

    /// How many cells it has.
    pub fn cells(&self) -> usize {
        self.width * self.height
    }

    /// How many columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The tiles in order.
    pub fn goal(&self) -> Tiles {
        let tiles: Vec<u8> = (1..self.cells() as u8).chain([0]).collect();
        Tiles::of(&tiles, 0)
    }

    fn is_solved(&self, tiles: &Tiles) -> bool {
        tiles.cells == self.goal().cells
    }

    /// Can the goal be reached? A slide exchanges two things and moves the empty cell by one: without diagonals the one
    /// cannot be odd and the other even.
    fn is_reachable(&self, tiles: &Tiles) -> bool {
        if self.diagonal {
            return true;
        }
        // The empty cell counts as the last tile, which is where it belongs.
        let thing = |cell| if tiles.at(cell) == 0 { self.cells() as u8 } else { tiles.at(cell) };
        let pairs = (0..self.cells()).flat_map(|one| (0..one).map(move |other| (other, one)));
        let exchanged = pairs.filter(|(before, after)| thing(*before) > thing(*after)).count();
        let (x, y) = (tiles.blank() % self.width, tiles.blank() / self.width);
        (exchanged + (self.width - 1 - x) + (self.height - 1 - y)).is_multiple_of(2)
    }

    /// The cells whose tiles can slide, whether or not the game is over.
    fn slides(&self, tiles: &Tiles, moves: &mut Vec<u8>) {
        let mut near = self.near[tiles.blank()];
        while near != 0 {
            moves.push(near.trailing_zeros() as u8);
            near &= near - 1;
        }
    }

    /// How many moves a position is from the goal; none on boards with more than ten cells.
    ///
    /// ```
    /// use plyscope::game::{Game, SlidingTiles};
    /// let game = SlidingTiles::new(2, 2, false)?;
    /// assert_eq!(game.distance(&game.parse_position("12/.3")?), Some(1));
    /// # Ok::<(), plyscope::Error>(())
    /// ```
    pub fn distance(&self, tiles: &Tiles) -> Option<u32> {
        let known = self.cells() <= KNOWN_CELLS;
        let table = known.then(|| self.distances.get_or_init(|| numbering::distances(self)))?;
        table.get(self.arrangement(tiles) as usize).map(|moves| u32::from(*moves))
    }

    /// The sum over all tiles of what a distance between two cells is, by columns and rows.
    pub fn sum(&self, tiles: &Tiles, distance: impl Fn(u32, u32) -> u32) -> u32 {
        let mut sum = 0;
        for cell in (0..self.cells()).filter(|cell| tiles.at(*cell) != 0) {
            let home = usize::from(tiles.at(cell)) - 1;
            let x = (cell % self.width).abs_diff(home % self.width);
            let y = (cell / self.width).abs_diff(home / self.width);
            sum += distance(x as u32, y as u32);
        }
        sum
    }

    /// What it costs to give up.
    fn given_up(&self) -> f64 {
        -2.0 * f64::from(self.moves)
    }
}

impl Game for SlidingTiles {
    type Position = Tiles;
    /// The cell whose tile slides.
    type Move = u8;

    fn name(&self) -> Name {
        let name = Name::new("sliding-tiles").with("width", self.width).with("height", self.height);
        let name = name.with("diagonal", if self.diagonal { "yes" } else { "no" });
        if self.moves == MOVES { name } else { name.with("moves", self.moves) }
    }
    fn facts(&self) -> Facts {
        let knows_truth = self.cells() <= KNOWN_CELLS;
        Facts { players: 1, starts_alike: false, knows_truth, ..Facts::lasting(self.moves) }
    }
    /// The tiles in reverse order, two of them exchanged where it could not be solved.
    fn start(&self) -> Tiles {
        let mut tiles: Vec<u8> = (0..self.cells() as u8).rev().collect();
        if !self.is_reachable(&Tiles::of(&tiles, 0)) {
            tiles.swap(0, 1);
        }
        Tiles::of(&tiles, 0)
    }
    /// Every position that can be solved, the goal among them, is as likely.
    fn start_of(&self, trial: TrialKey) -> Tiles {
        let draws = trial.block.draw(Domain::Start);
        let mut tiles: Vec<u8> = (0..self.cells() as u8).collect();
        for cell in (1..tiles.len()).rev() {
            tiles.swap(cell, draws.below(trial.lane, cell as u64, cell as u32 + 1) as usize);
        }
        if !self.is_reachable(&Tiles::of(&tiles, 0)) {
            let mut two = (0..tiles.len()).filter(|cell| tiles[*cell] != 0);
            let (one, other) = (two.next().unwrap_or(0), two.next().unwrap_or(0));
            tiles.swap(one, other);
        }
        Tiles::of(&tiles, 0)
    }
    fn mover(&self, _: &Tiles) -> Player {
        Player::FIRST
    }
    fn moves(&self, tiles: &Tiles, moves: &mut Vec<u8>) {
        if !self.is_over(tiles) {
            self.slides(tiles, moves);
        }
    }
    fn play(&self, tiles: &Tiles, cell: &u8) -> Tiles {
        let tile = u64::from(tiles.at((*cell).into()));
        let cells = tiles.cells ^ tile << (4 * cell) ^ tile << (4 * tiles.blank);
        Tiles { cells, blank: *cell, made: tiles.made + 1 }
    }
    fn is_over(&self, tiles: &Tiles) -> bool {
        self.is_solved(tiles) || tiles.made() >= self.moves
    }
    fn payoff(&self, tiles: &Tiles, _: Player) -> f64 {
        if self.is_solved(tiles) { -f64::from(tiles.made) } else { self.given_up() }
    }
    fn table_key(&self, tiles: &Tiles) -> u64 {
        mix(tiles.cells).wrapping_add(mix(u64::from(tiles.made) + 1))
    }
    /// An evaluator's error does not depend on how many moves were made.
    fn noise_key(&self, tiles: &Tiles) -> u64 {
        mix(tiles.cells)
    }
    fn move_name(&self, tiles: &Tiles, cell: &u8) -> String {
        sign(tiles.at((*cell).into())).to_string()
    }
    fn position_text(&self, tiles: &Tiles) -> String {
        let rows: Vec<String> = (0..self.height)
            .map(|row| (0..self.width).map(|column| sign(tiles.at(row * self.width + column))).collect())
            .collect();
        format!("{} {}", rows.join("/"), tiles.made)
    }
    fn parse_position(&self, text: &str) -> Result<Tiles> {
        let wanted = "rows of tiles 1 to f from the top, joined by `/`, `.` for the empty cell, and the moves made, such as \
                      `123/45./786 0`";
        let refuse = || self.bad_position(text, wanted);
        let (cells, made) = text.trim().split_once(' ').unwrap_or((text.trim(), "0"));
        let made =
            made.trim().parse().ok().filter(|made| u32::from(*made) <= self.moves).ok_or_else(refuse)?;
        let rows: Vec<&str> = cells.split('/').collect();
        if rows.len() != self.height || rows.iter().any(|row| row.chars().count() != self.width) {
            return Err(refuse());
        }
        let tile =
            |sign: char| if sign == '.' { Some(0) } else { sign.to_digit(16).filter(|tile| *tile > 0) };
        let tiles: Option<Vec<u8>> = rows.concat().chars().map(|sign| Some(tile(sign)? as u8)).collect();
        let tiles = tiles.ok_or_else(refuse)?;
        let mut sorted = tiles.clone();
        sorted.sort_unstable();
        if !sorted.iter().copied().eq(0..self.cells() as u8) {
            return Err(self.bad_position(text, "one with every tile once and one empty cell"));
        }
        let tiles = Tiles::of(&tiles, made);
        match self.is_reachable(&tiles) {
            true => Ok(tiles),
            false => {
                Err(self
                    .bad_position(text, "one from which the goal can be reached: two tiles are exchanged"))
            }
        }
    }
    fn drawn(&self, tiles: &Tiles) -> String {
        let row = |row: usize| {
            let tiles = (0..self.width).map(|column| sign(tiles.at(row * self.width + column)).to_string());
            tiles.collect::<Vec<_>>().join(" ")
        };
        (0..self.height).map(row).collect::<Vec<_>>().join("\n")
    }
    fn board(&self, tiles: &Tiles) -> Option<Board> {
        let cell = |cell: usize| match tiles.at(cell) {
            0 => Cell::Empty,
            tile => Cell::Sign(Player::FIRST, sign(tile)),
        };
        let moves = super::moves_of(self, tiles);
        Some(Board {
            columns: self.width,
            cells: (0..self.cells()).map(cell).collect(),
            checkered: false,
            moves: moves.into_iter().map(|from| vec![from.into(), tiles.blank()]).collect(),
        })
    }
}

impl Hints for SlidingTiles {
    fn bounds(&self, tiles: &Tiles) -> (f64, f64) {
        (self.given_up(), -f64::from(tiles.made))
    }
    fn truth_key(&self, tiles: &Tiles) -> u64 {
        self.noise_key(tiles)
    }
    fn known(&self, tiles: &Tiles) -> Option<f64> {
        let all = tiles.made() + self.distance(tiles)?;
        Some(if all <= self.moves { -f64::from(all) } else { self.given_up() })
    }
    /// How far the tiles are from where they belong.
    fn progress(&self, tiles: &Tiles) -> u32 {
        self.sum(tiles, |x, y| x + y)
    }
}
