//! A run is a folder: the experiment as run, the tallies of every finished chunk, and at the end the results.

use super::Progress;
use super::chunk::{Chunk, Shard, check_chunks, chunk_size, chunks};
use super::disk::{Disk, LOCK, Lock, RealDisk, TEMPORARY, is_occupied, is_taken, remove_temporary};
use super::identity::{differences, identity};
use super::kept::{FolderCache, INPUTS, PREPARED};
use super::ledger::Ledger;
use super::tally_text;
use crate::error::{Error, Result};
use crate::experiment::{Experiment, MOST_TRIALS};
use crate::measurement::{EngineReport, files as files_of, is_positions};
use crate::results::{ExperimentResult, csv};
use crate::study::Sampled;
use crate::tally::Tally;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The form of the files; a folder of another form is refused. Since 3 a run is known by what decides its numbers, and can
/// be extended.
pub(super) const FORMAT: u32 = 3;

/// `run.json`: what was run. Timing belongs here and never into results.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Header {
    format: u32,
    version: String,
    pub(super) id: String,
    pub(super) seed: u64,
    /// Trials at every point.
    pub(super) trials: u64,
    identity: String,
    /// Trials of a chunk.
    pub(super) chunk: u64,
    /// The width that it was run until.
    #[serde(default)]
    pub(super) until: Option<f64>,
    /// The trials up to which it was run until all was decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) most: Option<u64>,
    /// The shards that were run here; none where the whole was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) shards: Vec<Shard>,
    /// `running`, `stopped`, `shard-complete` or `complete`.
    status: String,
    /// How long it took, where it is done.
    pub(super) seconds: Option<f64>,
    /// The engines that answered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    engines: Vec<EngineReport>,
    /// The text of the experiment, which is in a file of its own.
    #[serde(skip)]
    pub(super) text: String,
}

/// A run's folder.
pub struct Folder<'a> {
    path: PathBuf,
    identity: String,
    /// Trials of a chunk.
    chunk: u64,
    disk: &'a dyn Disk,
    /// The engines that answered.
    engines: Mutex<Vec<EngineReport>>,
    /// `run.json` and `spec.toml` as they were before this run went on.
    before: Option<[String; 2]>,
    /// Held by who writes chunks.
    _lock: Option<Lock>,
}

/// Can a run be called so? Folders and files are, with `-` for what has no place in a name: what is dots alone would
/// lead out of where they belong.
pub fn is_name(id: &str) -> bool {
    id.contains(|c| c != '.') && !id.contains(char::is_control)
}

impl<'a> Folder<'a> {
    /// Makes the folder, or with `resume` goes on in one that holds this very run. No other process can while it is open.
    pub fn open(path: &Path, experiment: &Experiment, resume: bool, disk: &'a dyn Disk) -> Result<Self> {
        let why = "it is not empty; give --resume to continue it, or another folder";
        Self::begin(path, experiment, (!resume).then_some(why), None, disk)
    }

    /// The same; `refusal` is what to say of a folder that is not empty, unless the run goes on in it. A run that goes on
    /// elsewhere keeps its chunks.
    pub(super) fn begin(
        path: &Path,
        experiment: &Experiment,
        refusal: Option<&str>,
        chunk: Option<u64>,
        disk: &'a dyn Disk,
    ) -> Result<Self> {
        let mut folder = Self::of(path, experiment, disk);
        folder.chunk = chunk.unwrap_or(folder.chunk);
        if !is_name(&experiment.id) {
            return Err(folder.wrong(format!("a run cannot be named {:?}", experiment.id)));
        }
        // A folder of something else is left as it is. A run has its lock before it writes anything.
        let foreign = is_occupied(path) && !["run.json", LOCK].iter().any(|name| path.join(name).exists());
        if !foreign {
            folder._lock = Some(Lock::take(path)?);
            folder.remove_temporary();
        }
        if !foreign && (!is_occupied(path) || folder.is_stump()) {
            folder.make("tallies")?;
            folder.add("spec.toml", experiment.text.as_bytes())?;
            folder.header(experiment, &[], "running", None)?;
        } else if let Some(why) = refusal {
            return Err(folder.wrong(if folder.is_interrupted() {
                why.replacen("it is not empty", "it holds a run that was interrupted", 1)
            } else {
                why.to_string()
            }));
        } else {
            folder.check(experiment)?;
            folder.before = Some([folder.get("run.json")?, folder.get("spec.toml")?]);
            // Texts may have changed, and there may be more trials now.
            folder.add("spec.toml", experiment.text.as_bytes())?;
            folder.header(experiment, &folder.shards()?, "running", None)?;
        }
        folder.keep_inputs(experiment)?;
        Ok(folder)
    }

