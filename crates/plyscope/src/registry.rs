//! What there is: every kind by name, with its parameters. Lists, help and tests are made from it.
//!
//! A new game, evaluator, rule or search is one file and one entry here; the law suites and the
//! completeness tests (`tests/suite/registry.rs`) then apply to it.

use crate::error::{Error, Result};
use crate::evaluator::{Artificial, Context, Model, Natural, Playouts, Reading, TreeEvaluator};
use crate::lanes::Real;
use crate::name::{Arguments, Name, Parameter};
use crate::rule::{BackupRule, Emm, EmmTrueTypes, MaxN, Minimax, Product};
use crate::search::{AnySearch, ForwardPruning, FullWidth};
use crate::tree::{ArcTree, BoardSplitting, ErasedTreeGame, LeafTree, ScheucherKaindl, StrengthTree};
use crate::value::{Payoffs, Typed, Win};
use std::sync::Arc;

/// One kind: what it is called, what it is, and how it is made.
pub struct Entry<C: 'static, T: 'static> {
    /// The kind, as in `kind(parameter=value)`.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    build: fn(&Arguments<'_>, &C) -> Result<T>,
}

impl<C, T> Entry<C, T> {
    /// Makes one from a name of this kind.
    pub fn build(&self, name: &Name, context: &C) -> Result<T> {
        (self.build)(&Arguments::resolve(self.parameters, name)?, context)
    }
}

/// A registry: a list of kinds of the same thing.
pub struct Registry<C: 'static, T: 'static> {
    /// "game", "evaluator", "rule" or "search".
    pub what: &'static str,
    /// The kinds.
    pub entries: &'static [Entry<C, T>],
}

impl<C, T> Registry<C, T> {
    /// Makes what a text names.
    pub fn build(&self, text: &str, context: &C) -> Result<T> {
        let name: Name = text.parse()?;
        let entry = self.entries.iter().find(|entry| entry.name == name.kind());
        entry.ok_or_else(|| self.unknown(&name))?.build(&name, context)
    }

    fn unknown(&self, name: &Name) -> Error {
        let known: Vec<&str> = self.entries.iter().map(|entry| entry.name).collect();
        Error::UnknownKind { what: self.what, name: name.kind().to_string(), known: known.join(", ") }
    }
}

/// Games that are drawn by key.
pub const GAMES: Registry<(), Arc<dyn ErasedTreeGame>> = Registry {
    what: "game",
    entries: &[
        Entry {
            name: "board-splitting",
            summary: "Pearl's game: split a board of ones and zeros in turn; P-, N- and mixed games.",
            parameters: BoardSplitting::PARAMETERS,
            build: |arguments, ()| Ok(Arc::new(BoardSplitting::build(arguments)?)),
        },
        Entry {
            name: "strength-tree",
            summary: "N-game-like tree of the forward-pruning paper: random strengths below Min's moves.",
            parameters: StrengthTree::PARAMETERS,
            build: |arguments, ()| Ok(Arc::new(StrengthTree::build(arguments)?)),
        },
        Entry {
            name: "leaf-tree",
            summary: "P-game tree of the forward-pruning paper: independent leaves.",
            parameters: LeafTree::PARAMETERS,
            build: |arguments, ()| Ok(Arc::new(LeafTree::build(arguments)?)),
        },
        Entry {
            name: "arc-tree",
            summary: "N-game tree of the forward-pruning paper: a leaf is the sum of the arcs to it.",
            parameters: ArcTree::PARAMETERS,
            build: |arguments, ()| Ok(Arc::new(ArcTree::build(arguments)?)),
        },
        Entry {
            name: "scheucher-kaindl",
            summary: "Many-valued model in which heuristic values drift from parent to child.",
            parameters: ScheucherKaindl::PARAMETERS,
            build: |arguments, ()| Ok(Arc::new(ScheucherKaindl::build(arguments)?)),
        },
    ],
};

