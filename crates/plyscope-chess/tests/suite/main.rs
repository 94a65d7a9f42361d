//! Tests of chess.

mod draws;
mod game;
mod perft;
mod pgn;
mod sources;
mod syzygy;
mod tables;
mod uci;
