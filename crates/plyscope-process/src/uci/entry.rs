//! The name `uci(command="...",hash=16,threads=1,options="...")` in a catalogue.

use super::{Answers, Settings, UciPlayer};
use crate::command::split;
use crate::entry::Starts;
use plyscope::catalogue::{EngineEntry, EngineMaker, Entry};
use plyscope::key::Stream;
use plyscope::name::{Arguments, Name, Parameter};
use plyscope::player::AnyGame;
use plyscope::{Error, Result};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "command",
        default: "stockfish",
        allowed: "a program with its arguments, split at spaces, single quotes group, no shell",
    },
    Parameter { name: "hash", default: "16", allowed: "MiB of its table, 1 to 1048576" },
    Parameter {
        name: "threads",
        default: "1",
        allowed: "1 to 1024; with more than one an engine does not repeat itself",
    },
    Parameter { name: "options", default: "", allowed: "other options, Name=Value;Name=Value" },
    Parameter { name: "timeout", default: "600", allowed: "seconds that a search may take, 0.01 to 100000" },
];

/// Where answers of engines are kept unless somebody says otherwise: in the user's cache folder.
pub fn cache_folder() -> Option<PathBuf> {
    let given = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = given("XDG_CACHE_HOME").or_else(|| given("HOME").map(|home| home.join(".cache")))?;
    Some(cache.join("plyscope").join("engines"))
}

/// `Name=Value;Name=Value`.
fn options(arguments: &Arguments<'_>) -> Result<Vec<(String, String)>> {
    let all = arguments.text("options").split(';').filter(|option| !option.trim().is_empty());
    let one = |option: &str| {
        let (name, value) = option.split_once('=')?;
        Some((name.trim().to_string(), value.trim().to_string()))
    };
    all.map(|option| one(option).ok_or_else(|| arguments.refuse("options"))).collect()
}

/// Refuses games whose positions are no FENs.
fn check(game: &AnyGame) -> Result<()> {
    let start = game.start(Stream::new(0, "uci").trial(0))?;
    let text = game.position_text(&start);
    let board = text.split(' ').next().unwrap_or_default();
    if board.matches('/').count() == 7 && text.split(' ').count() >= 4 {
        return Ok(());
    }
    let why = format!("UCI engines play chess, and positions of {} are no FENs", game.name());
    Err(Error::Settings { kind: "uci".into(), why })
}

/// Chess engines in other programs; their answers are kept in a folder, or nowhere.
pub fn entry(starts: Starts, answers: Option<PathBuf>) -> EngineEntry {
    let summary = "A chess engine that speaks UCI, in another program.";
    Entry::new("uci", summary, PARAMETERS, move |arguments, &()| {
        let wrong = |why: String| Error::Settings { kind: "uci".into(), why };
        let words = split(arguments.text("command")).map_err(|why| wrong(format!("command: {why}")))?;
        let settings = Settings {
            hash: arguments.integer("hash", 1..=1_048_576)?,
            threads: arguments.integer("threads", 1..=1024)?,
            options: options(arguments)?,
        };
        let timeout = Duration::from_secs_f64(arguments.number("timeout", 0.01..=100_000.0)?);
        let mut name = Name::new("uci");
        for parameter in PARAMETERS {
            let value = arguments.text(parameter.name);
            if parameter.name == "command" || value != parameter.default {
                name = name.with(parameter.name, value);
            }
        }
        let (starts, answers) = (starts.clone(), answers.clone());
        let make: Box<EngineMaker> = Box::new(move |game| {
            let Starts::OnUse { supervisor, announce } = &starts else {
                let why = "programs are not started by this command".into();
                return Err(Error::Program { program: name.to_string(), why });
            };
            check(game)?;
            announce(&words.join(" "));
            let kept = answers
                .as_ref()
                .map_or_else(Answers::nowhere, |folder| Answers::in_folder(folder, &words, &settings));
            let (words, settings, supervisor) = (words.clone(), settings.clone(), supervisor.clone());
            let player =
                UciPlayer::open(name.clone(), game.clone(), words, settings, timeout, supervisor, kept)?;
            Ok(Arc::new(player))
        });
        Ok(make)
    })
}
