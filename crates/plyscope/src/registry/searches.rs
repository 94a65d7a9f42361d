//! The searches there are.

use super::{Entry, Registry};
use crate::search::{AlphaBeta, AnySearch, ForwardPruning, FullWidth, Layered, Pruned, Solve};

/// Searches.
pub const SEARCHES: Registry<(), AnySearch> = Registry {
    what: "search",
    entries: &[
        Entry {
            name: "full-width",
            summary: "Every move of every position, to a depth.",
            parameters: Layered::PARAMETERS,
            build: |arguments, ()| {
                let layered = Layered::build(arguments)?;
                let plain = layered == Layered::default();
                Ok(if plain { AnySearch::FullWidth(FullWidth) } else { AnySearch::Layered(layered) })
            },
        },
        Entry {
            name: "alpha-beta",
            summary: "Minimax that does not look where it cannot matter; minimax's value, fewer nodes.",
            parameters: AlphaBeta::PARAMETERS,
            build: |arguments, ()| Ok(AnySearch::AlphaBeta(AlphaBeta::build(arguments)?)),
        },
        Entry {
            name: "forward-pruning",
            summary: "Only the `keep` children that look best, with no proof that the others do not matter.",
            parameters: ForwardPruning::PARAMETERS,
            build: |arguments, ()| Ok(AnySearch::ForwardPruning(ForwardPruning::build(arguments)?)),
        },
        Entry {
            name: "pruned",
            summary: "Full width's choice and ties by any monotone rule (product, emm, minimax), fewer nodes.",
            parameters: Pruned::PARAMETERS,
            build: |arguments, ()| Ok(AnySearch::Pruned(Pruned::build(arguments)?)),
        },
        Entry {
            name: "solve",
            summary: "Minimax to the end of the game, whatever the depth: no mistakes, in small games.",
            parameters: &[],
            build: |_, ()| Ok(AnySearch::Solve(Solve)),
        },
    ],
};
