//! Othello on boards of four, six or eight rows: a disc is put where it closes in discs of the other, which turn.
//!
//! A player who cannot put a disc passes, which is a ply; when neither can, the game is over and the discs are counted. Empty
//! cells count for neither player: the payoff is the difference of discs.

mod bits;

use super::{Board, Cell, Facts, Game, Hints, Player};
use crate::error::{Error, Result};
use crate::key::mix;
use crate::name::{Arguments, Name, Parameter};

/// Othello on a board of `size` rows and columns.
///
/// ```
/// use plyscope::game::{Game, Othello, moves_of};
/// let game = Othello::new(8)?;
/// let names = moves_of(&game, &game.start()).iter().map(|cell| game.move_name(&game.start(), cell)).collect::<Vec<_>>();
/// assert_eq!(names, ["d3", "c4", "f5", "e6"]);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Othello {
    size: u32,
    /// All cells.
    cells: u64,
}

/// The discs on the board.
///
/// ```
/// use plyscope::game::{Game, Othello};
/// let game = Othello::new(6)?;
/// let [first, second] = game.start().sets();
/// assert_eq!((first.count_ones(), second.count_ones()), (2, 2));
/// assert_eq!(game.start().open().count_ones(), 4); // where the first player may put a disc
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Discs {
    /// Sets of cells: the discs of the player who is to move, and the other's.
    mover: u64,
    other: u64,
    /// Where the mover may put a disc.
    open: u64,
    /// The second player is to move.
    second: bool,
    /// Neither player can put a disc any more.
    over: bool,
}

impl Discs {
    /// The discs of both players; cell `8 * row + column` from the upper left, on boards of every size.
    #[inline]
    pub fn sets(&self) -> [u64; 2] {
        if self.second { [self.other, self.mover] } else { [self.mover, self.other] }
    }

    /// The cells at which the mover may put a disc; none: the mover passes, or the game is over.
    #[inline]
    pub fn open(&self) -> u64 {
        self.open
    }
}

/// The move of a player who cannot put a disc.
const PASS: u8 = 64;

/// Signs of the players in texts.
const SIGNS: [char; 2] = ['X', 'O'];

impl Othello {
    /// What `othello(...)` takes.
    pub const PARAMETERS: &'static [Parameter] =
        &[Parameter { name: "size", default: "8", allowed: "4, 6 or 8 rows and columns" }];

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        let size = arguments.integer("size", 4..=8)?;
        Othello::new(size).map_err(|_| arguments.refuse("size"))
    }

    /// A board of 4, 6 or 8 rows and columns.
    ///
    /// ```
    /// use plyscope::game::{Game, Othello};
    /// let game = Othello::new(4)?;
    /// assert_eq!(game.position_text(&game.start()), "-----OX--XO----- X");
    /// assert!(Othello::new(5).is_err());
    /// # Ok::<(), plyscope::Error>(())
    /// ```
    pub fn new(size: u32) -> Result<Self> {
        if ![4, 6, 8].contains(&size) {
            let why = format!("a board has 4, 6 or 8 rows and columns, not {size}");
            return Err(Error::Settings { kind: "othello".into(), why });
        }
        let row = (1u64 << size) - 1;
        let cells = (0..size).fold(0, |cells, y| cells | row << (8 * y));
        Ok(Othello { size, cells })
    }

    /// Rows, and columns.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// All cells, in the bits of [`Discs::sets`].
    pub fn cells(&self) -> u64 {
        self.cells
    }

    /// The four corners.
    pub fn corners(&self) -> u64 {
        let last = self.size - 1;
        1 | 1 << last | 1 << (8 * last) | 1 << (9 * last)
    }

    /// Where a player could put a disc if it were that player's turn.
    ///
    /// ```
    /// use plyscope::game::{Game, Othello, Player};
    /// let game = Othello::new(8)?;
    /// let start = game.start();
    /// let [first, second] = [Player::FIRST, Player::SECOND].map(|player| game.open_to(&start, player));
    /// assert_eq!((first, second.count_ones()), (start.open(), 4));
    /// # Ok::<(), plyscope::Error>(())
    /// ```
    pub fn open_to(&self, discs: &Discs, player: Player) -> u64 {
        if player == self.mover(discs) { discs.open } else { self.reach(discs.other, discs.mover) }
    }

    #[inline]
    fn reach(&self, own: u64, other: u64) -> u64 {
        bits::reached(own, other) & self.cells & !(own | other)
    }

    /// A position of these discs, with what follows from them.
    #[inline]
    fn position(&self, mover: u64, other: u64, second: bool) -> Discs {
        let open = self.reach(mover, other);
        let over = open == 0 && self.reach(other, mover) == 0;
        Discs { mover, other, open, second, over }
    }

    /// The four cells in the middle, which are taken from the start.
    fn middle(&self) -> u64 {
        let first = 9 * (self.size / 2 - 1);
        0b11 << first | 0b11 << (first + 8)
    }

    /// The cells of a board, row by row.
    fn rows(&self) -> impl Iterator<Item = u32> + use<> {
        let size = self.size;
        (0..size).flat_map(move |y| (0..size).map(move |x| 8 * y + x))
    }

    /// A cell as its number on a board without gaps.
    fn place(&self, cell: u32) -> usize {
        (cell / 8 * self.size + cell % 8) as usize
    }

    fn signs(&self, discs: &Discs) -> impl Iterator<Item = char> + use<> {
        let sets = discs.sets();
        let sign =
            move |cell: u32| sets.iter().position(|set| set >> cell & 1 == 1).map_or('-', |i| SIGNS[i]);
        self.rows().map(sign)
    }
}

