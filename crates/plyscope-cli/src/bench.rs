//! `plyscope bench`: how fast this machine is, as ratios, in under a minute.
//!
//! Both sides of a ratio are timed in turn, several times, and the turn whose ratio is the median one counts: the speed
//! of many machines changes from second to second. The whole suite is in `benches/`.

use crate::output::{self, Format};
use anyhow::Context;
use plyscope::cache::Memory;
use plyscope::catalogue::Catalogue;
use plyscope_lab::experiment::{Experiment, builtin};
use plyscope_lab::run::{Options, Silent, run as run_experiment};
use plyscope_lab::study::Cell;
use serde_json::json;
use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
lanes/RULE: whole trials a second of wilson/fig3-b2 with one rule, all depths, drawn and searched in lanes (ours) \
and one by one with the recursive search (other). \
threads/2: trials a second of wilson/fig3-b2 with two threads (ours) and with one (other). \
machine/2: steps a second of a loop that shares nothing and touches no memory, with two threads (ours) and \
with one (other): what the machine gives at the time.

Example:
  plyscope bench --format json

Exit status: 0 done; 2 could not run.")]
pub(crate) struct Arguments {
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Work a second, done in two ways.
struct Ratio {
    name: String,
    ours: f64,
    other: f64,
}

/// The experiment that is timed.
const EXPERIMENT: &str = "wilson/fig3-b2";
/// How often both sides are timed.
const ROUNDS: usize = 9;
/// How long a side is timed at the least.
const TIME: Duration = Duration::from_millis(300);

pub(crate) fn run(catalogue: &Catalogue, arguments: &Arguments) -> anyhow::Result<()> {
    let experiment = builtin(catalogue, EXPERIMENT)?;
    let mut ratios = Vec::new();
    for series in 0..experiment.labels.len() {
        let (rule, alone) = one_series(catalogue, &experiment, series)?;
        let study = alone.study.sampled().context("it is sampled")?;
        let cache = Memory::default();
        let (lanes, plain) = (study.prepare(&cache)?, study.prepare_plain(&cache)?);
        // A block in lanes; a trial by itself, all its depths searched one after the other.
        ratios.push(timed(
            format!("lanes/{rule}"),
            |round| Ok(lanes.block(0, round, 64)?.trials),
            |round| Ok(plain.block(0, round, 1)?.trials),
        )?);
    }
    let threads = |jobs| move |_| in_threads(catalogue, EXPERIMENT, jobs);
    ratios.push(timed("threads/2".into(), threads(2), threads(1))?);
    ratios.push(timed("machine/2".into(), |_| Ok(spin(2)), |_| Ok(spin(1)))?);
    let row = |ratio: &Ratio| json!({"name": ratio.name, "ours": ratio.ours, "other": ratio.other, "ratio": ratio.ours / ratio.other});
    match arguments.format {
        Format::Json => output::json(&json!({"ratios": ratios.iter().map(row).collect::<Vec<_>>()})),
        Format::Text => {
            let row = |ratio: &Ratio| {
                let times = format!("{:.1}", ratio.ours / ratio.other);
                [ratio.name.clone(), format!("{:.0}", ratio.ours), format!("{:.0}", ratio.other), times]
            };
            output::print(&output::headed(
                ["", "ours a second", "other a second", "ratio"],
                ratios.iter().map(row),
            ))
        }
    }
}

/// Times both sides in turn. Each is given the number of its turn and says how much work it did.
fn timed(
    name: String,
    ours: impl Fn(u64) -> anyhow::Result<u64>,
    other: impl Fn(u64) -> anyhow::Result<u64>,
) -> anyhow::Result<Ratio> {
    let mut turns = (0, 0);
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        rounds.push((rate(&ours, &mut turns.0)?, rate(&other, &mut turns.1)?));
    }
    rounds.sort_by(|a, b| (a.0 / a.1).total_cmp(&(b.0 / b.1)));
    let (ours, other) = rounds[ROUNDS / 2];
    Ok(Ratio { name, ours, other })
}

/// Work a second, over some time.
fn rate(work: impl Fn(u64) -> anyhow::Result<u64>, turn: &mut u64) -> anyhow::Result<f64> {
    let (start, mut done) = (Instant::now(), 0);
    while start.elapsed() < TIME {
        done += work(*turn)?;
        *turn += 1;
    }
    Ok(done as f64 / start.elapsed().as_secs_f64())
}

/// The same experiment with one of its series alone, and that one's rule.
fn one_series(
    catalogue: &Catalogue,
    experiment: &Experiment,
    series: usize,
) -> anyhow::Result<(String, Experiment)> {
    let Cell { game, evaluator, rule, search, .. } = experiment.study.cell(0, series);
    let depths: Vec<String> = experiment
        .efforts
        .iter()
        .filter_map(|effort| effort.depth())
        .map(|depth| depth.to_string())
        .collect();
    let text = format!(
        "title = 'bench'\nsource = 'bench'\ngame = '{game}'\ntrials = 64\ndepths = [{}]\n[[series]]\nrule = '{rule}'\n\
         evaluator = '{evaluator}'\nsearch = '{search}'\n",
        depths.join(", ")
    );
    Ok((rule, Experiment::parse(catalogue, "bench", &text, None)?))
}

/// A whole run of the laboratory.
fn in_threads(catalogue: &Catalogue, id: &str, jobs: usize) -> anyhow::Result<u64> {
    let experiment: Experiment = builtin(catalogue, id)?.with(Some(16_384), None)?;
    let options = Options { jobs, shard: None, stop: &AtomicBool::new(false), progress: &Silent };
    Ok(run_experiment(&experiment, None, &options)?.iter().map(|tally| tally.trials).sum())
}

/// Steps of a loop, shared out evenly.
fn spin(jobs: u64) -> u64 {
    let steps = 100_000_000 / jobs;
    let chain = || black_box((0..steps).fold(1u64, |x, step| x.wrapping_mul(0x5851_F42D_4C95_7F2D) ^ step));
    std::thread::scope(|scope| (0..jobs).for_each(|_| drop(scope.spawn(chain))));
    steps * jobs
}
