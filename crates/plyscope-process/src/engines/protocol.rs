//! How an engine is spoken to: what every protocol says in its own words. Supervision, the pool, the cache of answers and
//! failures know nothing of it.

use super::score::Score;
use super::uci::Uci;
use super::xboard::XBoard;
use crate::child::{Child, Failure};
use plyscope::search::Effort;
use std::time::{Duration, Instant};

/// No move has a longer name.
pub(super) const LONGEST_MOVE: usize = 12;

/// How many lines may come before an answer to anything but a search.
const MOST_LINES: usize = 100_000;

/// How an engine is set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// MiB of its table.
    pub hash: u32,
    /// Its threads.
    pub threads: u32,
    /// Other options, by name.
    pub options: Vec<(String, String)>,
    /// Does it forget before every move of a game, too?
    pub fresh: bool,
}

/// What an engine says of a depth while it searches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Info {
    pub(super) depth: u32,
    /// The first move of its line.
    pub(super) choice: String,
    pub(super) score: Option<Score>,
    pub(super) nodes: Option<u64>,
}

/// What a line of a search says.
pub(super) enum Heard {
    /// Something about a depth.
    Info(Info),
    /// The search is over, and this is played.
    Played(String),
    /// It does not search, and why.
    Refused(&'static str),
    /// Nothing that counts.
    Nothing,
}

/// What a line says of the answer to anything else.
pub(super) enum Answer {
    /// This was the last of it.
    Whole,
    /// There is more of it, to the line that is named.
    More(&'static str),
    /// It will not come.
    Wrong(String),
}

/// A protocol that engines speak.
pub(super) trait Protocol: Send {
    /// Learns what an engine is, and sets it: the name that it gives itself.
    fn start(&mut self, child: &mut Child, settings: &Settings) -> Result<Option<String>, Failure>;
    /// What makes it forget all that it knows, and then say that it is ready.
    fn forget(&self) -> &'static str;
    /// What makes it say that it is ready, and nothing else.
    fn ask_ready(&self) -> &'static str;
    /// Is it ready, by this line?
    fn ready(&self, line: &str) -> Answer;
    /// What starts a search at a position, or after moves from there.
    fn go(&self, fen: &str, moves: &[String], limit: Effort) -> String;
    /// What ends a search early.
    fn stop(&self) -> &'static str;
    /// What a line of a search says.
    fn heard(&self, line: &str) -> Heard;
    /// Can it be told to spend so much? If not, what it can be told.
    fn check(&self, effort: Effort) -> Result<(), &'static str>;
}

/// A protocol by name.
pub(super) struct Speech {
    /// What players are called that speak it.
    pub(super) kind: &'static str,
    /// What the answers of an engine are kept by, beside all that the engine is.
    pub(super) mark: &'static str,
    /// For an engine that is to be started.
    pub(super) new: fn() -> Box<dyn Protocol>,
}

/// The protocols that there are.
pub(super) static SPEECHES: [Speech; 2] = [
    Speech { kind: "uci", mark: "", new: || Box::new(Uci) },
    Speech { kind: "xboard", mark: " xboard", new: || Box::new(XBoard::default()) },
];

/// Did an engine say that it does not know a command, by repeating it?
pub(super) fn complains(line: &str, command: &str) -> bool {
    let small = line.to_lowercase();
    let quotes = line.split([' ', ':', '\'', '`', '"']).any(|word| word == command);
    quotes
        && (line == command
            || ["unknown", "invalid", "illegal", "error", "bad "].iter().any(|word| small.contains(word)))
}

/// A failure of something that does not even say what it is.
pub(super) fn no_engine(kind: &str, failure: Failure) -> Failure {
    Failure { why: format!("it is no {kind} engine: {}", failure.why), ..failure }
}

/// Sends a request and reads lines until the answer is whole.
pub(super) fn until(
    child: &mut Child,
    request: &str,
    most: Duration,
    each: impl FnMut(&str) -> Answer,
) -> Result<(), Failure> {
    child.send(request)?;
    answer(child, request, most, each)
}

/// Reads lines until the answer to a request is whole.
pub(super) fn answer(
    child: &mut Child,
    request: &str,
    most: Duration,
    mut each: impl FnMut(&str) -> Answer,
) -> Result<(), Failure> {
    let limit = Instant::now() + most;
    let (mut last, mut end) = (None, "");
    for _ in 0..MOST_LINES {
        let Some(line) = child.try_line(limit, request) else {
            let end =
                if end.is_empty() { String::from("anything that it should") } else { format!("`{end}`") };
            let why = format!("it did not say {end} within {} s", most.as_secs());
            return Err(child.fail(&why, request, last));
        };
        let line = line?;
        let line = String::from_utf8_lossy(&line).trim().to_string();
        match each(&line) {
            Answer::Whole => return Ok(()),
            Answer::More(missing) => end = missing,
            Answer::Wrong(why) => return Err(child.fail(&why, request, Some(line))),
        }
        last = Some(line);
    }
    let why = format!("it said {MOST_LINES} lines, and none of them was `{end}`");
    Err(child.fail(&why, request, last))
}
