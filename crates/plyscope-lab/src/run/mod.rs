//! The runner: fixed chunks of trials over all cores, the same result whatever happens on the way.

mod chunk;
mod collection;
mod differs;
mod disk;
mod folder;
mod gathered;
mod identity;
mod inputs;
mod lock;
mod merge;
mod programs;
mod shelf;
mod tally_text;
mod work;

use chunk::check_chunks;
pub use chunk::{Chunk, Shard, chunk_size, chunks};
pub use collection::{Collection, Learned, run_chunks};
pub use disk::{Disk, RealDisk};
pub use folder::{Folder, Recorded, is_name};
pub use merge::{Parts, merge, parts};

use crate::error::{Error, Result};
use crate::experiment::Experiment;
use crate::results::{ExperimentResult, evaluate};
use crate::tally::Tally;
use gathered::Gathered;
pub(crate) use identity::{fingerprint, identity};
use plyscope::catalogue::Catalogue;
use plyscope::player::Program;
use plyscope::shelf::{Memory, Shelf};
pub(crate) use programs::{add, reports};
use shelf::Told;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use work::{Round, State, Work};

/// Is told how far a run is.
pub trait Progress: Sync {
    /// So many of all trials are done.
    fn advance(&self, done: u64, all: u64);
    /// Something is learned before the run.
    fn prepare(&self, _what: &str) {}
    /// What follows, where a run has several parts, each with a count of its own.
    fn stage(&self, _what: &str) {}
    /// What the run will do and how long that takes, where it was estimated.
    fn forecast(&self, _text: &str) {}
    /// Which other programs answered, and what they did so far.
    fn programs(&self, _programs: &[Program]) {}
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
    /// Is told how far it is.
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
    check_shard(experiment, options.shard)?;
    if let (Some(folder), Some(shard)) = (folder, options.shard) {
        folder.note_shard(experiment, shard)?;
    }
    let Some(study) = experiment.study.sampled() else { return Ok(Vec::new()) };
    let empty = |point: usize| study.empty(point);
    let mut gathered = Gathered::new(study, experiment.places.len());
    let mine = |chunk: &Chunk| options.shard.is_none_or(|shard| shard.takes(chunk));
    check_chunks(experiment, folder.map_or_else(|| chunk_size(experiment), Folder::chunk_size))?;
    let all = folder.map_or_else(|| chunks(experiment, chunk_size(experiment)), |f| f.chunks(experiment));
    let all: Vec<Chunk> = all.into_iter().filter(mine).collect();
    let total: u64 = all.iter().map(|chunk| chunk.trials()).sum();
    let (mut open, mut half) = (Vec::new(), Vec::new());
    for chunk in all {
        match folder.map(|folder| folder.read(&chunk, &empty(chunk.point))).transpose()?.flatten() {
            Some(tally) if study.is_half(&tally) => half.push((chunk, tally)),
            Some(tally) => gathered.add(&chunk, tally),
            None => open.push(chunk),
        }
    }
    let done = total - open.iter().map(|chunk| chunk.trials()).sum::<u64>();
    if (open.is_empty() && half.is_empty()) || gathered.is_enough() {
        options.progress.advance(done, total);
        return Ok(gathered.tallies());
    }
    let told = Told { memory: Memory::default(), progress: options.progress };
    let kept = folder.map(|folder| folder.shelf(options.progress));
    let shelf: &dyn Shelf = kept.as_ref().map_or(&told, |kept| kept);
    let prepared = study.prepare(shelf);
    let stopped = || {
        let kept = match folder {
            Some(_) => "what is done is kept, and --resume continues it",
            None => "nothing is kept without --out",
        };
        Error::Stopped(kept.into())
    };
    // A program that is gone once we were told to stop was told to as well.
    let end = |error: Error| match &error {
        Error::Library(plyscope::Error::Program { .. }) if options.stop.load(Ordering::Relaxed) => stopped(),
        _ => error,
    };
    let prepared = prepared.map_err(|error| {
        // Nothing was done, and what is there stays as it was.
        folder.map_or(Ok(()), Folder::restore).err().unwrap_or_else(|| end(error))
    })?;
    if let Some(text) = prepared.forecast(total, options.jobs) {
        options.progress.forecast(&text);
    }
    let finished = |state: State<'_>| match state.error {
        Some(error) => Err(end(error)),
        None if options.stop.load(Ordering::Relaxed) && state.done < total && !state.gathered.is_enough() => {
            Err(stopped())
        }
        None => Ok((state.gathered.tallies(), state.half)),
    };
    options.progress.advance(done, total);
    let looks = experiment.study.measured().is_some().then_some(experiment);
    let round = Round::First(&*prepared);
    let work = Work { study, round, folder, options, open: &open, total, looks };
    let state = work.run(gathered, done);
    options.progress.programs(&prepared.programs());
    let (tallies, found) = finished(state)?;
    half.extend(found.into_iter().map(|(number, tally)| (open[number], tally)));
    if half.is_empty() {
        return Ok(tallies);
    }
    let mut all = tallies.clone();
    half.iter().for_each(|(chunk, tally)| all[chunk.point].merge(tally));
    options.progress.first_look(experiment, &all, total, total);
    let second = prepared.second_round(shelf, &|what, done, all| {
        if done == 0 {
            options.progress.stage(what);
        }
        options.progress.advance(done, all);
    });
    let Some(second) = second.map_err(end)? else { return Ok(all) };
    options.progress.stage(&second.what());
    let (chunks, tallies_of): (Vec<Chunk>, Vec<Tally>) = half.into_iter().unzip();
    let done = total - chunks.iter().map(Chunk::trials).sum::<u64>();
    let round = Round::Second(&*second, &tallies_of);
    let work = Work { study, round, folder, options, open: &chunks, total, looks: None };
    let gathered = Gathered::of(study, tallies);
    finished(work.run(gathered, done)).map(|(tallies, _)| tallies)
}

