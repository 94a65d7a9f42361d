//! `plyscope solve`: the value of a game with best play.

use crate::arguments::{self, whole};
use crate::ending::Signals;
use crate::output::{self, Format};
use plyscope::catalogue::{Catalogue, SourceContext};
use plyscope::game::AnyPosition;
use plyscope::key::Stream;
use plyscope::player::{AnyGame, NamedSolution};
use plyscope::search::{Budget, Progress, SolveGoal};
use plyscope::source::Wanted;
use plyscope::truth::TrueValue;
use plyscope_files::wait;
use plyscope_lab::solving::Solving;
use serde_json::json;
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// How often it is said how far a solver is.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope solve tic-tac-toe
  plyscope solve 'kalah(pits=4,seeds=3)' --format json
  plyscope solve 'connect-four(width=5,height=5)'
  plyscope solve connect-four --nodes 1000000
  plyscope solve connect-four --position '......./......./......./..O.O../.OXXXO./XOXXOX. O'
  plyscope solve connect-four --positions 'random(plies=20..30)' --trials 1000 --jobs 2 --score

Where a game's scores count how soon it is won (connect four: 1 with the winner's last stone, 2 with the one before, and so \
on), the score is found too, and the line keeps it. Progress goes to standard error every ten seconds, and in the end \
how long it took.

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
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// Solve many positions: drawn, random(plies=4..20), self-play(depth=2), file(path="...")
    #[arg(long, value_name = "SOURCE", conflicts_with_all = ["position", "trial"])]
    positions: Option<String>,
    /// How many positions, where the source draws them [default: 100; of a file: all]
    #[arg(long, value_name = "N", requires = "positions", value_parser = whole::<1, 1_000_000>)]
    trials: Option<u64>,
    /// Threads for many positions, which share one table
    #[arg(long, value_name = "N", default_value_t = 1, requires = "positions", value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: u32,
    /// Find the exact scores of many positions, not only who wins
    #[arg(long, requires = "positions")]
    score: bool,
    /// Hide progress
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    draw: arguments::Draw,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(crate) fn run(catalogue: &Catalogue, arguments: &Arguments) -> anyhow::Result<()> {
    let game = arguments::game(catalogue, &arguments.game)?;
    if let Some(source) = &arguments.positions {
        return solve_positions(catalogue, &game, source, arguments);
    }
    let name = game.name().to_string();
    let start = arguments::position(&game, &arguments.draw, arguments.position.as_deref())?;
    let signals = Signals::listen("not solved")?;
    let budget =
        Budget::unlimited().with_stop(signals.stop()).with_nodes(arguments.nodes.unwrap_or(u64::MAX));
    let (clock, progress) = (Instant::now(), Progress::default());
    let budget = budget.telling(&progress);
    let solution = waiting(&progress, arguments.quiet, || {
        game.solve_for(&start, SolveGoal::Score, arguments.table, &budget)
    })?;
    let seconds = clock.elapsed().as_secs_f64();
    match arguments.format {
        Format::Text => output::print(&text(&name, game.facts().players, &solution))?,
        Format::Json => output::json(&json(&name, game.facts().players, &solution))?,
    }
    let open = solution.score.is_some_and(|(low, high)| low < high);
    if value(&solution).is_none() || open {
        let stopped = format!("not solved: stopped after {} positions", solution.counts.generated);
        return Err(match signals.received() {
            Some(_) => signals.explain(anyhow::Error::msg(stopped)),
            None => anyhow::anyhow!("{stopped}; give more --nodes, or a larger --table"),
        });
    }
    say_time("solved", seconds);
    Ok(())
}

/// Does something that may take long, and says every few seconds how far it is.
fn waiting<T>(progress: &Progress, quiet: bool, work: impl FnOnce() -> T) -> T {
    let (done, ended) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        if !quiet {
            scope.spawn(move || {
                let clock = Instant::now();
                while wait::receive(&ended, Some(Instant::now() + PATIENCE)) == Err(wait::Ended::Late) {
                    output::talk(&far(progress, clock.elapsed().as_secs_f64()));
                }
            });
        }
        let found = work();
        drop(done);
        found
    })
}

/// How far it is.
fn far(progress: &Progress, seconds: f64) -> String {
    let known = match progress.bounds() {
        Some((low, high)) if low < high => format!("the margin is between {low:+} and {high:+}"),
        Some((value, _)) => format!("the margin is {value:+}"),
        None => "nothing is proved yet".into(),
    };
    format!("{:.0} million positions in {seconds:.0} s; {known}", progress.generated() as f64 / 1e6)
}

