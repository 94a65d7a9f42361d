//! `plyscope schema`: what an editor wants to know of experiment files.

use crate::output;
use plyscope::catalogue::Catalogue;
use plyscope_lab::experiment::schema;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope schema > plyscope.schema.json
  plyscope schema | jq '.properties | keys'

With `#:schema ./plyscope.schema.json` as the first line of an experiment, editors that know TOML schemas underline \
mistakes, names of games, evaluators, rules and searches among them, and complete keys.

Exit status: 0 done; 2 could not be done.")]
pub(crate) struct Arguments {}

pub(crate) fn run(catalogue: &Catalogue) -> anyhow::Result<()> {
    output::json(&schema(catalogue))
}
