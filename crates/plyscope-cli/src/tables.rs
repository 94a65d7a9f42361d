//! `plyscope tables`: endgame tables of chess, made and kept.

use crate::numbers::whole;
use crate::output;
use crate::signals::Signals;
use anyhow::bail;
use clap::Subcommand;
use plyscope_chess::tables::{Ending, Progress, Tables};
use std::path::PathBuf;
use std::time::Instant;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  plyscope tables make chess KRkn

Exit status: 0 done; 2 could not be done; 130 interrupted and 143 terminated, after the endings in hand.")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Work out endings of chess with three or four men: outcome and distance to mate of every position
    #[command(after_help = "\
Examples:
  plyscope tables make chess KRkn
  plyscope tables make chess KPkp --out tables
  plyscope tables make chess --pawnless

An ending is made with all that it converts to by captures and promotions. A file that is there and sound is left alone, so \
a command that was stopped goes on where it was. A file has 8.4 MB, with pawns 16.8 MB. As many are made at once as there \
are threads; two take up to 270 MB of memory.

Exit status: 0 done; 2 could not be done; 130 interrupted and 143 terminated, after the endings in hand.")]
    Make {
        /// The game: chess
        game: String,
        /// Endings, White's men in capitals, such as KRkn [default: all of three and four men]
        #[arg(value_name = "ENDING", conflicts_with = "pawnless")]
        endings: Vec<String>,
        /// All endings without pawns
        #[arg(long)]
        pawnless: bool,
        /// Keep them in this folder [default: plyscope/tables in the user's cache directory]
        #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
        out: Option<PathBuf>,
        /// Threads [default: all cores]
        #[arg(long, value_name = "N", value_parser = whole::<1, 1024>)]
        jobs: Option<u64>,
        /// No progress
        #[arg(long)]
        quiet: bool,
    },
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let What::Make { game, endings, pawnless, out, jobs, quiet } = &arguments.what;
    if game != "chess" {
        bail!("there are tables of chess only, not of `{game}`");
    }
    let mut wanted = endings.iter().map(|ending| ending.parse()).collect::<Result<Vec<Ending>, _>>()?;
    if wanted.is_empty() {
        wanted = Ending::all().into_iter().filter(|ending| !pawnless || ending.pawns() == 0).collect();
    }
    let tables = match out {
        Some(folder) => Tables::new(folder),
        None => Tables::in_cache()?,
    };
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let signals = Signals::listen()?;
    let begun = Instant::now();
    let report = |progress: Progress| {
        let said = match progress {
            Progress::Found(ending) => format!("{ending} is there"),
            Progress::Begun(ending) => format!("{ending} ..."),
            Progress::Made(ending) => format!("{ending} made after {:.1} s", begun.elapsed().as_secs_f64()),
        };
        if !quiet {
            output::talk(&said);
        }
    };
    let made = tables.make(&wanted, jobs.map_or(cores, |jobs| jobs as usize), signals.stop(), &report);
    made.map_err(|error| signals.explain(error.into()))?;
    let names: Vec<String> = wanted.iter().map(Ending::to_string).collect();
    output::print(&format!("{} in {}\n", names.join(" "), tables.folder().display()))
}
