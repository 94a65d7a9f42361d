//! `plyscope compare`: two versions of a player on the same positions, and what came of it: for people, for scripts, for a pull
//! request.

use super::alone::{AloneOptions, Amounts, amounts, depths};
use crate::arguments::whole;
use crate::ending::Ending;
use crate::output;
use anyhow::{Context, bail};
use clap::ValueEnum;
use plyscope::catalogue::Catalogue;
use plyscope_lab::comparing::{Comparing, of_folders};
use plyscope_lab::measurement::{Measurement, Stopping, comparison_markdown, page, pictures, text_in};
use plyscope_lab::question::Efforts;
use plyscope_lab::run::{Shard, is_run};
use std::path::Path;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  plyscope compare 'uci(command=\"./engine-old\")' 'uci(command=\"./engine\")' --nodes 100,1000,10000
  plyscope compare 'uci(command=\"stockfish\",options=\"Use NNUE=false\")' 'uci(command=\"stockfish\")' \\
      --positions 'ending(men=KRkb)' --decide --out versions
  plyscope compare 'player(evaluator=store-difference)' 'player(evaluator=kalah-features)' 'kalah(pits=4,seeds=3)'
  plyscope compare 'player(evaluator=material)' 'player(evaluator=\"material(quiescence=6)\")' chess \\
      --positions 'ending(men=KRk)' --format markdown
  plyscope compare measured-before measured-after

What the numbers mean, and a workflow for a project's pull requests: docs/comparing.md. The folder of --out holds \
comparison.json, report.html, and the positions that NEW decides better and worse: repaired.epd and broken.epd, or .txt.

Exit status: 0 NEW is not worse; 1 it is worse; 2 could not compare; 130 interrupted and 143 terminated, after keeping what is \
done in --out.")]
pub(crate) struct Arguments {
    /// The old player, such as player(evaluator=lines) or uci(command="./engine-old"); or a measured folder
    old: String,
    /// The new one, or a measured folder
    new: String,
    /// The game, by name [default: chess, where both are chess engines]
    game: Option<String>,
    /// Search depths, such as 1..6 or 2,4,6 [default: 1..6]
    #[arg(long, value_name = "DEPTHS", value_parser = depths, conflicts_with_all = ["nodes", "iterations", "evaluations"])]
    depths: Option<Amounts>,
    /// Nodes per decision instead of depths, such as 100,1000
    #[arg(long, value_name = "NODES", value_parser = amounts, conflicts_with_all = ["iterations", "evaluations"])]
    nodes: Option<Amounts>,
    /// Iterations per decision, of mcts
    #[arg(long, value_name = "ITERATIONS", value_parser = amounts, conflicts_with = "evaluations")]
    iterations: Option<Amounts>,
    /// Distinct positions evaluated per decision, such as 10,100,1000
    #[arg(long, value_name = "EVALUATIONS", value_parser = amounts)]
    evaluations: Option<Amounts>,
    /// Where positions come from [default: as for measure; of chess, ending(men=KRkn)]
    #[arg(long, value_name = "SOURCE")]
    positions: Option<String>,
    /// The truth that decisions are judged by [default: as for measure; of endings, tables]
    #[arg(long, value_name = "TRUTH")]
    truth: Option<String>,
    /// Positions to judge [default: 1000; all of a file]
    #[arg(long, value_name = "N", value_parser = whole::<1, 1_000_000>, conflicts_with = "decide")]
    trials: Option<u64>,
    /// Stop as soon as the difference at every effort is decided
    #[arg(long)]
    decide: bool,
    /// Positions at the most [default: 20000; all of a file]
    #[arg(long, value_name = "N", value_parser = whole::<1, 1_000_000>, requires = "decide")]
    most: Option<u64>,
    /// Ignore the cache of engine answers
    #[arg(long)]
    pub(crate) no_cache: bool,
    /// Run only the i-th of n parts, which `plyscope merge` joins
    #[arg(long, value_name = "I/N", requires = "out", conflicts_with = "decide")]
    shard: Option<Shard>,
    #[command(flatten)]
    alone: AloneOptions,
    /// Output format; markdown is a summary for a pull request
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Markdown,
}

