//! One trial searched alone: what the lanes are compared with, and how searches that are not full width go.

use super::Series;
use crate::error::Result;
use plyscope::game::{Game, Player};
use plyscope::registry::AnyRule;
use plyscope::rule::BackupRule;
use plyscope::search::{Budget, PairScore, Report, Score, Scores, Search, TypedWins, Wins, compare_pairs};
use plyscope::tree::{DrawnTree, Place};
use plyscope::truth::ByConstruction;
use plyscope::value::{Ranked, Typed, Win};

/// What one plain search of one trial found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The tied moves.
    pub ties: Vec<usize>,
    /// Nodes generated, the root not among them.
    pub generated: u64,
    /// Pairs of a winning and a losing move that are valued in the right order.
    pub pairs: PairScore,
}

impl Found {
    fn new<V: Ranked>(report: Report<V>, tree: &DrawnTree) -> Self {
        let value = |score: &Score<V>| match score {
            Score::Exact(value) => Some(*value),
            _ => None,
        };
        let values: Vec<Option<V>> = report.scores.iter().map(value).collect();
        let wins: Vec<bool> = (0..values.len()).map(|index| tree.truth(Place { level: 1, index })).collect();
        Found {
            pairs: compare_pairs(Player::FIRST, &values, &wins),
            ties: report.ties,
            generated: report.counts.generated,
        }
    }
}

/// One plain search of one trial.
pub fn search(series: &Series, tree: &DrawnTree, depth: u32) -> Result<Found> {
    let budget = Budget::depth(depth)?;
    let (root, e) = (tree.start(), &*series.evaluator);
    let search = &series.search;
    Ok(match &series.rule {
        AnyRule::Ordered(rule) => {
            let rule: &dyn BackupRule<f64> = &**rule;
            Found::new(search.search(tree, &root, &Scores::new(tree, e)?, rule, &budget)?, tree)
        }
        AnyRule::Win(rule, reading) => {
            let rule: &dyn BackupRule<Win> = &**rule;
            Found::new(search.search(tree, &root, &Wins::new(tree, e, *reading)?, rule, &budget)?, tree)
        }
        AnyRule::Typed(rule) => {
            let rule: &dyn BackupRule<Typed> = &**rule;
            let wins = TypedWins::new(tree, e, ByConstruction)?;
            Found::new(search.search(tree, &root, &wins, rule, &budget)?, tree)
        }
        AnyRule::Payoffs(_) => unreachable!("the experiment was checked: two players"),
    })
}
