//! The formulas there are: exact values of the theory by name, for experiments that are computed.

mod critical_cases;
mod critical_games;
mod game_trees;
mod space;

use super::{Entry, FormulaEntry};
use crate::error::{Error, Result};
use crate::name::{Arguments, Parameter};
use crate::rule::{BackupRule, Emm, Minimax, Product};
use crate::theory::error_recursion::accuracy;
use crate::theory::forward_pruning::{self, Alternatives, Reading, Trees};
use crate::theory::node_types::NodeType;
use crate::theory::p_games::critical;
use crate::value::Win;

/// Formulas; the context is a depth or a height, 0 where there is none.
const FORMULAS: &[Formula] = &[
    Formula {
        name: "decision-accuracy",
        summary: "Accuracy of a rule on P-games with the artificial evaluator, by the error recursion.",
        parameters: &[
            Parameter { name: "rule", default: "minimax", allowed: "minimax, product or emm" },
            Parameter { name: "branching", default: "2", allowed: "a whole number of 2 or more" },
            Parameter { name: "plies", default: "10", allowed: "the game's length, or infinite" },
            Parameter { name: "p", default: "critical", allowed: "critical, or a probability from 0 to 1" },
            Parameter { name: "error", default: "0.1", allowed: "a probability from 0 to 0.5" },
        ],
        build: |arguments, depth| {
            let branching = arguments.integer("branching", 2..=1000)?;
            let p = match arguments.text("p") {
                "critical" => critical(branching),
                _ => arguments.number("p", 0.0..=1.0)?,
            };
            let plies = match arguments.text("plies") {
                "infinite" => None,
                _ => Some(arguments.integer("plies", 1..=10_000)?),
            };
            let error = arguments.number("error", 0.0..=0.5)?;
            Ok(accuracy(rule(arguments)?, branching, error, p, plies, *depth)?.accuracy)
        },
    },
    Formula {
        name: "node-error",
        summary: "Error of minimax at a node of which so many children win (Wilson, Parker & Nau, equations 1 to 4).",
        parameters: &[
            Parameter { name: "wins", default: "0", allowed: "a whole number up to branching" },
            Parameter { name: "branching", default: "2", allowed: "a whole number of 1 or more" },
            Parameter {
                name: "over",
                default: "evaluations",
                allowed: "evaluations, or how many children win at each child, for whoever moves there",
            },
            Parameter { name: "error", default: "0.1", allowed: "a probability from 0 to 1" },
        ],
        build: |arguments, _| {
            let branching = arguments.integer("branching", 1..=1000)?;
            let node = NodeType::new(arguments.integer("wins", 0..=branching)?, branching)?;
            let error = arguments.number("error", 0.0..=1.0)?;
            Ok(node.error(match arguments.text("over") {
                "evaluations" => error,
                _ => NodeType::new(arguments.integer("over", 0..=branching)?, branching)?.error(error),
            }))
        },
    },
    Formula {
        name: "forward-pruning",
        summary: "Probability of a correct decision with forward pruning, by Max-height (Smith & Nau, figure 3).",
        parameters: &[
            Parameter { name: "trees", default: "strength-tree", allowed: "strength-tree or leaf-tree" },
            Parameter { name: "p", default: "0.8", allowed: "a probability from 0 to 1" },
            Parameter { name: "alternatives", default: "2", allowed: "2 or 3" },
            Parameter {
                name: "reading",
                default: "rank",
                allowed: "rank, case-1, case-2, win-loss or printed",
            },
        ],
        build: |arguments, height| {
            let trees: Trees = arguments.text("trees").parse().map_err(|_| arguments.refuse("trees"))?;
            let reading: Reading =
                arguments.text("reading").parse().map_err(|_| arguments.refuse("reading"))?;
            let alternatives = Alternatives::new(arguments.integer("alternatives", 2..=3)?)?;
            let p = arguments.number("p", 0.0..=1.0)?;
            let model = forward_pruning::Model::new(trees, p, trees.chance(), reading, alternatives)?;
            let rows = model.rows(*height)?;
            let none = || Error::Undefined(format!("at height {height} one side always wins"));
            rows.last().and_then(|row| row.accuracy).ok_or_else(none)
        },
    },
];

/// What comes with this crate.
pub(super) fn entries() -> Vec<FormulaEntry> {
    let all =
        [FORMULAS, critical_cases::FORMULAS, critical_games::FORMULAS, game_trees::FORMULAS, space::FORMULAS]
            .concat();
    all.iter().map(|one| Entry::new(one.name, one.summary, one.parameters, one.build)).collect()
}

/// A formula, as it is listed here.
#[derive(Clone, Copy)]
struct Formula {
    name: &'static str,
    summary: &'static str,
    parameters: &'static [Parameter],
    build: fn(&Arguments<'_>, &u32) -> Result<f64>,
}

fn rule(arguments: &Arguments<'_>) -> Result<&'static dyn BackupRule<Win>> {
    match arguments.text("rule") {
        "minimax" => Ok(&Minimax),
        "product" => Ok(&Product),
        "emm" => Ok(&Emm),
        _ => Err(arguments.refuse("rule")),
    }
}
