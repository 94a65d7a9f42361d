//! What forward pruning costs (Smith & Nau, "Mathematical Derivations", figure 3): how often the better of
//! two or three moves is chosen when every node below keeps two of its three children.
//!
//! The paper leaves its recurrences out; `docs/forward-pruning.md` derives them, with the bound of error. Which
//! two children are kept depends on their *actual* values, so a node carries the joint distribution of what
//! pruned search says of it and what it is worth. The root itself is not pruned.

mod joint;
mod kind;
mod model;
mod pruning;
#[cfg(test)]
mod rounding;
mod wide;
mod win_loss;

pub use joint::Joint;
pub use kind::{Alternatives, Reading, Trees};
pub use model::{AtHeight, Model, error_bound, full_width_nodes, pruned_nodes};
