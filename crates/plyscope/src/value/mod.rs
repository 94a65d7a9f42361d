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
//! | [`Chances`] | a winning chance per player | product and EMM for several players |
//!
//! [`Value`] is what they have in common, [`AnyValue`] any of them. What an evaluator says before a rule reads it is an
//! [`Estimate`].

mod any;
mod chances;
mod estimate;
mod player;
mod ranked;
mod thresholds;
mod win;

pub use any::{AnyValue, Value};
pub use chances::Chances;
pub use estimate::{Estimate, Opinion, Scale, Typed};
pub use player::{MAX_PLAYERS, Payoffs, Player};
pub use ranked::{GUARD, Ordered, Ranked};
pub use thresholds::{Outcome, Thresholds};
pub use win::{TOLERANCE, Win};