    /// Opens a folder that holds this very run, to see what it found; others may be at work in it.
    pub(super) fn look(path: &Path, experiment: &Experiment, disk: &'a dyn Disk) -> Result<Self> {
        let mut folder = Self::of(path, experiment, disk);
        folder.check(experiment)?;
        Ok(folder)
    }

    /// The folder of an experiment, as if nothing were there yet.
    fn of(path: &Path, experiment: &Experiment, disk: &'a dyn Disk) -> Self {
        Folder { identity: identity(experiment), chunk: chunk_size(experiment), ..Self::at(path, disk) }
    }

    /// A folder of which nothing is known.
    fn at(path: &Path, disk: &'a dyn Disk) -> Self {
        let (path, identity, engines) = (path.to_path_buf(), String::new(), Mutex::default());
        Folder { path, identity, chunk: 1, disk, engines, before: None, _lock: None }
    }

    /// Trials of a chunk.
    pub(super) fn chunk_size(&self) -> u64 {
        self.chunk
    }

    /// The chunks of the run, as it began with them.
    fn chunks(&self, experiment: &Experiment) -> Vec<Chunk> {
        chunks(experiment, self.chunk)
    }

    /// Where what is learned for the run is kept.
    pub(super) fn cache<'b>(&'b self, progress: &'b dyn Progress) -> FolderCache<'b> {
        FolderCache { folder: &self.path, disk: self.disk, progress }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn make(&self, name: &str) -> Result<()> {
        let path = self.path.join(name);
        fs::create_dir_all(&path).map_err(|cause| Error::File { what: "could not make", path, cause })
    }

    pub(super) fn wrong(&self, why: impl Into<String>) -> Error {
        Error::Folder { folder: self.path.clone(), why: why.into() }
    }

    /// Adds a file to the run: a figure, a table in another form.
    pub fn add(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.path.join(name);
        self.disk.write(&path, bytes).map_err(|cause| Error::File { what: "could not write", path, cause })
    }

    fn get(&self, name: &str) -> Result<String> {
        let text = plyscope_files::text_within(&self.path, name);
        text.map_err(|cause| Error::File { what: "could not read", path: self.path.join(name), cause })
    }

    /// The shards that were run here.
    pub(super) fn shards(&self) -> Result<Vec<Shard>> {
        Ok(self.header_of(&self.get("run.json")?)?.shards)
    }

    /// Records that a shard is run here.
    pub(super) fn note_shard(&self, experiment: &Experiment, shard: Shard) -> Result<()> {
        let mut shards = self.shards()?;
        if shards.contains(&shard) {
            return Ok(());
        }
        shards.push(shard);
        shards.sort();
        self.header(experiment, &shards, "running", None)
    }

    /// Records that the shards here are done.
    pub(crate) fn finish_shard(&self, experiment: &Experiment, seconds: f64) -> Result<()> {
        self.header(experiment, &self.shards()?, "shard-complete", Some(seconds))
    }

    /// Records that the run was stopped before its end.
    pub(crate) fn stopped(&self, experiment: &Experiment) -> Result<()> {
        self.header(experiment, &self.shards()?, "stopped", None)
    }

    /// Did a run begin here that did not end and is not continued now? A signal may have recorded that, a kill did not.
    fn is_interrupted(&self) -> bool {
        let header = self.get("run.json").and_then(|text| self.header_of(&text));
        let lives = || self._lock.is_none() && is_taken(&self.path);
        header.is_ok_and(|header| match header.status.as_str() {
            "stopped" => true,
            "running" => !lives(),
            _ => false,
        })
    }

    fn header(
        &self,
        experiment: &Experiment,
        shards: &[Shard],
        status: &str,
        seconds: Option<f64>,
    ) -> Result<()> {
        let header = Header {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_string(),
            id: experiment.id.clone(),
            seed: experiment.seed,
            trials: experiment.trials,
            identity: self.identity.clone(),
            chunk: self.chunk,
            until: experiment.until,
            most: experiment.most,
            shards: shards.to_vec(),
            status: status.to_string(),
            seconds,
            engines: self.engines(),
            text: String::new(),
        };
        let json = serde_json::to_string_pretty(&header).expect("a header is plain data");
        self.add("run.json", (json + "\n").as_bytes())
    }

    /// Is it a folder of this run? Then it keeps the chunks it began with.
    fn check(&mut self, experiment: &Experiment) -> Result<()> {
        let text = self
            .get("run.json")
            .map_err(|_| self.wrong("it holds no run.json, so it is not a run folder"))?;
        let header = self.header_of(&text)?;
        if header.identity != self.identity {
            return Err(self.wrong(self.other_run(&header, experiment)));
        }
        if header.trials > experiment.trials && !experiment.grows() {
            return Err(self.wrong(format!(
                "it holds {} trials a point, more than the {} that are asked for; a run can be extended, not shortened",
                header.trials, experiment.trials
            )));
        }
        if header.chunk == 0 {
            return Err(self.wrong("its run.json is damaged (chunks of no trials)"));
        }
        self.chunk = header.chunk;
        check_chunks(experiment, self.chunk)?;
        self.engines = Mutex::new(header.engines);
        self.make("tallies")
    }

    /// In what the run here differs from the one that is asked for.
    fn other_run(&self, header: &Header, experiment: &Experiment) -> String {
        let mut told = Vec::new();
        if header.id != experiment.id {
            told.push(format!("it is {}, not {}", header.id, experiment.id));
        }
        if header.seed != experiment.seed {
            told.push(format!("its seed is {}, not {}", header.seed, experiment.seed));
        }
        told.extend(differences(&self.get("spec.toml").unwrap_or_default(), &experiment.text));
        if told.is_empty() {
            told.push(
                "the texts are the same, so a file that they name changed, or the version of Plyscope".into(),
            );
        }
        format!(
            "it holds another run: {}; texts, figures and claims may change and trials may be added, and everything else \
             needs another folder",
            told.join("; ")
        )
    }

    /// The engines that answered so far.
    fn engines(&self) -> Vec<EngineReport> {
        self.engines.lock().map(|engines| engines.clone()).unwrap_or_default()
    }

    /// Adds what engines did.
    pub(crate) fn add_engines(&self, engines: &[EngineReport]) {
        if let Ok(mut known) = self.engines.lock() {
            EngineReport::add(&mut known, engines);
        }
    }

    /// Says in a result which engines answered.
    pub(crate) fn tell_engines(&self, result: &mut ExperimentResult) {
        if let Some(measurement) = &mut result.measurement {
            measurement.tell_engines(self.engines());
        }
    }

    /// Puts back what the folder said of itself before this run, which did nothing.
    pub(super) fn restore(&self) -> Result<()> {
        let Some([header, text]) = &self.before else { return Ok(()) };
        self.add("spec.toml", text.as_bytes())?;
        self.add("run.json", header.as_bytes())
    }

    /// Was a run begun here that was ended before it could say what it is? There is nothing in it to lose.
    fn is_stump(&self) -> bool {
        let names = |folder: &Path| {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect::<Vec<_>>()
        };
        names(&self.path).iter().all(|name| [LOCK, "spec.toml", "tallies"].contains(&name.as_str()))
            && names(&self.path.join("tallies")).is_empty()
    }

    /// Removes files that a kill left half written.
    fn remove_temporary(&self) {
        for folder in [self.path.clone(), self.path.join("tallies"), self.path.join(PREPARED)] {
            remove_temporary(&folder);
        }
    }

    fn header_of(&self, text: &str) -> Result<Header> {
        /// What all forms have.
        #[derive(Deserialize)]
        struct Form {
            format: u32,
        }
        let damaged = |error: serde_json::Error| self.wrong(format!("its run.json is damaged ({error})"));
        let Form { format } = serde_json::from_str(text).map_err(damaged)?;
        if format != FORMAT {
            let advice =
                "read it with the version that wrote it, or rerun the experiment into another folder";
            return Err(self.wrong(format!("it has format {format}, this version reads {FORMAT}; {advice}")));
        }
        serde_json::from_str(text).map_err(damaged)
    }

    fn file(chunk: &Chunk) -> String {
        format!("tallies/{:04}-{:08}.tally", chunk.point, chunk.index)
    }

    /// The tally of a chunk, if it was finished. A damaged one is refused.
    pub(super) fn read(&self, chunk: &Chunk, empty: &Tally) -> Result<Option<Tally>> {
        let name = Self::file(chunk);
        if !self.path.join(&name).exists() {
            return Ok(None);
        }
        let text = self.get(&name)?;
        let damaged =
            || self.wrong(format!("{name} is damaged; remove that file and run again with --resume"));
        let tally = tally_text::parse(FORMAT, &text, &self.identity, chunk, empty).ok_or_else(damaged)?;
        // The last chunk of a run that is extended now was shorter.
        Ok(Some(tally).filter(|tally| tally.looked_at() == chunk.trials()))
    }

    /// The tally of a chunk to which nothing is to be added any more.
    pub(super) fn whole(&self, chunk: &Chunk, study: &dyn Sampled) -> Result<Option<Tally>> {
        Ok(self.read(chunk, &study.empty(chunk.point))?.filter(|tally| !study.is_half(tally)))
    }

    /// Keeps the tally of a finished chunk.
    pub(super) fn write(&self, chunk: &Chunk, tally: &Tally) -> Result<()> {
        self.add(&Self::file(chunk), tally_text::print(FORMAT, &self.identity, chunk, tally).as_bytes())
    }

    /// Writes the results; the run is complete then.
    pub fn finish(&self, experiment: &Experiment, result: &ExperimentResult, seconds: f64) -> Result<()> {
        self.results(result)?;
        // Some files are read only when something is learned from them.
        self.keep_inputs(experiment)?;
        self.remove_temporary();
        self.header(experiment, &[], "complete", Some(seconds))
    }

    /// Writes what came out, where it does not stand there already.
    pub(super) fn results(&self, result: &ExperimentResult) -> Result<()> {
        let json = serde_json::to_string_pretty(result).expect("results are plain data") + "\n";
        let mut files = vec![("results.csv".to_string(), csv(result)), ("results.json".to_string(), json)];
        if let Some(found) = &result.measurement {
            files.extend(files_of(found));
            self.drop_positions(&found.files)?;
        }
        files.extend(result.played.iter().map(|found| ("match.json".to_string(), found.json())));
        files.extend(result.games.iter().map(|games| ("games.pgn".to_string(), games.clone())));
        for (name, text) in &files {
            if self.get(name).ok().as_ref() != Some(text) {
                self.add(name, text.as_bytes())?;
            }
        }
        Ok(())
    }

    /// Removes the files of positions that an earlier, shorter run found and this one does not.
    fn drop_positions(&self, kept: &[(String, String)]) -> Result<()> {
        for entry in fs::read_dir(&self.path).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if is_positions(&name) && !kept.iter().any(|(known, _)| *known == name) {
                let path = entry.path();
                fs::remove_file(&path).map_err(|cause| Error::File {
                    what: "could not remove",
                    path,
                    cause,
                })?;
            }
        }
        Ok(())
    }

