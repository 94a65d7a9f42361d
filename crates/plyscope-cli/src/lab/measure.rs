//! `plyscope measure`: an experiment file written from options, and what came of it in one screen.

use super::alone::{Alone, Amounts, amounts, depths, parsed, toml_string};
use crate::ending::Ending;
use crate::numbers::whole;
use crate::output;
use anyhow::bail;
use clap::ValueEnum;
use plyscope::catalogue::Catalogue;
use plyscope::player::AnyGame;
use plyscope_lab::experiment::Experiment;
use plyscope_lab::measurement::{Measurement, REPAIRS, text};
use plyscope_lab::run::Shard;
use std::fmt::Write;
use std::path::{Path, PathBuf};

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope measure connect-four --evaluator lines --positions 'random(plies=16..30)' --depths 1..7
  plyscope measure 'kalah(pits=4,seeds=3)' --out kalah
  plyscope measure 'board-splitting(squares=p)' --evaluator 'artificial(error=0.2)' --trials 6000
  plyscope measure connect-four --truth 'search(depth=10)' --depths 1..6
  plyscope measure 'kalah(pits=4,seeds=3)' --evaluator kalah-features --compare
  plyscope measure connect-four --positions 'file(path=\"positions.txt\")' --format json
  plyscope measure chess --evaluator piece-square --positions 'ending(men=KRkn)' --truth tables --depths 1..5

What every number means: docs/measuring.md. The folder of --out holds measurement.json and report.html; `plyscope run`,
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
    /// Neither use nor keep what chess engines answered before
    #[arg(long)]
    pub(crate) no_cache: bool,
    /// Search depths, such as 1..6 or 2,4,6 [default: 1..6]
    #[arg(long, value_name = "DEPTHS", value_parser = depths, conflicts_with = "nodes")]
    depths: Option<Amounts>,
    /// Nodes per decision instead of depths, such as 100,1000
    #[arg(long, value_name = "NODES", value_parser = amounts)]
    nodes: Option<Amounts>,
    /// Where positions come from: drawn, random(plies=4..20), self-play(depth=2), file(path="...")
    #[arg(long, value_name = "SOURCE")]
    positions: Option<String>,
    /// The truth that decisions are judged by: construction, solve(nodes=...,table=...), search(depth=10), play(games=...), none; may be repeated
    #[arg(long, value_name = "TRUTH")]
    truth: Vec<String>,
    /// Repairs to try: all, free (those that need no search of their own), none, or some ids
    #[arg(long, value_name = "WHICH", default_value = "all")]
    repairs: String,
    /// Compare back-up rules and searches at equal numbers of nodes: calibrated product, EMM, fused, learned, alpha-beta
    #[arg(long, conflicts_with = "nodes")]
    compare: bool,
    /// A move is correct only if it keeps the best score; by default the best outcome is enough
    #[arg(long)]
    margins: bool,
    /// Positions to judge [default: 1000; all of a file]
    #[arg(long, value_name = "N", value_parser = whole::<1, 1_000_000>)]
    trials: Option<u64>,
    /// The seed
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<0, { u64::MAX }>)]
    seed: u64,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: Option<u32>,
    /// Keep the measurement in this folder
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// Continue a measurement that was stopped
    #[arg(long, requires = "out")]
    resume: bool,
    /// Run only the i-th of n parts, which `plyscope merge` joins
    #[arg(long, value_name = "I/N", requires = "out")]
    shard: Option<Shard>,
    /// Do not show progress
    #[arg(long)]
    quiet: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(crate) fn run(catalogue: &Catalogue, arguments: &Arguments) -> anyhow::Result<Ending> {
    let game = catalogue.game(&arguments.game)?;
    let file = written(catalogue, &game, arguments)?;
    let experiment = parsed(catalogue, "measure", &file)?;
    // Of a list all positions are judged.
    let listed = experiment.study.sampled().and_then(|study| study.most_trials());
    let experiment = experiment.with(arguments.trials.or(listed), None)?;
    let id = format!("measure-{}", game.name().kind());
    let Arguments { jobs, out, resume, shard, quiet, .. } = arguments;
    let alone = Alone { jobs: *jobs, out: out.as_deref(), resume: *resume, shard: *shard, quiet: *quiet };
    let Some(result) = alone.run(Experiment { id, ..experiment })? else { return Ok(Ending::Done) };
    let Some(measurement) = &result.measurement else { bail!("nothing was measured") };
    print(measurement, arguments.format, arguments.out.as_deref())?;
    Ok(Ending::Done)
}

/// Prints what came out, and says where it is kept.
pub(super) fn print(found: &Measurement, format: Format, out: Option<&Path>) -> anyhow::Result<()> {
    match format {
        Format::Text => output::print(&text(found))?,
        Format::Json => output::json_text(&found.json())?,
    }
    if let Some(out) = out {
        output::talk(&format!("measurement.json and report.html are in {}", out.display()));
    }
    Ok(())
}

