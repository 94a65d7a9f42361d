//! XBoard's protocol (CECP), version 2, as far as it is needed to decide at positions: features, `setboard`, `sd`, `st`, `post`.
//!
//! An engine is asked for all depths in one search, as by UCI. It has no word for a number of nodes, and counts time in whole
//! seconds.

use super::protocol::{
    Answer, Heard, Info, LONGEST_MOVE, Protocol, Settings, answer, complains, no_engine, until,
};
use super::score::Score;
use crate::child::{Child, Failure, quoted};
use plyscope::search::Effort;
use std::time::Duration;

/// How long an engine may take to tell its features: the protocol's own limit, unless it says `done=0`.
const FEATURES: Duration = Duration::from_secs(2);
/// How long it may take after that.
const START: Duration = Duration::from_secs(10);
/// Seconds of a search that ends at a depth: no engine divides them among moves.
const LONG: u32 = 36_000;
/// So many features are looked at, at the most, in lines of so many bytes.
const MOST_FEATURES: usize = 1000;
const LONGEST_LINE: usize = 10_000;
/// From here on scores are mates in so many moves.
const MATE: i32 = 100_000;

/// What an engine says that it can do.
#[derive(Default)]
pub(super) struct XBoard {
    features: Vec<(String, String)>,
}

impl XBoard {
    fn has(&self, feature: &str) -> bool {
        self.features.iter().any(|(name, value)| name == feature && value == "1")
    }

    /// Takes what a line offers; is that all?
    fn offered(&mut self, line: &str) -> Answer {
        let Some(told) = line.strip_prefix("feature ") else {
            return match ["protover", "xboard"].iter().any(|command| complains(line, command))
                && self.features.is_empty()
            {
                true => Answer::Wrong("it does not know the command `protover`".into()),
                false => Answer::More("feature done=1"),
            };
        };
        // No engine has this many options; a program that writes for ever does not fill our memory.
        if self.features.len() < MOST_FEATURES && told.len() <= LONGEST_LINE {
            self.features.extend(pairs(told));
        }
        let done = self.features.iter().rev().find(|(name, _)| name == "done");
        match done.is_some_and(|(_, value)| value == "1") {
            true => Answer::Whole,
            false => Answer::More("feature done=1"),
        }
    }
}

impl Protocol for XBoard {
    fn start(&mut self, child: &mut Child, settings: &Settings) -> Result<Option<String>, Failure> {
        // In two parts: there are engines that take what comes at once for one line.
        child.send("xboard")?;
        let asked = "protover 2";
        let first = until(child, asked, FEATURES, |line| match self.offered(line) {
            Answer::More(_) if self.has_said("done", "0") => Answer::Whole,
            other => other,
        });
        first.map_err(|failure| no_engine("XBoard", failure))?;
        if !self.has("done") {
            answer(child, asked, START, |line| self.offered(line))?;
        }
        let missing = ["setboard", "ping"].into_iter().find(|feature| !self.has(feature));
        if let Some(feature) = missing {
            let why = format!("it lacks the feature {feature}=1, without which it cannot be measured");
            return Err(child.fail(&why, asked, None));
        }
        for (feature, value) in [("memory", settings.hash), ("smp", settings.threads)] {
            let command = if feature == "smp" { "cores" } else { feature };
            if self.has(feature) {
                child.send(&format!("{command} {value}"))?;
            }
        }
        for (name, value) in &settings.options {
            let known = |(feature, text): &&(String, String)| {
                feature == "option" && text.split(" -").next() == Some(name.as_str())
            };
            if !self.features.iter().any(|feature| known(&feature)) {
                let why = format!("it has no option `{}`", quoted(name));
                return Err(child.fail(&why, asked, None));
            }
            child.send(&format!("option {name}={value}"))?;
        }
        until(child, self.forget(), START, |line| self.ready(line))?;
        let name = self.features.iter().find(|(name, _)| name == "myname");
        Ok(name.map(|(_, name)| quoted(name)))
    }

