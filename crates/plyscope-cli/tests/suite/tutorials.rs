//! The tutorials are run as they are written: their files are made, their commands run in order, and what these print is
//! what the page shows.
//!
//! A block after a line that ends with the name of a file and a colon is that file; after "Add to" it is added to it. In a
//! ```` ```console ```` block a line `$ COMMAND` is run in the tutorial's folder, and the lines up to the next one are all
//! that it prints. `UPDATE_TUTORIALS=1` writes what commands print into the pages; read it before you commit it.

use crate::documents::words;
use crate::support::{python, skipped};
use std::path::{Path, PathBuf};
use std::process::Command;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// One thing that a reader of a tutorial does.
#[derive(Debug, PartialEq)]
enum Step {
    /// Writes a file, or adds to it.
    File { name: String, adds: bool, text: String },
    /// Runs a command.
    Run { command: String, shown: String },
}

/// The steps of a page in order.
fn steps(page: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut before = "";
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(kind) = line.strip_prefix("```") else {
            if !line.is_empty() {
                before = line;
            }
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let named = before.strip_suffix("`:").and_then(|line| line.rsplit_once('`'));
        match (kind, named) {
            ("console", _) => {
                for line in block {
                    match (line.strip_prefix("$ "), steps.last_mut()) {
                        (Some(command), _) => {
                            steps.push(Step::Run { command: command.into(), shown: String::new() });
                        }
                        (None, Some(Step::Run { shown, .. })) => *shown += &format!("{line}\n"),
                        (None, _) => panic!("a console block begins with a command, not with {line}"),
                    }
                }
            }
            (_, Some((told, name))) => {
                let text = block.iter().map(|line| format!("{line}\n")).collect();
                steps.push(Step::File { name: name.into(), adds: told.contains("Add to "), text });
            }
            _ => {}
        }
    }
    steps
}

