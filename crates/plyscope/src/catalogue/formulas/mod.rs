//! The formulas there are: exact values of the theory by name, for experiments that are computed. Their context is a depth
//! or a height, 0 where there is none.

mod critical_cases;
mod game_trees;
mod space;

use super::{Entry, FormulaEntry};
use crate::error::Error;
use crate::rule::{BackupRule, Emm, Minimax, Product};
use crate::theory::error_recursion::accuracy;
use crate::theory::forward_pruning::{self, Alternatives, Reading, Trees};
use crate::theory::node_types::NodeType;
use crate::theory::p_games::critical;
use crate::value::Win;

/// What comes with this crate.
pub(super) fn entries() -> Vec<FormulaEntry> {
    let all = [entries_here(), critical_cases::entries(), game_trees::entries(), vec![space::entry()]];
    all.into_iter().flatten().collect()
}

fn entries_here() -> Vec<FormulaEntry> {
    let decision_accuracy = "Accuracy of a rule on P-games with the artificial evaluator, by the exact error \
        recursion; `plies=infinite` for the endless game.";
    let node_error = "Error of minimax at a node with `wins` winning children (Wilson, Parker & Nau, equations 1 \
        to 4). With `over=k` each child is searched too, and k of its children win for its mover.";
    let pruning =
        "Probability of a correct decision with forward pruning, by Max-height (Smith & Nau, figure 3).";
    vec![
        Entry::given("decision-accuracy", decision_accuracy, |given| {
            let rules: [(_, &dyn BackupRule<Win>); 3] =
                [("minimax", &Minimax), ("product", &Product), ("emm", &Emm)];
            let rule = given.word("rule", "minimax, product or emm", &rules);
            let branching = given.integer("branching", "2", "a whole number of 2 or more", 2..=1000);
            let plies = given.value("plies", "10", "the game's length, or infinite", |text| match text {
                "infinite" => Some(None),
                _ => text.parse().ok().filter(|plies| (1..=10_000).contains(plies)).map(Some),
            });
            let p = given.number_or("p", "critical", "critical, or a probability from 0 to 1", 0.0..=1.0);
            let error = given.number("error", "0.1", "a probability from 0 to 0.5", 0.0..=0.5);
            let p = p.unwrap_or_else(|| critical(branching));
            Ok(move |depth: &u32| Ok(accuracy(rule, branching, error, p, plies, *depth)?.accuracy))
        }),
        Entry::given("node-error", node_error, |given| {
            let whole = |text: &str| text.parse::<u32>().ok();
            let wins = given.value("wins", "0", "a whole number up to branching", whole);
            let branching = given.integer("branching", "2", "a whole number of 1 or more", 1..=1000);
            if wins > branching {
                return Err(given.refuse("wins"));
            }
            let allowed = "evaluations, or how many children win at each child, for whoever moves there";
            let over = given.value("over", "evaluations", allowed, |text| match text {
                "evaluations" => Some(None),
                _ => whole(text).filter(|wins| *wins <= branching).map(Some),
            });
            let error = given.number("error", "0.1", "a probability from 0 to 1", 0.0..=1.0);
            Ok(move |_: &u32| {
                let below = over.map(|wins| NodeType::new(wins, branching)).transpose()?;
                let error = below.map_or(error, |node| node.error(error));
                Ok(NodeType::new(wins, branching)?.error(error))
            })
        }),
        Entry::given("forward-pruning", pruning, |given| {
            let trees = |text: &str| text.parse::<Trees>().ok();
            let trees = given.value("trees", "strength-tree", "strength-tree or leaf-tree", trees);
            let p = given.number("p", "0.8", "a probability from 0 to 1", 0.0..=1.0);
            let alternatives = given.integer("alternatives", "2", "2 or 3", 2..=3);
            let reading = |text: &str| text.parse::<Reading>().ok();
            let allowed = "rank, case-1, case-2, win-loss or printed";
            let reading = given.value("reading", "rank", allowed, reading);
            Ok(move |height: &u32| {
                let alternatives = Alternatives::new(alternatives)?;
                let model = forward_pruning::Model::new(trees, p, trees.chance(), reading, alternatives)?;
                let rows = model.rows(*height)?;
                let none = || Error::Undefined(format!("at height {height} one side always wins"));
                rows.last().and_then(|row| row.accuracy).ok_or_else(none)
            })
        }),
    ]
}
