//! Rows of a log as text: CSV with a line of names first, or an object a line (JSON lines). Either is read line by line, so
//! that a file of any size needs no more memory than what is kept of it.

use crate::error::{Error, Result};
use serde_json::Value;
use std::borrow::Cow;
use std::io::BufRead;
use std::path::Path;

/// The longest line, and the longest row where a cell holds several lines.
pub const LONGEST: usize = 1 << 20;

/// Where a row stands, for what is said of it.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// The file.
    pub file: &'a str,
    /// The line, or the row of a file that has none; from 1.
    pub line: u64,
}

impl Place<'_> {
    /// What is wrong there.
    pub fn wrong(self, why: impl std::fmt::Display) -> Error {
        Error::Usage(format!("{}, line {}: {why}", self.file, self.line))
    }
}

/// A row: cells by the names of their columns; a name without a cell is missing.
pub type Cells<'a> = [(Cow<'a, str>, Cow<'a, str>)];

/// Passes on every row of a regular file.
pub fn of_file(path: &Path, each: &mut dyn FnMut(Place<'_>, &Cells<'_>) -> Result<()>) -> Result<()> {
    let unread = |cause| Error::File { what: "could not read", path: path.into(), cause };
    let lines = plyscope_files::lines(path, LONGEST).map_err(unread)?;
    of_lines(lines, &path.display().to_string(), each)
}

/// Passes on every row of lines.
pub fn of_lines<R: BufRead>(
    mut lines: plyscope_files::Lines<R>,
    file: &str,
    each: &mut dyn FnMut(Place<'_>, &Cells<'_>) -> Result<()>,
) -> Result<()> {
    let mut names: Option<Vec<String>> = None;
    let (mut line, mut record, mut objects) = (0, String::new(), false);
    loop {
        line += 1;
        let place = Place { file, line };
        let Some(text) = lines.next_line().map_err(|error| place.wrong(error))? else { break };
        let text = if line == 1 { text.trim_start_matches('\u{feff}') } else { text };
        if record.is_empty() && text.trim().is_empty() {
            continue;
        }
        // What the first row is, all are.
        objects |= names.is_none() && text.trim_start().starts_with('{');
        if objects {
            each(place, &of_object(text).map_err(|why| place.wrong(why))?)?;
            continue;
        }
        // A cell between quotes may hold line ends.
        let whole = record.is_empty();
        if !whole || text.bytes().filter(|byte| *byte == b'"').count() % 2 == 1 {
            record.push_str(text);
            if record.len() > LONGEST {
                return Err(
                    place.wrong(format!("a row is longer than {LONGEST} bytes; is a quote left open?"))
                );
            }
            if record.bytes().filter(|byte| *byte == b'"').count() % 2 == 1 {
                record.push('\n');
                continue;
            }
        }
        let row = if record.is_empty() { text } else { &record };
        let cells = cells(row).map_err(|why| place.wrong(why))?;
        match &names {
            None => names = Some(cells.into_iter().map(|name| name.trim().to_string()).collect()),
            Some(names) if names.len() != cells.len() => {
                let (found, expected) = (cells.len(), names.len());
                return Err(place.wrong(format!(
                    "{found} cells; expected {expected}, one for each name of the first line"
                )));
            }
            Some(names) => {
                let named: Vec<_> =
                    names.iter().map(|name| Cow::Borrowed(name.as_str())).zip(cells).collect();
                each(place, &named)?;
            }
        }
        record.clear();
    }
    match record.is_empty() {
        true => Ok(()),
        false => Err(Place { file, line }.wrong("a quote is open where the file ends; expected its end")),
    }
}

/// The cells of a row of CSV.
fn cells(row: &str) -> std::result::Result<Vec<Cow<'_, str>>, String> {
    let (mut cells, mut rest) = (Vec::new(), row);
    loop {
        let (cell, after) = match rest.strip_prefix('"') {
            None => {
                let end = rest.find(',').unwrap_or(rest.len());
                (Cow::Borrowed(&rest[..end]), &rest[end..])
            }
            Some(quoted) => {
                let bytes = quoted.as_bytes();
                let mut end = 0;
                while end < bytes.len() && (bytes[end] != b'"' || bytes.get(end + 1) == Some(&b'"')) {
                    end += if bytes[end] == b'"' { 2 } else { 1 };
                }
                let open = || "a quote is open; expected its end".to_string();
                let after = quoted.get(end + 1..).ok_or_else(open)?;
                let text = &quoted[..end];
                let text = if text.contains('"') { text.replace("\"\"", "\"").into() } else { text.into() };
                (text, after)
            }
        };
        cells.push(cell);
        match after.strip_prefix(',') {
            Some(next) => rest = next,
            None if after.is_empty() => return Ok(cells),
            None => return Err("text after a closing quote; expected a comma".into()),
        }
    }
}

