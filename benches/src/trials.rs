//! (a) Whole trials of the laboratory, in lanes and one by one; (d) one and two threads; (e) what more costs.

use crate::timing::{Result, Row, best_of, seconds};
use plyscope::source::PositionSource;
use plyscope::tree::Place;
use plyscope_lab::experiment::{Experiment, builtin};
use plyscope_lab::run::{Options, Silent, run};
use plyscope_lab::study::{Decisions, Found, Point, Sampled, Study, search};
use plyscope_lab::tally::Tally;
use std::hint::black_box;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// How often one and two threads are timed in turn.
const TURNS: usize = 25;

/// An experiment's study, with one rule or with all; of a sweep the last point, where trees are largest.
fn study(experiment: &Experiment, rule: Option<&str>) -> Result<Decisions> {
    let Study::Decisions(study) = &experiment.study else { return Err("decisions are measured".into()) };
    let mut point: Point = study.points.last().ok_or("there is a point")?.clone();
    point.series.retain(|series| rule.is_none_or(|rule| series.rule_name == rule));
    Ok(Decisions { ties: study.ties, pairs: study.pairs, depths: study.depths.clone(), points: vec![point] })
}

/// Some blocks of trials in lanes: how many trials that was.
pub fn lanes(id: &str, rule: Option<&str>, blocks: Range<u64>) -> Result<u64> {
    let study = study(&builtin(id)?, rule)?;
    blocks.map(|block| Ok(study.block(0, block, 64)?.trials)).sum()
}

/// Some trials one by one, with the recursive search.
pub fn plain(id: &str, rule: Option<&str>, trials: Range<u64>) -> Result<u64> {
    let study = study(&builtin(id)?, rule)?;
    let point = &study.points[0];
    let mut tally: Tally = study.empty(0);
    for trial in trials {
        let tree = point.source.position(trial)?.game;
        let wins = |choice: usize| tree.truth(Place { level: 1, index: choice });
        let best = (0..tree.shape().branching()).any(wins);
        let mut scores = Vec::new();
        for series in &point.series {
            for depth in &study.depths {
                let Found { ties, pairs, .. } = search(series, &tree, *depth)?;
                let right = ties.iter().filter(|choice| wins(**choice) == best).count() as u64;
                scores.push(match study.pairs {
                    true => tally.scale * pairs.halves / (2 * pairs.pairs),
                    false => tally.scale * right / ties.len() as u64,
                });
            }
        }
        tally.add(&scores);
    }
    Ok(tally.trials)
}

/// Trials a second, in lanes and plain; nodes are those of full width, of all depths and rules.
pub fn measure(rows: &mut Vec<Row>) -> Result<()> {
    for id in ["wilson/fig3-b2", "wilson/fig3-b3", "wilson/fig4-b3", "zuckerman/fig6", "smith-nau/fig4"] {
        let study = study(&builtin(id)?, None)?;
        let mut rules: Vec<String> =
            study.points[0].series.iter().map(|series| series.rule_name.clone()).collect();
        rules.dedup();
        let small = study.points[0].game.shape().leaves() < 10_000;
        let (blocks, trials) = if small { (16, 128) } else { (2, 4) };
        for rule in std::iter::once(None).chain(rules.iter().map(|rule| Some(rule.as_str()))) {
            let (mut ours, mut other) = (f64::INFINITY, f64::INFINITY);
            for _ in 0..3 {
                ours = ours.min(seconds(|| lanes(id, rule, 0..blocks))? / (64 * blocks) as f64);
                other = other.min(seconds(|| plain(id, rule, 0..trials))? / trials as f64);
            }
            rows.push(Row::rate(
                &format!("{id}, {}: trials a second", rule.unwrap_or("all rules")),
                1.0 / ours,
                1.0 / other,
            ));
            if rule.is_none() {
                let nodes = study.cost(0).nodes as f64;
                rows.push(Row::time(
                    &format!("{id}, all rules: ns a node and trial"),
                    1e9 * ours / nodes,
                    1e9 * other / nodes,
                ));
            }
        }
    }
    Ok(())
}

fn whole_run(id: &str, trials: u64, jobs: usize) -> Result<u64> {
    let experiment = builtin(id)?.with(Some(trials), None)?;
    let options = Options { jobs, shard: None, stop: &AtomicBool::new(false), progress: &Silent };
    Ok(run(&experiment, None, &options)?.iter().map(|tally| tally.trials).sum())
}

