//! What an engine thinks a position is worth.

use std::fmt;

/// What an engine thinks a position is worth, in the view of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this many moves; negative: by the opponent.
    Mate(i32),
}

/// Beyond every score in pawns.
const MATE: f64 = 10_000.0;

impl Score {
    /// In pawns; mates lie beyond them, and sooner ones are better.
    pub fn pawns(self) -> f64 {
        match self {
            Score::Centipawns(hundredths) => f64::from(hundredths) / 100.0,
            Score::Mate(moves) if moves > 0 => MATE - f64::from(moves),
            Score::Mate(moves) => -MATE - f64::from(moves),
        }
    }

    /// As it stands in a file of answers.
    pub(super) fn parse(kind: &str, number: &str) -> Option<Self> {
        let number = number.parse().ok()?;
        match kind {
            "cp" => Some(Score::Centipawns(number)),
            "mate" => Some(Score::Mate(number)),
            _ => None,
        }
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

    #[test]
    fn sooner_mates_are_better() {
        let order = [
            Score::Mate(-1),
            Score::Mate(-9),
            Score::Centipawns(-90_000),
            Score::Centipawns(5),
            Score::Mate(9),
            Score::Mate(1),
        ];
        assert!(order.windows(2).all(|pair| pair[0].pawns() < pair[1].pawns()));
    }
}
