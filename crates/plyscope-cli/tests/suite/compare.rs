//! `plyscope compare`, as a user runs it: what it finds and leaves, its exit status, and what it refuses.

use crate::support::{run, side_by_side};
use serde_json::Value;
use std::path::PathBuf;

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("plyscope-compare-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    path
}

const GAME: &str = "connect-four(width=4,height=4,run=3)";
const FLOOR: &str = "player(evaluator=random)";
const LINES: &str = "player(evaluator=lines)";
const SMALL: [&str; 6] = ["--depths", "1,2", "--trials", "400", "--quiet", "--positions=random(plies=2..8)"];

/// A better player, a worse one and the same one: sentence, JSON, files, summary and exit status.
#[test]
fn what_it_says_and_leaves() {
    let out = folder("files");
    let at = out.display().to_string();
    let better = run(&[&["compare", FLOOR, LINES, GAME, "--out", &at][..], &SMALL].concat());
    assert_eq!(better.status, 0, "{}", better.stderr);
    assert!(better.stdout.starts_with("NEW is better at every effort ("), "{}", better.stdout);
    assert!(better.stdout.contains(&format!("all of them: {at}/broken.txt")), "{}", better.stdout);
    let kept: Value =
        serde_json::from_str(&std::fs::read_to_string(out.join("comparison.json")).unwrap()).unwrap();
    let kept = &kept["comparison"];
    assert_eq!((&kept["verdict"]["id"], &kept["trials"]), (&"better".into(), &400.into()));
    assert_eq!((&kept["repaired"], &kept["broken"]), (&"repaired.txt".into(), &"broken.txt".into()));
    let effort = &kept["efforts"][1];
    let value = |key: &str| effort[key]["value"].as_f64().unwrap();
    assert!((value("new") - value("old") - value("difference")).abs() < 1e-12 && effort["depth"] == 2);
    assert!(
        kept["groups"].as_array().is_some_and(|groups| groups.iter().any(|group| group["confirmed"] == true))
    );
    let page = std::fs::read_to_string(out.join("report.html")).unwrap();
    assert!(page.contains("NEW is better at every effort") && page.contains("<svg"), "{page}");
    // What it broke is read back and compared again.
    let broken = format!("--positions=file(path=\"{at}/broken.txt\")");
    let again = run(&["compare", FLOOR, LINES, GAME, "--depths", "1,2", "--quiet", &broken]);
    assert_eq!(again.status, 1, "{}{}", again.stdout, again.stderr);
    assert!(again.stdout.contains("These positions were selected"), "{}", again.stdout);
    let worse = run(&[&["compare", LINES, FLOOR, GAME, "--format", "json"][..], &SMALL].concat());
    assert_eq!(worse.status, 1, "{}", worse.stderr);
    let worse: Value = serde_json::from_str(&worse.stdout).unwrap();
    assert_eq!(worse["comparison"]["verdict"]["id"], "worse");
    assert_eq!(worse["comparison"]["broken"], Value::Null, "no file without a folder");
    let same = run(&[&["compare", LINES, LINES, GAME, "--format", "markdown"][..], &SMALL].concat());
    assert_eq!(same.status, 0, "{}", same.stderr);
    assert!(same.stdout.starts_with("**No difference above "), "{}", same.stdout);
    assert!(
        same.stdout.contains("|  | OLD | NEW |") || same.stdout.contains("| | OLD | NEW |"),
        "{}",
        same.stdout
    );
    // Equal to the margin is decided before all positions are used.
    let decide =
        ["compare", LINES, LINES, GAME, "--depths", "1,2", "--decide", "--format", "json", "--quiet"];
    let decided: Value = serde_json::from_str(&run(&decide).stdout).unwrap();
    let decided = &decided["comparison"];
    assert_eq!((&decided["verdict"]["id"], &decided["decided"]), (&"equal".into(), &true.into()));
    assert!(decided["trials"].as_u64() < Some(2000), "{decided}");
    std::fs::remove_dir_all(&out).unwrap();
}

/// Our engine hangs its rook at depth 1 unless captures are played out: found with each of 20 seeds, at the depth where it
/// matters and not at the others.
#[cfg(feature = "chess")]
#[test]
fn a_missing_quiescence_is_found() {
    let seeds: Vec<String> = (1..=20).map(|seed: u32| seed.to_string()).collect();
    side_by_side(&seeds, |seed| {
        let quiet = "player(evaluator=\"material(quiescence=6)\")";
        let ending = ["--positions=ending(men=KRk)", "--depths", "1,2", "--trials", "200", "--quiet"];
        let words =
            ["compare", quiet, "player(evaluator=material)", "chess", "--format", "json", "--seed", seed];
        let ran = run(&[&words[..], &ending].concat());
        assert_eq!(ran.status, 1, "seed {seed}: {}{}", ran.stdout, ran.stderr);
        let found: Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(found["comparison"]["efforts"][0]["verdict"], "worse", "seed {seed}: {}", ran.stdout);
    });
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let (one, other) = (folder("one"), folder("other"));
    let measured = |game: &str, out: &PathBuf| {
        let out = out.display().to_string();
        let ran = run(&[
            "measure",
            game,
            "--evaluator",
            "lines",
            "--depths",
            "1",
            "--trials",
            "20",
            "--quiet",
            "--out",
            &out,
        ]);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        out
    };
    let (one, other) = (measured(GAME, &one), measured("tic-tac-toe", &other));
    let same = run(&["compare", &one, &one]);
    assert_eq!(same.status, 0, "{}", same.stderr);
    for (words, why) in [
        (vec!["compare", &*one, &*other], "the game differs"),
        (vec!["compare", &*one, LINES], "is a folder, and player(evaluator=lines) is none"),
        (vec!["compare", &*one, &*one, GAME], "say themselves what was measured"),
        (vec!["compare", "/nowhere", LINES, GAME], "/nowhere"),
        (vec!["compare", LINES, LINES], "which game?"),
        (
            vec!["compare", LINES, "player(depth=4)", GAME],
            "leave out depth=4; --depths says what both may spend",
        ),
        (vec!["compare", LINES, LINES, GAME, "--truth", "none"], "this one has no truth"),
        (
            vec!["compare", LINES, "player(evaluator=\"lines(quiescence=65)\")", GAME],
            "quiescence=65 is not allowed",
        ),
        (
            vec!["compare", LINES, "player(evaluator=\"lines(quiescence=2)\")", "tic-tac-toe"],
            "no noisy moves",
        ),
        (vec!["compare", LINES, LINES, GAME, "--most", "5"], "--decide"),
        (vec!["compare", LINES, LINES, GAME, "--decide", "--trials", "5"], "cannot be used with"),
    ] {
        let ran = run(&words);
        assert_eq!(ran.status, 2, "{words:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(why), "{words:?}: {}", ran.stderr);
    }
    for folder in [one, other] {
        std::fs::remove_dir_all(folder).unwrap();
    }
}
