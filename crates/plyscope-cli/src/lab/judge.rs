//! `plyscope judge`: a log of decisions, judged like the decisions of a measurement.

use super::measure;
use crate::ending::Ending;
use crate::output::{self, Format};
use anyhow::{Context, bail};
use plyscope_lab::judge::{Cells, Log, Place, of_file};
use plyscope_lab::measurement::files;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope judge answers.csv --unit samples
  plyscope judge monday.jsonl tuesday.jsonl --unit tokens --out judged
  plyscope measure tic-tac-toe --trials 100 --observations seen.csv
  plyscope judge seen.csv --unit depth --format json

A row has `item`, `effort` (a whole number), `choice` and `correct` (0 to 1, true or false); it may have `player`, `value`, \
`cost`, `sample` (which of several tries), `tied` (other choices that were as good), `right` (the correct choices) and any \
`group:NAME`. What is counted how: docs/judging.md. The folder of --out holds measurement.json and report.html.

Exit status: 0 done; 2 could not be judged.")]
pub(crate) struct Arguments {
    /// CSV with a line of names, JSON lines, or Parquet; several are one log
    #[arg(required = true, value_hint = clap::ValueHint::FilePath)]
    files: Vec<PathBuf>,
    /// What an effort counts: samples, tokens, iterations, nodes, evaluations, depth, movetime (milliseconds) or effort
    #[arg(long, value_name = "UNIT", default_value = "effort")]
    unit: String,
    /// Keep the report in this folder, which is made
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Ending> {
    if let Some(out) = &arguments.out {
        check_free(out)?;
    }
    let mut log = Log::new(&arguments.unit)?;
    for path in &arguments.files {
        rows(path, &mut |place, cells| log.add(place, cells))?;
    }
    let found = log.judged()?;
    if let Some(out) = &arguments.out {
        keep(out, &files(&found))?;
    }
    measure::print(&found, arguments.format, arguments.out.as_deref())?;
    Ok(Ending::Done)
}

/// Writes files into a folder that is made.
pub(super) fn keep(out: &Path, files: &[(String, String)]) -> anyhow::Result<()> {
    std::fs::create_dir_all(out).with_context(|| format!("could not make {}", out.display()))?;
    files.iter().try_for_each(|(name, text)| output::put(&out.join(name), text.as_bytes()))
}

/// A folder that is not there, or has nothing in it.
pub(super) fn check_free(out: &Path) -> anyhow::Result<()> {
    if out.is_file() || std::fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some()) {
        bail!("--out {}: there is something already; name a new folder", out.display());
    }
    Ok(())
}

/// The rows of a file, whichever form it has.
fn rows(
    path: &Path,
    each: &mut dyn FnMut(Place<'_>, &Cells<'_>) -> plyscope_lab::Result<()>,
) -> anyhow::Result<()> {
    if path.extension().is_some_and(|end| end == "parquet") {
        #[cfg(feature = "parquet")]
        return super::parquet::rows(path, each);
        #[cfg(not(feature = "parquet"))]
        bail!(
            "{}: this build reads no Parquet; build it with `--features parquet`, or write CSV",
            path.display()
        );
    }
    Ok(of_file(path, each)?)
}
