//! Every command in a block of README and docs runs: as it is printed, or with the change that [`HOW`] names.
//!
//! Blocks of ```` ```console ```` are run and compared elsewhere (`documents.rs`, `tutorials.rs`). The commands of a page are
//! run in order in a folder of the page's own, where `docs` and `examples` are the repository's.

use crate::documents::words;
use crate::support::python;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What is done with a command.
#[derive(Debug, Clone, Copy)]
enum How {
    /// It is run with these arguments more: fewer trials, where all would take longer than a test may.
    With(&'static str),
    /// It is run with one text in place of another.
    Instead(&'static str, &'static str),
    /// It is not run, for this reason.
    Not(&'static str),
}

use How::{Instead, Not, With};

const ENGINE: &str = "needs engines that are not part of the project";
const INSTALLS: &str = "installs or builds software";
const THREE_MEN: How = Instead("KRkn", "KRk"); // a table of four men takes a minute in a test's build

/// The commands that are not run as they are printed, by page and by how they begin. Times are those of the printed command,
/// on two cores.
const HOW: &[(&str, &str, How)] = &[
    ("README.md", "plyscope measure connect-four", With("--trials 8")), // 85 s
    ("docs/chess-found.md", "plyscope measure chess --player", Not(ENGINE)),
    ("docs/chess.md", "plyscope measure chess --evaluator piece-square", THREE_MEN),
    ("docs/chess.md", "plyscope tables make chess KRkn", THREE_MEN),
    (
        "docs/chess.md",
        "plyscope tables make chess --pawnless",
        Not("makes 340 MB of tables, which takes minutes"),
    ),
    ("docs/chess.md", "cargo install", Not(INSTALLS)),
    ("docs/chess.md", "plyscope measure chess --player", Not(ENGINE)),
    ("docs/chess.md", "plyscope measure 'chess(men=KRkn)'", THREE_MEN),
    ("docs/chess.md", "plyscope measure chess --evaluator material", With("--trials 4")), // 10 minutes
    ("docs/cluster.md", "python -m plyscope.cluster", Not("run by plyscope-python/tests/test_cluster.py")),
    (
        "docs/cluster.md",
        "plyscope run experiment.toml --shard",
        Not("needs a cluster; shards are run in merging.rs"),
    ),
    (
        "docs/cluster.md",
        "plyscope merge runs shards/*",
        Not("needs a cluster; shards are merged in merging.rs"),
    ),
    ("docs/engine-in-twenty-minutes.md", "plyscope measure chess --player", Not(ENGINE)),
    ("docs/engine-in-twenty-minutes.md", "plyscope match chess --ladder", Not(ENGINE)),
    ("docs/engine-in-twenty-minutes.md", "plyscope reproduce chess/engines", Not(ENGINE)),
    (
        "docs/explorer.md",
        "plyscope explore",
        Not("serves a page until it is stopped; the tests of explore start it"),
    ),
    ("docs/explorer.md", "curl ", Not("asks a page that is served; the tests of explore ask it")),
    ("docs/few.md", "plyscope match", With("--pairs 4")), // 10 s
    ("docs/few.md", "plyscope learn", With("--positions 20")), // 10 s
    ("docs/figures.md", "plyscope run", With("--trials 50")), // 1 s
    ("docs/first-run.md", "cargo install", Not(INSTALLS)),
    ("docs/first-run.md", "plyscope reproduce", With("--trials 50")), // 2 s
    ("docs/fixing-a-finding.md", "plyscope match", Instead("400", "4")), // 20 s
    ("docs/fixing-a-finding.md", "plyscope ", THREE_MEN),
    ("docs/gallery.md", "plyscope reproduce measure/", With("--trials 2")), // up to 5 minutes
    ("docs/map.md", "plyscope reproduce", With("--dry-run")), // golden.rs runs them with few trials
    ("docs/matches.md", "plyscope match chess --ladder", Not(ENGINE)),
    ("docs/neural.md", "plyscope ", Not("mine.py is the reader's own network")),
    ("docs/process.md", "plyscope measure", With("--trials 10")), // 3 s
    ("docs/pruning.md", "plyscope tree TEXT", Instead("TEXT", "A:(B:(D:1 E:1)@1 C:(F:1 G:-1)@-1)@1")),
    ("docs/pruning.md", "cargo test", Not("a test")),
    ("docs/pruning.md", "plyscope reproduce pruning", With("--dry-run")), // golden.rs runs it with few trials
    ("docs/pruning.md", "cd benches", Not(INSTALLS)),
    ("docs/python.md", "pip install", Not(INSTALLS)),
    ("docs/several-players.md", "plyscope reproduce", With("--dry-run")), // golden.rs runs it with few trials
    ("docs/tables.md", "plyscope measure 'kalah(pits=3,seeds=3)'", With("--trials 20")), // 5 s
    ("docs/tables.md", "plyscope tables make chess KRkn", THREE_MEN),
];

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// README and all pages below docs, by their paths in the repository.
fn pages() -> Vec<String> {
    let (mut pages, mut folders) = (vec!["README.md".to_string()], vec!["docs".to_string()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(repository().join(&folder)).expect("a folder") {
            let entry = entry.expect("readable");
            let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
            match entry.path().is_dir() {
                true => folders.push(name),
                false if name.ends_with(".md") => pages.push(name),
                false => {}
            }
        }
    }
    pages.sort();
    pages
}

/// The commands of a page's blocks: all lines of shell blocks; of blocks of text those that are commands of ours.
fn commands(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(kind) = line.trim_start().strip_prefix("```") else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| line.trim() != "```").collect();
        let shell = ["sh", "bash", "shell"].contains(&kind);
        if !shell && !["", "text"].contains(&kind) {
            continue;
        }
        for line in block.join("\n").replace("\\\n", " ").lines() {
            // A remark begins after two spaces.
            let line = line.split("  #").next().unwrap_or_default().trim();
            let ours = ["plyscope ", "cargo ", "cd "].iter().any(|start| line.starts_with(start));
            if !line.is_empty() && !line.starts_with('#') && (shell || ours) {
                found.push(line.split_whitespace().collect::<Vec<_>>().join(" "));
            }
        }
    }
    found
}

/// What the table says of a command.
fn how(page: &str, command: &str) -> Option<usize> {
    HOW.iter().position(|(of, start, _)| *of == page && command.starts_with(start))
}

/// Runs a command of a page in the page's folder.
fn run_in(here: &Path, page: &str, command: &str) {
    let plain = if command.contains('\'') { command.to_string() } else { command.replace('"', "") };
    let place = how(page, command).map(|number| HOW[number].2);
    let command = match place {
        Some(Not(why)) => return assert!(!why.is_empty(), "{command} is left out for a reason"),
        Some(With(more)) => format!("{plain} {more}"),
        Some(Instead(from, to)) => {
            // The same positions, fewer of them.
            let many = command.contains(" measure ") && !command.contains(" --trials ");
            let fewer = if many { " --trials 20" } else { "" };
            let to = if to.contains(' ') { format!("'{to}'") } else { to.to_string() };
            plain.replace(from, &to) + fewer
        }
        None => plain,
    };
    // What is redirected is looked at by nobody here.
    let command =
        command.split(" > ").next().unwrap_or_default().replace("~/", &format!("{}/", here.display()));
    let words = words(&command);
    let arguments = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["plyscope", ..] => &words[1..],
        ["cargo", "run", "--release", "--", ..] => &words[4..],
        _ => panic!("{page}: `{command}` is neither run nor in the list of what is not"),
    };
    let ran = Command::new(env!("CARGO_BIN_EXE_plyscope"))
        .args(arguments)
        .current_dir(here)
        .env("XDG_CACHE_HOME", here.with_file_name("cache"))
        .stdin(Stdio::null())
        .output()
        .expect("the command starts");
    let talk = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{page}: {command}\n{talk}");
}

