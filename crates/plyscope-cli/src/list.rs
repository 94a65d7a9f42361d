//! `plyscope list`: the registries, for people and for scripts.

use crate::output::{self, Format};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use plyscope::catalogue::Catalogue;
use plyscope::name::Parameter;
use plyscope_lab::experiment::{Listed, listed};
use plyscope_lab::listing::{self, Kind, Listing};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope list
  plyscope list games
  plyscope list rules --format json

Exit status: 0 done; 2 could not be done.")]
pub(crate) struct Arguments {
    /// What to list; everything if left out
    #[arg(value_parser = kinds())]
    kind: Option<Kind>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// What can be listed, by its name.
fn kinds() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.map(Kind::name))
        .try_map(|name| Kind::of(&name).ok_or("there is no such list"))
}

pub(crate) fn run(catalogue: &Catalogue, arguments: &Arguments) -> anyhow::Result<()> {
    let kind = arguments.kind;
    match (arguments.format, kind) {
        (Format::Json, _) => output::json(&listing::listing(catalogue, kind)?),
        (Format::Text, Some(Kind::Experiments)) => experiments(catalogue),
        (Format::Text, _) => output::print(&text(&listing::entries(catalogue, kind))),
    }
}

/// Experiments have alternatives instead of parameters.
fn experiments(catalogue: &Catalogue) -> anyhow::Result<()> {
    let row = |e: &Listed| {
        vec![
            e.id.to_string(),
            e.title.clone(),
            e.alternatives.iter().map(|suffix| format!("+{suffix}")).collect::<Vec<_>>().join(" "),
        ]
    };
    output::print(&output::table(&listed(catalogue)?.iter().map(row).collect::<Vec<_>>()))
}

fn text(rows: &[Listing<'_>]) -> String {
    let mut text = String::new();
    if rows.is_empty() {
        return "There are none yet.\n".into();
    }
    for (i, row) in rows.iter().enumerate() {
        if i == 0 || rows[i - 1].kind != row.kind {
            let gap = if i == 0 { "" } else { "\n" };
            text.push_str(&format!("{gap}{}\n", row.kind.name()));
        }
        text.push_str(&format!("  {}: {}\n", row.entry.name(), row.entry.summary()));
        let cells = |p: &Parameter| vec![format!("      {}={}", p.name, p.default), p.allowed.to_string()];
        text.push_str(&output::table(&row.entry.parameters().iter().map(cells).collect::<Vec<_>>()));
    }
    text
}
