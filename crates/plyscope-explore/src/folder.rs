//! The folder of runs that the explorer was started with: what is in it by name, and nothing outside of it.

use crate::answer::Refusal;
use axum::http::StatusCode;
use plyscope_lab::run::is_run;
use std::path::{Path, PathBuf};

/// Folders that are looked into.
const MOST: usize = 10_000;

/// A folder of runs.
#[derive(Debug, Clone)]
pub(crate) struct Folder {
    root: PathBuf,
}

impl Folder {
    /// The folder, if it is one.
    pub(crate) fn open(path: &Path) -> std::io::Result<Self> {
        let root = path.canonicalize()?;
        std::fs::read_dir(&root)?;
        Ok(Folder { root })
    }

    /// The runs: the folder itself, those within it, and those within the folders within it; by their names, with `/`
    /// between. What leads out of the folder is no part of it.
    pub(crate) fn runs(&self) -> Vec<(String, PathBuf)> {
        if is_run(&self.root) {
            return vec![(".".into(), self.root.clone())];
        }
        let mut found = Vec::new();
        for (name, path) in self.inside(&self.root) {
            if is_run(&path) {
                found.push((name, path));
            } else {
                let below = self.inside(&path).into_iter().filter(|(_, path)| is_run(path));
                found.extend(below.map(|(below, path)| (format!("{name}/{below}"), path)));
            }
        }
        found.truncate(MOST);
        found
    }

    fn inside(&self, path: &Path) -> Vec<(String, PathBuf)> {
        let Ok(entries) = std::fs::read_dir(path) else { return Vec::new() };
        let name = |path: &PathBuf| path.file_name().and_then(|name| name.to_str()).map(String::from);
        let mut found: Vec<(String, PathBuf)> = entries
            .flatten()
            .take(MOST)
            .map(|entry| entry.path())
            .filter(|path| {
                path.is_dir() && path.canonicalize().is_ok_and(|real| real.starts_with(&self.root))
            })
            .filter_map(|path| Some((name(&path)?, path)))
            .collect();
        found.sort();
        found
    }

    /// A run by its name in the list: whatever else is asked for is not there.
    pub(crate) fn run(&self, name: &str) -> Result<PathBuf, Refusal> {
        let found = self.runs().into_iter().find(|(known, _)| known == name);
        let missing = || Refusal::new(StatusCode::NOT_FOUND, "there is no such run in the folder");
        found.map(|(_, path)| path).ok_or_else(missing)
    }
}