impl Game for Othello {
    type Position = Discs;
    /// A cell, or 64 for a pass.
    type Move = u8;

    fn name(&self) -> Name {
        Name::new("othello").with("size", self.size)
    }
    fn facts(&self) -> Facts {
        let cells = f64::from(self.size * self.size);
        Facts { payoffs: (-cells, cells), ..Facts::lasting(2 * (self.size * self.size - 4)) }
    }
    fn start(&self) -> Discs {
        let middle = self.size / 2;
        let cell = |x: u32, y: u32| 1u64 << (8 * y + x);
        let first = cell(middle, middle - 1) | cell(middle - 1, middle);
        self.position(first, self.middle() & !first, false)
    }
    #[inline]
    fn mover(&self, discs: &Discs) -> Player {
        if discs.second { Player::SECOND } else { Player::FIRST }
    }
    #[inline]
    fn moves(&self, discs: &Discs, moves: &mut Vec<u8>) {
        let mut open = discs.open;
        if open == 0 && !discs.over {
            moves.push(PASS);
        }
        while open != 0 {
            moves.push(open.trailing_zeros() as u8);
            open &= open - 1;
        }
    }
    #[inline]
    fn play(&self, discs: &Discs, cell: &u8) -> Discs {
        if *cell == PASS {
            return self.position(discs.other, discs.mover, !discs.second);
        }
        let turned = bits::turned(discs.mover, discs.other, *cell);
        let own = discs.mover | turned | 1 << cell;
        self.position(discs.other & !turned, own, !discs.second)
    }
    #[inline]
    fn is_over(&self, discs: &Discs) -> bool {
        discs.over
    }
    #[inline]
    fn payoff(&self, discs: &Discs, player: Player) -> f64 {
        let [first, second] = discs.sets().map(|set| f64::from(set.count_ones()));
        if player == Player::FIRST { first - second } else { second - first }
    }
    #[inline]
    fn table_key(&self, discs: &Discs) -> u64 {
        key(discs.sets(), discs.second)
    }
    fn move_name(&self, _: &Discs, cell: &u8) -> String {
        if *cell == PASS { "pass".into() } else { format!("{}{}", char::from(b'a' + cell % 8), cell / 8 + 1) }
    }
    fn position_text(&self, discs: &Discs) -> String {
        let mover = SIGNS[self.mover(discs).index()];
        format!("{} {mover}", self.signs(discs).collect::<String>())
    }
    /// Cells of `-XO` row by row from the top, a space and the mover.
    fn parse_position(&self, text: &str) -> Result<Discs> {
        let cells = self.size * self.size;
        let wanted =
            format!("{cells} cells of `-XO`, row by row from the top, a space and the mover, X or O");
        let refuse = |wanted: &str| self.bad_position(text, wanted);
        let (signs, mover) = text.trim().split_once(' ').ok_or_else(|| refuse(&wanted))?;
        let second = match mover.trim() {
            "X" | "1" => false,
            "O" | "2" => true,
            _ => return Err(refuse(&wanted)),
        };
        if signs.chars().count() != cells as usize {
            return Err(refuse(&wanted));
        }
        let mut sets = [0u64; 2];
        for (cell, sign) in self.rows().zip(signs.chars()) {
            match SIGNS.iter().position(|known| *known == sign) {
                Some(player) => sets[player] |= 1 << cell,
                None if sign == '-' => {}
                None => return Err(refuse(&wanted)),
            }
        }
        let [first, other] = sets;
        if self.middle() & !(first | other) != 0 {
            return Err(refuse(
                "one in which the four cells in the middle are taken: discs are never removed",
            ));
        }
        let (mover, other) = if second { (other, first) } else { (first, other) };
        Ok(self.position(mover, other, second))
    }
    fn drawn(&self, discs: &Discs) -> String {
        let signs: Vec<char> = self.signs(discs).collect();
        signs.chunks(self.size as usize).map(String::from_iter).collect::<Vec<_>>().join("\n")
    }
    fn board(&self, discs: &Discs) -> Option<Board> {
        let owner =
            |cell: u32| discs.sets().iter().position(|set| set >> cell & 1 == 1).and_then(Player::new);
        // A pass concerns no cell; it is shown in the middle.
        let cells_of = |choice: u8| match choice {
            PASS => self
                .rows()
                .filter(|cell| self.middle() >> cell & 1 == 1)
                .map(|cell| self.place(cell))
                .collect(),
            cell => vec![self.place(u32::from(cell))],
        };
        Some(Board {
            columns: self.size as usize,
            cells: self.rows().map(|cell| owner(cell).map_or(Cell::Empty, Cell::Disc)).collect(),
            checkered: false,
            moves: super::moves_of(self, discs).into_iter().map(cells_of).collect(),
        })
    }
}

