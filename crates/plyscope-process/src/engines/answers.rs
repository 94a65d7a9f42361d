//! What engines have answered, kept on disk, so that a measurement that was stopped goes on and a second one is free.
//!
//! A file for every engine, by what it calls itself, the files that run, and all its settings: authors rebuild under the
//! same name. A line for every position and depth, with a checksum: what is damaged or half-written is not there.

use super::engine::Choice;
use super::identity::Digest;
use super::protocol::Settings;
use super::score::Score;
use plyscope::cache::checksum;
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::Mutex;

/// The answers of one engine.
pub struct Answers {
    known: Mutex<HashMap<(String, u32), Vec<Choice>>>,
    file: Option<Mutex<File>>,
}

impl Answers {
    /// Kept nowhere.
    pub fn nowhere() -> Self {
        Answers { known: Mutex::default(), file: None }
    }

    /// Kept in a folder, for an engine of this identity. Where that cannot be written they are kept nowhere.
    pub fn in_folder(folder: &Path, identity: &str, words: &[String], settings: &Settings) -> Self {
        let mut number = Digest::new();
        number.take(identity.as_bytes());
        words.iter().for_each(|word| number.take(word.as_bytes()));
        let Settings { hash, threads, options, .. } = settings;
        number.take(
            format!("Settings {{ hash: {hash}, threads: {threads}, options: {options:?} }}").as_bytes(),
        );
        let path = folder.join(format!("{}.txt", number.text()));
        let known = plyscope_files::open(&path).map(|file| read(BufReader::new(file))).unwrap_or_default();
        let file = fs::create_dir_all(folder)
            .and_then(|()| plyscope_files::open_with(&path, OpenOptions::new().create(true).append(true)))
            .map(Mutex::new);
        Answers { known: Mutex::new(known), file: file.ok() }
    }

    /// The moves to a depth at a position, where they are known.
    pub(super) fn get(&self, fen: &str, deepest: u32) -> Option<Vec<Choice>> {
        self.known.lock().expect("the lock is not poisoned").get(&(fen.to_string(), deepest)).cloned()
    }

    pub(super) fn put(&self, fen: &str, found: &[Choice]) {
        let deepest = found.len() as u32;
        if let Some(file) = &self.file {
            let line = print(fen, found);
            // One write a line: two programs do not tear each other's lines apart. What cannot be kept is asked again.
            let _ = file.lock().expect("the lock is not poisoned").write_all(line.as_bytes());
        }
        self.known
            .lock()
            .expect("the lock is not poisoned")
            .insert((fen.to_string(), deepest), found.to_vec());
    }
}

/// `checksum fen;deepest;move score nodes;...`.
fn print(fen: &str, found: &[Choice]) -> String {
    let choices: Vec<String> = found
        .iter()
        .map(|at| {
            let score = at.score.map_or("- -".into(), |score| score.to_string());
            let nodes = at.nodes.map_or("-".into(), |nodes| nodes.to_string());
            format!("{} {score} {nodes}", at.choice)
        })
        .collect();
    let text = format!("{fen};{}", choices.join(";"));
    format!("{:016x} {text}\n", checksum(&text))
}

pub(super) fn parse(line: &str) -> Option<(String, Vec<Choice>)> {
    let (sum, text) = line.split_once(' ')?;
    if u64::from_str_radix(sum, 16).ok()? != checksum(text) {
        return None;
    }
    let mut parts = text.split(';');
    let fen = parts.next()?.to_string();
    let choices = parts.map(|part| {
        let words: Vec<&str> = part.split(' ').collect();
        let [choice, kind, number, nodes] = words[..] else { return None };
        let score = Score::parse(kind, number);
        Some(Choice { choice: choice.to_string(), score, nodes: nodes.parse().ok() })
    });
    Some((fen, choices.collect::<Option<Vec<_>>>()?))
}

fn read(file: impl BufRead) -> HashMap<(String, u32), Vec<Choice>> {
    let lines = file.lines().map_while(Result::ok);
    let found = lines.filter_map(|line| parse(&line));
    found.map(|(fen, choices)| ((fen, choices.len() as u32), choices)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_reads_back_and_what_is_damaged_does_not() {
        let found = vec![
            Choice { choice: "e2e4".into(), score: Some(Score::Centipawns(-7)), nodes: Some(20) },
            Choice { choice: "a7a8q".into(), score: Some(Score::Mate(3)), nodes: None },
            Choice { choice: "a7a8q".into(), score: None, nodes: Some(1) },
        ];
        let fen = "8/8/8/8/8/8/8/8 w - - 0 1";
        let line = print(fen, &found);
        assert_eq!(parse(line.trim_end()), Some((fen.to_string(), found)));
        for i in 0..line.len() - 1 {
            let mut bytes = line.trim_end().as_bytes().to_vec();
            bytes[i] ^= 1;
            let damaged = String::from_utf8(bytes).expect("ASCII");
            // A digit of the checksum may be written in another way; nothing else passes.
            assert!(parse(&damaged).is_none(), "{damaged}");
            assert!(parse(&line[..i]).is_none());
        }
    }
}