/// The fields of an object; lists are written as names of several.
fn of_object(text: &str) -> std::result::Result<Vec<(Cow<'_, str>, Cow<'_, str>)>, String> {
    let read: serde_json::Result<serde_json::Map<String, Value>> = serde_json::from_str(text);
    let wrong =
        |error| format!("{error}; expected an object such as {{\"item\": \"q1\", \"effort\": 4, ...}}");
    let field = |(name, value): (String, Value)| {
        let text = match value {
            Value::Null => return None,
            Value::String(text) => text,
            Value::Array(all) => {
                let text = |one: &Value| one.as_str().map_or_else(|| one.to_string(), String::from);
                joined(all.iter().map(text))
            }
            other => other.to_string(),
        };
        Some((name.into(), text.into()))
    };
    Ok(read.map_err(wrong)?.into_iter().filter_map(field).collect())
}

/// Several names in one text: `a|b`, with `\` before what would be read otherwise.
pub(super) fn joined(names: impl Iterator<Item = String>) -> String {
    let escaped = |name: String| name.replace('\\', "\\\\").replace('|', "\\|");
    names.map(escaped).collect::<Vec<_>>().join("|")
}

/// The names in such a text.
pub(super) fn parted(text: &str) -> Vec<String> {
    if text.is_empty() {
        return Vec::new();
    }
    let (mut names, mut chars) = (vec![String::new()], text.chars());
    while let Some(c) = chars.next() {
        match c {
            '|' => names.push(String::new()),
            '\\' => names.last_mut().expect("there is one").extend(chars.next()),
            c => names.last_mut().expect("there is one").push(c),
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> std::result::Result<Vec<String>, String> {
        let mut found = Vec::new();
        let lines = plyscope_files::Lines::of(text.as_bytes(), 100);
        let done = of_lines(lines, "log", &mut |place, cells| {
            let cells: Vec<String> = cells.iter().map(|(name, cell)| format!("{name}={cell}")).collect();
            found.push(format!("{}: {}", place.line, cells.join(" ")));
            Ok(())
        });
        done.map(|()| found).map_err(|error| error.to_string())
    }

    #[test]
    fn both_forms_are_read() {
        let csv = "\u{feff}item,choice\r\na,\"x, \"\"y\"\"\"\r\n\r\nb,\"two\nlines\"\n";
        assert_eq!(rows(csv).unwrap(), ["2: item=a choice=x, \"y\"", "5: item=b choice=two\nlines"]);
        let json = "{\"item\": 1, \"tied\": [\"a|b\", 2]}\n\n{\"correct\": true, \"value\": null}";
        assert_eq!(rows(json).unwrap(), ["1: item=1 tied=a\\|b|2", "3: correct=true"]);
        assert_eq!(parted("a\\|b|2|\\\\"), ["a|b", "2", "\\"]);
        assert_eq!(rows("").unwrap(), [""; 0]);
    }

    #[test]
    fn what_cannot_be_read_is_said_with_its_line() {
        let wrong = |text: &str| rows(text).unwrap_err();
        assert_eq!(
            wrong("a,b\n1\n"),
            "log, line 2: 1 cells; expected 2, one for each name of the first line"
        );
        assert_eq!(wrong("a\n\"x\"y\n"), "log, line 2: text after a closing quote; expected a comma");
        assert!(wrong("a\n\"x\n").ends_with("a quote is open where the file ends; expected its end"));
        assert!(wrong("{\"a\": 1}\n{\"a\"").contains("log, line 2: EOF"), "{}", wrong("{\"a\": 1}\n{\"a\""));
        assert!(wrong(&"x".repeat(101)).contains("log, line 1: it is longer than 100 bytes"));
    }
}
