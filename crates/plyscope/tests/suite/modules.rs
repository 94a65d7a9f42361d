//! The modules of the library, and those of the laboratory, stand on each other in one order: each refers only to itself
//! and to those before it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The library, from the ground up.
const LIBRARY: &[&str] = &[
    "suggest",
    "lanes",
    "error",
    "memory",
    "interrupt",
    "name",
    "key",
    "cache",
    "value",
    "game",
    "rule",
    "tree",
    "truth",
    "evaluator",
    "search",
    "theory",
    "player",
    "oracle",
    "source",
    "calibration",
    "catalogue",
    "laws",
];

/// The laboratory, from the ground up.
const LABORATORY: &[&str] = &[
    "axis",
    "columns",
    "error",
    "files",
    "markup",
    "document",
    "stats",
    "solving",
    "tally",
    "drawing",
    "measurement",
    "judge",
    "scaling",
    "matches",
    "spec",
    "study",
    "experiment",
    "question",
    "listing",
    "results",
    "plan",
    "figure",
    "run",
    "report",
    "comparing",
    "diff",
    "calibrate",
    "view",
    "check",
    "conduct",
];

/// All files below a folder.
pub(crate) fn files(folder: &Path, found: &mut Vec<PathBuf>) {
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

/// How many characters a literal or comment at the start takes; 0 where there is none.
fn opaque(code: &[char]) -> usize {
    let until = |from: usize, end: &str| {
        let end: Vec<char> = end.chars().collect();
        let rest = code.get(from..).unwrap_or_default();
        let at = rest.windows(end.len()).position(|window| window == &end[..]);
        at.map_or(code.len(), |at| from + at + end.len())
    };
    let quoted = |from: usize, quote: char| {
        let mut at = from;
        while at < code.len() && code[at] != quote {
            at += if code[at] == '\\' { 2 } else { 1 };
        }
        (at + 1).min(code.len())
    };
    match code {
        ['/', '/', ..] => until(2, "\n") - 1,
        ['/', '*', ..] => until(2, "*/"),
        ['"', ..] => quoted(1, '"'),
        ['r', '#', '"', ..] => until(3, "\"#"),
        ['r', '"', ..] => until(2, "\""),
        // A character, and not a lifetime.
        ['\'', '\\', ..] => quoted(1, '\''),
        ['\'', _, '\'', ..] => 3,
        _ => 0,
    }
}

/// A file without comments and without what is in its literals.
pub(crate) fn plain(text: &str) -> String {
    let code: Vec<char> = format!("{text}\n").chars().collect();
    let (mut plain, mut at) = (String::new(), 0);
    while at < code.len() {
        let inside = at > 0 && (code[at - 1].is_alphanumeric() || code[at - 1] == '_');
        match opaque(&code[at..]) {
            skipped if skipped > 0 && !(inside && code[at] == 'r') => at += skipped,
            _ => {
                plain.push(code[at]);
                at += 1;
            }
        }
    }
    plain
}

/// A plain file without what is for tests only, and the files that are.
pub(crate) fn without_tests(plain: &str) -> (String, Vec<String>) {
    const MARK: &str = "#[cfg(test)]";
    let (mut kept, mut rest, mut modules) = (String::new(), plain, Vec::new());
    while let Some((before, item)) = rest.split_once(MARK) {
        kept.push_str(before);
        let end = item.find([';', '{']).expect("an item follows");
        if item[end..].starts_with(';') {
            modules.extend(item[..end].trim().strip_prefix("mod ").map(str::to_string));
            rest = &item[end + 1..];
            continue;
        }
        let mut depth = 0;
        let close = item.char_indices().find(|(_, c)| {
            depth += i32::from(*c == '{') - i32::from(*c == '}');
            *c == '}' && depth == 0
        });
        rest = &item[close.expect("what is opened is closed").0 + 1..];
    }
    (kept + rest, modules)
}

/// What follows every `crate::`: a name, or the names in a list.
fn referred(code: &str) -> BTreeSet<String> {
    let word = |text: &str| -> String {
        text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    let mut found = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        let Some(list) = rest.strip_prefix('{') else {
            found.insert(word(rest));
            continue;
        };
        let (mut depth, mut start) = (1, 0);
        for (at, c) in list.char_indices() {
            depth += i32::from(c == '{') - i32::from(c == '}');
            if depth == 0 || (depth == 1 && c == ',') {
                found.insert(word(&list[start..at]));
                start = at + 1;
            }
            if depth == 0 {
                break;
            }
        }
    }
    found.remove("");
    found
}

#[test]
fn modules_refer_only_to_those_before_them() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    check(&here.join("src"), LIBRARY);
    check(&here.join("../plyscope-lab/src"), LABORATORY);
}

fn check(root: &Path, order: &[&str]) {
    let mut paths = Vec::new();
    files(root, &mut paths);
    let read = |path: &PathBuf| without_tests(&plain(&std::fs::read_to_string(path).unwrap()));
    let mut for_tests = BTreeSet::new();
    for path in &paths {
        let folder = match path.file_stem().unwrap().to_str().unwrap() {
            "mod" | "lib" => path.parent().unwrap().to_path_buf(),
            _ => path.with_extension(""),
        };
        for module in read(path).1 {
            for_tests.extend([folder.join(format!("{module}.rs")), folder.join(&module).join("mod.rs")]);
        }
    }
    let (mut modules, mut offenders) = (BTreeSet::new(), Vec::new());
    for path in paths.iter().filter(|path| !for_tests.contains(*path)) {
        let file = path.strip_prefix(root).unwrap();
        let module = file.with_extension("").iter().next().unwrap().to_str().unwrap().to_string();
        if module == "lib" {
            continue;
        }
        let rank = |module: &str| order.iter().position(|known| *known == module);
        for other in referred(&read(path).0) {
            // The crate's own names for what is in its module of errors.
            let other = if ["Error", "Result"].contains(&&*other) { "error".into() } else { other };
            if rank(&other).is_none() || rank(&other) > rank(&module) {
                offenders.push(format!("{} refers to {other}", file.display()));
            }
        }
        modules.insert(module);
    }
    assert_eq!(
        modules,
        order.iter().map(|module| module.to_string()).collect(),
        "every module has its place"
    );
    assert!(offenders.is_empty(), "a module refers to one above it:\n{}", offenders.join("\n"));
}

/// What the test above looks at, on a file made for it.
#[test]
fn references_are_found_where_they_count() {
    let file = r##"
        //! See [`crate::one`].
        use crate::two::{self, Thing}; // and crate::three
        use crate::{four, five::{Six, seven}, eight as nine};
        /* crate::ten */
        const TEXT: &str = "crate::eleven \" // crate::twelve";
        const RAW: &str = r#"crate::thirteen"#;
        fn open<'a>(_: &'a str) -> char { '{' }
        #[cfg(test)]
        mod checks;
        #[cfg(test)]
        mod tests {
            use crate::fourteen;
            fn brace() -> char { '}' }
        }
        fn after() -> crate::Result<crate::fifteen::Own> { todo(r"\") }
        "##;
    let (code, modules) = without_tests(&plain(file));
    assert_eq!(modules, ["checks"]);
    let expected = ["two", "four", "five", "eight", "Result", "fifteen"];
    assert_eq!(referred(&code), expected.iter().map(|name| name.to_string()).collect());
}
