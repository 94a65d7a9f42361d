//! Chunks that are done elsewhere: on other machines, which send their tallies back as text.
//!
//! The text of a tally carries what it is of, and a checksum, as in a run's folder; what comes from another run, or was
//! damaged on its way, is refused. The result is that of a run here, to the bit.

use super::chunk::{Chunk, chunk_at, chunk_size};
use super::folder::{FORMAT, Folder};
use super::identity::identity;
use super::kept::Told;
use super::ledger::Ledger;
use super::{Progress, RealDisk, tally_text};
use crate::error::{Error, Result};
use crate::experiment::Experiment;
use crate::results::{ExperimentResult, evaluate};
use crate::study::{Prepared, Sampled};
use crate::tally::Tally;
use plyscope::cache::{Cache, Memory};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What was learned for a run, by name: it is learned once and sent along.
pub type Learned = BTreeMap<String, String>;

/// A run whose chunks are done elsewhere.
///
/// ```
/// use plyscope::catalogue::Catalogue;
/// use plyscope_lab::experiment::builtin;
/// use plyscope_lab::run::{Collection, Options, Silent, run, run_chunks};
/// use std::sync::atomic::AtomicBool;
///
/// let experiment = builtin(&Catalogue::built_in(), "wilson/fig3-b2")?.with(Some(2000), None)?;
/// let mut collection = Collection::begin(experiment.clone(), None)?;
/// let (size, learned) = (collection.chunk_size(), collection.learn(&Silent)?);
/// let open: Vec<u64> = collection.open().collect();
/// // On some machine, in any order.
/// for number in open.into_iter().rev() {
///     let tallies = run_chunks(&experiment, size, &learned, &[number], &AtomicBool::new(false))?;
///     collection.add(number, &tallies[0])?;
/// }
/// let result = collection.finish()?;
///
/// let options = Options { jobs: 1, shard: None, stop: &AtomicBool::new(false), progress: &Silent };
/// let here = plyscope_lab::results::evaluate(&experiment, &run(&experiment, None, &options)?)?;
/// assert_eq!(result, here);
/// # Ok::<(), plyscope_lab::Error>(())
/// ```
pub struct Collection {
    experiment: Experiment,
    identity: String,
    folder: Option<Folder<'static>>,
    chunk: u64,
    ledger: Ledger,
    started: Instant,
}

impl Collection {
    /// Begins a run, in a folder or in memory; with `resume` it goes on with what is in the folder.
    pub fn begin(experiment: Experiment, folder: Option<(&Path, bool)>) -> Result<Self> {
        let sampled = experiment.study.sampled();
        if sampled.is_some_and(|study| study.portions().stops) {
            return Err(Error::Usage(
                "a match that its test ends is played in order, and cannot be spread over machines".into(),
            ));
        }
        let open = |(path, resume): (&Path, bool)| Folder::open(path, &experiment, resume, &RealDisk);
        let folder = folder.map(open).transpose()?;
        let chunk = folder.as_ref().map_or_else(|| chunk_size(&experiment), Folder::chunk_size);
        let ledger =
            Ledger::open(&experiment, chunk, None, None, |chunk| match folder.as_ref().zip(sampled) {
                Some((folder, study)) => folder.whole(chunk, study),
                None => Ok(None),
            })?;
        let (identity, started) = (identity(&experiment), Instant::now());
        Ok(Collection { experiment, identity, folder, chunk, ledger, started })
    }

    fn study(&self) -> &dyn Sampled {
        self.experiment.study.sampled().expect("only what is sampled has chunks")
    }

    /// Trials of a chunk.
    pub fn chunk_size(&self) -> u64 {
        self.chunk
    }

    /// The numbers of the chunks that are not done yet.
    pub fn open(&self) -> impl Iterator<Item = u64> {
        self.ledger.open.keys().copied()
    }

    /// How many trials are done, of how many.
    pub fn trials(&self) -> [u64; 2] {
        [self.ledger.done(), self.ledger.total]
    }

    /// Learns what is to be learned, if anything is left to do, and keeps it in the folder as a run here does.
    pub fn learn(&self, progress: &dyn Progress) -> Result<Learned> {
        let kept = Mutex::default();
        if !self.ledger.open.is_empty() {
            let told = Told { memory: Memory::default(), progress };
            let folder = self.folder.as_ref().map(|folder| folder.cache(progress));
            let cache: &dyn Cache = folder.as_ref().map_or(&told, |cache| cache);
            let cache = Copied { cache, kept: &kept };
            let prepared = self.study().prepare(&cache)?;
            let _second = prepared.second_round(&cache, &|_, _, _| {})?;
        }
        Ok(kept.into_inner().expect("no thread panics with the lock held"))
    }

