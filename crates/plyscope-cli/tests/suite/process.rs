//! Games in other programs: well-behaved ones in three languages, and ones that break every rule.

use crate::support::{Ran, has, run, side_by_side, skipped};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const PYTHON: &str = "process(command=\"python3 examples/process/tic_tac_toe.py\")";

fn python() -> bool {
    let there = has("python3");
    if !there {
        skipped("games in Python were not played: no python3 was found", "apt install python3");
    }
    there
}

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("plyscope-process-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a temporary folder");
    path
}

/// Positions from which perfect play is not the same after every move.
const POSITIONS: &str = "XO./.../... X\n.../.X./..O X\nX../.O./..X O\nXO./.X./... O\n.X./.O./X.. O\n";

/// All but the name of the game.
fn without_name(ran: &Ran, game: &str) -> String {
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    ran.stdout.replace(game, "GAME")
}

/// The same game in Python, in C++ and built in gives the same bytes.
fn same_as_built_in(game: &str) {
    for arguments in [
        &["perft", "GAME", "5"][..],
        &["solve", "GAME"],
        &["solve", "GAME", "--position", "XO./.../... X", "--format", "json"],
        &["tree", "GAME", "--position", "XX./OO./... X", "--depth", "2", "--evaluator", "lines"],
    ] {
        let on = |game: &str| {
            let arguments: Vec<&str> =
                arguments.iter().map(|word| if *word == "GAME" { game } else { *word }).collect();
            let ran = run(&arguments);
            // In JSON the quotes within a name are escaped.
            let text = without_name(&ran, game).replace(&game.replace('"', "\\\""), "GAME");
            text.replace("lines(error=none)", "lines")
        };
        let (theirs, ours) = (on(game), on("tic-tac-toe"));
        assert_eq!(theirs, ours, "{arguments:?}");
    }
}

#[test]
fn a_game_in_python_is_the_built_in_one() {
    if python() {
        same_as_built_in(PYTHON);
    }
}

#[test]
fn a_game_in_cpp_is_the_built_in_one() {
    if !has("c++") {
        return skipped("the game in C++ was not built: no compiler was found", "apt install g++");
    }
    let program = folder("cpp").join("tic_tac_toe");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/process/tic_tac_toe.cpp");
    let built = Command::new("c++").args(["-O2", "-std=c++17", "-o"]).arg(&program).arg(source).output();
    let built = built.expect("it runs");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    same_as_built_in(&format!("process(command=\"{}\")", program.display()));
}

