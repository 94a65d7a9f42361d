//! The numbers behind a report in one file, so that it can be made again without the runs.

use super::Section;
use crate::error::{Error, Result};
use crate::experiment::builtin;
use crate::results::ExperimentResult;
use crate::run::fingerprint;
use plyscope::catalogue::Catalogue;
use serde::{Deserialize, Serialize};

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
