//! The same bytes whatever happens on the way: threads, shards, stops, writes that fail, damage.

use crate::support::parse;
use plyscope::catalogue::Catalogue;
use plyscope_lab::experiment::Experiment;
use plyscope_lab::results::evaluate;
use plyscope_lab::run::{Disk, Folder, Options, Progress, RealDisk, Silent, merge, read, run};
use plyscope_lab::{Error, Result};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

const TEXT: &str = r#"title = "t"
source = "s"
game = "board-splitting(depth=5,squares=mixed)"
trials = 1700
depths = [1, 2, 3]
sweep = { mix = [0.2, 0.9] }

[[series]]
rule = "minimax"
evaluator = "artificial(error=0.2)"

[[series]]
rule = "emm"
evaluator = "natural"
"#;

fn experiment() -> Experiment {
    parse("test", TEXT, None).unwrap()
}

/// A folder of this test's own, empty.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("plyscope-test-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn run_in(path: &Path, resume: bool, jobs: usize, shard: Option<&str>, disk: &dyn Disk) -> Result<()> {
    run_this(&experiment(), path, resume, jobs, shard, disk, &Silent)
}

fn run_this(
    experiment: &Experiment,
    path: &Path,
    resume: bool,
    jobs: usize,
    shard: Option<&str>,
    disk: &dyn Disk,
    progress: &dyn Progress,
) -> Result<()> {
    let folder = Folder::open(path, experiment, resume, disk)?;
    let stop = AtomicBool::new(false);
    let shard = shard.map(|shard| shard.parse().unwrap());
    let options = Options { jobs, shard, stop: &stop, progress };
    let tallies = run(experiment, Some(&folder), &options)?;
    if shard.is_none() {
        folder.finish(experiment, &evaluate(experiment, &tallies)?, 1.0)?;
    }
    Ok(())
}

fn results(path: &Path) -> (Vec<u8>, Vec<u8>) {
    (std::fs::read(path.join("results.json")).unwrap(), std::fs::read(path.join("results.csv")).unwrap())
}

fn whole() -> (Vec<u8>, Vec<u8>) {
    let path = folder(&format!("whole-{:?}", std::thread::current().id()));
    run_in(&path, false, 2, None, &RealDisk).unwrap();
    let found = results(&path);
    std::fs::remove_dir_all(path).unwrap();
    found
}

#[test]
fn threads_change_nothing() {
    let expected = whole();
    for jobs in [1, 7] {
        let path = folder(&format!("jobs-{jobs}"));
        run_in(&path, false, jobs, None, &RealDisk).unwrap();
        assert_eq!(results(&path), expected, "{jobs} threads");
        std::fs::remove_dir_all(path).unwrap();
    }
}

#[test]
fn shards_in_any_order_are_the_whole() {
    let expected = whole();
    let shards: Vec<PathBuf> = (1..=5).map(|i| folder(&format!("shard-{i}"))).collect();
    for (i, path) in shards.iter().enumerate() {
        run_in(path, false, 2, Some(&format!("{}/5", i + 1)), &RealDisk).unwrap();
    }
    for order in [[0, 1, 2, 3, 4], [4, 2, 0, 3, 1]] {
        let out = folder("merged");
        let given: Vec<PathBuf> = order.iter().map(|i| shards[*i].clone()).collect();
        merge(&Catalogue::built_in(), &out, &given, &RealDisk).unwrap();
        assert_eq!(results(&out), expected);
        std::fs::remove_dir_all(out).unwrap();
    }
    let out = folder("part");
    let message =
        merge(&Catalogue::built_in(), &out, &shards[..4], &RealDisk).err().expect("refused").to_string();
    assert!(message.contains("test is not whole: shard 5/5 is missing"), "{message}");
    assert!(!out.exists(), "half a merge is not left in the way");
    merge(&Catalogue::built_in(), &out, &shards, &RealDisk).unwrap();
    let message = merge(&Catalogue::built_in(), &out, &shards, &RealDisk).err().expect("refused").to_string();
    assert!(message.contains("not empty") && !message.contains("--resume"), "{message}");
    // Files of results that were tampered with are put right from the tallies.
    std::fs::write(out.join("results.json"), "{").unwrap();
    std::fs::remove_file(out.join("results.csv")).unwrap();
    read(&Catalogue::built_in(), &out).unwrap();
    assert_eq!(results(&out), expected);
    shards.iter().chain([&out]).for_each(|path| std::fs::remove_dir_all(path).unwrap());
}