    /// Removes a run that was begun here and came to nothing, and no other files.
    pub(crate) fn discard(&self) {
        for name in ["tallies", PREPARED, INPUTS] {
            let _ = fs::remove_dir_all(self.path.join(name));
        }
        // The lock last: the next run then finds the folder empty.
        for name in ["spec.toml", "run.json", "results.csv", "results.json", "results.parquet", LOCK] {
            let _ = fs::remove_file(self.path.join(name));
        }
        let _ = fs::remove_dir(&self.path);
    }

    /// Takes over the finished chunks of another folder of the same run.
    pub(super) fn take(&self, experiment: &Experiment, other: &Path) -> Result<()> {
        let Some(study) = experiment.study.sampled() else { return Ok(()) };
        let source = Folder::look(other, experiment, self.disk)?;
        self.add_engines(&source.engines());
        self.take_prepared(&source)?;
        for chunk in self.chunks(experiment) {
            let Some(tally) = source.whole(&chunk, study)? else { continue };
            match self.whole(&chunk, study)? {
                None => self.write(&chunk, &tally)?,
                Some(mine) if mine == tally => {}
                Some(_) => {
                    return Err(
                        source.wrong(format!("{} differs from that of another shard", Self::file(&chunk)))
                    );
                }
            }
        }
        Ok(())
    }

