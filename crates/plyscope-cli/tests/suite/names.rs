//! Tables of documents that are what the command says: of names in docs/names.md what `plyscope list` prints, of kinds of
//! claims in docs/experiments.md what `plyscope schema` prints. So what is declared is documented.
//!
//! Such a table stands below a line `<!-- games: kalah pig without start -->`: of entries of a kind, those that are named, or
//! all that no other table names; parameters that the page explains once are left out. `UPDATE_NAMES=1 cargo test -p
//! plyscope-cli names` writes the rows anew.

use crate::support::run;
use serde_json::Value;
use std::collections::BTreeSet;

/// What only a command with another feature knows.
const OPTIONAL: &str = "syzygy";

/// Other words for depths, which the page explains once.
const EFFORTS: [&str; 4] = ["iterations", "evaluations", "nodes", "movetime"];

/// What the line above a table says.
struct Table<'a> {
    kind: &'a str,
    names: Vec<&'a str>,
    without: Vec<&'a str>,
}

impl<'a> Table<'a> {
    fn above(line: &'a str) -> Option<Self> {
        let line = line.strip_prefix("<!-- ")?.strip_suffix(" -->")?;
        let (what, without) = line.split_once(" without ").unwrap_or((line, ""));
        let (kind, names) = what.split_once(':').unwrap_or((what, ""));
        let words = |text: &'a str| text.split_whitespace().collect();
        Some(Table { kind, names: words(names), without: words(without) })
    }
}

/// A page of docs/ has these rows in its tables; or gets them, where that is asked for.
fn check(page: &str, mut rows: impl FnMut(Table<'_>) -> Vec<String>) {
    let path = format!("{}/../../docs/{page}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the page is there");
    let mut made = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        made.push(line.to_string());
        let Some(table) = Table::above(line) else { continue };
        for _ in 0..2 {
            let head = lines.next_if(|line| line.starts_with('|')).expect("a table begins with two lines");
            made.push(head.to_string());
        }
        while lines.next_if(|line| line.starts_with('|')).is_some() {}
        made.extend(rows(table));
    }
    let made = made.join("\n") + "\n";
    if std::env::var_os("UPDATE_NAMES").is_some() {
        std::fs::write(path, made).expect("the page can be written");
    } else {
        assert!(text == made, "docs/{page} is not what the command says; UPDATE_NAMES=1 writes it anew");
    }
}

fn printed(words: &[&str]) -> Value {
    serde_json::from_str(&run(words).stdout).expect("JSON")
}

fn text<'a>(of: &'a Value, key: &str) -> &'a str {
    of[key].as_str().expect("a text")
}

/// An entry of the list, as a row.
fn row(entry: &Value, without: &[&str]) -> String {
    let parameters = entry["parameters"].as_array().expect("a list").iter();
    let shown: Vec<String> = parameters
        .filter(|parameter| !without.contains(&text(parameter, "name")))
        .map(|parameter| format!("`{}={}`", text(parameter, "name"), text(parameter, "default")))
        .collect();
    format!("| `{}` | {} | {} |", text(entry, "name"), shown.join(", "), text(entry, "summary"))
}

#[test]
fn names_are_what_is_listed() {
    let listed = printed(&["list", "--format", "json"]);
    let place = |entry: &'_ Value| (text(entry, "kind").to_string(), text(entry, "name").to_string());
    let mut known = BTreeSet::new();
    // Of two of a name the first one is meant.
    let listed: Vec<&Value> = listed
        .as_array()
        .expect("a list")
        .iter()
        .filter(|entry| text(entry, "name") != OPTIONAL && known.insert(place(entry)))
        .collect();
    let page = include_str!("../../../../docs/names.md");
    let elsewhere: Vec<(&str, &str)> = page
        .lines()
        .filter_map(Table::above)
        .flat_map(|table| table.names.into_iter().map(move |name| (table.kind, name)))
        .collect();
    let mut shown = BTreeSet::new();
    check("names.md", |table| {
        let of_kind: Vec<&Value> =
            listed.iter().copied().filter(|entry| text(entry, "kind") == table.kind).collect();
        let named = |name: &&str| of_kind.iter().copied().find(|entry| text(entry, "name") == *name);
        let entries: Vec<&Value> = match table.names.is_empty() {
            false => table.names.iter().map(|name| named(name).expect(name)).collect(),
            true => {
                let rest = |entry: &&Value| !elsewhere.contains(&(table.kind, text(entry, "name")));
                of_kind.iter().copied().filter(rest).collect()
            }
        };
        for entry in &entries {
            assert!(shown.insert(place(entry)), "{} stands in two tables", text(entry, "name"));
        }
        entries.into_iter().map(|entry| row(entry, &table.without)).collect()
    });
    for place in known.into_iter().filter(|(kind, _)| kind != "experiments") {
        assert!(shown.contains(&place), "no table of docs/names.md has {place:?}");
    }
}

#[test]
fn names_of_claims_are_those_of_the_schema() {
    let schema = printed(&["schema"]);
    let keys = schema["definitions"]["ClaimFile"]["properties"].as_object().expect("keys");
    let row = |(name, kind): (&String, &Value)| {
        let needs: Vec<&str> = kind["required"].as_array()?.iter().filter_map(Value::as_str).collect();
        let is_other = |key: &str| EFFORTS.contains(&key.strip_prefix("than-").unwrap_or(key));
        let takes = kind["properties"].as_object()?.keys().map(String::as_str);
        let takes: Vec<&str> = takes.filter(|key| !needs.contains(key) && !is_other(key)).collect();
        let takes = if takes.is_empty() { String::new() } else { format!(", [{}]", takes.join(", ")) };
        Some(format!("| `{name} = {{ {}{takes} }}` | {} |", needs.join(", "), text(kind, "description")))
    };
    let mut shown = 0;
    check("experiments.md", |_| {
        shown += 1;
        keys.iter().filter_map(row).collect()
    });
    assert_eq!(shown, 1, "one table of kinds of claims");
}