/// A disk that fails at the n-th write, leaving half a file where a real one would leave a temporary one.
struct Failing {
    left: AtomicUsize,
}

impl Disk for Failing {
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 0 {
            self.left.store(usize::MAX, Ordering::Relaxed);
            let torn = path.with_file_name(".tmp-torn");
            std::fs::write(torn, &bytes[..bytes.len() / 2])?;
            return Err(io::Error::new(io::ErrorKind::StorageFull, "no space left on device"));
        }
        RealDisk.write(path, bytes)
    }
}

/// Whichever write fails: a clear error, and a resumed run ends with the same bytes.
#[test]
fn a_failed_write_is_told_and_resumed() {
    let expected = whole();
    // spec, header, 8 chunks, two results and the header again: 13 writes.
    for write in 0..13 {
        let path = folder(&format!("failing-{write}"));
        let disk = Failing { left: AtomicUsize::new(write) };
        let error = run_in(&path, false, 2, None, &disk).expect_err("the write fails");
        assert!(
            matches!(error, Error::File { .. }) && error.to_string().contains("no space left"),
            "{error}"
        );
        let resumed = run_in(&path, true, 2, None, &RealDisk);
        if write < 2 {
            // Nothing was run yet: there is nothing to resume, and the folder says so.
            if let Err(error) = resumed {
                assert!(error.to_string().contains("not a run folder"), "{error}");
                std::fs::remove_dir_all(&path).unwrap();
                continue;
            }
        }
        assert_eq!(results(&path), expected, "write {write}");
        std::fs::remove_dir_all(path).unwrap();
    }
}

#[test]
fn a_stopped_run_is_resumed() {
    let expected = whole();
    let path = folder("stopped");
    let (experiment, stop) = (experiment(), AtomicBool::new(true));
    let opened = Folder::open(&path, &experiment, false, &RealDisk).unwrap();
    let options = Options { jobs: 2, shard: None, stop: &stop, progress: &Silent };
    let message = run(&experiment, Some(&opened), &options).expect_err("stopped").to_string();
    assert!(message.contains("--resume"), "{message}");
    drop(opened);
    run_in(&path, true, 1, None, &RealDisk).unwrap();
    assert_eq!(results(&path), expected);
    std::fs::remove_dir_all(path).unwrap();
}

#[test]
fn a_folder_is_for_one_run_at_a_time() {
    let expected = whole();
    let path = folder("one-at-a-time");
    let opened = Folder::open(&path, &experiment(), false, &RealDisk).unwrap();
    for resume in [false, true] {
        let message = run_in(&path, resume, 1, None, &RealDisk).expect_err("it is taken").to_string();
        assert!(message.contains("another run is using this folder"), "{message}");
    }
    let part = folder("one-at-a-time-part");
    run_in(&part, false, 2, Some("1/1"), &RealDisk).unwrap();
    let message = merge(&Catalogue::built_in(), &path, std::slice::from_ref(&part), &RealDisk)
        .err()
        .expect("it is taken")
        .to_string();
    assert!(message.contains("another run is using this folder"), "{message}");
    std::fs::remove_dir_all(part).unwrap();
    // Who only reads is not kept out.
    let message = read(&Catalogue::built_in(), &path).err().expect("nothing is done yet").to_string();
    assert!(message.contains("chunks are missing"), "{message}");
    drop(opened);
    run_in(&path, true, 2, None, &RealDisk).unwrap();
    let opened = Folder::open(&path, &experiment(), true, &RealDisk).unwrap();
    read(&Catalogue::built_in(), &path).unwrap();
    drop(opened);
    assert_eq!(results(&path), expected);
    // What is left of a lock makes no folder a run's, and a folder of something else gets none.
    let empty = folder("only-a-lock");
    std::fs::create_dir_all(&empty).unwrap();
    std::fs::write(empty.join(".lock"), "").unwrap();
    run_in(&empty, false, 2, None, &RealDisk).unwrap();
    assert_eq!(results(&empty), expected);
    let foreign = folder("something-else");
    std::fs::create_dir_all(&foreign).unwrap();
    std::fs::write(foreign.join("notes.txt"), "").unwrap();
    for (resume, why) in [(false, "not empty"), (true, "not a run folder")] {
        let message = run_in(&foreign, resume, 1, None, &RealDisk).expect_err("refused").to_string();
        assert!(message.contains(why), "{message}");
    }
    assert_eq!(std::fs::read_dir(&foreign).unwrap().count(), 1);
    [path, empty, foreign].iter().for_each(|path| std::fs::remove_dir_all(path).unwrap());
}

