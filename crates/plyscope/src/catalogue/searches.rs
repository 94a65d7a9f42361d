//! The searches there are.

use super::{Entry, Outside, SearchEntry};
use crate::name::Settings;
use crate::search::{AnySearch, Coalition, Solve};

/// A search that its settings describe.
fn search<S: Settings + 'static>(make: fn(S) -> AnySearch) -> SearchEntry {
    Entry::of(move |settings| Ok(make(settings)))
}

/// What comes with this crate.
pub(super) fn entries() -> Vec<SearchEntry> {
    let solves =
        "All that affects minimax, to the end of the game, whatever the depth: no mistakes, in small games.";
    let paranoid =
        "Every move; all others are assumed to play against the deciding player. With the rule `max-n`.";
    let best_reply = "One of the others replies, whichever hurts most; the rest make the move that looks best for \
        themselves. With the rule `max-n`.";
    vec![
        search(AnySearch::FullWidth),
        search(AnySearch::AlphaBeta),
        search(AnySearch::ForwardPruning),
        search(AnySearch::Pruned),
        search(AnySearch::Star1),
        Entry::new("solve", solves, &[], |_, &()| Ok(AnySearch::Solve(Solve))),
        Entry::new("paranoid", paranoid, &[], |_, &()| Ok(AnySearch::Coalition(Coalition::Paranoid))),
        Entry::new("best-reply", best_reply, &[], |_, &()| Ok(AnySearch::Coalition(Coalition::BestReply))),
        search(AnySearch::Mcts),
        search(AnySearch::Decisive).reaching_by("model", Outside::Files),
    ]
}
