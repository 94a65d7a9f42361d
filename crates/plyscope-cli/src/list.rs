//! `plyscope list`: the registries, for people and for scripts.

use crate::output::{self, Format};
use clap::ValueEnum;
use plyscope::catalogue::{Catalogue, Described};
use plyscope::name::Parameter;
use plyscope_lab::experiment::{Listed, listed};
use serde_json::json;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope list
  plyscope list games
  plyscope list rules --format json

Exit status: 0 done; 2 could not be done.")]
pub(crate) struct Arguments {
    /// What to list; everything if left out
    kind: Option<Kind>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    Games,
    Evaluators,
    Rules,
    Searches,
    Positions,
    Truth,
    Players,
    Formulas,
    Experiments,
}

/// What a list shows of an entry.
struct Listing<'a> {
    kind: Kind,
    entry: &'a dyn Described,
}

fn listings<E: Described>(kind: Kind, entries: &[E]) -> impl Iterator<Item = Listing<'_>> {
    entries.iter().map(move |entry| Listing { kind, entry })
}

pub(crate) fn run(catalogue: &Catalogue, arguments: &Arguments) -> anyhow::Result<()> {
    if arguments.kind == Some(Kind::Experiments) {
        return experiments(catalogue, arguments.format);
    }
    let all = listings(Kind::Games, catalogue.games())
        .chain(listings(Kind::Evaluators, catalogue.evaluators()))
        .chain(listings(Kind::Rules, catalogue.rules()))
        .chain(listings(Kind::Searches, catalogue.searches()))
        .chain(listings(Kind::Positions, catalogue.sources()))
        .chain(listings(Kind::Truth, catalogue.oracles()))
        .chain(listings(Kind::Players, catalogue.players()))
        .chain(listings(Kind::Players, catalogue.engines()))
        .chain(listings(Kind::Formulas, catalogue.formulas()));
    let rows: Vec<Listing<'_>> =
        all.filter(|row| arguments.kind.is_none_or(|kind| kind == row.kind)).collect();
    match arguments.format {
        Format::Text => output::print(&text(&rows)),
        Format::Json => output::json(&json(&rows)),
    }
}

/// Experiments have alternatives instead of parameters.
fn experiments(catalogue: &Catalogue, format: Format) -> anyhow::Result<()> {
    let all: Vec<Listed> = listed(catalogue)?;
    match format {
        Format::Text => {
            let row = |e: &Listed| {
                vec![
                    e.id.to_string(),
                    e.title.clone(),
                    e.alternatives.iter().map(|suffix| format!("+{suffix}")).collect::<Vec<_>>().join(" "),
                ]
            };
            output::print(&output::table(&all.iter().map(row).collect::<Vec<_>>()))
        }
        Format::Json => {
            let row = |e: &Listed| {
                json!({
                    "kind": heading(Kind::Experiments),
                    "name": e.id,
                    "summary": e.title,
                    "source": e.source,
                    "reading": e.reading,
                    "alternatives": e.alternatives,
                    "parameters": [],
                })
            };
            output::json(&serde_json::Value::from(all.iter().map(row).collect::<Vec<_>>()))
        }
    }
}

fn heading(kind: Kind) -> &'static str {
    match kind {
        Kind::Games => "games",
        Kind::Evaluators => "evaluators",
        Kind::Rules => "rules",
        Kind::Searches => "searches",
        Kind::Positions => "positions",
        Kind::Truth => "truth",
        Kind::Players => "players",
        Kind::Formulas => "formulas",
        Kind::Experiments => "experiments",
    }
}

fn text(rows: &[Listing<'_>]) -> String {
    let mut text = String::new();
    if rows.is_empty() {
        return "There are none yet.\n".into();
    }
    for (i, row) in rows.iter().enumerate() {
        if i == 0 || rows[i - 1].kind != row.kind {
            let gap = if i == 0 { "" } else { "\n" };
            text.push_str(&format!("{gap}{}\n", heading(row.kind)));
        }
        text.push_str(&format!("  {}: {}\n", row.entry.name(), row.entry.summary()));
        let cells = |p: &Parameter| vec![format!("      {}={}", p.name, p.default), p.allowed.to_string()];
        text.push_str(&output::table(&row.entry.parameters().iter().map(cells).collect::<Vec<_>>()));
    }
    text
}

fn json(rows: &[Listing<'_>]) -> serde_json::Value {
    let parameter = |p: &Parameter| json!({"name": p.name, "default": p.default, "allowed": p.allowed});
    let row = |row: &Listing<'_>| {
        json!({
            "kind": heading(row.kind),
            "name": row.entry.name(),
            "summary": row.entry.summary(),
            "parameters": row.entry.parameters().iter().map(parameter).collect::<Vec<_>>(),
        })
    };
    rows.iter().map(row).collect()
}
