//! `plyscope completions`, `plyscope man` and `plyscope schema`: what a shell, a reader of manuals and an editor want.

use crate::output;
use anyhow::Context;
use clap::Command;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap_complete::Shell;
use clap_mangen::Man;
use plyscope::catalogue::{Catalogue, Described};
use plyscope_lab::experiment::listed;
use plyscope_lab::experiment::schema;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope completions bash > ~/.local/share/bash-completion/completions/plyscope
  plyscope completions zsh > ~/.zfunc/_plyscope

Completes commands and options, and in bash, zsh and fish the names of experiments, games, evaluators, rules and \
searches.

Exit status: 0 done; 2 could not be done.")]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope man | man -l -
  plyscope man --out ~/.local/share/man/man1

Exit status: 0 done; 2 could not be done.")]
pub(crate) struct Manual {
    /// Write a page for every command into this folder, not the main page to standard output
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: Option<PathBuf>,
}

/// A parser that takes every text, and knows what a shell can offer.
#[derive(Clone)]
struct Known {
    values: Vec<PossibleValue>,
}

impl TypedValueParser for Known {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        // Names have parameters, so no list holds them all; the catalogue says what is wrong with one.
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.values.iter().cloned()))
    }
}

fn kinds<E: Described>(entries: &[E]) -> Known {
    // A user's own entry may hide a built-in one of the same name.
    let mut seen = BTreeSet::new();
    let fresh = entries.iter().filter(|entry| seen.insert(entry.name()));
    Known { values: fresh.map(|entry| PossibleValue::new(entry.name()).help(entry.summary())).collect() }
}

/// Experiments, their other readings, whole papers, and all papers.
fn experiments(catalogue: &Catalogue) -> anyhow::Result<Known> {
    let listed = listed(catalogue)?;
    let mut values = vec!["papers".to_string()];
    for one in &listed {
        let paper = one.id.split('/').next().unwrap_or(one.id).to_string();
        if !values.contains(&paper) {
            values.push(paper);
        }
    }
    for one in &listed {
        values.push(one.id.to_string());
        values.extend(one.alternatives.iter().map(|suffix| format!("{}+{suffix}", one.id)));
    }
    // Clap keeps names for as long as the program runs; this is done once, just before it ends.
    let value = |name: String| PossibleValue::new(&*name.leak());
    Ok(Known { values: values.into_iter().map(value).collect() })
}

/// Whose values are names.
struct Taker {
    subcommand: &'static str,
    argument: &'static str,
    known: Known,
}

fn takers(catalogue: &Catalogue) -> anyhow::Result<Vec<Taker>> {
    let (games, evaluators) = (kinds(catalogue.games()), kinds(catalogue.evaluators()));
    let all = [
        ("tree", "tree", games.clone()),
        ("tree", "rule", kinds(catalogue.rules())),
        ("tree", "search", kinds(catalogue.searches())),
        ("tree", "evaluator", evaluators.clone()),
        ("perft", "game", games.clone()),
        ("solve", "game", games.clone()),
        ("calibrate", "game", games.clone()),
        ("calibrate", "evaluator", evaluators.clone()),
        ("learn", "game", games.clone()),
        ("learn", "evaluator", evaluators.clone()),
        ("match", "game", games.clone()),
        ("match", "a", kinds(catalogue.players())),
        ("match", "b", kinds(catalogue.players())),
        ("match", "ladder", kinds(catalogue.players())),
        ("match", "openings", kinds(catalogue.sources())),
        ("measure", "game", games),
        ("measure", "evaluator", evaluators),
        ("measure", "rule", kinds(catalogue.rules())),
        ("measure", "search", kinds(catalogue.searches())),
        ("measure", "positions", kinds(catalogue.sources())),
        ("measure", "truth", kinds(catalogue.oracles())),
        ("reproduce", "ids", experiments(catalogue)?),
    ];
    Ok(all.into_iter().map(|(subcommand, argument, known)| Taker { subcommand, argument, known }).collect())
}

/// The command with what its arguments can be called.
fn with_names(command: Command, takers: &[Taker]) -> Command {
    takers.iter().fold(command, |command, taker| {
        command.mut_subcommand(taker.subcommand, |subcommand| {
            subcommand.mut_arg(taker.argument, |argument| argument.value_parser(taker.known.clone()))
        })
    })
}

/// What clap's script for fish lacks: values of arguments that are no options.
fn positional_names(command: &Command, takers: &[Taker], program: &str) -> String {
    let mut lines = String::new();
    for Taker { subcommand, argument, known } in takers {
        let found = command.find_subcommand(subcommand);
        let found = found.and_then(|found| found.get_positionals().find(|one| one.get_id() == *argument));
        if found.is_none() {
            continue;
        }
        let names: Vec<&str> = known.values.iter().map(PossibleValue::get_name).collect();
        lines.push_str(&format!(
            "complete -c {program} -n \"__fish_{}_using_subcommand {subcommand}\" -f -a \"{}\"\n",
            program.replace('-', "_"),
            names.join(" ")
        ));
    }
    lines
}

/// What this program is called.
fn program() -> String {
    let path = std::env::args_os().next().map(PathBuf::from);
    let name = path.as_deref().and_then(Path::file_stem).map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_else(|| "plyscope".into())
}

pub(crate) fn completions(
    command: Command,
    catalogue: &Catalogue,
    arguments: &Completions,
) -> anyhow::Result<()> {
    let (takers, program) = (takers(catalogue)?, program());
    let mut command = with_names(command, &takers);
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, &program, &mut script);
    let mut script = String::from_utf8_lossy(&script).into_owned();
    if arguments.shell == Shell::Fish {
        script.push_str(&positional_names(&command, &takers, &program));
    }
    output::print_as_is(&script)
}

pub(crate) fn manual(command: Command, arguments: &Manual) -> anyhow::Result<()> {
    // `plyscope help tree` has no page of its own.
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let Some(folder) = &arguments.out else { return output::print_as_is(&page(command)?.1) };
    std::fs::create_dir_all(folder).with_context(|| format!("could not make {}", folder.display()))?;
    let mut count = 0;
    let mut open = vec![command];
    while let Some(command) = open.pop() {
        open.extend(command.get_subcommands().cloned());
        let (name, text) = page(command)?;
        output::put(&folder.join(name), text.as_bytes())?;
        count += 1;
    }
    output::talk(&format!("{count} pages are in {}", folder.display()));
    Ok(())
}

/// The page of a command: its file's name and its text.
fn page(command: Command) -> anyhow::Result<(String, String)> {
    let page = Man::new(command);
    let mut text = Vec::new();
    page.render(&mut text)?;
    // What stands after the options says these two things.
    let text = String::from_utf8_lossy(&text).replace(".SH EXTRA\n", ".SH \"EXAMPLES AND EXIT STATUS\"\n");
    Ok((page.get_filename(), text))
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope schema > plyscope.schema.json
  plyscope schema | jq '.properties | keys'

With `#:schema ./plyscope.schema.json` as the first line of an experiment, editors that know TOML schemas underline \
mistakes, names of games, evaluators, rules and searches among them, and complete keys.

Exit status: 0 done; 2 could not be done.")]
pub(crate) struct Schema {}

pub(crate) fn print_schema(catalogue: &Catalogue) -> anyhow::Result<()> {
    output::json(&schema(catalogue))
}
