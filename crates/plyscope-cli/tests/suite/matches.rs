//! `plyscope match`, as a user runs it.

use crate::support::{Ran, run};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Two players who are not alike, and games that end soon.
const SMALL: [&str; 4] = ["match", "connect-four(width=5,height=4)", "player(depth=3)", "player(nodes=20)"];

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("plyscope-match-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a temporary folder");
    path
}

fn with(arguments: &[&str], more: &[&str]) -> Ran {
    run(&[arguments, more, &["--quiet"]].concat())
}

fn json(ran: &Ran) -> Value {
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    serde_json::from_str(&ran.stdout).expect("JSON")
}

/// An estimate is within its interval; Elo has no bound where every game was won.
fn check_estimate(found: &Value) {
    let at = |key: &str| found[key].as_f64();
    assert!(found.is_object() && ["low", "value", "high"].iter().all(|key| found.get(key).is_some()));
    for (one, other) in [("low", "value"), ("value", "high")] {
        if let (Some(one), Some(other)) = (at(one), at(other)) {
            assert!(one <= other, "{found}");
        }
    }
}

/// The shape that scripts depend on.
#[test]
fn the_shape_of_a_match() {
    let ran = with(&SMALL, &["--pairs", "40", "--sprt", "elo0=0,elo1=5", "--format", "json"]);
    let found = &json(&ran)["match"];
    assert_eq!(found["game"], "connect-four(width=5,height=4,run=4)");
    assert_eq!(found["players"][0], "player(rule=minimax,evaluator=lines,search=alpha-beta,depth=3)");
    assert_eq!(
        found["players"][1],
        "player(rule=minimax,evaluator=lines,search=\"alpha-beta(deepening=yes)\",nodes=20)"
    );
    let counts: Vec<u64> =
        found["pentanomial"].as_array().expect("counts").iter().filter_map(Value::as_u64).collect();
    assert_eq!((counts.len(), counts.iter().sum::<u64>()), (5, 40));
    assert_eq!(found["pairs"], 40);
    // The score is the points of all games, counted in the other way.
    let games = |key: &str| found["games"][key].as_f64().expect("a count");
    assert_eq!(games("won") + games("drawn") + games("lost"), 80.0);
    assert_eq!(found["score"]["value"].as_f64(), Some((games("won") + games("drawn") / 2.0) / 80.0));
    check_estimate(&found["score"]);
    check_estimate(&found["elo"]);
    assert_eq!(found["sprt"]["verdict"], "undecided");
    assert!(found["sprt"]["llr"].is_f64());
    let plain = with(&SMALL, &["--pairs", "40", "--format", "json"]);
    assert!(json(&plain)["match"]["sprt"].is_null());
    // The players that are printed are players again.
    let names = |i: usize| found["players"][i].as_str().expect("a name");
    let again = with(&["match", SMALL[1], names(0), names(1)], &["--pairs", "40", "--format", "json"]);
    assert_eq!(again.stdout, plain.stdout);
}

/// Every step of a ladder has the shape of a match, the deeper player first.
#[test]
fn the_shape_of_a_ladder() {
    let ladder = ["match", "tic-tac-toe", "--ladder", "player", "--depths", "1..4", "--pairs", "20"];
    let found = json(&with(&ladder, &["--format", "json"]));
    let steps = found["ladder"].as_array().expect("steps");
    assert_eq!(steps.len(), 3);
    for (number, step) in steps.iter().enumerate() {
        let step = &step["match"];
        let depth = |i: usize| step["players"][i].as_str().expect("a name").to_string();
        assert!(depth(0).ends_with(&format!("depth={})", number + 2)), "{}", depth(0));
        assert!(depth(1).ends_with(&format!("depth={})", number + 1)), "{}", depth(1));
        check_estimate(&step["score"]);
        assert!(step["verdict"]["text"].as_str().is_some_and(|text| text.contains("depth")));
    }
    let text = with(&ladder, &[]).stdout;
    assert!(text.contains("3 against 2") && text.contains("hold together"), "{text}");
}

