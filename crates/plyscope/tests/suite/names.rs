//! Names and keys that numbers depend on: all randomness is drawn from a name, and what is learned is kept under one.
//!
//! The file has one line for each: a kind, what it is for, a name as a user may write it, and what Plyscope makes of it.
//! A line that changes changes the numbers of every run with that name. `UPDATE_NAMES=1 cargo test -p plyscope names` writes
//! what stands behind `=>` anew; a commit that does says why.

use plyscope::Result;
use plyscope::catalogue::{Catalogue, Described, OracleContext, SourceContext, Subject};
use plyscope::game::expand_one;
use plyscope::key::Stream;
use plyscope::name::Name;
use plyscope::player::AnyGame;
use plyscope::search::Searches;
use plyscope::shelf::{Memory, Shelf, checksum};
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

impl Shelf for Recorder {
    fn get_or_learn(&self, name: &str, learn: &mut dyn FnMut() -> Result<String>) -> Result<String> {
        let text = self.memory.get_or_learn(name, learn)?;
        write!(self.kept.lock().unwrap(), "; keeps {name} {:016x}", checksum(&text)).unwrap();
        Ok(text)
    }
}

/// What a file holds, for a source.
fn read(_: &str) -> Result<String> {
    Ok("start\n".into())
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
    let subject = Subject { game: &game, seed: 1, shelf: Some(&recorder) };
    let made = match (kind, &names[1..]) {
        ("game", []) => named(&game.name()) + &keys(&game)?,
        ("evaluator", [evaluator]) => {
            let made = all.evaluator(evaluator, &subject)?;
            let error = if made.knows_error { ", knows its error" } else { "" };
            format!("{} ({:?}{error})", made.name, made.scale)
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
            let (evaluator, shelf) = (all.fitting(&game).ok(), Some(&recorder as &dyn Shelf));
            let evaluator = evaluator.as_deref();
            let context = OracleContext { game: &game, evaluator, seed: 1, shelf, catalogue: all };
            all.oracle(oracle, &context)?.name()
        }
        _ => panic!("{kind} {names:?} is no line of this file"),
    };
    Ok(made + &recorder.kept.lock().unwrap())
}

/// Compares a file of names with what a catalogue makes of them, and asks that every parameter of every entry is in it.
pub(crate) fn check(all: &Catalogue, path: &Path) {
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
    // What every evaluator takes is tried on some.
    let of_all = ["calibrate", "solved", "truth", "phases"];
    let complete = |kind: &str, entry: &dyn Described| {
        let mine = || seen.iter().filter(|(of, name)| *of == kind && name.kind() == entry.name());
        assert!(mine().any(|(_, name)| name.to_string() == entry.name()), "{kind} {} bare", entry.name());
        for parameter in entry.parameters().iter().filter(|parameter| !of_all.contains(&parameter.name)) {
            let given = mine().any(|(_, name)| name.get(parameter.name).is_some());
            assert!(given, "{} has no line with {} of {}", path.display(), parameter.name, entry.name());
        }
    };
    all.games().iter().for_each(|entry| complete("game", entry));
    all.evaluators().iter().for_each(|entry| complete("evaluator", entry));
    all.rules().iter().for_each(|entry| complete("rule", entry));
    all.searches().iter().for_each(|entry| complete("search", entry));
    all.sources().iter().for_each(|entry| complete("source", entry));
    all.oracles().iter().for_each(|entry| complete("truth", entry));
    all.players().iter().for_each(|entry| complete("player", entry));
}

#[test]
fn names_are_as_recorded() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/names.txt");
    let histogram = |_: &str| Ok("0.3 1 9\n0.7 9 1\n".into());
    check(&Catalogue::built_in().reading(histogram), &path);
}
