//! What scripts, shells and editors rely on: formats, exit statuses, completion, the manual, the schema.

use crate::support::{Ran, run, run_with_input};
use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

const EXPERIMENT: &str = "title = 't'\nsource = 'our own question'\ngame = 'board-splitting(depth=6)'\ntrials = 640\n\
                          depths = [1, 3]\nsweep = { branching = [2, 3] }\n[[series]]\nrule = 'emm'\n\
                          evaluator = 'artificial(error=0.2)'\n";

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("plyscope-scripting-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a temporary folder");
    std::fs::write(path.join("mine.toml"), EXPERIMENT).expect("a file");
    path
}

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {}{}", ran.stdout, ran.stderr))
}

#[test]
fn an_experiment_from_standard_input() {
    let here = folder("stdin");
    let file = here.join("mine.toml").display().to_string();
    let from_file = json(&run(&["run", &file, "--quiet", "--format", "json"]));
    let ran = run_with_input(&["run", "-", "--quiet", "--format", "json"], EXPERIMENT.as_bytes());
    let from_input = json(&ran);
    assert_eq!(from_input["experiments"][0]["results"], from_file["experiments"][0]["results"]);
    assert_eq!(from_input["experiments"][0]["id"], "stdin");
    let out = here.join("out").display().to_string();
    let ran = run_with_input(&["run", "-", "--quiet", "--out", &out], EXPERIMENT.as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert_eq!(std::fs::read_to_string(here.join("out/stdin/spec.toml")).expect("a file"), EXPERIMENT);
    for (input, said) in [
        (&b"trials = [\n"[..], "standard input, line 1"),
        (&b"\xff\xfe"[..], "could not read standard input"),
        (&b""[..], "standard input, line 1, column 1: missing field `title`"),
    ] {
        let ran = run_with_input(&["run", "-"], input);
        assert!(ran.status == 2 && ran.stdout.is_empty() && ran.stderr.contains(said), "{}", ran.stderr);
    }
    std::fs::remove_dir_all(here).expect("removed");
}

#[test]
fn a_plan_as_json() {
    let ran = run(&[
        "reproduce",
        "wilson/fig3-b2",
        "horacek/table1",
        "--jobs",
        "2",
        "--dry-run",
        "--format",
        "json",
    ]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let plan = json(&ran);
    assert_eq!(plan["threads"], 2);
    let [sampled, computed] = &plan["experiments"].as_array().expect("a list")[..] else { panic!("{plan}") };
    assert_eq!((&sampled["id"], &computed["id"]), (&"wilson/fig3-b2".into(), &"horacek/table1".into()));
    let number = |key: &str| sampled[key].as_u64().unwrap_or_else(|| panic!("{key}: {sampled}"));
    let series = sampled["series"].as_array().expect("a list").len() as u64;
    // Ten depths a series and point, one search each.
    assert_eq!(number("searches"), number("trials") * number("points") * series * 10, "{sampled}");
    assert!(number("nodes") > number("searches") && number("bytes") > 0, "{sampled}");
    assert!(sampled["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0), "{sampled}");
    assert_eq!((&computed["searches"], &computed["trials"]), (&0.into(), &0.into()));
    let ran = run(&["reproduce", "--dry-run", "--format", "csv"]);
    assert!(ran.status == 2 && ran.stderr.contains("a table or JSON"), "{}", ran.stderr);
}

#[test]
fn differences_as_json_and_as_an_exit_status() {
    let here = folder("diff");
    let at = |name: &str| here.join(name).display().to_string();
    let other = EXPERIMENT.replace("error=0.2", "error=0.4");
    std::fs::write(here.join("other.toml"), other).expect("a file");
    let make = |file: &str, seed: &str, out: &str| {
        let (file, out) = (at(file), at(out));
        assert_eq!(
            run(&["run", &file, "--quiet", "--trials", "6400", "--seed", seed, "--out", &out]).status,
            0
        );
    };
    make("mine.toml", "1", "a");
    make("mine.toml", "2", "b");
    make("other.toml", "2", "c");
    let diff = |one: &str, other: &str| run(&["diff", &at(one), &at(other), "--format", "json"]);
    let same = diff("a/mine", "a/mine");
    assert_eq!((same.status, &json(&same)["same"]), (0, &4.into()));
    assert_eq!(json(&same)["differences"], serde_json::json!([]));
    // Other seeds differ by chance: whatever this one says, status and data agree.
    let seeds = diff("a/mine", "b/mine");
    assert_eq!(seeds.status, i32::from(json(&seeds)["beyond_chance"] != 0), "{}", seeds.stdout);
    // Twice the error at the leaves is no chance.
    let errors = diff("a/mine", "c/other");
    let found = json(&errors);
    assert_eq!(errors.status, 1, "{}", errors.stdout);
    let rows = found["differences"].as_array().expect("rows");
    assert_eq!(found["beyond_chance"], rows.iter().filter(|row| row["beyond_chance"] == true).count());
    for row in rows {
        let number = |key: &str| row[key].as_f64().unwrap_or_else(|| panic!("{key}: {row}"));
        assert!((number("after") - number("before") - number("difference")).abs() < 1e-12, "{row}");
        assert!(number("low") <= number("difference") && number("difference") <= number("high"), "{row}");
        assert!((0.0..=1.0).contains(&number("p")), "{row}");
    }
    let text = run(&["diff", &at("a/mine"), &at("c/other")]);
    assert!(text.status == 1 && text.stdout.contains("beyond chance"), "{}", text.stdout);
    std::fs::remove_dir_all(here).expect("removed");
}

#[test]
fn whole_numbers_stay_whole_in_csv() {
    let here = folder("csv");
    let file = here.join("mine.toml").display().to_string();
    let csv = run(&["run", &file, "--quiet", "--format", "csv"]).stdout;
    let mut lines = csv.lines();
    let header: Vec<&str> = lines.next().expect("a header").split(',').collect();
    let column = |name: &str| header.iter().position(|column| *column == name).expect("a column");
    let mut points = Vec::new();
    for line in lines {
        // The game's name has commas, so it is counted from the end.
        let fields: Vec<&str> = line.split(',').collect();
        let field = |name: &str| fields[fields.len() - (header.len() - column(name))];
        assert_eq!((field("trials"), fields[column("seed")]), ("640", "1"), "{line}");
        assert!(["1", "3"].contains(&field("depth")), "{line}");
        points.push(field("point").to_string());
        // Depth 1 of a tree with branching factor 2 has 3 nodes, whatever the trial.
        if field("point") == "branching=2" && field("depth") == "1" {
            assert_eq!(field("nodes"), "3", "{line}");
        }
    }
    points.dedup();
    assert_eq!(points, ["branching=2", "branching=3"]);
    let exact = run(&["reproduce", "horacek/table1", "--format", "csv", "--quiet"]).stdout;
    assert!(!exact.contains(".0,") && !exact.contains(".0\n"), "{exact}");
    std::fs::remove_dir_all(here).expect("removed");
}

/// The commands of a help text.
fn commands(help: &str) -> Vec<String> {
    let listed = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let names = listed.take_while(|line| line.starts_with("  ")).filter(|line| !line.starts_with("   "));
    names
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(String::from)
        .collect()
}

#[test]
fn every_help_has_an_example_and_exit_statuses() {
    let top = run(&["--help"]).stdout;
    let names = commands(&top);
    assert!(names.len() >= 15, "{names:?}");
    let mut open: Vec<Vec<String>> = names.into_iter().map(|name| vec![name]).collect();
    let mut pages = 0;
    while let Some(path) = open.pop() {
        let help = run(&[&path[..], &["--help".into()]].concat());
        assert_eq!(help.status, 0, "{path:?}");
        assert!(help.stdout.contains("Example"), "{path:?} has no example");
        let status =
            help.stdout.split("Exit status: ").nth(1).unwrap_or_else(|| panic!("{path:?}: no exit status"));
        assert!(status.starts_with("0 ") && status.contains("; 2 "), "{path:?}: {status}");
        pages += 1;
        open.extend(commands(&help.stdout).into_iter().map(|name| [&path[..], &[name]].concat()));
    }
    assert!(pages >= 19, "theory has four of its own: {pages}");
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let main = run(&["man"]);
    assert!(
        main.status == 0 && main.stdout.contains(".TH") && main.stdout.contains("plyscope\\-tree"),
        "{}",
        main.stdout
    );
    let here = folder("man");
    let out = here.join("man1").display().to_string();
    assert_eq!(run(&["man", "--out", &out]).status, 0);
    for name in commands(&run(&["--help"]).stdout) {
        let page = std::fs::read_to_string(here.join(format!("man1/plyscope-{name}.1"))).expect("a page");
        assert!(page.contains("EXAMPLES AND EXIT STATUS") && page.contains("Exit status"), "{name}");
    }
    assert!(here.join("man1/plyscope-theory-accuracy.1").is_file());
    std::fs::remove_dir_all(here).expect("removed");
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = run(&["completions", shell]);
        assert!(ran.status == 0 && ran.stdout.contains("plyscope") && ran.stdout.contains("tree"), "{shell}");
    }
    for shell in ["bash", "zsh", "fish"] {
        let script = run(&["completions", shell]).stdout;
        for name in [
            "board-splitting",
            "emm-true-types",
            "kalah-features",
            "alpha-beta",
            "wilson/fig4-b2+table",
            "papers",
        ] {
            assert!(script.contains(name), "{shell} does not know {name}");
        }
    }
    // What is offered is no limit.
    assert_eq!(run(&["perft", "connect-four(width=4)", "1"]).status, 0);
}

/// In bash itself.
#[test]
fn bash_completes_names() {
    if !Command::new("bash").arg("--version").output().is_ok_and(|ran| ran.status.success()) {
        return crate::support::skipped("completion was not tried: there is no bash", "apt install bash");
    }
    let here = folder("bash");
    let script = here.join("plyscope.bash");
    std::fs::write(&script, run(&["completions", "bash"]).stdout).expect("a file");
    let complete = |words: &str| {
        let program = format!(
            "source '{}'; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _plyscope plyscope \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"; echo \"${{COMPREPLY[*]}}\"",
            script.display()
        );
        let ran = Command::new("bash").args(["--norc", "-c", &program]).output().expect("bash runs");
        String::from_utf8_lossy(&ran.stdout).trim().to_string()
    };
    assert_eq!(complete("plyscope tree --rule em"), "emm emm-true-types emm-n");
    assert_eq!(complete("plyscope perft connect-f"), "connect-four");
    assert_eq!(complete("plyscope measure kalah --rule em"), "emm emm-true-types emm-n");
    assert_eq!(complete("plyscope match connect-f"), "connect-four");
    assert_eq!(complete("plyscope match kalah --openings self"), "self-play");
    assert_eq!(complete("plyscope calibrate kalah --evaluator kal"), "kalah-features");
    assert_eq!(
        complete("plyscope reproduce zuckerman/fig7+"),
        "zuckerman/fig7+depth-9 zuckerman/fig7+every-depth zuckerman/fig7+p-critical"
    );
    assert!(
        complete("plyscope reproduce wil").starts_with("wilson wilson/fig1 "),
        "a paper, then its figures"
    );
    std::fs::remove_dir_all(here).expect("removed");
}

#[test]
fn the_schema_knows_the_names() {
    let schema = json(&run(&["schema"]));
    assert!(schema["properties"]["depths"].is_object());
    let kinds = |place: &Value| -> Vec<String> {
        let kinds = place["anyOf"][0]["enum"].as_array().unwrap_or_else(|| panic!("{place}"));
        kinds.iter().map(|kind| kind.as_str().expect("a name").to_string()).collect()
    };
    for (list, place) in [
        ("games", &schema["properties"]["game"]),
        ("rules", &schema["definitions"]["SeriesFile"]["properties"]["rule"]),
        ("evaluators", &schema["definitions"]["PlayerFile"]["properties"]["evaluator"]),
        (
            "evaluators",
            &schema["definitions"]["AlternativeFile"]["properties"]["evaluator"]["additionalProperties"],
        ),
        ("searches", &schema["definitions"]["SeriesFile"]["properties"]["search"]),
    ] {
        let listed = json(&run(&["list", list, "--format", "json"]));
        let listed: Vec<String> = listed
            .as_array()
            .expect("a list")
            .iter()
            .map(|one| one["name"].as_str().expect("a name").into())
            .collect();
        assert_eq!(kinds(place), listed, "{list}");
    }
}

/// Parquet is in the default build; where it is not, the error says how to have it.
#[test]
fn parquet_or_how_to_have_it() {
    let here = folder("parquet");
    let (file, out) = (here.join("mine.toml").display().to_string(), here.join("out").display().to_string());
    let ran = run(&["run", &file, "--quiet", "--parquet", "--out", &out]);
    if cfg!(feature = "parquet") {
        let bytes = std::fs::read(here.join("out/mine/results.parquet")).expect("a file");
        assert!(ran.status == 0 && bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"), "{}", ran.stderr);
    } else {
        let said = ["the feature `parquet`", "cargo install", "--features parquet"];
        assert!(ran.status == 2 && said.iter().all(|part| ran.stderr.contains(part)), "{}", ran.stderr);
        assert!(!here.join("out").exists(), "it is told before anything runs");
    }
    std::fs::remove_dir_all(here).expect("removed");
}
