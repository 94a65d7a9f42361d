//! `plyscope uci`: a player of ours as a UCI engine, for chess programs and match runners.

use plyscope::catalogue::Catalogue;
use plyscope_chess::uci::{Seat, Session, USUAL};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope uci --player 'player(evaluator=mobility)'
  plyscope uci --player \\
      'player(rule=product,evaluator=\"piece-square(calibrate=isotonic,truth=play)\",depth=3)'
  plyscope match chess 'uci(command=\"plyscope uci\",depth=3)' 'player(evaluator=material,depth=3)'

Chess programs start it and speak with it: give them the program and its arguments. A depth or a number of nodes in the \
player's text is the most that it spends on a move, whatever the program allows. docs/chess.md has what it understands.

Exit status: 0 the conversation ended; 2 there is no such player.")]
pub(crate) struct Arguments {
    /// Who plays [default: minimax with alpha-beta and the evaluator piece-square]
    #[arg(long, value_name = "P", default_value = USUAL, hide_default_value = true)]
    player: String,
}

pub(crate) fn run(catalogue: &Catalogue, arguments: &Arguments) -> anyhow::Result<()> {
    let seat = Seat::new(catalogue, &arguments.player)?;
    Ok(Session::new(seat, std::io::stdout()).run(std::io::stdin())?)
}