/// Refuses a part of a run that may end early: its end depends on all that came before.
pub(crate) fn check_shard(experiment: &Experiment, shard: Option<Shard>) -> Result<()> {
    match experiment.study.sampled().filter(|study| study.stops()).zip(shard) {
        None => Ok(()),
        Some(_) => {
            Err(Error::Usage("a match that its test ends is played in order, and has no shards".into()))
        }
    }
}

/// The experiment of a run folder, by what the folder says of itself.
pub fn experiment_of(catalogue: &Catalogue, path: &Path) -> Result<Experiment> {
    let (found, catalogue) = (Folder::describe(path)?, &inputs::reading(catalogue, path));
    let (plain, suffix) = match found.id.split_once('+') {
        Some((plain, suffix)) => (plain, Some(suffix)),
        None => (found.id.as_str(), None),
    };
    let experiment = Experiment::parse_with(catalogue, plain, &found.text, suffix, Some(found.seed))?;
    Ok(Experiment { until: found.until, ..experiment.with(Some(found.trials), None)? })
}

/// The experiment of a run folder, as another text has it: title, labels, figure and claims may be others than those of
/// the run, what decides its numbers may not. `file` is what errors call the text.
fn experiment_with(catalogue: &Catalogue, path: &Path, file: &str, text: &str) -> Result<Experiment> {
    let (found, catalogue) = (Folder::describe(path)?, &inputs::reading(catalogue, path));
    let suffix = found.id.split_once('+').map(|(_, suffix)| suffix);
    let experiment = Experiment::parse_with(catalogue, file, text, suffix, Some(found.seed))?;
    let experiment = experiment.with(Some(found.trials), None)?;
    Ok(Experiment { id: found.id, until: found.until, ..experiment })
}

/// What a finished run found, told by another text of its experiment; the folder stays as it is.
pub fn read_with(
    catalogue: &Catalogue,
    path: &Path,
    file: &str,
    text: &str,
) -> Result<(Experiment, ExperimentResult)> {
    let path = &within(path);
    let experiment = experiment_with(catalogue, path, file, text)?;
    let folder = Folder::look(path, &experiment, &RealDisk)?;
    let mut result = evaluate(&experiment, &folder.tallies(&experiment)?)?;
    folder.tell_engines(&mut result);
    Ok((experiment, result))
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

/// What a finished run found, from its folder's tallies; the files of results are put right if they say otherwise.
pub fn read(catalogue: &Catalogue, path: &Path) -> Result<(Experiment, ExperimentResult)> {
    let (experiment, tallies) = read_tallies(catalogue, path)?;
    let folder = Folder::look(&within(path), &experiment, &RealDisk)?;
    let mut result = evaluate(&experiment, &tallies)?;
    folder.tell_engines(&mut result);
    folder.results(&result)?;
    Ok((experiment, result))
}
