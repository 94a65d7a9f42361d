//! The names `uci(command="...",hash=16,threads=1,options="...")`, `xboard(...)` and `engine(command="...",depth=18)` in a catalogue.

use super::engine::Starting;
use super::oracle::EngineOracle;
use super::protocol::{SPEECHES, Speech};
use super::{EnginePlayer, Settings};
use crate::command::{found, split};
use crate::entry::{COMMAND, Starts};
use plyscope::catalogue::{EngineEntry, EngineMaker, Entry, OracleEntry, OracleMaker, Outside};
use plyscope::key::Stream;
use plyscope::name::{Name, Settings as _, Values};
use plyscope::player::AnyGame;
use plyscope::{Error, Result};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// What the name of an engine says.
#[derive(Clone)]
struct Named {
    speech: &'static Speech,
    command: String,
    hash: u32,
    threads: u32,
    options: String,
    timeout: f64,
    /// Does it forget before every move of a match?
    fresh: bool,
    /// Of one that judges.
    depth: Option<u32>,
}

impl Named {
    fn of(speech: &'static Speech) -> Self {
        let (command, options) = ("stockfish".into(), String::new());
        Named { speech, command, hash: 16, threads: 1, options, timeout: 600.0, fresh: false, depth: None }
    }
}

impl Default for Named {
    fn default() -> Self {
        Named::of(&SPEECHES[0])
    }
}

impl plyscope::name::Settings for Named {
    const KIND: &'static str = "uci";
    const SUMMARY: &'static str = "A chess engine that speaks UCI, in another program.";

    fn own_kind(&self) -> &'static str {
        if self.depth.is_some() { "engine" } else { self.speech.kind }
    }

    fn each(&mut self, values: &mut Values<'_>) {
        values.text("command", "stockfish", COMMAND, &mut self.command);
        values.unusual().integer(
            "hash",
            "16",
            "MiB of its table, 1 to 1048576",
            &mut self.hash,
            1..=1_048_576,
        );
        let allowed = "1 to 1024; with more than one an engine does not repeat itself";
        values.unusual().integer("threads", "1", allowed, &mut self.threads, 1..=1024);
        let read = |text: &str| options(text).map(|_| text.to_string());
        let allowed = "other options, Name=Value;Name=Value";
        values.unusual().value("options", "", allowed, &mut self.options, read, String::clone);
        let allowed = "seconds that a search may take, 0.01 to 100000";
        values.unusual().number("timeout", "600", allowed, &mut self.timeout, 0.01..=100_000.0);
        if let Some(depth) = &mut self.depth {
            values.integer("depth", "18", "plies that every move is searched to, 2 to 200", depth, 2..=200);
        } else {
            let allowed = "yes or no: forget before every move of a match; between measured positions an engine \
                           always does";
            values.unusual().yes("fresh", "no", allowed, &mut self.fresh);
        }
    }
}

/// Where answers of engines are kept by default: in the user's cache folder.
pub fn cache_folder() -> Option<PathBuf> {
    Some(plyscope_files::system::cache_folder()?.join("plyscope").join("engines"))
}

/// `Name=Value;Name=Value`.
fn options(text: &str) -> Option<Vec<(String, String)>> {
    let one = |option: &str| {
        let (name, value) = option.split_once('=')?;
        Some((name.trim().to_string(), value.trim().to_string()))
    };
    text.split(';').filter(|option| !option.trim().is_empty()).map(one).collect()
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
    fn new(named: &Named, starts: &Starts, answers: &Option<PathBuf>) -> Result<Self> {
        let name = named.to_name();
        let wrong =
            |why: String| Error::Settings { kind: name.kind().into(), why: format!("command: {why}") };
        let mut words = split(&named.command).map_err(wrong)?;
        words[0] = found(&words[0]);
        let options = options(&named.options).expect("read as such");
        let Named { speech, hash, threads, fresh, .. } = *named;
        let settings = Settings { hash, threads, options, fresh };
        let timeout = Duration::from_secs_f64(named.timeout);
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
        let (starts, answers, usual) = (starts.clone(), answers.clone(), Named::of(speech));
        Entry::new(speech.kind, summary, &usual.clone().listed(), move |arguments, &()| {
            let wanted = Wanted::new(&usual.clone().filled(arguments)?, &starts, &answers)?;
            let make: Box<EngineMaker> = Box::new(move |game| Ok(Arc::new(wanted.open(game)?)));
            Ok(make)
        })
        .reaching(Outside::Program)
    };
    SPEECHES.iter().zip(summaries).map(entry).collect()
}

/// Chess engines in other programs, as those who judge. One is started when it is asked first.
pub fn oracle(starts: Starts, answers: Option<PathBuf>) -> OracleEntry {
    let summary = "A chess engine that speaks UCI judges every move by a search of its own: a proxy.";
    let usual = Named { depth: Some(18), ..Named::default() };
    Entry::new("engine", summary, &usual.clone().listed(), move |arguments, &()| {
        let named = usual.clone().filled(arguments)?;
        let depth = named.depth.expect("it judges");
        let wanted = Arc::new(Wanted::new(&named, &starts, &answers)?);
        let make: Box<OracleMaker> = Box::new(move |context| {
            check("engine", context.game)?;
            let (name, wanted, game) = (wanted.name.to_string(), wanted.clone(), context.game.clone());
            Ok(Arc::new(EngineOracle::new(name, game, depth, move |game| Ok(Arc::new(wanted.open(game)?)))))
        });
        Ok(make)
    })
    .reaching(Outside::Program)
}
