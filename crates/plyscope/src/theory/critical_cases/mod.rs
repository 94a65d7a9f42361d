//! Critical cases: where minimax and the product rule choose differently, two plies deep with two moves,
//! and who is right (Horacek, sections 4 to 7).
//!
//! Max moves at the root. `M` is the move that minimax prefers, `P` the product rule's; each has two
//! replies, 1 the better for Max and 2 the worse. Where the rules differ, P2 <= M2 <= M1 <= P1, and the
//! draw value lies in one of five intervals between them. A reply is evaluated in error when its sign
//! is not its true value: 5 intervals by 16 sets of errors are the 80 [`Case`]s.
//!
//! The case study weighs them over all positions of Scheucher & Kaindl's model two plies deep
//! ([`Model`], [`Census`]): every root, increment, largest value, probability to win and error function.
//! The paper's tables take M2 in a way of their own ([`WorseReply::Carried`]): with it they come out to the digit.
//!
//! ```
//! use plyscope::theory::critical_cases::{Census, Model, printed};
//! let census = Census::of(&Model::e1());
//! assert_eq!((census.positions, census.critical()), (1_000_000, printed::CRITICAL_E1));
//! ```

mod case;
mod census;
mod crossover;
mod model;
pub mod printed;
mod tables;

pub use case::{Case, Favoured, Interval, Replies, Reply, Table1, Table1Row, table1};
pub use census::Census;
pub use crossover::{Combined, Crossover, balance, calibrated_advantage, combined, crossover, difference};
pub use model::{ErrorFunction, Model, WorseReply};
pub use tables::{Table2, Table2Row, Table3, Table3Row, Table4Row, table2, table3, table4};
