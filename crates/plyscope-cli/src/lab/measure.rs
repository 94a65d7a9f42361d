//! `plyscope measure`: a question in options, and what came of it in one screen.

use super::alone::{AloneOptions, Amounts, amounts, depths};
use crate::arguments::whole;
use crate::ending::Ending;
use crate::output::{self, Format};
use anyhow::bail;
use plyscope::catalogue::Catalogue;
use plyscope_lab::judge::observations;
use plyscope_lab::measurement::{Measurement, text_in};
use plyscope_lab::question::{Efforts, Question};
use plyscope_lab::run::Shard;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope measure connect-four --evaluator lines --positions 'random(plies=16..30)' --depths 1..7
  plyscope measure 'kalah(pits=4,seeds=3)' --out kalah
  plyscope measure 'board-splitting(squares=p)' --evaluator 'artificial(error=0.2)' --trials 6000
  plyscope measure connect-four --truth 'search(depth=10)' --depths 1..6
  plyscope measure 'kalah(pits=4,seeds=3)' --evaluator kalah-features --compare
  plyscope measure 'kalah(pits=4,seeds=3)' --evaluator 'kalah-features(calibrate=isotonic)' \\
      --search decisive --search mcts --search 'alpha-beta(deepening=yes)' --evaluations 10,100,1000
  plyscope measure connect-four --positions 'file(path=\"positions.txt\")' --format json
  plyscope measure chess --evaluator piece-square --positions 'ending(men=KRkn)' \\
      --truth tables --depths 1..5

What every number means: docs/measuring.md. The folder of --out holds measurement.json and report.html; `plyscope run`, \
`merge`, `report` and `diff` work on it.

Exit status: 0 done; 2 could not run; 130 interrupted and 143 terminated, after keeping what is done in --out.")]
pub(crate) struct Arguments {
    /// The game, by name
    game: String,
    /// An evaluator; may be repeated [default: every one that knows the game but random and playouts]
    #[arg(long, value_name = "NAME")]
    evaluator: Vec<String>,
    /// A back-up rule; may be repeated [default: minimax]
    #[arg(long, value_name = "NAME")]
    rule: Vec<String>,
    /// A search; may be repeated [default: alpha-beta with exact values of all root moves; full-width for other rules]
    #[arg(long, value_name = "NAME")]
    search: Vec<String>,
    /// An engine, such as uci(command="stockfish"), or engine(name=main) of the game's own program; may be repeated
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,
    /// Ignore the cache of engine answers
    #[arg(long)]
    pub(crate) no_cache: bool,
    /// Search depths, such as 1..6 or 2,4,6 [default: 1..6]
    #[arg(long, value_name = "DEPTHS", value_parser = depths, conflicts_with_all = ["nodes", "iterations", "evaluations"])]
    depths: Option<Amounts>,
    /// Nodes per decision instead of depths, such as 100,1000
    #[arg(long, value_name = "NODES", value_parser = amounts, conflicts_with_all = ["iterations", "evaluations"])]
    nodes: Option<Amounts>,
    /// Iterations per decision, for --search mcts
    #[arg(long, value_name = "ITERATIONS", value_parser = amounts, conflicts_with = "evaluations")]
    iterations: Option<Amounts>,
    /// Distinct positions evaluated per decision, such as 10,100,1000
    #[arg(long, value_name = "EVALUATIONS", value_parser = amounts)]
    evaluations: Option<Amounts>,
    /// Milliseconds per decision of an engine, such as 10,100; such results are not repeatable
    #[arg(long, value_name = "MILLISECONDS", value_parser = amounts,
        conflicts_with_all = ["depths", "nodes", "iterations", "evaluations", "compare"])]
    movetime: Option<Amounts>,
    /// Where positions come from: drawn, random(plies=4..20), self-play(depth=2), file(path="...")
    #[arg(long, value_name = "SOURCE")]
    positions: Option<String>,
    /// The truth that decisions are judged by: construction, solve(nodes=...,table=...), search(depth=10), play(games=...), none; may be repeated
    #[arg(long, value_name = "TRUTH")]
    truth: Vec<String>,
    /// Repairs to try: affordable (at most 20 times the measurement's own nodes each), all, free (those that need no search
    /// of their own), none, or some ids
    #[arg(long, value_name = "WHICH", default_value = "affordable")]
    repairs: String,
    /// Compare back-up rules and searches at equal numbers of nodes: calibrated product, EMM, fused, learned, alpha-beta
    #[arg(long, conflicts_with_all = ["nodes", "iterations", "evaluations"])]
    compare: bool,
    /// A move is correct only if it keeps the best score; by default the best outcome is enough
    #[arg(long)]
    margins: bool,
    /// Positions to judge [default: 1000; all of a file]
    #[arg(long, value_name = "N", value_parser = whole::<1, 1_000_000>)]
    trials: Option<u64>,
    /// Add positions until every step is decided
    #[arg(long, conflicts_with = "shard")]
    decide: bool,
    /// Up to so many positions [default: ten times those it begins with]
    #[arg(long, value_name = "N", requires = "decide", value_parser = whole::<1, 1_000_000>)]
    most: Option<u64>,
    /// Run only the i-th of n parts, which `plyscope merge` joins
    #[arg(long, value_name = "I/N", requires = "out")]
    shard: Option<Shard>,
    /// Write every decision into this file too, as CSV that `plyscope judge` reads
    #[arg(long, value_name = "FILE", conflicts_with = "shard", value_hint = clap::ValueHint::FilePath)]
    observations: Option<PathBuf>,
    #[command(flatten)]
    alone: AloneOptions,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Arguments {
    /// What the options ask.
    fn question(&self) -> Question {
        let given = [
            ("depths", &self.depths),
            ("nodes", &self.nodes),
            ("iterations", &self.iterations),
            ("evaluations", &self.evaluations),
            ("movetime", &self.movetime),
        ];
        let efforts = given.into_iter().find_map(|(unit, amounts)| {
            amounts.clone().and_then(|amounts| Efforts::of(unit, amounts.0).ok())
        });
        Question {
            game: self.game.clone(),
            evaluators: self.evaluator.clone(),
            rules: self.rule.clone(),
            searches: self.search.clone(),
            players: self.player.clone(),
            efforts,
            positions: self.positions.clone(),
            truths: self.truth.clone(),
            repairs: self.repairs.clone(),
            compare: self.compare,
            margins: self.margins,
            trials: self.trials,
            seed: self.alone.seed,
        }
    }
}

