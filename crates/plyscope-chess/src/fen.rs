//! Boards as text: FEN, or the first four fields of EPD.

use crate::epd::is_operation;
use cozy_chess::{Board, Color, FenParseError, File, Rank, get_king_moves};

/// What a position looks like.
const WANTED: &str = "a FEN such as `4k3/8/8/8/8/8/4P3/4K3 w - - 0 1`";

/// What the fields of a FEN are called.
const FIELDS: [&str; 6] = [
    "the board",
    "the side to move",
    "the castling rights",
    "the en passant square",
    "the half-move clock",
    "the move number",
];

/// Reads a FEN. The clocks may be left out, and the operations of EPD are passed over, with clocks before them or without.
/// Chess960 is another game. The error names the field.
pub(crate) fn parse(text: &str) -> Result<Board, String> {
    let wrong = |why: String| format!("{WANTED}; here {why}");
    let words: Vec<&str> = text.split_whitespace().collect();
    let operation = |word: &&str| is_operation(word, text);
    let fen = match words.get(..4) {
        None => return Err(wrong(format!("the fields end before {}", FIELDS[words.len()]))),
        Some(four) if words.get(4).is_none_or(operation) => format!("{} 0 1", four.join(" ")),
        Some(_) if words.len() == 5 => return Err(wrong(format!("the fields end before {}", FIELDS[5]))),
        Some(_) if words.get(6).is_none_or(operation) => words[..6].join(" "),
        Some(_) => return Err(wrong(format!("`{}` follows the six fields", shown(words[6])))),
    };
    let digits = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    if !words.get(4).is_none_or(operation) {
        for field in [4, 5] {
            if !words.get(field).is_none_or(digits) {
                return Err(wrong(format!("{} is not a whole number", FIELDS[field])));
            }
        }
    }
    check_board(words[0]).map_err(|why| wrong(format!("{}: {why}", FIELDS[0])))?;
    let board = Board::from_fen(&fen, false).map_err(|error| wrong(said(error)))?;
    if kings_touch(&board) {
        return Err(wrong(format!("{}: the kings stand side by side", FIELDS[0])));
    }
    if !Color::ALL.into_iter().all(|color| castles_as_usual(&board, color)) {
        return Err(wrong(format!("{} are those of Chess960, which is another game", FIELDS[2])));
    }
    Ok(board)
}

/// Part of a text that can be printed.
fn shown(text: &str) -> String {
    text.chars().filter(|sign| !sign.is_control()).take(20).collect()
}

/// Eight rows of eight squares, and men that a game can have: `cozy-chess` takes fewer rows.
fn check_board(text: &str) -> Result<(), String> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 8 {
        return Err(format!("the number of its rows is {}, not 8", rows.len()));
    }
    for (row, number) in rows.iter().zip((1..=8).rev()) {
        let mut squares = 0;
        for sign in row.chars() {
            squares += match sign {
                '1'..='8' => sign as usize - '0' as usize,
                _ if "pnbrqkPNBRQK".contains(sign) => 1,
                _ => {
                    return Err(format!(
                        "row {number} (`{}`) has a sign that stands for nothing",
                        shown(row)
                    ));
                }
            };
        }
        if squares != 8 {
            return Err(format!("row {number} (`{}`) has {squares} squares, not 8", shown(row)));
        }
    }
    let count = |sign: char| text.matches(sign).count();
    for (side, king, pawn, men) in [("White", 'K', 'P', 'A'..='Z'), ("Black", 'k', 'p', 'a'..='z')] {
        if count(king) != 1 {
            return Err(format!("{side} has {} kings, not 1", count(king)));
        }
        let all = text.chars().filter(|sign| men.contains(sign)).count();
        if count(pawn) > 8 || all > 16 {
            return Err(format!("{side} has {all} men and {} pawns; 16 and 8 are the most", count(pawn)));
        }
    }
    if [rows[0], rows[7]].iter().any(|row| row.contains(['p', 'P'])) {
        return Err("a pawn stands on the first or the last row".into());
    }
    Ok(())
}

/// Do the kings attack each other? `cozy-chess` lets them.
pub(crate) fn kings_touch(board: &Board) -> bool {
    get_king_moves(board.king(Color::White)).has(board.king(Color::Black))
}

fn said(error: FenParseError) -> String {
    let (field, why) = match error {
        FenParseError::InvalidBoard => {
            (0, ": the side that moved is in check, or no move gives the checks that there are")
        }
        FenParseError::InvalidSideToMove => (1, " is neither w nor b"),
        FenParseError::InvalidCastlingRights => (2, " do not fit the board: `-`, or some of KQkq, each once"),
        FenParseError::InvalidEnPassant => (3, ": no pawn has just passed it"),
        FenParseError::InvalidHalfMoveClock => (4, " is not 0 to 100"),
        FenParseError::InvalidFullmoveNumber => (5, " is not 1 to 65535"),
        FenParseError::MissingField | FenParseError::TooManyFields => {
            return "there are too many or too few fields".into();
        }
    };
    format!("{}{why}", FIELDS[field])
}

/// King on the e-file, rooks in the corners.
fn castles_as_usual(board: &Board, color: Color) -> bool {
    let rights = board.castle_rights(color);
    let king = board.king(color);
    let at_home = king.file() == File::E && king.rank() == Rank::First.relative_to(color);
    rights.short.is_none_or(|file| at_home && file == File::H)
        && rights.long.is_none_or(|file| at_home && file == File::A)
}
