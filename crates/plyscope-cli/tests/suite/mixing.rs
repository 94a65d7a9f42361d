//! Data that must not mix: engines that change, answers that were kept, runs of other questions, broken engines.

use crate::support::{Ran, run};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Black to move takes the rook and draws, or loses.
const POSITIONS: &str = "8/8/8/8/8/1k6/1R6/3K4 b - - 0 1\n8/8/8/8/4k3/4R3/8/1K6 b - - 0 1\n\
                         8/8/2k5/1R6/8/8/8/4K3 b - - 0 1\n";

/// Takes the rook, wherever it is.
const RIGHT: &str = "case \"$fen\" in *1R6/3K4*) m=b3b2;; *4k3*) m=e4e3;; *) m=c6b5;; esac; echo \"info depth 1 score cp 1 pv \
                     $m\"; echo \"bestmove $m\"";
/// Goes elsewhere.
const WRONG: &str = "case \"$fen\" in *1R6/3K4*) m=b3a4;; *4k3*) m=e4d4;; *) m=c6d6;; esac; echo \"info depth 1 score cp 1 pv \
                     $m\"; echo \"bestmove $m\"";

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("plyscope-mixing-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a temporary folder");
    std::fs::write(path.join("positions.txt"), POSITIONS).expect("a file");
    path
}

/// An engine that says so at `uci`, and does so at `go`.
fn engine(path: &Path, name: &str, go: &str) {
    let script = format!(
        "cd \"$(dirname \"$0\")\"\nwhile read -r line; do echo \"$line\" >> heard; case \"$line\" in\n\
         uci) echo \"id name {name}\"; echo uciok;;\nisready) echo readyok;;\nposition*) fen=\"$line\";;\n\
         go*) {go};;\nquit) exit;;\nesac; done\n"
    );
    std::fs::write(path, script).expect("a script");
}

/// The command that measures it by depth 1, by tables of the test's own.
fn measure(here: &Path, command: &str, truth: &str, more: &[&str]) -> Command {
    let mut measure = Command::new(env!("CARGO_BIN_EXE_plyscope"));
    measure
        .args(["measure", "chess", "--player", &format!("uci(command=\"{command}\")")])
        .args(["--positions", &format!("file(path=\"{}\")", here.join("positions.txt").display())])
        .args(["--truth", truth, "--depths", "1", "--quiet"])
        .args(more)
        .env("XDG_CACHE_HOME", here.join("cache"));
    measure
}

fn measured(here: &Path, command: &str, more: &[&str]) -> Ran {
    let tables = format!("tables(path=\"{}\")", here.join("tables").display());
    let ran = measure(here, command, &tables, more).output().expect("it starts");
    Ran {
        status: ran.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&ran.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&ran.stderr).into_owned(),
    }
}

/// An engine whose file was replaced is refused, and what the folder says stays as it was; so is one of another name.
#[test]
fn a_replaced_engine_is_refused() {
    let here = folder("replaced");
    let script = here.join("engine.sh");
    let (command, out) = (format!("/bin/sh {}", script.display()), here.join("out").display().to_string());
    engine(&script, "Fake 1", RIGHT);
    let begun = measured(&here, &command, &["--trials", "1", "--out", &out]);
    assert_eq!(begun.status, 0, "{}", begun.stderr);
    assert!(
        begun.stdout.contains("is Fake 1, hash ") && begun.stdout.contains("from the cache: 0"),
        "{}",
        begun.stdout
    );
    let header = || std::fs::read_to_string(here.join("out/run.json")).expect("a header");
    let before = header();
    for (name, go, told) in [
        ("Fake 1", WRONG, "it still calls itself Fake 1, but its executable (or a file of it) has changed"),
        ("Fake 2", WRONG, "that was Fake 1 (hash "),
    ] {
        engine(&script, name, go);
        let refused = measured(&here, &command, &["--trials", "2", "--resume", "--out", &out]);
        assert!(refused.status == 2 && refused.stderr.contains(told), "{}", refused.stderr);
        assert_eq!(header(), before, "nothing was done");
    }
    // The same one goes on, and its answers are known.
    engine(&script, "Fake 1", RIGHT);
    let resumed = measured(&here, &command, &["--trials", "2", "--resume", "--out", &out]);
    assert_eq!(resumed.status, 0, "{}", resumed.stderr);
    assert!(resumed.stdout.contains("answers: 3, from the cache: 1"), "{}", resumed.stdout);
    // A folder of a version that did not record engines cannot be known to be of this one.
    let prepared = std::fs::read_dir(here.join("out/prepared")).expect("a folder").flatten();
    prepared.for_each(|file| std::fs::remove_file(file.path()).expect("removed"));
    let refused = measured(&here, &command, &["--trials", "3", "--resume", "--out", &out]);
    assert!(
        refused.status == 2 && refused.stderr.contains("did not record which program"),
        "{}",
        refused.stderr
    );
    // It can be read all the same.
    assert_eq!(run(&["report", &out]).status, 0);
}