    /// Takes over what was learned in another folder of the same run; the same was learned everywhere.
    fn take_prepared(&self, other: &Folder<'_>) -> Result<()> {
        for entry in fs::read_dir(other.path.join(PREPARED)).into_iter().flatten().flatten() {
            let name = format!("{PREPARED}/{}", entry.file_name().to_string_lossy());
            if entry.file_name().to_string_lossy().starts_with(TEMPORARY) {
                continue;
            }
            let theirs = other.get(&name)?;
            match self.get(&name) {
                Ok(mine) if mine == theirs => {}
                Ok(_) => return Err(other.wrong(format!("{name} differs from that of another shard"))),
                Err(_) => {
                    self.make(PREPARED)?;
                    self.add(&name, theirs.as_bytes())?;
                }
            }
        }
        Ok(())
    }

    /// The tallies of all points of a finished run.
    pub(super) fn tallies(&self, experiment: &Experiment) -> Result<Vec<Tally>> {
        let Some(study) = experiment.study.sampled() else { return Ok(Vec::new()) };
        let ledger = Ledger::open(experiment, self.chunk, None, None, |chunk| self.whole(chunk, study))?;
        match ledger.missing().len() {
            0 => Ok(ledger.finish()),
            missing => {
                let interrupted = if self.is_interrupted() { "the run was interrupted: " } else { "" };
                Err(self.wrong(format!(
                    "{interrupted}{missing} chunks are missing; finish it with --resume, or give all its shards to `plyscope \
                     merge`"
                )))
            }
        }
    }

    /// What was run in a folder.
    pub(super) fn describe(path: &Path) -> Result<Header> {
        let folder = Folder::at(path, &RealDisk);
        let header = folder.header_of(&folder.get("run.json")?)?;
        let Header { id, trials, chunk, .. } = &header;
        if !is_name(id) {
            return Err(folder.wrong(format!("its run.json is damaged (a run cannot be named {id:?})")));
        }
        if *trials > MOST_TRIALS || *chunk == 0 {
            return Err(folder.wrong("its run.json is damaged (no such number of trials)"));
        }
        Ok(Header { text: folder.get("spec.toml")?, ..header })
    }
}