    fn forget(&self) -> &'static str {
        "new\nforce\neasy\npost\nping 1"
    }
    fn ask_ready(&self) -> &'static str {
        "force\nping 1"
    }
    fn ready(&self, line: &str) -> Answer {
        if line == "pong 1" { Answer::Whole } else { Answer::More("pong 1") }
    }
    fn go(&self, fen: &str, moves: &[String], limit: Effort) -> String {
        let word = if self.has("usermove") { "usermove " } else { "" };
        let moves: String = moves.iter().map(|choice| format!("{word}{choice}\n")).collect();
        let limit = match limit {
            Effort::Depth(depth) => format!("st {LONG}\nsd {depth}"),
            other => format!("st {}", other.amount().div_ceil(1000)),
        };
        format!("setboard {fen}\n{moves}{limit}\ngo")
    }
    fn stop(&self) -> &'static str {
        "?"
    }
    fn heard(&self, line: &str) -> Heard {
        if let Some(played) = line.strip_prefix("move ") {
            return Heard::Played(played.trim().to_string());
        }
        let words = ["tellusererror", "Illegal position", "Error (unknown command): setboard"];
        if words.iter().any(|word| line.starts_with(word)) {
            return Heard::Refused("it does not take the position");
        }
        if ["illegal", "unknown", "invalid"].iter().any(|word| line.to_lowercase().contains(word))
            && line.contains(" sd ")
        {
            return Heard::Refused("it does not know the command `sd`: its depth cannot be limited");
        }
        if line == "resign" {
            return Heard::Refused("it resigns and plays no move");
        }
        read(line).map_or(Heard::Nothing, Heard::Info)
    }
    fn check(&self, effort: Effort) -> Result<(), &'static str> {
        match effort {
            Effort::Depth(1..=200) => Ok(()),
            Effort::Movetime(time) if time > 0 && time % 1000 == 0 => Ok(()),
            _ => Err(
                "a depth of 1 to 200, or milliseconds (movetime) that are whole seconds: its protocol has no word for nodes",
            ),
        }
    }
}

impl XBoard {
    fn has_said(&self, feature: &str, said: &str) -> bool {
        self.features.iter().any(|(name, value)| name == feature && value == said)
    }
}

/// `a=1 b="two words"`.
fn pairs(mut text: &str) -> Vec<(String, String)> {
    let mut all = Vec::new();
    while let Some((name, rest)) = text.split_once('=') {
        let (value, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => rest.split_once(' ').unwrap_or((rest, "")),
        };
        all.push((name.trim().to_string(), value.to_string()));
        text = after;
    }
    all
}

/// Reads `ply score time nodes pv`; the ply may have a sign behind it, and the line may begin with a number.
fn read(line: &str) -> Option<Info> {
    let mut words = line.split_ascii_whitespace();
    let depth = words.next()?.trim_end_matches(|sign: char| !sign.is_ascii_digit()).parse().ok()?;
    let score: i32 = words.next()?.parse().ok()?;
    let _time: f64 = words.next()?.parse().ok()?;
    let nodes = words.next()?.parse().ok();
    let choice = words.find(|word| word.starts_with(|sign: char| sign.is_ascii_alphabetic()))?;
    if choice.len() > LONGEST_MOVE {
        return None;
    }
    let score = match score.unsigned_abs() >= MATE.unsigned_abs() {
        true => Score::Mate((score.saturating_abs() - MATE).max(1) * score.signum()),
        false => Score::Centipawns(score),
    };
    Some(Info { depth, choice: choice.to_string(), score: Some(score), nodes })
}

/// Reads a line as whatever such an engine says.
pub(super) fn read_as_anything(line: &str) {
    let _ = (read(line), XBoard::default().offered(line));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_thought() {
        let seen = read(" 5.   -15      0       154  1... Kxb2 Kd2").expect("a line");
        assert_eq!((seen.depth, seen.choice.as_str(), seen.nodes), (5, "Kxb2", Some(154)));
        assert_eq!(seen.score, Some(Score::Centipawns(-15)));
        assert_eq!(read("9& 100003 12 99 Qb7#").expect("a mate").score, Some(Score::Mate(3)));
        assert_eq!(read("9 -100002 12 99 Kb8").expect("mated").score, Some(Score::Mate(-2)));
        for nothing in [
            "",
            "Nodes: 154 (1.30% qnodes)",
            "# times @ 4121651846",
            "pong 7",
            "5 x 1 2 e4",
            "5 1 1 2",
            "1/2-1/2 {Draw}",
        ] {
            assert_eq!(read(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn features_have_quotes() {
        let all = pairs("setboard=1 myname=\"Some Engine=2 1.0\" ping=1 done=0");
        let all: Vec<(&str, &str)> =
            all.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(all, [("setboard", "1"), ("myname", "Some Engine=2 1.0"), ("ping", "1"), ("done", "0")]);
        assert!(pairs("").is_empty() && pairs("a=\"open").len() == 1);
    }
}
