//! Experiments from beginning to end: a list of them is run, and their results are kept in folders if wanted.

use crate::error::{Error, Result};
use crate::experiment::{Experiment, MOST_TRIALS, builtin_ids};
use crate::measurement::EngineReport;
use crate::plan::plan;
use crate::report::slug;
use crate::results::{ExperimentResult, Verdict, evaluate, widest};
use crate::run::{Disk, Extras, Folder, Options, Progress, Shard, check_shard, is_run, parts, run_noting};
use plyscope::catalogue::Catalogue;
use plyscope_files::wait::{self, Ended};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// How often it is looked whether a run is to stop.
const LOOKS: Duration = Duration::from_millis(50);

/// How experiments are to be run; none of it changes their results but trials, seed and width.
pub struct Conduct<'a> {
    /// Trials at every point, instead of the experiment's own.
    pub trials: Option<u64>,
    /// The seed, instead of the experiment's own.
    pub seed: Option<u64>,
    /// Add trials until no interval is wider than this.
    pub until: Option<f64>,
    /// Add trials until every claim (and every step of a measurement) is decided.
    pub decide: bool,
    /// Up to so many; ten times the trials that it begins with, where it is left open.
    pub most: Option<u64>,
    /// Threads.
    pub jobs: usize,
    /// Keep runs in this folder, one within it for each.
    pub out: Option<&'a Path>,
    /// One within it for each run; else it is the folder of the only one.
    pub nested: bool,
    /// Go on with runs that were stopped, or add trials to them.
    pub resume: bool,
    /// Only some of the chunks.
    pub shard: Option<Shard>,
    /// Ends early when raised; what is done is kept.
    pub stop: &'a AtomicBool,
    /// Where files are written.
    pub disk: &'a dyn Disk,
}

impl Conduct<'_> {
    /// An experiment with the trials, seed and width that are asked for.
    pub fn adapt(&self, experiment: Experiment) -> Result<Experiment> {
        let experiment = experiment.with(self.trials, self.seed)?;
        let portions = experiment.study.sampled().map(|study| study.portions());
        // A list has no more, and a match that its own test ends needs none.
        if let Some(portions) = portions.filter(|portions| self.decide && !portions.stops) {
            let most = self.most.unwrap_or(experiment.trials.saturating_mul(10)).min(MOST_TRIALS);
            let most = most.min(portions.most.unwrap_or(most)).max(experiment.trials);
            return Ok(Experiment { most: Some(most), ..experiment });
        }
        let Some((_, study)) = self.until.zip(experiment.study.sampled()) else { return Ok(experiment) };
        let scale = experiment.study.scale();
        if !scale.share {
            let why = format!(
                "{}: --until is the width of an interval of a proportion; {} has none",
                experiment.id, scale.label
            );
            return Err(Error::Usage(why));
        }
        if study.portions().stops {
            let why =
                format!("{}: --until adds trials to what its own test ends; leave it out", experiment.id);
            return Err(Error::Usage(why));
        }
        // Whole chunks, so that none changes when trials are added.
        let trials = experiment.trials.next_multiple_of(study.portions().chunk);
        Ok(Experiment { until: self.until, trials, ..experiment })
    }

    /// Refuses what needs more memory than it may take.
    pub fn check_memory(&self, experiment: &Experiment) -> Result<()> {
        let needed = plan(experiment).bytes_a_thread.saturating_mul(self.jobs as u128);
        let what = format!("{} with {} threads (--jobs)", experiment.id, self.jobs);
        Ok(plyscope::memory::ask(&what, needed)?)
    }

    /// Runs one adapted experiment; nothing comes back from a shard, which is only a part.
    pub fn run(
        &self,
        experiment: Experiment,
        progress: &dyn Progress,
        extras: &Extras<'_>,
    ) -> Result<Option<(Experiment, ExperimentResult)>> {
        check_shard(&experiment, self.shard)?;
        let started = Instant::now();
        let within =
            |out: &Path| if self.nested { out.join(slug(&experiment.id)) } else { out.to_path_buf() };
        let folder = self.out.map(within);
        let open = |path: std::path::PathBuf| Folder::open(&path, &experiment, self.resume, self.disk);
        let folder = folder.map(open).transpose()?;
        let options = Options { jobs: self.jobs, shard: self.shard, stop: self.stop, progress };
        let mut experiment = experiment.clone();
        let mut answered = Vec::new();
        let mut before = None;
        let mut result = loop {
            let mut engines = Vec::new();
            let ran = noting_a_stop(self.stop, folder.as_ref(), &experiment, || {
                run_noting(&experiment, folder.as_ref(), &options, before.take(), &mut engines)
            });
            if let Some(folder) = &folder {
                folder.add_engines(&engines);
                if matches!(ran, Err(Error::Stopped(_))) || (ran.is_err() && !engines.is_empty()) {
                    folder.stopped(&experiment)?;
                }
            }
            EngineReport::add(&mut answered, &engines);
            let tallies = ran?;
            if self.shard.is_some() {
                let done =
                    |folder: &Folder<'_>| folder.finish_shard(&experiment, started.elapsed().as_secs_f64());
                folder.as_ref().map_or(Ok(()), done)?;
                return Ok(None);
            }
            let result = evaluate(&experiment, &tallies)?;
            let trials = experiment.trials;
            match (experiment.until, experiment.most) {
                (Some(width), _) if widest(&result) > width => experiment.trials *= 2,
                (_, Some(most)) if trials < most && is_open(&result) => {
                    // By half as many again, in whole chunks: few are too many, and looks are few.
                    let chunk = experiment.study.sampled().map_or(1, |study| study.portions().chunk);
                    experiment.trials = (trials + trials.div_ceil(2)).next_multiple_of(chunk).min(most);
                }
                _ => break result,
            }
            before = folder.is_none().then_some((trials, tallies));
        };
        if let (None, Some(measurement)) = (&folder, &mut result.measurement) {
            measurement.tell_engines(answered);
        }
        if let Some(folder) = &folder {
            // Those of the runs before it, too.
            folder.tell_engines(&mut result);
            extras(folder, &result)?;
            folder.finish(&experiment, &result, started.elapsed().as_secs_f64())?;
        }
        Ok(Some((experiment, result)))
    }
}

