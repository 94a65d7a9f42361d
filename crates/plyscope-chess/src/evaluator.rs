//! Evaluators of chess, in pawns, in White's view. A mate counts more than any of them says ([`WIN`](crate::WIN)).

use crate::{Chess, Position};
use cozy_chess::{Board, Color, Piece, get_bishop_moves, get_knight_moves, get_rook_moves};
use plyscope::catalogue::EvaluatorEntry;
use plyscope::evaluator::ByFunction;

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

// What the men are worth where they stand, between middlegame and ending. The tables are formulas of how far a square is from
// the middle and how far a man has advanced, so that anybody can say what a number comes from.

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
    let white = board.colors(Color::White);
    for piece in Piece::ALL {
        for square in board.pieces(piece) {
            let (sign, seen) = if white.has(square) { (1, square) } else { (-1, square.flip_rank()) };
            let [early, late] = TABLES[piece as usize][seen as usize];
            score = [score[0] + sign * early, score[1] + sign * late];
            phase += PHASE[piece as usize];
        }
    }
    let phase = phase.min(FULL);
    f64::from(score[0] * phase + score[1] * (FULL - phase)) / f64::from(100 * FULL)
}

/// One of `values` values between -10 and 10 pawns, as far apart as they can be; what lies beyond is the last one.
fn rounded(score: f64, values: u32) -> f64 {
    let step = 20.0 / f64::from(values);
    // Below the first value the conversion ends at 0.
    let number = (((score + 10.0) / step) as u32).min(values - 1);
    (f64::from(number) + 0.5) * step - 10.0
}

fn entry(name: &'static str, summary: &'static str, score: fn(&Position) -> f64) -> EvaluatorEntry {
    let build = move |_: &Chess, position: &Position| score(position);
    EvaluatorEntry::of::<Chess, _>(name, summary, move |_| Ok(ByFunction::new(name, build)))
}

/// All of them, for a catalogue.
pub(crate) fn entries() -> Vec<EvaluatorEntry> {
    vec![
        entry(
            "material",
            "The men on the board: pawn 1, knight and bishop 3, rook 5, queen 9 (chess).",
            material,
        ),
        EvaluatorEntry::of::<Chess, _>(
            "piece-square",
            "Men by where they stand, interpolated between middlegame and ending by how many are left, in pawns \
                (chess). With `values=20` the numbers from -10 to 10 pawns are rounded to 20 values.",
            |given| {
                let allowed =
                    "all, or 2 to 10000: the numbers from -10 to 10 pawns are rounded to so many values";
                let values = given.value("values", "all", allowed, |text| match text {
                    "all" => Some(None),
                    _ => text.parse().ok().filter(|values| (2..=10_000).contains(values)).map(Some),
                });
                let score = move |_: &Chess, position: &Position| match values {
                    None => piece_square(position),
                    Some(values) => rounded(piece_square(position), values),
                };
                Ok(ByFunction::new("piece-square", score))
            },
        ),
        entry(
            "mobility",
            "Material, plus a twentieth of a pawn for every square that a knight, bishop, rook or queen can move to \
                (chess); a probability from the numbers of moves of both players (othello).",
            mobility,
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn few_values() {
        // Two values: who is ahead.
        assert_eq!(
            [-50.0, -0.1, 0.0, 0.1, 9.9, 50.0].map(|score| rounded(score, 2)),
            [-5.0, -5.0, 5.0, 5.0, 5.0, 5.0]
        );
        // Five: 4 pawns wide, level in the middle.
        assert_eq!([-10.0, -1.9, 1.9, 2.0].map(|score| rounded(score, 5)), [-8.0, 0.0, 0.0, 4.0]);
        let mut seen: Vec<f64> = (-1200..1200).map(|i| rounded(f64::from(i) / 100.0, 30)).collect();
        seen.dedup();
        assert_eq!(seen.len(), 30);
    }
}
