//! Law suites: what every game, evaluator, rule, search, source and truth must keep.
//!
//! A new one calls its suite once from a test, as `tests/suite/laws.rs` does for everything in the catalogue;
//! a suite panics with what is broken. They are public so that games and rules of your own can be
//! tested in the same way.

mod evaluator;
mod game;
mod rule;
mod search;
mod source;

pub use evaluator::{check_estimate, check_tree_evaluator};
pub use game::{check_game, check_hints, check_walks};
pub use rule::{
    check_chances_rule, check_ordered_rule, check_payoffs_rule, check_typed_rule, check_win_rule,
};
pub use search::check_search;
pub use source::{check_source, check_truth};
