//! A game that another program plays by the rules of.

use crate::child::Failure;
use crate::evaluator::{ProcessPlayer, Valued, evaluator};
use crate::foreign::{Elsewhere, ForeignGame, Kept, Node, PROBES};
use crate::session::Session;
use plyscope::evaluator::AnyEvaluator;
use plyscope::game::{Facts, Turn};
use plyscope::key::mix;
use plyscope::name::Name;
use plyscope::player::{GameExtras, Player};
use plyscope::{Error, Result};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A program that plays games, with one child for every thread that works with it.
pub(crate) struct Program {
    name: Name,
    words: Vec<String>,
    timeout: Duration,
    supervisor: Vec<OsString>,
    /// Children that no thread is using now.
    idle: Mutex<Vec<Session>>,
    /// What was wrong with an answer that cannot be: nothing is asked after it.
    broken: Mutex<Option<Error>>,
    /// Why the program is not started, where it is not to be.
    closed: Option<&'static str>,
    evaluators: Vec<String>,
    engines: Vec<String>,
    /// What it says of its own version.
    version: Option<String>,
    /// What its evaluators said.
    values: Mutex<BTreeMap<String, Arc<Kept<Valued>>>>,
}

/// A game in another program.
pub(crate) type ProcessGame = ForeignGame<Program>;

impl Program {
    fn new(name: Name) -> Self {
        Program {
            name,
            words: Vec::new(),
            timeout: Duration::ZERO,
            supervisor: Vec::new(),
            idle: Mutex::default(),
            broken: Mutex::default(),
            closed: None,
            evaluators: Vec::new(),
            engines: Vec::new(),
            version: None,
            values: Mutex::default(),
        }
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.closed.is_some()
    }

    /// What an evaluator said.
    pub(crate) fn kept(&self, evaluator: &str) -> Arc<Kept<Valued>> {
        let mut values = self.values.lock().expect("no thread panics with it");
        let kept = || Arc::new(Kept::new(|_: &Valued| 32));
        values.entry(evaluator.to_string()).or_insert_with(kept).clone()
    }

    pub(crate) fn error(&self, why: String) -> Error {
        Error::Program { program: self.name.to_string(), why }
    }

    fn session(&self) -> Result<Session> {
        if let Some(why) = self.closed {
            return Err(self.error(why.into()));
        }
        let idle = self.idle.lock().expect("no thread panics with it").pop();
        idle.map_or_else(|| Session::open(&self.supervisor, &self.words, self.timeout), Ok)
            .map_err(|failure| self.error(failure.to_string()))
    }

    /// Does something with a child; one that failed is not used again.
    pub(crate) fn with<T>(
        &self,
        work: impl FnOnce(&mut Session) -> std::result::Result<T, Failure>,
    ) -> Result<T> {
        let broken = || self.broken.lock().expect("no thread panics with it");
        if let Some(error) = broken().clone() {
            return Err(error);
        }
        let mut session = self.session()?;
        match work(&mut session) {
            Ok(done) => {
                self.idle.lock().expect("no thread panics with it").push(session);
                Ok(done)
            }
            Err(failure) => {
                let (last, error) = (failure.is_final(), self.error(failure.to_string()));
                if last {
                    broken().get_or_insert(error.clone());
                }
                Err(error)
            }
        }
    }
}

impl Elsewhere for Program {
    type Place = Arc<str>;
    const DEAR: bool = true;

    fn text(place: &Arc<str>) -> &Arc<str> {
        place
    }
    fn start(&self, seed: u64) -> Result<Arc<str>> {
        self.with(|session| session.start(seed))
    }
    fn parse(&self, text: &str) -> Result<Arc<str>> {
        crate::message::position(text.to_string()).map_err(|wanted| Error::Position {
            game: self.name.to_string(),
            text: text.chars().filter(|c| !c.is_control()).take(60).collect(),
            wanted,
        })
    }
    fn nodes(&self, facts: &Facts, places: &[Arc<str>]) -> Result<Vec<Node<Arc<str>>>> {
        if self.is_closed() {
            // Taken as they stand: they were looked at when the program ran.
            let first = Turn::Player(plyscope::value::Player::FIRST);
            return Ok(places.iter().map(|_| Node::choice(first, Vec::new(), Vec::new())).collect());
        }
        let nodes = self.with(|session| session.expand(places))?;
        match nodes.iter().position(|node| node.turn == Turn::Chance && !facts.has_chance) {
            None => Ok(nodes),
            Some(i) => Err(self.error(format!(
                "chance has its turn at `{}`, which was not seen in {PROBES} random games: answer the first request with \
                 \"chance\": true beside the rest",
                places[i]
            ))),
        }
    }
}

