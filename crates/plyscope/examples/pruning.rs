//! How much pruning saves: nodes visited, the root among them, as shares of full width's on the same trees.
//!
//! ```text
//! cargo run --release -p plyscope --example pruning -- [TRIALS]
//! ```
//!
//! The tables of docs/pruning.md. Every pruned choice is compared with full width's on the way.

#![allow(clippy::print_stdout)]

use plyscope::evaluator::TreeEvaluator;
use plyscope::key::Stream;
use plyscope::registry::{AnyRule, EVALUATORS, EvaluatorKind, GAMES, GameKind, RULES, SEARCHES, Subject};
use plyscope::rule::BackupRule;
use plyscope::search::{AnySearch, Budget, FullWidth, Scores, Search, Wins};
use plyscope::source::{DrawnGames, PositionSource, Wanted};
use plyscope::tree::Place;
use plyscope::value::Win;
use std::error::Error;

const GAMES_SEARCHED: [&str; 4] = [
    "board-splitting(depth=10)",
    "board-splitting(branching=3,depth=8)",
    "board-splitting(depth=10,squares=n)",
    "board-splitting(branching=3,depth=8,squares=n)",
];

/// A rule and a search, as the head of a column.
type Column = (&'static str, &'static str);

const ORDERS: [Column; 6] = [
    ("emm", "pruned"),
    ("emm", "pruned(order=depth-first)"),
    ("product", "pruned"),
    ("product", "pruned(order=depth-first)"),
    ("minimax", "pruned"),
    ("minimax", "alpha-beta"),
];
const SETTINGS: [Column; 6] = [
    ("emm", "pruned(memory=16)"),
    ("emm", "pruned(memory=64)"),
    ("emm", "pruned(epsilon=0.01)"),
    ("emm", "pruned(epsilon=0.1)"),
    ("product", "pruned(epsilon=0.01)"),
    ("product", "pruned(epsilon=0.1)"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let trials = std::env::args().nth(1).map_or(Ok(200), |text| text.parse())?;
    println!("One, three and five plies before the end, artificial(error=0.1):\n");
    table(&ORDERS, "artificial(error=0.1)", &[1, 3, 5], trials)?;
    println!("\nThe same with natural, a soft evaluator:\n");
    table(&ORDERS, "natural", &[1, 3, 5], trials)?;
    println!("\nLittle memory, and within epsilon, artificial(error=0.1):\n");
    table(&SETTINGS, "artificial(error=0.1)", &[1], trials)
}

fn table(columns: &[Column], evaluator: &str, before: &[u32], trials: u64) -> Result<(), Box<dyn Error>> {
    let heads: Vec<String> = columns.iter().map(|(rule, search)| format!("{rule}, {search}")).collect();
    println!("| game | depth | {} |", heads.join(" | "));
    println!("|---|---|{}", "---|".repeat(columns.len()));
    for name in GAMES_SEARCHED {
        let kind = GAMES.build(name, &())?;
        let GameKind::Drawn(game) = kind.clone() else { unreachable!("board splitting is drawn by key") };
        let built = EVALUATORS.build(evaluator, &Subject { game: kind, seed: 1 })?;
        let EvaluatorKind::Drawn(evaluator) = built else { unreachable!("for drawn games") };
        let stream = Stream::new(2, &game.name().to_string());
        let source = DrawnGames { game: game.clone(), stream, wanted: Wanted::NonTrivial };
        for before in before {
            let depth = game.shape().depth() - before;
            let shares: Result<Vec<String>, Box<dyn Error>> = columns
                .iter()
                .map(|(rule, search)| {
                    let share =
                        share(&source, &*evaluator, rule, &SEARCHES.build(search, &())?, depth, trials)?;
                    Ok(format!("{:.0}%", 100.0 * share))
                })
                .collect();
            println!("| `{name}` | {depth} | {} |", shares?.join(" | "));
        }
    }
    Ok(())
}

/// The share of full width's nodes that a search visits.
fn share(
    source: &DrawnGames,
    evaluator: &dyn TreeEvaluator,
    rule: &str,
    search: &AnySearch,
    depth: u32,
    trials: u64,
) -> Result<f64, Box<dyn Error>> {
    let (mut visited, mut all) = (0, 0);
    let (budget, root) = (Budget::depth(depth)?, Place::ROOT);
    let exact = matches!(search, AnySearch::Pruned(pruned) if pruned.epsilon == 0.0);
    for trial in 0..trials {
        let tree = source.position(trial)?.game;
        let (full, pruned) = match RULES.build(rule, &())? {
            AnyRule::Win(rule, reading) => {
                let rule: &dyn BackupRule<Win> = &*rule;
                let wins = Wins::new(&tree, evaluator, reading)?;
                let full = FullWidth.search(&tree, &root, &wins, rule, &budget)?;
                let pruned = search.search(&tree, &root, &wins, rule, &budget)?;
                assert!(!exact || pruned.ties == full.ties, "trial {trial}");
                (full.counts, pruned.counts)
            }
            AnyRule::Ordered(rule) => {
                let rule: &dyn BackupRule<f64> = &*rule;
                let scores = Scores::new(&tree, evaluator)?;
                let full = FullWidth.search(&tree, &root, &scores, rule, &budget)?;
                let pruned = search.search(&tree, &root, &scores, rule, &budget)?;
                assert!(!exact || pruned.ties == full.ties, "trial {trial}");
                (full.counts, pruned.counts)
            }
            _ => unreachable!("the rules above work on probabilities or numbers"),
        };
        visited += pruned.generated + 1;
        all += full.generated + 1;
    }
    Ok(visited as f64 / all as f64)
}
