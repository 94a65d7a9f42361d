//! What an experiment measures.
//!
//! A study is plain data, read from a file: it knows its points (the places of the sweep), its series and its efforts, and
//! learns, solves and opens nothing. A *sampled* one is prepared before it runs, and then gives the tally of any block of
//! trials, a function of the seed and the block alone; an *exact* one computes its values. Everything else (threads,
//! folders, intervals, verdicts, figures) is the same for all.

mod depth;
mod lanes;
mod leaves;
mod match_play;
mod measure;
mod observed;
mod player;
mod scoreboard;
mod setting;
mod theory;
mod trials;
mod worked;

pub(crate) use depth::Depth;
pub(crate) use leaves::Leaves;
pub(crate) use match_play::MatchPlay;
pub(crate) use measure::{Accuracy, Measure, Nodes, Pairs};
pub(crate) use observed::Observed;
pub(crate) use player::PROGRAM;
pub(crate) use theory::Theory;
pub(crate) use worked::Worked;

use crate::drawing::Drawing;
use crate::error::Result;
use crate::matches::{self, Counts};
use crate::measurement::Setup;
use crate::stats::Interval;
use crate::tally::Tally;
use plyscope::cache::Cache;
use plyscope::player::{AnyGame, Program};

/// What one series is at one point, as the table of results tells it; empty where it has no such thing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cell {
    /// The game, with all parameters.
    pub game: String,
    /// The evaluator, with all parameters.
    pub evaluator: String,
    /// The back-up rule.
    pub rule: String,
    /// The search.
    pub search: String,
    /// What its value is.
    pub metric: &'static str,
}

/// What a value is, for people.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// What the vertical axis says.
    pub label: &'static str,
    /// Is it a share, from 0 to 1?
    pub share: bool,
    /// Does it grow by factors, so that a logarithmic axis shows it best?
    pub logarithmic: bool,
    /// A value that is worth a line across a figure.
    pub level: Option<f64>,
}

/// What a trial costs at a point.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Cost {
    /// Nodes of all searches of one trial.
    pub nodes: u128,
    /// Bytes that a thread needs.
    pub bytes: u128,
}

/// What every study can say of itself.
pub trait Study: Send + Sync {
    /// What its values are.
    fn scale(&self) -> Scale;
    /// What a series is at a point.
    fn cell(&self, point: usize, series: usize) -> Cell;
    /// Branching factor at a point, where that is the same everywhere.
    fn branching(&self, _point: usize) -> Option<f64> {
        None
    }
    /// Is it sampled, or computed?
    fn kind(&self) -> Kind<'_>;
    /// What decides its numbers besides games, series, points, efforts and seed.
    fn settings(&self) -> String {
        String::new()
    }
    /// What it has that most studies have not.
    fn extra(&self) -> Extra<'_> {
        Extra::None
    }
}

/// What only one kind of study has.
pub enum Extra<'a> {
    /// Nothing.
    None,
    /// What is measured, and in which game: what was seen on every trial is kept.
    Measured(&'a Setup, &'a AnyGame),
    /// What is played: two players are matched.
    Played(&'a matches::Setup),
    /// A tree to draw in place of a chart.
    Drawn(&'a Drawing),
}

/// How the values of a study come about.
pub enum Kind<'a> {
    /// From trials.
    Sampled(&'a dyn Sampled),
    /// They are computed.
    Exact(&'a dyn Exact),
}

impl dyn Study + '_ {
    /// As a study of trials.
    pub fn sampled(&self) -> Option<&dyn Sampled> {
        match self.kind() {
            Kind::Sampled(study) => Some(study),
            Kind::Exact(_) => None,
        }
    }

    /// As a study that is computed.
    pub fn exact(&self) -> Option<&dyn Exact> {
        match self.kind() {
            Kind::Sampled(_) => None,
            Kind::Exact(study) => Some(study),
        }
    }

    /// What is measured, where what was seen on every trial is kept.
    pub fn measured(&self) -> Option<&Setup> {
        if let Extra::Measured(setup, _) = self.extra() { Some(setup) } else { None }
    }

    /// What is played, where two players are matched.
    pub fn played(&self) -> Option<&matches::Setup> {
        if let Extra::Played(setup) = self.extra() { Some(setup) } else { None }
    }

    /// A tree to draw in place of a chart.
    pub fn drawing(&self) -> Option<&Drawing> {
        if let Extra::Drawn(drawing) = self.extra() { Some(drawing) } else { None }
    }

    /// The interval of a column, where the study has a better one than its moments give.
    pub(crate) fn interval(&self, tally: &Tally, column: usize, level: f64) -> Option<Interval> {
        self.played().map(|_| Counts::of_match(&tally.counts, column).pairs.interval(level))
    }
}

/// How trials are divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Portions {
    /// Trials that are tallied at once: 64 where they go in lanes. Fewer where each takes long and stands alone, so
    /// that few trials are enough for all threads.
    pub block: u64,
    /// Trials that are done, written and resumed as one: whole blocks.
    pub chunk: u64,
    /// How many trials there are, where they are counted.
    pub most: Option<u64>,
    /// May the study end before all trials are done? Then it has one point, and is asked after every chunk.
    pub stops: bool,
}