/// `check` finds nothing to complain about, and says what it looked at.
#[test]
fn laws_are_checked() {
    if !python() {
        return;
    }
    let ran = run(&["check", PYTHON, "--games", "5"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(
        ran.stdout.contains("5 random games") && ran.stdout.contains("evaluators: lines"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("all laws are kept"), "{}", ran.stdout);
    assert!(ran.stderr.contains("starting `python3 examples/process/tic_tac_toe.py`"), "{}", ran.stderr);
    // Three plies of `a` and `b` for ever: longer than it says.
    let ran = run(&["check", &hostile("endless", "laws"), "--games", "3"]);
    assert_eq!(ran.status, 1, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("no game is longer than `longest`"), "{}", ran.stdout);
}

/// The mistakes of own games that nothing else finds: each is told with what to change, and the honest game has none.
#[test]
fn mistakes_of_own_games_are_found() {
    if !python() {
        return;
    }
    let cases = [
        ("honest", ""),
        (
            "range",
            "player 1 gets +2 at `0 2`, and the game declares -1 to +1: widen `payoffs`|player 1 gets -2 at `0 1`",
        ),
        ("view", "it answers in the view of the player to move: negate it where player 2 is to move"),
        ("reversed", "it answers in the view of player 2: negate it everywhere"),
        ("starts", "a start is not the same every time"),
        ("moves", "a position is not answered alike every time"),
        ("names", "a position is not answered alike every time"),
        ("after", "a position is not answered alike every time"),
        ("ends", "a position is not answered alike every time"),
        ("values", "an evaluator does not answer alike every time"),
        ("process", "where its program is started anew"),
    ];
    let base = folder("mistakes");
    side_by_side(&cases, |(how, told)| {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/false_game.py");
        let seen = base.join(how);
        let game = format!("process(command=\"python3 {script} {how} {}\")", seen.display());
        let ran = run(&["check", &game, "--games", "30"]);
        assert_eq!(ran.status, i32::from(!told.is_empty()), "{how}: {}{}", ran.stdout, ran.stderr);
        assert!(told.split('|').any(|told| ran.stdout.contains(told)), "{how}: {}", ran.stdout);
    });
}

/// A view is told without any option in a game as short as tic-tac-toe.
#[test]
fn a_short_game_shows_enough() {
    if !python() {
        return;
    }
    let honest = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/process/tic_tac_toe.py"
    ));
    let honest = honest.expect("a file");
    let score = "(points(\"X\", \"O\") - points(\"O\", \"X\")) / 25";
    let mover = format!("{score} * (1 if mover == \"X\" else -1)");
    let cases = [
        ("mover", mover, "in the view of the player to move: negate it where player 2 is to move"),
        ("second", format!("-{score}"), "in the view of player 2: negate it everywhere"),
    ];
    let base = folder("short");
    for (name, wrong, told) in cases {
        let script = base.join(format!("{name}.py"));
        let text = honest
            .replace(score, &wrong)
            .replace("cells, _ = read(position)", "cells, mover = read(position)");
        assert_ne!(text, honest);
        std::fs::write(&script, text).expect("a script");
        let ran = run(&["check", &format!("process(command=\"python3 {}\")", script.display())]);
        assert!(ran.status == 1 && ran.stdout.contains(told), "{name}: {}{}", ran.stdout, ran.stderr);
    }
}

/// A measurement with positions from a file: the same decisions as the built-in game's.
#[test]
fn a_measurement_is_that_of_the_built_in_game() {
    if !python() {
        return;
    }
    let file = folder("measured").join("positions.txt");
    std::fs::write(&file, POSITIONS).expect("a file");
    let positions = format!("file(path=\"{}\")", file.display());
    let measured = |game: &str| {
        let ran = run(&[
            "measure",
            game,
            "--evaluator",
            "lines",
            "--depths",
            "1..4",
            "--positions",
            &positions,
            "--quiet",
            "--format",
            "json",
        ]);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        let value: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
        let found = value["measurement"].clone();
        let player = &found["players"][0];
        // Every position of the file is accounted for, and a repair learned from others.
        let count = |name: &str| found[name].as_u64().expect("a count");
        let counted: u64 = ["trials", "trivial", "unsolved", "failed"].into_iter().map(count).sum();
        assert_eq!(counted, POSITIONS.lines().count() as u64, "{game}");
        let repairs = player["repairs"].as_array().expect("a list");
        let product = repairs.iter().find(|repair| repair["id"] == "product").expect("it is run");
        assert!(product["learned"].as_u64().is_some_and(|learned| learned >= 100), "{game}: {product}");
        let accuracy: Vec<serde_json::Value> = player["efforts"].as_array().expect("a list").clone();
        (found["trials"].clone(), accuracy, player["steps"].clone(), found["worst"][0]["right"].clone())
    };
    assert_eq!(measured(PYTHON), measured("tic-tac-toe"));
}

/// An engine in the game's own program is measured and plays matches as any player does.
#[test]
fn an_engine_of_the_program_decides_and_plays() {
    if !python() {
        return;
    }
    let arguments = ["measure", PYTHON, "--player", "engine(name=main)", "--depths", "1,9", "--trials", "20"];
    let more = ["--positions", "random(plies=3..5)", "--quiet", "--format", "json"];
    let ran = run(&[&arguments[..], &more[..]].concat());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let found: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
    let player = &found["measurement"]["players"][0];
    assert_eq!((&player["name"], &found["measurement"]["trials"]), (&"engine(name=main)".into(), &20.into()));
    // To the end of the game minimax is never wrong.
    assert_eq!(player["efforts"][1]["accuracy"]["value"].as_f64(), Some(1.0));
    let solver = "player(evaluator=lines,search=solve)";
    let arguments = ["match", PYTHON, solver, "engine(name=main,depth=2)", "--pairs", "6", "--quiet"];
    let ran = run(&[&arguments[..], &["--openings", "random(plies=1..2)", "--format", "json"]].concat());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let found: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
    let pairs: Vec<u64> =
        found["match"]["pentanomial"].as_array().expect("a list").iter().filter_map(|n| n.as_u64()).collect();
    assert_eq!(pairs.iter().sum::<u64>(), 6);
    assert_eq!(pairs[..2], [0, 0], "a solver takes at least half of every pair");
    let ran = run(&["match", "tic-tac-toe", "engine(depth=1)", "player(depth=1)"]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("there is no engine of the game `main`; known: none"), "{}", ran.stderr);
}

/// What only reads starts nothing.
#[test]
fn a_plan_starts_no_program() {
    let file = folder("plan").join("mine.toml");
    let text = "title = 't'\nsource = 'our own question'\ngame = 'process(command=\"/no/such/program\")'\ntrials = 10\n\
                depths = [1]\n[[series]]\nrule = 'minimax'\nevaluator = 'own'\n";
    std::fs::write(&file, text).expect("a file");
    let path = file.display().to_string();
    let plan = run(&["run", &path, "--dry-run"]);
    assert_eq!((plan.status, plan.stderr.contains("starting")), (0, false), "{}", plan.stderr);
    let ran = run(&["run", &path, "--quiet"]);
    assert_eq!(ran.status, 2);
    assert!(
        ran.stderr.contains("could not be started") && ran.stderr.contains("/no/such/program"),
        "{}",
        ran.stderr
    );
}

fn hostile(how: &str, token: &str) -> String {
    // Python alone may take a second to start where much else runs.
    let timeout = if how == "silent" { 1 } else { 10 };
    format!(
        "process(command=\"python3 crates/plyscope-cli/tests/suite/hostile.py {how} {token}\",timeout={timeout})"
    )
}

/// What the game was asked while a command ran: requests and the positions in them, to expand and to evaluate.
fn asked(name: &str, arguments: &[&str]) -> [(usize, usize); 2] {
    let here = folder(name);
    let (log, script) = (here.join("log"), here.join("game.sh"));
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/process/tic_tac_toe.py");
    std::fs::write(&script, format!("tee -a {} | python3 {file}\n", log.display())).expect("a file");
    let game = format!("process(command=\"sh {}\")", script.display());
    let arguments: Vec<&str> =
        arguments.iter().map(|word| if *word == "GAME" { game.as_str() } else { *word }).collect();
    let ran = run(&arguments);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let lines = std::fs::read_to_string(&log).expect("it was asked");
    let requests = lines.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    let mut counted = [(0, 0); 2];
    for request in requests {
        for (count, kind) in counted.iter_mut().zip(["expand", "evaluate"]) {
            if let Some(positions) = request[kind].as_array() {
                *count = (count.0 + 1, count.1 + positions.len());
            }
        }
    }
    std::fs::remove_dir_all(here).expect("removed");
    counted
}

/// Positions reach the program many at a time, whatever is done with the game: a request costs more than an answer. A search
/// that goes depth first asks about all children of a position at once, of which it knows many already.
#[test]
fn a_program_is_asked_about_many_positions_at_once() {
    if !python() {
        return;
    }
    let cases = [
        (2, "check GAME"),
        (4, "perft GAME 4"),
        (3, "tree GAME --depth 3 --evaluator lines --format json"),
        (4, "tree GAME --depth 3 --evaluator lines --search alpha-beta --format json"),
        (3, "tree GAME --depth 1 --evaluator playouts(n=20) --format json"),
        (2, "measure GAME --evaluator lines --depths 1..3 --trials 20 --jobs 1"),
        (2, "calibrate GAME --evaluator lines --solved 100"),
    ];
    side_by_side(&cases, |(least, words)| {
        let words: Vec<&str> = words.split(' ').collect();
        let name = words.join("-").replace(['(', ')', '=', '.'], "");
        for (requests, positions) in asked(&name, &words) {
            assert!(requests * least <= positions, "{words:?}: {positions} positions in {requests} requests");
        }
    });
}

/// Every mistake gets an error that names the request, soon, and nothing of the child is left.
#[test]
fn a_child_is_not_trusted() {
    if !python() {
        return;
    }
    let token = format!("plyscope-hostile-{}", std::process::id());
    let cases = [
        ("refuses", "it says: only version 2"),
        ("no-json", "not JSON"),
        ("no-game", "missing field `game`"),
        ("nine-players", "`players` is 1 to 8"),
        ("no-length", "`longest`"),
        ("payoffs", "`payoffs`"),
        ("odd-name", "no name of an evaluator"),
        ("list", "not what was asked for"),
        ("empty", "not JSON"),
        ("no-nodes", "nodes and gave 0"),
        ("two-nodes", "nodes and gave 50"),
        ("other-answer", "missing field `nodes`"),
        ("third-player", "`mover` is 1 to 2"),
        ("no-moves", "without moves"),
        ("same-moves", "two moves have the name `a`"),
        ("nothing", "a node has"),
        ("both", "a node has"),
        ("nan", "NaN and Infinity are no numbers"),
        ("huge-number", "not JSON"),
        ("not-zero-sum", "add up to 0"),
        ("one-payoff", "1 payoffs for 2 players"),
        ("half-chance", "add up to 0.5"),
        ("negative-chance", "a probability of `chance` is 0 to 1, not 1.5|is 0 to 1, not -0.5"),
        ("control", "no text of a position"),
        ("no-text", "no text of a position"),
        ("long-text", "at most 4096 bytes"),
        ("text-for-number", "not what was asked for"),
        ("refuses-position", "it says: I do not know it"),
        ("silent", "no answer within 1 s"),
        ("long-line", "more than 16 MiB"),
        ("exits", "with exit status 3"),
        ("killed", "by signal 9"),
        ("floods-stderr", "stderr: the last line"),
        // Seen before the next request is sent, or as an answer to it.
        ("twice", "more than it was asked|missing field `position`"),
        ("half-a-line", "ended without an answer"),
        ("no-utf8", "not UTF-8"),
        ("grandchild", "with exit status 5"),
    ];
    side_by_side(&cases, |(how, told)| {
        let started = Instant::now();
        let ran = run(&["perft", &hostile(how, &token), "2"]);
        assert_eq!(ran.status, 2, "{how}: {}{}", ran.stdout, ran.stderr);
        assert!(told.split('|').any(|told| ran.stderr.contains(told)), "{how}: {}", ran.stderr);
        assert!(ran.stderr.contains("request: {"), "{how}: {}", ran.stderr);
        assert!(!ran.stderr.contains('\u{1b}') && !ran.stderr.contains("panicked"), "{how}: {}", ran.stderr);
        assert!(started.elapsed() < Duration::from_secs(20), "{how} took {:?}", started.elapsed());
    });
    none_left(&token);
}

/// A hundred damaged answers: whatever comes of them, nothing breaks, and what is refused is told with its request.
#[test]
fn damaged_answers_are_told_with_their_request() {
    if !python() {
        return;
    }
    let (cases, refused) = (Vec::from_iter(0..100), AtomicUsize::new(0));
    side_by_side(&cases, |number| {
        let ran = run(&["perft", &hostile(&format!("damaged-{number}"), "damaged"), "1"]);
        let told = &ran.stderr;
        assert!(matches!(ran.status, 0 | 2) && !told.contains("panicked"), "{number}: {told}");
        assert!(ran.status == 0 || told.contains("request: {"), "{number}: {told}");
        refused.fetch_add(usize::from(ran.status == 2), Ordering::Relaxed);
    });
    let refused = refused.into_inner();
    assert!(refused > 60, "most damage is noticed: {refused}");
}

/// Processes with this word among their arguments.
pub(crate) fn with_word(token: &str) -> Vec<String> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let lines = entries.filter_map(|entry| {
        let pid = entry.file_name().to_string_lossy().parse::<u32>().ok()?;
        let line = std::fs::read(entry.path().join("cmdline")).ok()?;
        Some(format!("{pid} {}", String::from_utf8_lossy(&line).replace('\0', " ")))
    });
    lines.filter(|line| line.contains(token)).collect()
}

