//! One experiment that a command writes from its options and runs in the folder itself that was given.

use super::kept;
use super::progress::Bar;
use crate::arguments::whole;
use crate::ending::Signals;
use crate::output;
use plyscope_lab::conduct::Conduct;
use plyscope_lab::experiment::Experiment;
use plyscope_lab::results::ExperimentResult;
use plyscope_lab::run::{RealDisk, Shard};
use std::path::PathBuf;

/// Options of the commands that run one.
#[derive(Debug, clap::Args)]
pub(super) struct AloneOptions {
    /// The seed
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<0, { u64::MAX }>)]
    pub(super) seed: u64,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: Option<u32>,
    /// Keep everything in this folder
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub(super) out: Option<PathBuf>,
    /// Continue what was stopped in that folder, or add to it
    #[arg(long, requires = "out")]
    resume: bool,
    /// Hide progress
    #[arg(long)]
    quiet: bool,
}

impl AloneOptions {
    /// Runs it, or a shard of it, from which nothing comes back; `decide` says whether trials are added until it is decided, and
    /// up to how many.
    pub(super) fn run(
        &self,
        experiment: Experiment,
        shard: Option<Shard>,
        decide: Option<Option<u64>>,
    ) -> anyhow::Result<Option<ExperimentResult>> {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let signals = Signals::listen(kept(self.out.as_deref()))?;
        let how = Conduct {
            trials: None,
            seed: None,
            until: None,
            decide: decide.is_some(),
            most: decide.flatten(),
            jobs: self.jobs.map_or(cores, |jobs| jobs as usize),
            out: self.out.as_deref(),
            nested: false,
            resume: self.resume,
            shard,
            stop: signals.stop(),
            disk: &RealDisk,
        };
        let experiment = how.adapt(experiment)?;
        how.check_memory(&experiment)?;
        output::warn(&experiment.remarks);
        let bar = Bar::new(&experiment.id, self.quiet);
        let done = how.run(experiment, &bar, &|_, _| Ok(()));
        bar.finish();
        let done = done.map_err(|error| signals.explain(error.into()))?;
        Ok(done.map(|(_, result)| result))
    }
}

/// Rising amounts.
#[derive(Debug, Clone)]
pub(crate) struct Amounts(pub(crate) Vec<u64>);

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
pub(crate) fn amounts(text: &str) -> Result<Amounts, String> {
    let read = text.split(',').map(|amount| amount.trim().parse::<u64>().ok()).collect::<Option<Vec<u64>>>();
    let rising = read.filter(|amounts| amounts[0] > 0 && amounts.is_sorted_by(|a, b| a < b));
    rising
        .map(Amounts)
        .ok_or_else(|| format!("whole numbers in rising order, such as 100,1000, not `{text}`"))
}
