//! Two versions of a player: equal ones are not told apart, planted differences are found and placed, folders are paired, and
//! how a comparison runs does not matter.

use crate::confirmed::{record, setup};
use plyscope::catalogue::Catalogue;
use plyscope::key::{Domain, Stream};
use plyscope::search::Effort;
use plyscope_lab::comparing::{Comparing, of_folders};
use plyscope_lab::conduct::Conduct;
use plyscope_lab::measurement::{Comparison, Measurement, Record, Setup, Stopping, Versions};
use plyscope_lab::question::{Efforts, Question};
use plyscope_lab::run::{RealDisk, Shard, Silent};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// What two players who are right with these probabilities are called: each depth of either draws for itself.
fn drawn(
    seed: u64,
    trials: u64,
    stopping: Stopping,
    right: impl Fn(bool, usize, usize) -> f64,
) -> Comparison {
    let players = vec![setup().players[0].clone(), setup().players[0].clone()];
    let setup = Setup { players, comparison: Some(stopping), ..setup() };
    let record = |trial: u64| -> Record {
        let key = Stream::new(seed, "comparing").trial(trial);
        let draws = key.block.draw(Domain::Moves);
        let uniform = |i: usize| f64::from(draws.below(key.lane, i as u64, 1_000_000)) / 1e6;
        let check = uniform(9) < 0.25;
        let mut both = [0, 1].map(|player| {
            let found = [0, 1, 2].map(|depth| uniform(3 * player + depth) < right(check, player, depth));
            record(if check { "check" } else { "capture" }, found)
        });
        let new = both[1].seen.take().expect("seen").players.remove(0);
        let mut seen = both[0].seen.take().expect("seen");
        seen.players.push(new);
        seen.position = format!("p{trial}");
        Record { seen: Some(seen), ..Record::default() }
    };
    let records: Vec<Record> = (0..trials).map(record).collect();
    Measurement::new(&setup, &records).comparison.expect("compared")
}

/// The numbers of trials after which a comparison that may end early looks, and where it ends.
fn ended(seed: u64, right: impl Fn(bool, usize, usize) -> f64) -> Comparison {
    let look = |trials: &u64| drawn(seed, *trials, Stopping::Decided, &right);
    let mut looks = [128, 256, 512, 1024, 2048].iter().map(look);
    let mut last = looks.next().expect("a first look");
    for next in looks {
        if last.decided {
            break;
        }
        last = next;
    }
    last
}

/// Of 200 seeds, with all trials and with looks at growing numbers of them: at most 5% are told apart.
#[test]
fn equal_players_are_not_told_apart() {
    let mut told = [0, 0];
    for seed in 1..=200 {
        let right = |check: bool, _: usize, depth: usize| if check { 0.6 } else { 0.7 + 0.05 * depth as f64 };
        let apart = |found: &Comparison| ![Versions::Equal, Versions::Undecided].contains(&found.verdict.id);
        told[0] += usize::from(apart(&drawn(seed, 600, Stopping::Fixed, right)));
        told[1] += usize::from(apart(&ended(seed, right)));
    }
    assert!(told.iter().all(|told| *told <= 10), "{told:?} of 200");
}

#[test]
fn a_planted_difference_is_found_and_placed() {
    for seed in 1..=20 {
        let all = drawn(seed, 800, Stopping::Fixed, |_, new, _| if new == 1 { 0.9 } else { 0.7 });
        assert_eq!(all.verdict.id, Versions::Better, "{:?}", all.verdict);
        assert!(all.verdict.text.starts_with("NEW is better at every effort ("), "{:?}", all.verdict);
        // The other way round it is worse by as much.
        let other = drawn(seed, 800, Stopping::Fixed, |_, new, _| if new == 1 { 0.7 } else { 0.9 });
        assert!(other.is_worse() && other.verdict.text.starts_with("NEW is worse at every effort ("));
        for at in &all.efforts {
            assert!(
                at.difference.low < 0.2 && 0.2 < at.difference.high,
                "the planted one lies within: {at:?}"
            );
        }
        // A loss where only a check keeps the outcome, behind a gain everywhere.
        let mixed = drawn(seed, 2000, Stopping::Fixed, |check, new, _| match (check, new) {
            (true, 1) => 0.6,
            (false, 1) => 0.95,
            _ => 0.75,
        });
        assert_eq!(mixed.verdict.id, Versions::Mixed, "{:?}", mixed.verdict);
        let told = "NEW is better at every effort (";
        assert!(mixed.verdict.text.starts_with(told), "{:?}", mixed.verdict);
        assert!(
            mixed.verdict.text.contains("; worse where only a check keeps the outcome ("),
            "{:?}",
            mixed.verdict
        );
        let group = mixed.groups.iter().find(|group| group.group == "only a check").expect("a group");
        let judged = group.judged.expect("it is judged");
        assert!(
            group.confirmed && judged.difference.low < -0.15 && -0.15 < judged.difference.high,
            "{group:?}"
        );
    }
}

