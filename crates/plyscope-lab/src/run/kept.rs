//! What a run needs besides its experiment, kept in its folder under numbers made of names: what was learned for it, so that
//! a run that goes on does not learn again, and the files that it was made from, so that reading the folder opens nothing
//! outside of it.
//!
//! A name in a folder's `spec.toml` is only a name: `file(path="/dev/zero")` is looked up among what is kept here.

use super::{Disk, Folder, Progress};
use crate::error::{Error, Result};
use crate::experiment::Experiment;
use crate::study::PROGRAM;
use plyscope::cache::{Cache, Memory, sealed, unsealed};
use plyscope::catalogue::Catalogue;
use plyscope::key::{fnv, mix};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The folder of what was learned.
pub(super) const PREPARED: &str = "prepared";

/// The folder of files.
pub(super) const INPUTS: &str = "inputs";

/// The file of a name within a run's folder.
fn place(folder: &str, name: &str) -> String {
    format!("{folder}/{:016x}.txt", mix(fnv(name)))
}

/// What a file holds.
enum Kept {
    Nothing,
    Damaged,
    Text(String),
}

/// What stands below the first line of a sealed file, if that line is the right one.
fn kept(run: &Path, place: &str, first: &str) -> io::Result<Kept> {
    let text = match plyscope_files::text_within(run, place) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Kept::Nothing),
        text => text?,
    };
    let body = unsealed(&text).ok().and_then(|body| body.split_once('\n'));
    let found = body.filter(|(of, _)| *of == first);
    Ok(found.map_or(Kept::Damaged, |(_, text)| Kept::Text(text.into())))
}

/// The text that is kept of a file; none where it was never read for the run.
fn input(run: &Path, name: &str) -> Result<Option<String>> {
    let place = place(INPUTS, name);
    let found = kept(run, &place, &format!("{name:?}"));
    match found.map_err(|cause| Error::File { what: "could not read", path: run.join(&place), cause })? {
        Kept::Nothing => Ok(None),
        Kept::Text(text) => Ok(Some(text)),
        Kept::Damaged => Err(Error::Folder { folder: run.into(), why: format!("{place} is damaged") }),
    }
}

/// A catalogue that reads what is kept in a run's folder, and nothing else.
pub(super) fn reading(catalogue: &Catalogue, folder: &Path) -> Catalogue {
    let folder: PathBuf = folder.to_path_buf();
    catalogue.clone().reading(move |name| {
        let refuse = |why: String| plyscope::Error::Settings { kind: "a file of the run".into(), why };
        let found = input(&folder, name).map_err(|error| refuse(error.to_string()))?;
        let missing =
            || format!("the run's folder keeps no copy of {name}; run the experiment again with --resume");
        found.ok_or_else(|| refuse(missing()))
    })
}

impl Folder<'_> {
    /// Keeps what was read from files for an experiment. A run goes on with the files that it began with.
    pub(super) fn keep_inputs(&self, experiment: &Experiment) -> Result<()> {
        for (name, text) in experiment.inputs.all() {
            match input(self.path(), &name)? {
                Some(known) if known == text => {}
                Some(_) => {
                    let why = format!("{name} has changed since the run began; take another folder");
                    return Err(self.wrong(why));
                }
                None => {
                    self.make(INPUTS)?;
                    self.add(&place(INPUTS, &name), sealed(format!("{name:?}\n{text}\n")).as_bytes())?;
                }
            }
        }
        Ok(())
    }
}

/// A cache in a run's folder.
pub(super) struct FolderCache<'a> {
    pub(super) folder: &'a Path,
    pub(super) disk: &'a dyn Disk,
    /// Reports what is learned.
    pub(super) progress: &'a dyn Progress,
}

/// Says what is learned; which program an engine is, is noted and not learned.
fn tell(progress: &dyn Progress, name: &str) {
    if !name.starts_with(PROGRAM) {
        progress.prepare(name);
    }
}

impl Cache for FolderCache<'_> {
    fn is_begun(&self) -> bool {
        let entries = fs::read_dir(self.folder.join("tallies")).into_iter().flatten().flatten();
        entries.into_iter().any(|entry| entry.path().extension().is_some_and(|end| end == "tally"))
    }

    fn has(&self, name: &str) -> bool {
        self.folder.join(place(PREPARED, name)).exists()
    }

    fn get_or_learn(
        &self,
        name: &str,
        learn: &mut dyn FnMut() -> plyscope::Result<String>,
    ) -> plyscope::Result<String> {
        let place = place(PREPARED, name);
        let path = self.folder.join(&place);
        let trouble = |why: String| {
            let why = format!("{}: {why}", path.display());
            plyscope::Error::Kept { what: "what was learned", line: 1, why }
        };
        match kept(self.folder, &place, name).map_err(|error| trouble(error.to_string()))? {
            Kept::Text(learned) => Ok(learned),
            Kept::Damaged => {
                Err(trouble("it is damaged; remove that file and run again with --resume".into()))
            }
            Kept::Nothing => {
                tell(self.progress, name);
                let learned = learn()?;
                let made = fs::create_dir_all(self.folder.join(PREPARED));
                let text = sealed(format!("{name}\n{learned}\n"));
                made.and_then(|()| self.disk.write(&path, text.as_bytes()))
                    .map_err(|error| trouble(error.to_string()))?;
                Ok(learned)
            }
        }
    }
}

/// A cache in memory that says what is learned.
pub(super) struct Told<'a> {
    pub(super) memory: Memory,
    pub(super) progress: &'a dyn Progress,
}

impl Cache for Told<'_> {
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
