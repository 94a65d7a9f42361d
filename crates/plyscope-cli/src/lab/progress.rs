//! Progress of a run on standard error: one line that changes on a terminal, a line now and then elsewhere.

use crate::output::{self, visible};
use plyscope_lab::columns::duration;
use plyscope_lab::experiment::Experiment;
use plyscope_lab::results::evaluate;
use plyscope_lab::run::Progress;
use plyscope_lab::tally::Tally;
use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How far a run is.
pub(super) struct Bar {
    title: String,
    quiet: bool,
    terminal: bool,
    state: Mutex<State>,
}

struct State {
    /// What is being done, where a run has several parts.
    stage: String,
    started: Instant,
    /// What was done already when it started: a resumed run.
    at_start: Option<u64>,
    shown: Option<Instant>,
}

impl Bar {
    pub(super) fn new(title: &str, quiet: bool) -> Self {
        let state = State { stage: String::new(), started: Instant::now(), at_start: None, shown: None };
        Bar {
            title: visible(title, false),
            quiet,
            // A dumb terminal has no codes to go back in a line.
            terminal: io::stderr().is_terminal()
                && std::env::var_os("TERM").is_none_or(|term| term != "dumb"),
            state: Mutex::new(state),
        }
    }

    /// A line that stays.
    fn say(&self, text: &str) {
        self.finish();
        output::talk(&format!("{}: {text}", self.title));
    }

    /// Leaves the terminal's line.
    pub(super) fn finish(&self) {
        if self.terminal && !self.quiet {
            // Nothing is left to do where standard error is closed.
            let _ = writeln!(io::stderr());
        }
    }
}

impl Progress for Bar {
    fn prepare(&self, what: &str) {
        if self.quiet {
            return;
        }
        let line = format!("{}: learning {}", self.title, visible(what, false));
        let _ = if self.terminal {
            write!(io::stderr(), "\r\x1b[K{line}").and_then(|()| io::stderr().flush())
        } else {
            writeln!(io::stderr(), "{line}")
        };
    }

    fn stage(&self, what: &str) {
        let Ok(mut state) = self.state.lock() else { return };
        *state = State { stage: what.to_string(), started: Instant::now(), at_start: None, shown: None };
    }

    fn forecast(&self, text: &str) {
        if !self.quiet {
            text.lines().for_each(|line| self.say(line));
        }
    }

    fn first_look(&self, experiment: &Experiment, tallies: &[Tally], done: u64, all: u64) {
        if self.quiet {
            return;
        }
        let Some(found) = evaluate(experiment, tallies).ok().and_then(|result| result.measurement) else {
            return;
        };
        let what = match done < all {
            true => format!("decision accuracy so far, {done} of {all} trials"),
            false => "decision accuracy, before repairs".to_string(),
        };
        self.say(&format!("{what}\n{}", super::measure::first_look(&found)));
    }

    fn advance(&self, done: u64, all: u64) {
        if self.quiet {
            return;
        }
        let Ok(mut state) = self.state.lock() else { return };
        let at_start = *state.at_start.get_or_insert(done);
        let pause = if self.terminal { Duration::from_millis(100) } else { Duration::from_secs(5) };
        if done < all && state.shown.is_some_and(|shown| shown.elapsed() < pause) {
            return;
        }
        state.shown = Some(Instant::now());
        let seconds = state.started.elapsed().as_secs_f64();
        let rate = done.saturating_sub(at_start) as f64 / seconds.max(1e-9);
        // Before anything is done there is no rate to tell.
        let rate = match rate > 0.0 {
            true => {
                let each = if rate < 1.0 {
                    format!("{:.0} s each", 1.0 / rate)
                } else {
                    format!("{rate:.0} per second")
                };
                format!(", {each}, {} left", duration((all - done.min(all)) as f64 / rate))
            }
            false => String::new(),
        };
        let percent = 100 * done / all.max(1);
        let unit = if state.stage.is_empty() { " trials" } else { "" };
        let told = format!("{done} of {all}{unit}, {percent}%{rate}");
        let stage = if state.stage.is_empty() { String::new() } else { format!("{}: ", state.stage) };
        let bar = if self.terminal { drawn(percent) } else { String::new() };
        let line = format!("{}: {stage}{bar}{told}", self.title);
        let _ = if self.terminal {
            write!(io::stderr(), "\r\x1b[K{line}").and_then(|()| io::stderr().flush())
        } else {
            writeln!(io::stderr(), "{line}")
        };
    }
}

/// A bar of twenty cells.
fn drawn(percent: u64) -> String {
    let full = (percent / 5) as usize;
    format!("{}{} ", "\u{2588}".repeat(full), "\u{2591}".repeat(20 - full))
}
