//! Tests of chess.

mod draws;
mod game;
mod perft;
mod pgn;
mod sources;
mod tables;
mod uci;
