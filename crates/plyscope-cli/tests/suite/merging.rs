//! Shards put together: the folder that one run would have made, and shards that are missing or doubled.

use crate::support::run;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Sampled and computed, with and without something that is learned.
const IDS: [&str; 4] = ["wilson/fig3-b2", "zuckerman/fig9", "horacek/table1", "evidence/p-natural"];

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("plyscope-merging-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a temporary folder");
    path
}

/// All files below a folder, with their bytes.
fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![root.to_path_buf()];
    while let Some(folder) = open.pop() {
        for path in std::fs::read_dir(folder).expect("readable").map(|entry| entry.expect("readable").path())
        {
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(root).expect("below it").display().to_string();
                found.insert(name, std::fs::read(&path).expect("readable"));
            }
        }
    }
    found
}

#[test]
fn a_merge_makes_the_folder_of_a_run() {
    let here = folder("same");
    let at = |name: &str| here.join(name).display().to_string();
    let small = ["reproduce", "--trials", "1200", "--quiet", "--parquet"];
    let reproduce = |out: &str, shard: Option<&str>| {
        let mut arguments = [&small[..], &IDS, &["--out", out]].concat();
        arguments.extend(shard.into_iter().flat_map(|shard| ["--shard", shard]));
        let ran = run(&arguments);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        ran
    };
    let whole = reproduce(&at("whole"), None);
    let shards = ["1/3", "2/3", "3/3"].map(|shard| {
        let out = at(&shard.replace('/', "-"));
        reproduce(&out, Some(shard));
        out
    });
    let header = std::fs::read_to_string(here.join("2-3/wilson-fig3-b2/run.json")).expect("a header");
    assert!(header.contains("\"2/3\"") && header.contains("shard-complete"), "{header}");
    // One of them twice, in another order: that is told, and changes nothing.
    let [one, two, three] = &shards;
    let merged = run(&["merge", &at("merged"), three, one, two, three, "--parquet"]);
    assert_eq!((merged.status, &merged.stdout), (0, &whole.stdout), "{}", merged.stderr);
    assert!(merged.stderr.contains("wilson/fig3-b2: shard 3/3 was given twice"), "{}", merged.stderr);
    assert!(merged.stderr.contains("report.html"), "{}", merged.stderr);
    let (mine, theirs) = (files(&here.join("merged")), files(&here.join("whole")));
    assert!(mine.keys().eq(theirs.keys()), "{:?}\n{:?}", mine.keys(), theirs.keys());
    for name in [
        "report.html",
        "wilson-fig3-b2/figure.svg",
        "wilson-fig3-b2/figure.png",
        "wilson-fig3-b2/figure.pdf",
        "zuckerman-fig9/results.parquet",
    ] {
        assert!(mine.contains_key(name), "{name}: {:?}", mine.keys());
    }
    for (name, bytes) in &mine {
        if name.ends_with("run.json") {
            // The time that it took is the one difference.
            let read = |bytes: &[u8]| -> serde_json::Value {
                let mut header: serde_json::Value = serde_json::from_slice(bytes).expect("JSON");
                header["seconds"].take();
                header
            };
            assert_eq!(read(bytes), read(&theirs[name]), "{name}");
        } else {
            assert!(*bytes == theirs[name], "{name} differs");
        }
    }
    // It is as good as a run: it can be compared and extended.
    let ran = run(&["diff", &at("whole/wilson-fig3-b2"), &at("merged/wilson-fig3-b2")]);
    assert!(ran.status == 0 && ran.stdout.contains("0 values differ"), "{}", ran.stdout);
    let again = run(&["merge", &at("merged"), one, two, three]);
    assert!(again.status == 2 && again.stderr.contains("it is not empty"), "{}", again.stderr);
    assert_eq!(files(&here.join("merged")), mine, "a refused merge leaves everything as it is");
    std::fs::remove_dir_all(here).expect("removed");
}

