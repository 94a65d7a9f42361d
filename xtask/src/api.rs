//! `cargo xtask api`: writes down what other crates can see of the libraries, so that a change of it shows in the diff.
//!
//! Declarations are read from the text as rustfmt lays it out. The lint `unreachable_pub` sees to it that whatever is `pub` can
//! be reached, so an item is listed under the public module that its file belongs to; where an item lives within that module
//! makes no difference.

use std::path::{Path, PathBuf};

/// The libraries, and where each one's list is.
const LISTS: [(&str, &str); 2] = [
    ("crates/plyscope/src", "crates/plyscope/tests/api.txt"),
    ("crates/plyscope-lab/src", "crates/plyscope-lab/tests/api.txt"),
];

/// Writes the lists anew.
pub(crate) fn write() -> bool {
    LISTS.iter().all(|(source, list)| std::fs::write(root().join(list), listed(source)).is_ok())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Everything public below a folder, a line each, in order.
fn listed(source: &str) -> String {
    let mut lines = Vec::new();
    module(&root().join(source).join("lib.rs"), "", &mut lines);
    lines.sort();
    lines.dedup();
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Lists a file and the modules that it declares.
fn module(file: &Path, path: &str, lines: &mut Vec<String>) {
    let text = std::fs::read_to_string(file).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
    let text = text.split("\n#[cfg(test)]\nmod tests").next().unwrap_or(&text);
    items(text, path, lines);
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let folder =
        if ["lib", "mod"].contains(&stem) { file.with_file_name("") } else { file.with_extension("") };
    for line in text.lines() {
        let (public, line) = match line.strip_prefix("pub ") {
            Some(rest) => (true, rest),
            None => (false, line.strip_prefix("pub(crate) ").unwrap_or(line)),
        };
        let Some(name) = line.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';')) else { continue };
        let files = [folder.join(name).join("mod.rs"), folder.join(format!("{name}.rs"))];
        let Some(found) = files.iter().find(|file| file.exists()) else { continue };
        let inner = if public { format!("{path}{name}::") } else { path.to_string() };
        module(found, &inner, lines);
    }
}

/// Lists the items of a text: those of a module, and what is within types, traits and implementations.
fn items(text: &str, path: &str, lines: &mut Vec<String>) {
    // What is open at the margin: its name, and whether all in it is public.
    let mut within: Option<(String, bool)> = None;
    let mut rest = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    while let Some(line) = rest.next() {
        let inner = line.strip_prefix("    ").filter(|line| !line.starts_with([' ', '}', ')', '#']));
        let (owner, text) = match (&within, inner) {
            (_, None) if line.starts_with('}') => {
                within = None;
                continue;
            }
            (_, None) if line.starts_with("pub ") && !line.starts_with("pub use ") => (String::new(), line),
            (_, None) if line.starts_with("impl") && !line.contains(" for ") => {
                within = Some((owner(line), false));
                continue;
            }
            (Some((owner, all)), Some(inner)) if *all || inner.starts_with("pub ") => (owner.clone(), inner),
            _ => continue,
        };
        let mut declared = text.to_string();
        // A declaration of several lines ends where its body begins, or with itself.
        while !declared.ends_with(['{', ';', ',', '}']) || opened(&declared) {
            let Some(next) = rest.next() else { break };
            let between = if declared.ends_with(['(', '[', '<']) { "" } else { " " };
            declared = format!("{declared}{between}{}", next.trim());
        }
        let declared = declared.split(" = ").next().unwrap_or_default();
        let shown =
            declared.split(" {").next().unwrap_or_default().trim_end_matches([';', ',']).replace(", )", ")");
        let separator = if owner.is_empty() { "" } else { " / " };
        lines.push(format!("{path}{owner}{separator}{}", shown.trim_start_matches("pub ")));
        if inner.is_none() && declared.ends_with('{') {
            let all = ["pub trait ", "pub enum "].iter().any(|kind| declared.starts_with(kind));
            within = Some((self::owner(declared.trim_start_matches("pub ")), all));
        }
    }
}

/// Is a bracket still open?
fn opened(text: &str) -> bool {
    let count = |bracket: char| text.matches(bracket).count();
    count('(') > count(')') || count('[') > count(']')
}

/// The name that an item or an implementation is for.
fn owner(line: &str) -> String {
    let after = match line.strip_prefix("impl<") {
        // The parameters end where as many brackets are closed as were opened.
        Some(rest) => {
            let mut depth = 1;
            let end = rest.find(|c| {
                depth += i32::from(c == '<') - i32::from(c == '>');
                depth == 0
            });
            &rest[end.map_or(0, |end| end + 1)..]
        }
        None => line.split_once(' ').map_or("", |(_, rest)| rest),
    };
    after.trim().split(['<', ' ', ':', '{', '(']).next().unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_see_is_as_recorded() {
        for (source, list) in LISTS {
            let recorded = std::fs::read_to_string(root().join(list)).unwrap_or_default();
            let (found, recorded): (Vec<String>, Vec<String>) = (lines(&listed(source)), lines(&recorded));
            let new: Vec<&String> = found.iter().filter(|line| !recorded.contains(line)).collect();
            let gone: Vec<&String> = recorded.iter().filter(|line| !found.contains(line)).collect();
            let what = "if that is meant, `cargo xtask api` writes it down";
            assert!(new.is_empty() && gone.is_empty(), "{list}: new {new:#?}, gone {gone:#?}; {what}");
        }
    }

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(String::from).collect()
    }

    #[test]
    fn items_are_listed_with_what_they_are_in() {
        let text = "pub struct Pair {\n    pub first: u8,\n    second: u8,\n}\nimpl<'a, T: Into<u8>> Pair<T> {\n    pub fn new(\n        \
                    first: u8,\n    ) -> Self {\n        todo()\n    }\n    fn hidden() {}\n}\npub enum Way {\n    In,\n}\n";
        let mut found = Vec::new();
        items(text, "a::", &mut found);
        let expected = [
            "a::struct Pair",
            "a::Pair / first: u8",
            "a::Pair / fn new(first: u8) -> Self",
            "a::enum Way",
            "a::Way / In",
        ];
        assert_eq!(found, expected);
    }
}
