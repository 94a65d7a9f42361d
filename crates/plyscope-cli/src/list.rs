//! `plyscope list`: the registries, for people and for scripts.

use crate::output::{self, Format};
use clap::ValueEnum;
use plyscope::name::Parameter;
use plyscope::registry::{EVALUATORS, EVIDENCE_RULES, FORMULAS, GAMES, RULES, Registry, SEARCHES};
use plyscope_lab::experiment::{Listed, listed};
use serde_json::json;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  plyscope list\n  plyscope list games\n  plyscope list rules --format json"
)]
pub(crate) struct Arguments {
    /// What to list; everything if left out
    kind: Option<Kind>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    Games,
    Evaluators,
    Rules,
    Searches,
    Formulas,
    Experiments,
}

/// What a list shows of an entry.
struct Row {
    kind: Kind,
    name: &'static str,
    summary: &'static str,
    parameters: &'static [Parameter],
}

fn rows<C, T>(kind: Kind, registry: &Registry<C, T>) -> impl Iterator<Item = Row> {
    let row = move |e: &plyscope::registry::Entry<C, T>| Row {
        kind,
        name: e.name,
        summary: e.summary,
        parameters: e.parameters,
    };
    registry.entries.iter().map(row)
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if arguments.kind == Some(Kind::Experiments) {
        return experiments(arguments.format);
    }
    let all = rows(Kind::Games, &GAMES)
        .chain(rows(Kind::Evaluators, &EVALUATORS))
        .chain(rows(Kind::Rules, &RULES))
        .chain(rows(Kind::Rules, &EVIDENCE_RULES))
        .chain(rows(Kind::Searches, &SEARCHES))
        .chain(rows(Kind::Formulas, &FORMULAS));
    let rows: Vec<Row> = all.filter(|row| arguments.kind.is_none_or(|kind| kind == row.kind)).collect();
    output::print(&match arguments.format {
        Format::Text => text(&rows),
        Format::Json => json(&rows),
    })
}

/// Experiments have alternatives instead of parameters.
fn experiments(format: Format) -> anyhow::Result<()> {
    let all: Vec<Listed> = listed()?;
    output::print(&match format {
        Format::Text => {
            let row = |e: &Listed| {
                vec![
                    e.id.to_string(),
                    e.title.clone(),
                    e.alternatives.iter().map(|suffix| format!("+{suffix}")).collect::<Vec<_>>().join(" "),
                ]
            };
            output::table(&all.iter().map(row).collect::<Vec<_>>())
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
            format!("{:#}\n", serde_json::Value::from(all.iter().map(row).collect::<Vec<_>>()))
        }
    })
}

fn heading(kind: Kind) -> &'static str {
    match kind {
        Kind::Games => "games",
        Kind::Evaluators => "evaluators",
        Kind::Rules => "rules",
        Kind::Searches => "searches",
        Kind::Formulas => "formulas",
        Kind::Experiments => "experiments",
    }
}

fn text(rows: &[Row]) -> String {
    let mut text = String::new();
    if rows.is_empty() {
        return "There are none yet.\n".into();
    }
    for (i, row) in rows.iter().enumerate() {
        if i == 0 || rows[i - 1].kind != row.kind {
            let gap = if i == 0 { "" } else { "\n" };
            text.push_str(&format!("{gap}{}\n", heading(row.kind)));
        }
        text.push_str(&format!("  {}: {}\n", row.name, row.summary));
        let cells = |p: &Parameter| vec![format!("      {}={}", p.name, p.default), p.allowed.to_string()];
        text.push_str(&output::table(&row.parameters.iter().map(cells).collect::<Vec<_>>()));
    }
    text
}

fn json(rows: &[Row]) -> String {
    let parameter = |p: &Parameter| json!({"name": p.name, "default": p.default, "allowed": p.allowed});
    let row = |row: &Row| {
        json!({
            "kind": heading(row.kind),
            "name": row.name,
            "summary": row.summary,
            "parameters": row.parameters.iter().map(parameter).collect::<Vec<_>>(),
        })
    };
    let list: Vec<serde_json::Value> = rows.iter().map(row).collect();
    format!("{:#}\n", serde_json::Value::from(list))
}