    /// Adds the tally of a chunk; one that is there already is left as it is, since it is the same.
    pub fn add(&mut self, number: u64, text: &str) -> Result<()> {
        let Some(chunk) = self.ledger.open.get(&number).copied() else { return Ok(()) };
        let empty = self.study().empty(chunk.point);
        let tally = tally_text::parse(FORMAT, text, &self.identity, &chunk, &empty);
        let whole = tally.filter(|tally| tally.looked_at() == chunk.trials());
        let tally = whole.ok_or_else(|| {
            Error::Usage(format!(
                "{}: what came for chunk {number} is damaged, or of another run",
                self.experiment.id
            ))
        })?;
        if let Some(folder) = &self.folder {
            folder.write(&chunk, &tally)?;
        }
        self.ledger.add(chunk, tally);
        Ok(())
    }

    /// Records in the folder that the run was stopped before its end.
    pub fn stopped(&self) -> Result<()> {
        self.folder.as_ref().map_or(Ok(()), |folder| folder.stopped(&self.experiment))
    }

    /// What came out, once every chunk is there.
    pub fn finish(self) -> Result<ExperimentResult> {
        if !self.ledger.open.is_empty() {
            let (open, id) = (self.ledger.open.len(), &self.experiment.id);
            return Err(Error::Usage(format!("{id}: {open} chunks are missing")));
        }
        let result = evaluate(&self.experiment, &self.ledger.finish())?;
        if let Some(folder) = &self.folder {
            folder.finish(&self.experiment, &result, self.started.elapsed().as_secs_f64())?;
        }
        Ok(result)
    }
}

/// The tallies of some chunks as text, for a [`Collection`] elsewhere. What is not among what was learned is learned here.
pub fn run_chunks(
    experiment: &Experiment,
    size: u64,
    learned: &Learned,
    numbers: &[u64],
    stop: &AtomicBool,
) -> Result<Vec<String>> {
    let Some(study) = experiment.study.sampled() else { return Ok(Vec::new()) };
    let cache = Memory::default();
    for (name, text) in learned {
        cache.get_or_learn(name, &mut || Ok(text.clone()))?;
    }
    let prepared = study.prepare(&cache)?;
    let second = prepared.second_round(&cache, &|_, _, _| {})?;
    let identity = identity(experiment);
    let one = |number: &u64| {
        let chunk = chunk_at(experiment, size, *number);
        let mut tally = run_chunk(study, &*prepared, &chunk, stop)?;
        if let Some(second) = &second {
            for (trial, record) in &mut tally.records {
                *record = second.complete(*trial, record)?;
            }
        }
        Ok(tally_text::print(FORMAT, &identity, &chunk, &tally))
    };
    numbers.iter().map(one).collect()
}

fn run_chunk(
    study: &dyn Sampled,
    prepared: &dyn Prepared,
    chunk: &Chunk,
    stop: &AtomicBool,
) -> Result<Tally> {
    let mut tally = study.empty(chunk.point);
    for (block, trials) in chunk.blocks() {
        if stop.load(Ordering::Relaxed) {
            return Err(Error::Stopped("a chunk that is not whole is not kept".into()));
        }
        tally.merge(&prepared.block(chunk.point, block, trials)?);
    }
    Ok(tally)
}

/// A cache that copies what is asked for.
struct Copied<'a> {
    cache: &'a dyn Cache,
    kept: &'a Mutex<Learned>,
}

impl Cache for Copied<'_> {
    fn is_begun(&self) -> bool {
        self.cache.is_begun()
    }

    fn has(&self, name: &str) -> bool {
        self.cache.has(name)
    }

    fn get_or_learn(
        &self,
        name: &str,
        learn: &mut dyn FnMut() -> plyscope::Result<String>,
    ) -> plyscope::Result<String> {
        let learned = self.cache.get_or_learn(name, learn)?;
        self.kept
            .lock()
            .expect("no thread panics with the lock held")
            .insert(name.to_string(), learned.clone());
        Ok(learned)
    }
}
