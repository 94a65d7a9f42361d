//! The whole command works on a game that it was not built with.

use std::path::Path;
use std::process::Command;

/// What the command prints, and that it ends well.
fn run(arguments: &[&str]) -> String {
    let ran = Command::new(env!("CARGO_BIN_EXE_ataxx"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the command starts");
    let (out, talk) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{arguments:?}: {talk}");
    out.into_owned()
}

#[test]
fn lists_counts_solves_and_draws() {
    assert!(run(&["list", "games"]).contains("ataxx: Grow beside your pieces"));
    assert!(run(&["list", "evaluators"]).contains("pieces: Who has more pieces"));
    // Each of two corner pieces grows into three cells and jumps to five.
    assert!(run(&["perft", "ataxx", "1"]).contains("1      16\n"));
    // By hand: after a growth the answer jumps beside it and turns it over, after a jump the answer grows: one less.
    let solved = run(&["solve", "ataxx(plies=2)", "--format", "json"]);
    assert!(solved.contains("\"margin\": -1.0"), "{solved}");
    let tree = run(&["tree", "ataxx", "--depth", "1", "--evaluator", "pieces"]);
    assert!(tree.contains("├─ d1 *         1"), "a growth is a piece more: {tree}");
    let there = "X...O/...../...../...../O...X 2 3";
    let tree = run(&["tree", "ataxx", "--position", there, "--depth", "1", "--evaluator", "pieces"]);
    assert!(tree.contains("start    2"), "{tree}");
}

#[test]
fn calibrates_its_evaluator() {
    let game = "ataxx(plies=4)";
    let found = run(&["calibrate", game, "--evaluator", "pieces", "--solved", "100"]);
    assert!(found.contains("rule to try"), "{found}");
}

/// Accuracy by depth with exact truth, a figure and a report, by one command.
#[test]
fn runs_an_experiment_with_exact_truth() {
    let out = std::env::temp_dir().join(format!("plyscope-ataxx-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&out);
    let folder = out.display().to_string();
    let printed = run(&["run", "accuracy.toml", "--trials", "16", "--out", &folder, "--quiet"]);
    assert!(printed.contains("decision accuracy") && printed.contains("depth  minimax"), "{printed}");
    let file = |name: &str| std::fs::read_to_string(Path::new(&out).join(name)).expect(name);
    assert!(file("report.html").contains("Ataxx: does looking deeper help?"));
    assert!(file("accuracy/figure.svg").starts_with("<svg"));
    assert_eq!(file("accuracy/results.csv").lines().count(), 1 + 3);
    std::fs::remove_dir_all(out).expect("removed");
}
