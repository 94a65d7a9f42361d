//! Formulas of Horacek's critical cases.

use super::Formula;
use crate::error::{Error, Result};
use crate::name::{Arguments, Parameter};
use crate::theory::critical_cases::{
    Case, Census, ErrorFunction, Favoured, Interval, Model, Replies, Reply, WorseReply, combined, crossover,
    table1, table2, table3,
};

const COLUMN: Parameter = Parameter { name: "column", default: "e1", allowed: "e1 or e2" };
const ROOT: Parameter =
    Parameter { name: "root", default: "1", allowed: "a whole number from -max to max, not 0" };
const INCREMENT: Parameter =
    Parameter { name: "increment", default: "9", allowed: "a whole number from 0 to 64" };
const MAX: Parameter =
    Parameter { name: "max", default: "42", allowed: "a whole number from 1 to 1000000, the largest value" };
const BELIEVED: Parameter = Parameter {
    name: "believed",
    default: "column",
    allowed: "the column's probability of winning, or w and a c, such as w16",
};
const ERRORS: Parameter = Parameter {
    name: "errors",
    default: "column",
    allowed: "the column's, w and a c, such as w16, line (proportional), or one rate from 0 to 1 everywhere",
};
const M2: Parameter = Parameter {
    name: "m2",
    default: "own",
    allowed: "own, or carried: P2 where minimax's move leads to the larger value (the paper's tables)",
};
const INTERVAL: Parameter =
    Parameter { name: "interval", default: "total", allowed: "I1, I2, I3, I4, I5, I3+I4 or total" };

