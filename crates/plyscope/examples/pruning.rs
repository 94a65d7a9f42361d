//! Nodes visited by pruned searches, as shares of full width's.
use plyscope::evaluator::TreeEvaluator;
use plyscope::key::Stream;
use plyscope::registry::{AnyRule, EVALUATORS, EvaluatorKind, GAMES, GameKind, RULES, SEARCHES, Subject};
use plyscope::rule::BackupRule;
use plyscope::search::{Budget, FullWidth, Scores, Search, Wins};
use plyscope::source::{DrawnGames, PositionSource, Wanted};
use plyscope::tree::Place;
use plyscope::value::Win;

fn main() {
    let trials: u64 = std::env::args().nth(1).map_or(100, |n| n.parse().unwrap());
    let back: u32 = std::env::args().nth(2).map_or(1, |n| n.parse().unwrap());
    let e = std::env::args().nth(3).unwrap_or("artificial".into());
    for name in [
        "board-splitting(depth=10)",
        "board-splitting(branching=3,depth=8)",
        "board-splitting(depth=10,squares=n)",
        "board-splitting(branching=3,depth=8,squares=n)",
    ] {
        let kind = GAMES.build(name, &()).unwrap();
        let GameKind::Drawn(game) = kind.clone() else { panic!() };
        let EvaluatorKind::Drawn(evaluator) = EVALUATORS.build(&e, &Subject { game: kind, seed: 1 }).unwrap()
        else {
            panic!()
        };
        let source = DrawnGames {
            game: game.clone(),
            stream: Stream::new(1, &game.name().to_string()),
            wanted: Wanted::NonTrivial,
        };
        let depth = game.shape().depth() - back;
        for (rule, search) in if std::env::var("V").is_ok() {
            vec![("emm", "pruned"), ("product", "pruned")]
        } else {
            vec![
                ("emm", "pruned"),
                ("emm", "pruned(order=depth-first)"),
                ("product", "pruned"),
                ("product", "pruned(order=depth-first)"),
                ("minimax", "pruned"),
                ("minimax", "pruned(order=depth-first)"),
                ("minimax", "alpha-beta"),
                ("minimax", "alpha-beta(order=best-first)"),
            ]
        } {
            let share = share(&source, &*evaluator, rule, search, depth, trials);
            println!("{name} depth {depth} {rule} {search}: {:.1}%", 100.0 * share);
        }
    }
}

fn share(
    source: &DrawnGames,
    e: &dyn TreeEvaluator,
    rule: &str,
    search: &str,
    depth: u32,
    trials: u64,
) -> f64 {
    let (mut visited, mut all) = (0, 0);
    let search = SEARCHES.build(search, &()).unwrap();
    let budget = Budget::depth(depth).unwrap();
    for trial in 0..trials {
        let tree = source.position(trial).unwrap().game;
        let (full, pruned) = match RULES.build(rule, &()).unwrap() {
            AnyRule::Win(rule, reading) => {
                let rule: &dyn BackupRule<Win> = &*rule;
                let wins = Wins::new(&tree, e, reading).unwrap();
                let full = FullWidth.search(&tree, &Place::ROOT, &wins, rule, &budget).unwrap();
                let pruned = search.search(&tree, &Place::ROOT, &wins, rule, &budget).unwrap();
                assert_eq!(full.ties, pruned.ties);
                (full.counts, pruned.counts)
            }
            AnyRule::Ordered(rule) => {
                let rule: &dyn BackupRule<f64> = &*rule;
                let scores = Scores::new(&tree, e).unwrap();
                let full = FullWidth.search(&tree, &Place::ROOT, &scores, rule, &budget).unwrap();
                let pruned = search.search(&tree, &Place::ROOT, &scores, rule, &budget).unwrap();
                (full.counts, pruned.counts)
            }
            _ => unreachable!(),
        };
        visited += pruned.generated + 1;
        all += full.generated + 1;
    }
    visited as f64 / all as f64
}
