//! An engine as a player: a pool of them, one for every thread that asks.

use super::answers::Answers;
use super::engine::{Choice, Engine, Settings};
use super::identity::SHOWS_PROCESSES;
use super::record::{Conduct, Patience};
use crate::child::Failure;
use plyscope::game::{AnyPosition, Turn, expand_one};
use plyscope::interrupt;
use plyscope::name::Name;
use plyscope::player::{AnyGame, Observation, Parts, Player, Program};
use plyscope::search::Effort;
use plyscope::value::{AnyValue, Player as Side};
use plyscope::{Error, Result};
use std::ffi::OsString;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How often a position is tried, each time with a new engine, before it is given up.
const TRIES: usize = 3;

/// A chess engine in another program.
pub struct UciPlayer {
    name: Name,
    game: AnyGame,
    words: Vec<String>,
    settings: Settings,
    timeout: Duration,
    supervisor: Vec<OsString>,
    idle: Mutex<Vec<Engine>>,
    answers: Answers,
    /// What the first engine said that it is: every other one must say the same.
    identity: [String; 2],
    conduct: Conduct,
}

impl UciPlayer {
    /// Starts an engine, to see that it is one, and which: its answers are kept by that, in a folder or nowhere. The game's
    /// positions are FENs, and its moves are named as UCI does.
    pub fn open(
        name: Name,
        game: AnyGame,
        words: Vec<String>,
        settings: Settings,
        timeout: Duration,
        supervisor: Vec<OsString>,
        kept: Option<&Path>,
    ) -> Result<Self> {
        let engine = Engine::start(&supervisor, &words, &settings, timeout)
            .map_err(|failure| Error::Program { program: name.to_string(), why: failure.to_string() })?;
        let identity = [engine.name.clone(), engine.hash.clone()];
        let answers = kept.map_or_else(Answers::nowhere, |folder| {
            Answers::in_folder(folder, &engine.identity(), &words, &settings)
        });
        let (idle, conduct) = (Mutex::new(vec![engine]), Conduct::default());
        Ok(UciPlayer { name, game, words, settings, timeout, supervisor, idle, answers, identity, conduct })
    }

    fn wrong(&self, why: String) -> Error {
        Error::Program { program: self.name.to_string(), why }
    }

    /// An engine of the pool, or a new one; refused where that is another program than the first.
    fn engine(&self) -> Result<std::result::Result<Engine, Failure>> {
        if let Some(engine) = self.idle.lock().expect("the lock is not poisoned").pop() {
            return Ok(Ok(engine));
        }
        let started = Engine::start(&self.supervisor, &self.words, &self.settings, self.timeout);
        let Ok(engine) = started else { return Ok(started) };
        let [name, hash] = &self.identity;
        let (what, was, is) = match (*name == engine.name, *hash == engine.hash) {
            (true, true) => return Ok(Ok(engine)),
            (false, _) => ("it calls itself", name, &engine.name),
            (true, false) => ("the hash of its executable is", hash, &engine.hash),
        };
        Err(self.wrong(format!(
            "the engine changed while it was at work: {what} {is} now, and it was {was} before; answers of two programs are \
             never mixed, so this ends here; run it again into another folder"
        )))
    }

    fn put_back(&self, engine: Engine) {
        self.idle.lock().expect("the lock is not poisoned").push(engine);
    }

    /// What it plays at all depths to the last, or with one other limit.
    fn choices(&self, position: &AnyPosition, limit: Effort) -> Result<(Vec<Choice>, Vec<String>)> {
        let (fen, legal) = (self.game.position_text(position), self.game.move_names(position)?);
        if legal.is_empty() {
            return Err(Error::NoMove);
        }
        let (asked, deepest) = match limit {
            Effort::Depth(depth) => (fen.clone(), depth),
            other => (format!("{fen} {other}"), 1),
        };
        if let Some(known) = self.answers.get(&asked, deepest).filter(|_| limit.unit().repeats) {
            self.conduct.answered(true);
            return Ok((known, legal));
        }
        let mut failed = None;
        for _ in 0..TRIES {
            interrupt::check()?;
            let tried = match self.engine()? {
                Ok(engine) => self.tried(engine, &fen, limit, &legal),
                Err(failure) => Err(failure),
            };
            match tried {
                Ok(found) => {
                    if limit.unit().repeats {
                        self.answers.put(&asked, &found);
                    }
                    self.conduct.answered(false);
                    return Ok((found, legal));
                }
                Err(failure) => {
                    self.conduct.crashed(&format!("at {fen}: {failure}"));
                    failed = Some(failure);
                }
            }
        }
        let why = failed.map_or(String::new(), |failure| failure.to_string());
        if let Patience::TooOften(times) = self.conduct.failed() {
            let limit = format!("{} {}", limit.unit().name, limit.amount());
            return Err(self.wrong(format!(
                "the engine failed at {times} positions one after the other, {TRIES} times at each, so the run ends. The last of \
                 them was {fen}: {why}\n  start the engine by hand, send it that position and `go {limit}`, and see what it \
                 says; if it is only slow, allow more with timeout=..."
            )));
        }
        Err(Error::Failed { player: self.name.to_string(), position: fen, tries: TRIES, why })
    }

