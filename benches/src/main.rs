//! The benchmarks: `cargo run --release -- [PART...]`, all parts where none is named: trials, connect-four, solving, games,
//! copying, rules, threads, cost, instructions, matches, restricted, process, curves, sampling, similarity, openspiel, few,
//! first-minutes; `solving CLASS` is one class of its positions. A table for people goes to standard output; with `--json` the
//! same as JSON. UCI engines have a program of their own: `cargo run --release -p engines --bin overhead -- PLYSCOPE [ENGINE
//! [DEPTH]]`.

mod connect_four;
mod curves;
mod few;
mod first_minutes;
mod games;
mod hot;
mod matches;
mod openspiel;
mod peer;
mod process;
mod rules;
mod sampling;
mod similarity;
mod solving;
mod timing;
mod trials;
mod unmake;

use serde_json::json;
use std::process::ExitCode;
use timing::{Result, Row};

/// A part of the suite.
type Part = (&'static str, fn(&mut Vec<Row>) -> Result<()>);

const PARTS: &[Part] = &[
    ("trials", trials::measure),
    ("connect-four", connect_four::measure),
    ("solving", solving::measure),
    ("games", games::measure),
    ("copying", unmake::measure),
    ("rules", rules::measure),
    ("threads", trials::threads),
    ("cost", trials::cost),
    ("instructions", hot::count),
    ("matches", matches::measure),
    ("restricted", matches::restricted),
    ("process", process::measure),
    ("curves", curves::measure),
    ("sampling", sampling::measure),
    ("similarity", similarity::measure),
    ("openspiel", openspiel::measure),
    ("few", few::measure),
    ("first-minutes", first_minutes::measure),
];

fn main() -> ExitCode {
    // Started as the supervisor of another program, it is that and nothing else.
    if let Some(ended) = plyscope_process::supervise::if_asked() {
        return ended;
    }
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [how, name] = &arguments[..]
        && ["hot", "before"].contains(&how.as_str())
    {
        println!("{}", hot::run(name, how == "before")?);
        return Ok(());
    }
    if let [part, class] = &arguments[..]
        && part == "solving"
        && let Some((class, _)) = solving::CLASSES.iter().find(|(known, _)| known == class)
    {
        let mut rows = Vec::new();
        solving::only(class, &mut rows)?;
        rows.iter().for_each(|row| println!("{}  {:.3} {:.3?}", row.name, row.ours, row.other));
        return Ok(());
    }
    let wanted = |name: &str| {
        let mut named = arguments.iter().filter(|argument| *argument != "--json").peekable();
        named.peek().is_none() || named.any(|argument| argument == name)
    };
    let mut rows = Vec::new();
    for (_, part) in PARTS.iter().filter(|(name, _)| wanted(name)) {
        part(&mut rows)?;
    }
    if arguments.iter().any(|argument| argument == "--json") {
        let row =
            |row: &Row| json!({"name": row.name, "ours": row.ours, "other": row.other, "ratio": row.ratio()});
        println!("{:#}", json!({"rows": rows.iter().map(row).collect::<Vec<_>>()}));
    } else {
        let number =
            |number: f64| if number.abs() < 100.0 { format!("{number:.3}") } else { format!("{number:.0}") };
        let other = |other: Option<f64>| other.map_or_else(String::new, number);
        let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
        println!("{:width$} {:>12} {:>12} {:>8}", "", "ours", "other", "times");
        for row in &rows {
            println!(
                "{:width$} {:>12} {:>12} {:>8}",
                row.name,
                number(row.ours),
                other(row.other),
                other(row.ratio())
            );
        }
    }
    Ok(())
}