/// A large difference is decided soon, a small one later, and what ends early has wider intervals.
#[test]
fn a_decision_ends_a_comparison() {
    let large = ended(1, |_, new, _| if new == 1 { 0.95 } else { 0.6 });
    let small = ended(1, |_, new, _| if new == 1 { 0.8 } else { 0.7 });
    assert!(large.trials < small.trials && large.decided && small.decided, "{large:?} {small:?}");
    let width = |found: &Comparison| found.efforts[0].difference.high - found.efforts[0].difference.low;
    let fixed = drawn(1, small.trials, Stopping::Fixed, |_, new, _| if new == 1 { 0.8 } else { 0.7 });
    assert!(width(&small) > width(&fixed) && small.looks > 1 && fixed.looks == 1);
}

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("plyscope-comparing-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn comparing(stopping: Stopping) -> Comparing {
    Comparing {
        game: Some("connect-four(width=4,height=4,run=3)".into()),
        players: ["player(evaluator=random)".into(), "player(evaluator=lines)".into()],
        efforts: Some(Efforts::of("depths", vec![1, 2]).unwrap()),
        positions: Some("random(plies=2..8)".into()),
        trials: Some(600),
        stopping,
        ..Comparing::default()
    }
}

/// Runs into a folder, or a part of it.
fn run(stopping: Stopping, out: &Path, jobs: usize, shard: Option<&str>, resume: bool, stop: bool) -> bool {
    let experiment = comparing(stopping).experiment(&Catalogue::built_in()).unwrap();
    let stop = AtomicBool::new(stop);
    let (out, shard) = (Some(out), shard.map(|shard| shard.parse::<Shard>().unwrap()));
    let (trials, seed, until, nested, disk) = (None, None, None, false, &RealDisk);
    let how = Conduct {
        decide: false,
        most: None,
        trials,
        seed,
        until,
        jobs,
        out,
        nested,
        resume,
        shard,
        stop: &stop,
        disk,
    };
    how.run(experiment, &Silent, &|_, _| Ok(())).is_ok()
}

/// The files that a comparison leaves, but for how it was run.
fn files(folder: &Path) -> Vec<(String, String)> {
    let names =
        ["comparison.json", "measurement.json", "report.html", "repaired.txt", "broken.txt", "results.csv"];
    names.map(|name| (name.to_string(), std::fs::read_to_string(folder.join(name)).expect(name))).into()
}

/// Threads, shards, a stop and going on do not change a byte, and neither do threads where a decision ends it.
#[test]
fn how_it_runs_does_not_matter() {
    let at = |name: &str| folder(&format!("runs-{name}"));
    let (one, two, parts) = (at("one"), at("two"), [at("1"), at("2")]);
    assert!(
        run(Stopping::Fixed, &one, 1, None, false, false)
            && run(Stopping::Fixed, &two, 3, None, false, false)
    );
    assert_eq!(files(&one), files(&two));
    for (part, shard) in parts.iter().zip(["1/2", "2/2"]) {
        assert!(run(Stopping::Fixed, part, 2, Some(shard), false, false));
    }
    let merged = at("merged");
    plyscope_lab::run::merge(&Catalogue::built_in(), &merged, &parts, &RealDisk).unwrap();
    assert_eq!(files(&one), files(&merged));
    let (whole, stopped) = (at("whole"), at("stopped"));
    assert!(run(Stopping::Decided, &whole, 1, None, false, false));
    // Stopped before anything is done, then with the tallies of some chunks lost, as a kill leaves it.
    assert!(!run(Stopping::Decided, &stopped, 3, None, false, true));
    assert!(run(Stopping::Decided, &stopped, 3, None, true, false));
    assert_eq!(files(&whole), files(&stopped));
    for chunk in ["0000-00000000", "0000-00000003"] {
        std::fs::remove_file(stopped.join(format!("tallies/{chunk}.tally"))).unwrap();
    }
    assert!(run(Stopping::Decided, &stopped, 2, None, true, false));
    assert_eq!(files(&whole), files(&stopped));
    assert!(
        !run(Stopping::Decided, &at("shard"), 1, Some("1/2"), false, false),
        "its end depends on all of it"
    );
    // What the files hold is read back, and known to be selected.
    let again = Comparing {
        positions: Some(format!("file(path=\"{}\")", one.join("repaired.txt").display())),
        trials: None,
        ..comparing(Stopping::Fixed)
    };
    let experiment = again.experiment(&Catalogue::built_in()).unwrap();
    let listed = std::fs::read_to_string(one.join("repaired.txt")).unwrap();
    assert_eq!(experiment.trials, listed.lines().filter(|line| !line.starts_with('#')).count() as u64);
    assert!(experiment.study.measured().is_some_and(|setup| setup.selected));
    [&one, &two, &merged, &whole, &stopped].into_iter().chain(&parts).for_each(|folder| {
        let _ = std::fs::remove_dir_all(folder);
    });
}

