//! `judge`, `scaling` and the theory beside them, as they are run.

use crate::support::{Ran, run};
use serde_json::{Value, json};
use std::fs::File;
use std::path::PathBuf;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("plyscope-judge-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn json(ran: &Ran) -> Value {
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    serde_json::from_str(&ran.stdout).expect("JSON")
}

/// What `measure` observed is judged the same, and the report is beside it.
#[test]
fn observations_are_judged() {
    let here = folder("observations");
    let (seen, out) = (here.join("seen.csv"), here.join("judged"));
    let (seen, out) = (seen.to_str().expect("a path"), out.to_str().expect("a path"));
    let measured = json(&run(&[
        "measure",
        "connect-four(width=4,height=4)",
        "--evaluator",
        "lines",
        "--depths",
        "1..4",
        "--trials",
        "60",
        "--positions",
        "random(plies=4..9)",
        "--observations",
        seen,
        "--format",
        "json",
        "--quiet",
    ]));
    let judged = json(&run(&["judge", seen, "--unit", "depth", "--format", "json", "--out", out]));
    let player = |found: &Value| found["measurement"]["players"][0].clone();
    let (one, other) = (player(&measured), player(&judged));
    assert_eq!(
        (&one["name"], &one["steps"], &one["agreement"]),
        (&other["name"], &other["steps"], &other["agreement"])
    );
    for depth in 0..4 {
        assert_eq!(one["efforts"][depth]["accuracy"], other["efforts"][depth]["accuracy"]);
    }
    let vote = |player: &Value| {
        let repairs = player["repairs"].as_array().expect("a list");
        repairs.iter().find(|repair| repair["id"] == "vote").expect("vote")["accuracy"].clone()
    };
    assert_eq!(vote(&one), vote(&other));
    for file in ["measurement.json", "report.html", "accuracy.svg", "steps.svg"] {
        assert!(here.join("judged").join(file).is_file(), "{file}");
    }
    let again = run(&["judge", seen, "--out", out]);
    assert!(again.status == 2 && again.stderr.contains("name a new folder"), "{}", again.stderr);
    let none = run(&["measure", "tic-tac-toe", "--truth", "none", "--trials", "4", "--observations", seen]);
    assert!(none.status == 2 && none.stderr.contains("without truth nothing is"), "{}", none.stderr);
    std::fs::remove_dir_all(here).expect("removed");
}

/// Nothing is printed or written but what is wrong, with file and line.
#[test]
fn malformed_lines_are_refused() {
    let here = folder("malformed");
    let out = here.join("out");
    let refused = |command: &str, name: &str, text: &str| {
        let file = here.join(name);
        std::fs::write(&file, text).expect("written");
        let ran = run(&[command, file.to_str().expect("a path"), "--out", out.to_str().expect("a path")]);
        assert!(ran.status == 2 && ran.stdout.is_empty() && !out.exists(), "{text}: {}", ran.stderr);
        assert!(ran.stderr.contains("expected"), "{text}: {}", ran.stderr);
        ran.stderr
    };
    let csv = refused("judge", "a.csv", "item,effort,choice,correct\nq,1,A,1\nq,4,B,2\n");
    assert!(csv.contains("a.csv, line 3: `correct` is \"2\"; expected a number from 0 to 1"), "{csv}");
    let lines = refused(
        "judge",
        "a.jsonl",
        "{\"item\": 1, \"effort\": 1, \"choice\": 1, \"correct\": true}\nnot JSON\n",
    );
    assert!(lines.contains("a.jsonl, line 2: "), "{lines}");
    let good = "{\"id\": 1, \"candidates\": [{\"score\": 1, \"correct\": true}]}\n";
    for (bad, said) in [
        ("{\"id\": 2, \"candidates\": []}", "line 2: there are no `candidates`"),
        (
            "{\"id\": 2, \"candidates\": [{\"score\": 1, \"correct\": 2}]}",
            "line 2: `correct` of candidate 1 is 2",
        ),
        (
            "{\"id\": 1, \"candidates\": [{\"score\": 1, \"correct\": 0}]}",
            "line 2: problem \"1\" comes a second time",
        ),
        (
            "{\"id\": 2, \"candidates\": [{\"correct\": 0}]}",
            "line 2: `score` or `answer` is there in some problems only",
        ),
        ("{\"id\": 2, \"candidates\": [{\"score\": NaN, \"correct\": 0}]}", "line 2: expected value"),
        ("{\"id\": 2}", "line 2: missing field `candidates`"),
        ("[1]", "line 2: "),
    ] {
        let told = refused("scaling", "b.jsonl", &format!("{good}{bad}\n"));
        assert!(told.contains(said), "{said}: {told}");
    }
    refused("scaling", "empty.jsonl", "\n");
    std::fs::remove_dir_all(here).expect("removed");
}

