//! Data to standard output, talk to standard error.
//!
//! Titles, labels and quotes in errors come from files that others may have written. What a terminal would act on
//! (escape codes, changes of direction) is made visible on the way out.

use anyhow::Context;
use clap::ValueEnum;
pub(crate) use plyscope_lab::columns::columns as table;
use plyscope_lab::run::{Disk, RealDisk};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

/// How data are printed where there is nothing to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

/// Columns below a head.
pub(crate) fn headed<const N: usize>(head: [&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let rows = rows.map(Vec::from);
    table(&std::iter::once(head.map(String::from).to_vec()).chain(rows).collect::<Vec<_>>())
}

/// Would a terminal act on it? Control characters, and those that change the direction of text.
fn acts(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Text with what a terminal would act on written as `\u{1b}`; line ends and tabs stay if they may.
pub(crate) fn visible(text: &str, lines: bool) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' if lines => shown.push(c),
            c if acts(c) => shown.extend(c.escape_default()),
            c => shown.push(c),
        }
    }
    shown
}

/// The same in JSON, whose own escapes do not change what it says.
fn visible_json(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => shown.push(c),
            c if acts(c) => {
                let _ = write!(shown, "\\u{:04x}", u32::from(c));
            }
            c => shown.push(c),
        }
    }
    shown
}

/// Prints text for people.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    print_as_is(&visible(text, true))
}

/// Prints a JSON value.
pub(crate) fn json(value: &serde_json::Value) -> anyhow::Result<()> {
    json_text(&format!("{value:#}\n"))
}

/// Prints what is JSON already.
pub(crate) fn json_text(text: &str) -> anyhow::Result<()> {
    print_as_is(&visible_json(text))
}

/// Prints what this program alone has made. A reader that has seen enough (`| head`) is no error.
pub(crate) fn print_as_is(text: &str) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(anyhow::Error::new(error).context("could not write to standard output")),
        Ok(()) => Ok(()),
    }
}

/// Writes a file, whole or not at all.
pub(crate) fn put(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    RealDisk.write(path, bytes).with_context(|| format!("could not write {}", path.display()))
}

/// Is there a folder for a file?
pub(crate) fn check_folder(path: &Path) -> anyhow::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) || path.is_dir() {
        anyhow::bail!("could not write {}: its folder does not exist, or it is one", path.display());
    }
    Ok(())
}

/// Says something to the user.
pub(crate) fn talk(message: &str) {
    // Nothing is left to do where standard error is closed.
    let _ = writeln!(io::stderr(), "{}", visible(message, true));
}

/// Says what a reader of the results should know.
pub(crate) fn warn(remarks: &[String]) {
    remarks.iter().for_each(|remark| talk(&format!("warning: {remark}")));
}

/// Says what went wrong.
pub(crate) fn complain(error: &anyhow::Error) {
    // Details of an error stand below it, indented.
    let message = format!("{error:#}");
    let lines: Vec<String> = message.split("\n  ").map(|line| visible(line, false)).collect();
    let _ = writeln!(io::stderr(), "error: {}", lines.join("\n  "));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_acts_is_left() {
        let bad = "a\u{1b}[31mb\u{9b}2Jc\r\u{7f}\u{202e}d\n\te\u{fc}";
        assert_eq!(visible(bad, true), "a\\u{1b}[31mb\\u{9b}2Jc\\r\\u{7f}\\u{202e}d\n\te\u{fc}");
        assert_eq!(visible("a\nb", false), "a\\nb");
        let value = serde_json::json!({"title": bad});
        let text = visible_json(&format!("{value:#}"));
        assert!(!text.contains(|c| acts(c) && c != '\n'), "{text:?}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value, "it says the same");
    }
}
