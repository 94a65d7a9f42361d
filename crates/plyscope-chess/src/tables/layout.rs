//! Where a position stands in a table.
//!
//! Boards are folded by the reflections that no position survives unchanged: left and right, and without pawns up and down
//! (no square is its own image). So every position has exactly as many moves as it is reached from, which a fold along the
//! diagonal would not keep, and retrograde analysis can count.
//!
//! A pawn that has just passed an enemy pawn, which may now take it en passant, is written on its own first rank, where no
//! pawn can stand.

use super::ending::{Ending, Man};
use cozy_chess::{Board, Color, Piece, Square};

/// The men of a position, and whose turn it is (0: White).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) kings: [usize; 2],
    /// The other men, in the ending's order.
    pub(super) at: [usize; 2],
    pub(super) turn: usize,
}

/// The places of an ending's positions.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    pub(super) ending: Ending,
    /// Its men besides the kings.
    pub(super) men: Vec<Man>,
    pub(super) pawns: bool,
    pub(super) en_passant: bool,
}

impl Layout {
    pub(super) fn new(ending: Ending) -> Self {
        let (men, pawns) = (ending.men(), ending.pawns() > 0);
        Layout { ending, men, pawns, en_passant: ending.has_en_passant() }
    }

    /// How many places there are.
    pub(super) fn size(&self) -> usize {
        2 * if self.pawns { 32 } else { 16 } * 64usize.pow(1 + self.men.len() as u32)
    }

    /// The place of a position.
    #[inline]
    pub(super) fn place(&self, spot: &Spot) -> usize {
        let king = spot.kings[0];
        let mut turned = if king & 4 != 0 { 7 } else { 0 };
        if !self.pawns && king & 32 != 0 {
            turned ^= 56;
        }
        let king = king ^ turned;
        let kings = (spot.turn * if self.pawns { 32 } else { 16 } + (king >> 3 << 2 | king & 3)) * 64;
        let mut place = kings + (spot.kings[1] ^ turned);
        for at in &spot.at[..self.men.len()] {
            place = place * 64 + (at ^ turned);
        }
        place
    }

    /// The position of a place.
    #[inline]
    pub(super) fn spot(&self, place: usize) -> Spot {
        let (mut rest, mut at) = (place, [0; 2]);
        for at in at[..self.men.len()].iter_mut().rev() {
            *at = rest & 63;
            rest >>= 6;
        }
        let black = rest & 63;
        rest >>= 6;
        let kings = if self.pawns { 5 } else { 4 };
        let king = rest & ((1 << kings) - 1);
        Spot { kings: [king >> 2 << 3 | king & 3, black], at, turn: rest >> kings }
    }

    /// Where a man really stands, and whether it may be taken en passant.
    #[inline]
    pub(super) fn stands(&self, man: usize, at: usize) -> (usize, bool) {
        let Man { color, piece } = self.men[man];
        match (piece, color) {
            (Piece::Pawn, Color::White) if at < 8 => (at + 24, true),
            (Piece::Pawn, Color::Black) if at >= 56 => (at - 24, true),
            _ => (at, false),
        }
    }
}

/// A man and where it stands.
pub(super) type Standing = (Man, usize);

/// The ending of some men, and where in its table they stand; none for bare kings and more than two men.
pub(super) fn locate(kings: [usize; 2], men: &[Standing], turn: usize) -> Option<(Ending, Spot)> {
    let plain: [Option<Man>; 2] = std::array::from_fn(|i| men.get(i).map(|(man, _)| *man));
    let count = men.len();
    let (ending, exchanged) = match plain {
        [Some(one), None] => Ending::of(&[one])?,
        [Some(one), Some(two)] if count == 2 => Ending::of(&[one, two])?,
        _ => return None,
    };
    let turned = if exchanged { 56 } else { 0 };
    let color = |color: Color| if exchanged { !color } else { color };
    let mut at = [0; 2];
    let mut used = [false; 2];
    for (i, wanted) in ending.men().into_iter().enumerate() {
        let found = (0..count).find(|j| {
            let (man, _) = men[*j];
            !used[*j] && man.piece == wanted.piece && color(man.color) == wanted.color
        });
        let found = found.expect("the ending has the same men");
        used[found] = true;
        at[i] = men[found].1 ^ turned;
    }
    let kings = if exchanged { [kings[1] ^ 56, kings[0] ^ 56] } else { kings };
    Some((ending, Spot { kings, at, turn: turn ^ usize::from(exchanged) }))
}

/// The same for a board without castling rights.
pub(super) fn locate_board(board: &Board) -> Option<(Ending, Spot)> {
    let kings = Color::ALL.map(|color| board.king(color) as usize);
    let mover = board.side_to_move();
    let others = board.occupied() & !board.pieces(Piece::King);
    if others.len() > 2 || others.is_empty() {
        return None;
    }
    let taker = board.colored_pieces(mover, Piece::Pawn);
    let standing = |square: Square| {
        let (piece, color) = (board.piece_on(square)?, board.color_on(square)?);
        let man = Man { color, piece };
        let pushed = piece == Piece::Pawn && color != mover && board.en_passant() == Some(square.file());
        let beside = taker.into_iter().any(|pawn| {
            pawn.rank() == square.rank() && (pawn.file() as usize).abs_diff(square.file() as usize) == 1
        });
        let at = square as usize;
        let first_rank = if color == Color::White { at.wrapping_sub(24) } else { at + 24 };
        Some((man, if pushed && beside { first_rank } else { at }))
    };
    let men: Vec<Standing> = others.into_iter().map(standing).collect::<Option<_>>()?;
    locate(kings, &men, mover as usize)
}
