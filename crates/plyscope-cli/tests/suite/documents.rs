//! What the documents show is what the command prints.
//!
//! In a ```` ```console ```` block a line `$ plyscope ...` (or `$ cargo run --release -- ...`) is a command,
//! and the lines up to the next one are all that it prints.

use std::path::{Path, PathBuf};

/// The commands of a document, with what they print.
fn examples(document: &str) -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in document.lines() {
        match line.strip_prefix("$ ") {
            _ if line.starts_with("```") => inside = line == "```console",
            Some(command) if inside => examples.push((command.to_string(), String::new())),
            _ if inside => {
                let (_, output) = examples.last_mut().expect("a block starts with a command");
                output.push_str(line);
                output.push('\n');
            }
            _ => {}
        }
    }
    examples
}

/// Words of a command line, single quotes respected.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![];
    for (i, part) in command.split('\'').enumerate() {
        match i % 2 {
            0 => words.extend(part.split_whitespace().map(String::from)),
            _ => words.push(part.to_string()),
        }
    }
    words
}

fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let docs = std::fs::read_dir(root.join("docs")).expect("docs/ is there");
    let pages = docs
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension() == Some("md".as_ref()));
    pages.chain([root.join("README.md")]).collect()
}

#[test]
fn every_example_prints_what_is_shown() {
    let mut checked = 0;
    for path in documents() {
        let document = std::fs::read_to_string(&path).expect("readable");
        for (command, shown) in examples(&document) {
            let words = words(&command);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let arguments = match &words[..] {
                ["plyscope", arguments @ ..] | ["cargo", "run", "--release", "--", arguments @ ..] => {
                    arguments
                }
                _ => continue,
            };
            let ran = crate::support::run(arguments);
            assert_eq!(ran.status, 0, "{}: {command}\n{}", path.display(), ran.stderr);
            // Trailing empty lines do not matter to a reader.
            assert_eq!(ran.stdout.trim_end(), shown.trim_end(), "{}: {command}", path.display());
            checked += 1;
        }
    }
    assert!(checked >= 4, "only {checked} examples were found");
}

/// The README's picture is the one that its command draws.
#[test]
fn figures_are_current() {
    let readme = include_str!("../../../../README.md");
    let tree = |(command, _): &(String, String)| command.contains("-- tree ");
    let (command, _) = examples(readme).into_iter().find(tree).expect("the README draws a tree");
    let words = words(&command);
    let arguments: Vec<&str> = words[4..].iter().map(String::as_str).chain(["--format", "svg"]).collect();
    assert_eq!(
        crate::support::run(&arguments).stdout,
        include_str!("../../../../docs/figures/emm-example.svg")
    );
}

/// Links within the project lead somewhere.
#[test]
fn local_links_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pages =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root.join(name));
    for path in pages.into_iter().chain(documents()) {
        let document = std::fs::read_to_string(&path).expect("readable");
        for (_, rest) in document.match_indices("](").map(|(at, _)| document.split_at(at + 2)) {
            let target = rest.split(')').next().expect("a target").split('#').next().expect("a path");
            if target.is_empty() || target.contains("://") {
                continue;
            }
            let target = path.parent().expect("a folder").join(target);
            assert!(target.exists(), "{} links to {}", path.display(), target.display());
        }
    }
}
