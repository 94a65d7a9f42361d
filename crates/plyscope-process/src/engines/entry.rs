//! The names `uci(command="...",hash=16,threads=1,options="...")`, `xboard(...)` and `engine(command="...",depth=18)` in a catalogue.

use super::engine::Starting;
use super::oracle::EngineOracle;
use super::protocol::{SPEECHES, Speech};
use super::{EnginePlayer, Settings};
use crate::command::{found, split};
use crate::entry::Starts;
use plyscope::catalogue::{EngineEntry, EngineMaker, Entry, OracleEntry, OracleMaker, Outside};
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
    Parameter {
        name: "fresh",
        default: "no",
        allowed: "yes or no: forget before every move of a match; between measured positions an engine always does",
    },
];

/// Where answers of engines are kept by default: in the user's cache folder.
pub fn cache_folder() -> Option<PathBuf> {
    Some(plyscope_files::system::cache_folder()?.join("plyscope").join("engines"))
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
fn check(kind: &str, game: &AnyGame) -> Result<()> {
    let start = game.start(Stream::new(0, kind).trial(0))?;
    let text = game.position_text(&start);
    let board = text.split(' ').next().unwrap_or_default();
    if board.matches('/').count() == 7 && text.split(' ').count() >= 4 {
        return Ok(());
    }
    let why = format!("such engines play chess, and positions of {} are no FENs", game.name());
    Err(Error::Settings { kind: kind.into(), why })
}

/// An engine that was named.
struct Wanted {
    name: Name,
    speech: &'static Speech,
    words: Vec<String>,
    settings: Settings,
    timeout: Duration,
    starts: Starts,
    answers: Option<PathBuf>,
}

impl Wanted {
    fn read(
        kind: &'static str,
        speech: &'static Speech,
        parameters: &[Parameter],
        arguments: &Arguments<'_>,
        starts: &Starts,
        answers: &Option<PathBuf>,
    ) -> Result<Self> {
        let wrong = |why: String| Error::Settings { kind: kind.into(), why };
        let mut words = split(arguments.text("command")).map_err(|why| wrong(format!("command: {why}")))?;
        words[0] = found(&words[0]);
        let plays = parameters.iter().any(|parameter| parameter.name == "fresh");
        let fresh = if plays { arguments.text("fresh") } else { "no" };
        if !matches!(fresh, "yes" | "no") {
            return Err(arguments.refuse("fresh"));
        }
        let settings = Settings {
            hash: arguments.integer("hash", 1..=1_048_576)?,
            threads: arguments.integer("threads", 1..=1024)?,
            options: options(arguments)?,
            fresh: fresh == "yes",
        };
        let timeout = Duration::from_secs_f64(arguments.number("timeout", 0.01..=100_000.0)?);
        let mut name = Name::new(kind);
        for parameter in parameters.iter().filter(|parameter| parameter.name != "depth") {
            let value = arguments.text(parameter.name);
            if parameter.name == "command" || value != parameter.default {
                name = name.with(parameter.name, value);
            }
        }
        Ok(Wanted {
            name,
            speech,
            words,
            settings,
            timeout,
            starts: starts.clone(),
            answers: answers.clone(),
        })
    }

    fn open(&self, game: &AnyGame) -> Result<EnginePlayer> {
        let Starts::OnUse { supervisor, announce } = &self.starts else {
            let why = "programs are not started by this command".into();
            return Err(Error::Program { program: self.name.to_string(), why });
        };
        check(self.speech.kind, game)?;
        announce(&self.words.join(" "));
        let starting = Starting {
            supervisor: supervisor.clone(),
            words: self.words.clone(),
            speech: self.speech,
            settings: self.settings.clone(),
            timeout: self.timeout,
        };
        EnginePlayer::open(self.name.clone(), game.clone(), starting, self.answers.as_deref())
    }
}

/// Chess engines in other programs, as players, by the protocol that they speak; their answers are kept in a folder, or
/// nowhere.
pub fn entries(starts: &Starts, answers: &Option<PathBuf>) -> Vec<EngineEntry> {
    let summaries = [
        "A chess engine that speaks UCI, in another program.",
        "A chess engine that speaks XBoard's protocol (CECP, version 2), in another program.",
    ];
    let entry = |(speech, summary): (&'static Speech, &'static str)| {
        let (starts, answers) = (starts.clone(), answers.clone());
        Entry::new(speech.kind, summary, PARAMETERS, move |arguments, &()| {
            let wanted = Wanted::read(speech.kind, speech, PARAMETERS, arguments, &starts, &answers)?;
            let make: Box<EngineMaker> = Box::new(move |game| Ok(Arc::new(wanted.open(game)?)));
            Ok(make)
        })
        .reaching(Outside::Program)
    };
    SPEECHES.iter().zip(summaries).map(entry).collect()
}

/// Chess engines in other programs, as those who judge. One is started when it is asked first.
pub fn oracle(starts: Starts, answers: Option<PathBuf>) -> OracleEntry {
    const DEPTH: Parameter =
        Parameter { name: "depth", default: "18", allowed: "plies that every move is searched to, 2 to 200" };
    const WITH_DEPTH: &[Parameter] =
        &[PARAMETERS[0], DEPTH, PARAMETERS[1], PARAMETERS[2], PARAMETERS[3], PARAMETERS[4]];
    let summary = "A chess engine that speaks UCI judges every move by a search of its own: a proxy.";
    Entry::new("engine", summary, WITH_DEPTH, move |arguments, &()| {
        let wanted = Wanted::read("engine", &SPEECHES[0], WITH_DEPTH, arguments, &starts, &answers)?;
        let depth = arguments.integer("depth", 2..=200)?;
        let wanted = Arc::new(Wanted { name: wanted.name.clone().with("depth", depth), ..wanted });
        let make: Box<OracleMaker> = Box::new(move |context| {
            check("engine", context.game)?;
            let (name, wanted, game) = (wanted.name.to_string(), wanted.clone(), context.game.clone());
            Ok(Arc::new(EngineOracle::new(name, game, depth, move |game| Ok(Arc::new(wanted.open(game)?)))))
        });
        Ok(make)
    })
    .reaching(Outside::Program)
}
