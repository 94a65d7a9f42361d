//! `plyscope bench`: how fast this machine is, as ratios, in under a minute.
//!
//! Both sides of a ratio are timed in turn, several times, and the turn whose ratio is the median one counts: the speed
//! of many machines changes from second to second. The whole suite is in `benches/`.

use crate::output::{self, Format};
use plyscope::source::PositionSource;
use plyscope::tree::Place;
use plyscope_lab::experiment::{Experiment, builtin};
use plyscope_lab::run::{Options, Silent, run as run_experiment};
use plyscope_lab::study::{Decisions, Point, Sampled, Study, search};
use plyscope_lab::tally::Tally;
use serde_json::json;
use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
lanes/RULE: whole trials a second of wilson/fig3-b2 with one rule, all depths, drawn and searched in lanes (ours) \
and one by one with the recursive search (other).
threads/2: trials a second of wilson/fig3-b2 with two threads (ours) and with one (other).
machine/2: steps a second of a loop that shares nothing and touches no memory, with two threads (ours) and \
with one (other): what the machine gives at the time.

Example:
  plyscope bench --format json")]
pub(crate) struct Arguments {
    /// How to print it
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

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let experiment = builtin(EXPERIMENT)?;
    let Study::Decisions(study) = &experiment.study else { anyhow::bail!("{EXPERIMENT} measures decisions") };
    let mut ratios = Vec::new();
    for series in &study.points[0].series {
        let point = Point { series: vec![series.clone()], ..study.points[0].clone() };
        let alone = Decisions {
            ties: study.ties,
            pairs: study.pairs,
            depths: study.depths.clone(),
            points: vec![point],
        };
        ratios.push(timed(
            format!("lanes/{}", series.rule_name),
            |round| lanes(&alone, round),
            |round| plain(&alone, round),
        )?);
    }
    let threads = |jobs| move |_| in_threads(EXPERIMENT, jobs);
    ratios.push(timed("threads/2".into(), threads(2), threads(1))?);
    ratios.push(timed("machine/2".into(), |_| Ok(spin(2)), |_| Ok(spin(1)))?);
    let row = |ratio: &Ratio| json!({"name": ratio.name, "ours": ratio.ours, "other": ratio.other, "ratio": ratio.ours / ratio.other});
    output::print(&match arguments.format {
        Format::Json => format!("{:#}\n", json!({"ratios": ratios.iter().map(row).collect::<Vec<_>>()})),
        Format::Text => {
            let header = ["", "ours a second", "other a second", "ratio"].map(String::from).to_vec();
            let row = |ratio: &Ratio| {
                let times = format!("{:.1}", ratio.ours / ratio.other);
                vec![ratio.name.clone(), format!("{:.0}", ratio.ours), format!("{:.0}", ratio.other), times]
            };
            output::table(&std::iter::once(header).chain(ratios.iter().map(row)).collect::<Vec<_>>())
        }
    })
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

/// One block of trials in lanes.
fn lanes(study: &Decisions, block: u64) -> anyhow::Result<u64> {
    Ok(study.block(0, block, 64)?.trials)
}

/// One trial, all its depths searched one after the other, and its scores added up.
fn plain(study: &Decisions, trial: u64) -> anyhow::Result<u64> {
    let point = &study.points[0];
    let tree = point.source.position(trial)?.game;
    let mut tally: Tally = study.empty(0);
    let mut scores = Vec::with_capacity(study.depths.len());
    let wins = |choice: usize| tree.truth(Place { level: 1, index: choice });
    let best = (0..tree.shape().branching()).any(wins);
    for depth in &study.depths {
        let ties = search(&point.series[0], &tree, *depth)?.ties;
        let right = ties.iter().filter(|choice| wins(**choice) == best).count() as u64;
        scores.push(tally.scale * right / ties.len() as u64);
    }
    tally.add(&scores);
    Ok(tally.trials)
}

/// A whole run of the laboratory.
fn in_threads(id: &str, jobs: usize) -> anyhow::Result<u64> {
    let experiment: Experiment = builtin(id)?.with(Some(16_384), None)?;
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
