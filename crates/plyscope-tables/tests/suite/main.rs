//! Tables against plain search, brute force and the solver.

mod eight_puzzle;
mod files;
mod games;
mod graphs;
