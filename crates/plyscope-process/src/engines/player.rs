//! An engine as a player: a pool of them, one for every thread that asks.

use super::answers::Answers;
use super::engine::{Choice, Engine, Place, Starting};
use super::identity::SHOWS_PROCESSES;
use super::protocol::{SPEECHES, Settings, Speech};
use super::record::{Conduct, Patience};
use crate::child::{Failure, NO_START};
use plyscope::game::{AnyPosition, Turn, expand_one};
use plyscope::interrupt;
use plyscope::name::Name;
use plyscope::player::{AnyGame, Observation, Parts, Player, Program};
use plyscope::search::Effort;
use plyscope::value::{AnyValue, Player as Side};
use plyscope::{Error, Result};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

/// How often a position is tried, each time with a new engine, before it is given up.
const TRIES: usize = 3;

/// A chess engine in another program.
pub struct EnginePlayer {
    name: Name,
    game: AnyGame,
    starting: Starting,
    idle: Mutex<Vec<Engine>>,
    answers: Answers,
    /// What the first engine said that it is: every other one must say the same.
    identity: [String; 2],
    conduct: Conduct,
}

impl EnginePlayer {
    /// Starts an engine, to see that it is one, and which: its answers are kept by that, in a folder or nowhere. The game's
    /// positions are FENs, and its moves are named as UCI does.
    pub(super) fn open(name: Name, game: AnyGame, starting: Starting, kept: Option<&Path>) -> Result<Self> {
        let engine = Engine::start(&starting).map_err(|failure| {
            let advice = advice(&starting, &failure);
            Error::Program { program: name.to_string(), why: format!("{failure}{advice}") }
        })?;
        let identity = [engine.name.clone(), engine.hash.clone()];
        let Starting { words, speech, settings, .. } = &starting;
        let answers = kept.map_or_else(Answers::nowhere, |folder| {
            Answers::in_folder(folder, &(engine.identity() + speech.mark), words, settings)
        });
        let (idle, conduct) = (Mutex::new(vec![engine]), Conduct::default());
        Ok(EnginePlayer { name, game, starting, idle, answers, identity, conduct })
    }

    fn start(&self) -> std::result::Result<Engine, Failure> {
        Engine::start(&self.starting)
    }

    fn wrong(&self, why: String) -> Error {
        Error::Program { program: self.name.to_string(), why }
    }

    /// An engine of the pool, or a new one; refused where that is another program than the first.
    fn engine(&self) -> Result<std::result::Result<Engine, Failure>> {
        if let Some(engine) = self.idle.lock().expect("the lock is not poisoned").pop() {
            return Ok(Ok(engine));
        }
        let started = self.start();
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
        let read = |text: &str| self.game.read_move(position, text);
        let at = Place { fen: &fen, moves: &[], in_game: false, goes_on: false, legal: &legal, read: &read };
        let mut failed = None;
        for _ in 0..TRIES {
            interrupt::check()?;
            let tried = match self.engine()? {
                Ok(engine) => self.tried(engine, &at, limit),
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
        Err(self.given_up(fen, limit, failed))
    }

    /// Every try failed at a position.
    fn given_up(&self, fen: String, limit: Effort, failed: Option<Failure>) -> Error {
        let why = failed.map_or(String::new(), |failure| failure.to_string());
        if let Patience::TooOften(times) = self.conduct.failed() {
            let limit = format!("{} {}", limit.unit().name, limit.amount());
            return self.wrong(format!(
                "the engine failed at {times} positions one after the other, {TRIES} times at each, so the run ends. The last of \
                 them was {fen}: {why}\n  start the engine by hand, send it that position and `go {limit}`, and see what it \
                 says; if it is only slow, allow more with timeout=..."
            ));
        }
        Error::Failed { player: self.name.to_string(), position: fen, tries: TRIES, why }
    }

    /// One try with an engine, which is kept if it succeeds.
    fn tried(
        &self,
        mut engine: Engine,
        at: &Place<'_>,
        limit: Effort,
    ) -> std::result::Result<Vec<Choice>, Failure> {
        // One that never gave an answer is not waited for as long as a search may take.
        if self.conduct.is_doubted() {
            engine.prove(at)?;
        }
        let mut slow = || {
            if self.conduct.is_proven() {
                return Ok(());
            }
            self.start()?.prove(at)
        };
        let found = match limit {
            Effort::Depth(deepest) => engine.search(at, deepest, &mut slow)?,
            limit => vec![engine.once(at, limit, &mut slow)?],
        };
        self.put_back(engine);
        Ok(found)
    }
}

impl Player for EnginePlayer {
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
        Ok(self.decide_each(position, &[least(efforts)])?.remove(0))
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
            Ok(seen(at, legal, first, *effort))
        };
        efforts.iter().map(observed).collect()
    }

