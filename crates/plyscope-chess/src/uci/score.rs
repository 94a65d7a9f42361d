//! What a position is worth, as UCI says it: hundredths of a pawn, or a mate, in the view of the side to move.

use crate::chess::WIN;
use plyscope::value::AnyValue;
use std::fmt;

/// A score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; negative: by the opponent.
    Mate(i32),
}

/// The most that is said of a position that is not mated.
const MOST: f64 = 30_000.0;

impl Score {
    /// Of a value that a search to a depth found, in White's view; none where no number says it.
    ///
    /// Payoffs do not tell how far a mate is. A search that goes deeper ply by ply finds it at its distance first, and stops
    /// there ([`is_mate`]). A chance of winning counts as the lead with which it is usual: ten to one for four pawns.
    pub(super) fn of(value: &AnyValue, side: usize, depth: u32) -> Option<Self> {
        let view = if side == 0 { 1.0 } else { -1.0 };
        let hundredths = match value {
            AnyValue::Number(number) => 100.0 * number,
            AnyValue::Win(win) => 400.0 * libm::log10(win.first / win.second),
            other => {
                let first = other.number()?;
                400.0 * libm::log10(first / (1.0 - first))
            }
        };
        if hundredths.is_nan() {
            return None;
        }
        let (mate, moves) = (is_mate(value, side), depth.div_ceil(2) as i32);
        Some(match mate {
            // One's own mate takes an odd number of plies, the opponent's an even one; a quiescence may see further.
            Some(true) if depth % 2 == 1 => Score::Mate(moves),
            Some(false) if depth.is_multiple_of(2) => Score::Mate(-moves),
            _ => Score::Centipawns((view * hundredths).clamp(-MOST, MOST).round() as i32),
        })
    }
}

/// Does the side to move mate, or is it mated? Only payoffs prove that.
pub(super) fn is_mate(value: &AnyValue, side: usize) -> Option<bool> {
    match value {
        AnyValue::Number(number) if number.abs() == WIN => Some((*number > 0.0) == (side == 0)),
        _ => None,
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(hundredths) => write!(f, "cp {hundredths}"),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope::value::Win;

    #[test]
    fn in_the_view_of_the_side_to_move() {
        let text =
            |value: AnyValue, side, depth| Score::of(&value, side, depth).map(|score| score.to_string());
        let said = |text: &str| Some(text.to_string());
        assert_eq!(text(AnyValue::Number(0.316), 0, 1), said("cp 32"));
        assert_eq!(text(AnyValue::Number(0.316), 1, 1), said("cp -32"));
        assert_eq!(text(AnyValue::Number(WIN), 0, 3), said("mate 2"));
        assert_eq!(text(AnyValue::Number(-WIN), 1, 1), said("mate 1"));
        assert_eq!(text(AnyValue::Number(WIN), 1, 4), said("mate -2"));
        assert_eq!(text(AnyValue::Number(f64::NAN), 1, 4), None);
        assert_eq!(text(AnyValue::Win(Win::share(10, 11)), 0, 1), said("cp 400"));
        assert_eq!(text(AnyValue::Win(Win::share(1, 2)), 1, 1), said("cp 0"));
        assert_eq!(text(AnyValue::Win(Win::certain()), 1, 1), said("cp -30000"));
    }
}
