//! Plyscope: *does looking deeper help?*
//!
//! Depth-limited search backs up estimates that are wrong some of the time. In some games, and in some
//! parts of every game, a deeper search then makes worse decisions: *lookahead pathology*. This library
//! holds what is needed to see it and to avoid it:
//!
//! - [`game`]: rules of games; [`tree`]: synthetic games drawn by key;
//! - [`evaluator`]: opinions of positions, with their errors; [`truth`]: what positions are worth;
//! - [`calibration`]: how far opinions are to be trusted, learned from solved positions;
//! - [`rule`]: how values rise (minimax, product rule, EMM, max^n, evidence added); [`value`]: what rises;
//! - [`search`]: which nodes are visited; [`source`]: where positions come from;
//! - [`player`]: what decides, and matches between two; [`oracle`]: who knows what moves are worth;
//! - [`theory`]: what is known in closed form; [`laws`]: tests for games and rules of your own;
//! - [`catalogue`]: everything by name, and a user's own beside it; [`cache`]: what was learned, kept;
//! - [`memory`]: how much of it may be held; [`interrupt`]: whether the work is still wanted.
//!
//! It is pure: no input or output, no clock, no threads, no `unsafe`. All randomness is a function of
//! a [`key`].
//!
//! ```
//! use plyscope::game::text::TextTree;
//! use plyscope::rule::Minimax;
//! use plyscope::search::{Budget, FullWidth, Search, ToTheEnd};
//!
//! // Russell & Norvig, figure 2: the value is 3, by the first move.
//! let tree: TextTree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
//! let report = FullWidth::default().search(&tree, &0, &ToTheEnd::new(&tree, Minimax)?, &Budget::unlimited())?;
//! assert_eq!((report.value, report.choice), (Some(3.0), 0));
//! # Ok::<(), plyscope::Error>(())
//! ```

pub mod cache;
pub mod calibration;
pub mod catalogue;
pub mod error;
pub mod evaluator;
pub mod game;
pub mod interrupt;
pub mod key;
pub mod lanes;
pub mod laws;
pub mod memory;
pub mod name;
pub mod oracle;
pub mod player;
pub mod rule;
pub mod search;
pub mod source;
mod suggest;
pub mod theory;
pub mod tree;
pub mod truth;
pub mod value;

pub use error::{Error, Result};

/// The README's examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
