//! Tests of chess.

mod draws;
mod game;
mod perft;
mod sources;
mod tables;
mod uci;
