//! The searches there are.

use super::{Entry, Outside, SearchEntry};
use crate::search::decisive::Settings;
use crate::search::{AlphaBeta, AnySearch, Coalition, ForwardPruning, FullWidth, Mcts, Pruned, Solve, Star1};

/// What comes with this crate.
pub(super) fn entries() -> Vec<SearchEntry> {
    vec![
        Entry::new(
            "full-width",
            "Every move of every position, to a depth.",
            FullWidth::PARAMETERS,
            |arguments, &()| Ok(AnySearch::FullWidth(FullWidth::build(arguments)?)),
        ),
        Entry::new(
            "alpha-beta",
            "Minimax without the branches that cannot matter: the same value, fewer nodes.",
            AlphaBeta::PARAMETERS,
            |arguments, &()| Ok(AnySearch::AlphaBeta(AlphaBeta::build(arguments)?)),
        ),
        Entry::new(
            "forward-pruning",
            "Only the `keep` children that look best, with no proof that the others do not matter.",
            ForwardPruning::PARAMETERS,
            |arguments, &()| Ok(AnySearch::ForwardPruning(ForwardPruning::build(arguments)?)),
        ),
        Entry::new(
            "pruned",
            "Full width's choice and ties by any monotone rule (product, emm, minimax), fewer nodes.",
            Pruned::PARAMETERS,
            |arguments, &()| Ok(AnySearch::Pruned(Pruned::build(arguments)?)),
        ),
        Entry::new(
            "star1",
            "Minimax of games with chance, without the branches that cannot matter (Ballard 1983).",
            Star1::PARAMETERS,
            |arguments, &()| Ok(AnySearch::Star1(Star1::build(arguments)?)),
        ),
        Entry::new(
            "solve",
            "Minimax to the end of the game, whatever the depth: no mistakes, in small games.",
            &[],
            |_, &()| Ok(AnySearch::Solve(Solve)),
        ),
        Entry::new(
            "paranoid",
            "Several players: all others against the player who decides; with the rule max-n.",
            &[],
            |_, &()| Ok(AnySearch::Coalition(Coalition::Paranoid)),
        ),
        Entry::new(
            "best-reply",
            "Several players: one of the others replies, the rest do what looks best; with the rule max-n.",
            &[],
            |_, &()| Ok(AnySearch::Coalition(Coalition::BestReply)),
        ),
        Entry::new(
            "mcts",
            "Monte-Carlo tree search (UCT): one new node per iteration; takes no back-up rule.",
            Mcts::PARAMETERS,
            |arguments, &()| Ok(AnySearch::Mcts(Mcts::build(arguments)?)),
        ),
        Entry::new(
            "decisive",
            "For expensive evaluators: expands the leaf that matters most for the decision; takes no back-up rule.",
            Settings::PARAMETERS,
            |arguments, &()| Ok(AnySearch::Decisive(Settings::build(arguments)?)),
        )
        .reaching_by("model", Outside::Files),
    ]
}
