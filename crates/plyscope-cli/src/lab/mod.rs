//! The laboratory's commands: `reproduce`, `run`, `merge`, `figure`, `report`, `diff`, `schema`.

mod figure;
pub(crate) mod measure;
#[cfg(feature = "parquet")]
mod parquet;
mod progress;
mod report;
mod table;

use crate::output;
use anyhow::{Context, bail};
use clap::ValueEnum;
pub(crate) use figure::{Figure, draw};
use plyscope::catalogue::Catalogue;
use plyscope_lab::conduct::Conduct;
use plyscope_lab::experiment::{Experiment, Listed, builtin, builtin_ids, is_own, listed, schema};
use plyscope_lab::results::{ExperimentResult, Verdict, csv};
use plyscope_lab::run::{RealDisk, Shard, is_name, merge};
use progress::Bar;
pub(crate) use report::{Diff, Report, compare, report};
use serde_json::json;
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What `reproduce` and `run` have in common.
#[derive(Debug, clap::Args)]
pub(crate) struct Common {
    /// Trials at every point, instead of the experiment's own
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    trials: Option<u64>,
    /// The seed, instead of the experiment's own
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: Option<u32>,
    /// Keep the run in this folder, one within it for each experiment
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Go on with a run that was stopped
    #[arg(long, requires = "out")]
    resume: bool,
    /// Do only the i-th of n parts, for `plyscope merge` to put together
    #[arg(long, value_name = "I/N", requires = "out")]
    shard: Option<Shard>,
    /// Add trials until no interval is wider than this
    #[arg(long, value_name = "WIDTH", conflicts_with = "shard", value_parser = width)]
    until: Option<f64>,
    /// No progress
    #[arg(long)]
    quiet: bool,
    /// Write results.parquet into the run folder as well
    #[cfg(feature = "parquet")]
    #[arg(long, requires = "out")]
    parquet: bool,
    /// Only say what would be done
    #[arg(long)]
    dry_run: bool,
    /// How to print the results
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

impl Common {
    /// For a measurement, whose file says the rest.
    fn measuring(
        jobs: Option<u32>,
        out: &Option<PathBuf>,
        resume: bool,
        shard: Option<Shard>,
        quiet: bool,
    ) -> Self {
        Common {
            trials: None,
            seed: None,
            jobs,
            out: out.clone(),
            resume,
            shard,
            until: None,
            quiet,
            #[cfg(feature = "parquet")]
            parquet: false,
            dry_run: false,
            format: Format::Table,
        }
    }
}

fn width(text: &str) -> Result<f64, String> {
    let allowed = || "a width is a number from 0.0001 to 1".to_string();
    text.parse().ok().filter(|width| (0.0001..=1.0).contains(width)).ok_or_else(allowed)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Table,
    Csv,
    Json,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope reproduce
  plyscope reproduce wilson/fig3-b2 --trials 1000
  plyscope reproduce 'wilson/fig4-b2+table' --format json
  plyscope reproduce zuckerman --out runs
  plyscope reproduce papers
  plyscope list experiments

Exit status: 0 done; 1 done, and a claim that was expected to hold was refuted; 2 could not run.")]
pub(crate) struct Reproduce {
    /// Experiments by id (`paper/figure`, `paper/figure+reading`) or a paper's all; `papers` for the papers' and none of
    /// our own; all if left out
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// The alternative readings too
    #[arg(long)]
    alternatives: bool,
    #[command(flatten)]
    common: Common,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope run my-experiment.toml
  plyscope run my-experiment.toml --dry-run
  plyscope run my-experiment.toml --out runs --shard 1/4

The form of the file: `plyscope schema`, and docs/experiments.md.")]
pub(crate) struct Run {
    /// The experiment file
    file: PathBuf,
    /// Another reading of the file
    #[arg(long, value_name = "SUFFIX")]
    alternative: Option<String>,
    #[command(flatten)]
    common: Common,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  plyscope merge whole part1/my-experiment part2/my-experiment")]
pub(crate) struct Merge {
    /// The folder to make
    out: PathBuf,
    /// The folders of all shards
    #[arg(required = true)]
    shards: Vec<PathBuf>,
    /// How to print the results
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// Was every claim that was expected to hold supported, or at least not refuted?
pub(crate) type Held = bool;

pub(crate) fn reproduce(catalogue: &Catalogue, arguments: &Reproduce) -> anyhow::Result<Held> {
    let ids = if arguments.ids.is_empty() {
        builtin_ids().iter().map(|id| id.to_string()).collect()
    } else {
        chosen(&arguments.ids)?
    };
    let mut experiments = Vec::new();
    for id in &ids {
        let experiment = builtin(catalogue, id)?;
        let others = if arguments.alternatives { experiment.alternatives.clone() } else { Vec::new() };
        experiments.push(experiment);
        for (suffix, _) in others {
            experiments.push(builtin(catalogue, &format!("{id}+{suffix}"))?);
        }
    }
    conduct(catalogue, experiments, &arguments.common)
}

/// Ids, the ids of whole papers, and of all papers; each once.
fn chosen(given: &[String]) -> anyhow::Result<Vec<String>> {
    let all = listed()?;
    let mut ids: Vec<String> = Vec::new();
    for id in given {
        let of_papers = |known: &&Listed| id == "papers" && !is_own(&known.source);
        let known = all.iter().filter(|known| of_papers(known) || known.id.split('/').next() == Some(id));
        let known: Vec<String> = known.map(|known| known.id.to_string()).collect();
        ids.extend(if known.is_empty() { vec![id.clone()] } else { known });
    }
    let mut seen = HashSet::new();
    ids.retain(|id| seen.insert(id.clone()));
    Ok(ids)
}

pub(crate) fn run_file(catalogue: &Catalogue, arguments: &Run) -> anyhow::Result<Held> {
    let path = &arguments.file;
    let text = std::fs::read_to_string(path).with_context(|| format!("could not read {}", path.display()))?;
    let file = path.display().to_string();
    let experiment = Experiment::parse(catalogue, &file, &text, arguments.alternative.as_deref())?;
    // A mistake in another reading is told now, not when that is run some day.
    let others = experiment.alternatives.iter().map(|(suffix, _)| Some(suffix.as_str())).chain([None]);
    for other in others.filter(|other| *other != arguments.alternative.as_deref()) {
        let which = other
            .map_or("the file without an alternative".into(), |suffix| format!("the alternative {suffix}"));
        Experiment::parse(catalogue, &file, &text, other).context(which)?;
    }
    // In outputs and folders it is called by its file's name.
    let name = path.file_stem().map_or("experiment".into(), |stem| stem.to_string_lossy().into_owned());
    let name = name.replace('+', "-"); // `+` stands before an alternative
    if !is_name(&name) {
        bail!("{file}: a run is called by its file's name, and cannot be called {name:?}; rename the file");
    }
    let suffix = arguments.alternative.as_ref().map_or(String::new(), |suffix| format!("+{suffix}"));
    conduct(catalogue, vec![Experiment { id: name + &suffix, ..experiment }], &arguments.common)
}

fn conduct(catalogue: &Catalogue, experiments: Vec<Experiment>, common: &Common) -> anyhow::Result<Held> {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let jobs = common.jobs.map_or(cores, |jobs| jobs as usize);
    let stop = Arc::new(AtomicBool::new(false));
    let how = Conduct {
        trials: common.trials,
        seed: common.seed,
        until: common.until,
        jobs,
        out: common.out.as_deref(),
        nested: true,
        resume: common.resume,
        shard: common.shard,
        stop: &stop,
        disk: &RealDisk,
    };
    let adapted = experiments.into_iter().map(|experiment| how.adapt(experiment));
    let experiments: Vec<Experiment> = adapted.collect::<Result<_, _>>()?;
    // More memory than there is, is said before anything runs.
    if let Some(available) = available_memory() {
        experiments.iter().try_for_each(|experiment| how.check_memory(experiment, available))?;
    }
    if common.dry_run {
        return output::print(&table::plans(&experiments, jobs)?).map(|()| true);
    }
    let raised = stop.clone();
    ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed))
        .context("could not listen for Ctrl-C")?;
    let mut results = Vec::new();
    let all = experiments.len();
    for (i, experiment) in experiments.into_iter().enumerate() {
        let id = experiment.id.clone();
        let bar = Bar::new(&format!("{id} ({} of {all})", i + 1), common.quiet);
        let done = how.run(experiment, &bar, &|folder, result| extras(folder, result, common));
        bar.finish();
        results.extend(done.with_context(|| id)?);
    }
    if let (Some(shard), Some(out)) = (common.shard, &common.out) {
        output::talk(&format!(
            "shard {shard} is in {}; `plyscope merge` puts all shards together",
            out.display()
        ));
        return Ok(true);
    }
    let held = print_results(&results, common.format)?;
    if let Some(out) = &common.out {
        report::finish(catalogue, out, &results)?;
    }
    Ok(held)
}

/// Runs one measurement into a folder of its own; nothing comes back from a shard.
fn conduct_measure(experiment: Experiment, common: &Common) -> anyhow::Result<Option<ExperimentResult>> {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let stop = Arc::new(AtomicBool::new(false));
    let how = Conduct {
        trials: None,
        seed: None,
        until: None,
        jobs: common.jobs.map_or(cores, |jobs| jobs as usize),
        out: common.out.as_deref(),
        nested: false,
        resume: common.resume,
        shard: common.shard,
        stop: &stop,
        disk: &RealDisk,
    };
    let raised = stop.clone();
    ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed))
        .context("could not listen for Ctrl-C")?;
    let bar = Bar::new(&experiment.id, common.quiet);
    let done = how.run(experiment, &bar, &|_, _| Ok(()));
    bar.finish();
    Ok(done?.map(|(_, result)| result))
}

/// Files that a run has only where they are asked for.
#[cfg_attr(not(feature = "parquet"), expect(unused_variables, reason = "there are none"))]
fn extras(
    folder: &plyscope_lab::run::Folder<'_>,
    result: &ExperimentResult,
    common: &Common,
) -> plyscope_lab::Result<()> {
    #[cfg(feature = "parquet")]
    if common.parquet {
        let bytes =
            parquet::bytes(result).map_err(|error| plyscope_lab::Error::Usage(format!("{error:#}")))?;
        folder.add("results.parquet", &bytes)?;
    }
    Ok(())
}

/// Free memory in bytes, where the system tells.
fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kib| kib << 10)
}

