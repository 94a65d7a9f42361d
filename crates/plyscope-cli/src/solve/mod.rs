//! `plyscope solve`: the value of a game with best play.

use crate::game;
use crate::numbers::whole;
use crate::output::{self, Format};
use crate::signals::Signals;
use plyscope::catalogue::Catalogue;
use plyscope::player::NamedSolution;
use plyscope::search::Budget;
use serde_json::json;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope solve tic-tac-toe
  plyscope solve 'kalah(pits=4,seeds=3)' --format json
  plyscope solve 'connect-four(width=5,height=5)'
  plyscope solve connect-four --nodes 1000000
  plyscope solve connect-four --position '......./......./......./..O.O../.OXXXO./XOXXOX. X'

Stopped by --nodes or a signal before the game is solved, it prints the bounds that it has proved.

Exit status: 0 solved; 2 not solved, or could not run; 130 interrupted and 143 terminated before it was solved.")]
pub(crate) struct Arguments {
    /// The game, by name
    game: String,
    /// MiB of the transposition table
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65536))]
    table: u32,
    /// Stop after this many positions
    #[arg(long, value_name = "N", value_parser = whole::<1, { u64::MAX }>)]
    nodes: Option<u64>,
    /// Solve this position, given as text, not the start
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    #[command(flatten)]
    draw: game::Draw,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(crate) fn run(catalogue: &Catalogue, arguments: &Arguments) -> anyhow::Result<()> {
    let game = game::game(catalogue, &arguments.game)?;
    let name = game.name().to_string();
    let start = game::position(&game, &arguments.draw, arguments.position.as_deref())?;
    let signals = Signals::listen()?;
    let budget =
        Budget::unlimited().with_stop(signals.stop()).with_nodes(arguments.nodes.unwrap_or(u64::MAX));
    let solution = game.solve(&start, arguments.table, &budget)?;
    match arguments.format {
        Format::Text => output::print(&text(&name, &solution))?,
        Format::Json => output::json(&json(&name, &solution))?,
    }
    if value(&solution).is_none() {
        let stopped = format!("not solved: stopped after {} positions", solution.counts.generated);
        return Err(match signals.received() {
            Some(_) => signals.explain(anyhow::Error::msg(stopped)),
            None => anyhow::anyhow!("{stopped}; give more --nodes, or a larger --table"),
        });
    }
    Ok(())
}

fn value(solution: &NamedSolution) -> Option<f64> {
    (solution.low == solution.high).then_some(solution.low)
}

/// What is known of the result, for the first player.
fn result(solution: &NamedSolution) -> Option<&'static str> {
    match (solution.low, solution.high) {
        (low, _) if low > 0.0 => Some("win"),
        (_, high) if high < 0.0 => Some("loss"),
        (low, high) if low == 0.0 && high == 0.0 => Some("draw"),
        _ => None,
    }
}

fn json(name: &str, solution: &NamedSolution) -> serde_json::Value {
    let finite = |bound: f64| bound.is_finite().then_some(bound);
    json!({
        "game": name,
        "result": result(solution),
        "margin": value(solution),
        "low": finite(solution.low),
        "high": finite(solution.high),
        "line": solution.line,
        "nodes": solution.counts.generated,
    })
}

fn text(name: &str, solution: &NamedSolution) -> String {
    let outcome = match result(solution) {
        Some("win") => "the first player wins",
        Some("loss") => "the first player loses",
        Some(_) => "a draw",
        None => "not known",
    };
    let margin = match value(solution) {
        Some(margin) => format!("{margin:+}"),
        None => format!("between {:+} and {:+}", solution.low, solution.high),
    };
    let line =
        if solution.line.is_empty() { String::new() } else { format!("line: {}\n", solution.line.join(" ")) };
    format!("{name}\n\nresult: {outcome}\nmargin: {margin}\n{line}nodes: {}\n", solution.counts.generated)
}