#[test]
fn foreign_and_damaged_folders_are_refused() {
    let path = folder("foreign");
    run_in(&path, false, 2, None, &RealDisk).unwrap();
    let why = |experiment: &Experiment, resume| {
        Folder::open(&path, experiment, resume, &RealDisk).err().expect("refused").to_string()
    };
    assert!(why(&experiment(), false).contains("not empty; give --resume"));
    let other = experiment().with(None, Some(99)).unwrap();
    assert!(why(&other, true).contains("holds another run"));
    let other = experiment().with(Some(1600), None).unwrap();
    assert!(why(&other, true).contains("a run can be extended, not shortened"));
    let other = parse("test", &TEXT.replace("error=0.2", "error=0.3"), None).unwrap();
    assert!(why(&other, true).contains("holds another run"));
    // One digit of one tally.
    let tally = path.join("tallies/0001-00000001.tally");
    let text = std::fs::read_to_string(&tally).unwrap();
    let digit = text.rfind(['1', '2']).unwrap();
    for damaged in [text[..text.len() / 2].to_string(), String::new(), {
        let mut bytes = text.clone().into_bytes();
        bytes[digit] ^= 1;
        String::from_utf8(bytes).unwrap()
    }] {
        std::fs::write(&tally, damaged).unwrap();
        let message = run_in(&path, true, 1, None, &RealDisk).expect_err("refused").to_string();
        assert!(message.contains("0001-00000001.tally is damaged"), "{message}");
    }
    // The tally of another chunk in its place.
    std::fs::copy(path.join("tallies/0000-00000001.tally"), &tally).unwrap();
    assert!(run_in(&path, true, 1, None, &RealDisk).is_err());
    std::fs::remove_file(&tally).unwrap();
    run_in(&path, true, 1, None, &RealDisk).unwrap();
    // Folders and files are called by the id.
    let header = std::fs::read_to_string(path.join("run.json")).unwrap();
    for (id, part) in [
        ("..", "its run.json is damaged (a run cannot be named \"..\")"),
        (".", "cannot be named"),
        ("", "cannot be named"),
        ("x\\u001b[2J", "cannot be named"),
    ] {
        let damaged = header.replace("\"id\": \"test\"", &format!("\"id\": \"{id}\""));
        std::fs::write(path.join("run.json"), damaged).unwrap();
        let message = read(&Catalogue::built_in(), &path).err().expect("refused").to_string();
        assert!(message.contains(part), "{id}: {message}");
    }
    let nameless = Experiment { id: "..".into(), ..experiment() };
    assert!(why(&nameless, true).contains("cannot be named"));
    std::fs::write(path.join("run.json"), "{").unwrap();
    assert!(why(&experiment(), true).contains("run.json is damaged"));
    std::fs::remove_file(path.join("run.json")).unwrap();
    assert!(why(&experiment(), true).contains("not a run folder"));
    std::fs::remove_dir_all(path).unwrap();
}

