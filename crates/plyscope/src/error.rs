//! What a user can get wrong, said so that they can put it right.
//!
//! Mistakes of our own are not here: those are `expect`s that say why they cannot happen.

use crate::name::suggest;

/// What is listed where there is nothing.
pub(crate) const NONE: &str = "none";

/// A result of the library.
pub type Result<T> = std::result::Result<T, Error>;

/// A mistake in what the library was given, with what would be right.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A name that is not of the form `kind(parameter=value,...)`.
    #[error("`{text}` is not a name of the form kind(parameter=value,...): {why}")]
    Name {
        /// The text, shortened.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// A kind that no registry holds.
    #[error("there is no {what} `{name}`{}; known: {known}", suggestion(.name, .known))]
    UnknownKind {
        /// "game", "evaluator", "rule" or "search".
        what: &'static str,
        /// What was asked for.
        name: String,
        /// What there is, separated by commas.
        known: String,
    },
    /// A parameter that the kind does not have.
    #[error("`{kind}` has no parameter `{parameter}`{}; it has: {known}", suggestion(.parameter, .known))]
    UnknownParameter {
        /// The kind.
        kind: String,
        /// The parameter that was given.
        parameter: String,
        /// The parameters it has, separated by commas.
        known: String,
    },
    /// A parameter outside its range, or not of its type.
    #[error("`{kind}`: {parameter}={value} is not allowed; allowed: {allowed}")]
    Parameter {
        /// The kind.
        kind: String,
        /// The parameter.
        parameter: String,
        /// The value that was given.
        value: String,
        /// What is allowed.
        allowed: String,
    },
    /// A tree with more leaves than [`crate::tree::MAX_LEAVES`].
    #[error(
        "a tree of branching {branching} and depth {depth} does not fit memory (at most {} leaves); {}",
        crate::tree::MAX_LEAVES,
        depths(*.largest)
    )]
    TooLarge {
        /// Moves per position.
        branching: u32,
        /// Plies to the end.
        depth: u32,
        /// The largest depth that fits.
        largest: u32,
    },
    /// A tree text that does not parse.
    #[error("tree, line {line}, column {column}: {why}")]
    Tree {
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// What is wrong, and what would be right.
        why: String,
    },
    /// A combination that makes no sense.
    #[error("{0}")]
    Mismatch(String),
    /// A search that cannot start.
    #[error("{0}")]
    Search(String),
    /// No position of the wanted kind was found.
    #[error(
        "no {wanted} game among {attempts} drawn of {game}; choose parameters under which both sides can win"
    )]
    Exhausted {
        /// Which positions count.
        wanted: &'static str,
        /// How many were drawn for one trial.
        attempts: u32,
        /// The game's name.
        game: String,
    },
}

/// Which depths fit.
fn depths(largest: u32) -> String {
    match largest {
        0 => format!("the branching can be 2 to {}", crate::tree::MAX_LEAVES),
        1 => "with this branching the depth can be 1".into(),
        _ => format!("with this branching the depth can be 1 to {largest}"),
    }
}

fn suggestion(given: &str, known: &str) -> String {
    if known == NONE {
        return String::new();
    }
    match suggest(given, known.split(", ")) {
        Some(near) => format!(", did you mean `{near}`?"),
        None => String::new(),
    }
}
