//! Chess engines in other programs, as players and as judges. A protocol (`protocol`) is how one is spoken to: UCI, or XBoard's.
//!
//! One `go depth D` gives the move of every depth up to D: the first move of the last line about a depth. Between two
//! positions an engine forgets what it knows, or a decision would depend on what was asked before.

mod answers;
mod engine;
mod entry;
mod identity;
mod oracle;
mod player;
mod protocol;
mod record;
mod score;
mod uci;
mod xboard;

pub use answers::Answers;
pub use engine::Choice;
pub use entry::{cache_folder, entries, oracle};
pub use oracle::EngineOracle;
pub use player::EnginePlayer;
pub use protocol::Settings;
pub use score::Score;

/// Reads a line as whatever an engine says, or as one of the answers that are kept.
pub(crate) fn read_as_anything(line: &str) {
    uci::read_as_anything(line);
    xboard::read_as_anything(line);
    let _ = answers::parse(line);
}
