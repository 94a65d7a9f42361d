//! Reports of runs that are kept: their figures in their own folders and one page around them, and the numbers behind a report
//! in one file, so that it can be made again without the runs.

use super::{Section, html, slug, summary};
use crate::error::{Error, Result};
use crate::experiment::{Experiment, builtin, builtin_ids};
use crate::figure::FileFormat;
use crate::results::ExperimentResult;
use crate::run::{Disk, fingerprint, read, remove_temporary, run_folders};
use plyscope::catalogue::Catalogue;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Puts sections in the order of the built-in experiments, then others by name.
pub fn sort(sections: &mut [Section]) {
    let known = builtin_ids();
    let key = |id: &str| {
        let plain = id.split('+').next().unwrap_or(id);
        (known.iter().position(|known| *known == plain).unwrap_or(known.len()), id.to_string())
    };
    sections.sort_by_key(|section| key(&section.result.id));
}

/// Writes a file, whole or not at all.
fn put(disk: &dyn Disk, path: &Path, bytes: &[u8]) -> Result<()> {
    let wrong = |cause| Error::File { what: "could not write", path: path.to_path_buf(), cause };
    disk.write(path, bytes).map_err(wrong)
}

/// Writes a run's figure into its folder, in every form that this build makes.
pub fn keep_figures(folder: &Path, section: &Section, disk: &dyn Disk) -> Result<()> {
    let Some(svg) = &section.svg else { return Ok(()) };
    for name in ["figure.svg", "figure.png", "figure.pdf"] {
        let path = folder.join(name);
        if let Ok(format) = FileFormat::of(&path) {
            put(disk, &path, &format.bytes(svg)?)?;
        }
    }
    Ok(())
}

/// Writes the page of some runs; where it is.
pub fn keep_page(dir: &Path, sections: &[Section], disk: &dyn Disk) -> Result<PathBuf> {
    remove_temporary(dir);
    let path = dir.join("report.html");
    put(disk, &path, html(sections, env!("CARGO_PKG_VERSION")).as_bytes())?;
    Ok(path)
}

/// Writes the figures and the page of runs that are just done, each in a folder within this one; a summary, and where the
/// page is. What was run into the same folder before is in the page too, if it is whole.
pub fn keep(
    catalogue: &Catalogue,
    dir: &Path,
    results: &[(Experiment, ExperimentResult)],
    disk: &dyn Disk,
) -> Result<(String, PathBuf)> {
    let mut sections = Vec::new();
    for (experiment, result) in results {
        let section = Section::new(experiment.clone(), result.clone())?;
        keep_figures(&dir.join(slug(&result.id)), &section, disk)?;
        sections.push(section);
    }
    let told = summary(&sections);
    let here: Vec<PathBuf> = results.iter().map(|(_, result)| dir.join(slug(&result.id))).collect();
    for folder in run_folders(dir)?.into_iter().filter(|folder| !here.contains(folder)) {
        if let Ok((experiment, result)) = read(catalogue, &folder) {
            sections.push(Section::new(experiment, result)?);
        }
    }
    sort(&mut sections);
    Ok((told, keep_page(dir, &sections, disk)?))
}

/// One experiment of the file.
#[derive(Serialize, Deserialize)]
struct Entry {
    /// Says which text of the experiment was run.
    spec: String,
    trials: u64,
    result: ExperimentResult,
}

/// A number for an experiment's text.
fn spec(text: &str) -> String {
    format!("{:016x}", fingerprint(2, text.bytes()))
}

/// The results of built-in experiments, one a line.
pub fn to_data(sections: &[Section]) -> String {
    let line = |section: &Section| {
        let entry = Entry {
            spec: spec(&section.experiment.text),
            trials: section.experiment.trials,
            result: section.result.clone(),
        };
        serde_json::to_string(&entry).expect("results are plain data")
    };
    let lines: Vec<String> = sections.iter().map(line).collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}

/// Reads them back; refused where an experiment's text is not the one that was run.
pub fn from_data(catalogue: &Catalogue, text: &str) -> Result<Vec<Section>> {
    let entries: Vec<Entry> =
        serde_json::from_str(text).map_err(|error| Error::Usage(format!("the data are damaged: {error}")))?;
    let section = |entry: Entry| {
        let experiment = builtin(catalogue, &entry.result.id)?;
        if spec(&experiment.text) != entry.spec {
            let why = format!("{} was changed since it was run; run it again", experiment.id);
            return Err(Error::Usage(why));
        }
        Section::new(experiment.with(Some(entry.trials), Some(entry.result.seed))?, entry.result)
    };
    entries.into_iter().map(section).collect()
}
