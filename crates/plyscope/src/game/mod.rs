//! Games: who moves, which moves, what follows, when it ends, what it is worth
//! (Russell & Norvig, section 1).
//!
//! A game is an object with parameters. Players need not alternate, there may be one to eight of them, and chance may
//! have its turn. [`Game`] is what games of this crate and of others implement; [`Remote`] is the one form without
//! types, for catalogues and for games that live in another program.

mod board;
mod connect_four;
mod connect_trio;
mod contract;
mod draw;
mod erased;
mod grid;
mod hints;
mod kalah;
mod othello;
mod pig;
mod remote;
mod sliding_tiles;
pub mod text;
mod tic_tac_toe;
mod tic_tac_trio;

pub use crate::value::Player;
pub use board::{Board, Cell};
pub use connect_four::{ConnectFour, Stones};
pub use connect_trio::ConnectTrio;
pub use contract::{Facts, Game, Turn, Walk, moves_of};
pub use draw::{Draw, Fixed, GamePosition};
pub use erased::{AnyPosition, Expansion, Remote, expand_one};
pub use grid::Grid;
pub(crate) use hints::most_promising;
pub use hints::{Hints, Scale, Sound, Stand};
pub use kalah::{Kalah, KalahRules, Landings, Pits, Sown};
pub use othello::{Discs, Othello};
pub use pig::{Pig, PigTurn};
pub use remote::{RemoteGame, RemotePosition};
pub use sliding_tiles::{SlidingTiles, Tiles};
pub use tic_tac_toe::{Marks, TicTacToe};
pub use tic_tac_trio::{TicTacTrio, TrioMarks};
