//! Run folders that somebody else made: reading one opens nothing outside of it.

use super::limits::{Here, pipe, run};
use super::{Draws, share};
use crate::support::side_by_side;
use std::path::Path;

/// A run of a list of positions.
const EXPERIMENT: &str = "title = 't'\nsource = 's'\ngame = 'tic-tac-toe'\npositions = 'file(path=\"PATH\")'\nwanted = 'every'\ntrials = 2\n\
                          depths = [1, 2]\n[[series]]\nrule = 'minimax'\nevaluator = 'lines'\n";

const POSITIONS: &str = ".../.../... X\nX../.../... O\nXO./.../... X\n";

/// A run that is done, of positions that are in a file; the run's folder, and the file.
fn made(here: &Here) -> (String, String) {
    let positions = here.put("positions.txt", POSITIONS);
    let file = here.put("mine.toml", EXPERIMENT.replace("PATH", &positions));
    run(&["run", &file, "--quiet", "--out", &here.at("out")]).done();
    (here.at("out/mine"), positions)
}

/// All commands that read a run.
fn readers(folder: &str, here: &Here) -> Vec<Vec<String>> {
    let words = |words: &[&str]| words.iter().map(|word| word.to_string()).collect::<Vec<_>>();
    vec![
        words(&["report", folder]),
        words(&["diff", folder, folder]),
        words(&["figure", folder, "--out", &here.at("figure.svg")]),
        words(&["merge", &here.at("merged"), folder]),
    ]
}

/// What a report needs of a positions file is in the folder.
#[test]
fn a_report_needs_no_other_file() {
    let here = Here::new("report");
    let (folder, positions) = made(&here);
    for change in ["X.O/.../... X\n", ""] {
        match change {
            "" => std::fs::remove_file(&positions).expect("it was there"),
            text => std::fs::write(&positions, text).expect("a file"),
        }
        for arguments in readers(&folder, &here) {
            run(&arguments).done();
            let _ = std::fs::remove_dir_all(here.at("merged"));
        }
    }
}

/// A run goes on with the file that it began with, or not at all.
#[test]
fn a_run_goes_on_with_the_same_positions() {
    let here = Here::new("resume");
    let (_, positions) = made(&here);
    let again =
        ["run", &here.at("mine.toml"), "--quiet", "--out", &here.at("out"), "--resume"].map(String::from);
    run(&again).done();
    std::fs::write(positions, "X.O/.../... X\nX.O/X../... O\n").expect("a file");
    assert_eq!(run(&again).status, Some(2));
}

/// A spec that names other files reads none of them.
#[test]
fn a_spec_leads_nowhere() {
    let here = Here::new("spec");
    let (folder, positions) = made(&here);
    let fifo = here.at("fifo");
    pipe(fifo.as_ref());
    let secret = here.put("secret.txt", "the-secret-word of somebody\n");
    let spec = Path::new(&folder).join("spec.toml");
    let own = std::fs::read_to_string(&spec).expect("it is there");
    for path in [&secret, &fifo, "/dev/zero", "/etc/passwd", "../../secret.txt"] {
        std::fs::write(&spec, own.replace(&positions, path)).expect("a file");
        for arguments in readers(&folder, &here) {
            let ended = run(&arguments);
            assert!(
                !ended.stderr.contains("secret-word") && !ended.stderr.contains("root:"),
                "{}",
                ended.stderr
            );
            ended.refused("keeps no copy of");
        }
    }
    for (from, to) in [
        ("'lines'", format!("'histogram(path=\"{secret}\")'")),
        ("rule = 'minimax'", format!("search = 'decisive(model=\"{fifo}\")'")),
        ("positions = ", format!("truth = 'tables(path=\"{fifo}\")'\npositions = ")),
    ] {
        std::fs::write(&spec, own.replacen(from, &to, 1)).expect("a file");
        for arguments in readers(&folder, &here) {
            let ended = run(&arguments);
            assert_eq!((ended.take_error(), ended.status), (None, Some(2)), "{arguments:?}");
            assert!(!ended.stderr.contains("secret-word"), "{}", ended.stderr);
        }
    }
}

