//! Shards put together: the folder that one run of everything would have made.

use super::folder::Header;
use super::ledger::Ledger;
use super::{Chunk, Disk, Extras, Folder, RealDisk, Shard, experiment_of, run_folders};
use crate::error::{Error, Result};
use crate::experiment::Experiment;
use crate::results::{ExperimentResult, evaluate};
use plyscope::catalogue::Catalogue;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The parts of one run, in the folders that hold them.
pub(crate) struct Parts {
    /// What was run.
    pub(crate) experiment: Experiment,
    /// At least one.
    folders: Vec<Part>,
}

/// A folder with some chunks of a run.
struct Part {
    path: PathBuf,
    recorded: Header,
}

/// The runs in some folders, each with the folders that hold a part of it. A folder is that of a run, or one of several
/// (what was given as `--out`).
pub(crate) fn parts(catalogue: &Catalogue, given: &[PathBuf]) -> Result<Vec<Parts>> {
    let mut found: Vec<Parts> = Vec::new();
    for folder in given {
        for path in run_folders(folder)? {
            let recorded = Folder::describe(&path)?;
            let part = Part { path, recorded };
            match found.iter_mut().find(|parts| parts.experiment.id == part.recorded.id) {
                Some(parts) => {
                    // The whole has as many trials as the longest part; shorter ones are not finished.
                    if part.recorded.trials > parts.experiment.trials {
                        parts.experiment = experiment_of(catalogue, &part.path)?;
                    }
                    parts.folders.push(part);
                }
                None => {
                    let experiment = experiment_of(catalogue, &part.path)?;
                    found.push(Parts { experiment, folders: vec![part] });
                }
            }
        }
    }
    Ok(found)
}

/// Puts the shards of one run together, in any order, into a folder of its own.
pub fn merge(
    catalogue: &Catalogue,
    out: &Path,
    shards: &[PathBuf],
    disk: &dyn Disk,
) -> Result<(Experiment, ExperimentResult)> {
    let mut found = parts(catalogue, shards)?;
    let one = found.pop().filter(|_| found.is_empty());
    let one = one.ok_or_else(|| Error::Usage("give the folders of all shards of one run".into()))?;
    one.check()?;
    let (_, result) = one.merge(out, disk, &|_, _| Ok(()))?;
    Ok((one.experiment, result))
}

impl Parts {
    /// Is every chunk in one of the folders? Names the shards that are missing or not finished. What comes back names
    /// those that were given twice, which changes nothing.
    pub(crate) fn check(&self) -> Result<Vec<String>> {
        let experiment = &self.experiment;
        let twice = self.twice();
        let Some(study) = experiment.study.sampled() else { return Ok(twice) };
        let folders: Vec<Folder<'_>> = self
            .folders
            .iter()
            .map(|part| Folder::look(&part.path, experiment, &RealDisk))
            .collect::<Result<_>>()?;
        for part in &self.folders {
            if part.recorded.chunk != self.chunk() {
                return Err(Error::Usage(format!(
                    "{} and {} were cut into chunks of {} and {} trials, because one was extended; run the shards anew \
                     with the same --trials",
                    self.folders[0].path.display(),
                    part.path.display(),
                    self.chunk(),
                    part.recorded.chunk
                )));
            }
        }
        let find = |chunk: &Chunk| {
            let found = folders.iter().map(|folder| folder.whole(chunk, study));
            found.collect::<Result<Vec<_>>>().map(|found| found.into_iter().flatten().next())
        };
        let missing = Ledger::open(experiment, self.chunk(), None, None, find)?.missing();
        if missing.is_empty() {
            return Ok(twice);
        }
        let told = self.missing(&missing).into_iter().chain(twice).collect::<Vec<_>>();
        Err(Error::Usage(format!("{} is not whole: {}", experiment.id, told.join("; "))))
    }

    /// Trials of a chunk.
    fn chunk(&self) -> u64 {
        self.folders[0].recorded.chunk
    }

    /// Which shards are missing, in words.
    fn missing(&self, chunks: &[Chunk]) -> Vec<String> {
        /// How many are named at the most.
        const NAMED: usize = 20;
        let mut shards = self.folders.iter().flat_map(|part| &part.recorded.shards);
        let of = shards.next().map(Shard::of);
        let Some(of) = of.filter(|of| shards.all(|shard| shard.of() == *of)) else {
            let count = chunks.len();
            return vec![format!(
                "{count} chunks are missing; finish the runs with --resume, or give all shards"
            )];
        };
        let mut lacking: BTreeMap<Shard, usize> = BTreeMap::new();
        chunks.iter().for_each(|chunk| *lacking.entry(Shard::taking(chunk, of)).or_default() += 1);
        let more = lacking.len().saturating_sub(NAMED);
        let mut told = Vec::new();
        for (shard, lacking) in lacking.into_iter().take(NAMED) {
            let part = self.folders.iter().find(|part| part.recorded.shards.contains(&shard));
            told.push(match part {
                None => format!("shard {shard} is missing"),
                Some(part) => format!(
                    "shard {shard} in {} is not finished ({lacking} chunks are missing): continue it with --resume",
                    part.path.display()
                ),
            });
        }
        if more > 0 {
            told.push(format!("and so are {more} more"));
        }
        told
    }

    /// Shards that are in more than one folder, in words.
    fn twice(&self) -> Vec<String> {
        let mut told = Vec::new();
        for (i, part) in self.folders.iter().enumerate() {
            for other in &self.folders[..i] {
                let both: Vec<String> = part
                    .recorded
                    .shards
                    .iter()
                    .filter(|shard| other.recorded.shards.contains(shard))
                    .map(|shard| format!("shard {shard}"))
                    .collect();
                let (one, other, same) = (part.path.display(), other.path.display(), part.path == other.path);
                let both = both.join(", ");
                match (both.as_str(), same) {
                    ("", false) => {}
                    ("", true) => told.push(format!("the same run was given twice: {other}")),
                    (both, true) => told.push(format!("{both} was given twice: {other}")),
                    (both, false) => told.push(format!("{both} was given twice: {other} and {one}")),
                }
            }
        }
        told
    }

    /// Makes the folder that a run of everything would have made, but for the time that it took, which is that of all
    /// parts together.
    pub(crate) fn merge<'a>(
        &self,
        out: &Path,
        disk: &'a dyn Disk,
        extras: &Extras<'_>,
    ) -> Result<(Folder<'a>, ExperimentResult)> {
        let experiment = &self.experiment;
        let why = "it is not empty; the shards are merged into a folder of their own";
        let folder = Folder::begin(out, experiment, Some(why), Some(self.chunk()), disk)?;
        let together = || -> Result<ExperimentResult> {
            for part in &self.folders {
                folder.take(experiment, &part.path)?;
            }
            let mut result = evaluate(experiment, &folder.tallies(experiment)?)?;
            folder.tell_engines(&mut result);
            let seconds = self.folders.iter().filter_map(|part| part.recorded.seconds).sum();
            extras(&folder, &result)?;
            folder.finish(experiment, &result, seconds)?;
            Ok(result)
        };
        match together() {
            Ok(result) => Ok((folder, result)),
            Err(error) => {
                // Half a merge is of no use, and would be in the way of the next one.
                folder.discard();
                Err(error)
            }
        }
    }
}
