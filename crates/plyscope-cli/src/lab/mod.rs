//! The laboratory's commands: `reproduce` and `run`, and what they share with `merge`.

mod alone;
pub(crate) mod compare;
mod diff;
mod folders;
pub(crate) mod judge;
pub(crate) mod measure;
#[cfg(feature = "parquet")]
mod parquet;
mod plan;
pub(crate) mod play;
mod progress;
pub(crate) mod scaling;

use crate::arguments::whole;
use crate::ending::Ending;
use crate::ending::Signals;
use crate::output;
pub(crate) use alone::{Amounts, amounts};
use anyhow::{Context, bail};
use clap::ValueEnum;
pub(crate) use diff::{Diff, show_changes};
pub(crate) use folders::{Figure, Merge, Report, draw, merge_shards, report};
use plyscope::catalogue::Catalogue;
use plyscope_lab::conduct::Conduct;
use plyscope_lab::experiment::{Experiment, Listed, MOST_TRIALS, builtin, builtin_ids, is_own, listed};
use plyscope_lab::results::{ExperimentResult, Verdict, csv, text};
use plyscope_lab::run::{Folder, RealDisk, Shard, is_name, is_run};
use progress::Bar;
use serde_json::json;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// What `reproduce` and `run` have in common.
#[derive(Debug, clap::Args)]
pub(crate) struct Common {
    /// Trials at every point, instead of the experiment's own
    #[arg(long, value_name = "N", value_parser = whole::<1, MOST_TRIALS>)]
    trials: Option<u64>,
    /// The seed, instead of the experiment's own
    #[arg(long, value_name = "S", value_parser = whole::<0, { u64::MAX }>)]
    seed: Option<u64>,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: Option<u32>,
    /// Keep the run in this folder, one within it for each experiment
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// Continue a run that was stopped
    #[arg(long, requires = "out")]
    resume: bool,
    /// Run only the i-th of n parts, which `plyscope merge` joins
    #[arg(long, value_name = "I/N", requires = "out")]
    shard: Option<Shard>,
    /// Add trials until no interval is wider than this
    #[arg(long, value_name = "WIDTH", conflicts_with = "shard", value_parser = width)]
    until: Option<f64>,
    /// Add trials until every claim is decided
    #[arg(long, conflicts_with_all = ["shard", "until"])]
    decide: bool,
    /// Up to so many trials [default: ten times those it begins with]
    #[arg(long, value_name = "N", requires = "decide", value_parser = whole::<1, MOST_TRIALS>)]
    most: Option<u64>,
    /// Hide progress
    #[arg(long)]
    quiet: bool,
    /// Write results.parquet into the run folder as well
    #[arg(long, requires = "out")]
    parquet: bool,
    /// Print what would be run, and run nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
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

Exit status: 0 done; 1 done, and a claim that was expected to hold was refuted; 2 could not run; 130 interrupted and 143 \
terminated, after keeping what is done in --out.")]
pub(crate) struct Reproduce {
    /// Experiments by id (`paper/figure`, `paper/figure+reading`) or a paper's all; `papers` for the papers' and none of
    /// our own; if left out all but those that take long and those on chess, which run when they are named
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// The alternative readings too
    #[arg(long)]
    alternatives: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope run my-experiment.toml
  plyscope run my-experiment.toml --dry-run --format json
  plyscope run my-experiment.toml --out runs --shard 1/4
  sed 's/error=0.1/error=0.2/' my-experiment.toml | plyscope run -

The form of the file: `plyscope schema`, and docs/experiments.md.

Exit status: 0 done; 1 done, and a claim that was expected to hold was refuted; 2 could not run; 130 interrupted and 143 \
terminated, after keeping what is done in --out.")]
pub(crate) struct Run {
    /// The experiment file, or `-` to read it from standard input
    #[arg(value_hint = clap::ValueHint::FilePath)]
    file: PathBuf,
    /// An alternative reading of the file
    #[arg(long, value_name = "SUFFIX")]
    alternative: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

pub(crate) fn reproduce(catalogue: &Catalogue, arguments: &Reproduce) -> anyhow::Result<Ending> {
    let ids = if arguments.ids.is_empty() {
        builtin_ids().iter().map(|id| id.to_string()).collect()
    } else {
        chosen(catalogue, &arguments.ids)?
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
    conduct(catalogue, installed(experiments)?, &arguments.common)
}

/// Those whose engines are installed; for the others it says what to install.
#[cfg(feature = "process")]
fn installed(mut experiments: Vec<Experiment>) -> anyhow::Result<Vec<Experiment>> {
    experiments.retain(|experiment| {
        let missing = crate::programs::missing(experiment);
        if let Some(program) = &missing {
            let id = &experiment.id;
            output::talk(&format!(
                "{id} is skipped: the engine `{program}` is not installed (on Debian: apt install {program})"
            ));
        }
        missing.is_none()
    });
    if experiments.is_empty() {
        bail!("there is nothing to run: the engines that these experiments need are not installed");
    }
    Ok(experiments)
}

/// No engine is named where there are none.
#[cfg(not(feature = "process"))]
fn installed(experiments: Vec<Experiment>) -> anyhow::Result<Vec<Experiment>> {
    Ok(experiments)
}

/// Ids, the ids of whole papers, and of all papers; each once.
fn chosen(catalogue: &Catalogue, given: &[String]) -> anyhow::Result<Vec<String>> {
    let all = listed(catalogue)?;
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

pub(crate) fn run_file(catalogue: &Catalogue, arguments: &Run) -> anyhow::Result<Ending> {
    let (file, name, text) = read_file(&arguments.file)?;
    let experiment = Experiment::parse(catalogue, &file, &text, arguments.alternative.as_deref())?;
    // A mistake in another reading is reported now, not when that is run some day.
    let others = experiment.alternatives.iter().map(|(suffix, _)| Some(suffix.as_str())).chain([None]);
    for other in others.filter(|other| *other != arguments.alternative.as_deref()) {
        let which = other
            .map_or("the file without an alternative".into(), |suffix| format!("the alternative {suffix}"));
        Experiment::parse(catalogue, &file, &text, other).context(which)?;
    }
    let suffix = arguments.alternative.as_ref().map_or(String::new(), |suffix| format!("+{suffix}"));
    conduct(catalogue, vec![Experiment { id: name + &suffix, ..experiment }], &arguments.common)
}

/// The most bytes of an experiment that are read.
const MAX_INPUT: u64 = 16 << 20;

/// An experiment file: what errors call it, what outputs and folders call the run (by the file's name), and its text.
fn read_file(path: &Path) -> anyhow::Result<(String, String, String)> {
    let standard = path == Path::new("-");
    let file = if standard { "standard input".into() } else { path.display().to_string() };
    let text = match standard {
        true => plyscope_files::standard_input(MAX_INPUT),
        false => plyscope_files::short_text(path, MAX_INPUT),
    };
    let text = text.with_context(|| format!("could not read {file}"))?;
    if standard {
        return Ok((file, "stdin".into(), text));
    }
    let name = path.file_stem().map_or("experiment".into(), |stem| stem.to_string_lossy().into_owned());
    let name = name.replace('+', "-"); // `+` stands before an alternative
    if !is_name(&name) {
        bail!("{file}: a run is named after its file, and cannot be named {name:?}; rename the file");
    }
    Ok((file, name, text))
}

/// A folder of runs must not be a run's own: the one within would not be found again.
fn outer(out: &Path) -> anyhow::Result<()> {
    if is_run(out) {
        bail!(
            "{} is the folder of one run; give a folder for runs, such as the one that it is in",
            out.display()
        );
    }
    Ok(())
}

/// What becomes of a run that is ended.
fn kept(out: Option<&Path>) -> &'static str {
    match out {
        Some(_) => "what is done is kept, and --resume continues it",
        None => "nothing is kept without --out",
    }
}

fn conduct(catalogue: &Catalogue, experiments: Vec<Experiment>, common: &Common) -> anyhow::Result<Ending> {
    check_parquet(common.parquet)?;
    common.out.as_deref().map_or(Ok(()), outer)?;
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let jobs = common.jobs.map_or(cores, |jobs| jobs as usize);
    let signals = Signals::listen(kept(common.out.as_deref()))?;
    let how = Conduct {
        trials: common.trials,
        seed: common.seed,
        until: common.until,
        decide: common.decide,
        most: common.most,
        jobs,
        out: common.out.as_deref(),
        nested: true,
        resume: common.resume,
        shard: common.shard,
        stop: signals.stop(),
        disk: &RealDisk,
    };
    let adapted = experiments.into_iter().map(|experiment| how.adapt(experiment));
    let experiments: Vec<Experiment> = adapted.collect::<Result<_, _>>()?;
    // More memory than there is, is said before anything runs.
    experiments.iter().try_for_each(|experiment| how.check_memory(experiment))?;
    if common.dry_run {
        return plan::print(&experiments, jobs, common.format).map(|()| Ending::Done);
    }
    let mut results = Vec::new();
    let all = experiments.len();
    for (i, experiment) in experiments.into_iter().enumerate() {
        let id = experiment.id.clone();
        output::warn(&experiment.remarks);
        let bar = Bar::new(&format!("{id} ({} of {all})", i + 1), common.quiet);
        let done = how.run(experiment, &bar, &|folder, result| extras(folder, result, common.parquet));
        bar.finish();
        results.extend(done.with_context(|| id).map_err(|error| signals.explain(error))?);
    }
    if let (Some(shard), Some(out)) = (common.shard, &common.out) {
        output::talk(&format!("shard {shard} is in {}; `plyscope merge` joins all shards", out.display()));
        return Ok(Ending::Done);
    }
    let ending = print_results(&results, common.format)?;
    if let Some(out) = &common.out {
        folders::finish(catalogue, out, &results)?;
    }
    Ok(ending)
}

/// Refuses `--parquet` where it cannot be done, before anything runs.
fn check_parquet(wanted: bool) -> anyhow::Result<()> {
    if wanted && !cfg!(feature = "parquet") {
        bail!(
            "--parquet: this program was built without the feature `parquet`; install it with `cargo install --path \
             crates/plyscope-cli --features parquet`"
        );
    }
    Ok(())
}

/// Files that a run has only where they are asked for.
#[cfg_attr(not(feature = "parquet"), expect(unused_variables, reason = "there are none"))]
fn extras(folder: &Folder<'_>, result: &ExperimentResult, as_parquet: bool) -> plyscope_lab::Result<()> {
    #[cfg(feature = "parquet")]
    if as_parquet {
        let bytes =
            parquet::bytes(result).map_err(|error| plyscope_lab::Error::Usage(format!("{error:#}")))?;
        folder.add("results.parquet", &bytes)?;
    }
    Ok(())
}

fn print_results(results: &[(Experiment, ExperimentResult)], format: Format) -> anyhow::Result<Ending> {
    match format {
        Format::Table => {
            let all = results.iter().map(|(experiment, result)| text(experiment, result));
            output::print(&all.collect::<String>())
        }
        Format::Csv => {
            let all: Vec<String> = results.iter().map(|(_, result)| csv(result)).collect();
            // One header for all.
            let rest = all.iter().skip(1).map(|one| one.split_once('\n').map_or("", |(_, rows)| rows));
            output::print(&all.iter().take(1).map(String::as_str).chain(rest).collect::<String>())
        }
        Format::Json => {
            let results: Vec<&ExperimentResult> = results.iter().map(|(_, result)| result).collect();
            output::json(&json!({"experiments": results}))
        }
    }?;
    let failed =
        |result: &ExperimentResult| result.claims.iter().any(|c| c.expected && c.verdict == Verdict::Refuted);
    Ok(Ending::found(results.iter().any(|(_, result)| failed(result))))
}