impl Default for Portions {
    fn default() -> Self {
        Portions { block: 64, chunk: 64, most: None, stops: false }
    }
}

/// A study of trials.
pub trait Sampled: Study {
    /// How its trials are divided.
    fn portions(&self) -> Portions {
        Portions::default()
    }
    /// Is what the first chunks found enough? Asked with their tally, in order of number, so that threads do not move the
    /// end.
    fn is_enough(&self, _found: &Tally) -> bool {
        false
    }
    /// Is there more to find about these trials, in a second round?
    fn is_half(&self, _found: &Tally) -> bool {
        false
    }
    /// Nothing yet, at a point.
    fn empty(&self, point: usize) -> Tally;
    /// What a trial costs.
    fn cost(&self, point: usize) -> Cost;
    /// Is something to be learned or tried before it runs?
    fn is_ready(&self) -> bool {
        true
    }
    /// Learns what is to be learned, and tries what may turn out not to be possible. What is learned is kept on a cache.
    fn prepare<'a>(&'a self, cache: &dyn Cache) -> Result<Box<dyn Prepared + 'a>>;
    /// The same without lanes: every trial is drawn, searched and judged alone. What the lanes are compared with.
    fn prepare_plain<'a>(&'a self, cache: &dyn Cache) -> Result<Box<dyn Prepared + 'a>> {
        self.prepare(cache)
    }
}

/// A study that can run.
pub trait Prepared: Send + Sync {
    /// The tally of a block's first `trials` trials; a column is a series at an effort.
    fn block(&self, point: usize, block: u64, trials: usize) -> Result<Tally>;
    /// What `trials` trials will do and how long they take with `jobs` threads, in words, where that was estimated.
    fn forecast(&self, _trials: u64, _jobs: usize) -> Option<String> {
        None
    }
    /// The programs that decide or judge, where they are other ones, and what they did so far.
    fn programs(&self) -> Vec<Program> {
        Vec::new()
    }
    /// Learns what a second round needs, where there is one: the first leaves [half](Sampled::is_half) of the work then.
    fn second_round<'a>(
        &'a self,
        _cache: &dyn Cache,
        _learning: &Learning<'_>,
    ) -> Result<Option<Box<dyn SecondRound + 'a>>> {
        Ok(None)
    }
}

/// Reports what is learned, how much of it is done, and how much there is.
pub type Learning<'a> = dyn Fn(&str, u64, u64) + 'a;

/// A second look at every trial, after all were seen once.
pub trait SecondRound: Send + Sync {
    /// What it does, in words.
    fn what(&self) -> String;
    /// Adds to what was recorded of a trial.
    fn complete(&self, trial: u64, record: &str) -> Result<String>;
}

/// A study whose values are computed.
pub trait Exact: Study {
    /// The values of every point; a column is a series at an effort.
    fn values(&self) -> Result<Vec<Vec<f64>>>;
}
