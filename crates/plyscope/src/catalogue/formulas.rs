//! The formulas there are: exact values of the theory by name, for experiments that are computed.

use super::{Entry, FormulaEntry};
use crate::error::{Error, Result};
use crate::name::{Arguments, Parameter};
use crate::rule::{BackupRule, Emm, Minimax, Product};
use crate::theory::critical_cases::{
    Case, Census, ErrorFunction, Favoured, Interval, Model, Replies, Reply, combined, crossover, table1,
    table2, table3, table4,
};
use crate::theory::error_recursion::accuracy;
use crate::theory::forward_pruning::{self, Alternatives, Reading, Trees};
use crate::theory::node_types::NodeType;
use crate::theory::p_games::critical;
use crate::value::Win;

const COLUMN: Parameter = Parameter { name: "column", default: "e1", allowed: "e1 or e2" };

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
            Parameter { name: "error", default: "0.1", allowed: "a probability from 0 to 1" },
        ],
        build: |arguments, _| {
            let branching = arguments.integer("branching", 1..=1000)?;
            let node = NodeType::new(arguments.integer("wins", 0..=branching)?, branching)?;
            Ok(node.error(arguments.number("error", 0.0..=1.0)?))
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
    Formula {
        name: "cases",
        summary: "Cases of Horacek's table 1 that favour a rule, or errors of a position among them.",
        parameters: &[
            Parameter { name: "favoured", default: "minimax", allowed: "minimax or product" },
            Parameter { name: "position", default: "all", allowed: "all, M1, M2, P1 or P2" },
        ],
        build: |arguments, _| {
            let favoured = match arguments.text("favoured") {
                "minimax" => Favoured::Minimax,
                "product" => Favoured::Product,
                _ => return Err(arguments.refuse("favoured")),
            };
            let table = table1();
            Ok(match arguments.text("position") {
                "all" => table.cases(favoured).count(),
                _ => table.errors(favoured)[place(reply(arguments, "position")?)],
            } as f64)
        },
    },
    Formula {
        name: "case-share",
        summary: "Percent of the critical positions in a case of Horacek's table 2.",
        parameters: &[
            COLUMN,
            Parameter {
                name: "case",
                default: "I4",
                allowed: "an interval and errors, such as I4 or I4-P1-P2",
            },
        ],
        build: |arguments, _| {
            let case = case(arguments)?;
            let table = table2(&model(arguments)?);
            let row = table.rows.iter().find(|row| row.case == case);
            row.map(|row| row.percent).ok_or_else(|| arguments.refuse("case"))
        },
    },
    Formula {
        name: "critical-positions",
        summary: "Positions of Horacek's million in which the rules choose differently, by interval.",
        parameters: &[COLUMN, INTERVAL],
        build: |arguments, _| {
            let census = Census::of(&model(arguments)?);
            let of = |interval| census.critical_in(interval) as f64;
            Ok(match arguments.text("interval") {
                "total" => census.critical() as f64,
                "I3+I4" => of(Interval::I3) + of(Interval::I4),
                _ => of(interval(arguments)?),
            })
        },
    },
    Formula {
        name: "product-advantage",
        summary: "The product rule's advantage in percent of the critical positions (Horacek, table 3).",
        parameters: &[COLUMN, INTERVAL],
        build: |arguments, _| {
            let table = table3(&model(arguments)?);
            let of = |wanted| {
                let row = table.rows.iter().find(|row| row.interval == wanted);
                row.map_or(0.0, |row| row.product_advantage_percent)
            };
            Ok(match arguments.text("interval") {
                "total" => table.product_advantage_percent,
                "I3+I4" => of(Interval::I3) + of(Interval::I4),
                _ => of(interval(arguments)?),
            })
        },
    },
    Formula {
        name: "minimax-advantage",
        summary: "Minimax's advantage in percent where a position is in error (Horacek, table 4).",
        parameters: &[COLUMN, Parameter { name: "position", default: "M1", allowed: "M1, M2, P1 or P2" }],
        build: |arguments, _| {
            let wanted = reply(arguments, "position")?;
            let rows = table4(&model(arguments)?);
            let row = rows.iter().find(|row| row.reply == wanted);
            row.map(|row| row.minimax_advantage_percent).ok_or_else(|| arguments.refuse("position"))
        },
    },
    Formula {
        name: "crossover",
        summary: "The constant error rate below which minimax beats the product rule (Horacek, section 5).",
        parameters: &[COLUMN, Parameter { name: "by", default: "formula", allowed: "formula or count" }],
        build: |arguments, _| {
            let found = crossover(&model(arguments)?);
            let rate = match arguments.text("by") {
                "formula" => found.closed_form,
                "count" => found.by_count,
                _ => return Err(arguments.refuse("by")),
            };
            rate.ok_or_else(|| Error::Undefined("there is no crossover".into()))
        },
    },
    Formula {
        name: "critical-accuracy",
        summary: "The share of critical positions decided rightly by minimax, the product rule or their combination (Horacek, section 7).",
        parameters: &[
            Parameter { name: "choice", default: "combination", allowed: "minimax, product or combination" },
            Parameter {
                name: "errors",
                default: "e1",
                allowed: "e1, e2, or one rate from 0 to 0.5 everywhere",
            },
            Parameter {
                name: "doubt",
                default: "0",
                allowed: "a whole number: values up to this are in doubt",
            },
        ],
        build: |arguments, _| {
            let model = match arguments.text("errors") {
                "e1" => Model::e1(),
                "e2" => Model::e2(),
                _ => {
                    let rate = arguments.number("errors", 0.0..=0.5)?;
                    Model::e1().with_error(ErrorFunction::Constant(rate))?
                }
            };
            let combined = combined(&model, arguments.integer("doubt", 0..=1000)?);
            match arguments.text("choice") {
                "minimax" => Ok(combined.minimax),
                "product" => Ok(combined.product),
                "combination" => Ok(combined.combination),
                _ => Err(arguments.refuse("choice")),
            }
        },
    },
];