/// Two sets and a side in one number.
#[inline]
fn key([first, second]: [u64; 2], second_moves: bool) -> u64 {
    mix(mix(first ^ u64::from(second_moves)).wrapping_add(second))
}

impl Hints for Othello {
    /// Images of a board are worth the same: the least of their eight keys.
    fn truth_key(&self, discs: &Discs) -> u64 {
        let keys = bits::images(discs.sets(), self.size).map(|sets| key(sets, discs.second));
        keys.into_iter().min().expect("there are eight")
    }

    /// Corners first, then what leaves the opponent few answers; among those cells in a quarter of the board with an odd
    /// number of empty ones, in which the player who moves first may also move last.
    fn promise(&self, before: &Discs, cell: &u8, after: &Discs) -> i32 {
        if *cell == PASS {
            return 0;
        }
        let half = self.size / 2;
        let quarter = self.quarter(u32::from(cell % 8) >= half, u32::from(cell / 8) >= half);
        let free = quarter & !(before.mover | before.other);
        let odd = free.count_ones() % 2 == 1;
        let corner = self.corners() >> cell & 1 == 1;
        16 * i32::from(corner) + 2 * i32::from(odd) - 4 * after.open.count_ones() as i32
    }

    fn kind(&self, _: &Discs, cell: &u8) -> Option<&'static str> {
        let edge = |at: u32| at == 0 || at == self.size - 1;
        let (x, y) = (u32::from(cell % 8), u32::from(cell / 8));
        Some(match (edge(x), edge(y)) {
            _ if *cell == PASS => "pass",
            (true, true) => "corner",
            (false, false) => "inside",
            _ => "edge",
        })
    }

    fn progress(&self, discs: &Discs) -> u32 {
        (discs.mover | discs.other).count_ones()
    }
}

impl Othello {
    /// A quarter of the board.
    fn quarter(&self, right: bool, lower: bool) -> u64 {
        let half = self.size / 2;
        let row = (1u64 << half) - 1;
        let upper_left = (0..half).fold(0, |cells, y| cells | row << (8 * y));
        upper_left << (u32::from(right) * half + u32::from(lower) * 8 * half)
    }
}
