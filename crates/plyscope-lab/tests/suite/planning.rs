//! What repairs cost is planned before they run: the same plan and the same bytes for any threads, shards and interruptions.

use crate::support::parse;
use plyscope::catalogue::Catalogue;
use plyscope_lab::experiment::Experiment;
use plyscope_lab::measurement::{Measurement, text};
use plyscope_lab::results::evaluate;
use plyscope_lab::run::{Disk, Folder, Options, Progress, RealDisk, merge, read, run};
use plyscope_lab::{Error, Result};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Twenty plies, of which the repair `independent` has to know the outcomes of all nodes.
fn experiment(repairs: &str) -> Experiment {
    let text = format!(
        "title = 't'\nsource = 's'\nmeasure = 'depth'\ngame = 'connect-four(width=5,height=4)'\ndepths = [1, 2, 3]\n\
         positions = 'random(plies=4..9)'\ntrials = 48\n{repairs}\n[[series]]\nrule = 'minimax'\nevaluator = 'lines'\n"
    );
    parse("planned", &text, None).unwrap()
}

fn affordable() -> Experiment {
    experiment("repairs = ['affordable']")
}

/// An empty folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("plyscope-planning-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    path
}

/// Hears what is said beforehand.
#[derive(Default)]
struct Heard(Mutex<Vec<String>>);

impl Progress for Heard {
    fn advance(&self, _: u64, _: u64) {}
    fn forecast(&self, text: &str) {
        self.0.lock().unwrap().push(text.to_string());
    }
}

/// A disk that counts writes, and fails at one of them.
struct Counting {
    writes: AtomicUsize,
    fails: usize,
}

impl Counting {
    fn failing_at(fails: usize) -> Self {
        Counting { writes: AtomicUsize::new(0), fails }
    }
}

impl Disk for Counting {
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        match self.writes.fetch_add(1, Ordering::Relaxed) == self.fails {
            true => Err(io::Error::new(io::ErrorKind::StorageFull, "no space left on device")),
            false => RealDisk.write(path, bytes),
        }
    }
}

fn run_in(
    path: &Path,
    resume: bool,
    jobs: usize,
    shard: Option<&str>,
    disk: &dyn Disk,
) -> Result<Vec<String>> {
    let experiment = affordable();
    let folder = Folder::open(path, &experiment, resume, disk)?;
    let (stop, heard) = (AtomicBool::new(false), Heard::default());
    let shard = shard.map(|shard| shard.parse().unwrap());
    let tallies = run(&experiment, Some(&folder), &Options { jobs, shard, stop: &stop, progress: &heard })?;
    if shard.is_none() {
        folder.finish(&experiment, &evaluate(&experiment, &tallies)?, 1.0)?;
    }
    Ok(heard.0.into_inner().unwrap())
}

/// All tallies of a run, records and plan among them, and its results.
fn bytes(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = std::fs::read_dir(path.join("tallies")).unwrap().map(|entry| entry.unwrap().path());
    let named = |path: PathBuf| {
        (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(&path).unwrap())
    };
    files.chain([path.join("results.json")]).map(named).collect()
}

fn measured(path: &Path) -> String {
    let (_, result) = read(&Catalogue::built_in(), path).unwrap();
    result.measurement.unwrap().json().to_string()
}

fn found(repairs: &str) -> (Measurement, String) {
    let experiment = experiment(repairs);
    let (stop, heard) = (AtomicBool::new(false), Heard::default());
    let tallies =
        run(&experiment, None, &Options { jobs: 2, shard: None, stop: &stop, progress: &heard }).unwrap();
    let said = heard.0.into_inner().unwrap().join("\n");
    (evaluate(&experiment, &tallies).unwrap().measurement.unwrap(), said)
}

/// Which repairs ran, and why others did not.
fn repairs(found: &Measurement) -> (Vec<&'static str>, BTreeMap<&'static str, String>) {
    let player = &found.reports()[0].1[0];
    let absent = player.absent.iter().map(|absent| (absent.id.id(), absent.text.clone())).collect();
    (player.repairs.iter().map(|repair| repair.id.id()).collect(), absent)
}