fn print_results(results: &[(Experiment, ExperimentResult)], format: Format) -> anyhow::Result<Held> {
    output::print(&match format {
        Format::Table => {
            results.iter().map(|(experiment, result)| table::result(experiment, result)).collect()
        }
        Format::Csv => {
            let all: Vec<String> = results.iter().map(|(_, result)| csv(result)).collect();
            // One header for all.
            let rest = all.iter().skip(1).map(|one| one.split_once('\n').map_or("", |(_, rows)| rows));
            all.iter().take(1).map(String::as_str).chain(rest).collect()
        }
        Format::Json => {
            let results: Vec<&ExperimentResult> = results.iter().map(|(_, result)| result).collect();
            format!("{:#}\n", json!({"experiments": results}))
        }
    })?;
    let failed =
        |result: &ExperimentResult| result.claims.iter().any(|c| c.expected && c.verdict == Verdict::Refuted);
    Ok(!results.iter().any(|(_, result)| failed(result)))
}

pub(crate) fn merge_shards(catalogue: &Catalogue, arguments: &Merge) -> anyhow::Result<Held> {
    let (experiment, result) = merge(catalogue, &arguments.out, &arguments.shards, &RealDisk)?;
    print_results(&[(experiment, result)], arguments.format)
}

pub(crate) fn print_schema() -> anyhow::Result<()> {
    output::print(&format!("{:#}\n", schema()))
}
