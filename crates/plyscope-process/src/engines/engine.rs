//! One engine at work.

use super::identity;
use super::protocol::{Heard, Info, Protocol, Settings, Speech, answer};
use super::score::Score;
use crate::child::{Child, Failure, quoted};
use plyscope::search::Effort;
use std::collections::VecDeque;
use std::ffi::OsString;
use std::time::{Duration, Instant, SystemTime};

/// How long an engine may take to be ready for the next position.
const READY: Duration = Duration::from_secs(10);
/// How long it may take to stop a search when it is told to, where a search may take longer.
const STOP: Duration = Duration::from_secs(2);

/// How long the first decision may take before it is asked whether the engine is one that ends its searches.
const FIRST: Duration = Duration::from_secs(2);

/// How long a search may take unless its name says otherwise: far too long for an engine that never answers.
const USUAL: Duration = Duration::from_secs(600);

/// How many of the last lines are told when it fails.
const LAST_LINES: usize = 3;

/// How an engine is started.
#[derive(Clone)]
pub(super) struct Starting {
    /// The command that supervises it.
    pub(super) supervisor: Vec<OsString>,
    pub(super) words: Vec<String>,
    pub(super) speech: &'static Speech,
    pub(super) settings: Settings,
    /// How long a search may take.
    pub(super) timeout: Duration,
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

/// Where an engine is to decide.
pub(super) struct Place<'a> {
    /// The position.
    pub(super) fen: &'a str,
    /// What was played since, where it is told a game.
    pub(super) moves: &'a [String],
    /// Is this a game, whose next position it will be asked about?
    pub(super) in_game: bool,
    /// Has it been asked in it, and keeps what it knows?
    pub(super) goes_on: bool,
    /// Its moves, of which there is one at least.
    pub(super) legal: &'a [String],
    /// The move that a text means, in another notation.
    pub(super) read: &'a dyn Fn(&str) -> Option<usize>,
}

impl Place<'_> {
    /// A move by its name, where it is one.
    fn named(&self, told: String) -> String {
        if self.legal.contains(&told) {
            return told;
        }
        (self.read)(&told).and_then(|choice| self.legal.get(choice).cloned()).unwrap_or(told)
    }
}

/// An engine that has been set and waits.
pub(super) struct Engine {
    child: Child,
    protocol: Box<dyn Protocol>,
    /// What it calls itself.
    pub(super) name: String,
    /// A number for the files that run.
    pub(super) hash: String,
    /// How long a search may take.
    patience: Duration,
    /// How long the first decision may take.
    first: Duration,
    /// Searches whose last line did not lead to the move that was played, so that every depth was searched afresh.
    pub(super) afresh: u64,
    /// How deep the last search got, where it said so.
    pub(super) reached: Option<u32>,
    /// Was it told to forget what it knows, and not yet heard of since?
    forgetting: bool,
}

impl Engine {
    /// Starts an engine and sets it.
    pub(super) fn start(starting: &Starting) -> Result<Self, Failure> {
        let Starting { supervisor, words, speech, settings, timeout } = starting;
        let (started, timeout) = (SystemTime::now(), *timeout);
        let mut child = Child::start(supervisor, words, timeout)?;
        let mut protocol = (speech.new)();
        let name = protocol.start(&mut child, settings)?.unwrap_or_else(|| words[0].clone());
        let hash = identity::hash(words, settings, child.supervisor(), started);
        // A timeout that was named counts from the first answer.
        let first = if timeout == USUAL { FIRST } else { timeout };
        Ok(Engine {
            child,
            protocol,
            name,
            hash,
            patience: timeout,
            first,
            afresh: 0,
            reached: None,
            forgetting: false,
        })
    }

    /// What it is, in words.
    pub(super) fn identity(&self) -> String {
        format!("{} {}", self.hash, self.name)
    }

    /// Searches to depth 1, which no engine takes long for.
    pub(super) fn prove(&mut self, at: &Place<'_>) -> Result<(), Failure> {
        let patience = std::mem::replace(&mut self.patience, self.first);
        let played =
            self.lines(at, Effort::Depth(1), &mut || Ok(())).and_then(|(_, played)| self.check(&played, at));
        self.patience = patience;
        played
    }

