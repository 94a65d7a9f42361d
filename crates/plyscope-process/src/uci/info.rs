//! What an engine says while it searches, read by keyword: fields come in any order, and unknown ones are passed over.

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

/// No move has a longer name.
const LONGEST_MOVE: usize = 10;

/// A line of `info` that names a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Info {
    pub(super) depth: u32,
    pub(super) choice: String,
    pub(super) score: Option<Score>,
    pub(super) nodes: Option<u64>,
}

/// Reads a line; none where it says nothing about the best move at a depth.
pub(super) fn read(line: &str) -> Option<Info> {
    let mut words = line.split_ascii_whitespace();
    if words.next() != Some("info") {
        return None;
    }
    let (mut depth, mut score, mut nodes, mut choice) = (None, None, None, None);
    while let Some(word) = words.next() {
        match word {
            // Free text to the end of the line.
            "string" => return None,
            "depth" => depth = words.next()?.parse().ok(),
            "nodes" => nodes = words.next()?.parse().ok(),
            // Only the best line counts.
            "multipv" if words.next() != Some("1") => return None,
            "score" => score = Score::parse(words.next()?, words.next()?),
            "pv" => {
                choice = words.next().filter(|named| named.len() <= LONGEST_MOVE).map(String::from);
                break;
            }
            _ => {}
        }
    }
    Some(Info { depth: depth?, choice: choice?, score, nodes })
}

/// A line of `option`: its name, and the range of a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Offered {
    pub(super) name: String,
    pub(super) range: Option<(i64, i64)>,
}

/// Reads `option name A B type spin default 1 min 1 max 9`.
pub(super) fn option(line: &str) -> Option<Offered> {
    let rest = line.strip_prefix("option name ")?;
    let (name, kind) = rest.split_once(" type ")?;
    let after = |key: &str| {
        let words: Vec<&str> = kind.split_ascii_whitespace().collect();
        let at = words.iter().position(|word| *word == key)?;
        words.get(at + 1)?.parse().ok()
    };
    let name = name.trim();
    if name.len() > 200 {
        return None;
    }
    Some(Offered { name: name.to_string(), range: after("min").zip(after("max")) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_by_keyword() {
        let seen =
            read("info depth 7 seldepth 9 multipv 1 score cp -31 lowerbound nodes 512 nps 1 pv e2e4 e7e5");
        let (choice, score) = ("e2e4".to_string(), Some(Score::Centipawns(-31)));
        assert_eq!(seen, Some(Info { depth: 7, choice, score, nodes: Some(512) }));
        let seen = read("info score mate -2 pv a1a2 depth 3");
        assert_eq!(seen, None, "what follows pv are moves");
        assert_eq!(read("info nodes 5 depth 300 pv a7a8q").map(|info| info.depth), Some(300));
        for nothing in [
            "info string depth 3 pv e2e4",
            "info depth 5 currmove e2e4 currmovenumber 1",
            "info depth 5 multipv 2 score cp 1 pv e2e4",
            "info",
            "infodepth 5 pv e2e4",
            "",
            "info depth x pv e2e4",
            "bestmove e2e4",
        ] {
            assert_eq!(read(nothing), None, "{nothing}");
        }
    }

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

    #[test]
    fn names_of_options_have_spaces() {
        let seen = option("option name Number of Threads type spin default 1 min 1 max 16");
        assert_eq!(seen, Some(Offered { name: "Number of Threads".into(), range: Some((1, 16)) }));
        let seen = option("option name Clear Hash type button").expect("an option");
        assert_eq!((seen.name.as_str(), seen.range), ("Clear Hash", None));
    }
}
