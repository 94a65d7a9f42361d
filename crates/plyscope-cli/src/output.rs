//! Data to standard output, talk to standard error.

use clap::ValueEnum;
use std::io::{self, Write};

/// How data are printed where there is nothing to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

/// Prints to standard output. A reader that has seen enough (`| head`) is no error.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(anyhow::Error::new(error).context("could not write to standard output")),
        Ok(()) => Ok(()),
    }
}

/// Says something to the user.
pub(crate) fn talk(message: &str) {
    let _ = writeln!(io::stderr(), "{message}");
}

/// Says what went wrong.
pub(crate) fn complain(error: &anyhow::Error) {
    // Nothing is left to do where standard error is closed as well.
    let message: String =
        format!("{error:#}").chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    let _ = writeln!(io::stderr(), "error: {message}");
}

/// Columns of text, as wide as they need to be, separated by two spaces.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| Some(row.get(column)?.chars().count())).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}
