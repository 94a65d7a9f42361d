//! Experiments with searches that sample: iterations in place of depths, and no rule.

use plyscope::catalogue::Catalogue;
use plyscope::search::Effort;
use plyscope_lab::experiment::{Experiment, builtin, further_ids};
use plyscope_lab::results::{ExperimentResult, evaluate};
use plyscope_lab::run::{Options, Silent, run};
use std::sync::atomic::AtomicBool;

const FILE: &str = r#"
title = "Sampling"
source = "A test"
game = "critical"
trials = 128
iterations = [2, 10, 200]
sweep = { branching = [2, 3], rate = [0.5, 1] }

[[series]]
label = "uct"
search = "mcts"
evaluator = "normal"

[[series]]
label = "minimax inside"
search = "mcts(backup=minimax)"
evaluator = "normal(sd=0.3)"

[figure]
x = "iterations"
x-scale = "log"
panels = ["branching", "rate"]

[[claim]]
id = "more"
text = "More iterations decide better."
above = { series = "uct", than = "uct", iterations = [200], than-iterations = [2], at = { rate = 0.5 } }
"#;

fn parse(text: &str) -> plyscope_lab::Result<Experiment> {
    Experiment::parse(&Catalogue::built_in(), "my.toml", text, None)
}

fn found(experiment: &Experiment, jobs: usize) -> ExperimentResult {
    let options = Options { jobs, shard: None, stop: &AtomicBool::new(false), progress: &Silent };
    evaluate(experiment, &run(experiment, None, &options).unwrap()).unwrap()
}

/// The same for any number of threads; a row says how many iterations it is of, and one iteration a move is minimax to
/// depth 1.
#[test]
fn iterations_are_columns() {
    let experiment = parse(FILE).unwrap();
    let result = found(&experiment, 1);
    assert_eq!(result, found(&experiment, 2));
    assert_eq!(result.results.len(), 2 * 3 * 4);
    let amounts: Vec<Option<u64>> =
        result.results.iter().take(3).map(|row| row.effort.map(|effort| effort.amount())).collect();
    assert_eq!(amounts, [Some(2), Some(10), Some(200)]);
    assert!(result.results.iter().all(|row| row.depth().is_none() && row.rule.is_empty()));
    assert_eq!(result.claims.len(), 1);
    let minimax = FILE
        .replace("iterations = [2, 10, 200]", "depths = [1]")
        .replace("search = \"mcts\"\n", "rule = \"minimax\"\n")
        .replace("search = \"mcts(backup=minimax)\"\n", "rule = \"minimax\"\n")
        .replace("x = \"iterations\"\nx-scale = \"log\"", "x = \"depth\"");
    let minimax = minimax.split("[[claim]]").next().unwrap().to_string();
    let minimax = found(&parse(&minimax).unwrap(), 2);
    let of = |result: &ExperimentResult, at: f64| -> Vec<f64> {
        let here = |row: &&plyscope_lab::results::Row| {
            row.point["branching"].as_f64() == Some(at)
                && row.effort.is_none_or(|effort| effort.amount() == 2 || effort.depth().is_some())
        };
        result.results.iter().filter(here).map(|row| row.value).collect()
    };
    assert_eq!(of(&result, 2.0).len(), 4, "two series at two rates");
    assert_eq!(of(&result, 2.0), of(&minimax, 2.0), "two moves, two iterations");
}

#[test]
fn what_does_not_go_together_is_refused() {
    for (from, to, expected) in [
        ("search = \"mcts\"\n", "search = \"mcts\"\nrule = \"minimax\"\n", "leave `rule` out"),
        ("search = \"mcts\"\n", "search = \"full-width\"\n", "needs `rule`"),
        ("search = \"mcts\"\n", "search = \"alpha-beta\"\nrule = \"minimax\"\n", "a depth"),
        ("iterations = [2, 10, 200]", "depths = [1, 2]", "it takes `iterations`"),
        ("iterations = [2, 10, 200]", "iterations = [10, 2]", "rising order"),
        ("\"mcts\"", "\"mcts(c=no)\"", "c=no is not allowed"),
        ("evaluator = \"normal\"", "evaluator = \"natural\"", "drawn by key"),
        ("iterations = [200]", "iterations = [100]", "is not searched"),
    ] {
        assert!(FILE.contains(from), "{from}");
        let why =
            parse(&FILE.replacen(from, to, 1)).err().unwrap_or_else(|| panic!("{to} was taken")).to_string();
        assert!(why.contains(expected), "{to}: {why}");
    }
}

