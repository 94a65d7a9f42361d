//! The library's integration tests, in one binary.

mod alpha_beta;
mod board;
mod calibration;
mod critical_cases;
mod emm_identity;
mod error_recursion;
mod evaluators;
mod evidence;
mod forward_pruning;
mod forward_pruning_trees;
mod lanes;
mod laws;
mod p_games;
mod papers;
mod parsers;
mod playthroughs;
mod pruned;
mod real_games;
mod registry;
mod searches;
mod signature;
mod solving;
mod support;
mod tree_models;
