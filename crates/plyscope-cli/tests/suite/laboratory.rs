//! The laboratory's commands, run as a user would.

use crate::support::{Ran, run};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const EXPERIMENT: &str = r#"title = "Does looking deeper help in mixed games?"
source = "our own question"
game = "board-splitting(depth=7,squares=mixed)"
trials = 3000
depths = [1, 3, 5]
sweep = { mix = [0.2, 0.8] }

[[series]]
rule = "minimax"
evaluator = "artificial(error=0.2)"

[[series]]
rule = "emm"
evaluator = "artificial(error=0.2)"

[[claim]]
id = "emm-is-better"
text = "EMM is more accurate than minimax."
expected = true
above = { series = "emm", than = "minimax", depths = [3, 5] }

[[claim]]
id = "emm-is-worse"
text = "EMM is less accurate than minimax."
above = { series = "minimax", than = "emm", depths = [5] }
"#;

/// A folder of this test's own with the experiment in it.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("plyscope-command-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a temporary folder");
    std::fs::write(path.join("mine.toml"), EXPERIMENT).expect("a file");
    path
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

#[test]
fn an_experiment_of_ones_own() {
    let here = folder("own");
    let file = text(&here.join("mine.toml"));
    let Ran { status, stdout, stderr } = run(&["run", &file, "--quiet"]);
    assert_eq!((status, stderr.as_str()), (0, ""));
    assert!(
        stdout.contains("supported  EMM is more accurate")
            && stdout.contains("REFUTED    EMM is less accurate"),
        "{stdout}"
    );
    let json: serde_json::Value =
        serde_json::from_str(&run(&["run", &file, "--quiet", "--format", "json"]).stdout).expect("JSON");
    let experiment = &json["experiments"][0];
    assert_eq!((&experiment["id"], &experiment["seed"]), (&"mine".into(), &1.into()));
    let rows = experiment["results"].as_array().expect("rows");
    assert_eq!(rows.len(), 2 * 2 * 3);
    for row in rows {
        for key in [
            "game",
            "evaluator",
            "rule",
            "search",
            "depth",
            "point",
            "metric",
            "trials",
            "value",
            "low",
            "high",
            "nodes",
        ] {
            assert!(!row[key].is_null(), "{key}: {row}");
        }
        let number = |key: &str| row[key].as_f64().expect("a number");
        assert!(number("low") <= number("value") && number("value") <= number("high"));
        assert!(row["point"]["mix"].is_number());
    }
    assert_eq!(experiment["claims"][0]["verdict"], "supported");
    assert_eq!(experiment["claims"][1]["verdict"], "refuted");
    let csv = run(&["run", &file, "--quiet", "--format", "csv"]).stdout;
    assert_eq!(csv.lines().count(), 1 + rows.len());
    // A claim that is expected and refuted is exit status 1.
    let wrong =
        EXPERIMENT.replace("text = \"EMM is less accurate", "expected = true\ntext = \"EMM is less accurate");
    std::fs::write(here.join("mine.toml"), wrong).expect("a file");
    assert_eq!(run(&["run", &file, "--quiet"]).status, 1);
    std::fs::remove_dir_all(here).expect("removed");
}

#[test]
fn a_plan_runs_nothing() {
    // The papers' experiments, each once; none of our own. (Every experiment of a plan is tried for a moment.)
    let Ran { status, stdout, .. } = run(&["reproduce", "papers", "wilson", "--dry-run"]);
    assert!(stdout.contains("nothing was kept"), "{stdout}");
    let planned = |id: &str| stdout.lines().filter(|line| line.starts_with(id)).count();
    assert!(status == 0 && planned("wilson/fig3-b3 ") == 1 && planned("horacek/table1 ") == 1, "{stdout}");
    assert_eq!(planned("evidence/") + planned("pruning/"), 0, "{stdout}");
    let ran = run(&["reproduce", "zuckerman/fig9", "--trials", "64", "--quiet"]);
    assert!(ran.stdout.contains("64 trials per point") && ran.stdout.contains("mix"), "{}", ran.stderr);
}