/// Formulas that have no depth.
pub(super) const FORMULAS: &[Formula] = &[
    Formula {
        name: "cases",
        summary: "Cases of Horacek's table 1 that favour a rule, or errors of a position among them.",
        parameters: &[
            Parameter { name: "favoured", default: "minimax", allowed: "minimax or product" },
            Parameter { name: "position", default: "all", allowed: "all, M1, M2, P1 or P2" },
            Parameter { name: "errors", default: "any", allowed: "any, or a whole number from 0 to 4" },
        ],
        build: |arguments, _| {
            let favoured = match arguments.text("favoured") {
                "minimax" => Favoured::Minimax,
                "product" => Favoured::Product,
                _ => return Err(arguments.refuse("favoured")),
            };
            let errors = match arguments.text("errors") {
                "any" => None,
                _ => Some(arguments.integer("errors", 0..=4)? as usize),
            };
            let position = match arguments.text("position") {
                "all" => None,
                _ => Some(reply(arguments, "position")?),
            };
            let counts = |case: &Case| {
                errors.is_none_or(|errors| case.errors.len() == errors)
                    && position.is_none_or(|reply| case.errors.contains(reply))
            };
            Ok(table1().cases(favoured).filter(counts).count() as f64)
        },
    },
    Formula {
        name: "case-share",
        summary: "Percent of the critical positions in a case of Horacek's table 2, or in several.",
        parameters: &[
            COLUMN,
            ROOT,
            INCREMENT,
            MAX,
            BELIEVED,
            ERRORS,
            M2,
            Parameter {
                name: "case",
                default: "I4",
                allowed: "an interval and errors, such as I4 or I4-P1-P2, or several with + between them",
            },
        ],
        build: |arguments, _| {
            let table = table2(&model(arguments)?);
            let share = |text: &str| {
                let row = named_case(text).and_then(|case| table.rows.iter().find(|row| row.case == case));
                row.map(|row| row.percent).ok_or_else(|| arguments.refuse("case"))
            };
            arguments.text("case").split('+').map(share).sum()
        },
    },
    Formula {
        name: "critical-positions",
        summary: "Positions of Horacek's million in which the rules choose differently, by interval.",
        parameters: &[COLUMN, ROOT, INCREMENT, MAX, BELIEVED, ERRORS, M2, INTERVAL],
        build: |arguments, _| Ok(critical(arguments, &Census::of(&model(arguments)?))? as f64),
    },
    Formula {
        name: "critical-share",
        summary: "Percent of all positions of Horacek's model in which the rules choose differently, by interval.",
        parameters: &[COLUMN, ROOT, INCREMENT, MAX, BELIEVED, ERRORS, M2, INTERVAL],
        build: |arguments, _| {
            let census = Census::of(&model(arguments)?);
            Ok(100.0 * critical(arguments, &census)? as f64 / census.positions as f64)
        },
    },
    Formula {
        name: "product-advantage",
        summary: "The product rule's advantage in percent of the critical positions (Horacek, table 3).",
        parameters: &[COLUMN, ROOT, INCREMENT, MAX, BELIEVED, ERRORS, M2, INTERVAL],
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
        summary: "Minimax's advantage in percent where a position is in error (Horacek, table 4), or everywhere.",
        parameters: &[
            COLUMN,
            ROOT,
            INCREMENT,
            MAX,
            BELIEVED,
            ERRORS,
            M2,
            INTERVAL,
            Parameter { name: "position", default: "M1", allowed: "M1, M2, P1, P2, or all: in error or not" },
        ],
        build: |arguments, _| {
            let position = match arguments.text("position") {
                "all" => None,
                _ => Some(reply(arguments, "position")?),
            };
            let (wanted, census) = (intervals(arguments)?, Census::of(&model(arguments)?));
            let counts = |case: Case| {
                wanted.contains(&case.interval) && position.is_none_or(|reply| case.errors.contains(reply))
            };
            Ok(census.minimax_advantage(counts))
        },
    },
    Formula {
        name: "crossover",
        summary: "The constant error rate below which minimax beats the product rule (Horacek, section 5).",
        parameters: &[
            COLUMN,
            ROOT,
            INCREMENT,
            MAX,
            BELIEVED,
            ERRORS,
            M2,
            Parameter { name: "by", default: "formula", allowed: "formula or count" },
        ],
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
        summary: "The share of critical positions decided correctly by minimax, the product rule or their combination (Horacek, section 7).",
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

/// The model: one of the paper's columns, with what is given instead.
fn model(arguments: &Arguments<'_>) -> Result<Model> {
    let column = match arguments.text("column") {
        "e1" => Model::e1(),
        "e2" => Model::e2(),
        _ => return Err(arguments.refuse("column")),
    };
    let whole = |parameter| arguments.text(parameter).parse::<i32>().map_err(|_| arguments.refuse(parameter));
    let arc = |text: &str| text.strip_prefix('w').and_then(|c| c.parse::<f64>().ok());
    let c = match arguments.text("believed") {
        "column" => column.c(),
        text => arc(text).ok_or_else(|| arguments.refuse("believed"))?,
    };
    let error = match arguments.text("errors") {
        "column" => column.error_function(),
        "line" => ErrorFunction::Proportional,
        text => match arc(text) {
            Some(c) => ErrorFunction::Arc(c),
            None => ErrorFunction::Constant(arguments.number("errors", 0.0..=1.0)?),
        },
    };
    let increment = arguments.integer("increment", 0..=Model::MAX_INCREMENT)?;
    let model = Model::new(whole("root")?, increment, whole("max")?, c, error)?;
    match arguments.text("m2") {
        "own" => Ok(model.with_worse_reply(WorseReply::Own)),
        "carried" => Ok(model.with_worse_reply(WorseReply::Carried)),
        _ => Err(arguments.refuse("m2")),
    }
}

/// Critical positions in the intervals that are asked for.
fn critical(arguments: &Arguments<'_>, census: &Census) -> Result<u64> {
    Ok(intervals(arguments)?.into_iter().map(|interval| census.critical_in(interval)).sum())
}

fn intervals(arguments: &Arguments<'_>) -> Result<Vec<Interval>> {
    Ok(match arguments.text("interval") {
        "total" => Interval::ALL.to_vec(),
        "I3+I4" => vec![Interval::I3, Interval::I4],
        _ => vec![interval(arguments)?],
    })
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

/// `I4-P1-P2`: the interval of the draw value, and which positions are in error.
fn named_case(text: &str) -> Option<Case> {
    let mut parts = text.split('-');
    let interval = parts.next().and_then(named_interval)?;
    let errors: Option<Vec<Reply>> = parts.map(named_reply).collect();
    Some(Case { interval, errors: Replies::of(&errors?) })
}