/// What comes with this crate.
pub(super) fn entries() -> Vec<FormulaEntry> {
    FORMULAS.iter().map(|one| Entry::new(one.name, one.summary, one.parameters, one.build)).collect()
}

/// A formula, as it is listed here.
struct Formula {
    name: &'static str,
    summary: &'static str,
    parameters: &'static [Parameter],
    build: fn(&Arguments<'_>, &u32) -> Result<f64>,
}

const INTERVAL: Parameter =
    Parameter { name: "interval", default: "total", allowed: "I1, I2, I3, I4, I5, I3+I4 or total" };

fn rule(arguments: &Arguments<'_>) -> Result<&'static dyn BackupRule<Win>> {
    match arguments.text("rule") {
        "minimax" => Ok(&Minimax),
        "product" => Ok(&Product),
        "emm" => Ok(&Emm),
        _ => Err(arguments.refuse("rule")),
    }
}

/// The error function: the paper's columns.
fn model(arguments: &Arguments<'_>) -> Result<Model> {
    match arguments.text("column") {
        "e1" => Ok(Model::e1()),
        "e2" => Ok(Model::e2()),
        _ => Err(arguments.refuse("column")),
    }
}

fn named_interval(text: &str) -> Option<Interval> {
    Interval::ALL.into_iter().find(|interval| format!("{interval:?}") == text)
}

fn interval(arguments: &Arguments<'_>) -> Result<Interval> {
    named_interval(arguments.text("interval")).ok_or_else(|| arguments.refuse("interval"))
}

fn named_reply(text: &str) -> Option<Reply> {
    Reply::ALL.into_iter().find(|reply| reply.to_string() == text)
}

fn reply(arguments: &Arguments<'_>, parameter: &str) -> Result<Reply> {
    named_reply(arguments.text(parameter)).ok_or_else(|| arguments.refuse(parameter))
}

fn place(reply: Reply) -> usize {
    Reply::ALL.iter().position(|known| *known == reply).expect("all replies are listed")
}

/// `I4-P1-P2`: the interval of the draw value, and which positions are in error.
fn case(arguments: &Arguments<'_>) -> Result<Case> {
    let mut parts = arguments.text("case").split('-');
    let interval = parts.next().and_then(named_interval);
    let errors: Option<Vec<Reply>> = parts.map(named_reply).collect();
    match (interval, errors) {
        (Some(interval), Some(errors)) => Ok(Case { interval, errors: Replies::of(&errors) }),
        _ => Err(arguments.refuse("case")),
    }
}
