//! The `plyscope` command: arguments, tables, drawings. What it shows is computed by the laboratory.
//!
//! It is a library too, so that a program of your own can be the same command with your games and evaluators in it:
//!
//! ```no_run
//! use plyscope::game::ConnectFour;
//! # fn main() -> std::process::ExitCode {
//! plyscope_cli::Command::new()
//!     .game("connect-three", "Connect four with runs of three.", |_| ConnectFour::new(5, 4, 3))
//!     .run()
//! # }
//! ```
//!
//! `list`, `tree`, `perft`, `solve`, `calibrate`, `run`, figures and reports then work on them. An example is in
//! `examples/ataxx`.

mod arguments;
mod bench;
mod calibrate;
mod check;
mod ending;
#[cfg(feature = "explore")]
mod explore;
mod lab;
mod learn;
mod list;
mod output;
mod perft;
#[cfg(feature = "process")]
mod programs;
mod shell;
mod solve;
mod tables;
mod theory;
mod theory_map;
mod tree;
#[cfg(feature = "chess")]
mod uci;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use ending::Ending;
use plyscope::catalogue::{Catalogue, EvaluatorEntry, GameEntry, OracleEntry, SourceEntry};
use plyscope::game::Hints;
use plyscope::name::Given;
use std::process::ExitCode;

/// The command, with a catalogue of games and evaluators.
pub struct Command {
    catalogue: Catalogue,
}

impl Default for Command {
    fn default() -> Self {
        Command::new()
    }
}

impl Command {
    /// With what comes with Plyscope.
    #[must_use]
    pub fn new() -> Self {
        let catalogue = plyscope_lab::files::reading(Catalogue::built_in());
        let catalogue = plyscope_tables::added_to(catalogue);
        #[cfg(feature = "chess")]
        let catalogue = plyscope_chess::added_to(catalogue);
        Command { catalogue }
    }

    /// With a game of your own: its kind, a sentence about it, and how it is made from the parameters that it takes.
    #[must_use]
    pub fn game<G>(
        self,
        name: &'static str,
        summary: &'static str,
        take: impl Fn(&mut Given<'_>) -> plyscope::Result<G> + Send + Sync + 'static,
    ) -> Self
    where
        G: Hints<Position: Send + Sync + 'static> + Send + Sync + 'static,
    {
        Command { catalogue: self.catalogue.with_game(name, summary, take) }
    }

    /// With a game that is no single typed one.
    #[must_use]
    pub fn game_entry(self, entry: GameEntry) -> Self {
        Command { catalogue: self.catalogue.with_game_entry(entry) }
    }

    /// With an evaluator of your own.
    #[must_use]
    pub fn evaluator(self, entry: EvaluatorEntry) -> Self {
        Command { catalogue: self.catalogue.with_evaluator(entry) }
    }

    /// With a source of positions of your own.
    #[must_use]
    pub fn source(self, entry: SourceEntry) -> Self {
        Command { catalogue: self.catalogue.with_source(entry) }
    }

    /// With an oracle of your own: what moves are worth.
    #[must_use]
    pub fn oracle(self, entry: OracleEntry) -> Self {
        Command { catalogue: self.catalogue.with_oracle(entry) }
    }

    /// Does what the program's arguments say. 0: done; 1: done, but a claim that was expected to hold was refuted, or two
    /// runs differ beyond chance; 2: could not be done; 130 and 143: ended by a signal.
    pub fn run(self) -> ExitCode {
        #[cfg(feature = "process")]
        if let Some(ended) = plyscope_process::supervise::if_asked() {
            return ended;
        }
        run(self.catalogue)
    }
}

/// Does looking deeper help? Measures, explains and avoids lookahead pathology in game trees.
#[derive(Debug, Parser)]
#[command(
    name = "plyscope",
    version,
    arg_required_else_help = true,
    max_term_width = 100,
    after_help = "\
Example:
  plyscope tree '((3 12 8) (2 4 6) (14 5 2))'

Exit status: 0 done; 1 done, but a claim that was expected to hold was refuted, two runs differ beyond chance, or a new version is worse; 2 could \
not be done; 130 interrupted; 143 terminated. `plyscope help COMMAND` says what they mean for it."
)]
struct Arguments {
    #[command(subcommand)]
    command: Subcommands,
    #[command(flatten)]
    memory: arguments::Memory,
}

#[derive(Debug, Subcommand)]
enum Subcommands {
    /// List the games, evaluators, rules and searches there are, with their parameters
    List(list::Arguments),
    /// Search a tree and draw it: values, errors, node types and the choice
    Tree(tree::Arguments),
    /// Count a game's sequences of moves, ply by ply
    Perft(perft::Arguments),
    /// Solve a game: its result and margin with best play, and a best line
    Solve(solve::Arguments),
    /// Check whether a game keeps the laws that searches and measurements rely on
    Check(check::Arguments),
    /// Compute exact values: node errors, accuracies, forward pruning, critical cases, the best of n candidates
    Theory(theory::Arguments),
    /// Measure how well an evaluator's numbers are calibrated, and calibrate them
    Calibrate(calibrate::Arguments),
    /// Learn what the search `decisive` needs for a game and an evaluator, and write it to a file
    Learn(learn::Arguments),
    /// Run the papers' experiments, and judge their claims
    Reproduce(lab::Reproduce),
    /// Run an experiment of your own
    Run(lab::Run),
    /// Measure whether looking deeper helps in a game with an evaluator, where it hurts, and why
    Measure(lab::measure::Arguments),
    /// Compare two versions of a player on the same positions: what the new one repairs, what it breaks, and where
    Compare(lab::compare::Arguments),
    /// Judge any decider from its log of decisions: does more effort help, and where does it hurt?
    Judge(lab::judge::Arguments),
    /// Judge selection among candidates: is a verifier good enough for the best of n?
    Scaling(lab::scaling::Arguments),
    /// Let two players play against each other, or each depth of a player against the one before
    Match(lab::play::Arguments),
    /// Make tables of what every position is worth: endings of chess, small games
    Tables(tables::Arguments),
    /// Be a chess engine: a player of ours that speaks UCI, for chess programs and match runners
    #[cfg(feature = "chess")]
    Uci(uci::Arguments),
    /// Merge the shards of a run
    Merge(lab::Merge),
    /// Redraw the figure of a run as SVG, PNG or PDF, without running again
    Figure(lab::Figure),
    /// Remake the figures and the report of a run
    Report(lab::Report),
    /// Show what changed between two runs, and whether it can be chance
    Diff(lab::Diff),
    /// Look at searches, curves, runs and measurements in a browser
    #[cfg(feature = "explore")]
    Explore(explore::Arguments),
    /// Measure how fast this machine is, as ratios, in under a minute
    Bench(bench::Arguments),
    /// Print the JSON schema of experiment files
    Schema(shell::Schema),
    /// Print a completion script for a shell
    Completions(shell::Completions),
    /// Print the manual page, or write one for every command
    Man(shell::Manual),
}

