//! Rows of a log as text: CSV with a line of names first, or an object a line (JSON lines). Either is read line by line, so
//! that a file of any size needs no more memory than what is kept of it.

use crate::error::{Error, Result};
use serde_json::{Map, Value};
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
    let mut place = Place { file, line: 0 };
    let (mut names, mut record, mut objects) = (Vec::new(), String::new(), false);
    loop {
        place.line += 1;
        let Some(text) = lines.next_line().map_err(|error| place.wrong(error))? else { break };
        let text = text.trim_start_matches('\u{feff}');
        if record.is_empty() && text.trim().is_empty() {
            continue;
        }
        // What the first row is, all are.
        objects |= names.is_empty() && record.is_empty() && text.trim_start().starts_with('{');
        if objects {
            each(place, &of_object(text).map_err(|why| place.wrong(why))?)?;
            continue;
        }
        // A cell between quotes may hold line ends.
        record.push_str(text);
        if record.matches('"').count() % 2 == 1 {
            record.push('\n');
            if record.len() > LONGEST {
                return Err(
                    place.wrong(format!("a row is longer than {LONGEST} bytes; expected the end of a quote"))
                );
            }
            continue;
        }
        let cells = cells(&record);
        if names.is_empty() {
            names = cells.iter().map(|name| name.trim().to_string()).collect::<Vec<String>>();
        } else if names.len() != cells.len() {
            let why = format!(
                "{} cells; expected {}, one for each name of the first line",
                cells.len(),
                names.len()
            );
            return Err(place.wrong(why));
        } else {
            let named = names.iter().map(|name| Cow::from(name.as_str())).zip(cells);
            each(place, &named.collect::<Vec<_>>())?;
        }
        record.clear();
    }
    if record.is_empty() {
        Ok(())
    } else {
        Err(place.wrong("a quote is open where the file ends; expected its end"))
    }
}

/// The cells of a row of CSV.
fn cells(row: &str) -> Vec<Cow<'_, str>> {
    let mut quoted = false;
    let parts = row.split(|c| {
        quoted ^= c == '"';
        c == ',' && !quoted
    });
    let cell = |part| match str::strip_prefix(part, '"').and_then(|part| part.strip_suffix('"')) {
        Some(text) if text.contains('"') => text.replace("\"\"", "\"").into(),
        Some(text) => text.into(),
        None => part.into(),
    };
    parts.map(cell).collect()
}

/// Names and values of an object, as texts.
type Fields<'a> = Vec<(Cow<'a, str>, Cow<'a, str>)>;

/// The fields of an object.
fn of_object(text: &str) -> std::result::Result<Fields<'_>, String> {
    let read: serde_json::Result<Map<String, Value>> = serde_json::from_str(text);
    let wrong =
        |error| format!("{error}; expected an object such as {{\"item\": \"q1\", \"effort\": 4, ...}}");
    let field = |(name, value): (String, Value)| match value {
        Value::Null => None,
        Value::String(text) => Some((name.into(), text.into())),
        other => Some((name.into(), other.to_string().into())),
    };
    Ok(read.map_err(wrong)?.into_iter().filter_map(field).collect())
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
        let json = "{\"item\": 1, \"tied\": [\"a\", 2]}\n\n{\"correct\": true, \"value\": null}";
        assert_eq!(rows(json).unwrap(), ["1: item=1 tied=[\"a\",2]", "3: correct=true"]);
        assert_eq!(rows("").unwrap(), [""; 0]);
    }

    #[test]
    fn what_cannot_be_read_is_said_with_its_line() {
        let wrong = |text: &str| rows(text).unwrap_err();
        assert_eq!(
            wrong("a,b\n1\n"),
            "log, line 2: 1 cells; expected 2, one for each name of the first line"
        );
        assert!(wrong("a\n\"x\n").ends_with("a quote is open where the file ends; expected its end"));
        assert!(wrong("{\"a\": 1}\n{\"a\"").contains("log, line 2: EOF"), "{}", wrong("{\"a\": 1}\n{\"a\""));
        assert!(wrong("{\"a\": 1}\na,b").starts_with("log, line 2: expected value"));
        assert!(wrong(&"x".repeat(101)).contains("log, line 1: it is longer than 100 bytes"));
    }
}
