//! `plyscope theory`: exact values, computed, not sampled.

use crate::lab::{Amounts, amounts};
use crate::output::{self, Format};
use crate::theory_map;
use anyhow::{Context, bail};
use clap::{Subcommand, ValueEnum};
use plyscope::rule::{BackupRule, Emm, Fused, Minimax, Product};
use plyscope::theory::best_of_n::BestOfN;
use plyscope::theory::critical_cases::{self, Favoured, Model, WorseReply, table1};
use plyscope::theory::error_recursion::accuracy;
use plyscope::theory::forward_pruning::{self, Alternatives, Reading, Trees};
use plyscope::theory::node_types::NodeType;
use plyscope::theory::p_games::{critical, type_shares};
use plyscope::value::Win;
use serde_json::{Map, Value, json};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  plyscope theory accuracy --branching 2 --error 0.2 --depths 1..11 --p 0.5

Exit status: 0 done; 2 could not be computed.")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// The error of minimax at a node, by how many of its children win
    #[command(after_help = "\
Example:
  plyscope theory nodes --branching 3 --error 0.1

Exit status: 0 done; 2 could not be computed.")]
    Nodes {
        /// Children of a node
        #[arg(long, value_name = "B", default_value_t = 2, value_parser = clap::value_parser!(u32).range(2..=1000))]
        branching: u32,
        /// The probability that a child's value is wrong
        #[arg(long, value_name = "E", default_value_t = 0.1, allow_negative_numbers = true)]
        error: f64,
        /// Output format
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Decision accuracy on P-games with the artificial evaluator
    #[command(after_help = "\
Examples:
  plyscope theory accuracy --branching 2 --error 0.2 --depths 1..11 --p 0.5
  plyscope theory accuracy --rule emm --depths 1..5

Exit status: 0 done; 2 could not be computed.")]
    Accuracy {
        /// Branching factor
        #[arg(long, value_name = "B", default_value_t = 2)]
        branching: u32,
        /// The probability that the evaluator is wrong
        #[arg(long, value_name = "E", default_value_t = 0.1, allow_negative_numbers = true)]
        error: f64,
        /// Search depths, as in 1..11 or 3
        #[arg(long, value_name = "FROM..TO", default_value = "1..10", value_parser = range)]
        depths: (u32, u32),
        /// The probability that a square is 1: critical, or a number
        #[arg(long, value_name = "P", default_value = "critical", allow_negative_numbers = true)]
        p: String,
        /// The game's length [default: the deepest of the depths]
        #[arg(long, value_name = "PLIES")]
        plies: Option<u32>,
        /// The back-up rule
        #[arg(long, value_enum, default_value_t = Rule::Minimax)]
        rule: Rule,
        /// Output format
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// What no rule can exceed at equal depth: the accuracy of the posterior given all evaluations
    Ceiling(theory_map::Ceiling),
    /// From which error on a rule loses by looking deeper, for each branching factor
    Boundary(theory_map::Boundary),
    /// The probability of a correct decision with forward pruning (Smith & Nau)
    #[command(after_help = "\
Example:
  plyscope theory pruning --p 0.8 --max-height 15 --alternatives 3

Exit status: 0 done; 2 could not be computed.")]
    Pruning {
        /// The probability that pruning is correct
        #[arg(long, value_name = "P", default_value_t = 0.8, allow_negative_numbers = true)]
        p: f64,
        /// Max-heights from 1 to this
        #[arg(long, value_name = "H", default_value_t = 15)]
        max_height: u32,
        /// How the paper is read: rank, case-1, case-2, win-loss or printed
        #[arg(long, default_value = "rank")]
        reading: String,
        /// Moves at the root: 2 or 3
        #[arg(long, value_name = "N", default_value_t = 2)]
        alternatives: u32,
        /// Output format
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Accuracy of the best of n candidates by scores that are sometimes misleading
    #[command(after_help = "\
Examples:
  plyscope theory best-of-n --correct 0.3 --gap 1 --spread 1.3 --counts 1,4,16,64,256,4096
  plyscope theory best-of-n --spread 1 --format json

Below the counts stand the one with the highest accuracy, if there is one, and what the accuracy comes to with ever more.

Exit status: 0 done; 2 could not be computed.")]
    BestOfN {
        /// The share of candidates that are correct
        #[arg(long, value_name = "P", default_value_t = 0.3, allow_negative_numbers = true)]
        correct: f64,
        /// The mean score of correct candidates; that of incorrect ones is 0
        #[arg(long, value_name = "GAP", default_value_t = 1.0, allow_negative_numbers = true)]
        gap: f64,
        /// The standard deviation of incorrect candidates' scores; that of correct ones is 1
        #[arg(long, value_name = "SPREAD", default_value_t = 1.0, allow_negative_numbers = true)]
        spread: f64,
        /// Numbers of candidates, rising
        #[arg(long, value_name = "COUNTS", default_value = "1,4,16,64,256,1024,4096", value_parser = amounts)]
        counts: Amounts,
        /// Output format
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Critical cases: where minimax and the product rule disagree (Horacek)
    #[command(after_help = "\
Example:
  plyscope theory cases --table 3 --error-column e2 --m2 carried

Exit status: 0 done; 2 could not be computed.")]
    Cases {
        /// Which of the paper's tables
        #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=4))]
        table: u32,
        /// Which of its error functions (tables 2 to 4)
        #[arg(long, value_enum, default_value_t = Column::E1)]
        error_column: Column,
        /// What stands for M2 (tables 2 to 4): its own value, or what the paper's digits follow
        #[arg(long, value_enum, default_value_t = M2::Own)]
        m2: M2,
        /// Output format
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Rule {
    Minimax,
    Product,
    Emm,
    /// The backed-up value and the node's own estimate, as independent evidence
    Fused,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Column {
    E1,
    E2,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum M2 {
    /// As section 4 defines it
    Own,
    /// P2 where minimax's move leads to the larger value: the paper's tables to the digit
    Carried,
}

/// `3` or `1..11`, both ends included.
pub(crate) fn range(text: &str) -> Result<(u32, u32), String> {
    let ends = text.split_once("..").unwrap_or((text, text));
    let read = |end: &str| end.trim().parse::<u32>().ok();
    match (read(ends.0), read(ends.1)) {
        (Some(from), Some(to)) if 1 <= from && from <= to => Ok((from, to)),
        _ => Err("depths are one number or FROM..TO, from 1, rising, such as 1..11".into()),
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let (rows, format) = match &arguments.what {
        What::Nodes { branching, error, format } => (nodes(*branching, *error)?, *format),
        What::Accuracy { branching, error, depths, p, plies, rule, format } => {
            (accuracies(*branching, *error, *depths, p, *plies, *rule)?, *format)
        }
        What::Pruning { p, max_height, reading, alternatives, format } => {
            (pruning(*p, *max_height, reading, *alternatives)?, *format)
        }
        What::BestOfN { correct, gap, spread, counts, format } => {
            (best_of_n(&BestOfN::new(*correct, *gap, *spread)?, &counts.0), *format)
        }
        What::Cases { table, error_column, m2, format } => (cases(*table, *error_column, *m2), *format),
        What::Ceiling(asked) => (theory_map::ceiling(asked)?, asked.format),
        What::Boundary(asked) => (theory_map::boundaries(asked)?, asked.format),
    };
    match format {
        Format::Json => output::json(&Value::Array(rows)),
        Format::Text => output::print(&output::table(&lines(&rows))),
    }
}

/// Rows as a table: the keys of the first, then values.
fn lines(rows: &[Value]) -> Vec<Vec<String>> {
    let objects: Vec<&Map<String, Value>> = rows.iter().filter_map(Value::as_object).collect();
    let Some(first) = objects.first() else { return Vec::new() };
    let header: Vec<String> = first.keys().map(|key| key.replace('_', " ")).collect();
    let shown = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Null => "-".into(),
        Value::Number(number) if number.is_f64() => format!("{:.6}", number.as_f64().unwrap_or(f64::NAN)),
        other => other.to_string(),
    };
    let row = |object: &&Map<String, Value>| {
        first.keys().map(|key| object.get(key).map_or("-".into(), shown)).collect()
    };
    std::iter::once(header).chain(objects.iter().map(row)).collect()
}

fn nodes(branching: u32, error: f64) -> anyhow::Result<Vec<Value>> {
    if !(0.0..=0.5).contains(&error) {
        bail!("--error {error} is not allowed; allowed: a probability from 0 to 0.5");
    }
    let shares = type_shares(branching, critical(branching), 1)?;
    let row = |wins: u32| -> anyhow::Result<Value> {
        let node = NodeType::new(wins, branching)?;
        let span = node.pathological().map(|span| json!([span.low, span.high]));
        Ok(json!({
            "type": node.to_string(),
            "wins": wins,
            "error": node.error(error),
            "child_error": error,
            "pathological": node.error(error) > error,
            "pathological_between": span,
            "share_in_p_games": shares.get(wins as usize),
        }))
    };
    (0..=branching).rev().map(row).collect()
}

fn accuracies(
    branching: u32,
    error: f64,
    (from, to): (u32, u32),
    p: &str,
    plies: Option<u32>,
    rule: Rule,
) -> anyhow::Result<Vec<Value>> {
    if branching < 2 {
        bail!("--branching {branching} is not allowed; allowed: a whole number of 2 or more");
    }
    let p = match p {
        "critical" => critical(branching),
        _ => p.parse().ok().context("--p is `critical` or a probability from 0 to 1")?,
    };
    let fused = Fused::new(1.0);
    let (name, rule): (&str, &dyn BackupRule<Win>) = match rule {
        Rule::Minimax => ("minimax", &Minimax),
        Rule::Product => ("product", &Product),
        Rule::Emm => ("emm", &Emm),
        Rule::Fused => ("fused", &fused),
    };
    let row = |depth: u32| -> anyhow::Result<Value> {
        let row = accuracy(rule, branching, error, p, Some(plies.unwrap_or(to)), depth)?;
        Ok(json!({
            "rule": name,
            "depth": depth,
            "accuracy": row.accuracy,
            "within": row.within,
            "value_error": row.value_error,
        }))
    };
    (from..=to).map(row).collect()
}

fn pruning(p: f64, max_height: u32, reading: &str, alternatives: u32) -> anyhow::Result<Vec<Value>> {
    let (reading, alternatives): (Reading, Alternatives) =
        (reading.parse()?, Alternatives::new(alternatives)?);
    let rows = |trees: Trees| {
        forward_pruning::Model::new(trees, p, trees.chance(), reading, alternatives)?.rows(max_height)
    };
    let (strength, leaf) = (rows(Trees::Strength)?, rows(Trees::Leaf)?);
    let row = |(n, p): (&forward_pruning::AtHeight, &forward_pruning::AtHeight)| {
        json!({"height": n.height, "n_game_like": n.accuracy, "p_game": p.accuracy,
               "guess_n_game_like": n.guess, "guess_p_game": p.guess})
    };
    Ok(strength.iter().zip(&leaf).map(row).collect())
}

fn best_of_n(model: &BestOfN, counts: &[u64]) -> Vec<Value> {
    let row = |n: u64, what: &str| json!({"samples": n, "accuracy": model.accuracy(n), "pass": model.pass(n), "what": what});
    let counted = counts.iter().map(|n| row(*n, ""));
    let best = model.maximum().map(|(n, _)| row(n, "maximum"));
    let pass = f64::from(u8::from(model.pass(1) > 0.0));
    let limit = json!({"samples": null, "accuracy": model.limit(), "pass": pass, "what": "limit"});
    counted.chain(best).chain([limit]).collect()
}

fn cases(table: u32, column: Column, m2: M2) -> Vec<Value> {
    let model = match column {
        Column::E1 => Model::e1(),
        Column::E2 => Model::e2(),
    };
    let model = model.with_worse_reply(match m2 {
        M2::Own => WorseReply::Own,
        M2::Carried => WorseReply::Carried,
    });
    match table {
        1 => {
            let table = table1();
            let list = |cases: &[critical_cases::Case]| {
                cases.iter().map(|case| case.to_string()).collect::<Vec<_>>().join("; ")
            };
            let mut rows: Vec<Value> = table
                .rows
                .iter()
                .map(|row| json!({"errors": row.errors, "minimax": list(&row.minimax), "product": list(&row.product)}))
                .collect();
            let count = |favoured| table.cases(favoured).count();
            rows.push(json!({"errors": "total", "minimax": count(Favoured::Minimax).to_string(),
                             "product": count(Favoured::Product).to_string()}));
            rows
        }
        2 => {
            let row = |row: &critical_cases::Table2Row| json!({"case": row.case.to_string(), "favours": format!("{:?}", row.favoured).to_lowercase(), "percent": row.percent});
            critical_cases::table2(&model).rows.iter().map(row).collect()
        }
        3 => {
            let table = critical_cases::table3(&model);
            let row = |interval: String, critical: u64, advantage: f64| json!({"interval": interval, "critical": critical, "product_advantage_percent": advantage});
            let mut rows: Vec<Value> = table
                .rows
                .iter()
                .map(|r| row(format!("{:?}", r.interval), r.critical, r.product_advantage_percent))
                .collect();
            rows.push(row("total".into(), table.critical, table.product_advantage_percent));
            rows
        }
        _ => {
            let row = |row: &critical_cases::Table4Row| json!({"position": row.reply.to_string(), "minimax_advantage_percent": row.minimax_advantage_percent});
            critical_cases::table4(&model).iter().map(row).collect()
        }
    }
}