impl Arguments {
    /// What the options ask.
    fn comparing(&self) -> Comparing {
        let given = [
            ("depths", &self.depths),
            ("nodes", &self.nodes),
            ("iterations", &self.iterations),
            ("evaluations", &self.evaluations),
        ];
        let mut given = given.into_iter().filter_map(|(unit, amounts)| Some((unit, amounts.clone()?.0)));
        Comparing {
            game: self.game.clone(),
            players: [self.old.clone(), self.new.clone()],
            efforts: given.next().and_then(|(unit, amounts)| Efforts::of(unit, amounts).ok()),
            positions: self.positions.clone(),
            truth: self.truth.clone(),
            trials: self.trials.or(self.most),
            stopping: if self.decide { Stopping::Decided } else { Stopping::Fixed },
            seed: self.alone.seed,
        }
    }

    /// Does an option say what the folders say already?
    fn says_more_than_folders(&self) -> bool {
        let efforts = [&self.depths, &self.nodes, &self.iterations, &self.evaluations];
        let named = [&self.game, &self.positions, &self.truth];
        let counted = self.trials.is_some() || self.decide || self.shard.is_some();
        counted || efforts.iter().any(|given| given.is_some()) || named.iter().any(|given| given.is_some())
    }
}

pub(crate) fn run(catalogue: &Catalogue, arguments: &Arguments) -> anyhow::Result<Ending> {
    let [old, new] = [&arguments.old, &arguments.new].map(Path::new);
    let out = arguments.alone.out.as_deref();
    let found = match [old, new].map(Path::is_dir) {
        [true, true] if arguments.says_more_than_folders() => {
            bail!(
                "two measured folders say themselves what was measured: leave out the game and the options about it"
            )
        }
        [true, true] => {
            let found = of_folders(catalogue, [old, new])?;
            out.map_or(Ok(()), |out| keep(&found, out))?;
            found
        }
        [false, false] => {
            let experiment = arguments.comparing().experiment(catalogue)?;
            let ran = arguments.alone.run(experiment, arguments.shard, None)?;
            let Some(result) = ran else { return Ok(Ending::Done) };
            result.measurement.context("nothing was measured")?
        }
        [is_folder, _] => {
            let (folder, player) = if is_folder { (old, new) } else { (new, old) };
            bail!(
                "{} is a folder, and {} is none: compare two players, or two measured folders",
                folder.display(),
                player.display()
            )
        }
    };
    print(&found, arguments.format, out)
}

/// Keeps what came of two folders in another one.
fn keep(found: &Measurement, out: &Path) -> anyhow::Result<()> {
    if is_run(out) {
        bail!("{} is the folder of a run; give another one for the comparison", out.display());
    }
    std::fs::create_dir_all(out).with_context(|| format!("could not make {}", out.display()))?;
    let comparison = found
        .comparison
        .iter()
        .map(|compared| ("comparison.json".to_string(), compared.json(Some(Path::new("")))));
    let files = comparison.chain([("report.html".to_string(), page(found))]);
    let files = files.chain(pictures(found)).chain(found.files.iter().cloned());
    files.into_iter().try_for_each(|(name, text)| output::put(&out.join(name), text.as_bytes()))
}

/// Prints what came out, and says where it is kept.
fn print(found: &Measurement, format: Format, out: Option<&Path>) -> anyhow::Result<Ending> {
    let comparison = found.comparison.as_ref().context("nothing was compared")?;
    match format {
        Format::Text => output::print(&text_in(found, out))?,
        Format::Json => output::json_text(&comparison.json(out))?,
        Format::Markdown => output::print(&comparison_markdown(found).unwrap_or_default())?,
    }
    if let Some(out) = out {
        output::talk(&format!("comparison.json and report.html are in {}", out.display()));
    }
    Ok(Ending::found(comparison.is_worse()))
}
