//! A game that another program plays by the rules of.

use crate::child::Failure;
use crate::evaluator::{ProcessEvaluator, ProcessPlayer};
use crate::message::Valued;
use crate::session::Session;
use plyscope::evaluator::AnyEvaluator;
use plyscope::game::{AnyPosition, Expansion, Facts, Remote, Turn};
use plyscope::key::{Stream, TrialKey, fnv, mix};
use plyscope::name::Name;
use plyscope::player::{GameExtras, Player};
use plyscope::value::Player as Side;
use plyscope::{Error, Result};
use std::ffi::OsString;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What is known of a game before it is played.
#[derive(Debug, Clone)]
pub(crate) struct About {
    facts: Facts,
    pub(crate) evaluators: Vec<String>,
    pub(crate) engines: Vec<String>,
    /// What the program says of its own version.
    pub(crate) version: Option<String>,
}

impl About {
    /// Before anything was asked.
    fn assumed() -> Self {
        About { facts: Facts::lasting(1_000_000), evaluators: Vec::new(), engines: Vec::new(), version: None }
    }
}

/// A game in another program, with one child for every thread that works with it.
pub struct ProcessGame {
    name: Name,
    words: Vec<String>,
    timeout: Duration,
    supervisor: Vec<OsString>,
    /// Children that nobody is using now.
    idle: Mutex<Vec<Session>>,
    pub(crate) about: About,
    /// What was wrong with an answer that cannot be: nothing is asked after it.
    broken: Mutex<Option<Error>>,
    /// Why the program is not started, where it is not to be.
    closed: Option<&'static str>,
}

/// A position, with those beside it: whoever asks about one asks about the others soon.
#[derive(Debug, Clone)]
pub(crate) struct At {
    pub(crate) text: Arc<str>,
    pub(crate) beside: Arc<[Arc<str>]>,
}

impl At {
    fn alone(text: Arc<str>) -> AnyPosition {
        AnyPosition::new(At { text, beside: Arc::from([]) })
    }

    pub(crate) fn of(position: &AnyPosition) -> &At {
        position.get().expect("a position is only given to the game that made it")
    }
}

/// How many random games are looked at to find out whether chance has a turn.
const PROBES: usize = 8;

impl ProcessGame {
    /// Starts the program and asks what it is.
    pub fn open(
        name: Name,
        words: Vec<String>,
        timeout: Duration,
        supervisor: Vec<OsString>,
    ) -> Result<Self> {
        let mut game = ProcessGame {
            name,
            words,
            timeout,
            supervisor,
            idle: Mutex::default(),
            about: About::assumed(),
            broken: Mutex::default(),
            closed: None,
        };
        let mut session = game.session()?;
        let hello = session.hello.clone();
        let seen = probe(&mut session, &hello).map_err(|failure| game.error(failure))?;
        let unknown = Facts::lasting(hello.longest);
        let facts = Facts {
            players: hello.players,
            has_chance: hello.chance.unwrap_or(seen.chance),
            starts_alike: seen.starts_alike,
            payoffs: hello.payoffs.map_or(unknown.payoffs, |[low, high]| (low, high)),
            ..unknown
        };
        game.about = About {
            facts,
            evaluators: hello.evaluators,
            engines: hello.engines,
            version: Some(
                [Some(hello.game), hello.version].into_iter().flatten().collect::<Vec<_>>().join(" "),
            ),
        };
        game.put_back(session);
        Ok(game)
    }

    /// A game whose program is not to be started: for those who only read what was found before.
    pub fn closed(name: Name, why: &'static str) -> Self {
        ProcessGame {
            name,
            words: Vec::new(),
            timeout: Duration::ZERO,
            supervisor: Vec::new(),
            idle: Mutex::default(),
            about: About::assumed(),
            broken: Mutex::default(),
            closed: Some(why),
        }
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.closed.is_some()
    }

