//! The runner: fixed chunks of trials over all cores, the same result whatever happens on the way.

mod chunk;
mod collection;
mod disk;
mod folder;
mod identity;
mod kept;
mod ledger;
mod merge;
mod tally_text;
mod work;

pub use chunk::Shard;
use chunk::{Chunk, chunk_size};
pub use collection::{Collection, Learned, run_chunks};
pub use disk::{Disk, RealDisk, remove_temporary};
pub use folder::{Folder, is_name};
pub use merge::merge;
pub(crate) use merge::parts;

use crate::error::{Error, Result};
use crate::experiment::Experiment;
use crate::measurement::EngineReport;
use crate::results::{ExperimentResult, evaluate};
use crate::tally::Tally;
pub(crate) use identity::{fingerprint, identity};
use kept::Told;
use ledger::Ledger;
use plyscope::cache::{Cache, Memory};
use plyscope::catalogue::Catalogue;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use work::{Round, State, Work};

/// Reports how far a run is.
pub trait Progress: Sync {
    /// `done` of all trials are done.
    fn advance(&self, done: u64, all: u64);
    /// Something is learned before the run.
    fn prepare(&self, _what: &str) {}
    /// What follows, where a run has several parts, each with a count of its own.
    fn stage(&self, _what: &str) {}
    /// What the run will do and how long that takes, where it was estimated.
    fn forecast(&self, _text: &str) {}
    /// What the trials showed that are done: now and then in a long run, and before a second round adds to them.
    fn first_look(&self, _experiment: &Experiment, _tallies: &[Tally], _done: u64, _all: u64) {}
}

/// Hides progress.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {
    fn advance(&self, _: u64, _: u64) {}
}

/// How a run is to be done; none of it changes its result.
pub struct Options<'a> {
    /// Threads.
    pub jobs: usize,
    /// Only some of the chunks, for another machine to do the rest.
    pub shard: Option<Shard>,
    /// Ends the run early when raised; what is done is kept.
    pub stop: &'a AtomicBool,
    /// Reports how far it is.
    pub progress: &'a dyn Progress,
}

/// What is done with a run before it is called complete.
pub type Extras<'a> = dyn Fn(&Folder<'_>, &ExperimentResult) -> Result<()> + 'a;

/// Runs an experiment. With a folder every chunk is written as soon as it is done, and chunks that are
/// there already are not done again. The tallies of all points; in a shard, of its own chunks.
///
/// What has to be learned is learned first, unless nothing is left to do; it is kept in the folder.
pub fn run(
    experiment: &Experiment,
    folder: Option<&Folder<'_>>,
    options: &Options<'_>,
) -> Result<Vec<Tally>> {
    run_noting(experiment, folder, options, None, &mut Vec::new())
}

/// The same, going on from what fewer trials found, where no folder keeps that; notes which engines answered, also where the
/// run fails.
pub(crate) fn run_noting(
    experiment: &Experiment,
    folder: Option<&Folder<'_>>,
    options: &Options<'_>,
    before: Option<(u64, Vec<Tally>)>,
    engines: &mut Vec<EngineReport>,
) -> Result<Vec<Tally>> {
    check_shard(experiment, options.shard)?;
    if let (Some(folder), Some(shard)) = (folder, options.shard) {
        folder.note_shard(experiment, shard)?;
    }
    let Some(study) = experiment.study.sampled() else { return Ok(Vec::new()) };
    let size = folder.map_or_else(|| chunk_size(experiment), Folder::chunk_size);
    let mut ledger = Ledger::open(experiment, size, options.shard, before, |chunk| match folder {
        Some(folder) => folder.read(chunk, &study.empty(chunk.point)),
        None => Ok(None),
    })?;
    let (done, total) = (ledger.done(), ledger.total);
    if (ledger.open.is_empty() && ledger.half.is_empty()) || ledger.is_enough() {
        options.progress.advance(done, total);
        return Ok(ledger.finish());
    }
    let told = Told { memory: Memory::default(), progress: options.progress };
    let kept = folder.map(|folder| folder.cache(options.progress));
    let cache: &dyn Cache = kept.as_ref().map_or(&told, |kept| kept);
    let stops = || options.stop.load(Ordering::Relaxed);
    let stopped = || {
        let kept = match folder {
            Some(_) => "what is done is kept, and --resume continues it",
            None => "nothing is kept without --out",
        };
        Error::Stopped(kept.into())
    };
    // A program that is gone once we were told to stop was told to as well.
    let end = |error: Error| match &error {
        Error::Library(plyscope::Error::Interrupted) => stopped(),
        Error::Library(plyscope::Error::Program { .. }) if stops() => stopped(),
        _ => error,
    };
    let prepared = study.prepare(cache).map_err(|error| {
        // Nothing was done, and what is there stays as it was.
        folder.map_or(Ok(()), Folder::restore).err().unwrap_or_else(|| end(error))
    })?;
    if let Some(text) = prepared.forecast(total, options.jobs) {
        options.progress.forecast(&text);
    }
    let finished = |state: State| match state.error {
        Some(error) => Err(end(error)),
        None if stops() && state.done < total && !state.ledger.is_enough() => Err(stopped()),
        None => Ok(state.ledger),
    };
    options.progress.advance(done, total);
    let looks = experiment.study.measured().is_some().then_some(experiment);
    let (round, open) = (Round::First(&*prepared), ledger.missing());
    let work = Work { study, round, folder, options, open: &open, total, looks };
    let state = work.run(ledger, done);
    EngineReport::add(engines, &EngineReport::all(&prepared.programs()));
    ledger = finished(state)?;
    if ledger.half.is_empty() {
        return Ok(ledger.finish());
    }
    let so_far = ledger.so_far();
    options.progress.first_look(experiment, &so_far, total, total);
    let second = prepared.second_round(cache, &|what, done, all| {
        if done == 0 {
            options.progress.stage(what);
        }
        options.progress.advance(done, all);
    });
    let Some(second) = second.map_err(end)? else { return Ok(so_far) };
    options.progress.stage(&second.what());
    let half: Vec<(Chunk, Tally)> = std::mem::take(&mut ledger.half).into_values().collect();
    let open: Vec<Chunk> = half.iter().map(|(chunk, _)| *chunk).collect();
    let done = total - open.iter().map(Chunk::trials).sum::<u64>();
    let round = Round::Second(&*second, &half);
    let work = Work { study, round, folder, options, open: &open, total, looks: None };
    finished(work.run(ledger, done)).map(Ledger::finish)
}

