//! Trees written as text, for tests of rules and for people.
//!
//! ```text
//! node  := [NAME ':'] ( payoff | '(' node+ ')' ) [ '@' ESTIMATE ]
//! payoff:= NUMBER | '[' NUMBER+ ']'          one number per player
//! ```
//!
//! Values are in the first player's view. `((3 12 8) (2 4 6) (14 5 2))` is Russell & Norvig's figure 2.

mod parse;
mod tree;

pub use parse::MAX_DEPTH;
pub use tree::{TextTree, Written};