#[test]
fn the_plan_does_not_depend_on_threads_or_shards() {
    let one = folder("one");
    run_in(&one, false, 1, None, &RealDisk).unwrap();
    let (expected, numbers) = (bytes(&one), measured(&one));
    let five = folder("five");
    run_in(&five, false, 5, None, &RealDisk).unwrap();
    assert!(bytes(&five) == expected && measured(&five) == numbers, "threads");
    let shards: Vec<PathBuf> = (1..=3).map(|i| folder(&format!("shard-{i}"))).collect();
    for (i, path) in shards.iter().enumerate() {
        run_in(path, false, 2, Some(&format!("{}/3", i + 1)), &RealDisk).unwrap();
    }
    let merged = folder("merged");
    merge(&Catalogue::built_in(), &merged, &shards, &RealDisk).unwrap();
    assert!(bytes(&merged) == expected && measured(&merged) == numbers, "shards");
    shards.iter().chain([&one, &five, &merged]).for_each(|path| std::fs::remove_dir_all(path).unwrap());
}

/// A repair that costs too much is left out, with its cost and the option that runs it; asked for, it runs.
#[test]
fn what_is_left_out_says_its_cost_and_how_to_run_it() {
    let (plain, said) = found("repairs = ['affordable']");
    let (ran, absent) = repairs(&plain);
    assert!(ran.contains(&"product") && ran.contains(&"no-terminals"), "{ran:?}");
    let why = &absent["independent"];
    assert!(
        why.contains("times the measurement's own nodes") && why.contains("--repairs independent runs it"),
        "{why}"
    );
    let words = why.split_whitespace();
    let times: f64 = words.filter_map(|word| word.parse().ok()).next().expect("a number");
    assert!(times > 20.0, "{why}");
    assert!(
        said.contains("left out: independent (") && said.contains("--repairs independent runs it"),
        "{said}"
    );
    for asked in ["", "repairs = ['independent']"] {
        let (all, said) = found(asked);
        let (ran, absent) = repairs(&all);
        assert!(
            ran.contains(&"independent") && !absent.contains_key("independent"),
            "{asked}: {ran:?} {absent:?}"
        );
        // All of them: how long that takes is said beforehand.
        assert_eq!(said.contains("independent"), asked.is_empty(), "{said}");
        assert!(!said.contains("left out"), "{said}");
    }
}

/// What is learned comes from the measurement's own source, and it is said from how many positions.
#[test]
fn what_repairs_learn_from_is_counted() {
    let (plain, _) = found("repairs = ['affordable']");
    let player = &plain.reports()[0].1[0];
    let product = player.repairs.iter().find(|repair| repair.id.id() == "product").expect("it ran");
    let learned = product.learned.expect("it is counted");
    assert!((100..=2000).contains(&learned), "{learned}");
    let told = format!("learned from {learned} solved positions of random(plies=4..9)");
    assert!(text(&plain).contains(&told), "{}", text(&plain));
}

/// Stopped anywhere, in the first round, while it learns or in the second, a resumed run ends with the same bytes.
#[test]
fn a_run_stopped_in_any_round_is_resumed() {
    let whole = folder("whole");
    let counted = Counting::failing_at(usize::MAX);
    run_in(&whole, false, 1, None, &counted).unwrap();
    let (expected, numbers) = (bytes(&whole), measured(&whole));
    let writes = counted.writes.into_inner();
    let mut in_second_round = 0;
    for write in 2..writes {
        let path = folder(&format!("write-{write}"));
        let error = run_in(&path, false, 1, None, &Counting::failing_at(write)).expect_err("the write fails");
        assert!(matches!(error, Error::File { .. } | Error::Library(_)), "{error}");
        let state = |file: std::fs::DirEntry| {
            let text = std::fs::read_to_string(file.path()).unwrap_or_default();
            text.contains("{\"open\":true")
        };
        let files = std::fs::read_dir(path.join("tallies")).into_iter().flatten();
        let states: Vec<bool> = files.map(|file| state(file.unwrap())).collect();
        in_second_round += usize::from(states.contains(&true) && states.contains(&false));
        run_in(&path, true, 2, None, &RealDisk).unwrap();
        assert!(bytes(&path) == expected && measured(&path) == numbers, "write {write}");
        std::fs::remove_dir_all(path).unwrap();
    }
    assert!(in_second_round > 0, "no run was stopped in the middle of the second round");
    std::fs::remove_dir_all(whole).unwrap();
}
