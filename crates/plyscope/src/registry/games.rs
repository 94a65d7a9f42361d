//! The games there are.

use super::{Entry, Registry};
use crate::game::{ConnectFour, Game, Kalah, RealGame, TicTacToe, TicTacTrio};
use crate::name::Name;
use crate::tree::{
    ArcTree, BoardSplitting, ErasedTreeGame, LeafTree, NumberTrees, ScheucherKaindl, StrengthTree,
};
use std::sync::Arc;

/// A game of the registry.
#[derive(Clone)]
pub enum GameKind {
    /// Drawn by key: every trial is another game.
    Drawn(Arc<dyn ErasedTreeGame>),
    /// Trees of numbers, drawn by key: every trial is another tree.
    Numbers(NumberTrees),
    /// Played from a start.
    Real(Arc<dyn RealGame>),
}

impl GameKind {
    /// The name with all parameters.
    pub fn name(&self) -> Name {
        match self {
            GameKind::Drawn(game) => game.name(),
            GameKind::Numbers(trees) => trees.name(),
            GameKind::Real(game) => game.any().name(),
        }
    }
}

/// Games.
pub const GAMES: Registry<(), GameKind> = Registry {
    what: "game",
    entries: &[
        Entry {
            name: "board-splitting",
            summary: "Pearl's game: split a board of ones and zeros in turn; P-, N- and mixed games.",
            parameters: BoardSplitting::PARAMETERS,
            build: |arguments, ()| Ok(GameKind::Drawn(Arc::new(BoardSplitting::build(arguments)?))),
        },
        Entry {
            name: "strength-tree",
            summary: "N-game-like tree of the forward-pruning paper: random strengths below Min's moves.",
            parameters: StrengthTree::PARAMETERS,
            build: |arguments, ()| Ok(GameKind::Drawn(Arc::new(StrengthTree::build(arguments)?))),
        },
        Entry {
            name: "leaf-tree",
            summary: "P-game tree of the forward-pruning paper: independent leaves.",
            parameters: LeafTree::PARAMETERS,
            build: |arguments, ()| Ok(GameKind::Drawn(Arc::new(LeafTree::build(arguments)?))),
        },
        Entry {
            name: "arc-tree",
            summary: "N-game tree of the forward-pruning paper: a leaf is the sum of the arcs to it.",
            parameters: ArcTree::PARAMETERS,
            build: |arguments, ()| Ok(GameKind::Drawn(Arc::new(ArcTree::build(arguments)?))),
        },
        Entry {
            name: "scheucher-kaindl",
            summary: "Many-valued model in which heuristic values drift from parent to child.",
            parameters: ScheucherKaindl::PARAMETERS,
            build: |arguments, ()| Ok(GameKind::Drawn(Arc::new(ScheucherKaindl::build(arguments)?))),
        },
        Entry {
            name: "number-tree",
            summary: "Uniform tree with random numbers at its leaves, to count what a search looks at.",
            parameters: NumberTrees::PARAMETERS,
            build: |arguments, ()| Ok(GameKind::Numbers(NumberTrees::build(arguments)?)),
        },
        Entry {
            name: "tic-tac-toe",
            summary: "Noughts and crosses on three by three cells.",
            parameters: &[],
            build: |_, ()| Ok(GameKind::Real(Arc::new(TicTacToe::default()))),
        },
        Entry {
            name: "tic-tac-trio",
            summary: "Tic-tac-toe for three players; the first with three in a line takes all.",
            parameters: TicTacTrio::PARAMETERS,
            build: |arguments, ()| Ok(GameKind::Real(Arc::new(TicTacTrio::build(arguments)?))),
        },
        Entry {
            name: "connect-four",
            summary: "Stones fall to the bottom of a column; a run of four in a line wins.",
            parameters: ConnectFour::PARAMETERS,
            build: |arguments, ()| Ok(GameKind::Real(Arc::new(ConnectFour::build(arguments)?))),
        },
        Entry {
            name: "kalah",
            summary: "Sow seeds from pit to pit into a store; with its rule variants.",
            parameters: Kalah::PARAMETERS,
            build: |arguments, ()| Ok(GameKind::Real(Arc::new(Kalah::build(arguments)?))),
        },
    ],
};
