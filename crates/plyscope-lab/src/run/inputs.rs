//! The files that a run was made from, kept in its folder: reading the folder opens nothing outside of it.
//!
//! A name in a folder's `spec.toml` is only a name: `file(path="/dev/zero")` is looked up among what is kept here.

use super::Folder;
use crate::error::{Error, Result};
use crate::experiment::Experiment;
use plyscope::catalogue::Catalogue;
use plyscope::key::{fnv, mix};
use plyscope::shelf::{sealed, unsealed};
use std::path::{Path, PathBuf};

/// The folder within a run's.
pub(super) const INPUTS: &str = "inputs";

/// The file of a name, within a run's folder.
fn place(name: &str) -> String {
    format!("{INPUTS}/{:016x}.txt", mix(fnv(name)))
}

/// The text that is kept of a file; none where it was never read for the run.
fn kept(folder: &Path, name: &str) -> Result<Option<String>> {
    let place = place(name);
    let path = folder.join(&place);
    let text = match plyscope_files::text_within(folder, &place) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        text => text.map_err(|cause| Error::File { what: "could not read", path: path.clone(), cause })?,
    };
    let kept = unsealed(&text)
        .ok()
        .and_then(|body| body.split_once('\n'))
        .filter(|(of, _)| *of == format!("{name:?}"));
    let damaged = || Error::Folder { folder: folder.to_path_buf(), why: format!("{place} is damaged") };
    kept.map(|(_, text)| Some(text.to_string())).ok_or_else(damaged)
}

/// A catalogue that reads what is kept in a run's folder, and nothing else.
pub(super) fn reading(catalogue: &Catalogue, folder: &Path) -> Catalogue {
    let folder: PathBuf = folder.to_path_buf();
    catalogue.clone().reading(move |name| {
        let refuse = |why: String| plyscope::Error::Settings { kind: "a file of the run".into(), why };
        let found = kept(&folder, name).map_err(|error| refuse(error.to_string()))?;
        let missing =
            || format!("the run's folder keeps no copy of {name}; run the experiment again with --resume");
        found.ok_or_else(|| refuse(missing()))
    })
}

impl Folder<'_> {
    /// Keeps what was read from files for an experiment. A run goes on with the files that it began with.
    pub(super) fn keep_inputs(&self, experiment: &Experiment) -> Result<()> {
        for (name, text) in experiment.inputs.all() {
            match kept(self.path(), &name)? {
                Some(known) if known == text => {}
                Some(_) => {
                    return Err(
                        self.wrong(format!("{name} has changed since the run began; take another folder"))
                    );
                }
                None => {
                    self.make(INPUTS)?;
                    self.put(&place(&name), sealed(format!("{name:?}\n{text}\n")).as_bytes())?;
                }
            }
        }
        Ok(())
    }
}
