//! A player of ours as a UCI engine, for chess programs and match runners.
//!
//! The protocol is line by line: a program says `position ...` and `go ...`, the engine tells what it finds depth by depth
//! and answers `bestmove ...`. [`Session`] speaks it; it reads lines, watches the clock and writes, while players are made
//! and search in threads of their own, so that every line is answered at once.

mod order;
mod root;
mod seat;
mod session;
mod thinking;

pub use seat::{Seat, USUAL};
pub use session::Session;