    pub(crate) fn error(&self, failure: Failure) -> Error {
        Error::Program { program: self.name.to_string(), why: failure.to_string() }
    }

    fn session(&self) -> Result<Session> {
        if let Some(why) = self.closed {
            return Err(Error::Program { program: self.name.to_string(), why: why.into() });
        }
        let idle = self.idle.lock().expect("nobody panics with it").pop();
        match idle {
            Some(session) => Ok(session),
            None => Session::open(&self.supervisor, &self.words, self.timeout)
                .map_err(|failure| self.error(failure)),
        }
    }

    fn put_back(&self, session: Session) {
        self.idle.lock().expect("nobody panics with it").push(session);
    }

    /// Does something with a child; one that failed is not used again.
    pub(crate) fn with<T>(
        &self,
        work: impl FnOnce(&mut Session) -> std::result::Result<T, Failure>,
    ) -> Result<T> {
        let broken = || self.broken.lock().expect("nobody panics with it");
        if let Some(error) = broken().clone() {
            return Err(error);
        }
        let mut session = self.session()?;
        match work(&mut session) {
            Ok(done) => {
                self.put_back(session);
                Ok(done)
            }
            Err(failure) => {
                let last = failure.is_final();
                let error = self.error(failure);
                if last {
                    broken().get_or_insert(error.clone());
                }
                Err(error)
            }
        }
    }

    pub(crate) fn values(&self, evaluator: &str, positions: &[AnyPosition]) -> Result<Vec<Valued>> {
        let at: Vec<&At> = positions.iter().map(At::of).collect();
        let asked: Vec<Arc<str>> = at.iter().map(|at| at.text.clone()).collect();
        let beside: &[Arc<str>] = if let [one] = at[..] { &one.beside } else { &[] };
        self.with(|session| session.evaluate(evaluator, &asked, beside))
    }
}

/// What some random games show.
struct Seen {
    chance: bool,
    starts_alike: bool,
}

/// Plays some games at random, all of them a ply at a time.
fn probe(session: &mut Session, hello: &crate::message::Hello) -> std::result::Result<Seen, Failure> {
    let starts =
        (0..PROBES as u64).map(|seed| session.start(seed)).collect::<std::result::Result<Vec<_>, _>>()?;
    let starts_alike = starts.iter().all(|start| *start == starts[0]);
    let (mut at, mut chance) = (starts, false);
    for ply in 0..hello.longest.min(400) {
        if at.is_empty() || chance || hello.chance.is_some() {
            break;
        }
        let nodes = session.expand(&at, &[])?;
        chance = nodes.iter().any(|node| node.turn == Turn::Chance);
        let next = |(game, node): (usize, &Arc<crate::message::Node>)| {
            let choices = node.after.len() as u64;
            let draw = mix(u64::from(ply) << 8 | game as u64);
            (choices > 0).then(|| node.after[(draw % choices) as usize].clone())
        };
        at = nodes.iter().enumerate().filter_map(next).collect();
    }
    Ok(Seen { chance, starts_alike })
}

