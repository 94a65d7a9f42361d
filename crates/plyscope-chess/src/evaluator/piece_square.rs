//! What the men are worth where they stand, between middlegame and ending.
//!
//! The tables are formulas of how far a square is from the middle and how far a man has advanced, so that anybody can say
//! what a number comes from.

use crate::Position;
use cozy_chess::{Color, Piece};

/// The men that make a middlegame: knights and bishops count 1, rooks 2, queens 4.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// Both sides' at the start.
const FULL: i32 = 24;

/// Hundredths of a pawn in the middlegame and in the ending, by piece and square of a white man.
static TABLES: [[[i32; 2]; 64]; 6] = tables();

const fn tables() -> [[[i32; 2]; 64]; 6] {
    let (mut tables, mut piece) = ([[[0; 2]; 64]; 6], 0);
    while piece < 6 {
        let mut square = 0;
        while square < 64 {
            tables[piece][square] = worth(piece, square as i32 % 8, square as i32 / 8);
            square += 1;
        }
        piece += 1;
    }
    tables
}

/// 0 at the edge, 3 in the middle.
const fn inward(line: i32) -> i32 {
    if line < 4 { line } else { 7 - line }
}

const fn worth(piece: usize, file: i32, rank: i32) -> [i32; 2] {
    let (across, along) = (inward(file), inward(rank));
    let middle = if across < along { across } else { along };
    match piece {
        // Pawns: in the middlegame the centre, in the ending the way to promotion.
        0 => [80 + 2 * across * inward(rank) + 3 * rank, 95 + 2 * rank * rank],
        1 => [300 + 12 * middle, 280 + 10 * middle],
        2 => [320 + 7 * middle, 310 + 6 * middle],
        // Rooks: the seventh rank, and files in the middle.
        3 => [480 + 4 * across + if rank == 6 { 15 } else { 0 }, 510 + if rank == 6 { 10 } else { 0 }],
        4 => [930 + 2 * middle, 940 + 6 * middle],
        // Kings: in shelter first, then in the middle.
        _ => [-12 * middle - 10 * rank, 14 * middle + 3 * (across + along)],
    }
}

/// White's men less Black's, in pawns.
///
/// ```
/// use plyscope::game::Game;
/// use plyscope_chess::{Chess, piece_square};
/// let game = Chess::default();
/// assert_eq!(piece_square(&game.start()), 0.0);
/// let cornered = game.parse_position("k7/8/8/3K4/8/8/8/7R w - - 0 1")?;
/// let free = game.parse_position("8/8/2k5/8/5K2/8/8/7R w - - 0 1")?;
/// assert!(piece_square(&cornered) > piece_square(&free)); // in an ending a king belongs in the middle
/// # Ok::<(), plyscope::Error>(())
/// ```
pub fn piece_square(position: &Position) -> f64 {
    let board = position.board();
    let (mut score, mut phase) = ([0, 0], 0);
    for piece in Piece::ALL {
        for color in Color::ALL {
            for square in board.colored_pieces(color, piece) {
                let (sign, seen) = match color {
                    Color::White => (1, square),
                    Color::Black => (-1, square.flip_rank()),
                };
                let [early, late] = TABLES[piece as usize][seen as usize];
                score = [score[0] + sign * early, score[1] + sign * late];
                phase += PHASE[piece as usize];
            }
        }
    }
    let phase = phase.min(FULL);
    f64::from(score[0] * phase + score[1] * (FULL - phase)) / f64::from(100 * FULL)
}
