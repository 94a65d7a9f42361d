//! The games there are.

use super::{Entry, GameEntry};
use crate::game::{ConnectFour, ConnectTrio, Kalah, Othello, Pig, SlidingTiles, TicTacToe, TicTacTrio};
use crate::player::AnyGame;
use crate::tree::{
    ArcTree, BoardSplitting, ChanceTrees, CriticalGames, LeafTree, NumberTrees, ScheucherKaindl,
    SimilarityTrees, StrengthTree, TreeGame, Trees, WinnerTrees,
};
use std::sync::Arc;

/// Drawn by key: every trial is another game.
fn trees(game: impl TreeGame + 'static) -> AnyGame {
    AnyGame::family_of(Trees(Arc::new(game)))
}

/// What comes with this crate.
pub(super) fn entries() -> Vec<GameEntry> {
    vec![
        Entry::new(
            "board-splitting",
            "Pearl's game: split a board of ones and zeros in turn; P-, N- and mixed games.",
            BoardSplitting::PARAMETERS,
            |arguments, &()| Ok(trees(BoardSplitting::build(arguments)?)),
        ),
        Entry::new(
            "strength-tree",
            "N-game-like tree of the forward-pruning paper: random strengths below Min's moves.",
            StrengthTree::PARAMETERS,
            |arguments, &()| Ok(trees(StrengthTree::build(arguments)?)),
        ),
        Entry::new(
            "leaf-tree",
            "P-game tree of the forward-pruning paper: independent leaves.",
            LeafTree::PARAMETERS,
            |arguments, &()| Ok(trees(LeafTree::build(arguments)?)),
        ),
        Entry::new(
            "arc-tree",
            "N-game tree of the forward-pruning paper: a leaf is the sum of the arcs to it.",
            ArcTree::PARAMETERS,
            |arguments, &()| Ok(trees(ArcTree::build(arguments)?)),
        ),
        Entry::new(
            "scheucher-kaindl",
            "Many-valued model in which heuristic values drift from parent to child.",
            ScheucherKaindl::PARAMETERS,
            |arguments, &()| Ok(trees(ScheucherKaindl::build(arguments)?)),
        ),
        Entry::new(
            "number-tree",
            "Uniform tree with random numbers at its leaves, to count what a search visits.",
            NumberTrees::PARAMETERS,
            |arguments, &()| Ok(AnyGame::family_of(NumberTrees::build(arguments)?)),
        ),
        Entry::new(
            "critical",
            "Win-loss tree whose truth is drawn from the root down: one right move, others lose at a rate.",
            CriticalGames::PARAMETERS,
            |arguments, &()| Ok(AnyGame::family_of(CriticalGames::build(arguments)?)),
        ),
        Entry::new(
            "similarity-tree",
            "Tree of numbers, six moves deep, whose neighbouring leaves are more or less alike.",
            SimilarityTrees::PARAMETERS,
            |arguments, &()| Ok(AnyGame::family_of(SimilarityTrees::build(arguments)?)),
        ),
        Entry::new(
            "winner-tree",
            "Random tree for any number of players, with one winner at every leaf.",
            WinnerTrees::PARAMETERS,
            |arguments, &()| Ok(AnyGame::family_of(WinnerTrees::build(arguments)?)),
        ),
        Entry::new(
            "chance-tree",
            "Random win-loss tree with a die roll after every move.",
            ChanceTrees::PARAMETERS,
            |arguments, &()| Ok(AnyGame::family_of(ChanceTrees::build(arguments)?)),
        ),
        Entry::new("tic-tac-toe", "Noughts and crosses on three by three cells.", &[], |_, &()| {
            Ok(AnyGame::new(TicTacToe::default()))
        }),
        Entry::new(
            "tic-tac-trio",
            "Tic-tac-toe for three players; the first with three in a line takes all.",
            TicTacTrio::PARAMETERS,
            |arguments, &()| Ok(AnyGame::new(TicTacTrio::build(arguments)?)),
        ),
        Entry::new(
            "connect-trio",
            "Connect four for three players, on a small board; the first with a run takes all.",
            ConnectTrio::PARAMETERS,
            |arguments, &()| Ok(AnyGame::new(ConnectTrio::build(arguments)?)),
        ),
        Entry::new(
            "connect-four",
            "Stones fall to the bottom of a column; a run of four in a line wins.",
            ConnectFour::PARAMETERS,
            |arguments, &()| Ok(AnyGame::new(ConnectFour::build(arguments)?)),
        ),
        Entry::new(
            "kalah",
            "Sow seeds from pit to pit into a store; with its rule variants.",
            Kalah::PARAMETERS,
            |arguments, &()| Ok(AnyGame::new(Kalah::build(arguments)?)),
        ),
        Entry::new(
            "othello",
            "Discs enclosed between two of the opponent's are flipped; whoever has more at the end wins.",
            Othello::PARAMETERS,
            |arguments, &()| Ok(AnyGame::new(Othello::build(arguments)?)),
        ),
        Entry::new(
            "pig",
            "A dice race: roll on and risk the points of this turn, or keep them.",
            Pig::PARAMETERS,
            |arguments, &()| Ok(AnyGame::new(Pig::build(arguments)?)),
        ),
        Entry::new(
            "sliding-tiles",
            "One player slides tiles into order, in as few moves as possible: the 8-puzzle and its relatives.",
            SlidingTiles::PARAMETERS,
            |arguments, &()| Ok(AnyGame::new(SlidingTiles::build(arguments)?)),
        ),
    ]
}
