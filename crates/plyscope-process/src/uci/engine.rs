//! One engine at work.

use super::identity;
use super::info::{Info, Offered, Score, option, read};
use crate::child::{Child, Failure, quoted};
use plyscope::search::Effort;
use std::collections::VecDeque;
use std::ffi::OsString;
use std::time::{Duration, Instant, SystemTime};

/// How long an engine may take to say what it is.
const START: Duration = Duration::from_secs(10);
/// How long it may take to stop a search when it is told to, where a search may take longer.
const STOP: Duration = Duration::from_secs(2);

/// How long the first decision may take before it is asked whether the engine is one that ends its searches.
const FIRST: Duration = Duration::from_secs(2);

/// How long a search may take unless its name says otherwise: far too long for an engine that never answers.
const USUAL: Duration = Duration::from_secs(600);

/// How many of the last lines are told when it fails.
const LAST_LINES: usize = 3;

/// How many lines may come before an answer to anything but a search.
const MOST_LINES: usize = 100_000;
/// At most this many options are read.
const MOST_OPTIONS: usize = 1000;

/// What an engine is told between two positions.
const FORGET: &str = "ucinewgame\nisready";

/// How an engine is set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// MiB of its table.
    pub hash: u32,
    /// Its threads.
    pub threads: u32,
    /// Other options, by name.
    pub options: Vec<(String, String)>,
}

/// What an engine decides at a depth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub choice: String,
    /// What the position is worth, where it says.
    pub score: Option<Score>,
    /// Nodes so far, where it says.
    pub nodes: Option<u64>,
}

/// An engine that has been set and waits.
pub struct Engine {
    child: Child,
    /// What it calls itself.
    pub name: String,
    /// A number for the files that run.
    pub hash: String,
    /// How long a search may take.
    patience: Duration,
    /// How long the first decision may take.
    first: Duration,
    /// Searches whose last line did not lead to the move that was played, so that every depth was searched afresh.
    pub afresh: u64,
    /// Was it told to forget what it knows, and not yet heard of since?
    forgetting: bool,
}

impl Engine {
    /// Starts an engine and sets it; `timeout` is how long a search may take.
    pub fn start(
        supervisor: &[OsString],
        words: &[String],
        settings: &Settings,
        timeout: Duration,
    ) -> Result<Self, Failure> {
        let started = SystemTime::now();
        let mut child = Child::start(supervisor, words, timeout)?;
        let (mut name, mut offered) = (words[0].clone(), Vec::new());
        let seen = until(&mut child, "uci", "uciok", START, |line| {
            if let Some(told) = line.strip_prefix("id name ") {
                name = quoted(told.trim());
            }
            // No engine has this many options; a program that writes for ever does not fill our memory.
            if offered.len() < MOST_OPTIONS {
                offered.extend(option(line));
            }
        });
        seen.map_err(|failure| Failure { why: format!("it is no UCI engine: {}", failure.why), ..failure })?;
        for (option, value) in chosen(settings, &offered).map_err(|why| child.fail(&why, "uci", None))? {
            child.send(&format!("setoption name {option} value {value}"))?;
        }
        until(&mut child, "isready", "readyok", START, |_| {})?;
        let hash = identity::hash(words, settings, child.supervisor(), started);
        // A timeout that was named counts from the first answer.
        let first = if timeout == USUAL { FIRST } else { timeout };
        Ok(Engine { child, name, hash, patience: timeout, first, afresh: 0, forgetting: false })
    }

    /// What it is, in words.
    pub fn identity(&self) -> String {
        format!("{} {}", self.hash, self.name)
    }

    /// Searches to depth 1, which no engine takes long for.
    pub(super) fn prove(&mut self, fen: &str, legal: &[String]) -> Result<(), Failure> {
        let patience = std::mem::replace(&mut self.patience, self.first);
        let played = self
            .lines(fen, Effort::Depth(1), &mut || Ok(()))
            .and_then(|(_, played)| self.check(&played, legal, fen));
        self.patience = patience;
        played
    }

    /// The moves of all depths to the last, at a position that is not over, whose legal moves are these. A search that takes
    /// long goes on only if `slow` says so.
    pub fn search(
        &mut self,
        fen: &str,
        deepest: u32,
        legal: &[String],
        slow: &mut dyn FnMut() -> Result<(), Failure>,
    ) -> Result<Vec<Choice>, Failure> {
        let found = self.go(fen, deepest, legal, slow)?;
        if let Some(found) = found {
            return Ok(found);
        }
        // The last line is not what it played: no line is to be trusted, so every depth is asked for.
        self.afresh += 1;
        let mut all = Vec::new();
        for depth in 1..=deepest {
            let choice = self.once(fen, Effort::Depth(depth), legal, &mut || Ok(()))?;
            all.push(choice);
        }
        Ok(all)
    }

    /// One search; none where its lines do not lead to the move that it played.
    fn go(
        &mut self,
        fen: &str,
        deepest: u32,
        legal: &[String],
        slow: &mut dyn FnMut() -> Result<(), Failure>,
    ) -> Result<Option<Vec<Choice>>, Failure> {
        let (lines, played) = self.lines(fen, Effort::Depth(deepest), slow)?;
        if lines.last().is_none_or(|last| last.choice != played) {
            self.check(&played, legal, fen)?;
            return Ok(None);
        }
        let mut all: Vec<Choice> = Vec::new();
        for depth in 1..=deepest {
            let info = lines.iter().rev().find(|info| info.depth == depth);
            let choice = match (info, all.last()) {
                (Some(info), _) => choice(info),
                // An engine that is sure does not go on.
                (None, Some(previous)) => previous.clone(),
                // Depth 1 was passed over: the first that it tells.
                (None, None) => choice(&lines[0]),
            };
            self.check(&choice.choice, legal, fen)?;
            all.push(choice);
        }
        Ok(Some(all))
    }

