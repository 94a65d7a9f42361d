//! What an experiment measures, one file each: correct decisions, leaves looked at, ...
//!
//! A study knows its points (the places of the sweep), its series and its depths. A *sampled* one gives the
//! tally of any block of trials, a function of the seed and the block alone; an *exact* one computes its
//! values. Everything else (threads, folders, intervals, verdicts, figures) is the same for all.

mod decisions;
mod leaves;
mod matches;
mod nodes;
mod opening;
mod player;
mod positions;
mod side;
mod theory;
mod worked;

pub use decisions::{Decisions, Found, Point, Series, search};
pub use leaves::Leaves;
pub use matches::Matches;
pub use nodes::Nodes;
pub use positions::Positions;
pub use theory::Theory;
pub use worked::Worked;

use crate::error::Result;
use crate::tally::Tally;
use std::sync::Arc;

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
pub trait Described: Send + Sync {
    /// What its values are.
    fn scale(&self) -> Scale;
    /// What a series is at a point.
    fn cell(&self, point: usize, series: usize) -> Cell;
}

/// A study of trials.
pub trait Sampled: Described {
    /// Trials that are tallied at once: 64 where they go in lanes. Fewer where each takes long and stands alone, so
    /// that few trials are enough for all threads.
    fn block_size(&self) -> u64 {
        64
    }
    /// Trials that are done, written and resumed as one: whole blocks.
    fn chunk(&self) -> u64 {
        self.block_size()
    }
    /// Nothing yet, at a point.
    fn empty(&self, point: usize) -> Tally;
    /// The tally of a block's first `trials` trials; a column is a series at a depth.
    fn block(&self, point: usize, block: u64, trials: usize) -> Result<Tally>;
    /// What a trial costs.
    fn cost(&self, point: usize) -> Cost;
}

/// A study whose values are computed.
pub trait Exact: Described {
    /// The values of every point; a column is a series at a depth.
    fn values(&self) -> Result<Vec<Vec<f64>>>;
}

/// The studies there are.
#[derive(Clone)]
pub enum Study {
    /// Decision accuracy on drawn games.
    Decisions(Arc<Decisions>),
    /// Leaves that alpha-beta looks at.
    Leaves(Arc<Leaves>),
    /// Decision accuracy on real games.
    Positions(Arc<Positions>),
    /// Points that a player takes from another.
    Matches(Arc<Matches>),
    /// Nodes that searches visit.
    Nodes(Arc<Nodes>),
    /// One tree of a paper.
    Worked(Arc<Worked>),
    /// Formulas.
    Theory(Arc<Theory>),
}

impl Study {
    /// What it says of itself.
    pub fn described(&self) -> &dyn Described {
        match self {
            Study::Decisions(study) => &**study,
            Study::Leaves(study) => &**study,
            Study::Positions(study) => &**study,
            Study::Matches(study) => &**study,
            Study::Nodes(study) => &**study,
            Study::Worked(study) => &**study,
            Study::Theory(study) => &**study,
        }
    }

    /// As a study of trials.
    pub fn sampled(&self) -> Option<&dyn Sampled> {
        match self {
            Study::Decisions(study) => Some(&**study),
            Study::Leaves(study) => Some(&**study),
            Study::Positions(study) => Some(&**study),
            Study::Matches(study) => Some(&**study),
            Study::Nodes(study) => Some(&**study),
            Study::Worked(_) | Study::Theory(_) => None,
        }
    }

    /// As a study that is computed.
    pub fn exact(&self) -> Option<&dyn Exact> {
        match self {
            Study::Worked(study) => Some(&**study),
            Study::Theory(study) => Some(&**study),
            Study::Decisions(_)
            | Study::Positions(_)
            | Study::Leaves(_)
            | Study::Matches(_)
            | Study::Nodes(_) => None,
        }
    }
}
