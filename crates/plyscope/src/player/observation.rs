//! What a player did on a trial, before anybody judges it.

use crate::search::{Counts, Report, Score};
use crate::value::{AnyValue, Value};
use std::fmt;

/// A decision as it was observed.
///
/// ```
/// use plyscope::game::text::TextTree;
/// use plyscope::player::Observation;
/// use plyscope::rule::Minimax;
/// use plyscope::search::{Budget, FullWidth, Search, ToTheEnd};
/// let tree: TextTree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let report = FullWidth::default().search(&tree, &0, &ToTheEnd::new(&tree, Minimax)?, &Budget::unlimited())?;
/// let seen = Observation::from(report);
/// assert_eq!(seen.to_string(), "move 1, worth 3, 13 nodes"); // 1 + 3 + 9
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Observation {
    /// The chosen move, by number.
    pub choice: usize,
    /// All moves that it found as good, the choice among them.
    pub ties: Vec<usize>,
    /// What it thinks the position is worth, where it says.
    pub value: Option<AnyValue>,
    /// What it knows of every move, where it says; else empty.
    pub scores: Vec<Score<AnyValue>>,
    /// How often it looked at every move, where it samples; else empty.
    pub visits: Vec<u64>,
    /// How much work it was.
    pub counts: Counts,
    /// How far it looked, where it searches to a depth.
    pub depth: Option<u32>,
    /// Did it end by itself, within what it could spend?
    pub complete: bool,
}

impl Observation {
    /// Nothing but a move, as from an engine that tells no more.
    ///
    /// ```
    /// use plyscope::player::Observation;
    /// assert_eq!(Observation::of_move(3).ties, [3]);
    /// ```
    pub fn of_move(choice: usize) -> Self {
        Observation {
            choice,
            ties: vec![choice],
            value: None,
            scores: Vec::new(),
            visits: Vec::new(),
            counts: Counts::default(),
            depth: None,
            complete: true,
        }
    }

    /// Positions that were visited, the root among them.
    pub fn nodes(&self) -> u64 {
        self.counts.generated + 1
    }
}

impl<V: Value> From<Report<V>> for Observation {
    fn from(report: Report<V>) -> Self {
        Observation::of_report(report.map(Value::any))
    }
}

impl Observation {
    /// What a search reported.
    pub(super) fn of_report(report: Report<AnyValue>) -> Self {
        Observation {
            choice: report.choice,
            ties: report.ties,
            value: report.value,
            scores: report.scores,
            visits: report.visits,
            counts: report.counts,
            depth: Some(report.depth).filter(|depth| *depth != u32::MAX),
            complete: report.complete,
        }
    }
}

impl fmt::Display for Observation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}", self.choice + 1)?;
        if let Some(value) = &self.value {
            write!(f, ", worth {value}")?;
        }
        write!(f, ", {} nodes", self.nodes())
    }
}
