//! `plyscope scaling`: is a verifier good enough for n candidates?

use super::alone::{Amounts, amounts};
use super::judge::{check_free, keep};
use crate::arguments::whole;
use crate::ending::Ending;
use crate::output::{self, Format};
use plyscope_lab::scaling::{Scaling, page, problems, text};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope scaling candidates.jsonl
  plyscope scaling candidates.jsonl --counts 1,8,64 --format json
  plyscope scaling candidates.jsonl --out scaled

A line is a problem: {\"id\": \"p1\", \"group\": \"algebra\", \"candidates\": [{\"score\": 0.7, \"correct\": true, \
\"answer\": \"42\"}]}; `group`, `score` and `answer` may be left out. What is counted how: docs/judging.md. The folder of \
--out holds scaling.json and report.html.

Exit status: 0 done; 2 could not be judged.")]
pub(crate) struct Arguments {
    /// Problems with their candidates, as JSON lines
    #[arg(value_hint = clap::ValueHint::FilePath)]
    file: PathBuf,
    /// Numbers of candidates, rising [default: 1, 2, 4, ... as far as every problem has so many]
    #[arg(long, value_name = "COUNTS", value_parser = amounts)]
    counts: Option<Amounts>,
    /// The seed of keyed draws
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<0, { u64::MAX }>)]
    seed: u64,
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
    let counts = arguments.counts.as_ref().map(|counts| &counts.0[..]);
    let found = Scaling::new(problems(&arguments.file)?, counts, arguments.seed)?;
    if let Some(out) = &arguments.out {
        keep(out, &[("scaling.json".into(), found.json()), ("report.html".into(), page(&found))])?;
        output::talk(&format!("scaling.json and report.html are in {}", out.display()));
    }
    match arguments.format {
        Format::Text => output::print(&text(&found))?,
        Format::Json => output::json_text(&found.json())?,
    }
    Ok(Ending::Done)
}
