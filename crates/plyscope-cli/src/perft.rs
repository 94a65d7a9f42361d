//! `plyscope perft`: how many sequences of moves a game has.

use crate::arguments;
use crate::output::{self, Format};
use anyhow::bail;
use plyscope::catalogue::Catalogue;
use plyscope::search::Budget;
use serde_json::json;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope perft connect-four 8
  plyscope perft connect-four 6 --position 4453
  plyscope perft 'kalah(empty-capture=no)' 7 --format json

Exit status: 0 done; 2 could not be done.")]
pub(crate) struct Arguments {
    /// The game, by name
    game: String,
    /// How many moves
    #[arg(value_name = "DEPTH")]
    depth: u32,
    /// Count from this position, given as text, not from the start
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    #[command(flatten)]
    draw: arguments::Draw,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(crate) fn run(catalogue: &Catalogue, arguments: &Arguments) -> anyhow::Result<()> {
    if !(1..=1000).contains(&arguments.depth) {
        bail!("count sequences of 1 to 1000 moves; depth {} is not allowed", arguments.depth);
    }
    let game = arguments::game(catalogue, &arguments.game)?;
    let name = game.name().to_string();
    let start = arguments::position(&game, &arguments.draw, arguments.position.as_deref())?;
    let counts = game.perft(&start, arguments.depth, &Budget::unlimited())?;
    match arguments.format {
        Format::Json => output::json(&json!({"game": name, "counts": counts})),
        Format::Text => {
            let row = |(i, count): (usize, &u64)| [(i + 1).to_string(), count.to_string()];
            let table = output::headed(["moves", "sequences"], counts.iter().enumerate().map(row));
            output::print(&format!("{name}\n\n{table}"))
        }
    }
}