/// Is a claim undecided, or a step of a measurement?
fn is_open(result: &ExperimentResult) -> bool {
    let steps = result.measurement.iter().any(|measurement| measurement.is_open());
    steps || result.claims.iter().any(|claim| claim.verdict == Verdict::Undecided)
}

/// Works, and once it is to stop, notes in the folder that it was stopped: work that does not end soon enough is ended with
/// the program.
fn noting_a_stop<T>(
    stop: &AtomicBool,
    folder: Option<&Folder<'_>>,
    experiment: &Experiment,
    work: impl FnOnce() -> T,
) -> T {
    let Some(folder) = folder else { return work() };
    let (done, ended) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            while wait::receive(&ended, Some(Instant::now() + LOOKS)) == Err(Ended::Late) {
                if stop.load(Ordering::Relaxed) {
                    // Where it cannot be written, the run's own end says why.
                    let _ = folder.stopped(experiment);
                    return;
                }
            }
        });
        let made = work();
        drop(done);
        made
    })
}

/// What came out of shards.
pub struct Merged {
    /// The runs, whole.
    pub results: Vec<(Experiment, ExperimentResult)>,
    /// What a reader should know: shards that were given twice.
    pub notes: Vec<String>,
    /// Is it one measurement, in a folder to itself?
    pub alone: bool,
}

/// Puts the shards of all runs in some folders together, into one folder with one within it for each run, as a run with
/// `--out` makes it; shards of one measurement that are folders to themselves are put into the folder itself, as
/// `plyscope measure` does. Nothing is made unless all are whole.
pub fn merge_all(
    catalogue: &Catalogue,
    out: &Path,
    given: &[PathBuf],
    disk: &dyn Disk,
    extras: &Extras<'_>,
) -> Result<Merged> {
    let mut runs = parts(catalogue, given)?;
    // The papers' experiments in their order, then others by name, however the folders were given.
    let known = builtin_ids();
    let place = |id: &str| known.iter().position(|known| Some(*known) == id.split('+').next());
    runs.sort_by_key(|run| {
        let id = &run.experiment.id;
        (place(id).unwrap_or(known.len()), id.clone())
    });
    let mut notes = Vec::new();
    let mut wrong = Vec::new();
    for run in &runs {
        match run.check() {
            Ok(told) => notes.extend(told.into_iter().map(|note| format!("{}: {note}", run.experiment.id))),
            Err(Error::Usage(why)) => wrong.push(why),
            Err(error) => return Err(error),
        }
    }
    if !wrong.is_empty() {
        return Err(Error::Usage(wrong.join("; ")));
    }
    let mut made: Vec<Folder<'_>> = Vec::new();
    let mut results = Vec::new();
    let measures = runs.len() == 1 && runs[0].experiment.study.measured().is_some();
    let alone = measures && given.iter().all(|folder| is_run(folder));
    for run in runs {
        let folder = if alone { out.to_path_buf() } else { out.join(slug(&run.experiment.id)) };
        match run.merge(&folder, disk, extras) {
            Ok((folder, result)) => {
                made.push(folder);
                results.push((run.experiment, result));
            }
            Err(error) => {
                made.iter().for_each(Folder::discard);
                // Only if nothing else is in it.
                let _ = std::fs::remove_dir(out);
                return Err(error);
            }
        }
    }
    Ok(Merged { results, notes, alone })
}
