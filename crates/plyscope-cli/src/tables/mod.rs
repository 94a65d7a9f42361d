//! `plyscope tables`: tables of solved positions, made and kept.

#[cfg(feature = "chess")]
mod endings;

use crate::arguments::game;
use crate::arguments::whole;
use crate::output;
use anyhow::bail;
use clap::Subcommand;
use plyscope::catalogue::Catalogue;
use plyscope_tables::{GameTable, cache_folder};
use std::path::PathBuf;
use std::time::Instant;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope tables make chess KRkn
  plyscope tables make 'connect-four(width=4,height=4)'

Exit status: 0 done; 2 could not be done; 130 interrupted and 143 terminated, after the endings in hand.")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Work out what every position is worth: endings of chess with three or four men, or all of a small game
    #[command(after_help = "\
Examples:
  plyscope tables make chess KRkn
  plyscope tables make chess KPkp --out tables
  plyscope tables make chess --pawnless
  plyscope tables make 'kalah(pits=3,seeds=3)'

Games that number their positions have one table each, of at most 100 million places. An ending of chess is made with all that \
it converts to by captures and promotions. A file that is there and sound is left alone, so a command that was stopped goes on \
where it was. A file of chess has 8.4 MB, with pawns 16.8 MB; as many are made at once as there are threads, and two take up to \
290 MB of memory.

Exit status: 0 done; 2 could not be done; 130 interrupted and 143 terminated, after the endings in hand.")]
    Make(Make),
}

#[derive(Debug, clap::Args)]
struct Make {
    /// The game, with its parameters
    game: String,
    /// Endings of chess, White's men in capitals, such as KRkn [default: all of three and four men]
    #[arg(value_name = "ENDING", conflicts_with = "pawnless")]
    endings: Vec<String>,
    /// All endings of chess without pawns
    #[arg(long)]
    pawnless: bool,
    /// Keep them in this folder [default: plyscope/tables in the user's cache directory]
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = whole::<1, 1024>)]
    jobs: Option<u64>,
    /// Hide progress
    #[arg(long)]
    quiet: bool,
}

impl Make {
    fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get());
        self.jobs.map_or_else(cores, |jobs| jobs as usize)
    }

    fn say(&self, what: &str) {
        if !self.quiet {
            output::talk(what);
        }
    }
}

pub(crate) fn run(catalogue: &Catalogue, arguments: &Arguments) -> anyhow::Result<()> {
    let What::Make(make) = &arguments.what;
    #[cfg(feature = "chess")]
    if make.game == "chess" {
        return endings::make(make);
    }
    whole_game(catalogue, make)
}

/// One table of all positions of a game.
fn whole_game(catalogue: &Catalogue, make: &Make) -> anyhow::Result<()> {
    if !make.endings.is_empty() || make.pawnless {
        bail!("only chess has endings; `{}` has one table of all its positions", make.game);
    }
    let game = game(catalogue, &make.game)?;
    let folder = match &make.out {
        Some(folder) => folder.clone(),
        None => cache_folder()?,
    };
    let table = GameTable::new(&game, &folder)?;
    if table.is_made() {
        make.say(&format!("{} is there", game.name()));
    } else {
        make.say(&format!("{} ...", game.name()));
        let begun = Instant::now();
        table.make(make.threads())?;
        make.say(&format!("made after {:.1} s", begun.elapsed().as_secs_f64()));
    }
    output::print(&format!("{}\n", table.path().display()))
}