/// A wrapper with another engine behind it does not get the answers of the first, though nothing else changed.
#[test]
fn a_wrapper_is_known_by_what_it_starts() {
    if !Path::new("/proc/self").exists() {
        return crate::support::skipped("no wrapper was looked into: there is no /proc", "another system");
    }
    // The last one leaves the group of processes that it was started in.
    for (how, starts) in [("exec", "exec /bin/sh"), ("child", "/bin/sh"), ("session", "setsid /bin/sh")] {
        let here = folder(&format!("wrapper-{how}"));
        let (wrapper, real) = (here.join("w.sh"), here.join("real.sh"));
        std::fs::write(&wrapper, format!("r={}\n{starts} $r\n", real.display())).expect("a script");
        let command = format!("/bin/sh {}", wrapper.display());
        for (go, accuracy) in [(RIGHT, "100.0%"), (WRONG, "0.0%"), (RIGHT, "100.0%")] {
            engine(&real, "The same name", go);
            let found = measured(&here, &command, &[]);
            let well = found.status == 0 && found.stdout.contains(&format!("right in {accuracy}"));
            assert!(well, "{how}: {}{}", found.stdout, found.stderr);
        }
        // The first one's answers were kept for it.
        let heard = std::fs::read_to_string(here.join("heard")).expect("it heard something");
        assert_eq!(heard.matches("go depth").count(), 6, "{how}");
    }
}

/// An engine that calls itself something else when it is started again ends the run.
#[test]
fn an_engine_that_changes_at_work_ends_the_run() {
    let here = folder("changes");
    let script = here.join("engine.sh");
    engine(&script, "Fake $(cat number 2>/dev/null)", "echo 2 > number; exit 3");
    let ended = measured(&here, &format!("/bin/sh {}", script.display()), &["--jobs", "1"]);
    let told = "the engine changed while it was at work: it calls itself Fake 2 now";
    assert!(ended.status == 2 && ended.stderr.contains(told), "{}", ended.stderr);
}

/// Engines that never give an answer end the run after three positions, with what is needed to find out why.
#[test]
fn broken_engines_end_the_run() {
    let here = folder("broken");
    let script = here.join("engine.sh");
    let command = format!("/bin/sh {}", script.display());
    for (go, told) in [
        (
            "echo 'info string my last words'; echo 'oh no' >&2; exit 3",
            &["my last words", "exit status 3", "oh no"][..],
        ),
        ("echo 'info depth 1 pv a1a1'; echo 'bestmove a1a1'", &["plays `a1a1`, which is no legal move"]),
        // Two seconds for the first answer, and for every try thereafter, though a search may take ten minutes.
        ("sleep 600", &["does not end its search", "b - - 0 1; go depth 1"]),
    ] {
        engine(&script, "Broken", go);
        let started = Instant::now();
        let ended = measured(&here, &command, &[]);
        assert_eq!(ended.status, 2, "{go}: {}", ended.stderr);
        let all = ["failed at 3 positions one after the other", "b - - 0 1", "start the engine by hand"];
        for told in told.iter().chain(&all) {
            assert!(ended.stderr.contains(told), "{go}: {told}: {}", ended.stderr);
        }
        assert!(
            !ended.stderr.contains('\u{fffd}') && !ended.stderr.contains("larger game"),
            "{}",
            ended.stderr
        );
        assert!(started.elapsed() < Duration::from_secs(60), "{go}: {:?}", started.elapsed());
    }
    // One position alone is none to conclude from, and the advice is about the engine.
    engine(&script, "Broken", "exit 3");
    std::fs::write(here.join("positions.txt"), POSITIONS.lines().next().expect("a line")).expect("a file");
    let ended = measured(&here, &command, &[]);
    assert!(ended.status == 2 && ended.stderr.contains("look at the engine"), "{}", ended.stderr);
    assert!(!ended.stderr.contains("larger game"), "{}", ended.stderr);
}