/// Links in a folder lead nowhere either.
#[cfg(unix)]
#[test]
fn links_lead_nowhere() {
    let here = Here::new("links");
    let (folder, _) = made(&here);
    let fifo = here.at("fifo");
    pipe(fifo.as_ref());
    let secret = here.put("secret.txt", "the-secret-word of somebody\n");
    for name in ["spec.toml", "run.json", "tallies/0000-00000000.tally"] {
        let path = Path::new(&folder).join(name);
        let own = std::fs::read(&path).expect("it is there");
        for to in [secret.as_str(), &fifo, "/dev/zero"] {
            std::fs::remove_file(&path).expect("it was there");
            std::os::unix::fs::symlink(to, &path).expect("a link");
            for arguments in readers(&folder, &here) {
                let ended = run(&arguments);
                assert_eq!(
                    (ended.take_error(), ended.status),
                    (None, Some(2)),
                    "{name} to {to}: {arguments:?}"
                );
                assert!(!ended.stderr.contains("secret-word"), "{}", ended.stderr);
            }
        }
        std::fs::remove_file(&path).expect("it was there");
        std::fs::write(&path, own).expect("a file");
    }
}

/// The page, too: a list of runs shows nothing of other files, and does not wait for them.
#[cfg(all(feature = "explore", feature = "png"))]
#[test]
fn the_page_opens_nothing_else() {
    use crate::explore::server::Server;
    let here = Here::new("page");
    let (folder, positions) = made(&here);
    let fifo = here.at("fifo");
    pipe(fifo.as_ref());
    let spec = Path::new(&folder).join("spec.toml");
    let own = std::fs::read_to_string(&spec).expect("it is there");
    let server = Server::start(&[&here.at("out")]);
    let list = || server.send("GET", "/api/runs", &[], "").text().to_string();
    assert!(list().contains("\"finished\":true") || list().contains("\"finished\": true"), "{}", list());
    let endless = "not-pathological = { series = \"minimax\", from = 1, to = 1000000000, steps = \"every\" }";
    let claim = format!("{own}\n[[claim]]\nid = \"c\"\ntext = \"t\"\n{endless}\n");
    for (text, said) in [
        (own.replace(&positions, "/etc/passwd"), "keeps no copy of /etc/passwd"),
        (own.replace(&positions, &fifo), "keeps no copy of"),
        (own.replace(&positions, "/dev/zero"), "keeps no copy of /dev/zero"),
        (claim, "depth 1000000000 is not searched"),
    ] {
        std::fs::write(&spec, text).expect("a file");
        let shown = list();
        assert!(shown.contains(said) && !shown.contains("root:"), "{said}: {shown}");
    }
    std::fs::write(&spec, own).expect("a file");
    assert!(list().contains("finished"), "it is still answered");
}

/// Every file of a folder damaged in many ways: refused, or put right.
#[test]
fn damaged_folders_are_refused_in_words() {
    let here = Here::new("damaged");
    let (folder, _) = made(&here);
    let names = ["spec.toml", "run.json", "tallies/0000-00000000.tally", "results.json"];
    let inputs = std::fs::read_dir(Path::new(&folder).join("inputs")).expect("it keeps the positions");
    let inputs: Vec<String> =
        inputs.map(|entry| format!("inputs/{}", entry.expect("a file").file_name().display())).collect();
    assert_eq!(inputs.len(), 1);
    let mut draws = Draws(35);
    let mut cases = Vec::new();
    for case in 0..share(24, 700) {
        let name =
            names.iter().copied().chain(inputs.iter().map(String::as_str)).nth(case % 5).expect("five");
        let copy = here.at(&format!("copy-{case}"));
        copied(Path::new(&folder), Path::new(&copy));
        let path = Path::new(&copy).join(name);
        let own = std::fs::read(&path).expect("it is there");
        std::fs::write(&path, super::mutants::mutated(&own, &mut draws)).expect("a file");
        cases.push((name.to_string(), copy));
    }
    side_by_side(&cases, |(name, copy)| {
        for arguments in [vec!["report", copy.as_str()], vec!["diff", copy.as_str(), folder.as_str()]] {
            let ended = run(&arguments);
            let damaged = std::fs::read(Path::new(copy).join(name));
            let damaged = damaged.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            assert_eq!(ended.take_error(), None, "{arguments:?} {name}: {damaged:?}");
        }
    });
}

fn copied(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("it is there") {
        let path = entry.expect("an entry").path();
        let to = to.join(path.file_name().expect("a name"));
        match path.is_dir() {
            true => copied(&path, &to),
            false => drop(std::fs::copy(&path, to).expect("it is copied")),
        }
    }
}