/// The pages of the papers have a command for each experiment: all of a page are asked for in one plan. The experiments
/// themselves are run with few trials by the laboratory's golden tables.
fn check_reproduction(page: &str, commands: &[String]) {
    let mut ids = Vec::new();
    for command in commands {
        let words = words(command);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match &words[..] {
            ["plyscope", "reproduce", id, "--seed", _]
            | ["plyscope", "reproduce", id, "--trials", _, "--seed", _] => {
                ids.push(id.to_string());
            }
            _ => panic!("{page}: {command}"),
        }
    }
    let planned = [vec!["reproduce".to_string(), "--dry-run".into()], ids].concat();
    let ran = crate::support::run(&planned);
    assert_eq!(ran.status, 0, "{page}: {}", ran.stderr);
}

#[test]
fn every_command_of_the_documents_runs() {
    let all = std::env::temp_dir().join(format!("plyscope-commands-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&all);
    let pages = pages();
    let (next, ran) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        while let Some(page) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
            let text = std::fs::read_to_string(repository().join(page)).expect("readable");
            let commands = commands(&text);
            ran.fetch_add(commands.len(), Ordering::Relaxed);
            if page.starts_with("docs/reproduction/") {
                if !commands.is_empty() {
                    check_reproduction(page, &commands);
                }
                continue;
            }
            let here = all.join(page.replace('/', "-"));
            std::fs::create_dir_all(&here).expect("a folder");
            for folder in ["docs", "examples"] {
                std::os::unix::fs::symlink(repository().join(folder), here.join(folder)).expect("linked");
            }
            for command in &commands {
                if command.contains("python3 ") && python("").is_none() {
                    crate::support::skipped(
                        &format!("`{command}` was not run: no Python"),
                        "apt install python3",
                    );
                    continue;
                }
                run_in(&here, page, command);
            }
        }
    };
    // Two at a time: most use all cores.
    std::thread::scope(|scope| {
        let other = scope.spawn(work);
        work();
        other.join().expect("the other half is well");
    });
    std::fs::remove_dir_all(all).expect("removed");
    assert!(ran.load(Ordering::Relaxed) > 150, "only {ran:?} commands were found");
}

/// The list has no line that nothing on its page begins with.
#[test]
fn the_list_of_changes_has_nothing_old() {
    let mut used = vec![false; HOW.len()];
    for page in pages() {
        let text = std::fs::read_to_string(repository().join(&page)).expect("readable");
        commands(&text)
            .iter()
            .filter_map(|command| how(&page, command))
            .for_each(|number| used[number] = true);
    }
    let old: Vec<_> = HOW.iter().zip(used).filter(|(_, used)| !used).map(|(line, _)| line).collect();
    assert!(old.is_empty(), "{old:?}");
}