/// A truth engine that dies is told as that.
#[test]
fn a_dying_judge_is_no_hard_position() {
    let here = folder("judge");
    let (player, judge) = (here.join("player.sh"), here.join("judge.sh"));
    engine(&player, "Player", RIGHT);
    engine(&judge, "Judge", "exit 3");
    let truth = format!("engine(command=\"/bin/sh {}\",depth=2)", judge.display());
    let ran =
        measure(&here, &format!("/bin/sh {}", player.display()), &truth, &[]).output().expect("it starts");
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert_eq!(ran.status.code(), Some(2), "{said}");
    assert!(said.contains("engine(command=") && said.contains("exit status 3"), "{said}");
    assert!(!said.contains("more nodes"), "{said}");
}

/// A crash is counted though the next try succeeds, and the results are those without it.
#[test]
fn every_crash_is_counted() {
    let here = folder("counted");
    let script = here.join("engine.sh");
    let go = format!("if [ ! -e crashed ]; then touch crashed; exit 7; fi; {RIGHT}");
    engine(&script, "Fake", &go);
    let out = here.join("out").display().to_string();
    let found = measured(&here, &format!("/bin/sh {}", script.display()), &["--jobs", "1", "--out", &out]);
    assert!(found.status == 0 && found.stdout.contains("100.0%"), "{}{}", found.stdout, found.stderr);
    assert!(found.stdout.contains("tries that failed: 1, the first at "), "{}", found.stdout);
    assert!(found.stdout.contains("exit status 7"), "{}", found.stdout);
    let page = || std::fs::read_to_string(here.join("out/report.html")).expect("a page");
    assert!(page().contains("tries that failed: 1"));
    std::fs::remove_file(here.join("out/report.html")).expect("removed");
    assert_eq!(run(&["report", &out]).status, 0);
    assert!(page().contains("tries that failed: 1"), "a report made anew says it, too");
}

/// A run ends soon after a signal, whatever a child does, and nothing of it is left.
#[test]
fn a_signal_ends_a_run_with_a_deaf_child() {
    if !Path::new("/proc/self").exists() {
        return crate::support::skipped("no deaf child was ended: there is no /proc", "another system");
    }
    let (here, token) = (folder("deaf"), format!("plyscope-deaf-{}", std::process::id()));
    let script = here.join(format!("{token}.sh"));
    engine(&script, "Deaf", "trap '' INT TERM HUP; while :; do sleep 100; done");
    let tables = format!("tables(path=\"{}\")", here.join("tables").display());
    // The limit of a first answer does not end it before.
    let out = here.join("out").display().to_string();
    let command = format!("/bin/sh {}", script.display());
    let mut measure = measure(&here, &command, &tables, &["--out", &out]);
    let child = measure.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
    let started = Instant::now();
    while !std::fs::read_to_string(here.join("heard")).is_ok_and(|heard| heard.contains("go depth")) {
        assert!(started.elapsed() < Duration::from_secs(60), "it was never asked");
        std::thread::sleep(Duration::from_millis(10));
    }
    let sent = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    let ended = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(143), "{said}");
    assert!(said.contains("terminated: what is done is kept, and --resume continues it"), "{said}");
    crate::process::none_left(&token);
}

