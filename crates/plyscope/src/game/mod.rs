//! Games: who moves, which moves, what follows, when it ends, what it is worth
//! (Russell & Norvig, section 1).
//!
//! A game is an object with parameters. Players need not alternate, there may be one to eight of them, and chance may
//! have its turn. [`Game`] is what games of this crate and of others implement; [`ErasedGame`] is the one form without
//! types, for catalogues and for games that live in another program.

mod board;
mod bridge;
mod connect_four;
mod connect_trio;
mod contract;
mod erased;
mod family;
mod grid;
mod kalah;
mod othello;
mod pig;
mod sliding_tiles;
mod solvable;
pub mod text;
mod tic_tac_toe;
mod tic_tac_trio;

pub use crate::value::Player;
pub use board::{Board, Cell};
pub use bridge::{Bridge, Crossed};
pub use connect_four::{ConnectFour, Stones};
pub use connect_trio::ConnectTrio;
pub use contract::{Game, Turn, Walk, moves_of};
pub use erased::{AnyPosition, ErasedGame, Expansion, expand_one};
pub use family::{Family, Fixed, Held};
pub use grid::Grid;
pub use kalah::{Kalah, KalahRules, Landings, Pits, Sown};
pub use othello::{Discs, Othello};
pub use pig::{Pig, PigTurn};
pub use sliding_tiles::{SlidingTiles, Tiles};
pub(crate) use solvable::most_promising;
pub use solvable::{Scale, Solvable, Sound, Stand};
pub use tic_tac_toe::{Marks, TicTacToe};
pub use tic_tac_trio::{TicTacTrio, TrioMarks};