/// Runs a page in a folder of its own. `own` is what `cargo run --release --` stands for. A command that needs a program
/// that is not here ends it, and is returned.
fn follow(name: &str, own: Option<&Path>) -> Option<String> {
    let path = repository().join("docs").join(name);
    let page = std::fs::read_to_string(&path).expect("the page is there");
    let here = std::env::temp_dir().join(format!("plyscope-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&here);
    std::fs::create_dir_all(here.join("src")).expect("a folder");
    let mut missing = None;
    let mut now = page.clone();
    let mut ran = 0;
    for step in steps(&page) {
        match step {
            Step::File { name, adds, text } => {
                let file = here.join(&name);
                let there =
                    if adds { std::fs::read_to_string(&file).expect("it is there") } else { String::new() };
                std::fs::write(file, there + &text).expect("written");
            }
            Step::Run { command, shown } => {
                let words = words(&command);
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let (program, arguments) = match &words[..] {
                    ["plyscope", rest @ ..] => (Path::new(env!("CARGO_BIN_EXE_plyscope")), rest),
                    ["cargo", "run", "--release", "--", rest @ ..] => (own.expect("a program"), rest),
                    ["python3", rest @ ..] => match python("import matplotlib, pandas") {
                        Some(python) => (Path::new(python), rest),
                        None => {
                            missing = Some(command);
                            break;
                        }
                    },
                    [program @ ("head" | "ls"), rest @ ..] => (Path::new(*program), rest),
                    _ => panic!("{}: nobody knows how to run {command}", path.display()),
                };
                let output = Command::new(program).args(arguments).current_dir(&here).output();
                let output = output.unwrap_or_else(|error| panic!("{command}: {error}"));
                let (out, talk) =
                    (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
                assert!(output.status.success(), "{}: {command}\n{talk}", path.display());
                ran += 1;
                if std::env::var_os("UPDATE_TUTORIALS").is_some() {
                    let printed = out.trim_end().lines().map(|line| format!("{line}\n")).collect::<String>();
                    let block = |text: &str| format!("$ {command}\n{text}");
                    now = now.replacen(&block(&shown), &block(&printed), 1);
                } else {
                    assert_eq!(out.trim_end(), shown.trim_end(), "{}: {command}", path.display());
                }
            }
        }
    }
    if now != page {
        std::fs::write(&path, now).expect("written");
    }
    assert!(ran >= 3, "{name} runs only {ran} commands");
    std::fs::remove_dir_all(here).expect("removed");
    missing
}

/// Every number of the lesson's solutions is one that the command below them prints, or is worked out in the sentence.
#[test]
fn the_solutions_say_what_is_printed() {
    let page = std::fs::read_to_string(repository().join("docs/tutorial-lesson.md")).expect("readable");
    let solutions = page.split("## Solutions").nth(1).expect("solutions");
    let mut checked = 0;
    for solution in solutions.split("\n**").skip(1) {
        let (text, printed) = solution.split_once("```console").expect("a command");
        // What stands in a product is given; what is said is printed.
        let words = text.split_whitespace().map(|word| word.trim_end_matches([',', '.', ':', ';', ')']));
        let words: Vec<&str> = words.map(|word| word.trim_start_matches('(')).collect();
        for (i, word) in words.iter().enumerate().filter(|(_, word)| word.starts_with('.')) {
            let neighbours = [words.get(i.wrapping_sub(1)), words.get(i + 1)];
            if neighbours.into_iter().flatten().any(|word| *word == "x") {
                continue;
            }
            let said: f64 = format!("0{word}").parse().expect("a number");
            let digits = 10f64.powi(word.len() as i32 - 1);
            let cells = printed.split_whitespace().filter_map(|cell| cell.parse::<f64>().ok());
            let there = cells.into_iter().any(|cell| (cell * digits).round() == (said * digits).round());
            assert!(there, "{word} is said and not printed: **{text}");
            checked += 1;
        }
    }
    assert!(checked > 10, "only {checked} numbers were found");
    // What EMM says of A where B has no evaluation of its own.
    let (fourth, printed) = solutions
        .split("\n**4.** ")
        .nth(1)
        .and_then(|rest| rest.split_once("```console"))
        .expect("solution 4");
    let root = printed.lines().find(|line| line.starts_with("A ")).expect("the root");
    let value = root.split_whitespace().nth(2).expect("its value").trim_start_matches('0');
    assert!(fourth.starts_with(&format!("{value}, ")), "the root is worth {value}: {fourth}");
    assert!(page.contains("type C"), "type C is printed and not explained");
}

#[test]
fn a_lesson() {
    assert_eq!(follow("tutorial-lesson.md", None), None);
}

#[test]
fn a_figure_for_a_paper() {
    if let Some(command) = follow("tutorial-paper-figure.md", None) {
        let what = format!("`{command}` was not run: no Python with pandas and matplotlib was found");
        skipped(&what, "apt install python3-pandas python3-matplotlib");
    }
}

#[test]
fn a_verifier() {
    if let Some(command) = follow("tutorial-verifier.md", None) {
        let what = format!("`{command}` was not run: no Python with pandas and matplotlib was found");
        skipped(&what, "apt install python3-pandas python3-matplotlib");
    }
}

/// The program on the page is the example `domineering`, which has its own tests; the page's commands are run with it.
#[test]
fn a_game_of_ones_own() {
    let page = std::fs::read_to_string(repository().join("docs/tutorial-own-game.md")).expect("the page");
    let file = |wanted: &str| {
        let found = steps(&page).into_iter().find_map(|step| match step {
            Step::File { name, text, .. } if name == wanted => Some(text),
            _ => None,
        });
        found.unwrap_or_else(|| panic!("the page has no {wanted}"))
    };
    assert_eq!(file("src/main.rs"), include_str!("../../examples/domineering.rs"));
    // The crate's file names dependencies that are there.
    let here = std::env::temp_dir().join(format!("plyscope-own-crate-{}", std::process::id()));
    std::fs::create_dir_all(here.join("domineering/src")).expect("a folder");
    let manifest = file("Cargo.toml").replace("../plyscope/", &format!("{}/", repository().display()));
    std::fs::write(here.join("domineering/Cargo.toml"), manifest).expect("written");
    std::fs::write(here.join("domineering/src/main.rs"), file("src/main.rs")).expect("written");
    std::fs::copy(repository().join("Cargo.lock"), here.join("domineering/Cargo.lock")).expect("copied");
    let cargo = |folder: &Path, arguments: &str| {
        let ran = Command::new(env!("CARGO")).args(arguments.split(' ')).current_dir(folder).output();
        let ran = ran.expect("cargo starts");
        assert!(ran.status.success(), "{arguments}: {}", String::from_utf8_lossy(&ran.stderr));
    };
    cargo(&here.join("domineering"), "tree --offline --quiet");
    std::fs::remove_dir_all(here).expect("removed");
    // Built already by `cargo test --workspace`; of one package alone it would be built with other features.
    cargo(&repository(), "build --workspace --example domineering --locked --offline --quiet");
    let tests = std::env::current_exe().expect("a path");
    let program = tests.parent().and_then(Path::parent).expect("a folder").join("examples/domineering");
    assert_eq!(follow("tutorial-own-game.md", Some(&program)), None);
}
