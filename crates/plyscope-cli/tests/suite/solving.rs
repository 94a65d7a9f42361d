//! `plyscope solve` with scores, and of many positions.

use crate::support::run;
use serde_json::{Value, json};

fn solved(arguments: &[&str]) -> Value {
    let ran = run(arguments);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    serde_json::from_str(&ran.stdout).expect("JSON")
}

/// A file of positions, which goes with the test.
fn file(name: &str, text: &str) -> (std::path::PathBuf, String) {
    let path = std::env::temp_dir().join(format!("plyscope-{name}-{}", std::process::id()));
    std::fs::write(&path, text).expect("a file");
    let source = format!("file(path=\"{}\")", path.display());
    (path, source)
}

/// A win counts the more the sooner it comes, and the line is as long as the score says.
#[test]
fn scores_say_how_soon() {
    // Tromp: on six columns and four rows the second player wins.
    for (game, cells, result) in
        [("connect-four(width=6,height=4)", 24, "loss"), ("connect-four(width=4,height=4,run=3)", 16, "win")]
    {
        let found = solved(&["solve", game, "--format", "json"]);
        let (score, line) =
            (found["score"].as_i64().expect("a score"), found["line"].as_array().expect("a line"));
        assert_eq!(found["result"], result);
        // With the winner's last stone a win is worth 1.
        assert_eq!(score.abs(), (cells + 2 - line.len() as i64) / 2);
    }
    let text = run(&["solve", "connect-four(width=4,height=4,run=3)"]).stdout;
    assert!(text.contains("margin: +1\nscore: +4\n") && text.contains("\nplies: 9\n"), "{text}");
    // Where a score is the margin it is said once.
    assert!(!run(&["solve", "kalah(pits=2,seeds=2)"]).stdout.contains("score"));
}

/// Positions of Othello begin with a hyphen where the first cell is empty: that is no option.
#[test]
fn positions_may_begin_with_a_hyphen() {
    let position = "-XXX---OXX---OOXO--OXOOO--XX-----X-- X";
    let found = solved(&["solve", "othello(size=6)", "--position", position, "--format", "json"]);
    assert_eq!(found["margin"], -4.0);
    let counted = run(&["perft", "othello(size=6)", "1", "--position", position]);
    assert_eq!(counted.status, 0, "{}", counted.stderr);
    let drawn =
        run(&["tree", "othello(size=6)", "--evaluator", "discs", "--depth", "1", "--position", position]);
    assert_eq!(drawn.status, 0, "{}", drawn.stderr);
}

/// Scores that Pons published, in the order of the file, whatever the threads.
#[test]
fn positions_of_a_file_are_solved_in_order() {
    let (path, source) = file(
        "solving",
        "2252576253462244111563365343671351441\n7422341735647741166133573473242566\n5554224333234511764415115\n\
         # a comment\n52753311433677442422121\n",
    );
    let ask = |more: &[&str]| {
        let arguments = ["solve", "connect-four", "--positions", &source, "--table", "4", "--format", "json"];
        let found = solved(&[&arguments, more].concat());
        assert!(found["seconds"].is_number());
        let bounds = |row: &Value| {
            assert_eq!(row["low"], row["high"]);
            row["low"].as_f64().expect("a number")
        };
        found["positions"].as_array().expect("positions").iter().map(bounds).collect::<Vec<f64>>()
    };
    assert_eq!(ask(&["--score"]), [1.0, 1.0, -4.0, -8.0]);
    assert_eq!(ask(&["--score", "--jobs", "2"]), [1.0, 1.0, -4.0, -8.0]);
    assert_eq!(ask(&["--jobs", "3"]), [1.0, 1.0, -1.0, -1.0]);
    let text = run(&["solve", "connect-four", "--positions", &source, "--trials", "2"]);
    assert_eq!(
        text.stdout.lines().filter(|line| line.ends_with("X  +1") || line.ends_with("O  +1")).count(),
        2
    );
    std::fs::remove_file(path).expect("removed");
}

/// What is given up has bounds, and does not depend on threads because there is one.
#[test]
fn a_limit_of_nodes_leaves_bounds() {
    let arguments = ["solve", "connect-four", "--positions", "random(plies=1..4)", "--trials", "3"];
    let ran = run(&[&arguments[..], &["--nodes", "100", "--format", "json"]].concat());
    let found: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!((ran.status, &found["positions"][0]["low"]), (2, &json!(-1.0)), "{}", ran.stderr);
    assert!(ran.stderr.contains("3 of 3 positions are not solved"), "{}", ran.stderr);
    let refused = run(&[&arguments[..], &["--nodes", "100", "--jobs", "2"]].concat());
    assert_eq!((refused.status, refused.stdout.as_str()), (2, ""));
    assert!(refused.stderr.contains("depend on the threads"), "{}", refused.stderr);
}

/// Games without small scores have no table to share: threads have a part of it each.
#[test]
fn every_game_takes_threads() {
    let arguments =
        ["solve", "kalah(pits=3,seeds=2,moves=12)", "--positions", "random", "--trials", "20", "--format"];
    let [one, two] =
        ["1", "2"].map(|jobs| solved(&[&arguments[..], &["json", "--jobs", jobs, "--score"]].concat()));
    assert_eq!(one["positions"], two["positions"]);
}

/// A table of a whole game is made once, and is truth for a measurement: the same as by solving.
#[test]
fn tables_of_small_games() {
    let folder = std::env::temp_dir().join(format!("plyscope-small-tables-{}", std::process::id()));
    let path = folder.display().to_string();
    let game = "kalah(pits=2,seeds=2)";
    let made = run(&["tables", "make", game, "--out", &path]);
    assert_eq!(made.status, 0, "{}", made.stderr);
    assert!(made.stderr.contains("made after") && made.stdout.contains(".plytab\n"), "{}", made.stdout);
    assert!(run(&["tables", "make", game, "--out", &path]).stderr.contains("is there"));
    let measured = |truth: &str| {
        let arguments =
            ["measure", game, "--depths", "1..3", "--trials", "40", "--format", "json", "--truth"];
        let mut found = solved(&[&arguments[..], &[truth]].concat());
        let measurement = &mut found["measurement"];
        assert_eq!(measurement["truth"]["certainty"], "exact");
        (measurement["players"].take(), measurement["rows"].take())
    };
    let tables = measured(&format!("tables(path={path:?})"));
    assert!(tables.0.is_array() || tables.1.is_array(), "{tables:?}");
    assert_eq!(tables, measured("solve(score=yes)"));
    std::fs::remove_dir_all(folder).expect("removed");
}