/// Refuses a part of a run that may end early: its end depends on all that came before.
pub(crate) fn check_shard(experiment: &Experiment, shard: Option<Shard>) -> Result<()> {
    match experiment.study.sampled().filter(|study| study.portions().stops).zip(shard) {
        None => Ok(()),
        Some(_) => Err(Error::Usage("what a test ends is run in order, and has no shards".into())),
    }
}

/// The experiment of a run folder, by what the folder says of itself.
pub fn experiment_of(catalogue: &Catalogue, path: &Path) -> Result<Experiment> {
    experiment_with(catalogue, path, None)
}

/// The same, as another text has it, with what errors call that: title, labels, figure and claims may be others than those of
/// the run, what decides its numbers may not.
fn experiment_with(catalogue: &Catalogue, path: &Path, other: Option<(&str, &str)>) -> Result<Experiment> {
    let (found, catalogue) = (Folder::describe(path)?, &kept::reading(catalogue, path));
    let (plain, suffix) =
        found.id.split_once('+').map_or((&*found.id, None), |(plain, suffix)| (plain, Some(suffix)));
    let (file, text) = other.unwrap_or((plain, &found.text));
    let experiment = Experiment::parse_with(catalogue, file, text, suffix, Some(found.seed))?;
    let experiment = experiment.with(Some(found.trials), None)?;
    Ok(Experiment { id: found.id, until: found.until, most: found.most, ..experiment })
}

/// What a finished run found, told by another text of its experiment; the folder stays as it is.
pub fn read_with(
    catalogue: &Catalogue,
    path: &Path,
    file: &str,
    text: &str,
) -> Result<(Experiment, ExperimentResult)> {
    let path = &within(path);
    let experiment = experiment_with(catalogue, path, Some((file, text)))?;
    let (_, result) = found(path, &experiment)?;
    Ok((experiment, result))
}

/// What the tallies in a run's folder say.
fn found(path: &Path, experiment: &Experiment) -> Result<(Folder<'static>, ExperimentResult)> {
    let folder = Folder::look(path, experiment, &RealDisk)?;
    let mut result = evaluate(experiment, &folder.tallies(experiment)?)?;
    folder.tell_engines(&mut result);
    Ok((folder, result))
}

/// A run folder, or the only one within what was given as `--out`.
fn within(path: &Path) -> PathBuf {
    match run_folders(path).as_deref() {
        Ok([only]) => only.clone(),
        _ => path.to_path_buf(),
    }
}

/// Is a folder that of a run?
pub fn is_run(path: &Path) -> bool {
    path.join("run.json").is_file()
}

/// The run folders within what was given as `--out`, by name, or the folder itself; at least one.
pub fn run_folders(path: &Path) -> Result<Vec<PathBuf>> {
    if is_run(path) {
        return Ok(vec![path.to_path_buf()]);
    }
    let unreadable = |cause| Error::File { what: "could not read", path: path.to_path_buf(), cause };
    let entries = std::fs::read_dir(path).map_err(unreadable)?;
    let mut runs: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|entry| is_run(entry)).collect();
    runs.sort();
    if runs.is_empty() {
        let why = format!("{0} holds no run; make one with `plyscope reproduce --out {0}`", path.display());
        return Err(Error::Usage(why));
    }
    Ok(runs)
}

/// The experiment of a finished run, and the tallies of its points.
pub fn read_tallies(catalogue: &Catalogue, path: &Path) -> Result<(Experiment, Vec<Tally>)> {
    let path = &within(path);
    let experiment = experiment_of(catalogue, path)?;
    let tallies = Folder::look(path, &experiment, &RealDisk)?.tallies(&experiment)?;
    Ok((experiment, tallies))
}

/// What a finished run found, from its folder's tallies; the folder stays as it is.
pub fn look(catalogue: &Catalogue, path: &Path) -> Result<(Experiment, ExperimentResult)> {
    let path = &within(path);
    let experiment = experiment_of(catalogue, path)?;
    let (_, result) = found(path, &experiment)?;
    Ok((experiment, result))
}

/// The same; the files of results are put right if they say otherwise.
pub fn read(catalogue: &Catalogue, path: &Path) -> Result<(Experiment, ExperimentResult)> {
    let path = &within(path);
    let experiment = experiment_of(catalogue, path)?;
    let (folder, result) = found(path, &experiment)?;
    folder.results(&result)?;
    Ok((experiment, result))
}
