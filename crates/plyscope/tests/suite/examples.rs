//! Every trait that users meet shows how it is used.

use std::path::{Path, PathBuf};

/// Traits that need no example, each with the reason why: those that are only markers. There is none.
const EXCEPT: &[&str] = &[];

/// All Rust files below a folder.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
}

/// The public traits of a file (`pub(...)` is not), and whether the comment right above has an example.
fn traits(text: &str) -> Vec<(&str, bool)> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(rest) = line.strip_prefix("pub trait ") else { continue };
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let above = lines[..at].iter().rev().skip_while(|line| line.starts_with("#["));
        let fences = above.take_while(|line| line.starts_with("///")).filter(|line| is_fence(line)).count();
        found.push((&rest[..end], fences >= 2));
    }
    found
}

/// Does a block of code begin or end here that is compiled and run?
fn is_fence(line: &str) -> bool {
    line.trim_start_matches('/').trim() == "```"
}

#[test]
fn every_public_trait_has_an_example() {
    let mut paths = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut paths);
    let (mut seen, mut bare) = (Vec::new(), Vec::new());
    for path in &paths {
        let text = std::fs::read_to_string(path).unwrap();
        for (name, has_example) in traits(&text) {
            seen.push(name.to_string());
            if !has_example && !EXCEPT.contains(&name) {
                bare.push(format!("{name} in {}", path.display()));
            }
        }
    }
    assert!(seen.len() > 30, "the traits were looked for in the right place: {seen:?}");
    assert!(bare.is_empty(), "without an example: {bare:#?}");
    let gone: Vec<_> = EXCEPT.iter().filter(|name| !seen.iter().any(|known| known == *name)).collect();
    assert!(gone.is_empty(), "exceptions that are no traits: {gone:?}");
}

#[test]
fn what_counts_as_an_example() {
    let shown = "/// It.\n///\n/// ```\n/// assert!(true);\n/// ```\n#[must_use]\npub trait Shown: Copy {}\n";
    assert_eq!(traits(shown), [("Shown", true)]);
    assert_eq!(traits("/// ```\n/// ```\nstruct Other;\n/// It.\npub trait Bare<V> {}\n"), [("Bare", false)]);
    assert_eq!(traits("/// ```text\n/// a tree\n/// ```\npub trait Drawn {}\n"), [("Drawn", false)]);
    assert_eq!(traits("pub(crate) trait Own {}\npub(super) trait Near {}\ntrait Mine {}\n"), []);
}
