//! The name `process(command="...",timeout=10)` in a catalogue.

use crate::command::split;
use crate::game::{Brought, ProcessGame};
use plyscope::Error;
use plyscope::catalogue::{Entry, GameEntry};
use plyscope::name::{Name, Parameter};
use plyscope::player::AnyGame;
use std::collections::HashMap;
use std::ffi::OsString;
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
        let made = |game: ProcessGame| {
            let game = Arc::new(game);
            AnyGame::shared(game.clone()).bringing(Arc::new(Brought(game)))
        };
        let Starts::OnUse { supervisor, announce } = &starts else {
            return Ok(made(ProcessGame::closed(name)));
        };
        // Started once, however often it is named.
        let mut open = open.lock().expect("nobody panics with it");
        if let Some(game) = open.get(&name.to_string()) {
            return Ok(game.clone());
        }
        let timeout = Duration::from_secs_f64(seconds);
        announce(arguments.text("command"));
        let game = made(ProcessGame::open(name.clone(), words, timeout, supervisor.clone())?);
        open.insert(name.to_string(), game.clone());
        Ok(game)
    })
}
