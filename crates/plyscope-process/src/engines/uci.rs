//! UCI: lines by keyword, whose fields come in any order; unknown ones are passed over.

use super::protocol::{Answer, Heard, Info, LONGEST_MOVE, Protocol, Settings, complains, no_engine, until};
use super::score::Score;
use crate::child::{Child, Failure, quoted};
use plyscope::search::Effort;
use std::time::Duration;

/// How long an engine may take to say what it is, unless it says that it does not understand. It may start slowly; with a look
/// at another protocol it is not ten seconds.
const HELLO: Duration = Duration::from_secs(7);
/// How long it may take to be ready.
const START: Duration = Duration::from_secs(10);

/// At most this many options are read.
const MOST_OPTIONS: usize = 1000;

/// What is said to an engine that speaks UCI.
pub(super) struct Uci;

impl Protocol for Uci {
    fn start(&mut self, child: &mut Child, settings: &Settings) -> Result<Option<String>, Failure> {
        let (mut name, mut offered, mut complaint) = (None, Vec::new(), false);
        let seen = until(child, "uci", HELLO, |line| {
            if let Some(told) = line.strip_prefix("id name ") {
                name = Some(quoted(told.trim()));
            }
            // No engine has this many options; a program that writes for ever does not fill our memory.
            if offered.len() < MOST_OPTIONS {
                offered.extend(option(line));
            }
            // What is repeated was not understood.
            complaint |= offered.is_empty() && complains(line, "uci");
            match (line, complaint) {
                ("uciok", _) => Answer::Whole,
                (_, true) => Answer::Wrong("it does not know the command `uci`".into()),
                _ => Answer::More("uciok"),
            }
        });
        seen.map_err(|failure| no_engine("UCI", failure))?;
        for (option, value) in chosen(settings, &offered).map_err(|why| child.fail(&why, "uci", None))? {
            child.send(&format!("setoption name {option} value {value}"))?;
        }
        until(child, "isready", START, |line| self.ready(line))?;
        Ok(name)
    }

    fn forget(&self) -> &'static str {
        "ucinewgame\nisready"
    }
    fn ask_ready(&self) -> &'static str {
        "isready"
    }
    fn ready(&self, line: &str) -> Answer {
        if line == "readyok" { Answer::Whole } else { Answer::More("readyok") }
    }
    fn go(&self, fen: &str, moves: &[String], limit: Effort) -> String {
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        format!("position fen {fen}{moves}\ngo {} {}", limit.unit().name, limit.amount())
    }
    fn stop(&self) -> &'static str {
        "stop"
    }
    fn heard(&self, line: &str) -> Heard {
        match line.strip_prefix("bestmove ") {
            Some(told) => Heard::Played(told.split_ascii_whitespace().next().unwrap_or_default().to_string()),
            None => read(line).map_or(Heard::Nothing, Heard::Info),
        }
    }
    fn check(&self, effort: Effort) -> Result<(), &'static str> {
        match effort {
            Effort::Depth(1..=200) | Effort::Nodes(1..) | Effort::Movetime(1..) => Ok(()),
            _ => Err("a depth of 1 to 200, or a number of nodes or milliseconds (movetime) of 1 or more"),
        }
    }
}

/// Reads a line; none where it says nothing about the best move at a depth.
fn read(line: &str) -> Option<Info> {
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
struct Offered {
    name: String,
    range: Option<(i64, i64)>,
}

/// Reads `option name A B type spin default 1 min 1 max 9`.
fn option(line: &str) -> Option<Offered> {
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

/// The options to set, checked against those that the engine offers.
fn chosen(settings: &Settings, offered: &[Offered]) -> Result<Vec<(String, String)>, String> {
    let find = |name: &str| offered.iter().find(|known| known.name.eq_ignore_ascii_case(name));
    let mut chosen = Vec::new();
    // Whatever they are called; no book: a move from a book was not searched for.
    let threads = ["Threads", "Number of Threads", "Max CPUs", "Cores"].iter().find_map(|name| find(name));
    for (option, value) in [(find("Hash"), settings.hash), (threads, settings.threads)] {
        let Some(option) = option else { continue };
        if let Some((low, high)) =
            option.range.filter(|(low, high)| !(*low..=*high).contains(&i64::from(value)))
        {
            return Err(format!("its option {} is {low} to {high}, not {value}", option.name));
        }
        chosen.push((option.name.clone(), value.to_string()));
    }
    chosen.extend(find("OwnBook").map(|book| (book.name.clone(), "false".to_string())));
    for (name, value) in &settings.options {
        let Some(option) = find(name) else {
            let known: Vec<&str> = offered.iter().map(|known| known.name.as_str()).collect();
            return Err(format!("it has no option `{}`; it has: {}", quoted(name), known.join(", ")));
        };
        chosen.retain(|(known, _)| *known != option.name);
        chosen.push((option.name.clone(), value.clone()));
    }
    Ok(chosen)
}

/// Reads a line as whatever such an engine says.
pub(super) fn read_as_anything(line: &str) {
    let _ = (read(line), option(line));
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
    fn names_of_options_have_spaces() {
        let seen = option("option name Number of Threads type spin default 1 min 1 max 16");
        assert_eq!(seen, Some(Offered { name: "Number of Threads".into(), range: Some((1, 16)) }));
        let seen = option("option name Clear Hash type button").expect("an option");
        assert_eq!((seen.name.as_str(), seen.range), ("Clear Hash", None));
    }
}