#[cfg(feature = "process")]
impl Subcommands {
    /// May it start the programs that names speak of? Those that only read what was found before do not.
    fn starts_programs(&self) -> bool {
        match self {
            Subcommands::Tree(_)
            | Subcommands::Perft(_)
            | Subcommands::Solve(_)
            | Subcommands::Check(_)
            | Subcommands::Calibrate(_)
            | Subcommands::Learn(_)
            | Subcommands::Measure(_)
            | Subcommands::Match(_)
            | Subcommands::Compare(_)
            | Subcommands::Bench(_) => true,
            #[cfg(feature = "chess")]
            Subcommands::Uci(_) => true,
            Subcommands::Run(arguments) => !arguments.common.dry_run,
            Subcommands::Reproduce(arguments) => !arguments.common.dry_run,
            _ => false,
        }
    }
}

/// What the explorer's own command line names is looked up here, where programs may be started; what is in its folder is not.
#[cfg(feature = "explore")]
fn for_given_names(catalogue: &Catalogue) -> Catalogue {
    #[cfg(feature = "process")]
    return programs::added_to(catalogue.clone(), true, true);
    #[cfg(not(feature = "process"))]
    catalogue.clone()
}

fn run(catalogue: Catalogue) -> ExitCode {
    let matches = arguments::with_negative(Arguments::command()).get_matches();
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    arguments.memory.limit();
    #[cfg(feature = "explore")]
    let given = for_given_names(&catalogue);
    #[cfg(feature = "process")]
    let catalogue = {
        let kept = match &arguments.command {
            Subcommands::Measure(arguments) => !arguments.no_cache,
            Subcommands::Compare(arguments) => !arguments.no_cache,
            _ => true,
        };
        programs::added_to(catalogue, arguments.command.starts_programs(), kept)
    };
    let catalogue = &catalogue;
    let result = match arguments.command {
        Subcommands::List(arguments) => list::run(catalogue, &arguments),
        Subcommands::Tree(arguments) => tree::run(catalogue, &arguments),
        Subcommands::Perft(arguments) => perft::run(catalogue, &arguments),
        Subcommands::Solve(arguments) => solve::run(catalogue, &arguments),
        Subcommands::Check(arguments) => return ending::status(check::run(catalogue, &arguments)),
        Subcommands::Theory(arguments) => theory::run(&arguments),
        Subcommands::Tables(arguments) => tables::run(catalogue, &arguments),
        #[cfg(feature = "chess")]
        Subcommands::Uci(arguments) => uci::run(catalogue, &arguments),
        Subcommands::Calibrate(arguments) => calibrate::run(catalogue, &arguments),
        Subcommands::Learn(arguments) => learn::run(catalogue, &arguments),
        Subcommands::Reproduce(arguments) => return ending::status(lab::reproduce(catalogue, &arguments)),
        Subcommands::Run(arguments) => return ending::status(lab::run_file(catalogue, &arguments)),
        Subcommands::Measure(arguments) => return ending::status(lab::measure::run(catalogue, &arguments)),
        Subcommands::Compare(arguments) => return ending::status(lab::compare::run(catalogue, &arguments)),
        Subcommands::Judge(arguments) => return ending::status(lab::judge::run(&arguments)),
        Subcommands::Scaling(arguments) => return ending::status(lab::scaling::run(&arguments)),
        Subcommands::Match(arguments) => return ending::status(lab::play::run(catalogue, &arguments)),
        Subcommands::Merge(arguments) => return ending::status(lab::merge_shards(catalogue, &arguments)),
        Subcommands::Figure(arguments) => lab::draw(catalogue, &arguments),
        Subcommands::Report(arguments) => lab::report(catalogue, &arguments),
        Subcommands::Diff(arguments) => return ending::status(lab::show_changes(catalogue, &arguments)),
        #[cfg(feature = "explore")]
        Subcommands::Explore(arguments) => explore::run(catalogue, given, arguments),
        Subcommands::Bench(arguments) => bench::run(catalogue, &arguments),
        Subcommands::Schema(_) => shell::print_schema(catalogue),
        Subcommands::Completions(arguments) => {
            shell::completions(Arguments::command(), catalogue, &arguments)
        }
        Subcommands::Man(arguments) => shell::manual(Arguments::command(), &arguments),
    };
    ending::status(result.map(|()| Ending::Done))
}

/// The program of the tutorial compiles.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/tutorial-own-game.md")]
struct OwnGame;
