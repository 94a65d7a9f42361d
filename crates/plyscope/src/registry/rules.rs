//! The back-up rules there are.

use super::{Entry, Registry};
use crate::evaluator::Reading;
use crate::lanes::Real;
use crate::rule::{BackupRule, Emm, EmmTrueTypes, MaxN, Minimax, Product};
use crate::value::{Payoffs, Typed, Win};
use std::sync::Arc;

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

impl AnyRule {
    /// May a search cut by bounds ([`BackupRule::is_monotone`])?
    pub fn is_monotone(&self) -> bool {
        match self {
            AnyRule::Ordered(rule) => BackupRule::<f64>::is_monotone(&**rule),
            AnyRule::Win(rule, _) => BackupRule::<Win>::is_monotone(&**rule),
            AnyRule::Typed(_) | AnyRule::Payoffs(_) => false,
        }
    }
}

const _: () = assert!(<[f64; 8] as Real>::LANES == crate::evaluator::LANES);
