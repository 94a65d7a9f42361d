//! `plyscope solve`: the value of a game with best play.

use crate::arguments::{self, whole};
use crate::ending::Signals;
use crate::output::{self, Format};
use plyscope::catalogue::Catalogue;
use plyscope::player::AnyGame;
use plyscope::search::{Budget, Progress, SolveGoal};
use plyscope_files::wait;
use plyscope_lab::solving::{Solved, SolvedPositions, Solving, drawn};
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
    let solved = Solved { game: game.name().to_string(), players: game.facts().players, solution };
    match arguments.format {
        Format::Text => output::print(&solved.text())?,
        Format::Json => output::json(&solved.json())?,
    }
    if !solved.is_known() {
        let stopped = format!("not solved: stopped after {} positions", solved.solution.counts.generated);
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

/// Many positions, one after the other or by several threads.
fn solve_positions(
    catalogue: &Catalogue,
    game: &AnyGame,
    source: &str,
    arguments: &Arguments,
) -> anyhow::Result<()> {
    let (positions, remarks) = drawn(catalogue, game, source, arguments.draw.seed, arguments.trials)?;
    output::warn(&remarks);
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
    let solved = SolvedPositions::new(game, &positions, &values, arguments.score, seconds);
    match arguments.format {
        Format::Json => output::json(&solved.json())?,
        Format::Text => output::print(&solved.text())?,
    }
    let (open, all) = (solved.open(), positions.len());
    say_time(&format!("{} of {all} positions solved", all - open), seconds);
    if open == 0 {
        return Ok(());
    }
    let left = format!("{open} of {all} positions are not solved");
    Err(match signals.received() {
        Some(_) => signals.explain(anyhow::Error::msg(left)),
        None => anyhow::anyhow!("{left}; give more --nodes"),
    })
}
