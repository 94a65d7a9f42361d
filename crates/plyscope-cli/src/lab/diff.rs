//! `plyscope diff`: what changed between two runs.

use crate::ending::Ending;
use crate::output::{self, Format};
use plyscope::catalogue::Catalogue;
use plyscope_lab::diff::{Changed, Difference, Side, data, diff};
use plyscope_lab::run::read_tallies;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope diff results/wilson-fig3-b2 other/wilson-fig3-b2
  plyscope diff before after --format json

Exit status: 0 nothing differs beyond chance; 1 something does; 2 could not compare.")]
pub(crate) struct Diff {
    /// The run folder before the change
    #[arg(value_hint = clap::ValueHint::DirPath)]
    before: PathBuf,
    /// The run folder after it
    #[arg(value_hint = clap::ValueHint::DirPath)]
    after: PathBuf,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(crate) fn show_changes(catalogue: &Catalogue, arguments: &Diff) -> anyhow::Result<Ending> {
    let side = |path: &Path| -> anyhow::Result<Side> {
        let (experiment, tallies) = read_tallies(catalogue, path)?;
        Ok(Side::new(experiment, tallies)?)
    };
    let found = diff(&side(&arguments.before)?, &side(&arguments.after)?)?;
    match arguments.format {
        Format::Text => output::print(&text(&found))?,
        Format::Json => output::json(&data(&found))?,
    }
    Ok(Ending::found(found.rows.iter().any(Changed::significant)))
}

fn text(found: &Difference) -> String {
    let row = |row: &Changed| {
        let Changed { what, before, after, interval, p } = row;
        let interval = interval.map_or("exact".into(), |(low, high)| format!("[{low:+.4}, {high:+.4}]"));
        [
            what.clone(),
            format!("{before:.4}"),
            format!("{after:.4}"),
            format!("{:+.4} {interval}", after - before),
            p.map_or("-".into(), |p| format!("{p:.3}")) + if row.significant() { " *" } else { "" },
        ]
    };
    let mut text = format!("{}\n", found.relation);
    if !found.rows.is_empty() {
        let head = ["value", "before", "after", "difference", "p"];
        text.push_str(&format!("\n{}", output::headed(head, found.rows.iter().map(row))));
    }
    text.push_str(&format!(
        "\n{} values differ, {} of them beyond chance (*: at 5% over all of them, as are the intervals); {} are the same, {} are in one run only\n",
        found.rows.len(),
        found.significant(),
        found.same,
        found.unmatched
    ));
    for (claim, was, is) in &found.claims {
        text.push_str(&format!("{} -> {}: {claim}\n", was.name(), is.name()));
    }
    text
}
