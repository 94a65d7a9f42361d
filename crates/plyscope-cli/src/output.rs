//! Data to standard output, talk to standard error.

use clap::ValueEnum;
pub(crate) use plyscope_lab::columns::columns as table;
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
