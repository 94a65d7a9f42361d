//! Pearl's board-splitting game (Wilson, Parker & Nau, "Experiments"; Zuckerman et al., section 5.1).
//!
//! Player 1 splits the board into b pieces side by side and keeps one, player 2 splits what is left
//! into b pieces one above the other, and so on until one square is left. On a 1 the player who moved
//! last wins. What differs is how the squares are drawn: each for itself (a P-game), as sums along the
//! paths of the tree (an N-game), or an N-game in which some squares are drawn anew (mixed).
//!
//! [`Board`] is such a game as a real board: rows, columns, pieces. The tree view numbers the leaves by the choices on their path. Player 1's choices are the digits
//! of the column, player 2's those of the row, the first choice the highest digit.

use super::counter::at_least;
use super::{Place, Shape, TreeGame, critical_p};
use crate::error::Result;
use crate::game::{Facts, Game, Hints, Player};
use crate::key::{Chance, DrawKey};
use crate::lanes::Bits;
use crate::name::{Name, Settings, Values};
use std::fmt;

/// How the squares are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Squares {
    /// Each square for itself: 1 with probability p.
    P,
    /// A square is 1 if more than half of the edges on its path are +1.
    N,
    /// An N-game; then each square, with probability `mix`, is redrawn as in a P-game.
    Mixed,
}

/// The distribution of board-splitting games.
///
/// ```
/// use plyscope::key::Stream;
/// use plyscope::name::Settings;
/// use plyscope::tree::{BoardSplitting, TreeGame};
/// let game = BoardSplitting::named("board-splitting(depth=3,p=1)")?;
/// let key = Stream::new(1, "example").block(0).attempt(0);
/// // All squares are 1, and the first player makes the third and last move.
/// assert!((0..8).all(|leaf| game.leaf(key, 0, leaf)));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct BoardSplitting {
    shape: Shape,
    squares: Squares,
    /// The chances as they are named; none for the critical p.
    given: (Option<f64>, f64, f64),
    p: Chance,
    edge: Chance,
    mix: Chance,
}

/// Keeps the draws of one tree apart: edges, which squares are drawn anew, and what they become.
const ANEW: u64 = 1 << 62;
const SQUARE: u64 = 1 << 61;

impl BoardSplitting {
    /// A P-game at the critical p: each square for itself.
    ///
    /// ```
    /// use plyscope::tree::{BoardSplitting, TreeGame};
    /// assert_eq!(BoardSplitting::p_game(2, 10)?.shape().leaves(), 1024);
    /// assert!(BoardSplitting::mixed(2, 10, 1.5).is_err());
    /// # Ok::<(), plyscope::Error>(())
    /// ```
    pub fn p_game(branching: u32, depth: u32) -> Result<Self> {
        Self::kind_of(branching, depth, "p", 0.5)
    }

    /// An N-game: a square is the sign of the sum along its path.
    pub fn n_game(branching: u32, depth: u32) -> Result<Self> {
        Self::kind_of(branching, depth, "n", 0.5)
    }

    /// An N-game in which each square is drawn anew, as in a P-game, with probability `mix`.
    pub fn mixed(branching: u32, depth: u32, mix: f64) -> Result<Self> {
        Self::kind_of(branching, depth, "mixed", mix)
    }

    fn kind_of(branching: u32, depth: u32, squares: &str, mix: f64) -> Result<Self> {
        let sizes = format!("branching={branching},depth={depth}");
        Self::named(&format!("board-splitting({sizes},squares={squares},mix={mix})"))
    }

    fn of(shape: Shape, squares: Squares, given: (Option<f64>, f64, f64)) -> Result<Self> {
        let (p, edge, mix) = given;
        let p = Chance::new(p.unwrap_or_else(|| critical_p(shape.branching() as u32)))?;
        Ok(BoardSplitting { shape, squares, given, p, edge: Chance::new(edge)?, mix: Chance::new(mix)? })
    }

