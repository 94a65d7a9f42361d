//! A game that a user wrote in Python.

use crate::error::{Trouble, ours};
use plyscope::Result;
use plyscope::game::{AnyPosition, Expansion, Facts, Remote, Turn};
use plyscope::key::{Stream, TrialKey, fnv, mix};
use plyscope::name::Name;
use plyscope::value::Player;
use plyscope_process::Cache;
use pyo3::intern;
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, MutexGuard};

/// How many starts are looked at to find out whether all are the same.
const PROBES: u64 = 8;

/// The longest text of a position, in bytes.
const LONGEST_TEXT: usize = 4096;

/// A game that a user wrote in Python, an object of the class `plyscope.Game`.
pub(crate) struct PythonGame {
    name: Name,
    object: Py<PyAny>,
    about: About,
    trouble: Arc<Trouble>,
    /// What followed positions. Never locked by a thread that holds, or waits for, the interpreter.
    nodes: Mutex<Cache<Arc<Node>>>,
}

/// What the object says of itself.
struct About {
    facts: Facts,
    /// Has it texts of its own for positions?
    texts: bool,
    /// Does it say which of them are the same?
    keys: bool,
    version: Option<String>,
}

/// A position: the user's own object, its text, and a number for what it is the same as.
#[derive(Clone)]
pub(crate) struct At {
    pub(crate) object: Arc<Py<PyAny>>,
    pub(crate) text: Arc<str>,
    key: u64,
}

impl At {
    pub(crate) fn of(position: &AnyPosition) -> &At {
        position.get().expect("a position is only given to the game that made it")
    }
}

/// What follows a position.
struct Node {
    turn: Turn,
    names: Vec<String>,
    after: Vec<At>,
    chances: Vec<f64>,
    payoffs: Vec<f64>,
}

impl PythonGame {
    /// The game of an object.
    pub(crate) fn open(name: Name, object: Py<PyAny>, trouble: Arc<Trouble>) -> Result<Self> {
        let about = Python::attach(|py| about(object.bind(py)));
        let about = about.map_err(|error| trouble.keep(&name.to_string(), error))?;
        let mut game = PythonGame { name, object, about, trouble, nodes: Mutex::default() };
        let starts = (0..PROBES).map(|seed| game.start_of(seed)).collect::<Result<Vec<At>>>()?;
        game.about.facts.starts_alike = starts.iter().all(|start| start.text == starts[0].text);
        Ok(game)
    }

    /// Which version of the game this is, where it says.
    pub(crate) fn version(&self) -> Option<String> {
        self.about.version.clone()
    }

    /// Forgets what followed positions.
    pub(crate) fn forget(&self) {
        let forgotten = std::mem::take(&mut *self.nodes());
        drop(forgotten);
    }

    /// Some start.
    pub(crate) fn some_start(&self) -> Result<AnyPosition> {
        self.start(Stream::new(0, &self.name.to_string()).trial(0))
    }