    fn for_game(&self) -> Option<Box<dyn Player + '_>> {
        Some(Box::new(InGame { player: self, engine: Mutex::new(None) }))
    }

    fn check_effort(&self, effort: Effort) -> Result<()> {
        (self.starting.speech.new)().check(effort).map_err(|efforts| Error::Effort {
            search: self.name.to_string(),
            effort: effort.to_string(),
            efforts: efforts.into(),
        })
    }
}

/// The one of some efforts that ends first, where they are depths; else the first.
fn least(efforts: &[Effort]) -> Effort {
    let least = efforts.iter().filter_map(|effort| effort.depth()).min();
    least.map(Effort::Depth).or(efforts.first().copied()).unwrap_or(Effort::Depth(0))
}

/// What an engine chose, in the first player's view, as everywhere.
fn seen(at: &Choice, legal: &[String], first: bool, effort: Effort) -> Observation {
    let mut seen =
        Observation::of_move(legal.iter().position(|known| *known == at.choice).unwrap_or_default());
    let pawns = at.score.map(|score| if first { score.pawns() } else { -score.pawns() });
    seen.value = pawns.map(AnyValue::Number);
    seen.counts.generated = at.nodes.unwrap_or(0);
    seen.depth = effort.depth();
    seen
}

/// An engine through a game: it is told the moves since the last that cannot be undone, so that it sees repetitions, and keeps
/// its table from move to move. Nothing of it is cached: what it plays depends on the game.
struct InGame<'a> {
    player: &'a EnginePlayer,
    /// Once it has been asked.
    engine: Mutex<Option<Engine>>,
}

impl Drop for InGame<'_> {
    fn drop(&mut self) {
        if let Ok(Some(engine)) = self.engine.get_mut().map(Option::take) {
            self.player.put_back(engine);
        }
    }
}

impl Player for InGame<'_> {
    fn parts(&self) -> Parts {
        self.player.parts()
    }

    fn decide_until(
        &self,
        position: &AnyPosition,
        efforts: &[Effort],
        _: Option<&AtomicBool>,
    ) -> Result<Observation> {
        let (player, limit) = (self.player, least(efforts));
        player.check_effort(limit)?;
        let legal = player.game.move_names(position)?;
        if legal.is_empty() {
            return Err(Error::NoMove);
        }
        let (fen, moves) = player
            .game
            .history(position)
            .unwrap_or_else(|| (player.game.position_text(position), Vec::new()));
        let read = |text: &str| player.game.read_move(position, text);
        let (mut kept, mut failed) = (self.engine.lock().expect("the lock is not poisoned"), None);
        for _ in 0..TRIES {
            interrupt::check()?;
            let goes_on = kept.is_some() && !player.starting.settings.fresh;
            let started = match kept.take() {
                Some(engine) => Ok(engine),
                None => player.engine()?,
            };
            let at = Place { fen: &fen, moves: &moves, in_game: true, goes_on, legal: &legal, read: &read };
            let tried = started.and_then(|mut engine| {
                let choice = engine.once(&at, limit, &mut || Ok(()))?;
                Ok((engine, choice))
            });
            match tried {
                Ok((engine, choice)) => {
                    player.conduct.answered(false);
                    let depth = engine.reached;
                    *kept = Some(engine);
                    let first = expand_one(&*player.game, position)?.turn == Turn::Player(Side::FIRST);
                    let mut seen = seen(&choice, &legal, first, limit);
                    seen.depth = depth;
                    return Ok(seen);
                }
                Err(failure) => {
                    player.conduct.crashed(&format!("at {fen} {}: {failure}", moves.join(" ")));
                    failed = Some(failure);
                }
            }
        }
        Err(player.given_up(player.game.position_text(position), limit, failed))
    }

    fn check_effort(&self, effort: Effort) -> Result<()> {
        self.player.check_effort(effort)
    }
}

/// What may help where a program did not start as an engine: the other protocol, where it speaks that, and common switches.
fn advice(starting: &Starting, failure: &Failure) -> String {
    if failure.why == NO_START {
        return String::new();
    }
    let settings = Settings { options: Vec::new(), ..starting.settings.clone() };
    let speaks = |other: &&'static Speech| {
        let speech = *other;
        Engine::start(&Starting { speech, settings: settings.clone(), ..starting.clone() }).is_ok()
    };
    match SPEECHES.iter().filter(|other| other.kind != starting.speech.kind).find(speaks) {
        Some(other) => {
            format!(
                "\n  it speaks another protocol: take {}(command=\"{}\")",
                other.kind,
                starting.words.join(" ")
            )
        }
        None => {
            "\n  some programs are engines only with a switch, such as `gnuchess --uci`, `hoichess --xboard`"
                .into()
        }
    }
}
