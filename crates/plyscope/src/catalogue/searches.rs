//! The searches there are.

use super::{Entry, Outside, SearchEntry};
use crate::search::{AnySearch, Coalition, Solve};

/// What comes with this crate.
pub(super) fn entries() -> Vec<SearchEntry> {
    let solves = "Minimax to the end of the game, whatever the depth: no mistakes, in small games.";
    let paranoid = "Several players: all others against the player who decides; with the rule max-n.";
    let best_reply =
        "Several players: one of the others replies, the rest do what looks best; with the rule max-n.";
    vec![
        Entry::of(AnySearch::FullWidth),
        Entry::of(AnySearch::AlphaBeta),
        Entry::of(AnySearch::ForwardPruning),
        Entry::of(AnySearch::Pruned),
        Entry::of(AnySearch::Star1),
        Entry::new("solve", solves, &[], |_, &()| Ok(AnySearch::Solve(Solve))),
        Entry::new("paranoid", paranoid, &[], |_, &()| Ok(AnySearch::Coalition(Coalition::Paranoid))),
        Entry::new("best-reply", best_reply, &[], |_, &()| Ok(AnySearch::Coalition(Coalition::BestReply))),
        Entry::of(AnySearch::Mcts),
        Entry::of(AnySearch::Decisive).reaching_by("model", Outside::Files),
    ]
}