pub(crate) fn none_left(token: &str) {
    let started = Instant::now();
    while !with_word(token).is_empty() {
        assert!(started.elapsed() < Duration::from_secs(10), "left behind: {:?}", with_word(token));
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Killed without a chance to clean up, we leave no child and no grandchild behind, though they ignore their input.
#[test]
fn children_do_not_outlive_us() {
    if !python() || !std::path::Path::new("/proc/self").exists() {
        return;
    }
    let token = format!("plyscope-orphan-{}", std::process::id());
    let game = hostile("deaf", &token).replace("timeout=1)", "timeout=60)");
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
    command.args(["perft", &game, "3"]).current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    // Us, the supervisor, the child and the grandchild.
    let started = Instant::now();
    while with_word(&token).len() < 4 {
        assert!(started.elapsed() < Duration::from_secs(30), "{:?}", with_word(&token));
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("SIGKILL");
    child.wait().expect("it ends");
    none_left(&token);
}

/// A run whose child is killed keeps its chunks, says what happened, and goes on to the same bytes.
#[test]
fn a_killed_child_loses_nothing() {
    if !python() || !std::path::Path::new("/proc/self").exists() {
        return;
    }
    let (here, token) = (folder("killed"), format!("plyscope-victim-{}", std::process::id()));
    let game = PYTHON.replace(".py", &format!(".py {token}"));
    let text = format!(
        "title = 't'\nsource = 'our own question'\ngame = '{game}'\ntrials = 512\ndepths = [1, 2]\n[[series]]\n\
         rule = 'minimax'\nevaluator = 'lines'\n[[series]]\nrule = 'minimax'\nevaluator = 'random'\nlabel = 'random'\n"
    );
    let at = |name: &str| here.join(name).display().to_string();
    std::fs::write(at("mine.toml"), text).expect("a file");
    let whole = run(&["run", &at("mine.toml"), "--quiet", "--out", &at("whole")]);
    assert_eq!(whole.status, 0, "{}", whole.stderr);
    let results =
        |out: &str| std::fs::read(here.join(out).join("mine").join("results.json")).expect("results");
    let mut kills = 0;
    for _ in 0..20 {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
        command.args(["run", &at("mine.toml"), "--quiet", "--jobs", "1", "--resume", "--out", &at("parts")]);
        command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
        let ours = format!("{} ", child.id());
        std::thread::sleep(Duration::from_millis(150 + 60 * kills));
        // The child itself, not its supervisor and not us.
        let victim = with_word(&token).into_iter().find(|line| {
            !line.starts_with(&ours) && !line.contains("supervise-child") && line.contains("python3")
        });
        if let Some(pid) = victim.as_ref().and_then(|line| line.split(' ').next()) {
            Command::new("kill").args(["-9", pid]).status().expect("kill runs");
        }
        let ended = child.wait_with_output().expect("it ends");
        let stderr = String::from_utf8_lossy(&ended.stderr).into_owned();
        if ended.status.success() {
            break;
        }
        assert!(stderr.contains("by signal 9") && stderr.contains("request: {"), "{stderr}");
        kills += 1;
    }
    let finished = run(&["run", &at("mine.toml"), "--quiet", "--resume", "--out", &at("parts")]);
    assert_eq!(finished.status, 0, "{}", finished.stderr);
    assert!(kills > 0, "a child was killed at work");
    assert_eq!(results("whole"), results("parts"));
    // Whoever only reads the run does not start the program.
    let report = run(&["report", &at("parts")]);
    assert_eq!((report.status, report.stderr.contains("starting")), (0, false), "{}", report.stderr);
    none_left(&token);
}
