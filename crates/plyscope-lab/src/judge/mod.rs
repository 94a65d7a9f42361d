//! Does more thinking help? Any decider is judged from its log: a row a decision, with what it chose, what that cost, and
//! whether it was correct. The log is a second way to the records that a [measurement](crate::measurement) folds, so all that
//! is said of a game's players is said of it: accuracy by effort, what every step repairs and breaks, verdict, vote, groups.
//!
//! ```
//! use plyscope_lab::judge::{Log, of_lines};
//! let text = "item,effort,choice,correct\nq1,1,A,0\nq1,4,B,1\nq2,1,C,1\nq2,4,C,1\n";
//! let mut log = Log::new("samples")?;
//! of_lines(plyscope_files::Lines::of(text.as_bytes(), 1000), "log.csv", &mut |place, cells| log.add(place, cells))?;
//! let found = log.judged()?;
//! let accuracy: Vec<f64> = found.players[0].efforts.iter().map(|at| at.accuracy.unwrap().value).collect();
//! assert_eq!(accuracy, [0.5, 1.0]);
//! # Ok::<(), plyscope_lab::Error>(())
//! ```

mod log;
mod observations;
mod rows;

pub use log::Log;
pub use observations::observations;
pub use rows::{Cells, LONGEST, Place, of_file, of_lines};
