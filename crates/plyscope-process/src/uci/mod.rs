//! Chess engines that speak UCI, as players and as judges.
//!
//! One `go depth D` gives the move of every depth up to D: the first move of the last line about a depth. Between two
//! positions an engine forgets what it knows (`ucinewgame`), or a decision would depend on what was asked before.

mod answers;
mod engine;
mod entry;
mod identity;
mod info;
mod oracle;
mod player;
mod record;

pub use answers::Answers;
pub use engine::{Choice, Engine, Settings};
pub use entry::{cache_folder, entry, oracle};
pub use info::Score;
pub use oracle::EngineOracle;
pub use player::UciPlayer;

/// Reads a line as whatever an engine says, or as one of the answers that are kept.
pub(crate) fn read_as_anything(line: &str) {
    let _ = (info::read(line), info::option(line), answers::parse(line));
}
