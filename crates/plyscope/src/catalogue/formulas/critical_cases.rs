//! Formulas of Horacek's critical cases; they have no depth.

use super::super::{Entry, FormulaEntry};
use crate::error::{Error, Result};
use crate::name::Given;
use crate::theory::critical_cases::{
    Case, Census, ErrorFunction, Favoured, Interval, Model, Replies, Reply, WorseReply, combined, crossover,
    table1, table2, table3,
};

/// What comes with this crate.
pub(super) fn entries() -> Vec<FormulaEntry> {
    let cases = "Cases of Horacek's table 1 that favour a rule, those of them with a given number of errors, or \
        the errors of a position among them.";
    let share = "Percent of the critical positions in a case of Horacek's table 2: an interval and the positions \
        in error, as in `I4-P1-P2`; several with `+` between them.";
    let positions = "Positions of Horacek's million in which the rules choose differently, by interval.";
    let percent =
        "Percent of all positions of Horacek's model in which the rules choose differently, by interval.";
    let product = "The product rule's advantage in percent of the critical positions (Horacek, table 3).";
    let minimax =
        "Minimax's advantage in percent where a position is in error (Horacek, table 4), or everywhere.";
    let crosses = "The constant error rate below which minimax beats the product rule (Horacek, section 5).";
    let accuracy = "The share of critical positions decided correctly by minimax, the product rule or their combination (Horacek, section 7).";
    vec![
        Entry::given("cases", cases, |given| {
            let rules = [("minimax", Favoured::Minimax), ("product", Favoured::Product)];
            let favoured = given.word("favoured", "minimax or product", &rules);
            let position = reply(given, "all", "all, M1, M2, P1 or P2");
            let allowed = "any, or a whole number from 0 to 4";
            let errors = given.value("errors", "any", allowed, |text| match text {
                "any" => Some(None),
                _ => text.parse::<usize>().ok().filter(|errors| *errors <= 4).map(Some),
            });
            Ok(move |_: &u32| {
                let counts = |case: &Case| {
                    errors.is_none_or(|errors| case.errors.len() == errors)
                        && position.is_none_or(|reply| case.errors.contains(reply))
                };
                Ok(table1().cases(favoured).filter(counts).count() as f64)
            })
        }),
        Entry::given("case-share", share, |given| {
            let model = model(given);
            let allowed = "an interval and errors, such as I4 or I4-P1-P2, or several with + between them";
            let cases = given.text("case", "I4", allowed);
            let refused = given.refuse("case");
            Ok(move |_: &u32| {
                let table = table2(&model.make()?);
                let share = |text: &str| {
                    let row =
                        named_case(text).and_then(|case| table.rows.iter().find(|row| row.case == case));
                    row.map(|row| row.percent).ok_or_else(|| refused.clone())
                };
                cases.split('+').map(share).sum()
            })
        }),
        Entry::given("critical-positions", positions, |given| {
            let (model, intervals) = (model(given), intervals(given));
            Ok(move |_: &u32| Ok(critical(&Census::of(&model.make()?), &intervals) as f64))
        }),
        Entry::given("critical-share", percent, |given| {
            let (model, intervals) = (model(given), intervals(given));
            Ok(move |_: &u32| {
                let census = Census::of(&model.make()?);
                Ok(100.0 * critical(&census, &intervals) as f64 / census.positions as f64)
            })
        }),
        Entry::given("product-advantage", product, |given| {
            let (model, intervals) = (model(given), intervals(given));
            Ok(move |_: &u32| {
                let table = table3(&model.make()?);
                if intervals == Interval::ALL {
                    return Ok(table.product_advantage_percent);
                }
                let of = |wanted: &Interval| {
                    let row = table.rows.iter().find(|row| row.interval == *wanted);
                    row.map_or(0.0, |row| row.product_advantage_percent)
                };
                Ok(intervals.iter().map(of).sum())
            })
        }),
        Entry::given("minimax-advantage", minimax, |given| {
            let (model, intervals) = (model(given), intervals(given));
            let position = reply(given, "M1", "M1, M2, P1, P2, or all: in error or not");
            Ok(move |_: &u32| {
                let counts = |case: Case| {
                    intervals.contains(&case.interval)
                        && position.is_none_or(|reply| case.errors.contains(reply))
                };
                Ok(Census::of(&model.make()?).minimax_advantage(counts))
            })
        }),
        Entry::given("crossover", crosses, |given| {
            let model = model(given);
            let counts = given.word("by", "formula or count", &[("formula", false), ("count", true)]);
            Ok(move |_: &u32| {
                let found = crossover(&model.make()?);
                let rate = if counts { found.by_count } else { found.closed_form };
                rate.ok_or_else(|| Error::Undefined("there is no crossover".into()))
            })
        }),
        Entry::given("critical-accuracy", accuracy, |given| {
            let allowed = "minimax, product or combination";
            let choices = [("combination", 2), ("minimax", 0), ("product", 1)];
            let choice: usize = given.word("choice", allowed, &choices);
            let allowed = "e1, e2, or one rate from 0 to 0.5 everywhere";
            let model = given.value("errors", "e1", allowed, |text| match text {
                "e1" => Some(Model::e1()),
                "e2" => Some(Model::e2()),
                _ => {
                    let rate = text.parse().ok().filter(|rate| (0.0..=0.5).contains(rate))?;
                    Model::e1().with_error(ErrorFunction::Constant(rate)).ok()
                }
            });
            let allowed = "a whole number: values up to this are in doubt";
            let doubt = given.integer("doubt", "0", allowed, 0..=1000);
            Ok(move |_: &u32| {
                let combined = combined(&model, doubt);
                Ok([combined.minimax, combined.product, combined.combination][choice])
            })
        }),
    ]
}