/// A folder of another question says what is other.
#[test]
fn another_run_says_what_differs() {
    let here = folder("other");
    let out = here.join("out").display().to_string();
    let ask = |more: &[&str]| {
        let all = [
            "measure",
            "kalah(pits=2,seeds=2)",
            "--repairs",
            "none",
            "--trials",
            "4",
            "--quiet",
            "--out",
            &out,
        ];
        run(&[&all[..], more].concat())
    };
    assert_eq!(ask(&["--depths", "1,2"]).status, 0);
    for (more, told) in [
        (["--depths", "1,3"], "`depths` was [1, 2] and is [1, 3] now"),
        (["--seed", "7"], "its seed is 1, not 7"),
    ] {
        let refused = ask(&[&more[..], &["--resume"]].concat());
        assert!(refused.status == 2 && refused.stderr.contains(told), "{}", refused.stderr);
    }
}

/// What a kill leaves before a run says what it is, is no run: the next one begins there. Half-written files are removed.
#[test]
fn an_early_kill_leaves_no_refused_folder() {
    let here = folder("early");
    for (left, more) in [
        (&[".lock"][..], &[][..]),
        (&[".lock", "tallies/"], &["--resume"]),
        (&[".lock", "tallies/", "spec.toml", ".tmp-1-run.json"], &[]),
        (&[".lock", "tallies/", ".tmp-1-spec.toml"], &["--resume"]),
    ] {
        let out = here.join("out");
        let _ = std::fs::remove_dir_all(&out);
        std::fs::create_dir_all(out.join("tallies")).expect("a folder");
        left.iter()
            .filter(|name| !name.ends_with('/'))
            .for_each(|name| std::fs::write(out.join(name), "x").expect("a file"));
        let all = [
            "measure",
            "kalah(pits=2,seeds=2)",
            "--repairs",
            "none",
            "--trials",
            "4",
            "--depths",
            "1",
            "--quiet",
        ];
        let ran = run(&[&all[..], &["--out", &out.display().to_string()], more].concat());
        assert_eq!(ran.status, 0, "{left:?}: {}", ran.stderr);
        let names = std::fs::read_dir(&out).expect("a folder").flatten();
        let mut names = names.map(|entry| entry.file_name().to_string_lossy().into_owned());
        assert!(!names.any(|name| name.starts_with(".tmp-")), "{left:?}");
    }
    // A folder of something else is left alone.
    let other = here.join("mine");
    std::fs::create_dir_all(&other).expect("a folder");
    std::fs::write(other.join("spec.toml"), "mine").expect("a file");
    let other = other.display().to_string();
    assert_eq!(run(&["measure", "kalah(pits=2,seeds=2)", "--trials", "4", "--out", &other]).status, 2);
}

