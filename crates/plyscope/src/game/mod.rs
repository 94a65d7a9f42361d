//! Games: who moves, which moves, what follows, when it ends, what it is worth
//! (Russell & Norvig, section 1).
//!
//! A game is an object with parameters. Players need not alternate, there may be one to eight of them, and chance may
//! have its turn. [`Game`] is what games of this crate and of others implement; [`Remote`] is the one form without
//! types, for catalogues and for games that live in another program.

mod connect_four;
mod contract;
mod draw;
mod grid;
mod hints;
mod kalah;
mod othello;
mod pig;
mod remote;
mod sliding_tiles;
pub mod text;
mod tic_tac_toe;
mod trio;

pub use crate::value::Player;
pub use connect_four::{ConnectFour, Stones};
pub use contract::{Facts, Game, Turn, Walk, moves_of};
pub use draw::{Draw, Fixed, GamePosition};
pub use grid::{Board, Cell, Grid};
pub(crate) use hints::most_promising;
pub use hints::{Hints, Notes, SafeMoves, Scale, StandPat};
pub use kalah::{Kalah, KalahRules, Landings, Pits, Sown};
pub use othello::{Discs, Othello};
pub use pig::{Pig, PigTurn};
pub use remote::{AnyPosition, Expansion, Remote, RemoteGame, RemotePosition, expand_one};
pub use sliding_tiles::{SlidingTiles, Tiles};
pub use tic_tac_toe::{Marks, TicTacToe};
pub use trio::{ConnectTrio, TicTacTrio, Trio, TrioMarks};
