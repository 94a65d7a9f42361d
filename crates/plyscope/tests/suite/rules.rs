//! Rules that hold for the source of all crates: one place where files are opened, one where memory is asked for,
//! one where anything is waited for.

use super::modules::{files, plain, without_tests};
use std::path::{Path, PathBuf};

/// The code of every crate but for its tests, by its path.
fn sources() -> Vec<(PathBuf, String)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(crates).unwrap() {
        let source = entry.unwrap().path().join("src");
        if source.is_dir() {
            files(&source, &mut paths);
        }
    }
    let code = |path: &PathBuf| without_tests(&plain(&std::fs::read_to_string(path).unwrap())).0;
    paths.into_iter().map(|path| (path.clone(), code(&path))).collect()
}

/// How a code opens a file by itself.
fn opens(code: &str) -> Option<&'static str> {
    const WAYS: [&str; 10] = [
        "File::open",
        "File::create",
        "fs::read(",
        "fs::read_to_string",
        "io::read_to_string(",
        "fs::read;",
        "fs::{read",
        "fs::write",
        "fs::{write",
        "fs::copy",
    ];
    let with_options = code.contains("OpenOptions") || code.contains("File::options");
    // `TableFile::open` is another one.
    let word = |at: usize| !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let way = WAYS.into_iter().find(|way| code.match_indices(way).any(|(at, _)| word(at)));
    way.or((with_options && code.contains(".open(")).then_some(".open("))
}

/// A device without an end, or a pipe that blocks, is refused in `plyscope-files` and nowhere else.
#[test]
fn files_are_opened_in_one_place() {
    let offenders: Vec<String> = sources()
        .into_iter()
        .filter(|(path, _)| !path.components().any(|part| part.as_os_str() == "plyscope-files"))
        .filter_map(|(path, code)| Some(format!("{}: {}", path.display(), opens(&code)?)))
        .collect();
    assert!(offenders.is_empty(), "take `plyscope_files` instead:\n{}", offenders.join("\n"));
}

/// Does a code reserve memory that may not be there, or refuse to, without having asked?
fn reserves(code: &str) -> bool {
    ["try_reserve", "Error::TooMuchMemory"].iter().any(|way| code.contains(way))
        && !code.contains("memory::ask(")
}

/// What reserves much memory asks before, and only who is asked refuses.
#[test]
fn memory_is_asked_for_in_one_place() {
    let offenders: Vec<PathBuf> = sources()
        .into_iter()
        .filter(|(path, code)| !path.ends_with("plyscope/src/memory.rs") && reserves(code))
        .map(|(path, _)| path)
        .collect();
    assert!(offenders.is_empty(), "ask `plyscope::memory` before: {offenders:?}");
    for code in ["buckets.try_reserve_exact(most)?", "Err(Error::TooMuchMemory { what, needed, limit })"] {
        assert!(reserves(code), "{code}");
    }
    for code in ["memory::ask(what, most)?; buckets.try_reserve(most)?", "Vec::with_capacity(2)"] {
        assert!(!reserves(code), "{code}");
    }
}

/// How a code waits by itself, so that no interruption reaches it.
fn waits(code: &str) -> Option<&'static str> {
    const WAYS: [&str; 12] = [
        "thread::sleep",
        ".recv()",
        ".recv_timeout(",
        ".wait(",
        ".wait_while(",
        ".wait_timeout(",
        ".wait_timeout_while(",
        ".wait_with_output(",
        ".try_wait(",
        "thread::park",
        "waitid(",
        " poll(",
    ];
    WAYS.into_iter().find(|way| code.contains(way))
}

/// A wait that is interrupted ends, because there is one place for them. What watches over children is a process of its own,
/// which has nothing else to do; beside it stands how a system waits for what a child says.
#[test]
fn waits_are_in_one_place() {
    let allowed = |path: &Path| {
        path.ends_with("plyscope-files/src/wait.rs")
            || path.parent().is_some_and(|at| at.ends_with("plyscope-process/src/system"))
    };
    let offenders: Vec<String> = sources()
        .into_iter()
        .filter(|(path, _)| !allowed(path))
        .filter_map(|(path, code)| Some(format!("{}: {}", path.display(), waits(&code)?)))
        .collect();
    assert!(offenders.is_empty(), "take `plyscope_files::wait` instead:\n{}", offenders.join("\n"));
    for code in ["std::thread::sleep(LONG)", "receiver.recv()", "child.wait()?", "done.wait(state)"] {
        assert!(waits(code).is_some(), "{code}");
    }
    for code in ["tokio::time::sleep(SHORT).await", "wait::receive(&receiver, None)", "recv_any()"] {
        assert_eq!(waits(code), None, "{code}");
    }
}

#[test]
fn ways_of_opening_are_found() {
    for code in [
        "let file = File::open(path)?;",
        "std::fs::read(path)",
        "fs::read_to_string(&path)",
        "OpenOptions::new().append(true).open(&path)",
        "File::options().write(true).open(&path)",
        "use std::fs::read;",
        "File::create(path)?",
        "std::fs::write(&path, text)",
        "fs::copy(from, to)",
    ] {
        assert!(opens(code).is_some(), "{code}");
    }
    for code in [
        "plyscope_files::open(path)",
        "fs::read_dir(path)",
        "TableFile::open(path)",
        "Folder::open(path)",
        "wanted.open(game)",
    ] {
        assert_eq!(opens(code), None, "{code}");
    }
}
