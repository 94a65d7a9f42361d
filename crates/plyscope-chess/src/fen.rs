//! Boards as text: FEN, or the first four fields of EPD.

use cozy_chess::{Board, Color, FenParseError, File, Rank, get_king_moves};

/// What a position looks like.
pub(crate) const WANTED: &str = "a FEN such as `4k3/8/8/8/8/8/4P3/4K3 w - - 0 1`";

/// Reads a FEN. The clocks may be left out, and the operations of EPD are passed over, with clocks before them or without.
/// Chess960 is another game.
pub(crate) fn parse(text: &str) -> Result<Board, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let clock = |at: usize| words.get(at).filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    // An operation begins with its name.
    let operations =
        words.get(6).is_none_or(|word| word.starts_with(|sign: char| sign.is_ascii_alphabetic()));
    let fen = match (words.get(..4), clock(4), clock(5)) {
        (Some(_), Some(_), Some(_)) if operations => words[..6].join(" "),
        (Some(four), None, _) => format!("{} 0 1", four.join(" ")),
        _ => return Err(WANTED.to_string()),
    };
    let board = Board::from_fen(&fen, false).map_err(|error| format!("{WANTED}; here {}", said(error)))?;
    if kings_touch(&board) {
        return Err(format!("{WANTED}; here the kings stand side by side"));
    }
    if !Color::ALL.into_iter().all(|color| castles_as_usual(&board, color)) {
        return Err(format!("{WANTED}; here castling rights are those of Chess960, which is another game"));
    }
    Ok(board)
}

/// Do the kings attack each other? `cozy-chess` lets them.
pub(crate) fn kings_touch(board: &Board) -> bool {
    get_king_moves(board.king(Color::White)).has(board.king(Color::Black))
}

fn said(error: FenParseError) -> &'static str {
    match error {
        FenParseError::InvalidBoard => {
            "the board is not 8 rows of 8 squares with a king each, pawns off the edges, and the side that moved not in check"
        }
        FenParseError::InvalidSideToMove => "the side to move is neither w nor b",
        FenParseError::InvalidCastlingRights => "the castling rights do not fit the board",
        FenParseError::InvalidEnPassant => "no pawn has just passed the en passant square",
        FenParseError::InvalidHalfMoveClock => "the half-move clock is not 0 to 100",
        FenParseError::InvalidFullmoveNumber => "the move number is not 1 to 65535",
        FenParseError::MissingField | FenParseError::TooManyFields => "there are too many or too few fields",
    }
}

/// King on the e-file, rooks in the corners.
fn castles_as_usual(board: &Board, color: Color) -> bool {
    let rights = board.castle_rights(color);
    let king = board.king(color);
    let at_home = king.file() == File::E && king.rank() == Rank::First.relative_to(color);
    rights.short.is_none_or(|file| at_home && file == File::H)
        && rights.long.is_none_or(|file| at_home && file == File::A)
}