/// The same bytes for any number of threads, with a test and without; one screen.
#[test]
fn threads_change_nothing() {
    for more in [&["--pairs", "90"][..], &["--sprt", "elo0=0,elo1=60"], &["--seed", "7", "--pairs", "33"]] {
        let [alone, together] = ["1", "3"].map(|jobs| with(&SMALL, &[more, &["--jobs", jobs]].concat()));
        assert_eq!((alone.status, &alone.stdout), (0, &together.stdout), "{}", alone.stderr);
        assert!(
            alone.stdout.lines().count() <= 24 && alone.stdout.contains("A: player("),
            "{}",
            alone.stdout
        );
    }
}

/// Killed at any moment, or interrupted, a match goes on to the same bytes; it can be extended, and ends where its test
/// ended it.
#[test]
fn stopped_matches_go_on() {
    let here = folder("stopped");
    let at = |name: &str| here.join(name).display().to_string();
    // Long enough to be stopped in the middle; the test decides after about a thousand pairs.
    let test = "elo0=0,elo1=20,alpha=0.001,beta=0.001";
    let long: [&[&str]; 2] = [&["--pairs", "1500"], &["--pairs", "6000", "--sprt", test]];
    for (number, (more, (signal, status))) in
        long.into_iter().zip([("-KILL", None), ("-INT", Some(130))]).enumerate()
    {
        let base = ["match", "connect-four", "player(depth=3)", "player(depth=2)", "--jobs", "2"];
        let whole = with(&base, &[more, &["--out", &at(&format!("whole{number}"))]].concat());
        assert_eq!(whole.status, 0, "{}", whole.stderr);
        assert_eq!(whole.stdout.contains("H0 accepted"), status.is_some(), "{}", whole.stdout);
        let out = at(&format!("part{number}"));
        let arguments = [&base[..], more, &["--out", &out, "--quiet"]].concat();
        assert_eq!(stop(start(&arguments), signal, Path::new(&out)), status);
        assert!(!Path::new(&out).join("match.json").exists(), "it was stopped in the middle");
        // A lock that a killed run left is no obstacle.
        let resumed = run(&[&arguments[..], &["--resume"]].concat());
        assert_eq!((resumed.status, &resumed.stdout), (0, &whole.stdout), "{}", resumed.stderr);
        for name in ["match.json", "results.csv", "results.json"] {
            let read = |run: &str| std::fs::read(here.join(run).join(name)).expect("readable");
            assert!(read(&format!("whole{number}")) == read(&format!("part{number}")), "{name}");
        }
    }
    let short = with(&SMALL, &["--pairs", "50", "--out", &at("short")]);
    assert_eq!(short.status, 0, "{}", short.stderr);
    let extended = with(&SMALL, &["--pairs", "120", "--out", &at("short"), "--resume"]);
    assert_eq!(extended.stdout, with(&SMALL, &["--pairs", "120"]).stdout);
    // A folder is not written over, and another match does not go on in it.
    let before = std::fs::read(here.join("short/match.json")).expect("a match");
    let again = with(&SMALL, &["--pairs", "120", "--out", &at("short")]);
    assert!(again.status == 2 && again.stderr.contains("--resume"), "{}", again.stderr);
    let other = with(&SMALL, &["--pairs", "120", "--seed", "2", "--out", &at("short"), "--resume"]);
    assert!(other.status == 2 && other.stderr.contains("another run"), "{}", other.stderr);
    assert!(std::fs::read(here.join("short/match.json")).expect("a match") == before);
    // Other commands work on the folder.
    assert_eq!(run(&["report", &at("short")]).status, 0);
    let spec = here.join("short/spec.toml").display().to_string();
    let ran = run(&["run", &spec, "--quiet"]);
    let conclusion = extended.stdout.lines().last().expect("a conclusion");
    assert!(ran.status == 0 && ran.stdout.contains(conclusion), "{}{}", ran.stdout, ran.stderr);
    std::fs::remove_dir_all(here).expect("it is ours");
}

fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts")
}