/// One of the paper's columns, with what is given instead.
struct Column {
    root: i32,
    increment: u32,
    max: i32,
    c: f64,
    error: ErrorFunction,
    m2: WorseReply,
}

impl Column {
    fn make(&self) -> Result<Model> {
        let model = Model::new(self.root, self.increment, self.max, self.c, self.error)?;
        Ok(model.with_worse_reply(self.m2))
    }
}

fn model(given: &mut Given<'_>) -> Column {
    let column = given.word("column", "e1 or e2", &[("e1", Model::e1()), ("e2", Model::e2())]);
    let whole = |text: &str| text.parse::<i32>().ok();
    let root = given.value("root", "1", "a whole number from -max to max, not 0", whole);
    let allowed = "a whole number from 0 to 64";
    let increment = given.integer("increment", "9", allowed, 0..=Model::MAX_INCREMENT);
    let max = given.value("max", "42", "a whole number from 1 to 1000000, the largest value", whole);
    let arc = |text: &str| text.strip_prefix('w').and_then(|c| c.parse::<f64>().ok());
    let allowed = "the column's probability of winning, or w and a c, such as w16";
    let c = given.value("believed", "column", allowed, |text| match text {
        "column" => Some(column.c()),
        text => arc(text),
    });
    let allowed =
        "the column's, w and a c, such as w16, line (proportional), or one rate from 0 to 1 everywhere";
    let error = given.value("errors", "column", allowed, |text| match text {
        "column" => Some(column.error_function()),
        "line" => Some(ErrorFunction::Proportional),
        text => arc(text).map(ErrorFunction::Arc).or_else(|| {
            let rate = text.parse().ok().filter(|rate| (0.0..=1.0).contains(rate));
            rate.map(ErrorFunction::Constant)
        }),
    });
    let allowed = "own, or carried: P2 where minimax's move leads to the larger value (the paper's tables)";
    let m2 = given.word("m2", allowed, &[("own", WorseReply::Own), ("carried", WorseReply::Carried)]);
    Column { root, increment, max, c, error, m2 }
}

/// Critical positions in the intervals that are asked for.
fn critical(census: &Census, intervals: &[Interval]) -> u64 {
    intervals.iter().map(|interval| census.critical_in(*interval)).sum()
}

fn intervals(given: &mut Given<'_>) -> Vec<Interval> {
    given.value("interval", "total", "I1, I2, I3, I4, I5, I3+I4 or total", |text| match text {
        "total" => Some(Interval::ALL.to_vec()),
        "I3+I4" => Some(vec![Interval::I3, Interval::I4]),
        _ => named_interval(text).map(|interval| vec![interval]),
    })
}

fn named_interval(text: &str) -> Option<Interval> {
    Interval::ALL.into_iter().find(|interval| format!("{interval:?}") == text)
}

fn named_reply(text: &str) -> Option<Reply> {
    Reply::ALL.into_iter().find(|reply| reply.to_string() == text)
}

/// Which reply is in error; none for all of them.
fn reply(given: &mut Given<'_>, default: &'static str, allowed: &'static str) -> Option<Reply> {
    given.value("position", default, allowed, |text| match text {
        "all" => Some(None),
        _ => named_reply(text).map(Some),
    })
}

/// `I4-P1-P2`: the interval of the draw value, and which positions are in error.
fn named_case(text: &str) -> Option<Case> {
    let mut parts = text.split('-');
    let interval = parts.next().and_then(named_interval)?;
    let errors: Option<Vec<Reply>> = parts.map(named_reply).collect();
    Some(Case { interval, errors: Replies::of(&errors?) })
}
