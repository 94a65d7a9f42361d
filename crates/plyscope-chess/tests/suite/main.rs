//! Tests of chess.

mod draws;
mod epd;
mod game;
#[path = "../../../plyscope/tests/suite/named.rs"]
mod named;
mod names;
mod perft;
mod pgn;
mod sources;
mod syzygy;
mod tables;
mod uci;
