//! The name `process(command="...",timeout=10)` in a catalogue.

use crate::command::split;
use crate::engines;
use crate::game::{self, Brought, ProcessGame};
use plyscope::Error;
use plyscope::catalogue::{Catalogue, Entry, GameEntry, Outside};
use plyscope::name::{Name, Parameter};
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

const COMMAND: Parameter = Parameter {
    name: "command",
    default: "",
    allowed: "a program with its arguments, split at spaces, single quotes group, no shell",
};
const TIMEOUT: Parameter =
    Parameter { name: "timeout", default: "10", allowed: "seconds an answer may take, 0.01 to 100000" };

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
    const GAME: Parameter =
        Parameter { name: "game", default: "", allowed: "the name of a game that is written in Python" };
    let summary = "A game written in Python, which is run from there (docs/python.md).";
    Entry::new("python", summary, &[GAME], |arguments, &()| {
        let name = Name::new("python").with("game", arguments.text("game"));
        let why = "it is written in Python: run it from there, with plyscope.measure or plyscope.run";
        Ok(made(game::closed(name, why)))
    })
}

/// Games in other programs.
pub fn entry(starts: Starts) -> GameEntry {
    let open: Mutex<HashMap<String, AnyGame>> = Mutex::default();
    let summary = "A game in another program, which brings its evaluators and engines (docs/process.md).";
    Entry::new("process", summary, &[COMMAND, TIMEOUT], move |arguments, &()| {
        let seconds = arguments.number("timeout", 0.01..=100_000.0)?;
        let words = split(arguments.text("command"))
            .map_err(|why| Error::Settings { kind: "process".into(), why: format!("command: {why}") })?;
        let name = Name::new("process").with("command", arguments.text("command"));
        let name = if seconds == 10.0 { name } else { name.with("timeout", arguments.text("timeout")) };
        let Starts::OnUse { supervisor, announce } = &starts else {
            return Ok(made(game::closed(name, "programs are not started by this command")));
        };
        // Started once, however often it is named.
        let mut open = open.lock().expect("the lock is not poisoned");
        if let Some(game) = open.get(&name.to_string()) {
            return Ok(game.clone());
        }
        let timeout = Duration::from_secs_f64(seconds);
        announce(arguments.text("command"));
        let game = made(game::open(name.clone(), words, timeout, supervisor.clone())?);
        open.insert(name.to_string(), game.clone());
        Ok(game)
    })
    .reaching(Outside::Program)
}
