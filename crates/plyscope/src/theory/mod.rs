//! What can be computed is computed: closed forms from the papers, and the oracle for the rest.

pub mod alpha_beta;
pub mod best_of_n;
pub mod ceiling;
pub mod critical_cases;
pub mod critical_minimax;
pub mod error_recursion;
pub mod forward_pruning;
pub mod local_pathology;
pub mod node_types;
pub mod p_games;