/// A gigabyte without a line end is given up after a mebibyte.
#[test]
fn a_file_without_lines_fills_no_memory() {
    let here = folder("endless");
    let file = here.join("endless.csv");
    File::create(&file).and_then(|file| file.set_len(1 << 30)).expect("a file with a hole");
    for command in ["judge", "scaling"] {
        let ran = run(&["--memory", "64", command, file.to_str().expect("a path")]);
        assert!(ran.status == 2 && ran.stderr.contains("line 1: it is longer than"), "{}", ran.stderr);
    }
    std::fs::remove_dir_all(here).expect("removed");
}

/// Three candidates by hand: of pairs, the best scores are b, b, and a tie of a and c.
#[test]
fn a_selection_by_hand() {
    let here = folder("selection");
    let file = here.join("three.jsonl");
    let candidates = json!([
        {"score": 0.2, "correct": true, "answer": "x"},
        {"score": 0.9, "correct": false, "answer": "y"},
        {"score": 0.2, "correct": false, "answer": "y"},
    ]);
    std::fs::write(&file, format!("{}\n", json!({"id": "p", "group": "g", "candidates": candidates})))
        .expect("written");
    let file = file.to_str().expect("a path");
    let found = json(&run(&["scaling", file, "--counts", "1,2,3", "--format", "json"]));
    let accuracy = |method: &str| -> Vec<f64> {
        let methods = found["scaling"]["methods"].as_array().expect("a list");
        let method = methods.iter().find(|one| one["name"] == method).expect("the method");
        method["counts"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|at| at["accuracy"]["value"].as_f64().expect("a number"))
            .collect()
    };
    let near = |found: Vec<f64>, expected: [f64; 3]| {
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?} {expected:?}");
    };
    near(accuracy("best-of-n"), [1.0 / 3.0, 0.5 / 3.0, 0.0]);
    near(accuracy("pass"), [1.0 / 3.0, 2.0 / 3.0, 1.0]);
    near(accuracy("majority"), [1.0 / 3.0, (0.5 + 0.5 + 0.0) / 3.0, 0.0]);
    near(accuracy("weighted-vote"), [1.0 / 3.0, (0.0 + 0.5 + 0.0) / 3.0, 0.0]);
    assert_eq!(found["scaling"]["methods"][0]["steps"][2]["to"], json!({"samples": 3}));
    let out = here.join("out");
    let ran = run(&["scaling", file, "--out", out.to_str().expect("a path")]);
    assert!(ran.status == 0 && ran.stdout.contains("candidates  best-of-n"), "{}", ran.stdout);
    assert!(out.join("scaling.json").is_file() && out.join("report.html").is_file());
    std::fs::remove_dir_all(here).expect("removed");
}

#[test]
fn the_theory_of_the_best_of_n() {
    let found = json(&run(&[
        "theory",
        "best-of-n",
        "--correct",
        "0.3",
        "--gap",
        "1",
        "--spread",
        "1.3",
        "--counts",
        "1,4,16,64,256,4096",
        "--format",
        "json",
    ]));
    let rows = found.as_array().expect("a list");
    let shown: Vec<String> =
        rows[..6].iter().map(|row| format!("{:.3}", row["accuracy"].as_f64().expect("a number"))).collect();
    assert_eq!(shown, ["0.300", "0.465", "0.514", "0.494", "0.441", "0.292"]);
    assert_eq!((&rows[6]["what"], &rows[7]["what"]), (&json!("maximum"), &json!("limit")));
    assert!(rows[7]["samples"].is_null() && rows[7]["accuracy"] == json!(0.0), "{rows:?}");
    let refused = run(&["theory", "best-of-n", "--spread", "0"]);
    assert!(
        refused.status == 2 && refused.stderr.contains("a number from 0.01 to 100"),
        "{}",
        refused.stderr
    );
}