    fn nodes(&self) -> MutexGuard<'_, Cache<Arc<Node>>> {
        self.nodes.lock().expect("nobody panics with it")
    }

    /// Asks the object something.
    fn ask<T>(&self, ask: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> Result<T> {
        self.trouble.check(&self.name.to_string())?;
        let asked = Python::attach(|py| ask(self.object.bind(py)));
        asked.map_err(|error| self.trouble.keep(&self.name.to_string(), error))
    }

    fn start_of(&self, seed: u64) -> Result<At> {
        self.ask(|game| self.at(game, game.call_method1(intern!(game.py(), "start"), (seed,))?))
    }

    /// A position of the object's, with its text.
    fn at(&self, game: &Bound<'_, PyAny>, position: Bound<'_, PyAny>) -> PyResult<At> {
        let py = game.py();
        let text = match self.about.texts {
            true => game.call_method1(intern!(py, "text"), (&position,))?.str()?,
            false => position.repr()?,
        };
        let text = text.to_cow()?;
        if text.is_empty() || text.len() > LONGEST_TEXT || text.contains(char::is_control) {
            let told: String = text.chars().take(60).collect();
            let why = format!(
                "the text of a position is 1 to {LONGEST_TEXT} bytes in one line without control characters, not {told:?}"
            );
            return Err(ours(py, "GameError", &why));
        }
        let key = match self.about.keys {
            true => mix(fnv(&game.call_method1(intern!(py, "key"), (&position,))?.str()?.to_cow()?)),
            false => mix(fnv(&text)),
        };
        Ok(At { text: text.as_ref().into(), object: Arc::new(position.unbind()), key })
    }

    /// What follows a position.
    fn node(&self, game: &Bound<'_, PyAny>, at: &At) -> PyResult<Node> {
        let py = game.py();
        let position = at.object.bind(py);
        let wrong = |why: String| ours(py, "GameError", &format!("at {}: {why}", at.text));
        if self.about.facts.has_chance {
            let chance = game.call_method1(intern!(py, "chance"), (position,))?;
            if !chance.is_none() {
                let (mut chances, mut after) = (Vec::new(), Vec::new());
                for outcome in chance.try_iter()? {
                    let (chance, position): (f64, Bound<'_, PyAny>) = outcome?.extract()?;
                    chances.push(chance);
                    after.push(self.at(game, position)?);
                }
                let sum: f64 = chances.iter().sum();
                if !after.is_empty() {
                    if let Some(odd) = chances.iter().find(|chance| !(0.0..=1.0).contains(*chance)) {
                        return Err(wrong(format!("a probability of chance() is 0 to 1, not {odd}")));
                    }
                    if (sum - 1.0).abs() > 1e-9 {
                        return Err(wrong(format!(
                            "the probabilities of chance() add up to {sum}, not to 1"
                        )));
                    }
                    let names = (1..=after.len()).map(|i| i.to_string()).collect();
                    return Ok(Node { turn: Turn::Chance, names, after, chances, payoffs: Vec::new() });
                }
            }
        }
        let (mut names, mut after) = (Vec::new(), Vec::new());
        for choice in game.call_method1(intern!(py, "moves"), (position,))?.try_iter()? {
            let (name, position): (Bound<'_, PyAny>, Bound<'_, PyAny>) = choice?.extract()?;
            let name = name.str()?.to_cow()?.into_owned();
            if names.contains(&name) {
                return Err(wrong(format!("two moves are called {name:?}")));
            }
            names.push(name);
            after.push(self.at(game, position)?);
        }
        let players = self.about.facts.players;
        if after.is_empty() {
            let payoffs = game.call_method1(intern!(py, "payoffs"), (position,))?;
            let payoffs =
                payoffs.try_iter()?.map(|payoff| payoff?.extract()).collect::<PyResult<Vec<f64>>>()?;
            if payoffs.len() != players {
                return Err(wrong(format!(
                    "payoffs() gives {} numbers for {players} players",
                    payoffs.len()
                )));
            }
            if payoffs.iter().any(|payoff| !payoff.is_finite()) {
                return Err(wrong("a payoff is no finite number".into()));
            }
            if players == 2 && payoffs[0] != -payoffs[1] {
                let [first, second] = [payoffs[0], payoffs[1]];
                return Err(wrong(format!(
                    "the payoffs of two players add up to 0, not {first} and {second}"
                )));
            }
            return Ok(Node { turn: Turn::Over, names, after, chances: Vec::new(), payoffs });
        }
        let mover: usize = game.call_method1(intern!(py, "mover"), (position,))?.extract()?;
        if !(1..=players).contains(&mover) {
            return Err(wrong(format!("mover() is a player from 1 to {players}, not {mover}")));
        }
        let turn = Turn::Player(Player::new(mover - 1).expect("at most eight players"));
        Ok(Node { turn, names, after, chances: Vec::new(), payoffs: Vec::new() })
    }

    /// What follows positions: what is known already, and what the object says of the others.
    fn expanded(&self, positions: &[&At]) -> Result<Vec<Arc<Node>>> {
        let known: Vec<Option<Arc<Node>>> = {
            let mut nodes = self.nodes();
            positions.iter().map(|at| nodes.get(&at.text)).collect()
        };
        if known.iter().all(Option::is_some) {
            return Ok(known.into_iter().flatten().collect());
        }
        let asked: Vec<(Arc<Node>, bool)> = self.ask(|game| {
            let one = |(at, known): (&&At, Option<Arc<Node>>)| match known {
                Some(known) => Ok((known, false)),
                None => Ok((Arc::new(self.node(game, at)?), true)),
            };
            positions.iter().zip(known).map(one).collect()
        })?;
        let mut nodes = self.nodes();
        for (at, (node, _)) in positions.iter().zip(&asked).filter(|(_, (_, new))| *new) {
            let bytes = node.after.iter().map(|at| 2 * at.text.len() + 200).sum();
            nodes.put(at.text.clone(), node.clone(), bytes);
        }
        Ok(asked.into_iter().map(|(node, _)| node).collect())
    }
}

/// What an object says of itself.
fn about(game: &Bound<'_, PyAny>) -> PyResult<About> {
    let py = game.py();
    let wrong = |why: String| ours(py, "GameError", &why);
    let players: usize = game.getattr("players")?.extract()?;
    if !(1..=8).contains(&players) {
        return Err(wrong(format!("a game has 1 to 8 players, not {players}")));
    }
    let longest: i64 = game.getattr("longest")?.extract()?;
    let longest = u32::try_from(longest).ok().filter(|longest| (1..=1_000_000).contains(longest));
    let longest = longest.ok_or_else(|| {
        wrong("`longest` is how many plies a game can last at the most, 1 to 1000000".into())
    })?;
    let payoffs: Option<(f64, f64)> = game.getattr("payoff_range")?.extract()?;
    if let Some((low, high)) =
        payoffs.filter(|(low, high)| !(low < high && low.is_finite() && high.is_finite()))
    {
        return Err(wrong(format!(
            "`payoff_range` is the least and the greatest payoff, not ({low}, {high})"
        )));
    }
    let version: Option<String> = game.getattr("version")?.extract()?;
    let base = py.import("plyscope.games")?.getattr("Game")?;
    let overrides =
        |method: &str| -> PyResult<bool> { Ok(!game.get_type().getattr(method)?.is(&base.getattr(method)?)) };
    let has_chance = overrides("chance")? && game.getattr("has_chance")?.is_truthy()?;
    let (texts, keys) = (overrides("text")?, overrides("key")?);
    let unknown = Facts::lasting(longest);
    let payoffs = payoffs.unwrap_or(unknown.payoffs);
    let facts = Facts { players, has_chance, starts_alike: false, payoffs, ..unknown };
    Ok(About { facts, texts, keys, version })
}

impl Remote for PythonGame {
    fn name(&self) -> Name {
        self.name.clone()
    }
    fn facts(&self) -> Facts {
        self.about.facts
    }
    fn start(&self, trial: TrialKey) -> Result<AnyPosition> {
        // As games in other programs are given it.
        self.start_of(mix(fnv(&trial.to_string())) >> 11).map(AnyPosition::new)
    }
    fn expand(&self, positions: &[AnyPosition]) -> Result<Vec<Expansion>> {
        let positions: Vec<&At> = positions.iter().map(At::of).collect();
        let expansion = |node: Arc<Node>| Expansion {
            turn: node.turn,
            after: node.after.iter().map(|at| AnyPosition::new(at.clone())).collect(),
            chances: node.chances.clone(),
            payoffs: node.payoffs.clone(),
        };
        Ok(self.expanded(&positions)?.into_iter().map(expansion).collect())
    }
    fn move_names(&self, position: &AnyPosition) -> Result<Vec<String>> {
        Ok(self.expanded(&[At::of(position)])?[0].names.clone())
    }
    fn table_key(&self, position: &AnyPosition) -> u64 {
        At::of(position).key
    }
    fn noise_key(&self, position: &AnyPosition) -> u64 {
        self.table_key(position)
    }
    fn position_text(&self, position: &AnyPosition) -> String {
        At::of(position).text.to_string()
    }
    fn parse_position(&self, text: &str) -> Result<AnyPosition> {
        let text = text.trim();
        let read = self.ask(|game| {
            let position = game.call_method1(intern!(game.py(), "parse"), (text,))?;
            self.at(game, position)
        })?;
        // Whether it is one is found out by asking what follows it.
        self.expanded(&[&read])?;
        Ok(AnyPosition::new(read))
    }
    fn drawn(&self, _: &AnyPosition) -> String {
        String::new()
    }
}
