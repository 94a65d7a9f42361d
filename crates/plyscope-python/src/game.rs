//! A game that a user wrote in Python.

use crate::error::{Trouble, ours};
use plyscope::Result;
use plyscope::game::{Facts, Turn};
use plyscope::key::{fnv, mix};
use plyscope::name::Name;
use plyscope::value::Player;
use plyscope_process::{Elsewhere, ForeignGame, MAX_POSITION, Node, is_position};
use pyo3::intern;
use pyo3::prelude::*;
use std::sync::Arc;

/// An object of the class `plyscope.Game`.
pub(crate) struct Object {
    name: String,
    object: Py<PyAny>,
    about: About,
    trouble: Arc<Trouble>,
}

/// A game in Python.
pub(crate) type PythonGame = ForeignGame<Object>;

/// What the object says of itself.
struct About {
    /// Has it texts of its own for positions?
    texts: bool,
    /// Does it say which of them are the same?
    keys: bool,
    version: Option<String>,
}

/// A position: the user's own object, its text, and a number for what it is the same as.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) object: Arc<Py<PyAny>>,
    text: Arc<str>,
    key: u64,
}

/// The game of an object.
pub(crate) fn open(name: Name, object: Py<PyAny>, trouble: Arc<Trouble>) -> Result<PythonGame> {
    let told = Python::attach(|py| about(object.bind(py)));
    let (facts, about) = told.map_err(|error| trouble.keep(&name.to_string(), error))?;
    let mut game =
        ForeignGame::new(name.clone(), facts, Object { name: name.to_string(), object, about, trouble });
    game.look_at_starts()?;
    Ok(game)
}

impl Object {
    /// Which version of the game this is, where it says.
    pub(crate) fn version(&self) -> Option<String> {
        self.about.version.clone()
    }

    /// Asks the object something.
    fn ask<T>(&self, ask: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> Result<T> {
        self.trouble.check(&self.name)?;
        let asked = Python::attach(|py| ask(self.object.bind(py)));
        asked.map_err(|error| self.trouble.keep(&self.name, error))
    }

    /// A position of the object's, with its text.
    fn at(&self, game: &Bound<'_, PyAny>, position: Bound<'_, PyAny>) -> PyResult<Place> {
        let py = game.py();
        let text = match self.about.texts {
            true => game.call_method1(intern!(py, "text"), (&position,))?.str()?,
            false => position.repr()?,
        };
        let text = text.to_cow()?;
        if !is_position(&text) {
            let told: String = text.chars().take(60).collect();
            let why = format!(
                "the text of a position is 1 to {MAX_POSITION} bytes in one line without control characters, not {told:?}"
            );
            return Err(ours(py, "GameError", &why));
        }
        let key = match self.about.keys {
            true => mix(fnv(&game.call_method1(intern!(py, "key"), (&position,))?.str()?.to_cow()?)),
            false => mix(fnv(&text)),
        };
        Ok(Place { text: text.as_ref().into(), object: Arc::new(position.unbind()), key })
    }

    /// What follows a position.
    fn node(&self, facts: &Facts, game: &Bound<'_, PyAny>, at: &Place) -> PyResult<Node<Place>> {
        let py = game.py();
        let position = at.object.bind(py);
        let wrong = |why: String| ours(py, "GameError", &format!("at {}: {why}", at.text));
        if facts.has_chance {
            let chance = game.call_method1(intern!(py, "chance"), (position,))?;
            if !chance.is_none() {
                let (mut chances, mut after) = (Vec::new(), Vec::new());
                for outcome in chance.try_iter()? {
                    let (chance, position): (f64, Bound<'_, PyAny>) = outcome?.extract()?;
                    chances.push(chance);
                    after.push(self.at(game, position)?);
                }
                if !after.is_empty() {
                    return Node::chance(chances, after, "chance()").map_err(wrong);
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
        let players = facts.players;
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
            return Node::over(payoffs).map_err(wrong);
        }
        let mover: usize = game.call_method1(intern!(py, "mover"), (position,))?.extract()?;
        if !(1..=players).contains(&mover) {
            return Err(wrong(format!("mover() is a player from 1 to {players}, not {mover}")));
        }
        let turn = Turn::Player(Player::new(mover - 1).expect("at most eight players"));
        Ok(Node::choice(turn, names, after))
    }
}

impl Elsewhere for Object {
    type Place = Place;
    const DEAR: bool = false;

    fn text(place: &Place) -> &Arc<str> {
        &place.text
    }
    fn key(place: &Place) -> u64 {
        place.key
    }
    fn start(&self, seed: u64) -> Result<Place> {
        self.ask(|game| self.at(game, game.call_method1(intern!(game.py(), "start"), (seed,))?))
    }
    fn parse(&self, text: &str) -> Result<Place> {
        self.ask(|game| self.at(game, game.call_method1(intern!(game.py(), "parse"), (text,))?))
    }
    fn nodes(&self, facts: &Facts, places: &[Place]) -> Result<Vec<Node<Place>>> {
        self.ask(|game| places.iter().map(|place| self.node(facts, game, place)).collect())
    }
}

/// What an object says of itself.
fn about(game: &Bound<'_, PyAny>) -> PyResult<(Facts, About)> {
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
    Ok((facts, About { texts, keys, version }))
}