/// Two threads against one; first by a loop that shares nothing and touches no memory, which says how much of a second
/// core the machine has at the time.
pub fn threads(rows: &mut Vec<Row>) -> Result<()> {
    paired(rows, "a loop in registers: ms", spin)?;
    paired(rows, "wilson/fig3-b2: ms of 32768 trials", |jobs| whole_run("wilson/fig3-b2", 32_768, jobs))?;
    paired(rows, "wilson/fig4-b3: ms of 2048 trials", |jobs| whole_run("wilson/fig4-b3", 2048, jobs))
}

/// A machine's speed changes from second to second: both are timed in turn, and the turn whose ratio is the median one
/// counts.
fn paired(rows: &mut Vec<Row>, name: &str, work: impl Fn(usize) -> Result<u64>) -> Result<()> {
    let turn = |_| Ok((seconds(|| work(2))?, seconds(|| work(1))?));
    let mut turns = (0..TURNS).map(turn).collect::<Result<Vec<(f64, f64)>>>()?;
    turns.sort_by(|a, b| (a.1 / a.0).total_cmp(&(b.1 / b.0)));
    let (two, one) = turns[TURNS / 2];
    rows.push(Row::time(&format!("{name}, 2 threads against 1"), 1e3 * two, 1e3 * one));
    Ok(())
}

/// So much arithmetic, shared out evenly.
fn spin(jobs: usize) -> Result<u64> {
    let steps = 160_000_000 / jobs as u64;
    let chain = || black_box((0..steps).fold(1u64, |x, step| x.wrapping_mul(0x5851_F42D_4C95_7F2D) ^ step));
    std::thread::scope(|scope| (0..jobs).for_each(|_| drop(scope.spawn(chain))));
    Ok(steps)
}

/// How the time of all rules grows: the exponent of leaves, by depth and by branching, and of trials.
pub fn cost(rows: &mut Vec<Row>) -> Result<()> {
    let timed = |branching: u32, depth: u32, blocks: u64| -> Result<f64> {
        let text = format!(
            "title = 't'\nsource = 's'\ngame = 'board-splitting(branching={branching},depth={depth})'\ntrials = 64\n\
             depths = {:?}\n[[series]]\nrule = 'minimax'\nevaluator = 'natural'\n[[series]]\nrule = 'product'\n\
             evaluator = 'natural'\n[[series]]\nrule = 'emm'\nevaluator = 'natural'\n",
            (1..=depth).collect::<Vec<_>>()
        );
        let study = study(&Experiment::parse("cost", &text, None)?, None)?;
        best_of(3, || seconds(|| blocks_of(&study, blocks)))
    };
    let mut fit = |name: &str, points: Vec<(f64, f64)>| rows.push(Row::alone(name, exponent(&points)));
    let by_depth: Result<Vec<_>> =
        [8, 10, 12, 14].iter().map(|depth| Ok((f64::from(1 << depth), timed(2, *depth, 4)?))).collect();
    fit("time against leaves, depths 8 to 14 of branching 2: exponent", by_depth?);
    let by_branching: Result<Vec<_>> = [4u32, 6, 8, 10]
        .iter()
        .map(|branching| Ok((f64::from(branching.pow(4)), timed(*branching, 4, 4)?)))
        .collect();
    fit("time against leaves, branching 4 to 10 of depth 4: exponent", by_branching?);
    let by_trials: Result<Vec<_>> =
        [4, 16, 64].iter().map(|blocks| Ok((*blocks as f64, timed(2, 10, *blocks)?))).collect();
    fit("time against trials: exponent", by_trials?);
    Ok(())
}

fn blocks_of(study: &Decisions, blocks: u64) -> Result<u64> {
    (0..blocks).map(|block| Ok(study.block(0, block, 64)?.trials)).sum()
}

/// The slope of the least-squares line through the logarithms.
fn exponent(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let n = logs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|log| log.0), mean(|log| log.1));
    let slope = |(sum, squares): (f64, f64), log: &(f64, f64)| {
        (sum + (log.0 - x) * (log.1 - y), squares + (log.0 - x) * (log.0 - x))
    };
    let (sum, squares) = logs.iter().fold((0.0, 0.0), slope);
    sum / squares
}
