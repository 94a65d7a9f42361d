//! How much a player may spend on a decision.

use super::Budget;
use crate::error::{Error, Result};
use std::fmt;

/// How much a player may spend: one kind of it.
///
/// ```
/// use plyscope::search::Effort;
/// assert_eq!(Effort::Depth(3).to_string(), "depth 3");
/// assert_eq!(Effort::Nodes(100).amount(), 100);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Effort {
    /// Plies (or turns, as the search counts) to look ahead.
    Depth(u32),
    /// Positions to generate.
    Nodes(u64),
    /// Iterations of a search that samples.
    Iterations(u64),
    /// Distinct positions to evaluate.
    Evaluations(u64),
}

impl Effort {
    /// What is counted.
    pub fn unit(self) -> &'static str {
        match self {
            Effort::Depth(_) => "depth",
            Effort::Nodes(_) => "nodes",
            Effort::Iterations(_) => "iterations",
            Effort::Evaluations(_) => "evaluations",
        }
    }

    /// How much of it.
    pub fn amount(self) -> u64 {
        match self {
            Effort::Depth(depth) => u64::from(depth),
            Effort::Nodes(n) | Effort::Iterations(n) | Effort::Evaluations(n) => n,
        }
    }

    /// The depth, where depth is what it is.
    pub fn depth(self) -> Option<u32> {
        match self {
            Effort::Depth(depth) => Some(depth),
            _ => None,
        }
    }

    /// As a budget of a search that walks a tree; such a search knows depths and nodes.
    pub fn budget(self) -> Result<Budget<'static>> {
        match self {
            Effort::Depth(depth) => Budget::depth(depth),
            Effort::Nodes(nodes) => Ok(Budget::unlimited().with_nodes(nodes)),
            Effort::Iterations(_) | Effort::Evaluations(_) => Err(Error::Effort {
                search: "a search of a tree".into(),
                effort: self.to_string(),
                efforts: "a depth or a number of nodes".into(),
            }),
        }
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effort::Depth(depth) => write!(f, "depth {depth}"),
            other => write!(f, "{} {}", other.amount(), other.unit()),
        }
    }
}
