//! The library's integration tests, in one binary.

mod board;
mod emm_identity;
mod lanes;
mod laws;
mod p_games;
mod papers;
mod parsers;
mod registry;
mod searches;
mod signature;
mod support;
mod tree_models;
