//! How a command ends: its exit status, and what interrupts (Ctrl-C, SIGINT) and requests to terminate (SIGTERM, what a cluster
//! sends) do to it.
//!
//! The first signal asks a command to keep what is done and to end. Where that takes too long (a search, something that is
//! learned, a child that does not answer) it is ended all the same; the second one ends it at once. That loses at most what was
//! in hand: files are written whole or not at all. The exit status is 128 and the signal's number, as shells have it.

use crate::output;
use anyhow::Context;
use plyscope_files::wait;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// How a command ended that did what it was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// With nothing to say: 0.
    Done,
    /// With a finding that a script wants to know of: a claim that was expected to hold was refuted, or two runs differ
    /// beyond chance: 1.
    Found,
}

impl Ending {
    /// With or without such a finding.
    pub(crate) fn found(found: bool) -> Self {
        if found { Ending::Found } else { Ending::Done }
    }
}

/// The exit status: 0 and 1 as above, 2 could not be done, 130 and 143 ended by a signal.
pub(crate) fn status(result: anyhow::Result<Ending>) -> ExitCode {
    match result {
        Ok(Ending::Done) => ExitCode::SUCCESS,
        Ok(Ending::Found) => ExitCode::from(1),
        Err(error) => match error.downcast_ref::<Interrupted>() {
            Some(interrupted) => {
                output::talk(&format!("{error:#}"));
                ExitCode::from(interrupted.status())
            }
            None => {
                output::complain(&error);
                ExitCode::from(2)
            }
        },
    }
}

/// How long the work in hand may take to end. Children have a second more: all of it is over within two.
const GRACE: Duration = Duration::from_millis(850);
/// How often it is looked whether a signal came.
const LOOKS: Duration = Duration::from_millis(50);

/// Who listens for signals.
#[derive(Debug, Default)]
pub(crate) struct Signals {
    stop: Arc<AtomicBool>,
    number: Arc<AtomicUsize>,
}

impl Signals {
    /// Listens from now on. `kept` says what becomes of work that does not end by itself.
    pub(crate) fn listen(kept: &'static str) -> anyhow::Result<Self> {
        let signals = Signals::default();
        for signal in [SIGINT, SIGTERM] {
            let Signals { stop, number } = &signals;
            // They act in this order: only a second signal finds the flag that the first one raised.
            flag::register_conditional_shutdown(signal, 128 + signal, stop.clone())
                .and_then(|_| flag::register_usize(signal, number.clone(), signal as usize))
                .and_then(|_| flag::register(signal, stop.clone()))
                .context("could not listen for signals")?;
        }
        let watched = Signals { stop: signals.stop.clone(), number: signals.number.clone() };
        thread::spawn(move || watched.end_late_work(kept));
        Ok(signals)
    }

    /// Waits for a signal, and ends the program if that does not end soon after it.
    fn end_late_work(&self, kept: &str) {
        let interrupted = loop {
            wait::pause(LOOKS);
            if let Some(interrupted) = self.received() {
                break interrupted;
            }
        };
        wait::pause(GRACE);
        output::talk(&format!("{interrupted}: {kept}"));
        std::process::exit(i32::from(interrupted.status()));
    }

    /// Raised by a signal.
    pub(crate) fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// The signal that came, if one did.
    pub(crate) fn received(&self) -> Option<Interrupted> {
        match self.number.load(Ordering::Relaxed) {
            0 => None,
            number => Some(Interrupted { signal: number as i32 }),
        }
    }

    /// Why something ended: by a signal, if one came.
    pub(crate) fn explain(&self, error: anyhow::Error) -> anyhow::Error {
        match self.received() {
            Some(interrupted) => error.context(interrupted),
            None => error,
        }
    }
}

/// A signal ended the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Interrupted {
    signal: i32,
}

impl Interrupted {
    /// The exit status: 130 for an interrupt, 143 for a termination.
    pub(crate) fn status(self) -> u8 {
        128 + self.signal as u8
    }
}

impl std::fmt::Display for Interrupted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.signal == SIGTERM { "terminated" } else { "interrupted" })
    }
}
