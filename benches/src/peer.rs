//! Connect four for the crate `minimax`: the peer's own interface, the same rules, moves in the same order, the same
//! opinions.
//!
//! The board's size is known at compile time here, which ours is not: what the peer gets is not held back.

use minimax::{Evaluation, Game, Winner};
use std::cell::Cell;

const COLUMN: u32 = 7;
const BOTTOM: u64 = 0x0000_0408_1020_4081 & ((1 << 49) - 1);
const BOARD: u64 = BOTTOM * 0x3F;

/// A position: the stones of the player to move and of the other one.
#[derive(Debug, Clone, Copy, Default)]
pub struct Board {
    mine: u64,
    theirs: u64,
    /// The player who moved last has four in a row.
    won: bool,
}

thread_local! {
    /// Positions made by playing a move.
    static GENERATED: Cell<u64> = const { Cell::new(0) };
}

/// Positions generated since the last time it was asked.
pub fn generated() -> u64 {
    GENERATED.with(|count| count.replace(0))
}

/// The rules.
pub struct ConnectFour;

/// Are there four stones in a row?
pub fn has_four(stones: u64) -> bool {
    [1, COLUMN, COLUMN + 1, COLUMN - 1].into_iter().any(|shift| {
        let pairs = stones & stones >> shift;
        pairs & pairs >> (2 * shift) != 0
    })
}

impl Game for ConnectFour {
    type S = Board;
    type M = u8;

    fn generate_moves(board: &Board, moves: &mut Vec<u8>) -> Option<Winner> {
        if let Some(winner) = Self::get_winner(board) {
            return Some(winner);
        }
        let taken = board.mine | board.theirs;
        moves.extend((0..7).filter(|column| taken >> (COLUMN * u32::from(*column) + 5) & 1 == 0));
        None
    }

    fn apply(board: &mut Board, column: u8) -> Option<Board> {
        GENERATED.with(|count| count.set(count.get() + 1));
        let taken = board.mine | board.theirs;
        let bottom = 1u64 << (COLUMN * u32::from(column));
        let mine = board.mine | ((taken + bottom) & !taken & (bottom * 0x3F));
        Some(Board { mine: board.theirs, theirs: mine, won: has_four(mine) })
    }

    fn get_winner(board: &Board) -> Option<Winner> {
        if board.won {
            Some(Winner::PlayerJustMoved)
        } else {
            (board.mine | board.theirs == BOARD).then_some(Winner::Draw)
        }
    }

    fn zobrist_hash(board: &Board) -> u64 {
        // Its table takes the low bits for the place and the high ones for the check: both must be spread.
        plyscope::key::mix((board.mine | board.theirs) + BOTTOM + board.mine)
    }
}

/// What stones in a cell are worth: the lines of four through it.
#[derive(Debug, Clone, Copy)]
pub struct Cells;

impl minimax::Evaluator for Cells {
    type G = ConnectFour;

    fn evaluate(&self, board: &Board) -> Evaluation {
        worth(board.mine) - worth(board.theirs)
    }
}

/// The numbers of lines through the cells, as sets of cells: one for each binary digit.
const DIGITS: [u64; 4] = digits();

const fn digits() -> [u64; 4] {
    // From the lower left: columns of six cells.
    let lines: [[u64; 6]; 4] =
        [[3, 4, 5, 5, 4, 3], [4, 6, 8, 8, 6, 4], [5, 8, 11, 11, 8, 5], [7, 10, 13, 13, 10, 7]];
    let mut digits = [0; 4];
    let mut column = 0;
    while column < 7 {
        let mut row = 0;
        while row < 6 {
            let from_rim = if column < 4 { column } else { 6 - column };
            let mut digit = 0;
            while digit < 4 {
                digits[digit] |= (lines[from_rim][row] >> digit & 1) << (7 * column + row);
                digit += 1;
            }
            row += 1;
        }
        column += 1;
    }
    digits
}

/// The lines through all stones of a set.
pub fn worth(stones: u64) -> i16 {
    let mut worth = 0;
    for (digit, cells) in DIGITS.into_iter().enumerate() {
        worth += ((stones & cells).count_ones() as i16) << digit;
    }
    worth
}