/// Sends a signal as soon as a few blocks are written; what it ended with, if by itself.
fn stop(mut child: Child, signal: &str, out: &Path) -> Option<i32> {
    let began = Instant::now();
    let blocks = || std::fs::read_dir(out.join("tallies")).into_iter().flatten().count();
    while blocks() < 3 && child.try_wait().expect("its state").is_none() {
        assert!(began.elapsed() < Duration::from_secs(60), "no block was written");
        std::thread::sleep(Duration::from_millis(1));
    }
    // It may have ended just now.
    let _ = Command::new("kill").args([signal, &child.id().to_string()]).stderr(Stdio::null()).status();
    child.wait().expect("it ends").code()
}

#[test]
fn mistakes_are_told_in_words() {
    let here = folder("mistakes");
    let write = |name: &str, text: &str| {
        std::fs::write(here.join(name), text).expect("a temporary file");
        format!("file(path=\"{}\")", here.join(name).display())
    };
    let bad = write("bad.txt", &("start\n".repeat(16) + "44x\n"));
    let over = write("over.txt", "44\n1212121\n");
    let (three, none) = (write("three.txt", "# openings\n44\n45\n\n46\n"), write("none.txt", "# none\n"));
    let base = ["match", "connect-four", "player(depth=2)"];
    let two = [&base[..], &["player(depth=1)"]].concat();
    for (arguments, words) in [
        ([&base[..], &["playr(depth=2)"]].concat(), "did you mean `player`"),
        ([&base[..], &["player"]].concat(), "does not say what it may spend on a move"),
        (
            [&base[..], &["player(depth=2,nodes=9)"]].concat(),
            "a depth, or a number of nodes or evaluations: one of them",
        ),
        ([&base[..], &["player(depth=2,evaluator=line)"]].concat(), "did you mean `lines`"),
        ([&base[..], &["player(depth=2,evaluator=kalah-features)"]].concat(), "not for connect-four"),
        ([&base[..], &["player(depth=2,rule=emm)"]].concat(), "the rule emm needs"),
        ([&base[..], &["player(nodes=9,search=alpha-beta)"]].concat(), "deepening=yes"),
        ([&base[..], &["player(depth=0)"]].concat(), "1 to 512"),
        (base.to_vec(), "<B>"),
        ([&two[..], &["--sprt", "elo0=5,elo1=5"]].concat(), "elo1 must be larger than elo0"),
        ([&two[..], &["--sprt", "alpha=0.9"]].concat(), "alpha is a probability"),
        ([&two[..], &["--sprt", "elo=5"]].concat(), "it has no `elo`"),
        ([&two[..], &["--pairs", "0"]].concat(), "a whole number from 1"),
        ([&two[..], &["--depths", "1..3"]].concat(), "--ladder"),
        ([&two[..], &["--resume"]].concat(), "--out"),
        ([&two[..], &["--openings", "drawn"]].concat(), "take random"),
        ([&two[..], &["--openings", &bad]].concat(), "line 17"),
        ([&two[..], &["--openings", &over]].concat(), "line 2"),
        ([&two[..], &["--openings", &three, "--pairs", "4"]].concat(), "there are 3 openings"),
        ([&two[..], &["--openings", &none]].concat(), "no positions"),
        ([&two[..], &["--ladder", "player"]].concat(), "cannot be used with"),
        (vec!["match", "connect-four", "--ladder", "player(depth=3)"], "leave out depth=3"),
        (vec!["match", "connect-four", "--ladder", "player", "--depths", "3"], "at least two depths"),
        (vec!["match", "connect-four", "--ladder", "player(search=solve)"], "to the end of the game"),
        (vec!["match", "tic-tac-trio", "player(depth=1)", "player(depth=1)"], "between two players"),
        (vec!["match", "connect-fore", "player(depth=1)", "player(depth=1)"], "did you mean `connect-four`"),
    ] {
        let ran = run(&arguments);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.stderr.contains(words), "{arguments:?}: {}", ran.stderr);
        assert!(!ran.stderr.contains(", column "), "{}", ran.stderr);
    }
    // All openings of a file are played, in order.
    let listed = with(&two, &["--openings", &three, "--format", "json"]);
    assert_eq!(json(&listed)["match"]["pairs"], 3);
    std::fs::remove_dir_all(here).expect("it is ours");
}
