//! `plyscope check`: does a game keep the laws that everything else relies on?

use crate::arguments;
use crate::arguments::whole;
use crate::ending::Ending;
use crate::output::{self, Format};
use plyscope::catalogue::Catalogue;
use plyscope_lab::check::{Checked, check};
use serde_json::json;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope check connect-four
  plyscope check 'process(command=\"python3 my_game.py\")'

Random games are played, and every position of them is looked at: texts that read back, the same answer every time, no game \
longer than it says, payoffs that add up and are in the declared range, moves with names of their own; and the evaluators that \
the game brings, which answer in player 1's view, no matter who is to move.

Exit status: 0 all laws are kept; 1 some are broken; 2 could not be checked.")]
pub(crate) struct Arguments {
    /// The game, by name
    game: String,
    /// How many random games [default: 20, or as many as have 1000 positions]
    #[arg(long, value_name = "N", value_parser = whole::<1, 1_000_000>)]
    games: Option<u64>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(crate) fn run(catalogue: &Catalogue, arguments: &Arguments) -> anyhow::Result<Ending> {
    let game = arguments::game(catalogue, &arguments.game)?;
    let checked = check(catalogue, &game, arguments.games)?;
    let name = game.name().to_string();
    match arguments.format {
        Format::Json => {
            let broken: Vec<_> =
                checked.broken.iter().map(|(law, seen)| json!({"law": law, "seen": seen})).collect();
            output::json(&json!({
                "game": name,
                "games": checked.games,
                "positions": checked.positions,
                "longest": checked.longest,
                "evaluators": checked.evaluators,
                "broken": broken,
            }))?;
        }
        Format::Text => output::print(&text(&name, &checked))?,
    }
    Ok(Ending::found(!checked.broken.is_empty()))
}

fn text(name: &str, checked: &Checked) -> String {
    let Checked { games, positions, longest, evaluators, broken } = checked;
    let mut text =
        format!("{name}\n\n{games} random games, {positions} positions, the longest game {longest} plies\n");
    if !evaluators.is_empty() {
        text += &format!("evaluators: {}\n", evaluators.join(", "));
    }
    if broken.is_empty() {
        return text + "\nall laws are kept\n";
    }
    for (law, seen) in broken {
        text += &format!("\nbroken ({seen} times): {law}\n");
    }
    text
}
