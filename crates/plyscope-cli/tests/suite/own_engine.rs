//! Our own UCI engine as a program: spoken with by python-chess, by hand, and by ourselves.

use crate::support::{python, run, run_with_input, skipped};
use serde_json::Value;
use std::process::Command;

const OURS: &str = env!("CARGO_BIN_EXE_plyscope");

/// python-chess's engine module is what many programs use to speak with engines.
#[test]
fn python_chess_speaks_with_it() {
    let Some(python) = python("import chess.engine") else {
        return skipped("nobody spoke with `plyscope uci`: python-chess was not found", "pip install chess");
    };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/conversation.py");
    let ran = Command::new(python).args([script, OURS, "uci"]).output().expect("Python starts");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success() && ran.stdout == b"agreed\n", "{said}");
}

/// A script can ask it, too; and what is no player is told with the exit status 2.
#[test]
fn a_script_speaks_with_it() {
    let input = b"uci\nposition startpos moves e2e4 e7e5\ngo depth 2\nisready\nquit\n";
    let ran = run_with_input(&["uci", "--player", "player(evaluator=material)"], input);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.contains("\nuciok\n"), "{}", ran.stdout);
    // Input that ends is an end like `quit`, after an answer.
    let ran = run_with_input(&["uci"], b"position startpos\ngo depth 1\n");
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert_eq!(ran.stdout.matches("bestmove ").count(), 1, "{}", ran.stdout);
    for (player, told) in [
        ("player(evaluator=lines)", "lines"),
        ("player(rule=emm,evaluator=material)", "calibrate=isotonic"),
        ("player(search=solve)", "end of the game"),
        ("playr", "did you mean `player`?"),
    ] {
        let ran = run(&["uci", "--player", player]);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{player}: {}", ran.stderr);
        assert!(ran.stderr.contains(told), "{player}: {}", ran.stderr);
    }
}

/// Measured through UCI a player is as accurate at every depth as it is in the same program, to the last position.
#[test]
fn measured_through_uci_it_is_the_same_player() {
    let folder = std::env::temp_dir().join(format!("plyscope-own-engine-{}", std::process::id()));
    let tables = format!("tables(path=\"{}\")", folder.display());
    let measured = |who: [&str; 2]| {
        let mut arguments = vec!["measure", "chess", "--positions", "ending(men=KPk)", "--truth", &tables];
        arguments.extend(["--depths", "1..3", "--trials", "30", "--quiet", "--format", "json", "--no-cache"]);
        arguments.extend(who);
        let ran = run(&arguments);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        serde_json::from_str::<Value>(&ran.stdout).expect("JSON")["measurement"].clone()
    };
    // So many values that no two moves are worth the same: a choice among equals would not be told through UCI.
    let evaluator = "random(values=1000000)";
    let inside = measured(["--evaluator", evaluator]);
    // Within quotes a quote is written \".
    let command = format!("{OURS} uci --player 'player(evaluator=\\\"{evaluator}\\\")'");
    let through = measured(["--player", &format!("uci(command=\"{command}\")")]);
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!((&inside["trials"], &through["trials"]), (&30.into(), &30.into()));
    assert_eq!(inside["trivial"], through["trivial"]);
    for part in ["accuracy", "regret"] {
        let all = |found: &Value| -> Vec<Value> {
            let efforts = found["players"][0]["efforts"].as_array().expect("a list");
            efforts.iter().map(|effort| effort[part].clone()).collect()
        };
        assert_eq!(all(&inside), all(&through), "{part}");
    }
    let accuracy = inside["players"][0]["efforts"][0]["accuracy"]["value"].as_f64().expect("a number");
    assert!((0.1..0.9).contains(&accuracy), "it is wrong now and then: {accuracy}");
}
