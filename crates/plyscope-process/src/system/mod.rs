//! What systems do differently with child processes: groups of them, waiting for what they say, ending them.
//!
//! Elsewhere than on Unix there is no supervisor: a child is started directly and killed by us. One that ignores the end of
//! its input outlives a Plyscope that is killed, and what it started itself is not ended.

#[cfg(not(unix))]
mod elsewhere;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub(crate) use elsewhere::{Pipe, apart, how_it_ended, let_go, started_by, watch};
#[cfg(unix)]
pub(crate) use unix::{Pipe, apart, how_it_ended, let_go, started_by, watch};
