//! `plyscope match`: an experiment file written from options, and what came of it in one screen.

use super::alone::{AloneOptions, Amounts, amounts, depths};
use crate::arguments::whole;
use crate::ending::Ending;
use crate::output::{self, Format};
use anyhow::bail;
use plyscope::catalogue::Catalogue;
use plyscope_lab::matches::{Found, text};
use plyscope_lab::question::{Efforts, Match};
use plyscope_lab::stats::Sprt;
use std::path::Path;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope match connect-four 'player(depth=5)' 'player(depth=4)'
  plyscope match kalah 'player(evaluator=kalah-features,depth=4)' 'player(depth=4)' \\
      --sprt elo0=0,elo1=10 --out match
  plyscope match 'connect-four(width=5,height=4)' 'player(search=solve)' 'player(nodes=200)' \\
      --openings 'random(plies=6..8)'
  plyscope match connect-four --ladder 'player(evaluator=lines)' --depths 1..6
  plyscope match chess --ladder 'uci(command=\"stockfish\")' --nodes 100,200,400,800
  plyscope match tic-tac-toe 'player(depth=9)' 'player(depth=1)' \\
      --openings 'file(path=\"openings.txt\")'

Who can play: `plyscope list players`. What the numbers mean: docs/matches.md. The folder of --out holds match.json.

Exit status: 0 done; 2 could not run; 130 interrupted and 143 terminated, after keeping what is done in --out.")]
pub(crate) struct Arguments {
    /// The game, by name
    game: String,
    /// The player whose score is told, such as player(evaluator=lines,depth=4)
    #[arg(value_name = "A", required_unless_present = "ladder")]
    a: Option<String>,
    /// The other player
    #[arg(value_name = "B", required_unless_present = "ladder")]
    b: Option<String>,
    /// Let each depth, or other effort, of this player play against the one before
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["a", "b", "sprt"])]
    ladder: Option<String>,
    /// The depths of the ladder, such as 1..6 or 2,4,6 [default: 1..6]
    #[arg(long, value_name = "DEPTHS", value_parser = depths, conflicts_with_all = ["nodes", "movetime"])]
    depths: Option<Amounts>,
    /// Nodes per move as the steps of the ladder, such as 100,200,400
    #[arg(long, value_name = "NODES", value_parser = amounts, conflicts_with = "movetime")]
    nodes: Option<Amounts>,
    /// Milliseconds per move as the steps of the ladder, for engines; such results are not repeatable
    #[arg(long, value_name = "MILLISECONDS", value_parser = amounts)]
    movetime: Option<Amounts>,
    /// Where openings come from: drawn, random(plies=4..8), self-play(depth=2), file(path="...")
    /// [default: drawn for games that are, else random(plies=4..8)]
    #[arg(long, value_name = "SOURCE")]
    openings: Option<String>,
    /// Openings to play, each twice [default: 500; all of a file; at most 20000 with --sprt]
    #[arg(long, value_name = "N", value_parser = whole::<1, 1_000_000>)]
    pairs: Option<u64>,
    /// Stop as soon as this test decides: elo0=0,elo1=5,alpha=0.05,beta=0.05
    #[arg(long, value_name = "TEST")]
    sprt: Option<Sprt>,
    #[command(flatten)]
    alone: AloneOptions,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(crate) fn run(catalogue: &Catalogue, arguments: &Arguments) -> anyhow::Result<Ending> {
    let _known = crate::arguments::game(catalogue, &arguments.game)?;
    let steps =
        [("depths", &arguments.depths), ("nodes", &arguments.nodes), ("movetime", &arguments.movetime)];
    let mut efforts = None;
    for (unit, amounts) in steps {
        if let Some(amounts) = amounts {
            efforts = Some(Efforts::of(unit, amounts.0.clone())?);
        }
    }
    let question = Match {
        game: arguments.game.clone(),
        players: arguments.a.clone().zip(arguments.b.clone()).map(<[String; 2]>::from),
        ladder: arguments.ladder.clone(),
        efforts,
        openings: arguments.openings.clone(),
        pairs: arguments.pairs,
        sprt: arguments.sprt.as_ref().map(ToString::to_string),
        seed: arguments.alone.seed,
    };
    let result = arguments.alone.run(question.experiment(catalogue)?, None, None)?;
    let Some(found) = result.and_then(|result| result.played) else { bail!("nothing was played") };
    print(&found, arguments.format, arguments.alone.out.as_deref())?;
    Ok(Ending::Done)
}

/// Prints what came out, and says where it is kept.
fn print(found: &Found, format: Format, out: Option<&Path>) -> anyhow::Result<()> {
    match format {
        Format::Text => output::print(&text(found))?,
        Format::Json => output::json_text(&found.json())?,
    }
    if let Some(out) = out {
        output::talk(&format!("match.json is in {}", out.display()));
    }
    Ok(())
}