    /// What it plays with so much to spend, by its own word.
    pub fn once(
        &mut self,
        fen: &str,
        limit: Effort,
        legal: &[String],
        slow: &mut dyn FnMut() -> Result<(), Failure>,
    ) -> Result<Choice, Failure> {
        let (lines, played) = self.lines(fen, limit, slow)?;
        self.check(&played, legal, fen)?;
        let score = lines.iter().rev().find(|info| info.choice == played).and_then(|info| info.score);
        Ok(Choice { choice: played, score, nodes: lines.last().and_then(|info| info.nodes) })
    }

    fn check(&mut self, choice: &str, legal: &[String], fen: &str) -> Result<(), Failure> {
        if legal.iter().any(|known| known == choice) {
            return Ok(());
        }
        let why = format!("it plays `{}`, which is no legal move", quoted(choice));
        Err(self.child.fail(&why, &format!("position fen {fen}"), None))
    }

    /// Searches, from a clean state: the lines that name moves, and what it plays.
    fn lines(
        &mut self,
        fen: &str,
        limit: Effort,
        slow: &mut dyn FnMut() -> Result<(), Failure>,
    ) -> Result<(Vec<Info>, String), Failure> {
        let mut heard = VecDeque::new();
        let found = self.listen(fen, limit, slow, &mut heard);
        found.map_err(|failure| {
            let last = heard.into_iter().collect::<Vec<String>>().join("\n");
            let answer = failure.answer.or(Some(last).filter(|last| !last.is_empty()));
            Failure { answer, ..failure }
        })
    }

    fn listen(
        &mut self,
        fen: &str,
        limit: Effort,
        slow: &mut dyn FnMut() -> Result<(), Failure>,
        heard: &mut VecDeque<String>,
    ) -> Result<(Vec<Info>, String), Failure> {
        if !std::mem::take(&mut self.forgetting) {
            self.child.send(FORGET)?;
        }
        answer(&mut self.child, FORGET, "readyok", START.min(self.patience.max(FIRST)), |_| {})?;
        let asked = format!("position fen {fen}\ngo {} {}", limit.unit().name, limit.amount());
        self.child.send(&asked)?;
        let last = Instant::now() + self.patience;
        let mut end = last.min(Instant::now() + self.first);
        let (mut lines, mut stopped): (Vec<Info>, bool) = (Vec::new(), false);
        loop {
            if !stopped && Instant::now() >= end && end < last {
                slow()?;
                end = last;
            }
            if !stopped && Instant::now() >= end {
                stopped = true;
                end = Instant::now() + STOP.min(self.patience / 4);
                self.child.send("stop")?;
            }
            let line = match self.child.try_line(end, &asked) {
                Some(line) => line?,
                None if !stopped => continue,
                None => return Err(self.child.fail("it does not end its search", &asked, None)),
            };
            let line = String::from_utf8_lossy(&line);
            let line = line.trim();
            if heard.len() == LAST_LINES {
                heard.pop_front();
            }
            heard.push_back(quoted(line));
            if let Some(told) = line.strip_prefix("bestmove ") {
                if stopped {
                    let why = format!("it did not end its search within {} s", self.patience.as_secs_f64());
                    return Err(self.child.fail(&why, &asked, Some(line.to_string())));
                }
                // It forgets while the next position is looked for.
                self.forgetting = self.child.send(FORGET).is_ok();
                let played = told.split_ascii_whitespace().next().unwrap_or_default().to_string();
                return Ok((lines, played));
            }
            if let Some(info) =
                read(line).filter(|info| limit.depth().is_none_or(|depth| info.depth <= depth))
            {
                // The last line of a depth counts: the earlier ones need not be kept.
                lines.retain(|known| known.depth != info.depth);
                lines.push(info);
            }
        }
    }
}

fn choice(info: &Info) -> Choice {
    Choice { choice: info.choice.clone(), score: info.score, nodes: info.nodes }
}

/// Sends a request and reads lines until the one that ends the answer.
fn until(
    child: &mut Child,
    request: &str,
    end: &str,
    most: Duration,
    each: impl FnMut(&str),
) -> Result<(), Failure> {
    child.send(request)?;
    answer(child, request, end, most, each)
}

/// Reads lines until the one that ends the answer to a request.
fn answer(
    child: &mut Child,
    request: &str,
    end: &str,
    most: Duration,
    mut each: impl FnMut(&str),
) -> Result<(), Failure> {
    let limit = Instant::now() + most;
    let mut last = None;
    for _ in 0..MOST_LINES {
        let Some(line) = child.try_line(limit, request) else {
            let why = format!("it did not say `{end}` within {} s", most.as_secs());
            return Err(child.fail(&why, request, last));
        };
        let line = line?;
        let line = String::from_utf8_lossy(&line).trim().to_string();
        if line == end {
            return Ok(());
        }
        each(&line);
        last = Some(line);
    }
    let why = format!("it said {MOST_LINES} lines, and none of them was `{end}`");
    Err(child.fail(&why, request, last))
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
