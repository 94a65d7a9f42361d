//! Players, efforts and numbers as they are said in a sentence.

use super::PlayerSetup;
use plyscope::name::Name;
use plyscope::search::Effort;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::fmt;

/// What was spent: `{"depth": 3}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spent(pub Effort);

impl Serialize for Spent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.0.unit().name, &self.0.amount())?;
        map.end()
    }
}

impl fmt::Display for Spent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Is it one thing, such as depth 10, and not ten of something?
pub(super) fn is_one(effort: Spent) -> bool {
    matches!(effort.0, Effort::Depth(_) | Effort::Logged("effort", _))
}

/// A player in few words, or with all parameters where another player would be called the same.
pub(super) fn shortest(name: &str, among: &[PlayerSetup]) -> String {
    let short = short(name);
    let same = among.iter().filter(|other| self::short(&other.name) == short).count();
    if same > 1 { name.to_string() } else { short }
}

/// `minimax with lines`, `stockfish`, `toga2 (hash=8)`; what is neither a search nor an engine keeps its name.
fn short(name: &str) -> String {
    let Ok(named) = name.parse::<Name>() else { return name.into() };
    match (named.kind(), named.get("rule"), named.get("evaluator"), named.get("command")) {
        ("player", Some(rule), Some(evaluator), _) => {
            let usual = ["alpha-beta", "full-width", "star1"];
            let search = named.get("search").filter(|search| !usual.contains(search));
            format!("{rule} with {evaluator}{}", search.map_or(String::new(), |search| format!(", {search}")))
        }
        ("uci" | "xboard", _, _, Some(command)) => {
            let program = command.split_whitespace().next().unwrap_or(command);
            let program = program.rsplit('/').next().unwrap_or(program);
            let others = named.parameters().filter(|(parameter, _)| *parameter != "command");
            let others: Vec<String> =
                others.map(|(parameter, value)| format!("{parameter}={value}")).collect();
            let arguments = command.split_whitespace().skip(1).map(String::from);
            let all: Vec<String> = arguments.chain(others).collect();
            if all.is_empty() { program.into() } else { format!("{program} ({})", all.join(", ")) }
        }
        _ => name.into(),
    }
}

/// Efforts in a list: `depth 3`, `depths 2 to 6`, `depths 1, 3 and 5`, `10, 50 and 200 nodes`.
pub(super) fn efforts(all: &[Spent]) -> String {
    let depths: Option<Vec<u32>> = all.iter().map(|spent| spent.0.depth()).collect();
    let listed = |words: Vec<String>| match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    };
    match depths.as_deref() {
        Some([depth]) => format!("depth {depth}"),
        Some([first, .., last]) if all.len() > 2 && (last - first) as usize + 1 == all.len() => {
            format!("depths {first} to {last}")
        }
        Some(depths) => format!("depths {}", listed(depths.iter().map(ToString::to_string).collect())),
        None => {
            // `10, 50 and 200 iterations`.
            let (last, others) = all.split_last().map_or((None, all), |(last, others)| (Some(last), others));
            let amounts = others.iter().map(|spent| spent.0.amount().to_string());
            listed(amounts.chain(last.map(ToString::to_string)).collect())
        }
    }
}

/// `1 position`, `2 positions`.
pub(super) fn several(count: impl Into<u64>, noun: &str) -> String {
    let count = count.into();
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// `1,000`.
pub(super) fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
}

/// A word or a text as a shell wants it.
pub(super) fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,=".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.into()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_lists_in_words() {
        assert_eq!(short("player(rule=minimax,evaluator=lines,search=alpha-beta)"), "minimax with lines");
        assert_eq!(short("player(rule=emm,evaluator=lines,search=decisive)"), "emm with lines, decisive");
        assert_eq!(short("uci(command=\"/usr/games/stockfish\")"), "stockfish");
        assert_eq!(short("uci(command=\"gnuchess --uci\",hash=8)"), "gnuchess (--uci, hash=8)");
        let depths =
            |all: &[u32]| efforts(&all.iter().map(|depth| Spent(Effort::Depth(*depth))).collect::<Vec<_>>());
        assert_eq!(
            [depths(&[3]), depths(&[2, 3]), depths(&[2, 3, 4])],
            ["depth 3", "depths 2 and 3", "depths 2 to 4"]
        );
        assert_eq!(depths(&[1, 3, 4]), "depths 1, 3 and 4");
        assert_eq!(efforts(&[Spent(Effort::Nodes(10)), Spent(Effort::Nodes(20))]), "10 and 20 nodes");
        assert_eq!([thousands(7), thousands(1000), thousands(1234567)], ["7", "1,000", "1,234,567"]);
    }
}