/// A measurement has a folder to itself, and so have its shards put together.
#[test]
fn shards_of_a_measurement() {
    let here = folder("measure");
    let at = |name: &str| here.join(name).display().to_string();
    let small =
        ["measure", "board-splitting(depth=6)", "--evaluator", "artificial(error=0.2)", "--repairs", "free"];
    let rest = ["--depths", "1..3", "--trials", "600", "--quiet", "--out"];
    let whole = run(&[&small[..], &rest, &[&at("whole")]].concat());
    assert_eq!(whole.status, 0, "{}", whole.stderr);
    for shard in ["1/2", "2/2"] {
        let out = at(&shard.replace('/', "-"));
        let ran = run(&[&small[..], &rest, &[&out, "--shard", shard]].concat());
        assert_eq!(ran.status, 0, "{}", ran.stderr);
    }
    let merged = run(&["merge", &at("merged"), &at("2-2"), &at("1-2")]);
    // The text names the file of positions in the run's own folder.
    let expected = whole.stdout.replace(&at("whole"), &at("merged"));
    assert_eq!((merged.status, merged.stdout), (0, expected), "{}", merged.stderr);
    let (mine, theirs) = (files(&here.join("merged")), files(&here.join("whole")));
    assert!(mine.keys().eq(theirs.keys()), "{:?}\n{:?}", mine.keys(), theirs.keys());
    assert!(mine.contains_key("measurement.json") && mine.contains_key("report.html"));
    for (name, bytes) in mine.iter().filter(|(name, _)| *name != "run.json") {
        assert!(*bytes == theirs[name], "{name} differs");
    }
    let ran = run(&["merge", &at("again"), &at("2-2")]);
    assert!(ran.status == 2 && ran.stderr.contains("shard 1/2 is missing"), "{}", ran.stderr);
    std::fs::remove_dir_all(here).expect("removed");
}

#[test]
fn missing_and_doubled_shards_are_named() {
    let here = folder("missing");
    let at = |name: &str| here.join(name).display().to_string();
    for shard in ["1/4", "2/4", "4/4"] {
        let out = at(&shard.replace('/', "-"));
        let arguments =
            ["reproduce", "wilson/fig3-b2", "--trials", "4096", "--quiet", "--out", &out, "--shard", shard];
        assert_eq!(run(&arguments).status, 0);
    }
    let out = at("out");
    let ran = run(&["merge", &out, &at("1-4"), &at("2-4"), &at("4-4")]);
    assert_eq!(ran.status, 2, "{}", ran.stdout);
    assert!(ran.stderr.contains("wilson/fig3-b2 is not whole: shard 3/4 is missing"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("1/4") && !Path::new(&out).exists(), "{}", ran.stderr);
    // The wrong folder twice: both sides of the mistake are told.
    let ran = run(&["merge", &out, &at("1-4"), &at("2-4"), &at("2-4"), &at("4-4")]);
    for part in ["shard 3/4 is missing", "shard 2/4 was given twice"] {
        assert!(ran.status == 2 && ran.stderr.contains(part), "{}", ran.stderr);
    }
    // A shard that was stopped is not one that is missing.
    let tallies = here.join("1-4/wilson-fig3-b2/tallies");
    let first = std::fs::read_dir(&tallies).expect("readable").next().expect("a chunk").expect("readable");
    std::fs::remove_file(first.path()).expect("removed");
    let ran = run(&["merge", &out, &at("1-4"), &at("2-4"), &at("4-4")]);
    assert!(ran.stderr.contains("is not finished (1 chunks are missing)"), "{}", ran.stderr);
    // Another seed is another run.
    let other = at("other");
    let arguments =
        ["reproduce", "wilson/fig3-b2", "--trials", "4096", "--quiet", "--seed", "2", "--out", &other];
    assert_eq!(run(&arguments).status, 0);
    let ran = run(&["merge", &out, &at("2-4"), &other]);
    assert!(ran.status == 2 && ran.stderr.contains("it holds another run"), "{}", ran.stderr);
    // Nor is the folder of a run one to put runs in.
    let inside = at("other/wilson-fig3-b2");
    let ran = run(&["merge", &inside, &other]);
    assert!(ran.status == 2 && ran.stderr.contains("is the folder of one run"), "{}", ran.stderr);
    std::fs::remove_dir_all(here).expect("removed");
}