    /// One try with an engine, which is kept if it succeeds.
    fn tried(
        &self,
        mut engine: Engine,
        fen: &str,
        limit: Effort,
        legal: &[String],
    ) -> std::result::Result<Vec<Choice>, Failure> {
        // One that never gave an answer is not waited for as long as a search may take.
        if self.conduct.is_doubted() {
            engine.prove(fen, legal)?;
        }
        let mut slow = || {
            if self.conduct.is_proven() {
                return Ok(());
            }
            Engine::start(&self.supervisor, &self.words, &self.settings, self.timeout)?.prove(fen, legal)
        };
        let found = match limit {
            Effort::Depth(deepest) => engine.search(fen, deepest, legal, &mut slow)?,
            limit => vec![engine.once(fen, limit, legal, &mut slow)?],
        };
        self.put_back(engine);
        Ok(found)
    }
}

impl Player for UciPlayer {
    fn parts(&self) -> Parts {
        Parts { search: self.name.to_string(), ..Parts::default() }
    }

    fn program(&self) -> Option<Program> {
        let [name, hash] = self.identity.clone();
        let (player, hides_wrapped) = (self.name.to_string(), !SHOWS_PROCESSES);
        Some(self.conduct.told(Program { player, name, hash, hides_wrapped, ..Program::default() }))
    }

    fn decide_until(
        &self,
        position: &AnyPosition,
        efforts: &[Effort],
        _: Option<&AtomicBool>,
    ) -> Result<Observation> {
        let least = efforts.iter().filter_map(|effort| effort.depth()).min();
        let effort = least.map(Effort::Depth).or(efforts.first().copied()).unwrap_or(Effort::Depth(0));
        Ok(self.decide_each(position, &[effort])?.remove(0))
    }

    fn decide_each(&self, position: &AnyPosition, efforts: &[Effort]) -> Result<Vec<Observation>> {
        efforts.iter().try_for_each(|effort| self.check_effort(*effort))?;
        let deepest = efforts.iter().filter_map(|effort| effort.depth()).max();
        let to_depth = deepest.map(|depth| self.choices(position, Effort::Depth(depth))).transpose()?;
        let first = expand_one(&*self.game, position)?.turn == Turn::Player(Side::FIRST);
        let observed = |effort: &Effort| -> Result<Observation> {
            let alone = match effort {
                Effort::Depth(_) => None,
                other => Some(self.choices(position, *other)?),
            };
            let (choices, legal) = alone.as_ref().or(to_depth.as_ref()).ok_or(Error::NoMove)?;
            let at = &choices[effort.depth().map_or(0, |depth| depth as usize - 1)];
            let choice = legal.iter().position(|known| *known == at.choice).unwrap_or_default();
            let mut seen = Observation::of_move(choice);
            // In the first player's view, as everywhere.
            let pawns = at.score.map(|score| if first { score.pawns() } else { -score.pawns() });
            seen.value = pawns.map(AnyValue::Number);
            seen.counts.generated = at.nodes.unwrap_or(0);
            seen.depth = effort.depth();
            Ok(seen)
        };
        efforts.iter().map(observed).collect()
    }

    fn check_effort(&self, effort: Effort) -> Result<()> {
        match effort {
            Effort::Depth(1..=200) | Effort::Nodes(1..) | Effort::Movetime(1..) => Ok(()),
            _ => Err(Error::Effort {
                search: self.name.to_string(),
                effort: effort.to_string(),
                efforts: "a depth of 1 to 200, or a number of nodes or milliseconds (movetime) of 1 or more"
                    .into(),
            }),
        }
    }
}
