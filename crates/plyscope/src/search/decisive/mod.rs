//! `decisive`: a search for evaluators of which every opinion costs, that opens the leaf which matters most for the
//! decision at the root.
//!
//! Values are chances of a win, in the mover's view; a draw is a half. Positions form a graph: those that
//! are equal, and equally far from the root, are one node. What is proved rises as it is; everything else by a
//! [`BackUp`]. Every leaf knows how much its value is likely to change when it is opened ([`Spread`]), and how much that
//! costs; from there a node's *spread* V and its *pull* m follow by the back-up's derivatives, as if its children erred
//! independently. At the root a leaf is worth opening where the two moves that it could make change places are close to
//! each other, measured by what is still uncertain about them.
//!
//! What is counted is *distinct positions evaluated*. The rules of the game are free: finished games are worth what they
//! pay, and a position from which a move wins at once is won, without asking anybody.

mod back_up;
mod graph;
mod grow;
mod settings;
mod spread;

pub use back_up::{BackUp, Children, Weights};
pub use graph::{Graph, Node, NodeId};
pub use grow::{Decision, Decisive, Evaluate};
pub use settings::{Draws, Settings, WinDraw};
pub use spread::{Example, Spread};

/// Chances are kept so far from 0 and 1 that their logits are at most this: nothing but a proof is certain.
const CLIP: f64 = 15.0;

/// The logit of a chance, within [`CLIP`].
fn logit(chance: f64) -> f64 {
    libm::log(chance / (1.0 - chance)).clamp(-CLIP, CLIP)
}

/// The chance of a logit.
fn chance(logit: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-logit))
}

/// A chance that is not certain.
fn clipped(value: f64) -> f64 {
    value.clamp(chance(-CLIP), chance(CLIP))
}