/// Says how long it took, where that was long.
fn say_time(done: &str, seconds: f64) {
    if seconds >= 1.0 {
        output::talk(&format!("{done} in {seconds:.1} s"));
    }
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

/// In a game of one player the payoff is a value, not a win or a loss.
fn is_alone(players: usize) -> bool {
    players == 1
}

fn json(name: &str, players: usize, solution: &NamedSolution) -> serde_json::Value {
    let finite = |bound: f64| bound.is_finite().then_some(bound);
    let mut found = json!({
        "game": name,
        "result": result(solution).filter(|_| !is_alone(players)),
        "margin": value(solution),
        "low": finite(solution.low),
        "high": finite(solution.high),
        "line": solution.line,
        "nodes": solution.counts.generated,
    });
    if let Some((low, high)) = solution.score {
        found["score"] = json!((low == high).then_some(low));
        found["score_low"] = json!(low);
        found["score_high"] = json!(high);
    }
    found
}

/// A number that is known, or its bounds.
fn known<T: PartialEq + std::fmt::Display>(what: &str, low: T, high: T) -> String {
    if low == high { format!("{what}: {low:+}\n") } else { format!("{what}: between {low:+} and {high:+}\n") }
}

fn text(name: &str, players: usize, solution: &NamedSolution) -> String {
    let outcome = match result(solution) {
        Some("win") => "the first player wins",
        Some("loss") => "the first player loses",
        Some(_) => "a draw",
        None => "not known",
    };
    let result = if is_alone(players) { String::new() } else { format!("result: {outcome}\n") };
    let margin = known(if is_alone(players) { "value" } else { "margin" }, solution.low, solution.high);
    // Where it says no more than the margin it is left out.
    let more =
        solution.score.filter(|(low, high)| [*low, *high].map(f64::from) != [solution.low, solution.high]);
    let score = more.map_or(String::new(), |(low, high)| known("score", low, high));
    let line = match solution.line.len() {
        0 => String::new(),
        plies => format!("line: {}\nplies: {plies}\n", solution.line.join(" ")),
    };
    format!("{name}\n\n{result}{margin}{score}{line}nodes: {}\n", solution.counts.generated)
}

/// How many positions are drawn, unless --trials says otherwise.
const TRIALS: u64 = 100;

/// Many positions, one after the other or by several threads.
fn solve_positions(
    catalogue: &Catalogue,
    game: &AnyGame,
    source: &str,
    arguments: &Arguments,
) -> anyhow::Result<()> {
    let positions = draw(catalogue, game, source, arguments)?;
    let signals = Signals::listen("what was printed is solved")?;
    let solving = Solving {
        game,
        asked: if arguments.score { SolveGoal::Score } else { SolveGoal::Winner },
        table: arguments.table,
        nodes: arguments.nodes,
        jobs: arguments.jobs as usize,
        stop: signals.stop(),
    };
    let clock = Instant::now();
    let values = solving.values(&positions)?;
    let seconds = clock.elapsed().as_secs_f64();
    let bounds: Vec<(f64, f64)> = values.iter().map(|value| bounds(*value, arguments.score)).collect();
    let named = positions.iter().map(|position| game.position_text(position));
    match arguments.format {
        Format::Json => {
            let finite = |bound: f64| bound.is_finite().then_some(bound);
            let rows = named.zip(&bounds).map(|(position, (low, high))| {
                json!({"position": position, "low": finite(*low), "high": finite(*high)})
            });
            output::json(&json!({"positions": rows.collect::<Vec<_>>(), "seconds": seconds}))?;
        }
        Format::Text => {
            let row = |(position, (low, high)): (String, &(f64, f64))| match low == high {
                true => format!("{position}  {low:+}\n"),
                false => format!("{position}  between {low:+} and {high:+}\n"),
            };
            output::print(&named.zip(&bounds).map(row).collect::<String>())?;
        }
    }
    let open = bounds.iter().filter(|(low, high)| low < high).count();
    say_time(&format!("{} of {} positions solved", bounds.len() - open, bounds.len()), seconds);
    if open == 0 {
        return Ok(());
    }
    let left = format!("{open} of {} positions are not solved", bounds.len());
    Err(match signals.received() {
        Some(_) => signals.explain(anyhow::Error::msg(left)),
        None => anyhow::anyhow!("{left}; give more --nodes"),
    })
}

/// The source's positions in order.
fn draw(
    catalogue: &Catalogue,
    game: &AnyGame,
    source: &str,
    arguments: &Arguments,
) -> anyhow::Result<Vec<AnyPosition>> {
    let read = plyscope_lab::files::read;
    let seed = arguments.draw.seed;
    let stream = Stream::new(seed, &game.name().to_string());
    let context = SourceContext { game, stream, wanted: Wanted::Every, seed, catalogue, read: &read };
    let source = catalogue.source(source, &context)?;
    output::warn(&source.remarks());
    let trials = match (source.trials(), arguments.trials) {
        (Some(there), Some(wanted)) => there.min(wanted),
        (Some(there), None) => there,
        (None, wanted) => wanted.unwrap_or(TRIALS),
    };
    Ok((0..trials).map(|trial| Ok(source.trial(trial)?.position)).collect::<plyscope::Result<_>>()?)
}

/// Of the score, or of who wins: -1, 0 or 1.
fn bounds(value: TrueValue, score: bool) -> (f64, f64) {
    let (low, high) = match value {
        TrueValue::Exact(value) => (value, value),
        TrueValue::Between(low, high) => (low, high),
        TrueValue::Unknown => (f64::NEG_INFINITY, f64::INFINITY),
    };
    let side = |bound: f64| if bound == 0.0 { 0.0 } else { bound.signum() };
    if score { (low, high) } else { (side(low), side(high)) }
}