/// What is run decides the numbers: titles, figures and claims do not, and trials can be added.
#[test]
fn a_run_is_extended_and_its_texts_change() {
    let path = folder("extended");
    run_in(&path, false, 2, None, &RealDisk).unwrap();
    let told = TEXT
        .replace("title = \"t\"", "title = \"another title\"")
        .replace("rule = \"emm\"", "label = \"mine\"\nrule = \"emm\"");
    let claim = "[[claim]]\nid = \"a\"\ntext = \"x\"\nabove = { series = \"mine\", than = \"minimax\", depths = [3] }\n";
    let renamed = parse("other", &format!("{told}\n{claim}"), None).unwrap();
    let tally = std::fs::metadata(path.join("tallies/0000-00000000.tally")).unwrap().modified().unwrap();
    run_this(&renamed, &path, true, 2, None, &RealDisk, &Silent).unwrap();
    let (found, result) = read(&Catalogue::built_in(), &path).unwrap();
    assert_eq!(
        (found.title.as_str(), result.id.as_str(), result.claims.len()),
        ("another title", "other", 1)
    );
    let again = std::fs::metadata(path.join("tallies/0000-00000000.tally")).unwrap().modified().unwrap();
    assert_eq!(tally, again, "nothing was run again");
    // More trials: the same bytes as a run of so many from the start.
    let fresh = folder("extended-fresh");
    let longer = experiment().with(Some(4000), None).unwrap();
    run_this(&longer, &path, true, 2, None, &RealDisk, &Silent).unwrap();
    run_this(&longer, &fresh, false, 1, None, &RealDisk, &Silent).unwrap();
    assert_eq!(results(&path), results(&fresh));
    [path, fresh].iter().for_each(|path| std::fs::remove_dir_all(path).unwrap());
}

/// Counts what is learned.
#[derive(Default)]
struct Learning(AtomicUsize);

impl Progress for Learning {
    fn advance(&self, _: u64, _: u64) {}
    fn prepare(&self, _: &str) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// What was learned is kept in the folder: a resumed run does not learn again, nor does a merge, and damage is seen.
#[test]
fn what_was_learned_is_kept() {
    let taught = "title = 't'\nsource = 's'\ngame = 'board-splitting(depth=5)'\ntrials = 1100\ndepths = [2]\n\
                  [[series]]\nrule = 'fused(solved=64)'\nevaluator = 'natural(calibrate=isotonic,solved=100)'\n\
                  [[series]]\nrule = 'emm'\nevaluator = 'natural(error=table)'\n";
    let experiment = parse("taught", taught, None).unwrap();
    let (path, out) = (folder("taught"), folder("taught-merged"));
    let progress = Learning::default();
    let learned = || progress.0.load(Ordering::Relaxed);
    run_this(&experiment, &path, false, 2, None, &RealDisk, &progress).unwrap();
    assert_eq!(learned(), 3, "a calibration, a rule, a table of errors");
    let expected = results(&path);
    std::fs::remove_file(path.join("tallies/0000-00000001.tally")).unwrap();
    run_this(&experiment, &path, true, 2, None, &RealDisk, &progress).unwrap();
    assert_eq!((learned(), results(&path)), (3, expected.clone()), "nothing was learned again");
    merge(&Catalogue::built_in(), &out, std::slice::from_ref(&path), &RealDisk).unwrap();
    assert_eq!(results(&out), expected);
    let kept = |path: &Path| std::fs::read_dir(path.join("prepared")).unwrap().count();
    assert_eq!((kept(&path), kept(&out)), (3, 3));
    let file = std::fs::read_dir(path.join("prepared")).unwrap().next().unwrap().unwrap().path();
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replacen('1', "2", 1)).unwrap();
    std::fs::remove_file(path.join("tallies/0000-00000001.tally")).unwrap();
    let message = run_this(&experiment, &path, true, 1, None, &RealDisk, &progress).unwrap_err().to_string();
    assert!(message.contains("it is damaged; remove that file"), "{message}");
    std::fs::remove_file(&file).unwrap();
    run_this(&experiment, &path, true, 1, None, &RealDisk, &progress).unwrap();
    assert_eq!((learned(), results(&path)), (4, expected), "one thing was learned again");
    [path, out].iter().for_each(|path| std::fs::remove_dir_all(path).unwrap());
}
