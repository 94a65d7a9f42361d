//! What the men are worth.

use crate::Position;
use cozy_chess::{Color, Piece};

/// Pawns, by piece: pawn, knight, bishop, rook, queen, king.
const WORTH: [f64; 6] = [1.0, 3.0, 3.0, 5.0, 9.0, 0.0];

/// White's men less Black's.
///
/// ```
/// use plyscope::game::Game;
/// use plyscope_chess::{Chess, material};
/// let position = Chess::default().parse_position("4k2n/8/8/8/8/8/8/R3K3 w - - 0 1")?;
/// assert_eq!(material(&position), 5.0 - 3.0);
/// # Ok::<(), plyscope::Error>(())
/// ```
pub fn material(position: &Position) -> f64 {
    let board = position.board();
    let count = |color, piece| f64::from(board.colored_pieces(color, piece).len());
    let more = |piece| count(Color::White, piece) - count(Color::Black, piece);
    Piece::ALL.into_iter().map(|piece| WORTH[piece as usize] * more(piece)).sum()
}
