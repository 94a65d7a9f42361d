//! `plyscope merge`: the shards of runs, put together.

use super::{Format, extras, measure, outer, print_results, report};
use crate::ending::Ending;
use crate::output;
use plyscope::catalogue::Catalogue;
use plyscope_lab::conduct::{Merged, merge_all};
use plyscope_lab::run::RealDisk;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope merge whole part1 part2
  plyscope merge whole part1/my-experiment part2/my-experiment --format json

It makes the folder that `plyscope run --out whole` would have made: one within it for each experiment, with results \
and figures, and the report. Shards that are missing, or that were given twice, are named. Shards \
of `plyscope measure` become the folder that it makes.

Exit status: 0 done; 1 done, and a claim that was expected to hold was refuted; 2 could not merge.")]
pub(crate) struct Merge {
    /// The folder to make, or to add the runs to
    #[arg(value_hint = clap::ValueHint::DirPath)]
    out: PathBuf,
    /// The folders of all shards: run folders, or what was given as --out
    #[arg(required = true, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    shards: Vec<PathBuf>,
    /// Write results.parquet as well
    #[arg(long)]
    parquet: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

pub(crate) fn merge_shards(catalogue: &Catalogue, arguments: &Merge) -> anyhow::Result<Ending> {
    let Merge { out, shards, parquet, format } = arguments;
    super::check_parquet(*parquet)?;
    outer(out)?;
    let Merged { results, notes, alone } =
        merge_all(catalogue, out, shards, &RealDisk, &|folder, result| extras(folder, result, *parquet))?;
    notes.iter().for_each(|note| output::talk(note));
    if let (true, Some(found)) = (alone, results.first().and_then(|(_, result)| result.measurement.as_ref()))
    {
        let as_text = if *format == Format::Json { measure::Format::Json } else { measure::Format::Text };
        measure::print(found, as_text, Some(out))?;
        return Ok(Ending::Done);
    }
    let ending = print_results(&results, *format)?;
    report::finish(catalogue, out, &results)?;
    Ok(ending)
}