/// Two measured folders give what a comparison of both players on the same positions gives.
#[test]
fn folders_are_paired() {
    let catalogue = Catalogue::built_in();
    let measure = |name: &str, question: Question| {
        let (out, stop) = (folder(name), AtomicBool::new(false));
        let (trials, seed, until, nested, disk) = (None, None, None, false, &RealDisk);
        let (jobs, resume, shard) = (2, false, None);
        let how = Conduct {
            decide: false,
            most: None,
            trials,
            seed,
            until,
            jobs,
            out: Some(&out),
            nested,
            resume,
            shard,
            stop: &stop,
            disk,
        };
        let experiment = question.experiment(&catalogue).unwrap();
        how.run(experiment, &Silent, &|_, _| Ok(())).unwrap();
        out
    };
    let question = |evaluator: &str, depths: Vec<u64>| Question {
        evaluators: vec![evaluator.into()],
        efforts: Some(Efforts::of("depths", depths).unwrap()),
        positions: Some("random(plies=2..8)".into()),
        repairs: "none".into(),
        trials: Some(300),
        ..Question::about("connect-four(width=4,height=4,run=3)")
    };
    let old = measure("old", question("random", vec![1, 2, 3]));
    let new = measure("new", question("lines", vec![1, 2]));
    let found = of_folders(&catalogue, [&old, &new]).unwrap().comparison.expect("compared");
    assert_eq!(found.efforts.iter().map(|at| at.effort.0).collect::<Vec<_>>(), [1, 2].map(Effort::Depth));
    let direct =
        Comparing { trials: Some(300), ..comparing(Stopping::Fixed) }.experiment(&catalogue).unwrap();
    let stop = AtomicBool::new(false);
    let options = plyscope_lab::run::Options { jobs: 2, shard: None, stop: &stop, progress: &Silent };
    let tallies = plyscope_lab::run::run(&direct, None, &options).unwrap();
    let direct = plyscope_lab::results::evaluate(&direct, &tallies).unwrap().measurement.expect("measured");
    let direct = direct.comparison.expect("compared");
    assert_eq!((found.trials, &found.efforts), (300, &direct.efforts));
    assert_eq!((&found.groups, &found.verdict), (&direct.groups, &direct.verdict));
    // What cannot be paired says why.
    let other = measure("game", Question { game: "tic-tac-toe".into(), ..question("lines", vec![1, 2]) });
    let seed = measure(
        "seed",
        Question { seed: 7, positions: Some("random(plies=9..9)".into()), ..question("lines", vec![1]) },
    );
    let deep = measure("deep", question("lines", vec![5]));
    let several = measure(
        "several",
        Question { evaluators: vec!["lines".into(), "random".into()], ..question("lines", vec![1]) },
    );
    for (folder, why) in [
        (&other, "cannot be compared: the game differs"),
        (&seed, "no position is in both"),
        (&deep, "they spend different things on a decision"),
        (&several, "holds several players: measure one in each folder"),
    ] {
        let told = of_folders(&catalogue, [&old, folder]).unwrap_err().to_string();
        assert!(told.contains(why), "{told}");
    }
    for folder in [old, new, other, seed, deep, several] {
        std::fs::remove_dir_all(folder).unwrap();
    }
}