/// Rows are named by what was spent, two players are compared position by position, and nothing to compare is an error.
#[test]
fn runs_are_compared_by_effort_and_position() {
    let here = folder("diff");
    let at = |name: &str| here.join(name).display().to_string();
    let ask = |name: &str, evaluator: &str, more: &[&str]| {
        let out = at(name);
        let all = [
            "measure",
            "connect-four(width=4,height=4)",
            "--evaluator",
            evaluator,
            "--repairs",
            "none",
            "--trials",
            "40",
        ];
        let ran =
            run(&[&all[..], &["--positions", "random(plies=2..8)", "--quiet", "--out", &out], more].concat());
        assert_eq!(ran.status, 0, "{}", ran.stderr);
    };
    let mcts =
        |name: &str, amounts: &str| ask(name, "random", &["--search", "mcts", "--iterations", amounts]);
    mcts("few", "10,20,40");
    mcts("some", "20,40");
    let found = run(&["diff", &at("few"), &at("some")]);
    // What both spent is the same, position by position: 20 is not compared with 10.
    assert_eq!(found.status, 0, "{}{}", found.stdout, found.stderr);
    assert!(
        found.stdout.contains("0 values differ")
            && found.stdout.contains("2 are the same, 1 are in one run only"),
        "{}",
        found.stdout
    );
    ask("lines", "lines", &["--depths", "1,2"]);
    ask("random", "random", &["--depths", "1,2"]);
    let found = run(&["diff", &at("lines"), &at("random"), "--format", "json"]);
    let told: serde_json::Value = serde_json::from_str(&found.stdout).expect("JSON");
    assert!(told["relation"].as_str().is_some_and(|text| text.contains("position by position")), "{told}");
    let rows = told["differences"].as_array().expect("a list");
    assert_eq!(rows.len() as u64 + told["same"].as_u64().expect("a number"), 2, "{told}");
    // The difference of means is that of the means that both runs print.
    let accuracy = |name: &str, effort: usize| {
        let text = std::fs::read_to_string(here.join(name).join("measurement.json")).expect("a file");
        let found: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        found["measurement"]["players"][0]["efforts"][effort]["accuracy"]["value"].as_f64().expect("a number")
    };
    for row in rows {
        let effort = usize::from(row["value"].as_str().is_some_and(|name| name.contains("depth 2")));
        let difference = row["difference"].as_f64().expect("a number");
        assert!(
            (difference - (accuracy("random", effort) - accuracy("lines", effort))).abs() < 1e-9,
            "{row}"
        );
        let (low, high) = (row["low"].as_f64().expect("a number"), row["high"].as_f64().expect("a number"));
        assert!(low < difference && difference < high, "{row}");
    }
    let nothing = run(&["diff", &at("lines"), &at("few")]);
    assert!(
        nothing.status == 2 && nothing.stderr.contains("nothing to compare"),
        "{}{}",
        nothing.stdout,
        nothing.stderr
    );
    ask("nodes", "lines", &["--nodes", "10,100"]);
    let table = std::fs::read_to_string(here.join("nodes/results.csv")).expect("a table");
    let mut lines = table.lines();
    assert!(lines.next().is_some_and(|line| line.ends_with(",budget")), "{table}");
    assert!(lines.zip(["10", "100"]).all(|(line, budget)| line.ends_with(&format!(",{budget}"))), "{table}");
    let same = run(&["diff", &at("nodes"), &at("nodes")]);
    assert!(same.status == 0 && same.stdout.contains("2 are the same"), "{}", same.stdout);
}

/// An answer that cannot be is not asked for again.
#[test]
fn an_invalid_answer_is_final() {
    if !crate::support::has("python3") {
        return crate::support::skipped(
            "an invalid answer was not asked for: no python3 was found",
            "apt install python3",
        );
    }
    let here = folder("final");
    let script = here.join("game.py");
    let text = "import json, sys\nopen(sys.argv[1], 'a').write('started\\n')\nfor line in sys.stdin:\n    r = json.loads(line)\n    \
                if 'plyscope' in r: a = {'game': 'bad', 'players': 2, 'longest': 9, 'evaluators': ['e'], 'chance': True}\n    \
                elif 'start' in r: a = {'position': '9'}\n    elif 'evaluate' in r: a = {'values': [{'score': 0}] * len(r['evaluate'])}\n    \
                else:\n        bad = {'chance': [[0.3, '3'], [0.3, '2']]}\n        \
                move = lambda n: {'mover': 1, 'moves': [[str(k), str(n - k)] for k in (1, 2)]}\n        \
                a = {'nodes': [bad if int(p) < 5 else move(int(p)) for p in r['expand']]}\n    print(json.dumps(a), flush=True)\n";
    std::fs::write(&script, text).expect("a script");
    let starts = here.join("starts");
    let game = format!("process(command=\"python3 {} {}\")", script.display(), starts.display());
    let ran = run(&[
        "measure",
        &game,
        "--evaluator",
        "e",
        "--truth",
        "none",
        "--depths",
        "1..3",
        "--quiet",
        "--jobs",
        "2",
    ]);
    assert!(ran.status == 2 && ran.stderr.contains("add up to 0.6, not to 1"), "{}", ran.stderr);
    let started = std::fs::read_to_string(&starts).expect("it was started").lines().count();
    assert!(started <= 3, "one that says what it is, and one a thread: {started}");
}
