//! (a) Whole trials of the laboratory, in lanes and one by one; (d) one and two threads; (e) what more costs.

use crate::timing::{Result, Row, best_of, seconds};
use plyscope::catalogue::Catalogue;
use plyscope::cache::Memory;
use plyscope::tree::Trees;
use plyscope_lab::experiment::{Experiment, builtin};
use plyscope_lab::run::{Options, Silent, run};
use plyscope_lab::study::{Cell, Prepared, Sampled};
use std::hint::black_box;
use std::sync::atomic::AtomicBool;

/// How often one and two threads are timed in turn.
const TURNS: usize = 25;

/// How trials are done.
#[derive(Debug, Clone, Copy)]
pub enum Way {
    /// 64 at a time.
    Lanes,
    /// One by one, with the recursive search.
    Plain,
}

/// An experiment with one rule or with all; of a sweep the last point, where trees are largest.
fn experiment(catalogue: &Catalogue, id: &str, rule: Option<&str>) -> Result<Experiment> {
    let whole = builtin(catalogue, id)?;
    let point = whole.places.len() - 1;
    let cells: Vec<(&String, Cell)> =
        whole.labels.iter().enumerate().map(|(s, label)| (label, whole.study.cell(point, s))).collect();
    let (_, Cell { game, metric, .. }) = cells.first().ok_or("there is a series")?;
    let depths: Vec<u32> = whole.efforts.iter().filter_map(|effort| effort.depth()).collect();
    // Swept, so that its games are the same: what is swept does not change what they are drawn from.
    let swept: String =
        whole.places[point].iter().map(|(key, value)| format!("{key} = [{value}]\n")).collect();
    let mut text = format!(
        "title = 't'\nsource = 's'\nmeasure = '{metric}'\ngame = '{game}'\ntrials = 64\ndepths = {depths:?}\n\
         [sweep]\n{swept}"
    );
    for (label, Cell { rule: of, evaluator, search, .. }) in &cells {
        if rule.is_none_or(|rule| rule == of) {
            text += &format!(
                "[[series]]\nlabel = '{label}'\nrule = '{of}'\nevaluator = '{evaluator}'\nsearch = '{search}'\n"
            );
        }
    }
    Ok(Experiment::parse_with(catalogue, id, &text, None, Some(whole.seed))?)
}

fn sampled(experiment: &Experiment) -> Result<&dyn Sampled> {
    Ok(experiment.study.sampled().ok_or("trials are measured")?)
}

fn prepared(experiment: &Experiment, way: Way) -> Result<Box<dyn Prepared + '_>> {
    let (study, cache) = (sampled(experiment)?, Memory::default());
    Ok(match way {
        Way::Lanes => study.prepare(&cache)?,
        Way::Plain => study.prepare_plain(&cache)?,
    })
}

/// The first so many trials: how many that was.
fn trials_of(prepared: &dyn Prepared, trials: u64) -> Result<u64> {
    let block = |first| Ok(prepared.block(0, first / 64, 64.min(trials - first) as usize)?.trials);
    (0..trials).step_by(64).map(block).sum()
}

/// Reads and prepares an experiment and does so many of its trials, with all rules.
pub fn done(way: Way, id: &str, trials: u64) -> Result<u64> {
    let experiment = experiment(&Catalogue::built_in(), id, None)?;
    trials_of(&*prepared(&experiment, way)?, trials)
}

/// Seconds that a trial takes.
fn timed(experiment: &Experiment, way: Way, trials: u64) -> Result<f64> {
    // Prepared anew: plain trials are kept.
    let prepared = prepared(experiment, way)?;
    Ok(seconds(|| trials_of(&*prepared, trials))? / trials as f64)
}

/// Trials a second, in lanes and plain; nodes are those of full width, of all depths and rules.
pub fn measure(rows: &mut Vec<Row>) -> Result<()> {
    let catalogue = Catalogue::built_in();
    for id in ["wilson/fig3-b2", "wilson/fig3-b3", "wilson/fig4-b3", "zuckerman/fig6", "smith-nau/fig4"] {
        let whole = experiment(&catalogue, id, None)?;
        let cells: Vec<Cell> = (0..whole.labels.len()).map(|series| whole.study.cell(0, series)).collect();
        let game = catalogue.game(&cells[0].game)?;
        let Trees(trees) = game.family().ok_or("games are drawn")?;
        let mut rules: Vec<&str> = cells.iter().map(|cell| cell.rule.as_str()).collect();
        rules.dedup();
        let small = trees.shape().leaves() < 10_000;
        let (in_lanes, plain) = if small { (16 * 64, 128) } else { (2 * 64, 4) };
        for rule in std::iter::once(None).chain(rules.into_iter().map(Some)) {
            let experiment = experiment(&catalogue, id, rule)?;
            let (mut ours, mut other) = (f64::INFINITY, f64::INFINITY);
            for _ in 0..3 {
                ours = ours.min(timed(&experiment, Way::Lanes, in_lanes)?);
                other = other.min(timed(&experiment, Way::Plain, plain)?);
            }
            rows.push(Row::rate(
                &format!("{id}, {}: trials a second", rule.unwrap_or("all rules")),
                1.0 / ours,
                1.0 / other,
            ));
            if rule.is_none() {
                let nodes = sampled(&experiment)?.cost(0).nodes as f64;
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
    let experiment = builtin(&Catalogue::built_in(), id)?.with(Some(trials), None)?;
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
    let catalogue = Catalogue::built_in();
    let timed = |branching: u32, depth: u32, blocks: u64| -> Result<f64> {
        let text = format!(
            "title = 't'\nsource = 's'\ngame = 'board-splitting(branching={branching},depth={depth})'\ntrials = 64\n\
             depths = {:?}\n[[series]]\nrule = 'minimax'\nevaluator = 'natural'\n[[series]]\nrule = 'product'\n\
             evaluator = 'natural'\n[[series]]\nrule = 'emm'\nevaluator = 'natural'\n",
            (1..=depth).collect::<Vec<_>>()
        );
        let experiment = Experiment::parse(&catalogue, "cost", &text, None)?;
        let prepared = prepared(&experiment, Way::Lanes)?;
        best_of(3, || seconds(|| trials_of(&*prepared, 64 * blocks)))
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
