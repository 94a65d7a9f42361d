//! (k) Positions a second from games in other programs: every position of tic-tac-toe expanded and evaluated once, asked for
//! as a search asks, one position with its siblings at a time. Beside it the child alone: the same requests from a file. In
//! processor time of everybody who takes part, kept on one core; then by the clock with all cores free, where every question
//! wakes another core.

use crate::timing::{Result, Row, best_of};
use plyscope::catalogue::{Catalogue, Subject};
use plyscope::game::{AnyPosition, expand_one};
use plyscope::key::Stream;
use plyscope::name::Name;
use plyscope_process::{Starts, entry, supervise};
use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};
use std::collections::HashSet;
use std::fs::File;
use std::process::{Command, Stdio};
use std::time::Instant;

/// Where the children are.
const CHILDREN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/process");

/// Children in both languages, where there is a compiler.
pub fn measure(rows: &mut Vec<Row>) -> Result<()> {
    let all = sched_getaffinity(None)?;
    let mut one = CpuSet::new();
    one.set(sched_getcpu());
    let folder = std::env::temp_dir().join(format!("plyscope-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let built = folder.join("tic_tac_toe").display().to_string();
    let source = format!("{CHILDREN}/tic_tac_toe.cpp");
    let compiled = Command::new("c++").args(["-O2", "-std=c++17", "-o", &built, &source]).status();
    let mut children = vec![("Python", format!("python3 {CHILDREN}/tic_tac_toe.py"))];
    match compiled {
        Ok(status) if status.success() => children.insert(0, ("C++", built)),
        _ => eprintln!("no C++ compiler: the child in C++ is left out"),
    }
    for (language, command) in children {
        let requests = folder.join(format!("{language}.requests")).display().to_string();
        let recorded = format!("sh -c \"tee {requests} | {command}\"").replace('"', "'");
        let positions = walks(&recorded, 1)?;
        // Without what it takes to start.
        let of_walks = |count: usize| processor_seconds(|| walks(&command, count).map(|_| ()));
        let clock = Instant::now();
        walks(&command, WALKS)?;
        let free = clock.elapsed().as_secs_f64() / WALKS as f64;
        sched_setaffinity(None, &one)?;
        let ours = best_of(3, || Ok((of_walks(1 + WALKS)? - of_walks(1)?) / WALKS as f64))?;
        let alone = |input: &str| {
            let words: Vec<&str> = command.split(' ').collect();
            let mut child = Command::new(words[0]);
            child.args(&words[1..]).stdin(File::open(input)?).stdout(Stdio::null());
            processor_seconds(|| Ok(child.status().map(|_| ())?))
        };
        let many = format!("{requests}.many");
        let once = std::fs::read_to_string(&requests)?;
        std::fs::write(&many, once.repeat(WALKS))?;
        let own = best_of(3, || Ok((alone(&many)? - alone("/dev/null")?) / WALKS as f64))?;
        sched_setaffinity(None, &all)?;
        let name = |where_to: &str| {
            format!("{language} child: positions a second expanded and evaluated, {where_to}")
        };
        rows.push(Row::rate(
            &name("one core; other: the child alone"),
            positions as f64 / ours,
            positions as f64 / own,
        ));
        rows.push(Row::rate(
            &name("all cores, by the clock; other: one core"),
            positions as f64 / free,
            positions as f64 / ours,
        ));
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

/// How often all positions are asked for.
const WALKS: usize = 20;

/// Seconds of processor time that something takes, with all programs that it started and that have ended.
pub(crate) fn processor_seconds(work: impl FnOnce() -> Result<()>) -> Result<f64> {
    let ticks = || -> Result<u64> {
        let text = std::fs::read_to_string("/proc/self/stat")?;
        // After the name: user and system time of ours, then of our children.
        let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(4);
        Ok(fields.map(|field| field.parse::<u64>().unwrap_or(0)).sum())
    };
    let before = ticks()?;
    work()?;
    // In hundredths of a second.
    Ok((ticks()? - before) as f64 / 100.0)
}

/// Expands and evaluates every position once, some times over: how many there are.
fn walks(command: &str, times: usize) -> Result<usize> {
    let starts = Starts::OnUse { supervisor: supervise::this_program(), announce: |_| () };
    let catalogue = Catalogue::built_in().with_game_entry(entry(starts));
    let game = catalogue.game(&Name::new("process").with("command", command).to_string())?;
    let subject = Subject { game: &game, seed: 0, cache: None };
    let evaluator = catalogue.evaluator("lines", &subject)?.evaluator;
    let mut count = 0;
    for _ in 0..times {
        // What was asked before is asked again.
        game.brings().ok_or("it brings its evaluators")?.forget();
        let mut level: Vec<AnyPosition> = vec![game.start(Stream::new(0, "process").trial(0))?];
        let mut seen = HashSet::new();
        while !level.is_empty() {
            let mut next = Vec::new();
            for position in &level {
                let after = expand_one(&*game, position)?.after;
                if !after.is_empty() {
                    evaluator.estimate(position)?;
                }
                next.extend(after.into_iter().filter(|after| seen.insert(game.position_text(after))));
            }
            level = next;
        }
        count = seen.len() + 1;
    }
    Ok(count)
}
