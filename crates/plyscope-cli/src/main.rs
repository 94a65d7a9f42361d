//! The `plyscope` command: arguments, tables, drawings. What it shows is computed by the library.

mod bench;
mod calibrate;
mod game;
mod lab;
mod list;
mod output;
mod perft;
mod solve;
mod theory;
mod tree;

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use std::process::ExitCode;

/// Does looking deeper help? Measures, explains and avoids lookahead pathology in game trees.
#[derive(Debug, Parser)]
#[command(name = "plyscope", version, arg_required_else_help = true, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the games, evaluators, rules and searches there are, with their parameters
    List(list::Arguments),
    /// Search a tree and draw it: values, errors, node types and the choice
    Tree(tree::Arguments),
    /// Count a game's sequences of moves, ply by ply
    Perft(perft::Arguments),
    /// Solve a game: its result and margin with best play, and a best line
    Solve(solve::Arguments),
    /// Compute exact values: node errors, accuracies, forward pruning, critical cases
    Theory(theory::Arguments),
    /// Measure what an evaluator's numbers are worth, and put them right
    Calibrate(calibrate::Arguments),
    /// Run the papers' experiments, and judge their claims
    Reproduce(lab::Reproduce),
    /// Run an experiment of your own
    Run(lab::Run),
    /// Put the shards of a run together
    Merge(lab::Merge),
    /// Remake the figures and the report of a run
    Report(lab::Report),
    /// Show what changed between two runs, and whether it can be chance
    Diff(lab::Diff),
    /// Measure how fast this machine is, as ratios, in under a minute
    Bench(bench::Arguments),
    /// Print the JSON schema of experiment files
    Schema,
    /// Print a completion script for a shell
    #[command(
        after_help = "Example:\n  plyscope completions bash > ~/.local/share/bash-completion/completions/plyscope"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::List(arguments) => list::run(&arguments),
        Command::Tree(arguments) => tree::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Theory(arguments) => theory::run(&arguments),
        Command::Calibrate(arguments) => calibrate::run(&arguments),
        Command::Reproduce(arguments) => return finish(lab::reproduce(&arguments)),
        Command::Run(arguments) => return finish(lab::run_file(&arguments)),
        Command::Merge(arguments) => return finish(lab::merge_shards(&arguments)),
        Command::Report(arguments) => return finish(lab::report(&arguments)),
        Command::Diff(arguments) => return finish(lab::compare(&arguments)),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Schema => lab::print_schema(),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "plyscope", &mut script);
            output::print(&String::from_utf8_lossy(&script))
        }
    };
    finish(result.map(|()| true))
}

/// 0: done; 1: done, but a claim that was expected to hold was refuted; 2: could not be done.
fn finish(result: anyhow::Result<lab::Held>) -> ExitCode {
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            output::complain(&error);
            ExitCode::from(2)
        }
    }
}
