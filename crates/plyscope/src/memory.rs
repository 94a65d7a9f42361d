//! How much memory may be held: asked before it is taken, here and nowhere else.
//!
//! What needs much says how much that is ([`ask`]), and is refused above a limit that holds for the whole program. There is
//! none until the program sets one: the command does.
//!
//! ```
//! use plyscope::memory::{ask, drawn_games};
//! // 64 games of three plies fit everywhere.
//! ask("a small game", drawn_games(2, 3))?;
//! # Ok::<(), plyscope::Error>(())
//! ```

use crate::error::{Error, Result};
use std::sync::atomic::{AtomicU64, Ordering};

/// The most bytes that one thing may need.
static LIMIT: AtomicU64 = AtomicU64::new(u64::MAX);

/// Sets the limit, in bytes.
pub fn set_limit(bytes: u64) {
    LIMIT.store(bytes, Ordering::Relaxed);
}

/// Refuses what needs more than the limit.
pub fn ask(what: &str, bytes: u128) -> Result<()> {
    let limit = LIMIT.load(Ordering::Relaxed);
    if bytes <= u128::from(limit) {
        return Ok(());
    }
    Err(Error::TooMuchMemory { what: what.to_string(), needed: bytes.div_ceil(1 << 20), limit: limit >> 20 })
}

/// Nodes of a uniform tree down to a depth, the root among them.
pub fn nodes(branching: usize, depth: u32) -> u128 {
    let level = |level: u32| (branching as u128).saturating_pow(level);
    (0..=depth).fold(0, |sum: u128, depth| sum.saturating_add(level(depth)))
}

/// Bytes of 64 games on a uniform tree that are drawn together: two batches while trivial games are drawn again, the games
/// one by one, and sums of N-games.
pub fn drawn_games(branching: usize, depth: u32) -> u128 {
    nodes(branching, depth).saturating_mul(2 * 8 + 16 + 10 * 8)
}

/// Bytes of the estimates of some of these games at every node: three sets of them are held while they are backed up.
pub fn estimates(branching: usize, depth: u32, games: usize) -> u128 {
    nodes(branching, depth).saturating_mul(3 * 16 * games as u128)
}

/// Bytes of so many different estimates that something is learned from: counted, in order, and while they are fitted.
pub fn learned_from(estimates: u64) -> u128 {
    u128::from(estimates) * 160
}
