//! Formulas of critical win-loss games.

use super::Formula;
use crate::name::Parameter;
use crate::theory::critical_minimax::CriticalMinimax;

/// Formulas whose depth is that of a search.
pub(super) const FORMULAS: &[Formula] = &[Formula {
    name: "critical-minimax",
    summary: "Accuracy of fixed-depth minimax on critical games with the evaluator normal, by recursion.",
    parameters: &[
        Parameter { name: "branching", default: "2", allowed: "a whole number from 2 to 256" },
        Parameter { name: "plies", default: "50", allowed: "the game's length, 1 to 256" },
        Parameter { name: "rate", default: "1", allowed: "a probability from 0 to 1" },
        Parameter { name: "shift", default: "0.25", allowed: "a number from 0 to 0.5" },
        Parameter { name: "sd", default: "0.2", allowed: "a number from 0.001 to 10" },
    ],
    build: |arguments, depth| {
        let model = CriticalMinimax {
            branching: arguments.integer("branching", 2..=256)?,
            plies: arguments.integer("plies", 1..=256)?,
            rate: arguments.number("rate", 0.0..=1.0)?,
            shift: arguments.number("shift", 0.0..=0.5)?,
            sd: arguments.number("sd", 0.001..=10.0)?,
        };
        model.accuracy((*depth).max(1))
    },
}];
