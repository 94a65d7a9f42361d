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
    /// Milliseconds, for engines that have a clock: what they decide is not repeatable.
    Movetime(u64),
    /// What only logs know, by its unit: somebody else spent it.
    Logged(&'static str, u64),
}

/// What can be spent, in the words of files, options, tables and figures.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Unit {
    /// One of it: `depth`.
    pub name: &'static str,
    /// What files and options call amounts of it: `depths`.
    pub key: &'static str,
    /// The column of results that has them; `nodes` are what a search took.
    pub column: &'static str,
    /// What an axis says.
    pub label: &'static str,
    /// Does the same amount give the same decision again?
    pub repeats: bool,
    /// So much of it; nothing where that is more than there can be.
    pub of: fn(u64) -> Option<Effort>,
}

/// Every unit.
pub static UNITS: [Unit; 8] = [
    Unit {
        name: "depth",
        key: "depths",
        column: "depth",
        label: "search depth",
        repeats: true,
        of: |depth| u32::try_from(depth).ok().map(Effort::Depth),
    },
    Unit {
        name: "iterations",
        key: "iterations",
        column: "iterations",
        label: "iterations",
        repeats: true,
        of: |iterations| Some(Effort::Iterations(iterations)),
    },
    Unit {
        name: "evaluations",
        key: "evaluations",
        column: "evaluations",
        label: "positions evaluated",
        repeats: true,
        of: |evaluations| Some(Effort::Evaluations(evaluations)),
    },
    Unit {
        name: "nodes",
        key: "nodes",
        column: "budget",
        label: "nodes per search",
        repeats: true,
        of: |nodes| Some(Effort::Nodes(nodes)),
    },
    Unit {
        name: "movetime",
        key: "movetime",
        column: "movetime",
        label: "milliseconds per move",
        repeats: false,
        of: |milliseconds| Some(Effort::Movetime(milliseconds)),
    },
    logged("samples", "samples per decision", |samples| Some(Effort::Logged("samples", samples))),
    logged("tokens", "tokens per decision", |tokens| Some(Effort::Logged("tokens", tokens))),
    logged("effort", "effort", |effort| Some(Effort::Logged("effort", effort))),
];

/// A unit that no player of ours spends.
const fn logged(name: &'static str, label: &'static str, of: fn(u64) -> Option<Effort>) -> Unit {
    Unit { name, key: name, column: name, label, repeats: false, of }
}

impl Unit {
    /// One of it by name, or as files and options call amounts of it: `depth` or `depths`.
    ///
    /// ```
    /// use plyscope::search::Unit;
    /// assert_eq!(Unit::named("depth"), Unit::named("depths"));
    /// assert!(Unit::named("samples").is_some() && Unit::named("bananas").is_none());
    /// ```
    pub fn named(name: &str) -> Option<&'static Unit> {
        UNITS.iter().find(|unit| unit.name == name || unit.key == name)
    }

    /// Can players spend it, or is it known from logs alone?
    pub fn is_spent(&self) -> bool {
        !matches!((self.of)(1), Some(Effort::Logged(..)))
    }
}

impl PartialEq for Unit {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Unit {}

impl Effort {
    /// What is counted.
    pub fn unit(self) -> &'static Unit {
        &UNITS[match self {
            Effort::Depth(_) => 0,
            Effort::Iterations(_) => 1,
            Effort::Evaluations(_) => 2,
            Effort::Nodes(_) => 3,
            Effort::Movetime(_) => 4,
            Effort::Logged("samples", _) => 5,
            Effort::Logged("tokens", _) => 6,
            Effort::Logged(..) => 7,
        }]
    }

    /// How much of it.
    pub fn amount(self) -> u64 {
        match self {
            Effort::Depth(depth) => u64::from(depth),
            Effort::Nodes(n)
            | Effort::Iterations(n)
            | Effort::Evaluations(n)
            | Effort::Movetime(n)
            | Effort::Logged(_, n) => n,
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
            Effort::Iterations(_) | Effort::Evaluations(_) | Effort::Movetime(_) | Effort::Logged(..) => {
                Err(Error::Effort {
                    search: "a search of a tree".into(),
                    effort: self.to_string(),
                    efforts: "a depth or a number of nodes".into(),
                })
            }
        }
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effort::Depth(depth) => write!(f, "depth {depth}"),
            Effort::Movetime(milliseconds) => write!(f, "{milliseconds} ms"),
            Effort::Logged("effort", amount) => write!(f, "effort {amount}"),
            other => write!(f, "{} {}", other.amount(), other.unit().name),
        }
    }
}