/// Evaluators of drawn games.
pub const EVALUATORS: Registry<Context, Arc<dyn TreeEvaluator>> = Registry {
    what: "evaluator",
    entries: &[
        Entry {
            name: "artificial",
            summary: "Names the true winner, or with probability `error` the other one.",
            parameters: Artificial::PARAMETERS,
            build: |arguments, _| Ok(Arc::new(Artificial::build(arguments)?)),
        },
        Entry {
            name: "natural",
            summary: "The share of the leaves below that are wins; binary: only which side has more.",
            parameters: Natural::PARAMETERS,
            build: |arguments, context| Ok(Arc::new(Natural::build(arguments, context)?)),
        },
        Entry {
            name: "playouts",
            summary: "The share of wins in n random games from the position.",
            parameters: Playouts::PARAMETERS,
            build: |arguments, _| Ok(Arc::new(Playouts::build(arguments)?)),
        },
        Entry {
            name: "model",
            summary: "The probability that the tree model itself attaches to a node (scheucher-kaindl).",
            parameters: Model::PARAMETERS,
            build: |arguments, context| Ok(Arc::new(Model::build(arguments, context)?)),
        },
    ],
};

/// Back-up rules.
pub const RULES: Registry<(), AnyRule> = Registry {
    what: "rule",
    entries: &[
        Entry {
            name: "minimax",
            summary: "The mover takes the best child.",
            parameters: &[],
            build: |_, ()| Ok(AnyRule::Ordered(Arc::new(Minimax))),
        },
        Entry {
            name: "product",
            summary: "The chance that at least one child is a win, as if children were independent.",
            parameters: &[],
            build: |_, ()| Ok(AnyRule::Win(Arc::new(Product), Reading::Win)),
        },
        Entry {
            name: "emm",
            summary: "Error-minimizing minimax: product, unless the node's own estimate is more certain.",
            parameters: &[],
            build: |_, ()| Ok(AnyRule::Win(Arc::new(Emm), Reading::Certain)),
        },
        Entry {
            name: "emm-true-types",
            summary: "EMM that is told the true types of nodes; for study, no player can use it.",
            parameters: &[],
            build: |_, ()| Ok(AnyRule::Typed(Arc::new(EmmTrueTypes))),
        },
        Entry {
            name: "max-n",
            summary: "Every player takes what is best for itself; for any number of players.",
            parameters: &[],
            build: |_, ()| Ok(AnyRule::Payoffs(Arc::new(MaxN))),
        },
    ],
};

/// Searches.
pub const SEARCHES: Registry<(), AnySearch> = Registry {
    what: "search",
    entries: &[
        Entry {
            name: "full-width",
            summary: "Every move of every position, to a depth.",
            parameters: &[],
            build: |_, ()| Ok(AnySearch::FullWidth(FullWidth)),
        },
        Entry {
            name: "forward-pruning",
            summary: "Only the `keep` children that look best, with no proof that the others do not matter.",
            parameters: ForwardPruning::PARAMETERS,
            build: |arguments, ()| Ok(AnySearch::ForwardPruning(ForwardPruning::build(arguments)?)),
        },
    ],
};

/// A rule on anything that has an order: numbers, and wins and losses in lanes.
pub trait OrderedRule:
    BackupRule<f64> + BackupRule<[f64; 8]> + BackupRule<u64> + BackupRule<[u64; 8]> + Send + Sync
{
}
impl<R> OrderedRule for R where
    R: BackupRule<f64> + BackupRule<[f64; 8]> + BackupRule<u64> + BackupRule<[u64; 8]> + Send + Sync
{
}

/// A rule on probabilities, alone and in lanes.
pub trait WinRule: BackupRule<Win> + BackupRule<Win<[f64; 8]>> + Send + Sync {}
impl<R: BackupRule<Win> + BackupRule<Win<[f64; 8]>> + Send + Sync> WinRule for R {}

/// A rule on probabilities beside the truth, alone and in lanes.
pub trait TypedRule: BackupRule<Typed> + BackupRule<Typed<[f64; 8]>> + Send + Sync {}
impl<R: BackupRule<Typed> + BackupRule<Typed<[f64; 8]>> + Send + Sync> TypedRule for R {}

/// A rule of the registry, by what it works on.
#[derive(Clone)]
pub enum AnyRule {
    /// Works on numbers, and on wins and losses.
    Ordered(Arc<dyn OrderedRule>),
    /// Works on probabilities, read from estimates in this way.
    Win(Arc<dyn WinRule>, Reading),
    /// Works on probabilities and sees the truth.
    Typed(Arc<dyn TypedRule>),
    /// Works on one number per player.
    Payoffs(Arc<dyn BackupRule<Payoffs> + Send + Sync>),
}

const _: () = assert!(<[f64; 8] as Real>::LANES == crate::evaluator::LANES);
