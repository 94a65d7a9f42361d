//! `plyscope match`: an experiment file written from options, and what came of it in one screen.

use super::alone::{AloneOptions, Amounts, depths};
use super::measure::Format;
use crate::ending::Ending;
use crate::numbers::whole;
use crate::output;
use anyhow::bail;
use plyscope::catalogue::Catalogue;
use plyscope::player::AnyGame;
use plyscope::search::Effort;
use plyscope_lab::experiment::{Experiment, quoted};
use plyscope_lab::matches::{Found, text};
use plyscope_lab::stats::Sprt;
use std::fmt::Write;
use std::path::Path;

/// Pairs of a match, where nobody says how many.
const PAIRS: u64 = 500;

/// The most pairs of a match that a test ends, where nobody says how many.
const MOST_TESTED: u64 = 20_000;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope match connect-four 'player(depth=5)' 'player(depth=4)'
  plyscope match kalah 'player(evaluator=kalah-features,depth=4)' 'player(depth=4)' \\
      --sprt elo0=0,elo1=10 --out match
  plyscope match 'connect-four(width=5,height=4)' 'player(search=solve)' 'player(nodes=200)' \\
      --openings 'random(plies=6..8)'
  plyscope match connect-four --ladder 'player(evaluator=lines)' --depths 1..6
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
    /// Let each depth of this player play against the one before
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["a", "b", "sprt"])]
    ladder: Option<String>,
    /// The depths of the ladder, such as 1..6 or 2,4,6 [default: 1..6]
    #[arg(long, value_name = "DEPTHS", value_parser = depths)]
    depths: Option<Amounts>,
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
    if arguments.depths.is_some() && arguments.ladder.is_none() {
        bail!(
            "--depths are the steps of a --ladder; a player of a match has its own, such as player(depth=4)"
        );
    }
    let game = crate::game::game(catalogue, &arguments.game)?;
    let openings = arguments.openings.clone().or_else(|| usual_openings(&game));
    let entrants = entrants(catalogue, &game, arguments)?;
    let write = |pairs: u64| written(&game, arguments, openings.as_deref(), &entrants, pairs);
    // How many openings a file has is known when it is read.
    let one = Experiment::parse_unseen(catalogue, "match", &write(1)?)?;
    let listed = one.study.sampled().and_then(|study| study.portions().most);
    let usual = if arguments.sprt.is_some() { MOST_TESTED } else { PAIRS };
    let pairs = match (arguments.pairs, listed) {
        (Some(pairs), Some(listed)) if pairs > listed => {
            bail!("there are {listed} openings, and --pairs {pairs} are asked for")
        }
        (pairs, listed) => pairs.or(listed).unwrap_or(usual),
    };
    let experiment = Experiment::parse_unseen(catalogue, "match", &write(pairs)?)?;
    let id = format!("match-{}", game.name().kind());
    let result = arguments.alone.run(Experiment { id, ..experiment }, None)?;
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

/// Short random openings of games that are not drawn by key, from the first quarter of them.
fn usual_openings(game: &AnyGame) -> Option<String> {
    if game.facts().knows_truth {
        return None;
    }
    let last = (game.facts().longest / 4).clamp(1, 8);
    Some(format!("random(plies={}..{last})", last.min(4)))
}

/// Who plays: one pair of players, or the steps of a ladder, the deeper first.
fn entrants(
    catalogue: &Catalogue,
    game: &AnyGame,
    arguments: &Arguments,
) -> anyhow::Result<Vec<[String; 2]>> {
    let Some(ladder) = &arguments.ladder else {
        // Clap wants both where there is no ladder.
        let both = arguments.a.clone().zip(arguments.b.clone());
        return Ok(both.map(|(a, b)| vec![[a, b]]).unwrap_or_default());
    };
    let player = catalogue.named_player(ladder, game)?;
    if let Some(effort) = player.effort {
        bail!(
            "--ladder: leave out {}={} of the player; --depths says how deep",
            effort.unit(),
            effort.amount()
        );
    }
    if player.goes_to_the_end() {
        bail!("--ladder: solve goes to the end of the game whatever the depth; name another search");
    }
    let depths = arguments.depths.clone().unwrap_or(Amounts((1..=6).collect())).0;
    if depths.len() < 2 {
        bail!("--depths: a ladder has at least two depths");
    }
    let at = |depth: u64| player.clone().with_effort(Effort::Depth(depth as u32)).to_string();
    Ok(depths.windows(2).map(|pair| [at(pair[1]), at(pair[0])]).collect())
}

/// The experiment file that says the same as the options.
fn written(
    game: &AnyGame,
    arguments: &Arguments,
    openings: Option<&str>,
    entrants: &[[String; 2]],
    pairs: u64,
) -> anyhow::Result<String> {
    let mut file = String::new();
    let title = match arguments.ladder {
        Some(_) => format!("Does looking deeper win in {}?", game.name()),
        None => format!("Who is stronger in {}?", game.name()),
    };
    writeln!(file, "title = {}\nsource = \"plyscope match\"\nmeasure = \"match\"", quoted(&title))?;
    writeln!(file, "game = {}", quoted(arguments.game.trim()))?;
    if let Some(openings) = openings {
        writeln!(file, "positions = {}", quoted(openings))?;
    }
    if let Some(test) = &arguments.sprt {
        writeln!(file, "sprt = {}", quoted(&test.to_string()))?;
    }
    if arguments.ladder.is_some() {
        writeln!(file, "ladder = true")?;
    }
    writeln!(file, "trials = {pairs}\nseed = {}\nfigure = {{ kind = \"table\" }}", arguments.alone.seed)?;
    for [a, b] in entrants {
        let label = quoted(&format!("{a} against {b}"));
        let (a, b) = (quoted(a), quoted(b));
        writeln!(file, "\n[[series]]\nlabel = {label}\nplayers = [{a}, {b}]")?;
    }
    Ok(file)
}