/// Trials are added, always in the same way, until the intervals are narrow enough.
#[test]
fn a_run_until_a_width() {
    let here = folder("until");
    let file = text(&here.join("mine.toml"));
    let until = |jobs: &str| {
        run(&[
            "run", &file, "--quiet", "--until", "0.02", "--jobs", jobs, "--trials", "500", "--format", "json",
        ])
    };
    let found = until("1").stdout;
    assert_eq!(until("3").stdout, found);
    let json: serde_json::Value = serde_json::from_str(&found).expect("JSON");
    for row in json["experiments"][0]["results"].as_array().expect("rows") {
        let number = |key: &str| row[key].as_f64().expect("a number");
        assert!(number("high") - number("low") <= 0.02 && number("trials") >= 4096.0, "{row}");
    }
    let ran = run(&["run", &file, "--until", "0.02", "--shard", "1/2", "--out", "x"]);
    assert!(ran.status == 2 && ran.stderr.contains("cannot be used with"), "{}", ran.stderr);
    assert_eq!(run(&["run", &file, "--until", "0"]).status, 2);
    std::fs::remove_dir_all(here).expect("removed");
}

/// Trials are added until every claim is decided; threads and folders do not change where that is, and as many trials at once
/// say the same.
#[test]
fn claims_are_decided() {
    let here = folder("decide");
    let file = text(&here.join("mine.toml"));
    let decide = |more: &[&str]| {
        let usual =
            ["run", &file, "--quiet", "--format", "json", "--trials", "100", "--decide", "--most", "20000"];
        run(&[&usual, more].concat())
    };
    let found = decide(&["--jobs", "1"]).stdout;
    let out = text(&here.join("kept"));
    assert_eq!(decide(&["--jobs", "3"]).stdout, found);
    assert_eq!(decide(&["--out", &out]).stdout, found);
    let json: serde_json::Value = serde_json::from_str(&found).expect("JSON");
    let one = &json["experiments"][0];
    let claims = one["claims"].as_array().expect("claims");
    assert!(claims.iter().all(|claim| claim["verdict"] != "undecided"), "{claims:?}");
    let trials = one["results"][0]["trials"].as_u64().expect("a number");
    assert!(trials > 100 && trials < 20_000, "{trials}");
    let at_once = run(&["run", &file, "--quiet", "--format", "json", "--trials", &trials.to_string()]);
    assert_eq!(at_once.stdout, found);
    // Stopped at the most there may be, though a claim is open.
    let most = decide(&["--most", "200"]);
    assert_eq!(most.status, 2, "twice --most: {}", most.stderr);
    let few =
        run(&["run", &file, "--quiet", "--trials", "64", "--decide", "--most", "96", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&few.stdout).expect("JSON");
    assert_eq!(json["experiments"][0]["results"][0]["trials"], 96);
    let ran = run(&["run", &file, "--decide", "--shard", "1/2", "--out", "x"]);
    assert!(ran.status == 2 && ran.stderr.contains("cannot be used with"), "{}", ran.stderr);
    assert_eq!(run(&["run", &file, "--most", "10"]).status, 2, "--most without --decide");
    std::fs::remove_dir_all(here).expect("removed");
}

#[test]
fn shards_are_merged() {
    let here = folder("shards");
    let file = text(&here.join("mine.toml"));
    let whole = run(&["run", &file, "--quiet", "--format", "csv"]).stdout;
    let mut parts = Vec::new();
    for shard in ["1/2", "2/2"] {
        let out = text(&here.join(shard.replace('/', "-")));
        let ran = run(&["run", &file, "--quiet", "--out", &out, "--shard", shard]);
        assert!(
            ran.status == 0 && ran.stdout.is_empty() && ran.stderr.contains("plyscope merge"),
            "{}",
            ran.stderr
        );
        parts.push(out + "/mine");
    }
    let merged = text(&here.join("merged"));
    let ran = run(&["merge", &merged, &parts[1], &parts[0], "--format", "csv"]);
    assert_eq!((ran.status, &ran.stdout), (0, &whole), "{}", ran.stderr);
    // What was given as --out will do for the run within it.
    let outer = ["1-2", "2-2"].map(|part| text(&here.join(part)));
    let again = text(&here.join("again"));
    let ran = run(&["merge", &again, &outer[0], &outer[1], "--format", "csv"]);
    assert_eq!((ran.status, ran.stdout), (0, whole), "{}", ran.stderr);
    let ran = run(&["diff", &merged, &again]);
    assert!(ran.status == 0 && ran.stdout.contains("0 values differ"), "{}{}", ran.stdout, ran.stderr);
    std::fs::remove_dir_all(here).expect("removed");
}

/// Killed at 20 moments without a chance to tidy up, and resumed each time: the same bytes at the end.
#[cfg(unix)]
#[test]
fn a_killed_run_is_resumed_to_the_same_bytes() {
    let here = folder("killed");
    let file = text(&here.join("mine.toml"));
    let (out, whole) = (text(&here.join("out")), text(&here.join("whole")));
    let arguments = |out: &str| {
        ["run", &file, "--quiet", "--trials", "60000", "--jobs", "2", "--out", out].map(String::from)
    };
    assert_eq!(run(&arguments(&whole)).status, 0);
    let mut kills = 0;
    for moment in 0..20u64 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_plyscope"))
            .args(arguments(&out))
            .args((moment > 0).then_some("--resume"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command starts");
        // Irregular moments, early enough that most come while it is at work.
        std::thread::sleep(Duration::from_millis(6 + moment * 7919 % 29));
        kills += u32::from(child.try_wait().expect("its state").is_none());
        child.kill().expect("SIGKILL");
        child.wait().expect("it is gone");
        whole_files(&Path::new(&out).join("mine"));
        if !Path::new(&out).join("mine/run.json").exists() {
            // Killed before the folder was made whole: there is nothing to resume.
            let _ = std::fs::remove_dir_all(&out);
            std::fs::create_dir_all(&out).expect("an empty folder");
        }
    }
    let mut last = arguments(&out).to_vec();
    last.push("--resume".into());
    let ran = run(&last);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    for name in ["results.json", "results.csv", "spec.toml"] {
        let read = |folder: &str| std::fs::read(Path::new(folder).join("mine").join(name)).expect("readable");
        assert_eq!(read(&out), read(&whole), "{name}");
    }
    assert!(kills >= 5, "only {kills} kills came in time");
    std::fs::remove_dir_all(here).expect("removed");
}

/// Every file of a run that was killed is whole, but for those that are called temporary.
#[cfg(unix)]
fn whole_files(folder: &Path) {
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        for path in
            std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.expect("readable").path())
        {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            if name.starts_with(".tmp-") || name == ".lock" {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let whole = match name.rsplit('.').next() {
                Some("toml") => text == EXPERIMENT,
                Some("json") => serde_json::from_str::<serde_json::Value>(&text).is_ok(),
                Some("tally") => {
                    text.starts_with("plyscope tally") && text.contains("\nchecksum ") && text.ends_with('\n')
                }
                Some("csv") => text.starts_with("experiment,") && text.ends_with('\n'),
                Some("svg" | "html") => {
                    text.trim_end().ends_with("</svg>") || text.trim_end().ends_with("</html>")
                }
                _ => path.metadata().expect("readable").len() > 0,
            };
            assert!(whole, "{} is half a file: {text}", path.display());
        }
    }
}

/// A process that does not outlive its test, whatever comes.
#[cfg(unix)]
struct Mortal(std::process::Child);

#[cfg(unix)]
impl Drop for Mortal {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Two processes in one folder: the second is refused, and when the first is killed its lock goes with it.
#[cfg(unix)]
#[test]
fn two_runs_do_not_mix() {
    let here = folder("two");
    let file = text(&here.join("mine.toml"));
    let (out, whole) = (text(&here.join("out")), text(&here.join("whole")));
    let arguments = |out: &str, resume: bool| -> Vec<String> {
        let all = ["run", &file, "--quiet", "--trials", "200000", "--jobs", "1", "--out", out, "--resume"];
        all[..all.len() - usize::from(!resume)].iter().map(|argument| argument.to_string()).collect()
    };
    let first = Command::new(env!("CARGO_BIN_EXE_plyscope"))
        .args(arguments(&out, false))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let mut first = Mortal(first.expect("the command starts"));
    let run_folder = Path::new(&out).join("mine");
    while !run_folder.join("run.json").exists() {
        assert!(first.0.try_wait().expect("its state").is_none(), "it ended before it began");
        std::thread::sleep(Duration::from_millis(1));
    }
    // Held still in the midst of its work, so that it does not matter how fast the machine is.
    let held = Command::new("kill").args(["-STOP", &first.0.id().to_string()]).status().expect("kill runs");
    assert!(held.success() && !run_folder.join("results.json").exists(), "it was done too soon");
    for resume in [false, true] {
        let ran = run(&arguments(&out, resume));
        let why = "another run is using this folder; wait for it, or give another --out";
        assert!(ran.status == 2 && ran.stderr.contains(why), "{}", ran.stderr);
    }
    // To look at it is allowed, and says what is missing.
    let ran = run(&["report", &out]);
    assert!(ran.status == 2 && ran.stderr.contains("chunks are missing"), "{}", ran.stderr);
    drop(first); // by SIGKILL
    let ran = run(&arguments(&out, true));
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert_eq!(run(&arguments(&whole, false)).stdout, ran.stdout);
    for name in ["results.json", "results.csv"] {
        let read = |folder: &str| std::fs::read(Path::new(folder).join("mine").join(name)).expect("readable");
        assert_eq!(read(&out), read(&whole), "{name}");
    }
    std::fs::remove_dir_all(here).expect("removed");
}

/// Without their ending these are called `.` and `..`, which are folders that belong to others.
#[test]
fn a_run_stays_within_its_folder() {
    let here = folder("dots");
    let names = ["..toml", "...toml", "....toml"];
    names.iter().for_each(|name| std::fs::write(here.join(name), EXPERIMENT).expect("a file"));
    let (out, before) = (text(&here.join("out/of")), std::fs::read_dir(&here).expect("readable").count());
    for name in names {
        let ran = run(&["run", &text(&here.join(name)), "--quiet", "--trials", "64", "--out", &out]);
        let wanted = ran.stderr.contains("rename the file") && ran.stderr.contains(name);
        assert!(ran.status == 2 && wanted, "{}{}", ran.stdout, ran.stderr);
    }
    assert_eq!(std::fs::read_dir(&here).expect("readable").count(), before);
    // A name that only begins with dots is one.
    std::fs::write(here.join("..x.toml"), EXPERIMENT).expect("a file");
    let ran = run(&["run", &text(&here.join("..x.toml")), "--quiet", "--trials", "64", "--out", &out]);
    assert!(ran.status == 0 && Path::new(&out).join("..x/run.json").is_file(), "{}", ran.stderr);
    std::fs::remove_dir_all(here).expect("removed");
}

#[test]
fn mistakes_are_explained() {
    let here = folder("mistakes");
    let file = text(&here.join("mine.toml"));
    let write = |from: &str, to: &str| std::fs::write(&file, EXPERIMENT.replace(from, to)).expect("a file");
    for (from, to, message) in [
        ("trials =", "trails =", "did you mean `trials`?"),
        ("depths = [1, 3, 5]\n", "depths = [1, 3, 50]\n", "depth 50 is not within 1 to 7"),
        // In another reading, which is not the one that is run.
        (
            "depths = [5] }",
            "depths = [5] }\n[alternative.deep]\nreading = 'r'\ndepths = [50]\n",
            "the alternative deep",
        ),
        ("depth=7", "depth=24", "64 threads (--jobs) needs about"),
    ] {
        write(from, to);
        let jobs: &[&str] = if message.contains("jobs") { &["--jobs", "64", "--dry-run"] } else { &[] };
        let ran = run(&[&["run", &file, "--quiet"][..], jobs].concat());
        assert!(
            ran.status == 2 && ran.stdout.is_empty() && ran.stderr.contains(message),
            "{message}: {}",
            ran.stderr
        );
    }
    write("", "");
    for (arguments, message) in [
        (vec!["run", "/nowhere/x.toml"], "could not read /nowhere/x.toml"),
        (vec!["run", &file, "--alternative", "x"], "no alternative reading `x`"),
        (vec!["run", &file, "--shard", "3/2", "--out", "x"], "i from 1 to n"),
        (vec!["run", &file, "--shard", "1/2"], "--out"),
        (vec!["run", &file, "--trials", "0"], "a whole number from 1 to 1000000000000"),
        (vec!["run", &file, "--jobs", "0"], "not in 1..="),
        (vec!["reproduce", "wilson/fig33-b2"], "did you mean `wilson/fig3-b2`?"),
        (vec!["merge", "/nowhere/out", "/nowhere/in"], "could not read"),
    ] {
        let ran = run(&arguments);
        assert!(ran.status == 2 && ran.stderr.contains(message), "{message}: {}", ran.stderr);
    }
    let schema: serde_json::Value = serde_json::from_str(&run(&["schema"]).stdout).expect("JSON");
    assert!(schema["properties"]["depths"].is_object());
    std::fs::remove_dir_all(here).expect("removed");
}
