//! Tables against plain search, brute force and the solver.

mod files;
mod games;
mod graphs;
