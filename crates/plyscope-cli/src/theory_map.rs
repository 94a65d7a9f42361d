//! `plyscope theory ceiling` and `boundary`: what the best decision could be, and from which error a rule loses by
//! looking deeper.

use crate::output::Format;
use crate::theory::range;
use clap::ValueEnum;
use plyscope::theory::ceiling::{Model, RULES};
use plyscope::theory::error_recursion::{Weighing, boundary, rounded};
use plyscope::theory::node_types::NodeType;
use plyscope::theory::p_games::critical;
use plyscope::tree;
use serde_json::{Map, Value, json};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
P-games are computed (infinite, at the critical p; `deviation` is 0). N- and mixed games are played: every accuracy is a mean over
games, and `deviation` the largest of the standard errors. `way` is how much of the distance from minimax to the ceiling a rule goes.

Examples:
  plyscope theory ceiling --branching 8 --error 0.1 --depths 1..4
  plyscope theory ceiling --squares n --branching 3 --plies 8 --error 0.2

Exit status: 0 done; 2 could not be computed.")]
pub(crate) struct Ceiling {
    /// Branching factor
    #[arg(long, value_name = "B", default_value_t = 2)]
    branching: u32,
    /// The probability that the evaluator is wrong
    #[arg(long, value_name = "E", default_value_t = 0.1, allow_negative_numbers = true)]
    error: f64,
    /// Search depths, as in 1..5 or 3
    #[arg(long, value_name = "FROM..TO", default_value = "1..4", value_parser = range)]
    depths: (u32, u32),
    /// P-, N- or mixed games
    #[arg(long, value_enum, default_value_t = Squares::P)]
    squares: Squares,
    /// How often a square of a mixed game is drawn anew
    #[arg(long, value_name = "M", default_value_t = 0.5, allow_negative_numbers = true)]
    mix: f64,
    /// The length of an N- or mixed game [default: one ply more than the deepest of the depths]
    #[arg(long, value_name = "PLIES")]
    plies: Option<u32>,
    /// Games to play (N- and mixed games)
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
    trials: u32,
    /// Seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
`error` is the smallest error from which the deeper of the two searches decides worse; - if there is none. `product` is that error
times the branching factor. `type_d_error` is the error from which EMM takes more than half of the nodes whose mover loses everywhere
for wins, one ply above the frontier: 1 - (1 - e)^(b + 1) = 1/2.

Example:
  plyscope theory boundary --branchings 2..16

Exit status: 0 done; 2 could not be computed.")]
pub(crate) struct Boundary {
    /// Branching factors
    #[arg(long, value_name = "FROM..TO", default_value = "2..16", value_parser = range)]
    branchings: (u32, u32),
    /// The two depths that are compared
    #[arg(long, value_name = "FROM..TO", default_value = "1..3", value_parser = range)]
    depths: (u32, u32),
    /// The back-up rule; posterior: all evaluations, weighed as they should be
    #[arg(long, value_enum, default_value_t = Rule::Emm)]
    rule: Rule,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Squares {
    P,
    N,
    Mixed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Rule {
    Minimax,
    Product,
    Emm,
    Fused,
    Posterior,
}

fn name(rule: Weighing) -> &'static str {
    match rule {
        Weighing::Minimax => "minimax",
        Weighing::Product => "product",
        Weighing::Emm => "emm",
        Weighing::Fused => "fused",
        Weighing::Posterior => "ceiling",
    }
}

pub(crate) fn ceiling(asked: &Ceiling) -> anyhow::Result<Vec<Value>> {
    let (branching, error, (from, to)) = (asked.branching, asked.error, asked.depths);
    let squares = match asked.squares {
        Squares::P => {
            let computed = |depth| -> anyhow::Result<Value> {
                let mut means = Vec::new();
                for rule in RULES {
                    means.push(rounded(rule, branching, error, depth)?);
                }
                Ok(row(depth, &means, 0.0))
            };
            return (from..=to).map(computed).collect();
        }
        Squares::N => tree::Squares::N,
        Squares::Mixed => tree::Squares::Mixed,
    };
    let plies = asked.plies.unwrap_or_else(|| to.saturating_add(1));
    let model = Model { squares, mix: asked.mix, branching, plies, error };
    let rows = model.play(asked.trials, asked.seed, to)?;
    let shown = rows.iter().filter(|row| row.depth >= from).map(|found| {
        let deviation = found.rules.iter().map(|rule| rule.deviation).fold(0.0, f64::max);
        row(found.depth, &found.rules.map(|rule| rule.mean), deviation)
    });
    Ok(shown.collect())
}

/// Accuracies by rule, and how far each rule goes from minimax, the first, to the ceiling, the last.
fn row(depth: u32, means: &[f64], deviation: f64) -> Value {
    let mut row = Map::from_iter([("depth".to_string(), json!(depth))]);
    row.extend(RULES.into_iter().zip(means).map(|(rule, mean)| (name(rule).to_string(), json!(mean))));
    row.insert("deviation".into(), json!(deviation));
    let (minimax, ceiling) = (means[0], means[means.len() - 1]);
    for (rule, mean) in RULES.into_iter().zip(means).take(means.len() - 1).skip(1) {
        let way = (ceiling - minimax > 1e-6).then(|| (mean - minimax) / (ceiling - minimax));
        row.insert(format!("way_{}", name(rule)), json!(way));
    }
    Value::Object(row)
}

pub(crate) fn boundaries(asked: &Boundary) -> anyhow::Result<Vec<Value>> {
    let ((from, to), (shallow, deep)) = (asked.branchings, asked.depths);
    let rule = match asked.rule {
        Rule::Minimax => Weighing::Minimax,
        Rule::Product => Weighing::Product,
        Rule::Emm => Weighing::Emm,
        Rule::Fused => Weighing::Fused,
        Rule::Posterior => Weighing::Posterior,
    };
    let row = |branching: u32| -> anyhow::Result<Value> {
        let error = boundary(rule, branching, [shallow, deep])?;
        Ok(json!({
            "branching": branching,
            "critical_p": critical(branching),
            "error": error,
            "product": error.map(|error| error * f64::from(branching)),
            "type_d_error": half_of_type_d(branching)?,
        }))
    };
    (from..=to).map(row).collect()
}

/// Where EMM's error at a node without a winning move is a half, one ply above the frontier: it takes the node for a win
/// if any of the children or the node itself is taken for one, as minimax would with one child more.
fn half_of_type_d(branching: u32) -> anyhow::Result<f64> {
    let (mut low, mut high) = (0.0, 0.5);
    let node = NodeType::new(0, branching.saturating_add(1))?;
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if node.error(middle) > 0.5 { high = middle } else { low = middle }
    }
    Ok(high)
}
