//! Compares names and keys with what is recorded of them, for this crate's tests and those of chess.

use plyscope::Result;
use plyscope::cache::{Cache, Memory, checksum};
use plyscope::catalogue::{Catalogue, Described, OracleContext, SourceContext, Subject};
use plyscope::game::expand_one;
use plyscope::key::Stream;
use plyscope::name::Name;
use plyscope::player::AnyGame;
use plyscope::search::SearchInfo;
use plyscope::source::Wanted;
use std::fmt::Write;
use std::path::Path;
use std::sync::Mutex;

/// Says under which name what was kept.
#[derive(Default)]
struct Recorder {
    memory: Memory,
    kept: Mutex<String>,
}

impl Cache for Recorder {
    fn get_or_learn(&self, name: &str, learn: &mut dyn FnMut() -> Result<String>) -> Result<String> {
        let text = self.memory.get_or_learn(name, learn)?;
        write!(self.kept.lock().unwrap(), "; keeps {name} {:016x}", checksum(&text)).unwrap();
        Ok(text)
    }
}

/// What a file holds, for a source.
fn read(path: &str) -> Result<String> {
    Ok(if path.ends_with(".pgn") { "1. e4 e5 2. Nf3 *\n" } else { "start\n" }.into())
}

/// A position a few moves into a trial, with its keys.
fn keys(game: &AnyGame) -> Result<String> {
    let mut position = game.start(Stream::new(1, &game.name().to_string()).trial(3))?;
    for ply in 0..4 {
        let mut after = expand_one(&**game, &position)?.after;
        if after.is_empty() {
            break;
        }
        position = after.swap_remove(ply * 7 % after.len());
    }
    let keys = [game.table_key(&position), game.noise_key(&position), game.truth_key(&position)];
    let keys = keys.map(|key| format!("{key:016x}")).join(" ");
    Ok(format!("; {:?} {keys}", game.position_text(&position)))
}

/// What becomes of the names of a line: the last one is of the kind, those before it say what it is for.
fn made(all: &Catalogue, kind: &str, names: &[&str]) -> Result<String> {
    let named = |name: &Name| name.to_string();
    if let ("search", [search]) = (kind, names) {
        return Ok(all.search(search)?.name().to_string());
    }
    let game = all.game(names[0])?;
    let recorder = Recorder::default();
    let subject = Subject { game: &game, seed: 1, cache: Some(&recorder) };
    let made = match (kind, &names[1..]) {
        ("game", []) => named(&game.name()) + &keys(&game)?,
        ("evaluator", [evaluator]) => {
            let made = all.evaluator(evaluator, &subject)?;
            let error = if made.profile.error { ", knows its error" } else { "" };
            format!("{} ({:?}{error})", made.profile.name, made.profile.scale)
        }
        ("rule", [search, evaluator, rule]) => {
            let parts = all.player_with(&subject, rule, evaluator, search)?.parts();
            format!("{} | {} | {}", parts.rule, parts.evaluator, parts.search)
        }
        ("player", [player]) => all.named_player(player, &game)?.to_string(),
        ("source", [source]) => {
            let stream = Stream::new(1, &game.name().to_string());
            let (wanted, read) = (Wanted::NonTrivial, &read);
            let context = SourceContext { game: &game, stream, wanted, seed: 1, catalogue: all, read };
            let source = all.source(source, &context)?;
            let trial = source.trial(0)?;
            format!("{}; {:?} ply {:?}", source.name(), game.position_text(&trial.position), trial.ply)
        }
        ("truth", [oracle]) => {
            let (evaluator, cache) = (all.fitting(&game).ok(), Some(&recorder as &dyn Cache));
            let evaluator = evaluator.as_deref();
            let context =
                OracleContext { game: &game, source: None, evaluator, seed: 1, cache, catalogue: all };
            all.oracle(oracle, &context)?.name()
        }
        _ => panic!("{kind} {names:?} is no line of this file"),
    };
    Ok(made + &recorder.kept.lock().unwrap())
}

/// Compares a file of names with what a catalogue makes of them. Every parameter of every entry has to be in the file, but for
/// entries that another file has.
pub(crate) fn check(all: &Catalogue, path: &Path, elsewhere: Option<&Catalogue>) {
    let recorded = std::fs::read_to_string(path).unwrap();
    let mut found = String::new();
    let mut seen: Vec<(&str, Name)> = Vec::new();
    for line in recorded.lines() {
        let Some((kind, rest)) = line.split_once(": ").filter(|(kind, _)| !kind.starts_with('#')) else {
            writeln!(found, "{line}").unwrap();
            continue;
        };
        let asked = rest.split_once(" =>").map_or(rest, |(asked, _)| asked);
        let names: Vec<&str> = asked.split(" / ").collect();
        seen.push((kind, names[names.len() - 1].parse().unwrap()));
        let made = made(all, kind, &names).unwrap_or("refused".into());
        writeln!(found, "{kind}: {asked} => {made}").unwrap();
    }
    if std::env::var_os("UPDATE_NAMES").is_some() {
        std::fs::write(path, &found).unwrap();
    } else {
        assert_eq!(found, recorded, "{}", path.display());
    }
    let theirs = elsewhere.map_or(Vec::new(), entries);
    for (kind, entry) in entries(all) {
        if theirs.iter().any(|(of, other)| *of == kind && other.name() == entry.name()) {
            continue;
        }
        let mine = || seen.iter().filter(|(of, name)| *of == kind && name.kind() == entry.name());
        assert!(mine().any(|(_, name)| name.to_string() == entry.name()), "no bare {kind} {}", entry.name());
        // What every evaluator takes is tried on some.
        let of_all = ["calibrate", "solved", "truth", "phases", "quiescence"];
        for parameter in entry.parameters().iter().filter(|parameter| !of_all.contains(&parameter.name)) {
            let given = mine().any(|(_, name)| name.get(parameter.name).is_some());
            assert!(given, "{} has no line with {} of {}", path.display(), parameter.name, entry.name());
        }
    }
}

/// Every entry of a catalogue that names are recorded of, with its kind.
fn entries(all: &Catalogue) -> Vec<(&'static str, &dyn Described)> {
    fn of<'a, E: Described>(
        kind: &'static str,
        entries: &'a [E],
    ) -> impl Iterator<Item = (&'static str, &'a dyn Described)> {
        entries.iter().map(move |entry| (kind, entry as &dyn Described))
    }
    let made = of("game", all.games()).chain(of("evaluator", all.evaluators()));
    let decide =
        of("rule", all.rules()).chain(of("search", all.searches())).chain(of("player", all.players()));
    made.chain(decide).chain(of("source", all.sources())).chain(of("truth", all.oracles())).collect()
}
