//! (k) Positions a second from games in other programs: every position of tic-tac-toe expanded and evaluated once, asked for
//! as a search asks, one position with its siblings at a time. Beside it the child alone: the same requests from a file.
//! On one core: `taskset -c 0 cargo run --release -- process`.

use crate::timing::{Result, Row, best_of, seconds};
use plyscope::catalogue::{Catalogue, Subject};
use plyscope::game::{AnyPosition, expand_one};
use plyscope::key::Stream;
use plyscope::name::Name;
use plyscope_process::{Starts, entry, supervise};
use std::collections::HashSet;
use std::fs::File;
use std::process::{Command, Stdio};

/// Where the children are.
const CHILDREN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/process");

/// Children in both languages, where there is a compiler.
pub fn measure(rows: &mut Vec<Row>) -> Result<()> {
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
        let positions = walk(&recorded)?.0;
        let ours = best_of(5, || Ok(walk(&command)?.1))?;
        let alone = |input: &str| {
            let words: Vec<&str> = command.split(' ').collect();
            best_of(5, || {
                let mut child = Command::new(words[0]);
                child.args(&words[1..]).stdin(File::open(input)?).stdout(Stdio::null());
                seconds(|| Ok(child.status()?))
            })
        };
        // Without what it takes to start.
        let own = alone(&requests)? - alone("/dev/null")?;
        let name =
            format!("{language} child: positions a second expanded and evaluated; other: the child alone");
        rows.push(Row::rate(&name, positions as f64 / ours, positions as f64 / own));
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

/// Expands and evaluates every position once: how many there are, and the seconds that it took.
fn walk(command: &str) -> Result<(usize, f64)> {
    let starts = Starts::OnUse { supervisor: supervise::this_program(), announce: |_| () };
    let catalogue = Catalogue::built_in().with_game_entry(entry(starts));
    let game = catalogue.game(&Name::new("process").with("command", command).to_string())?;
    let subject = Subject { game: &game, seed: 0, shelf: None };
    let evaluator = catalogue.evaluator("lines", &subject)?.evaluator;
    let start = game.start(Stream::new(0, "process").trial(0))?;
    // What the game was asked when it was opened is asked again.
    game.brings().ok_or("it brings its evaluators")?.forget();
    let mut seen = HashSet::new();
    let time = seconds(|| {
        let mut level: Vec<AnyPosition> = vec![start];
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
        Ok(())
    })?;
    Ok((seen.len() + 1, time))
}
