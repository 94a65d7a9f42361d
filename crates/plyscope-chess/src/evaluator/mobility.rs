//! Where the men can go.

use super::material;
use crate::Position;
use cozy_chess::{Board, Color, Piece, get_bishop_moves, get_knight_moves, get_rook_moves};

/// What a square that a man can go to is worth, in pawns.
const SQUARE: f64 = 0.05;

/// Material, and a twentieth of a pawn for every square that a knight, bishop, rook or queen attacks and that no man of
/// its own side stands on.
pub fn mobility(position: &Position) -> f64 {
    let board = position.board();
    let more = f64::from(squares(board, Color::White)) - f64::from(squares(board, Color::Black));
    material(position) + SQUARE * more
}

fn squares(board: &Board, color: Color) -> u32 {
    let (men, occupied) = (board.colors(color), board.occupied());
    let mut squares = 0;
    for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
        for from in board.colored_pieces(color, piece) {
            let attacked = match piece {
                Piece::Knight => get_knight_moves(from),
                Piece::Bishop => get_bishop_moves(from, occupied),
                Piece::Rook => get_rook_moves(from, occupied),
                _ => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
            };
            squares += (attacked & !men).len();
        }
    }
    squares
}
