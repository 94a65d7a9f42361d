//! What the command prints for programs to read, and what it finds in small runs of chess, for change detection.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test -p plyscope-cli snapshots` writes the files anew; a commit that does says why.

use crate::support::{run, side_by_side};
use std::path::{Path, PathBuf};

const EXPERIMENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../plyscope-lab/experiments");

/// A file's name, and the words of the command after `plyscope`, with `|` between them.
const CASES: &[(&str, &str)] = &[
    (
        "tree.json",
        "tree|board-splitting|--depth|3|--rule|emm|--evaluator|artificial|--search|full-width|--format|json",
    ),
    ("tree-text.json", "tree|((3 12 8) (2 4 6) (14 5 2))|--search|alpha-beta|--format|json"),
    (
        "tree-position.json",
        "tree|tic-tac-toe|--depth|1|--position|X../.O./... X|--evaluator|lines|--search|alpha-beta|--format|json",
    ),
    ("measure-depths.json", "measure|tic-tac-toe|--depths|1..3|--trials|8|--format|json"),
    (
        "measure-rule.json",
        "measure|kalah(pits=3,seeds=2)|--rule|emm|--evaluator|kalah-features(error=minority)|--depths|1..3|--trials|8\
         |--repairs|none|--compare|--margins|--format|json",
    ),
    (
        "measure-evaluations.json",
        "measure|connect-four(width=4,height=4,run=3)|--evaluations|5,20|--trials|8|--format|json",
    ),
    (
        "measure-nodes.json",
        "measure|board-splitting(depth=6)|--evaluator|artificial|--search|alpha-beta(deepening=yes)|--nodes|10,50\
         |--trials|8|--format|json",
    ),
    ("run-claims.json", "run|crates/plyscope-lab/experiments/zuckerman/fig6.toml|--trials|64|--format|json"),
    ("run-computed.json", "run|crates/plyscope-lab/experiments/wilson/fig2.toml|--format|json"),
    (
        "run-measure.json",
        "run|crates/plyscope-lab/experiments/measure/kalah-4-4.toml|--trials|4|--format|json",
    ),
    (
        "run-nodes.csv",
        "run|crates/plyscope-lab/experiments/evidence/kalah-nodes.toml|--trials|4|--format|csv",
    ),
    ("run-iterations.csv", "run|crates/plyscope-lab/experiments/mcts/kalah.toml|--trials|1|--format|csv"),
    ("run-evaluations.csv", "run|crates/plyscope-lab/experiments/few/p-games.toml|--trials|2|--format|csv"),
    ("match.json", "match|kalah(pits=3,seeds=2)|player(depth=2)|player(depth=1)|--pairs|10|--format|json"),
    ("match-ladder.json", "match|tic-tac-toe|--ladder|player|--depths|1..3|--pairs|10|--format|json"),
    (
        "match-sprt.json",
        "match|connect-four(width=4,height=4,run=3)|player(depth=3)|player(depth=1)|--sprt|elo0=0,elo1=50|--format|json",
    ),
    // Claims of this kind are in no other experiment.
    (
        "chess-krk-error.json",
        "run|crates/plyscope-lab/experiments/chess/krk-error.toml|--trials|4|--format|json",
    ),
    ("chess-few-kpk.csv", "run|crates/plyscope-lab/experiments/chess/few-kpk.toml|--trials|1|--format|csv"),
    ("chess-few-krkn.csv", "run|crates/plyscope-lab/experiments/chess/few-krkn.toml|--trials|1|--format|csv"),
    ("chess-few-kqkr.csv", "run|crates/plyscope-lab/experiments/chess/few-kqkr.toml|--trials|1|--format|csv"),
    (
        "chess-grain-kbbk.csv",
        "run|crates/plyscope-lab/experiments/chess/grain-kbbk.toml|--trials|3|--format|csv",
    ),
    (
        "chess-grain-kqkr.csv",
        "run|crates/plyscope-lab/experiments/chess/grain-kqkr.toml|--trials|3|--format|csv",
    ),
    (
        "chess-rules-kpk.csv",
        "run|crates/plyscope-lab/experiments/chess/rules-kpk.toml|--trials|3|--format|csv",
    ),
    (
        "chess-rules-krk.csv",
        "run|crates/plyscope-lab/experiments/chess/rules-krk.toml|--trials|3|--format|csv",
    ),
    (
        "chess-rules-kbbk.csv",
        "run|crates/plyscope-lab/experiments/chess/rules-kbbk.toml|--trials|2|--format|csv",
    ),
    (
        "chess-rules-krkn.csv",
        "run|crates/plyscope-lab/experiments/chess/rules-krkn.toml|--trials|2|--format|csv",
    ),
    (
        "chess-rules-krkb.csv",
        "run|crates/plyscope-lab/experiments/chess/rules-krkb.toml|--trials|2|--format|csv",
    ),
    (
        "chess-rules-kqkr.csv",
        "run|crates/plyscope-lab/experiments/chess/rules-kqkr.toml|--trials|2|--format|csv",
    ),
];

/// Experiments of chess that need engines, of which nothing can be recorded that holds for the next version of an engine.
const ENGINES: [&str; 6] = ["kbbk", "kpk", "kqkr", "krk", "krkb", "krkn"];

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(name)
}

#[test]
fn output_is_as_recorded() {
    side_by_side(CASES, |(name, words)| {
        let words: Vec<&str> = words.split('|').collect();
        let ran = run(&words);
        assert!(ran.status < 2, "{name}: {}", ran.stderr);
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            std::fs::create_dir_all(file("")).unwrap();
            std::fs::write(file(name), &ran.stdout).unwrap();
        }
        let recorded = std::fs::read_to_string(file(name)).unwrap_or_else(|_| panic!("{name} is missing"));
        for (found, recorded) in ran.stdout.lines().zip(recorded.lines()) {
            assert_eq!(found, recorded, "{name}");
        }
        assert_eq!(ran.stdout.len(), recorded.len(), "{name} ends differently");
    });
}

/// The laboratory's golden tables have the others.
#[test]
fn every_experiment_of_chess_is_recorded() {
    for entry in std::fs::read_dir(format!("{EXPERIMENTS}/chess")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let id = name.trim_end_matches(".toml");
        let recorded = CASES.iter().any(|(_, words)| words.contains(&format!("chess/{name}|")));
        let engines = id.strip_prefix("engines-").is_some_and(|men| ENGINES.contains(&men));
        assert!(recorded || engines, "{id} is neither recorded nor left out");
    }
}
