//! Games, evaluators and engines that are other programs.
//!
//! A child speaks JSON lines (version 1 of the protocol: `docs/process.md`). It is not trusted: whatever it answers, or
//! does not answer, becomes an error that quotes the request, and it never outlives the program that started it
//! ([`supervise`]).

mod child;
mod command;
pub mod engines;
mod entry;
mod evaluator;
mod foreign;
mod game;
mod message;
mod session;
pub mod supervise;
mod system;

pub use child::{Child, Failure, MAX_REQUEST};
pub use command::{find, split};
pub use entry::{Starts, added_to, entry, python_entry};
pub use evaluator::{ForeignEvaluator, Valued};
pub use foreign::{Elsewhere, ForeignGame, Kept, MAX_POSITION, Node, is_position};

/// Reads a line as every answer that there is in the protocols of games and of engines: for the fuzz targets.
#[doc(hidden)]
pub fn read_as_anything(line: &str) {
    message::read_as_anything(line);
    engines::read_as_anything(line);
}
