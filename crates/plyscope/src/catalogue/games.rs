//! The games there are.

use super::{Entry, GameEntry};
use crate::game::{ConnectFour, ConnectTrio, Draw, Kalah, Othello, Pig, SlidingTiles, TicTacToe, TicTacTrio};
use crate::name::Settings;
use crate::player::AnyGame;
use crate::tree::{
    ArcTree, BoardSplitting, ChanceTrees, CriticalGames, LeafTree, NumberTrees, ScheucherKaindl,
    SimilarityTrees, StrengthTree, TreeGame, Trees, WinnerTrees,
};
use std::sync::Arc;

/// Win-loss games that are drawn by key: every trial is another game.
fn trees<T: Settings + TreeGame + 'static>() -> GameEntry {
    Entry::of(|game: T| AnyGame::family_of(Trees(Arc::new(game))))
}

/// Other games that are drawn by key.
fn family<F: Settings + Draw>() -> GameEntry {
    Entry::of::<F>(AnyGame::family_of)
}

/// What comes with this crate.
pub(super) fn entries() -> Vec<GameEntry> {
    vec![
        trees::<BoardSplitting>(),
        trees::<StrengthTree>(),
        trees::<LeafTree>(),
        trees::<ArcTree>(),
        trees::<ScheucherKaindl>(),
        family::<NumberTrees>(),
        family::<CriticalGames>(),
        family::<SimilarityTrees>(),
        family::<WinnerTrees>(),
        family::<ChanceTrees>(),
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