    /// The moves of all depths to the last, at a position that is not over. A search that takes long goes on only if `slow`
    /// says so.
    pub(super) fn search(
        &mut self,
        at: &Place<'_>,
        deepest: u32,
        slow: &mut dyn FnMut() -> Result<(), Failure>,
    ) -> Result<Vec<Choice>, Failure> {
        let found = self.go(at, deepest, slow)?;
        if let Some(found) = found {
            return Ok(found);
        }
        // The last line is not what it played: no line is to be trusted, so every depth is asked for.
        self.afresh += 1;
        let mut all = Vec::new();
        for depth in 1..=deepest {
            let choice = self.once(at, Effort::Depth(depth), &mut || Ok(()))?;
            all.push(choice);
        }
        Ok(all)
    }

    /// One search; none where its lines do not lead to the move that it played.
    fn go(
        &mut self,
        at: &Place<'_>,
        deepest: u32,
        slow: &mut dyn FnMut() -> Result<(), Failure>,
    ) -> Result<Option<Vec<Choice>>, Failure> {
        let (lines, played) = self.lines(at, Effort::Depth(deepest), slow)?;
        if lines.last().is_none_or(|last| last.choice != played) {
            self.check(&played, at)?;
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
            self.check(&choice.choice, at)?;
            all.push(choice);
        }
        Ok(Some(all))
    }

    /// What it plays with so much to spend, by its own word.
    pub(super) fn once(
        &mut self,
        at: &Place<'_>,
        limit: Effort,
        slow: &mut dyn FnMut() -> Result<(), Failure>,
    ) -> Result<Choice, Failure> {
        let (lines, played) = self.lines(at, limit, slow)?;
        self.check(&played, at)?;
        self.reached = lines.last().map(|info| info.depth);
        let score = lines.iter().rev().find(|info| info.choice == played).and_then(|info| info.score);
        Ok(Choice { choice: played, score, nodes: lines.last().and_then(|info| info.nodes) })
    }

    fn check(&mut self, choice: &str, at: &Place<'_>) -> Result<(), Failure> {
        if at.legal.iter().any(|known| known == choice) {
            return Ok(());
        }
        let why = format!("it plays `{}`, which is no legal move", quoted(choice));
        Err(self.child.fail(&why, &format!("position fen {}", at.fen), None))
    }

    /// Searches, from a clean state: the lines that name moves, and what it plays.
    fn lines(
        &mut self,
        at: &Place<'_>,
        limit: Effort,
        slow: &mut dyn FnMut() -> Result<(), Failure>,
    ) -> Result<(Vec<Info>, String), Failure> {
        let mut heard = VecDeque::new();
        let found = self.listen(at, limit, slow, &mut heard);
        found.map_err(|failure| {
            let last = heard.into_iter().collect::<Vec<String>>().join("\n");
            let answer = failure.answer.or(Some(last).filter(|last| !last.is_empty()));
            Failure { answer, ..failure }
        })
    }

    fn listen(
        &mut self,
        at: &Place<'_>,
        limit: Effort,
        slow: &mut dyn FnMut() -> Result<(), Failure>,
        heard: &mut VecDeque<String>,
    ) -> Result<(Vec<Info>, String), Failure> {
        let (child, protocol) = (&mut self.child, &*self.protocol);
        let first = if at.goes_on { protocol.ask_ready() } else { protocol.forget() };
        if !std::mem::take(&mut self.forgetting) {
            child.send(first)?;
        }
        answer(child, first, READY.min(self.patience.max(FIRST)), |line| protocol.ready(line))?;
        let asked = protocol.go(at.fen, at.moves, limit);
        child.send(&asked)?;
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
                self.child.send(self.protocol.stop())?;
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
            match self.protocol.heard(line) {
                Heard::Played(told) => {
                    if stopped {
                        let why =
                            format!("it did not end its search within {} s", self.patience.as_secs_f64());
                        return Err(self.child.fail(&why, &asked, Some(line.to_string())));
                    }
                    // It forgets while the next position is looked for.
                    self.forgetting = !at.in_game && self.child.send(self.protocol.forget()).is_ok();
                    return Ok((lines, at.named(told)));
                }
                Heard::Refused(why) => {
                    let line = line.to_string();
                    return Err(self.child.fail(why, &asked, Some(line)));
                }
                Heard::Info(info) if limit.depth().is_none_or(|depth| info.depth <= depth) => {
                    // The last line of a depth counts: the earlier ones need not be kept.
                    lines.retain(|known| known.depth != info.depth);
                    lines.push(Info { choice: at.named(info.choice), ..info });
                }
                Heard::Info(_) | Heard::Nothing => {}
            }
        }
    }
}

fn choice(info: &Info) -> Choice {
    Choice { choice: info.choice.clone(), score: info.score, nodes: info.nodes }
}
