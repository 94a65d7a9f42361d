//! The name `process(command="...",timeout=10)` in a catalogue.

use crate::command::split;
use crate::engines;
use crate::game::{self, Brought, ProcessGame};
use plyscope::Error;
use plyscope::catalogue::{Catalogue, Entry, GameEntry, Outside};
use plyscope::name::Name;
use plyscope::player::AnyGame;
use std::collections::HashMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Are programs started?
#[derive(Debug, Clone)]
pub enum Starts {
    /// Never: for those who only read what was found before.
    Never,
    /// When a game is asked for.
    OnUse {
        /// The command that [supervises](crate::supervise) them.
        supervisor: Vec<OsString>,
        /// Told of a command before it is started for the first time.
        announce: fn(&str),
    },
}

/// What is allowed as a command.
pub(crate) const COMMAND: &str =
    "a program with its arguments, split at spaces, single quotes group, no shell";

/// The names `process`, `python`, `uci`, `xboard` and `engine` beside those of a catalogue; engines' answers are kept in a folder, or
/// nowhere.
pub fn added_to(catalogue: Catalogue, starts: Starts, answers: Option<PathBuf>) -> Catalogue {
    let games = catalogue.with_game_entry(python_entry()).with_game_entry(entry(starts.clone()));
    let entries = engines::entries(&starts, &answers);
    let catalogue = entries.into_iter().rev().fold(games, Catalogue::with_engine);
    catalogue.with_oracle(engines::oracle(starts, answers))
}

/// A game with what its program brings along.
fn made(game: ProcessGame) -> AnyGame {
    let game = Arc::new(game);
    AnyGame::shared(game.clone()).bringing(Arc::new(Brought(game)))
}

/// Games that were written in Python, for those who are not Python: what was found of them can be read, merged and drawn
/// anew, and nothing else.
pub fn python_entry() -> GameEntry {
    let summary = "A game written in Python, which is run from there (docs/python.md).";
    Entry::taking("python", summary, |given| {
        let name = given.text("game", "", "the name of a game that is written in Python");
        let name = Name::new("python").with("game", name);
        let why = "it is written in Python: run it from there, with plyscope.measure or plyscope.run";
        Ok(made(game::closed(name, why)))
    })
}

/// Games in other programs.
pub fn entry(starts: Starts) -> GameEntry {
    let open: Arc<Mutex<HashMap<String, AnyGame>>> = Arc::default();
    let summary = "A game in another program, which brings its evaluators and engines (docs/process.md).";
    Entry::given("process", summary, move |given| {
        let (starts, open) = (starts.clone(), open.clone());
        let command = given.text("command", "", COMMAND);
        let allowed = "seconds an answer may take, 0.01 to 100000";
        let timeout = given.number("timeout", "10", allowed, 0.01..=100_000.0);
        Ok(move |(): &()| {
            let words = split(&command)
                .map_err(|why| Error::Settings { kind: "process".into(), why: format!("command: {why}") })?;
            let name = Name::new("process").with("command", &command);
            let name = if timeout == 10.0 { name } else { name.with("timeout", timeout) };
            let Starts::OnUse { supervisor, announce } = &starts else {
                return Ok(made(game::closed(name, "programs are not started by this command")));
            };
            // Started once, however often it is named.
            let mut open = open.lock().expect("the lock is not poisoned");
            if let Some(game) = open.get(&name.to_string()) {
                return Ok(game.clone());
            }
            announce(&command);
            let timeout = Duration::from_secs_f64(timeout);
            let game = made(game::open(name.clone(), words, timeout, supervisor.clone())?);
            open.insert(name.to_string(), game.clone());
            Ok(game)
        })
    })
    .reaching(Outside::Program)
}
