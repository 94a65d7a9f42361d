//! What was learned for a run, kept in its folder: whoever goes on with it does not learn again.

use super::{Disk, Progress};
use crate::study::PROGRAM;
use plyscope::Error;
use plyscope::key::{fnv, mix};
use plyscope::shelf::{Memory, Shelf, sealed, unsealed};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder within a run's.
pub(super) const PREPARED: &str = "prepared";

/// A shelf in a run's folder.
pub(super) struct FolderShelf<'a> {
    pub(super) folder: &'a Path,
    pub(super) disk: &'a dyn Disk,
    /// Is told what is learned.
    pub(super) progress: &'a dyn Progress,
}

/// The file of a name.
fn path(folder: &Path, name: &str) -> PathBuf {
    folder.join(PREPARED).join(format!("{:016x}.txt", mix(fnv(name))))
}

fn trouble(path: &Path, why: impl std::fmt::Display) -> Error {
    Error::Kept { what: "what was learned", line: 1, why: format!("{}: {why}", path.display()) }
}

/// Says what is learned; which program an engine is, is noted and not learned.
fn tell(progress: &dyn Progress, name: &str) {
    if !name.starts_with(PROGRAM) {
        progress.prepare(name);
    }
}

impl Shelf for FolderShelf<'_> {
    fn is_begun(&self) -> bool {
        let entries = fs::read_dir(self.folder.join("tallies")).into_iter().flatten().flatten();
        entries.into_iter().any(|entry| entry.path().extension().is_some_and(|end| end == "tally"))
    }

    fn has(&self, name: &str) -> bool {
        path(self.folder, name).exists()
    }

    fn get_or_learn(
        &self,
        name: &str,
        learn: &mut dyn FnMut() -> plyscope::Result<String>,
    ) -> plyscope::Result<String> {
        let path = path(self.folder, name);
        match plyscope_files::text(&path) {
            Ok(text) => {
                let body = unsealed(&text);
                let kept = body.ok().and_then(|body| body.split_once('\n')).filter(|(of, _)| *of == name);
                let damaged = "it is damaged; remove that file and run again with --resume";
                kept.map(|(_, learned)| learned.to_string()).ok_or_else(|| trouble(&path, damaged))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                tell(self.progress, name);
                let learned = learn()?;
                let made = fs::create_dir_all(self.folder.join(PREPARED));
                let text = sealed(format!("{name}\n{learned}\n"));
                made.and_then(|()| self.disk.write(&path, text.as_bytes()))
                    .map_err(|error| trouble(&path, error))?;
                Ok(learned)
            }
            Err(error) => Err(trouble(&path, error)),
        }
    }
}

/// A shelf in memory that says what is learned.
pub(super) struct Told<'a> {
    pub(super) memory: Memory,
    pub(super) progress: &'a dyn Progress,
}

impl Shelf for Told<'_> {
    fn get_or_learn(
        &self,
        name: &str,
        learn: &mut dyn FnMut() -> plyscope::Result<String>,
    ) -> plyscope::Result<String> {
        self.memory.get_or_learn(name, &mut || {
            tell(self.progress, name);
            learn()
        })
    }
}
