//! Values that rise through a tree, all in the first player's view.
//!
//! | type | of | used by |
//! |---|---|---|
//! | `f64`, `[f64; N]` | a number of any range | minimax |
//! | `u64`, `[u64; N]` | a win or a loss, 64 or more trials at once | minimax |
//! | [`Win`] | a probability with its complement | product, EMM |
//! | [`Thresholds`] | probabilities of a win and of at least a draw | the two-threshold product |
//! | [`Typed`] | a probability and the truth | EMM with true types |
//! | [`Payoffs`] | a number per player | max^n |

mod payoffs;
mod ranked;
mod thresholds;
mod typed;
mod win;

pub use payoffs::{MAX_PLAYERS, Payoffs};
pub use ranked::{GUARD, Ordered, Ranked};
pub use thresholds::Thresholds;
pub use typed::Typed;
pub use win::{TOLERANCE, Win};
