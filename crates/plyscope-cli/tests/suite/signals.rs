//! Interrupts and terminations, sent to a command at work.

use crate::support::run;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const EXPERIMENT: &str = "title = 't'\nsource = 'our own question'\ngame = 'board-splitting(depth=9)'\ntrials = 400000\n\
                          depths = [1, 3, 5]\n[[series]]\nrule = 'emm'\nevaluator = 'artificial(error=0.2)'\n";

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("plyscope-signals-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a temporary folder");
    std::fs::write(path.join("mine.toml"), EXPERIMENT).expect("a file");
    path
}

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_plyscope"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts")
}

/// Sends a signal and waits for the end.
fn end(child: Child, signal: &str) -> Output {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    child.wait_with_output().expect("it ends")
}

/// Waits until something holds, for a minute at the most.
fn wait_for(what: &str, holds: impl Fn() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn chunks(run: &Path) -> usize {
    let entries = std::fs::read_dir(run.join("tallies")).into_iter().flatten().flatten();
    entries.filter(|entry| entry.file_name().to_string_lossy().ends_with(".tally")).count()
}

/// What is done is kept, the exit status says which signal it was, and the run goes on to the same bytes.
#[test]
fn a_signal_keeps_what_is_done() {
    let here = folder("kept");
    let at = |name: &str| here.join(name).display().to_string();
    let run_into = |out: &str| {
        let all = ["run", &at("mine.toml"), "--jobs", "1", "--quiet", "--out", out];
        all.map(String::from)
    };
    let whole = run(&run_into(&at("whole")));
    assert_eq!(whole.status, 0, "{}", whole.stderr);
    for (signal, status, word) in [("-INT", 130, "interrupted"), ("-TERM", 143, "terminated")] {
        let out = at(word);
        let folder = Path::new(&out).join("mine");
        let arguments = run_into(&out);
        let child = start(&arguments.each_ref().map(String::as_str));
        wait_for("no chunk was written", || chunks(&folder) > 2);
        let ended = end(child, signal);
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(status), "{said}");
        assert!(said.starts_with(word) && said.contains("--resume") && !said.contains("error"), "{said}");
        assert!(ended.stdout.is_empty(), "half a result is none");
        assert!(chunks(&folder) > 2 && !folder.join("results.json").exists());
        let header = std::fs::read_to_string(folder.join("run.json")).expect("a header");
        assert!(header.contains("\"status\": \"stopped\""), "{header}");
        let resumed = run(&[&arguments[..], &["--resume".to_string()]].concat());
        assert_eq!((resumed.status, &resumed.stdout), (0, &whole.stdout), "{}", resumed.stderr);
        for name in ["results.json", "results.csv", "figure.svg"] {
            let read = |folder: &Path| std::fs::read(folder.join(name)).expect("readable");
            assert!(read(&folder) == read(&here.join("whole/mine")), "{name}");
        }
    }
    std::fs::remove_dir_all(here).expect("removed");
}

/// Without a folder nothing is kept, and that is said.
#[test]
fn a_signal_without_a_folder() {
    let here = folder("lost");
    let file = here.join("mine.toml").display().to_string();
    let child = start(&["run", &file, "--trials", "100000000"]);
    // Long enough to listen for signals; a run of so many trials takes much longer.
    std::thread::sleep(Duration::from_millis(500));
    let ended = end(child, "-TERM");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(143), "{said}");
    assert!(said.contains("nothing is kept without --out"), "{said}");
    std::fs::remove_dir_all(here).expect("removed");
}

/// `solve` prints what it has proved.
#[test]
fn a_terminated_solve_prints_bounds() {
    let child = start(&["solve", "connect-four", "--table", "1", "--format", "json"]);
    std::thread::sleep(Duration::from_millis(700));
    let ended = end(child, "-TERM");
    let known: serde_json::Value = serde_json::from_slice(&ended.stdout).expect("JSON");
    assert_eq!((ended.status.code(), &known["result"]), (Some(143), &serde_json::Value::Null));
}

/// Whoever does not want to wait for the chunk in hand sends a second signal.
#[test]
fn a_second_signal_ends_at_once() {
    let here = folder("twice");
    let file = here.join("slow.toml").display().to_string();
    // One trial is many seconds of work.
    let slow = "title = 't'\nsource = 's'\nmeasure = 'win-share'\ngame = 'kalah'\ntrials = 64\ndepths = [8]\n[[series]]\n\
                rule = 'product'\nevaluator = 'kalah-features(error=0.2)'\n\
                against = { rule = 'minimax', evaluator = 'playouts(n=50)' }\n";
    std::fs::write(&file, slow).expect("a file");
    let mut child = start(&["run", &file, "--quiet", "--jobs", "1"]);
    std::thread::sleep(Duration::from_millis(500));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    std::thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().expect("its state").is_none(), "the chunk in hand is still worked on");
    let second = Instant::now();
    assert_eq!(end(child, "-INT").status.code(), Some(130));
    assert!(second.elapsed() < Duration::from_secs(5), "{:?}", second.elapsed());
    std::fs::remove_dir_all(here).expect("removed");
}
