//! What there is: every kind by name, with its parameters. Lists, help and tests are made from it.
//!
//! A new game, evaluator, rule or search is one file and one entry here; the law suites and the
//! completeness tests (`tests/suite/registry.rs`) then apply to it.

mod decide;
mod evaluators;
mod evidence;
mod formulas;
mod games;
mod rules;
mod searches;

pub use decide::{Decision, Thinking};
pub use evaluators::{EVALUATORS, EvaluatorKind, Subject};
pub use evidence::{EVIDENCE_RULES, build_rule, learned_from};
pub use formulas::FORMULAS;
pub use games::{GAMES, GameKind};
pub use rules::{AnyRule, OrderedRule, RULES, TypedRule, WinRule};
pub use searches::SEARCHES;

use crate::error::{Error, Result};
use crate::name::{Arguments, Name, Parameter};

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
        self.entry(name.kind()).ok_or_else(|| self.unknown(&name))?.build(&name, context)
    }

    /// A kind, by name.
    pub fn entry(&self, kind: &str) -> Option<&'static Entry<C, T>> {
        self.entries.iter().find(|entry| entry.name == kind)
    }

    /// The kinds, by name.
    pub fn names(&self) -> Vec<&'static str> {
        self.entries.iter().map(|entry| entry.name).collect()
    }

    fn unknown(&self, name: &Name) -> Error {
        let known = self.names();
        Error::UnknownKind { what: self.what, name: name.kind().to_string(), known: known.join(", ") }
    }
}
