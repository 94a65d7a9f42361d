//! `plyscope measure GAME` with nothing else, for every game: it ends well, or says what to give, and that works.

use crate::documents::words;
use crate::support::{run, side_by_side};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// Games that say what to give, and what they are told to take. Kalah is tried below: its usual board takes an hour.
const TOLD: &[(&str, &str)] = &[
    ("process", "command="),
    ("python", "game="),
    ("chess", "--truth 'search(depth=4)' --depths 1..3"),
    ("number-tree", "--evaluator random"),
    ("winner-tree", "reproduce players/"),
    ("tic-tac-trio", "reproduce players/"),
    ("connect-trio", "reproduce players/"),
    ("othello", "--positions 'random(plies="),
];

/// All games by name.
fn games() -> Vec<String> {
    let listed = run(&["list", "games"]).stdout;
    let names = listed.lines().filter_map(|line| line.strip_prefix("  ")?.split_once(": "));
    names.filter(|(name, _)| !name.starts_with(' ')).map(|(name, _)| name.to_string()).collect()
}

#[test]
fn every_game_is_measured_or_says_what_to_give() {
    let games = games();
    assert!(games.len() > 15, "{games:?}");
    side_by_side(&games, |game| {
        if game == "kalah" {
            return;
        }
        let ran = run(&["measure", game, "--trials", "4", "--jobs", "1"]);
        match TOLD.iter().find(|(told, _)| told == game) {
            None => assert!(ran.status == 0 && ran.stdout.contains("depth 1"), "{game}: {}", ran.stderr),
            Some((_, what)) => {
                assert!(ran.status == 2 && ran.stderr.contains(what), "{game}: {}", ran.stderr);
            }
        }
    });
}

/// The options that a message puts into brackets work.
#[test]
fn what_is_said_to_give_works() {
    for (game, start) in [("othello", "--positions"), ("othello", "--evaluator"), ("chess", "--evaluator")] {
        let told = run(&["measure", game, "--trials", "2"]).stderr;
        let options = told.split(&format!("({start} ")).nth(1).unwrap_or_else(|| panic!("{told}"));
        let close = if options.contains("')") && start == "--positions" { "')" } else { ".3)" };
        let (options, _) = options.split_once(close).expect("it ends");
        let options = words(&format!("{start} {options}{}", &close[..close.len() - 1]));
        let all =
            [["measure", game, "--trials", "2", "--repairs", "none"].map(String::from).to_vec(), options];
        let ran = run(&all.concat());
        assert!(ran.status == 0 && ran.stdout.contains("depth 3"), "{all:?}: {}", ran.stderr);
    }
}

/// The usual board of Kalah takes long: that is said first, with positions that are quicker, and those are.
#[test]
fn a_slow_measurement_says_so_first() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plyscope"))
        .args(["measure", "kalah"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut said = BufReader::new(child.stderr.take().expect("piped")).lines().map_while(Result::ok);
    let line = said.find(|line| line.contains("quicker: --positions '")).expect("it says what is quicker");
    child.kill().expect("it is there");
    child.wait().expect("it ends");
    let positions = line.split('\'').nth(1).expect("in quotes");
    let ran = run(&[
        "measure",
        "kalah",
        "--positions",
        positions,
        "--trials",
        "2",
        "--repairs",
        "none",
        "--depths",
        "1..3",
    ]);
    assert_eq!(ran.status, 0, "{positions}: {}", ran.stderr);
}