/// The experiment file that says the same as the options.
fn written(catalogue: &Catalogue, game: &AnyGame, arguments: &Arguments) -> anyhow::Result<String> {
    let quoted = |text: &str| toml_string(text);
    let list = |texts: &[String]| texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(", ");
    let mut file = String::new();
    let title = format!("Does looking deeper help in {}?", game.name());
    writeln!(file, "title = {}\nsource = \"plyscope measure\"\nmeasure = \"depth\"", quoted(&title))?;
    writeln!(file, "game = {}", quoted(arguments.game.trim()))?;
    if let Some(positions) = arguments.positions.clone().or_else(|| default_positions(game)) {
        writeln!(file, "positions = {}", quoted(&positions))?;
    }
    match arguments.truth.as_slice() {
        [] if !game.knows_truth() && (game.has_chance() || game.players() == 1) => {
            writeln!(file, "truth = \"none\"")?
        }
        [] => {}
        [one] => writeln!(file, "truth = {}", quoted(one))?,
        several => writeln!(file, "truths = [{}]", list(several))?,
    }
    match arguments.repairs.as_str() {
        "all" => {}
        "none" => writeln!(file, "repairs = []")?,
        "free" => {
            let free = REPAIRS.iter().filter(|repair| !repair.searches).map(|repair| repair.id.to_string());
            writeln!(file, "repairs = [{}]", list(&free.collect::<Vec<_>>()))?;
        }
        some => {
            let some: Vec<String> = some.split(',').map(|id| id.trim().to_string()).collect();
            writeln!(file, "repairs = [{}]", list(&some))?;
        }
    }
    if arguments.compare {
        writeln!(file, "compare = true")?;
    }
    if arguments.margins {
        writeln!(file, "margins = true")?;
    }
    let trials = arguments.trials.unwrap_or(1000);
    writeln!(file, "trials = {trials}\nseed = {}", arguments.seed)?;
    let amounts = |amounts: &[u64]| amounts.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    match (&arguments.depths, &arguments.nodes) {
        (_, Some(nodes)) => writeln!(file, "nodes = [{}]", amounts(&nodes.0))?,
        (Some(depths), None) => writeln!(file, "depths = [{}]", amounts(&depths.0))?,
        (None, None) => {
            let deepest = if game.knows_truth() { game.longest().min(6) } else { 6 };
            writeln!(file, "depths = [{}]", amounts(&(1..=u64::from(deepest)).collect::<Vec<_>>()))?;
        }
    }
    for engine in &arguments.player {
        let engine = quoted(engine);
        writeln!(file, "\n[[series]]\nlabel = {engine}\nplayer = {engine}")?;
    }
    for [rule, evaluator, search] in players(catalogue, game, arguments)? {
        let label = format!("{rule} {evaluator} {search}");
        writeln!(
            file,
            "\n[[series]]\nlabel = {}\nrule = {}\nevaluator = {}",
            quoted(label.trim()),
            quoted(&rule),
            quoted(&evaluator)
        )?;
        if !search.is_empty() {
            writeln!(file, "search = {}", quoted(&search))?;
        }
    }
    Ok(file)
}

/// Random positions of games that are not drawn by key, early enough for them.
fn default_positions(game: &AnyGame) -> Option<String> {
    if game.knows_truth() {
        return None;
    }
    let last = game.longest().saturating_sub(1).min(20);
    Some(format!("random(plies={}..{last})", 4.min(last)))
}

/// Every rule with every evaluator and search; a deepening search where nodes are what is spent.
fn players(catalogue: &Catalogue, game: &AnyGame, arguments: &Arguments) -> anyhow::Result<Vec<[String; 3]>> {
    let named =
        [&arguments.evaluator, &arguments.rule, &arguments.search].iter().any(|given| !given.is_empty());
    if !arguments.player.is_empty() && !named {
        return Ok(Vec::new());
    }
    let evaluators = if arguments.evaluator.is_empty() {
        catalogue.all_fitting(game)?
    } else {
        arguments.evaluator.clone()
    };
    let rules = if arguments.rule.is_empty() { vec!["minimax".to_string()] } else { arguments.rule.clone() };
    let mut players = Vec::new();
    for rule in &rules {
        let searches = match (arguments.search.as_slice(), &arguments.nodes) {
            ([], Some(_)) if rule == "minimax" => vec!["alpha-beta(deepening=yes)".to_string()],
            ([], _) => vec![String::new()],
            (named, _) => named.to_vec(),
        };
        for evaluator in &evaluators {
            players.extend(searches.iter().map(|search| [rule.clone(), evaluator.clone(), search.clone()]));
        }
    }
    Ok(players)
}