/// Starts the program and asks what it is.
pub(crate) fn open(
    name: Name,
    words: Vec<String>,
    timeout: Duration,
    supervisor: Vec<OsString>,
) -> Result<ProcessGame> {
    let program = Program { words, timeout, supervisor, ..Program::new(name.clone()) };
    let hello = program.with(|session| Ok(session.hello.clone()))?;
    let unknown = Facts::lasting(hello.longest);
    let facts = Facts {
        players: hello.players,
        has_chance: true,
        payoffs: hello.payoffs.map_or(unknown.payoffs, |[low, high]| (low, high)),
        ..unknown
    };
    let version = [Some(hello.game), hello.version].into_iter().flatten().collect::<Vec<_>>().join(" ");
    let (evaluators, engines, version) = (hello.evaluators, hello.engines, Some(version));
    let mut game = ForeignGame::new(name, facts, Program { evaluators, engines, version, ..program });
    let starts = game.look_at_starts()?;
    game.facts.has_chance = hello.chance.map_or_else(|| meets_chance(&game, starts), Ok)?;
    Ok(game)
}

/// A game whose program is not to be started: for those who only read what was found before.
pub(crate) fn closed(name: Name, why: &'static str) -> ProcessGame {
    let program = Program { closed: Some(why), ..Program::new(name.clone()) };
    ForeignGame::new(name, Facts::lasting(1_000_000), program)
}

/// Does chance have a turn in some games that are played at random, all of them a ply at a time?
fn meets_chance(game: &ProcessGame, starts: Vec<Arc<str>>) -> Result<bool> {
    let mut at = starts;
    for ply in 0..game.facts.longest.min(400) {
        let nodes = game.nodes(&at, &[])?;
        if nodes.iter().any(|node| node.turn == Turn::Chance) {
            return Ok(true);
        }
        let next = |(number, node): (usize, &Arc<Node<Arc<str>>>)| {
            let choices = node.after.len() as u64;
            let draw = mix(u64::from(ply) << 8 | number as u64);
            (choices > 0).then(|| node.after[(draw % choices) as usize].clone())
        };
        at = nodes.iter().enumerate().filter_map(next).collect();
        if at.is_empty() {
            break;
        }
    }
    Ok(false)
}

/// The evaluators and engines of the same program.
pub(crate) struct Brought(pub(crate) Arc<ProcessGame>);

impl GameExtras for Brought {
    fn evaluators(&self) -> Vec<String> {
        self.0.there.evaluators.clone()
    }
    fn evaluator(&self, name: &str) -> Option<Result<AnyEvaluator>> {
        let program = &self.0.there;
        let brought = program.is_closed() || program.evaluators.iter().any(|known| known == name);
        brought.then(|| evaluator(&self.0, name).map(AnyEvaluator::bridged))
    }
    fn engines(&self) -> Vec<String> {
        self.0.there.engines.clone()
    }
    fn engine(&self, name: &str) -> Option<Result<Arc<dyn Player>>> {
        let program = &self.0.there;
        let brought = program.is_closed() || program.engines.iter().any(|known| known == name);
        brought.then(|| Ok(Arc::new(ProcessPlayer { game: self.0.clone(), engine: name.to_string() }) as _))
    }
    fn version(&self) -> Option<String> {
        self.0.there.version.clone()
    }
    fn is_closed(&self) -> bool {
        self.0.there.is_closed()
    }
    fn forget(&self) {
        self.0.forget();
        self.0.there.values.lock().expect("no thread panics with it").values().for_each(|kept| kept.forget());
    }
    fn renew(&self) {
        self.forget();
        self.0.there.idle.lock().expect("no thread panics with it").clear();
    }
}