impl Remote for ProcessGame {
    fn name(&self) -> Name {
        self.name.clone()
    }
    fn facts(&self) -> Facts {
        self.about.facts
    }
    fn start(&self, trial: TrialKey) -> Result<AnyPosition> {
        // 53 bits: a whole number in every language.
        let seed = mix(fnv(&trial.to_string())) >> 11;
        self.with(|session| session.start(seed)).map(At::alone)
    }
    fn expand(&self, positions: &[AnyPosition]) -> Result<Vec<Expansion>> {
        if self.is_closed() {
            // Taken as they stand: they were looked at when the program ran.
            let (turn, nothing) = (Turn::Player(Side::FIRST), Vec::new);
            let one = || Expansion { turn, after: Vec::new(), chances: nothing(), payoffs: nothing() };
            return Ok(positions.iter().map(|_| one()).collect());
        }
        let at: Vec<&At> = positions.iter().map(At::of).collect();
        let asked: Vec<Arc<str>> = at.iter().map(|at| at.text.clone()).collect();
        let beside: &[Arc<str>] = if let [one] = at[..] { &one.beside } else { &[] };
        let nodes = self.with(|session| session.expand(&asked, beside))?;
        if let Some(i) =
            nodes.iter().position(|node| node.turn == Turn::Chance && !self.about.facts.has_chance)
        {
            let why = format!(
                "chance has its turn at `{}`, which was not seen in {PROBES} random games: answer the first request with \
                 \"chance\": true beside the rest",
                asked[i]
            );
            return Err(Error::Program { program: self.name.to_string(), why });
        }
        let expansion = |node: &Arc<crate::message::Node>| {
            let after = node.after.iter();
            let at =
                |text: &Arc<str>| AnyPosition::new(At { text: text.clone(), beside: node.after.clone() });
            let (chances, payoffs) = (node.chances.clone(), node.payoffs.clone());
            Expansion { turn: node.turn, after: after.map(at).collect(), chances, payoffs }
        };
        Ok(nodes.iter().map(expansion).collect())
    }
    fn move_names(&self, position: &AnyPosition) -> Result<Vec<String>> {
        let text = At::of(position).text.clone();
        self.with(|session| Ok(session.expand(&[text], &[])?.remove(0).names.clone()))
    }
    fn table_key(&self, position: &AnyPosition) -> u64 {
        mix(fnv(&At::of(position).text))
    }
    fn noise_key(&self, position: &AnyPosition) -> u64 {
        self.table_key(position)
    }
    fn position_text(&self, position: &AnyPosition) -> String {
        At::of(position).text.to_string()
    }
    fn parse_position(&self, text: &str) -> Result<AnyPosition> {
        let refuse = |wanted: String| Error::Position {
            game: self.name.to_string(),
            text: text.chars().filter(|c| !c.is_control()).take(60).collect(),
            wanted,
        };
        let text = crate::message::position(text.trim().to_string()).map_err(refuse)?;
        if self.is_closed() {
            return Ok(At::alone(text));
        }
        // Only the program knows whether it is one.
        self.with(|session| session.expand(std::slice::from_ref(&text), &[]))?;
        Ok(At::alone(text))
    }
    fn drawn(&self, _: &AnyPosition) -> String {
        String::new()
    }
}

/// The evaluators and engines of the same program.
pub(crate) struct Brought(pub(crate) Arc<ProcessGame>);

impl GameExtras for Brought {
    fn evaluators(&self) -> Vec<String> {
        self.0.about.evaluators.clone()
    }
    fn evaluator(&self, name: &str) -> Option<Result<AnyEvaluator>> {
        let brought = self.0.is_closed() || self.0.about.evaluators.iter().any(|known| known == name);
        brought.then(|| ProcessEvaluator::new(self.0.clone(), name).map(AnyEvaluator::bridged))
    }
    fn engines(&self) -> Vec<String> {
        self.0.about.engines.clone()
    }
    fn engine(&self, name: &str) -> Option<Result<Arc<dyn Player>>> {
        let brought = self.0.is_closed() || self.0.about.engines.iter().any(|known| known == name);
        brought.then(|| Ok(Arc::new(ProcessPlayer { game: self.0.clone(), engine: name.to_string() }) as _))
    }
    fn version(&self) -> Option<String> {
        self.0.about.version.clone()
    }
    fn is_closed(&self) -> bool {
        self.0.is_closed()
    }
    fn forget(&self) {
        self.0.idle.lock().expect("nobody panics with it").iter_mut().for_each(Session::forget);
    }
    fn renew(&self) {
        self.0.idle.lock().expect("nobody panics with it").clear();
    }
}

/// Some start.
pub(crate) fn some_start(game: &ProcessGame) -> Result<AnyPosition> {
    game.start(Stream::new(0, &game.name.to_string()).trial(0))
}
