//! A rule of any kind, for catalogues: by what it works on.

use super::{BackupRule, Need, OrderedRule, Properties, Rule, TwoThresholds, TypedRule, WinRule};
use crate::value::{Chances, Payoffs};
use std::sync::Arc;

/// A rule behind a pointer.
///
/// ```
/// use plyscope::rule::{AnyRule, Emm, Minimax, Need};
/// assert_eq!(AnyRule::wins(Emm).need(), Need::OwnError);
/// assert!(AnyRule::ordered(Minimax).is_minimax());
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub enum AnyRule {
    /// Works on numbers, and on wins and losses.
    Ordered(Arc<dyn OrderedRule>),
    /// Works on probabilities.
    Wins(Arc<dyn WinRule>),
    /// Works on the probabilities of a win and of at least a draw, each by this rule.
    Thresholds(Arc<dyn WinRule>),
    /// Works on probabilities and sees the truth.
    Typed(Arc<dyn TypedRule>),
    /// Works on one number per player.
    Payoffs(Arc<dyn BackupRule<Payoffs> + Send + Sync>),
    /// Works on one winning chance per player.
    Chances(Arc<dyn BackupRule<Chances> + Send + Sync>),
}

/// What is done with a rule whose type is not known beforehand.
///
/// ```
/// use plyscope::rule::{AnyRule, Emm, Minimax, Rule, WithRule};
///
/// /// Does a rule look at a node's own estimate?
/// struct UsesOwn;
///
/// impl WithRule for UsesOwn {
///     type Output = bool;
///     fn with<R: Rule>(self, rule: R) -> bool {
///         rule.uses_own()
///     }
/// }
/// assert!(AnyRule::wins(Emm).apply(UsesOwn));
/// assert!(!AnyRule::ordered(Minimax).apply(UsesOwn));
/// # Ok::<(), plyscope::Error>(())
/// ```
pub trait WithRule {
    /// What comes of it.
    type Output;
    /// Does it with the rule.
    fn with<R: Rule>(self, rule: R) -> Self::Output;
}

impl AnyRule {
    /// Wraps a rule on numbers.
    pub fn ordered(rule: impl OrderedRule + 'static) -> Self {
        AnyRule::Ordered(Arc::new(rule))
    }

    /// Wraps a rule on probabilities.
    pub fn wins(rule: impl WinRule + 'static) -> Self {
        AnyRule::Wins(Arc::new(rule))
    }

    /// Does something with the rule, as the type that it works on.
    pub fn apply<W: WithRule>(&self, with: W) -> W::Output {
        match self {
            AnyRule::Ordered(rule) => with.with(&**rule),
            AnyRule::Wins(rule) => with.with(&**rule),
            AnyRule::Thresholds(rule) => with.with(TwoThresholds(&**rule)),
            AnyRule::Typed(rule) => with.with(&**rule),
            AnyRule::Payoffs(rule) => with.with(&**rule),
            AnyRule::Chances(rule) => with.with(&**rule),
        }
    }

    /// The same for rules that most players of two-player games use; none for those that are for study, for draws and for more
    /// players, so that nothing is compiled for them that nobody needs fast.
    pub(crate) fn apply_playing<W: WithRule>(&self, with: W) -> Option<W::Output> {
        match self {
            AnyRule::Ordered(rule) => Some(with.with(&**rule)),
            AnyRule::Wins(rule) => Some(with.with(&**rule)),
            AnyRule::Thresholds(_) | AnyRule::Typed(_) | AnyRule::Payoffs(_) | AnyRule::Chances(_) => None,
        }
    }

    /// What it says of itself.
    pub fn properties(&self) -> Properties {
        struct Ask;
        impl WithRule for Ask {
            type Output = Properties;
            fn with<R: Rule>(self, rule: R) -> Properties {
                rule.properties()
            }
        }
        self.apply(Ask)
    }

    /// What it wants of an evaluator.
    pub fn need(&self) -> Need {
        struct Ask;
        impl WithRule for Ask {
            type Output = Need;
            fn with<R: Rule>(self, rule: R) -> Need {
                rule.need()
            }
        }
        self.apply(Ask)
    }

    /// The rule on wins and losses, 64 trials in a word, if it has one.
    pub fn on_bits(&self) -> Option<&dyn BackupRule<u64>> {
        match self {
            AnyRule::Ordered(rule) => Some(&**rule),
            _ => None,
        }
    }

    /// Is it minimax ([`Properties::is_minimax`])?
    pub fn is_minimax(&self) -> bool {
        self.properties().is_minimax
    }

    /// Is it max^n, or another rule on numbers for each player?
    pub(crate) fn is_max_n(&self) -> bool {
        matches!(self, AnyRule::Payoffs(_))
    }

    /// May a search cut by bounds ([`Properties::is_monotone`])?
    pub fn is_monotone(&self) -> bool {
        self.properties().is_monotone
    }

    /// Does a search to the end find the truth ([`Properties::keeps_certainty`])?
    pub fn keeps_certainty(&self) -> bool {
        self.properties().keeps_certainty
    }
}
