//! Cells of the map by a plain second program: games played one at a time by `theory::ceiling`, without lanes, batches or
//! a catalogue, and the computed recursion.

use crate::support::parse;
use plyscope::theory::ceiling::{Model, RULES};
use plyscope::theory::error_recursion::{Weighing, rounded};
use plyscope::tree::Squares;
use plyscope_lab::results::evaluate;
use plyscope_lab::run::{Options, Silent, run};
use std::sync::atomic::AtomicBool;

const TRIALS: u32 = 2000;

fn name(rule: Weighing) -> &'static str {
    match rule {
        Weighing::Minimax => "minimax",
        Weighing::Product => "product",
        Weighing::Emm => "emm",
        Weighing::Fused => "fused",
        Weighing::Posterior => "posterior",
    }
}

/// Means by rule and depth, with half the width of the interval.
fn laboratory(game: &str, error: f64) -> Vec<(String, u32, f64, f64)> {
    let series = |label: &str, rule: &str, more: &str| {
        format!(
            "{{ label = \"{label}\", rule = \"{rule}\", evaluator = \"artificial(error={error}{more})\" }}"
        )
    };
    let all = [
        series("minimax", "minimax", ""),
        series("product", "product", ""),
        series("emm", "emm", ""),
        series("fused", "fused(weight=1)", ""),
        series("posterior", "fused(weight=1)", ",calibrate=isotonic"),
    ];
    let text = format!(
        "title = \"cell\"\nsource = \"our own question\"\ngame = \"{game}\"\ntrials = {TRIALS}\ndepths = [1, 2, 3]\n\
         series = [{}]",
        all.join(", ")
    );
    let experiment = parse("cell", &text, None).unwrap();
    let options = Options { jobs: 2, shard: None, stop: &AtomicBool::new(false), progress: &Silent };
    let result = evaluate(&experiment, &run(&experiment, None, &options).unwrap()).unwrap();
    let row = |row: &plyscope_lab::results::Row| {
        let width = (row.high.unwrap() - row.low.unwrap()) / 2.0;
        (row.series.clone(), row.depth().unwrap(), row.value, width / 1.96)
    };
    result.results.iter().map(row).collect()
}

#[test]
fn cells_agree_with_the_recursion() {
    for (branching, error) in [(3, 0.3), (8, 0.1), (16, 0.05)] {
        let found = laboratory(&format!("board-splitting(branching={branching},depth=4)"), error);
        assert_eq!(found.len(), 15);
        for (series, depth, mean, deviation) in found {
            let rule = RULES.into_iter().find(|rule| name(*rule) == series).unwrap();
            let exact = rounded(rule, branching, error, depth).unwrap();
            // Calibrated on two thousand games the posterior is nearly the one that knows all chances.
            let slack = if rule == Weighing::Posterior { 0.004 } else { 0.0003 };
            assert!(
                (mean - exact).abs() < 4.5 * deviation + slack,
                "b {branching}, {series}: {mean}, computed {exact}"
            );
        }
    }
}

#[test]
fn cells_agree_with_games_played_one_at_a_time() {
    for (squares, named, branching) in [(Squares::N, "n", 3), (Squares::Mixed, "mixed,mix=0.5", 4)] {
        let game = format!("board-splitting(branching={branching},depth=4,squares={named})");
        let played = Model { squares, mix: 0.5, branching, plies: 4, error: 0.2 };
        let played = played.play(TRIALS, 3, 3).unwrap();
        for (series, depth, mean, deviation) in laboratory(&game, 0.2) {
            let rule = RULES.into_iter().position(|rule| name(rule) == series).unwrap();
            let other = played[depth as usize - 1].rules[rule];
            let allowed = 4.5 * deviation.hypot(other.deviation);
            if RULES[rule] == Weighing::Posterior {
                // Fused on dependent subtrees is below the posterior.
                assert!(
                    mean < other.mean + allowed,
                    "{game}, depth {depth}: {mean} above the ceiling, {other:?}"
                );
            } else {
                assert!(
                    (mean - other.mean).abs() < allowed,
                    "{game}, {series}, depth {depth}: {mean}, {other:?}"
                );
            }
        }
    }
}