/// Experiments that run when they are asked for can be read, in every reading, and a few trials of them run.
#[test]
fn experiments_on_request_run() {
    let catalogue = Catalogue::built_in();
    let ids = further_ids(&catalogue);
    assert!(ids.contains(&"mcts/grid") && ids.contains(&"similarity/absolute"), "{ids:?}");
    for id in ids {
        let experiment = builtin(&catalogue, id).unwrap_or_else(|error| panic!("{error}"));
        for (suffix, _) in &experiment.alternatives {
            builtin(&catalogue, &format!("{id}+{suffix}")).unwrap_or_else(|error| panic!("{error}"));
        }
        let tried =
            ["mcts/minimax", "mcts/backups", "measure/othello-6x6", "players/trees-b3", "pruning/lim-lee-p"];
        let tried = [&tried[..], &["one-player/eight-puzzle", "chance/pig", "chance/dice"]].concat();
        if tried.contains(&id) {
            let few = experiment.with(Some(4), None).unwrap();
            assert!(!found(&few, 2).results.is_empty(), "{id}");
        }
    }
}

/// A game of one player is measured by value: what a move costs decides, and the degree of pathology is told.
#[test]
fn games_of_one_player_are_measured_by_value() {
    let file = r#"
title = "Tiles"
source = "A test"
measure = "depth"
game = "sliding-tiles(height=2)"
positions = "random(plies=0..0)"
trials = 40
depths = [1, 2, 9]
repairs = []

[[series]]
label = "manhattan"
rule = "minimax"
evaluator = "manhattan"

[[claim]]
id = "worse"
text = "Between a tenth less and a tenth more than half of the decisions become worse."
step-exceeds = { series = "manhattan", term = "worse", plies = 8, depths = [1], value = 0.5, margin = 0.1 }

[[claim]]
id = "hardly"
text = "Hardly any does."
step-exceeds = { series = "manhattan", term = "worse", plies = 8, depths = [1], value = 0.1, margin = 0.1 }
"#;
    let result = found(&parse(file).unwrap(), 2);
    let measurement = result.measurement.expect("a measurement");
    assert!(measurement.margins && measurement.trials == 40);
    let player = &measurement.players[0];
    let accuracy: Vec<f64> = player.efforts.iter().map(|effort| effort.accuracy.unwrap().value).collect();
    // Of positions that are at most 21 moves from the goal many are solved nine moves ahead.
    assert!(accuracy[2] > accuracy[0], "{accuracy:?}");
    let degree = player.degree.as_ref().expect("it was judged");
    let ratio = (1.0 - accuracy[2]) / (1.0 - accuracy[0]);
    assert!((degree.ratio.unwrap().value - ratio).abs() < 1e-12 && ratio < 1.0);
    let verdict = |id: &str| result.claims.iter().find(|claim| claim.id == id).unwrap().verdict;
    assert_eq!(format!("{:?}", verdict("worse")), "Refuted");
    assert_ne!(format!("{:?}", verdict("hardly")), "Refuted");
}

/// Drawn trees with a number of evaluations go trial by trial: all searches decide, and with a tree's every leaf in reach
/// every decision is correct.
#[test]
fn drawn_trees_take_evaluations() {
    let file = r#"
title = "Evaluations on drawn trees"
source = "our own question"
game = "board-splitting(depth=4)"
trials = 20
evaluations = [4, 100000]
[[series]]
label = "decisive"
search = "decisive"
evaluator = "natural"
[[series]]
label = "alpha-beta"
rule = "minimax"
search = "alpha-beta(deepening=yes)"
evaluator = "natural"
"#;
    let results = found(&parse(file).expect("it reads"), 2).results;
    assert_eq!(results.len(), 4);
    for row in &results {
        assert!(row.value > 0.3, "{} {}", row.series, row.value);
        assert!(
            row.effort != Some(Effort::Evaluations(100_000)) || row.value == 1.0,
            "{} {}",
            row.series,
            row.value
        );
    }
}
