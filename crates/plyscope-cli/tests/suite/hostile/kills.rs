//! Runs that are killed: whatever is left of one, it goes on to the same bytes, and nothing of the killed one stays behind.

use super::limits::{Here, run};
use super::{Draws, share};
use crate::support::side_by_side;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

const EXPERIMENT: &str = "title = 't'\nsource = 's'\ngame = 'board-splitting(depth=8)'\ntrials = 40000\ndepths = [1, 2, 3]\n\
                          [[series]]\nrule = 'emm'\nevaluator = 'artificial(error=0.2)'\n\
                          [[series]]\nrule = 'learned(solved=200)'\nevaluator = 'artificial(error=0.2)'\n";

/// Runs the command and kills it after some time, unless it has ended before.
fn killed(arguments: &[String], after: Duration) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plyscope"))
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    std::thread::sleep(after);
    let _ = child.kill();
    child.wait().expect("it ends");
}

/// Files of a folder that a kill leaves half-written.
fn halves(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found = Vec::new();
    for path in entries.map(|entry| entry.path()) {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        match path.is_dir() {
            true => found.extend(halves(&path)),
            false => found.extend(Some(name).filter(|name| name.starts_with(".tmp-"))),
        }
    }
    found
}

#[test]
fn a_killed_run_goes_on() {
    let here = Here::new("kills");
    let file = here.put("mine.toml", EXPERIMENT);
    let into = |out: &str| ["run", &file, "--quiet", "--jobs", "2", "--out", &here.at(out)].map(String::from);
    run(&into("whole")).done();
    let whole = |name: &str| std::fs::read(here.0.join("whole/mine").join(name)).expect("it is there");
    let (results, table) = (whole("results.json"), whole("results.csv"));
    let mut draws = Draws(145);
    // Early kills are the odd ones: half of them come within the first 40 ms.
    let after = |draws: &mut Draws| match draws.below(2) {
        0 => Duration::from_micros(draws.below(40_000) as u64),
        _ => Duration::from_millis(draws.below(900) as u64),
    };
    let cases: Vec<(usize, Vec<Duration>)> = (0..share(6, 145))
        .map(|case| (case, (0..=draws.below(2)).map(|_| after(&mut draws)).collect()))
        .collect();
    side_by_side(&cases, |(case, kills)| {
        let name = format!("out-{case}");
        let mut arguments = into(&name).to_vec();
        for kill in kills {
            killed(&arguments, *kill);
            arguments
                .extend((arguments.last().is_some_and(|last| last != "--resume")).then(|| "--resume".into()));
        }
        run(&arguments).done();
        let folder = here.0.join(&name);
        let read = |name: &str| std::fs::read(folder.join("mine").join(name)).expect("it is there");
        assert!(read("results.json") == results && read("results.csv") == table, "{kills:?}");
        assert_eq!(halves(&folder), Vec::<String>::new(), "{kills:?}");
        std::fs::remove_dir_all(folder).expect("removed");
    });
}
