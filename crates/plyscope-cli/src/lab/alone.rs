//! One experiment that a command writes from its options and runs in the folder itself that was given.

use super::available_memory;
use super::progress::Bar;
use crate::signals::Signals;
use plyscope::catalogue::Catalogue;
use plyscope_lab::Error;
use plyscope_lab::conduct::Conduct;
use plyscope_lab::experiment::Experiment;
use plyscope_lab::results::ExperimentResult;
use plyscope_lab::run::{RealDisk, Shard};
use std::path::Path;

/// How it is to be run.
pub(super) struct Alone<'a> {
    pub(super) jobs: Option<u32>,
    pub(super) out: Option<&'a Path>,
    pub(super) resume: bool,
    pub(super) shard: Option<Shard>,
    pub(super) quiet: bool,
}

impl Alone<'_> {
    /// Runs it; nothing comes back from a shard.
    pub(super) fn run(&self, experiment: Experiment) -> anyhow::Result<Option<ExperimentResult>> {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let signals = Signals::listen()?;
        let how = Conduct {
            trials: None,
            seed: None,
            until: None,
            jobs: self.jobs.map_or(cores, |jobs| jobs as usize),
            out: self.out,
            nested: false,
            resume: self.resume,
            shard: self.shard,
            stop: signals.stop(),
            disk: &RealDisk,
        };
        if let Some(available) = available_memory() {
            how.check_memory(&experiment, available)?;
        }
        let bar = Bar::new(&experiment.id, self.quiet);
        let done = how.run(experiment, &bar, &|_, _| Ok(()));
        bar.finish();
        let done = done.map_err(|error| signals.explain(error.into()))?;
        Ok(done.map(|(_, result)| result))
    }
}

/// Reads an experiment that nobody has seen: its lines mean nothing to the user.
pub(super) fn parsed(catalogue: &Catalogue, id: &str, file: &str) -> anyhow::Result<Experiment> {
    Experiment::parse(catalogue, id, file, None).map_err(|error| match error {
        Error::Spec { why, .. } => anyhow::Error::msg(why),
        other => other.into(),
    })
}

/// Rising amounts.
#[derive(Debug, Clone)]
pub(super) struct Amounts(pub(super) Vec<u64>);

/// `a..b`, both included, or a list.
pub(super) fn depths(text: &str) -> Result<Amounts, String> {
    let wrong = || format!("depths are such as 1..6 or 2,4,6, each from 1 to 512, not `{text}`");
    let found = match text.split_once("..") {
        Some((from, to)) => match (from.trim().parse::<u64>(), to.trim().parse::<u64>()) {
            (Ok(from), Ok(to)) if from <= to && to <= 512 => Amounts((from..=to).collect()),
            _ => return Err(wrong()),
        },
        None => amounts(text).map_err(|_| wrong())?,
    };
    if found.0.iter().all(|depth| (1..=512).contains(depth)) { Ok(found) } else { Err(wrong()) }
}

/// A list of rising whole numbers.
pub(super) fn amounts(text: &str) -> Result<Amounts, String> {
    let read = text.split(',').map(|amount| amount.trim().parse::<u64>().ok()).collect::<Option<Vec<u64>>>();
    let rising = read.filter(|amounts| amounts[0] > 0 && amounts.is_sorted_by(|a, b| a < b));
    rising
        .map(Amounts)
        .ok_or_else(|| format!("whole numbers in rising order, such as 100,1000, not `{text}`"))
}

/// A text as TOML writes it.
pub(super) fn toml_string(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
