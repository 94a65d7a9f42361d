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
pub(crate) fn words(command: &str) -> Vec<String> {
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
        .filter(|path| path.extension() == Some("md".as_ref()))
        // Those are run in folders of their own: `tutorials.rs`.
        .filter(|path| !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("tutorial-")));
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

/// What the README says of `reproduce` without names, and what its help says: all but those that run when they are named.
#[test]
fn what_is_run_without_names_is_counted() {
    let listed: serde_json::Value =
        serde_json::from_str(&crate::support::run(&["list", "experiments", "--format", "json"]).stdout)
            .expect("JSON");
    let all = listed.as_array().expect("a list").len();
    let usual = plyscope_lab::experiment::builtin_ids();
    let readme = include_str!("../../../../README.md");
    assert!(
        readme.contains(&format!("run {} of the {all} experiments", usual.len())),
        "{} of {all}",
        usual.len()
    );
    assert!(usual.len() < all && !usual.iter().any(|id| id.starts_with("chess/")));
    let help = crate::support::run(&["reproduce", "--help"]).stdout;
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("if left out all but those that take long and those on chess"), "{help}");
}

/// What the guide says is there from Python is what the package has.
#[test]
fn python_has_what_the_guide_says() {
    let package = include_str!("../../../plyscope-python/python/plyscope/__init__.py");
    let all = package.split("__all__ = [").nth(1).and_then(|rest| rest.split(']').next()).expect("a list");
    let has = |name: &str| all.contains(&format!("\"{name}\""));
    let page = include_str!("../../../../docs/python.md");
    let said = page.split(", and gives the same bytes").next().expect("a beginning");
    for command in ["measure", "run", "reproduce", "tree", "match", "solve", "tables", "calibrate", "explore"]
    {
        assert_eq!(said.contains(&format!("`{command}`")), has(command), "{command}");
    }
}

/// The commands that make the gallery are ones that the program takes, and each has its pictures.
#[test]
fn the_gallery_can_be_made_again() {
    let page = include_str!("../../../../docs/gallery.md");
    let (mut inside, mut commands) = (false, 0);
    for line in page.lines() {
        if line.starts_with("```") {
            inside = line == "```sh";
        }
        let Some(command) = line.strip_prefix("plyscope ").filter(|_| inside) else { continue };
        let mut words = words(command);
        words.push("--dry-run".into());
        let ran = crate::support::run(&words);
        assert_eq!(ran.status, 0, "{command}: {}", ran.stderr);
        commands += 1;
    }
    assert_eq!((commands, page.matches("-steps.svg)").count() >= 4), (4, true));
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

/// Every Markdown page below a folder.
fn pages_below(folder: &Path) -> Vec<PathBuf> {
    let mut pages = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            pages.extend(pages_below(&path));
        } else if path.extension() == Some("md".as_ref()) {
            pages.push(path);
        }
    }
    pages
}

/// What a link into a page can name: ids, and headings as they are turned into ids.
fn anchors(document: &str) -> Vec<String> {
    let ids = document.split("id=\"").skip(1).filter_map(|rest| rest.split('"').next()).map(String::from);
    let heading = |line: &str| {
        let text = line.trim_start_matches('#').trim().to_lowercase();
        let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect::<String>()
    };
    let headings = document.lines().filter(|line| line.starts_with('#')).map(heading);
    ids.chain(headings).collect()
}

/// Links within the project, and pictures, lead somewhere: to a file, and to a place in it.
#[test]
fn local_links_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pages = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
    let mut checked = 0;
    for path in pages.map(|name| root.join(name)).into_iter().chain(pages_below(&root.join("docs"))) {
        let document = std::fs::read_to_string(&path).expect("readable");
        for (start, end) in [("](", ')'), ("src=\"", '"'), ("href=\"", '"')] {
            for rest in document.split(start).skip(1) {
                let target = rest.split(end).next().expect("a target");
                let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
                if target.contains("://") {
                    continue;
                }
                let file = match file {
                    "" => path.clone(),
                    file => path.parent().expect("a folder").join(file),
                };
                assert!(file.exists(), "{} links to {}", path.display(), file.display());
                if !anchor.is_empty() && file.extension() == Some("md".as_ref()) {
                    let document = std::fs::read_to_string(&file).expect("readable");
                    let there = anchors(&document).iter().any(|known| known == anchor);
                    assert!(there, "{} links to {target}, which has no such place", path.display());
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 100, "only {checked} links were found");
}

/// The book has every page, each once.
#[test]
fn the_book_has_every_page() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let summary = std::fs::read_to_string(docs.join("SUMMARY.md")).expect("readable");
    let listed: Vec<&str> = summary.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    for page in pages_below(&docs).into_iter().filter(|page| !page.ends_with("SUMMARY.md")) {
        let name = page.strip_prefix(&docs).expect("below docs/").display().to_string().replace('\\', "/");
        assert_eq!(listed.iter().filter(|listed| **listed == name).count(), 1, "{name} in docs/SUMMARY.md");
    }
}

/// Where things are added: every file and folder of the table exists, and nothing touches more than five files.
#[test]
fn things_are_added_where_the_table_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join("ARCHITECTURE.md")).expect("readable");
    let table = text.split("## Where to add things").nth(1).expect("a table");
    let rows: Vec<Vec<&str>> = table
        .lines()
        .filter(|line| line.starts_with("| "))
        .skip(1)
        .map(|line| line.split('|').collect())
        .collect();
    // Short paths are below the sources of a crate, or below the crate itself.
    let folders = [
        "",
        "crates/plyscope",
        "crates/plyscope/src",
        "crates/plyscope-lab/src",
        "crates/plyscope-explore",
        "crates/plyscope-cli/src",
        "crates/plyscope-python/python/plyscope",
    ];
    let below = folders.map(|folder| root.join(folder));
    for row in &rows {
        let [_, what, new, entry, files, _] = row[..] else { panic!("not four cells: {row:?}") };
        let files: usize = files.trim().parse().expect("a number of files");
        assert!((1..=5).contains(&files), "{what}: {files} files");
        let mut named = 0;
        for path in [new, entry].join(" ").split('`').skip(1).step_by(2) {
            let short = path.replace("<paper>/", "");
            if !short.contains('/') && !short.contains('.') {
                continue; // a name of the language
            }
            assert!(below.iter().any(|folder| folder.join(&short).exists()), "{what}: there is no {path}");
            named += 1;
        }
        assert!(named > 0, "{what}: no file is named");
    }
    assert!(rows.len() > 12, "{} rows", rows.len());
}
