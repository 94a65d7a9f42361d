//! What a search for few evaluations learns: how much leaves change when they are opened, and how values rise.
//!
//! Graphs are grown from positions that are never judged ([`Purpose::Rule`](super::Purpose::Rule)), with what is known so
//! far; [`Labels`] say how some of their nodes end; weights are fitted by logistic regression, for every stage
//! of a search and for every size of what is below a node. Another back-up opens other leaves, so graphs are grown again.

mod fit;
mod labels;
mod model;

pub use fit::{STAGES, Training};
pub use labels::Labels;
pub use model::Model;
