//! How much a search may do. The clock belongs to the laboratory: it raises the stop flag.

use crate::error::{Error, Result};
use std::sync::atomic::{AtomicBool, Ordering};

/// Depth, nodes and a flag that stops the search; whichever comes first.
#[derive(Debug, Clone, Copy)]
pub struct Budget<'a> {
    depth: u32,
    nodes: u64,
    stop: Option<&'a AtomicBool>,
}

impl<'a> Budget<'a> {
    /// Plies to look ahead, at least 1.
    pub fn depth(depth: u32) -> Result<Self> {
        if depth == 0 {
            return Err(Error::Search("a search looks at least 1 ply ahead; depth 0 is not allowed".into()));
        }
        Ok(Budget { depth, nodes: u64::MAX, stop: None })
    }

    /// To the end of the game.
    pub fn unlimited() -> Self {
        Budget { depth: u32::MAX, nodes: u64::MAX, stop: None }
    }

    /// At most this many positions generated.
    pub fn with_nodes(self, nodes: u64) -> Self {
        Budget { nodes, ..self }
    }

    /// Stops soon after the flag is raised.
    pub fn with_stop(self, stop: &'a AtomicBool) -> Self {
        Budget { stop: Some(stop), ..self }
    }

    /// Plies to look ahead.
    pub fn plies(&self) -> u32 {
        self.depth
    }

    /// Is it used up after so many nodes? The flag is looked at now and then.
    pub(super) fn is_spent(&self, nodes: u64) -> bool {
        nodes >= self.nodes
            || (nodes.is_multiple_of(1024) && self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)))
    }
}
