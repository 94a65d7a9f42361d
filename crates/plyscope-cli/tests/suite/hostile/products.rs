//! All names with all others at tiny sizes: searched, or refused in a sentence.

use super::limits::run;
use super::{Draws, share};
use crate::support::side_by_side;
use serde_json::Value;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Games small enough for every search.
const GAMES: [&str; 20] = [
    "board-splitting(depth=3)",
    "board-splitting(depth=2,branching=3,squares=mixed)",
    "strength-tree(height=2,branching=2)",
    "leaf-tree(height=2,branching=2)",
    "arc-tree(height=2,branching=2)",
    "scheucher-kaindl(depth=3)",
    "number-tree(depth=3)",
    "critical(depth=4)",
    "similarity-tree",
    "winner-tree(depth=3)",
    "chance-tree(depth=3)",
    "tic-tac-toe",
    "tic-tac-trio(width=2,height=2)",
    "connect-trio(width=2,height=2,run=2)",
    "connect-four(width=3,height=2,run=2)",
    "kalah(pits=2,seeds=1)",
    "othello(size=4)",
    "pig(target=3)",
    "sliding-tiles(width=2,height=2,moves=4)",
    "chess(men=KRk)",
];

/// The names of a kind, as `list` has them.
fn names(kind: &str) -> Vec<String> {
    let listed: Value = serde_json::from_str(&run(&["list", kind, "--format", "json"]).stdout).expect("JSON");
    let name = |entry: &Value| entry["name"].as_str().expect("a name").to_string();
    listed.as_array().expect("a list").iter().map(name).collect()
}

/// Names as they are, and with parameters that make what is learned small.
fn rules() -> Vec<String> {
    let small = ["learned", "fused", "two-thresholds", "chosen"];
    names("rules")
        .into_iter()
        .map(|name| if small.contains(&&*name) { format!("{name}(solved=64)") } else { name })
        .collect()
}

fn evaluators() -> Vec<String> {
    let plain = names("evaluators").into_iter().map(|name| match &*name {
        "playouts" => "playouts(n=1)".to_string(),
        _ => name,
    });
    plain
        .chain(["random(calibrate=isotonic,solved=64)".into(), "lines(calibrate=table,solved=64)".into()])
        .collect()
}

fn searches() -> Vec<String> {
    let small = |name: String| match &*name {
        "mcts" => "mcts(nodes=100)".into(),
        "decisive" => "decisive(solved=0)".into(),
        _ => name,
    };
    names("searches").into_iter().map(small).collect()
}

/// Some of all combinations, each as likely.
#[test]
fn all_names_with_all_others() {
    let (rules, searches, evaluators) = (rules(), searches(), evaluators());
    assert!(rules.len() > 10 && searches.len() > 8 && evaluators.len() > 20, "all are listed");
    let mut draws = Draws(35);
    // Most names do not go together: half of the cases have a search and an evaluator that go with many.
    const WITH_MANY: [&str; 4] = ["random", "playouts(n=1)", "lines", "artificial"];
    let draw = |case: usize| {
        let (search, evaluator) = match case % 2 {
            0 => ("full-width".to_string(), draws.one(&WITH_MANY).to_string()),
            _ => (draws.one(&searches).clone(), draws.one(&evaluators).clone()),
        };
        [draws.one(&GAMES).to_string(), draws.one(&rules).clone(), search, evaluator]
    };
    let cases: Vec<[String; 4]> = (0..share(80, 6000)).map(draw).collect();
    let done = AtomicUsize::new(0);
    side_by_side(&cases, |[game, rule, search, evaluator]| {
        let words =
            ["tree", game, "--rule", rule, "--search", search, "--evaluator", evaluator, "--depth", "2"];
        let ended = run(&words);
        assert_eq!(ended.take_error(), None, "{words:?}");
        done.fetch_add(usize::from(ended.status == Some(0)), Ordering::Relaxed);
    });
    let done = done.into_inner();
    assert!(done * 20 > cases.len() && done < cases.len(), "{done} of {} were searched", cases.len());
}

/// Every game by itself, in every command that takes one.
#[test]
fn every_game_in_every_command() {
    let commands: [&[&str]; 5] = [
        &["perft", "GAME", "2"],
        &["solve", "GAME", "--nodes", "10000"],
        &["check", "GAME"],
        &["calibrate", "GAME", "--evaluator", "random", "--solved", "64"],
        &["measure", "GAME", "--depths", "1..2", "--trials", "10", "--repairs", "free"],
    ];
    let mut cases = Vec::new();
    for (i, game) in GAMES.into_iter().enumerate() {
        for (k, words) in commands.iter().enumerate() {
            if (i + k) % 5 < share(1, 5) {
                cases.push(words.iter().map(|word| word.replace("GAME", game)).collect::<Vec<_>>());
            }
        }
    }
    side_by_side(&cases, |words| assert_eq!(run(words).take_error(), None, "{words:?}"));
}

/// Parameters of everything that is listed, with values that nobody means.
#[test]
fn parameters_with_odd_values() {
    const ODD: [&str; 12] =
        ["-1", "0", "1", "65", "1e9", "4294967295", "4294967296", "1e308", "nan", "x", "\"\"", "0.5"];
    let mut cases = Vec::new();
    for kind in ["games", "rules", "searches", "evaluators"] {
        let listed: Value =
            serde_json::from_str(&run(&["list", kind, "--format", "json"]).stdout).expect("JSON");
        for entry in listed.as_array().expect("a list") {
            for parameter in entry["parameters"].as_array().into_iter().flatten() {
                let word = |value: &Value| value.as_str().expect("a name").to_string();
                cases.push((kind, word(&entry["name"]), word(&parameter["name"])));
            }
        }
    }
    let mut draws = Draws(8);
    let draw = |_| {
        let (kind, name, parameter) = draws.one(&cases).clone();
        (kind, format!("{name}({parameter}={})", draws.one(&ODD)))
    };
    let cases: Vec<(&str, String)> = (0..share(40, 1600)).map(draw).collect();
    side_by_side(&cases, |(kind, name)| {
        let small = "kalah(pits=2,seeds=1)";
        let words = match *kind {
            "games" => vec!["perft", name, "1"],
            "rules" => vec!["tree", small, "--depth", "1", "--evaluator", "store-difference", "--rule", name],
            "searches" => {
                vec!["tree", small, "--depth", "1", "--evaluator", "store-difference", "--search", name]
            }
            _ => vec!["tree", small, "--depth", "1", "--evaluator", name],
        };
        assert_eq!(run(&words).take_error(), None, "{words:?}");
    });
}
