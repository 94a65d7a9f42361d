//! Why a search ends early, and searching deeper and deeper.

use super::{Checkpoint, Counts, Frontier, Report};
use crate::error::{Error, Limit, Result};
use crate::game::Game;

/// No search goes deeper: below, the stack of a thread would end. A level takes up to 1 KiB beside positions, and 4 KiB
/// where the compiler does not optimise.
pub const DEEPEST: u32 = 512;

/// Why a search ends early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Halt {
    /// The budget is spent.
    Spent,
    /// A position this many plies ahead has no estimate.
    NoEstimate { depth: u32 },
    /// The walk is longer than the game can be, or than a search can go.
    TooDeep,
}

pub(super) type Halted<T> = std::result::Result<T, Halt>;

/// Why there is no estimate that many plies ahead.
pub(super) fn without_estimate<G: Game, F: Frontier<G> + ?Sized>(frontier: &F, depth: u32) -> Halt {
    if frontier.is_spent() { Halt::Spent } else { Halt::NoEstimate { depth } }
}

/// How many plies a walk may go down.
pub(super) fn deepest<G: Game>(game: &G) -> u32 {
    game.facts().longest.min(DEEPEST)
}

impl Halt {
    /// As the user is told; a spent budget is no error.
    pub(super) fn error<G: Game>(self, game: &G) -> Error {
        match self {
            Halt::Spent | Halt::NoEstimate { depth: 0 } => Error::NoEstimate { depth: 1 },
            Halt::NoEstimate { depth } => Error::NoEstimate { depth },
            Halt::TooDeep => too_deep("a search", game),
        }
    }
}

/// What a walk says that reached its limit.
pub(super) fn too_deep<G: Game>(what: &'static str, game: &G) -> Error {
    let limit = if game.facts().longest <= DEEPEST { Limit::Longest } else { Limit::Deepest };
    Error::TooDeep { what, game: game.name().to_string(), plies: deepest(game), limit }
}

/// What one search to a depth found.
pub(super) struct Iteration<V> {
    pub(super) report: Report<V>,
    /// Did it stop short of the end of the game anywhere?
    pub(super) horizon: bool,
}

/// A search to a depth, given what the one before found.
type Iterate<'a, V> = dyn FnMut(u32, Option<&Report<V>>) -> Halted<Iteration<V>> + 'a;

/// Searches once, or to depth 1, 2, 3, ...: the last whole iteration decides, and all of them count.
///
/// An iteration is called through a pointer: there are few of them, and
/// so this is compiled once for a type of values, not once for a search of a game.
pub(super) fn deepen<V: Copy>(
    deepening: bool,
    limit: u32,
    error: &dyn Fn(Halt) -> Error,
    iteration: &mut Iterate<'_, V>,
) -> Result<Report<V>> {
    let (mut last, mut checkpoints): (Option<Report<V>>, Vec<Checkpoint<V>>) = (None, Vec::new());
    for depth in if deepening { 1 } else { limit }..=limit {
        let Iteration { report, horizon } = match iteration(depth, last.as_ref()) {
            Ok(found) => found,
            // Deeper there may be ends instead of estimates; not where a tree is known only so far.
            Err(Halt::NoEstimate { depth: missing }) if missing >= depth && depth < limit => continue,
            // As deep as it can go: what the last whole iteration found stands.
            Err(Halt::TooDeep) if last.is_some() => break,
            Err(halt) => return Err(error(halt)),
        };
        if !report.complete && last.is_some() {
            break; // what the last whole iteration found stands
        }
        let more = report.complete && horizon && depth < limit;
        if deepening {
            checkpoints.push(Checkpoint { depth, ties: report.ties.clone(), value: report.value });
        }
        last = Some(Report { complete: report.complete && !more, ..report });
        if !more {
            break;
        }
    }
    let last = last.ok_or(Error::NoEstimate { depth: 1 })?;
    Ok(Report { checkpoints, ..last })
}

impl<V> Report<V> {
    /// The same with the counts of all iterations.
    pub(super) fn counting(self, counts: Counts) -> Self {
        Report { counts, ..self }
    }
}
