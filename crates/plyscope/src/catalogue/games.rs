//! The games there are.

use super::{Entry, GameEntry};
use crate::game::{
    ConnectFour, ConnectTrio, Draw, Hints, KalahRules, Othello, Pig, SlidingTiles, TicTacToe, TicTacTrio,
};
use crate::name::Settings;
use crate::player::AnyGame;
use crate::tree::{
    ArcTree, BoardSplitting, ChanceTrees, CriticalGames, LeafTree, NumberTrees, ScheucherKaindl,
    SimilarityTrees, StrengthTree, TreeGame, Trees, WinnerTrees,
};
use std::sync::Arc;

/// Win-loss games that are drawn by key: every trial is another game.
fn trees<T: Settings + TreeGame + 'static>() -> GameEntry {
    Entry::of(|game: T| Ok(AnyGame::family_of(Trees(Arc::new(game)))))
}

/// Other games that are drawn by key.
fn family<F: Settings + Draw>() -> GameEntry {
    Entry::of(|family: F| Ok(AnyGame::family_of(family)))
}

/// Games that are played from a position.
fn game<G: Settings + Hints<Position: Send + Sync + 'static> + Send + Sync + 'static>() -> GameEntry {
    Entry::of(|game: G| Ok(AnyGame::new(game)))
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
        game::<TicTacToe>(),
        game::<TicTacTrio>(),
        game::<ConnectTrio>(),
        game::<ConnectFour>(),
        Entry::of(|rules: KalahRules| Ok(AnyGame::new(rules.game()?))),
        game::<Othello>(),
        game::<Pig>(),
        game::<SlidingTiles>(),
    ]
}