    /// Is the square of a leaf a 1, in one lane?
    pub fn square(&self, key: DrawKey, lane: u32, leaf: usize) -> bool {
        let place = self.shape.ancestor(leaf, self.shape.depth()).key();
        let from_p = || self.p.lane(key, lane, place | SQUARE);
        let from_n = || {
            let ups = self.shape.path(leaf).filter(|edge| self.edge.lane(key, lane, edge.key())).count();
            2 * ups > self.shape.depth() as usize
        };
        match self.squares {
            Squares::P => from_p(),
            Squares::N => from_n(),
            Squares::Mixed if self.mix.lane(key, lane, place | ANEW) => from_p(),
            Squares::Mixed => from_n(),
        }
    }

    fn squares_from_edges<B: Bits>(&self, keys: &[DrawKey]) -> Vec<B> {
        at_least(self.shape, self.shape.depth() / 2 + 1, |edge| Some(self.edge.lanes(keys, edge.key())))
    }
}

impl Default for BoardSplitting {
    /// A P-game of ten plies at the critical p.
    fn default() -> Self {
        let made = Shape::new(2, 10).and_then(|shape| Self::of(shape, Squares::P, (None, 0.5, 0.5)));
        made.expect("1024 leaves, and probabilities")
    }
}

impl Settings for BoardSplitting {
    const KIND: &'static str = "board-splitting";
    const SUMMARY: &'static str = "Pearl's game: player 1 splits the board into `branching` pieces side by side \
        and keeps one, player 2 splits what is left into pieces one above the other, and so on. On a 1 the last \
        mover wins.";

    /// Parameters that do not matter are not in the name: a P-game is the same whatever its edges.
    fn each(&mut self, values: &mut Values<'_>) {
        let (mut branching, mut depth) = (self.shape.branching() as u32, self.shape.depth());
        values.integer("branching", "2", "a whole number of 2 or more", &mut branching, 2..=u32::MAX);
        values.integer("depth", "10", "a whole number of 1 or more", &mut depth, 1..=u32::MAX);
        let words = [("p", Squares::P), ("n", Squares::N), ("mixed", Squares::Mixed)];
        values.word("squares", "p", "p, n or mixed", &mut self.squares, &words);
        let (p, edge, mix) = &mut self.given;
        let allowed = "a probability from 0 to 1, or critical: the root of (1-p)^branching = p";
        values.when(self.squares != Squares::N).number_or("p", "critical", allowed, p, 0.0..=1.0);
        let allowed = "a probability from 0 to 1";
        values.when(self.squares != Squares::P).number("edge", "0.5", allowed, edge, 0.0..=1.0);
        values.when(self.squares == Squares::Mixed).number("mix", "0.5", allowed, mix, 0.0..=1.0);
        values.remake(self, |read| Self::of(Shape::new(branching, depth)?, read.squares, read.given));
    }
}

impl TreeGame for BoardSplitting {
    fn name(&self) -> Name {
        self.to_name()
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn leaf(&self, key: DrawKey, lane: u32, index: usize) -> bool {
        self.square(key, lane, index) == (self.shape.last_mover() == Player::FIRST)
    }

    fn draw<B: Bits>(&self, keys: &[DrawKey]) -> Vec<B> {
        let place = |index| Place { level: self.shape.depth(), index }.key();
        let from_p = |index| self.p.lanes::<B>(keys, place(index) | SQUARE);
        let mut leaves = match self.squares {
            Squares::P => (0..self.shape.leaves()).map(from_p).collect(),
            Squares::N | Squares::Mixed => self.squares_from_edges(keys),
        };
        if self.squares == Squares::Mixed {
            for (index, square) in leaves.iter_mut().enumerate() {
                let anew = self.mix.lanes::<B>(keys, place(index) | ANEW);
                *square = anew.and(from_p(index)).or(anew.not().and(*square));
            }
        }
        if self.shape.last_mover() == Player::SECOND {
            leaves.iter_mut().for_each(|leaf| *leaf = leaf.not());
        }
        leaves
    }
}

/// A board of ones and zeros that two players split until one square is left.
///
/// ```
/// use plyscope::key::Stream;
/// use plyscope::name::Settings;
/// use plyscope::tree::{Board, BoardSplitting};
/// let game = BoardSplitting::named("board-splitting(depth=3,p=1)")?;
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