pub(crate) fn run(catalogue: &Catalogue, arguments: &Arguments) -> anyhow::Result<Ending> {
    let experiment = arguments.question().experiment(catalogue)?;
    if let Some(file) = &arguments.observations {
        output::check_folder(file)?;
        // Said before anything is measured.
        experiment.study.measured().map_or(Ok(String::new()), |setup| observations(setup, &[]))?;
    }
    let setup = experiment.study.measured().cloned();
    let decide = arguments.decide.then_some(arguments.most);
    let Some(result) = arguments.alone.run(experiment, arguments.shard, decide)? else {
        return Ok(Ending::Done);
    };
    let Some(measurement) = &result.measurement else { bail!("nothing was measured") };
    if let Some((file, setup)) = arguments.observations.as_ref().zip(setup) {
        output::put(file, observations(&setup, &result.records)?.as_bytes())?;
    }
    print(measurement, arguments.format, arguments.alone.out.as_deref())?;
    Ok(Ending::Done)
}

/// Accuracies of all players, by effort.
pub(super) fn first_look(found: &Measurement) -> String {
    let mut text = String::new();
    for (_, players) in found.reports() {
        for player in players {
            let mut rows = vec![vec![format!("  {}", player.name)]];
            for effort in &player.efforts {
                let Some(at) = effort.accuracy else { continue };
                let interval = format!("[{:.1}%, {:.1}%]", 100.0 * at.low, 100.0 * at.high);
                rows.push(vec![
                    format!("  {}", effort.effort),
                    format!("{:.1}%", 100.0 * at.value),
                    interval,
                ]);
            }
            text.push_str(&output::table(&rows));
        }
    }
    text
}

/// Prints what came out, and says where it is kept.
pub(super) fn print(found: &Measurement, format: Format, out: Option<&Path>) -> anyhow::Result<()> {
    match format {
        Format::Text => output::print(&text_in(found, out))?,
        Format::Json => output::json_text(&found.json())?,
    }
    if let Some(out) = out {
        output::talk(&format!("measurement.json and report.html are in {}", out.display()));
    }
    Ok(())
}
