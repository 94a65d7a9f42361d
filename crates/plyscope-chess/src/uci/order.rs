//! What a chess program says to an engine, one line at a time.

use super::limits::Limits;

/// A line that is understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Order {
    /// `uci`: say who you are.
    Introduce,
    /// `isready`.
    Ready,
    /// `setoption name NAME value VALUE`; a button has no value.
    Set { name: String, value: Option<String> },
    /// `position ...`, without its first word.
    Position(String),
    /// `go ...`.
    Go(Limits),
    /// `stop`.
    Stop,
    /// `ponderhit`: the move that was pondered on was played.
    PonderHit,
    /// `quit`.
    Quit,
    /// Understood, and nothing is to be done: `ucinewgame` (nothing is kept from game to game), `debug`, `register`.
    Nothing,
}

impl Order {
    /// Reads a line. The protocol says that unknown words are passed over and the rest is tried; where nothing is
    /// understood there is no order.
    pub(super) fn read(line: &str) -> Option<Order> {
        let mut rest = line.trim();
        loop {
            let (word, after) =
                rest.split_once(|sign: char| sign.is_ascii_whitespace()).unwrap_or((rest, ""));
            let after = after.trim_start();
            return Some(match word {
                "uci" => Order::Introduce,
                "isready" => Order::Ready,
                "setoption" => option(after)?,
                "position" => Order::Position(after.to_string()),
                "go" => Order::Go(Limits::read(after)),
                "stop" => Order::Stop,
                "ponderhit" => Order::PonderHit,
                "quit" => Order::Quit,
                "ucinewgame" | "debug" | "register" => Order::Nothing,
                _ if after.is_empty() => return None,
                _ => {
                    rest = after;
                    continue;
                }
            });
        }
    }
}

/// Names and values have spaces; neither contains the word that separates them.
fn option(text: &str) -> Option<Order> {
    let named = text.strip_prefix("name")?.strip_prefix(|sign: char| sign.is_ascii_whitespace())?;
    let words: Vec<&str> = named.split_ascii_whitespace().collect();
    let at = words.iter().position(|word| *word == "value");
    let name = words[..at.unwrap_or(words.len())].join(" ");
    // As it was written: a value may hold several spaces.
    let value = at.and_then(|_| named.split_once("value")).map(|(_, value)| value.trim().to_string());
    (!name.is_empty()).then_some(Order::Set { name, value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_programs() {
        let set = |name: &str, value: Option<&str>| {
            Some(Order::Set { name: name.into(), value: value.map(String::from) })
        };
        for (line, order) in [
            ("uci", Some(Order::Introduce)),
            ("  isready \r", Some(Order::Ready)),
            ("joho debug on", Some(Order::Nothing)),
            ("position startpos moves e2e4", Some(Order::Position("startpos moves e2e4".into()))),
            ("setoption name Move Overhead value 50", set("Move Overhead", Some("50"))),
            ("setoption name Clear Hash", set("Clear Hash", None)),
            ("setoption name Player value player(rule=emm)", set("Player", Some("player(rule=emm)"))),
            ("setoption name Player value", set("Player", Some(""))),
            ("setoption value 3", None),
            ("setoption name", None),
            ("", None),
            ("hello world", None),
            ("\u{0}\u{1b}[31m", None),
        ] {
            assert_eq!(Order::read(line), order, "{line:?}");
        }
    }
}
