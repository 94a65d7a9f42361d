//! Games, evaluators and engines that are other programs.
//!
//! A child speaks JSON lines (version 1 of the protocol: `docs/process.md`). It is not trusted: whatever it answers, or
//! does not answer, becomes an error that quotes the request, and it never outlives the program that started it
//! ([`supervise`]).

mod cache;
mod child;
mod command;
mod entry;
mod evaluator;
mod game;
mod message;
mod output;
mod session;
pub mod supervise;
mod system;
pub mod uci;

pub use cache::Cache;
pub use child::{Child, Failure, MAX_REQUEST};
pub use command::{find, split};
pub use entry::{Starts, added_to, entry, python_entry};
pub use game::ProcessGame;
