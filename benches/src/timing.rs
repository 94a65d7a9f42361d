//! Timing: the best of some turns, on a machine that may be busy with other things.

use std::fmt;
use std::time::Instant;

/// What goes wrong here is told and ends it.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// What work is counted in.
#[derive(Debug, Clone, Copy)]
pub enum Unit {
    /// A trial, with all its searches.
    Trial,
    /// A position made by playing a move.
    Node,
    /// A position that is solved.
    Position,
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unit::Trial => "trial",
            Unit::Node => "node",
            Unit::Position => "position",
        })
    }
}

/// One line of the results.
pub struct Row {
    /// What was measured, and in what.
    pub name: String,
    /// Our number.
    pub ours: f64,
    /// What it is compared with, where there is something.
    pub other: Option<f64>,
    /// Is less better?
    pub less: bool,
}

impl Row {
    /// Times: less is better.
    pub fn time(name: &str, ours: f64, other: f64) -> Self {
        Row { name: name.into(), ours, other: Some(other), less: true }
    }

    /// Rates: more is better.
    pub fn rate(name: &str, ours: f64, other: f64) -> Self {
        Row { name: name.into(), ours, other: Some(other), less: false }
    }

    /// A number that stands alone.
    pub fn alone(name: &str, ours: f64) -> Self {
        Row { name: name.into(), ours, other: None, less: true }
    }

    /// How many times better ours is.
    pub fn ratio(&self) -> Option<f64> {
        self.other.map(|other| if self.less { other / self.ours } else { self.ours / other })
    }
}

/// The least of some turns.
pub fn best_of(turns: usize, mut work: impl FnMut() -> Result<f64>) -> Result<f64> {
    (0..turns).try_fold(f64::INFINITY, |best, _| Ok(work()?.min(best)))
}

/// Seconds that something takes.
pub fn seconds<T>(work: impl FnOnce() -> Result<T>) -> Result<f64> {
    let clock = Instant::now();
    work()?;
    Ok(clock.elapsed().as_secs_f64())
}
