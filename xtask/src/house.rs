//! `cargo xtask house`: how large the project is, so that a change shows what it costs.
//!
//! Lines of source code are those of `*.rs` files under a `src/`, without blank lines, comments and what stands from
//! `#[cfg(test)]` on; benchmarks and fuzz targets are not counted. A repeated line belongs to a run of six or more lines that
//! stands in another file too, letter for letter.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::process::Command;

/// How many equal lines make a run.
const RUN: usize = 6;

/// What a line that begins so is: an item that other crates can see.
const PUBLIC: [&str; 9] = ["fn", "struct", "enum", "trait", "type", "const", "static", "mod", "use"];

/// One file's lines that count, trimmed.
struct Source {
    part: String,
    lines: Vec<String>,
}

/// Prints lines and files by crate, public items of the library, and repeated lines.
#[expect(clippy::print_stdout, reason = "it is what was asked for")]
pub(crate) fn print() -> bool {
    let Some(sources) = sources() else {
        eprintln!("== git does not list the files");
        return false;
    };
    let mut parts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for source in &sources {
        let (lines, files) = parts.entry(&source.part).or_default();
        *lines += source.lines.len();
        *files += 1;
    }
    let (lines, files) = parts.values().fold((0, 0), |(lines, files), part| (lines + part.0, files + part.1));
    let library = sources.iter().filter(|source| source.part == "crates/plyscope");
    let public: usize =
        library.map(|source| source.lines.iter().filter(|line| is_public(line)).count()).sum();
    println!("{:>7} {:>6}", "lines", "files");
    for (part, (lines, files)) in &parts {
        println!("{lines:>7} {files:>6}  {part}");
    }
    println!("{lines:>7} {files:>6}  all");
    println!("{public:>7} public items of crates/plyscope");
    println!("{:>7} lines stand in two files ({RUN} or more in a row)", repeated(&sources));
    true
}

/// Every file of source code that git knows or would take.
fn sources() -> Option<Vec<Source>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "*.rs"])
        .current_dir(&root)
        .output()
        .ok()?;
    let names = String::from_utf8(listed.stdout).ok()?;
    let counted = |name: &&str| {
        name.contains("/src/") && !["benches/", "fuzz/"].iter().any(|folder| name.starts_with(folder))
    };
    let read = |name: &str| {
        // A file that is deleted and not yet committed is listed, and is not there.
        let text = std::fs::read_to_string(root.join(name)).ok()?;
        let part = name.split("/src/").next().unwrap_or(name).to_string();
        Some(Source { part, lines: lines(&text) })
    };
    Some(names.lines().filter(counted).filter_map(read).collect())
}

/// The lines of a text that count.
fn lines(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim).take_while(|line| *line != "#[cfg(test)]");
    lines.filter(|line| !line.is_empty() && !line.starts_with("//")).map(String::from).collect()
}

/// Does the line begin a public item?
fn is_public(line: &str) -> bool {
    line.strip_prefix("pub ")
        .and_then(|rest| rest.split([' ', '<']).next())
        .is_some_and(|word| PUBLIC.contains(&word))
}

/// How many lines belong to runs that stand in two files. Imports and lines of punctuation alone are passed over.
fn repeated(sources: &[Source]) -> usize {
    let telling = |line: &&String| {
        line.contains(|c: char| c.is_alphanumeric())
            && !line.starts_with("use ")
            && !line.starts_with("pub use ")
    };
    let kept: Vec<Vec<&String>> =
        sources.iter().map(|source| source.lines.iter().filter(telling).collect()).collect();
    let mut first: HashMap<&[&String], usize> = HashMap::new();
    let mut shared: HashMap<&[&String], bool> = HashMap::new();
    for (file, lines) in kept.iter().enumerate() {
        for run in lines.windows(RUN) {
            let seen = *first.entry(run).or_insert(file);
            *shared.entry(run).or_default() |= seen != file;
        }
    }
    let mut count = 0;
    for lines in &kept {
        let mut marked = vec![false; lines.len()];
        for (at, run) in lines.windows(RUN).enumerate() {
            if shared[run] {
                marked[at..at + RUN].fill(true);
            }
        }
        count += marked.iter().filter(|marked| **marked).count();
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source { part: "crates/a".into(), lines: lines(text) }
    }

    #[test]
    fn blanks_comments_and_tests_do_not_count() {
        let text = "//! About.\n\nfn a() {\n    // why\n    b()\n}\n#[cfg(test)]\nmod tests {}\n";
        assert_eq!(lines(text), ["fn a() {", "b()", "}"]);
    }

    #[test]
    fn public_items_are_what_other_crates_see() {
        let count = |text: &str| lines(text).iter().filter(|line| is_public(line)).count();
        assert_eq!(count("pub fn a() {}\npub(crate) fn b() {}\npub struct C {\n    pub field: u8,\n}\n"), 2);
    }

    #[test]
    fn runs_of_six_lines_in_two_files_are_counted_in_both() {
        let run = "a1\na2\na3\n}\na4\na5\na6\n";
        assert_eq!(repeated(&[source(run), source(&format!("b\n{run}c\n"))]), 12);
        assert_eq!(repeated(&[source(run), source("a1\na2\na3\na4\na5\n")]), 0);
        assert_eq!(repeated(&[source(&run.repeat(2))]), 0, "one file may repeat itself");
    }
}
