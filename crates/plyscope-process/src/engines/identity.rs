//! Which program an engine is: a number for the files that run.
//!
//! A wrapper script starts another program, and what counts is that one. So besides the files that the command and the
//! options name, the executables of all processes are taken that the command started, with their scripts, where the system
//! shows them. What a program writes itself, such as a log, is no part of it.

use super::protocol::Settings;
use crate::command::find;
use plyscope::key::mix;
use plyscope_files::system::Stamp;
use std::collections::{BTreeSet, HashMap};
use std::fs::{self, Metadata};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex};
use std::time::SystemTime;

/// What files hashed to: an executable and its network are large, and every engine of a pool is looked at.
static KNOWN: LazyLock<Mutex<HashMap<Stamp, [u64; 2]>>> = LazyLock::new(Mutex::default);

/// A number for bytes that come in parts: against mistakes, not against malice.
#[derive(Clone)]
pub(super) struct Digest([u64; 2]);

impl Digest {
    pub(super) fn new() -> Self {
        Digest([1, 2].map(|seed: u64| mix(seed)))
    }

    /// Eight bytes at a time: an executable has many.
    pub(super) fn take(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        let words = words.iter().chain([&last]).map(|word| u64::from_le_bytes(*word));
        for word in words.chain([bytes.len() as u64]) {
            self.0 = self.0.map(|hash| mix(hash ^ word).wrapping_add(hash));
        }
    }

    pub(super) fn text(&self) -> String {
        format!("{:016x}{:016x}", self.0[0], self.0[1])
    }
}

/// A number for an engine that was started at some time under a supervisor, and waits now.
pub(super) fn hash(
    words: &[String],
    settings: &Settings,
    supervisor: Option<u32>,
    started: SystemTime,
) -> String {
    let mut files: Vec<PathBuf> = words.first().and_then(|program| find(program)).into_iter().collect();
    files.extend(words.iter().skip(1).map(PathBuf::from));
    // A network or a book decides moves; a log does not.
    let named = settings.options.iter().filter(|(name, _)| !name.to_lowercase().contains("log"));
    files.extend(named.map(|(_, value)| PathBuf::from(value)));
    files.extend(supervisor.map_or_else(Vec::new, running));
    let found: BTreeSet<[u64; 2]> = files.iter().filter_map(|path| of_file(path, started)).collect();
    let mut all = Digest::new();
    for [one, other] in found {
        all.take(&[one.to_le_bytes(), other.to_le_bytes()].concat());
    }
    all.text()[..16].to_string()
}

/// The number of a file that was there before the engine was started; devices have no end, and are none.
fn of_file(path: &Path, started: SystemTime) -> Option<[u64; 2]> {
    let about = fs::metadata(path).ok().filter(Metadata::is_file)?;
    if about.modified().is_ok_and(|changed| changed > started) {
        return None;
    }
    let stamp = Stamp::of(&about);
    if let Some(known) = stamp.and_then(|stamp| KNOWN.lock().ok()?.get(&stamp).copied()) {
        return Some(known);
    }
    let (mut file, mut digest, mut bytes) = (plyscope_files::open(path).ok()?, Digest::new(), Vec::new());
    // Always as many at a time, wherever the system divides what it reads.
    while let Ok(1..) = (&mut file).take(1 << 20).read_to_end(&mut bytes) {
        digest.take(&bytes);
        bytes.clear();
    }
    if let Some(stamp) = stamp {
        KNOWN.lock().ok()?.insert(stamp, digest.0);
    }
    Some(digest.0)
}

/// Does the system show what processes run? Others than Linux do not, and a wrapper hides the program behind it.
pub(super) const SHOWS_PROCESSES: bool = cfg!(target_os = "linux");

/// What the processes run that a supervisor's child started, itself among them: its descendants, and all of its group.
fn running(supervisor: u32) -> Vec<PathBuf> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let processes: Vec<(PathBuf, [u32; 3])> = entries
        .filter_map(|entry| {
            let pid = entry.file_name().to_str()?.parse().ok()?;
            // After the name, which may hold anything: the state, the parent and the group.
            let stat = plyscope_files::text(&entry.path().join("stat")).ok()?;
            let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace().skip(1);
            let mut next = || fields.next()?.parse().ok();
            Some((entry.path(), [pid, next()?, next()?]))
        })
        .collect();
    let child = processes.iter().find(|(_, [_, parent, _])| *parent == supervisor);
    let Some((_, [_, _, group])) = child else { return Vec::new() };
    let mut ours = BTreeSet::from([supervisor]);
    loop {
        let before = ours.len();
        let started = processes.iter().filter(|(_, [_, parent, of])| of == group || ours.contains(parent));
        let started: Vec<u32> = started.map(|(_, [pid, ..])| *pid).collect();
        ours.extend(started);
        if ours.len() == before {
            break;
        }
    }
    let mut files = Vec::new();
    for (process, _) in processes.iter().filter(|(_, [pid, ..])| *pid != supervisor && ours.contains(pid)) {
        files.push(process.join("exe"));
        let Ok(line) = plyscope_files::bytes(&process.join("cmdline")) else { continue };
        let words = line.split(|byte| *byte == 0).skip(1).filter_map(|word| std::str::from_utf8(word).ok());
        // Relative to where it is.
        files.extend(words.filter(|word| !word.is_empty()).map(|word| process.join("cwd").join(word)));
    }
    files
}
