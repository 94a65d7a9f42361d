//! What several tests need: games and evaluators by name, random trees.

use plyscope::evaluator::TreeEvaluator;
use plyscope::key::Stream;
use plyscope::registry::{EVALUATORS, EvaluatorKind, GAMES, GameKind, Subject};
use plyscope::source::{DrawnGames, Wanted};
use plyscope::tree::ErasedTreeGame;
use proptest::prelude::*;
use std::sync::Arc;

/// A drawn game by name.
pub(crate) fn game(name: &str) -> Arc<dyn ErasedTreeGame> {
    match GAMES.build(name, &()) {
        Ok(GameKind::Drawn(game)) => game,
        Ok(_) => panic!("{name} is not a drawn win-loss game"),
        Err(error) => panic!("{error}"),
    }
}

/// An evaluator by name, for a drawn game.
pub(crate) fn evaluator(name: &str, game: &Arc<dyn ErasedTreeGame>) -> Arc<dyn TreeEvaluator> {
    match EVALUATORS.build(name, &Subject { game: GameKind::Drawn(game.clone()), seed: 1 }) {
        Ok(EvaluatorKind::Drawn(evaluator)) => evaluator,
        Ok(EvaluatorKind::Real(_)) => panic!("{name} is not for drawn games"),
        Err(error) => panic!("{error}"),
    }
}

/// The trials of a game.
pub(crate) fn trials(game: &Arc<dyn ErasedTreeGame>, seed: u64, wanted: Wanted) -> DrawnGames {
    DrawnGames { game: game.clone(), stream: Stream::new(seed, &game.name().to_string()), wanted }
}

/// One small game of every kind: every branch of every generator.
pub(crate) const SMALL_GAMES: &[&str] = &[
    "board-splitting(depth=5)",
    "board-splitting(branching=3,depth=4,p=0.5)",
    "board-splitting(depth=6,squares=n)",
    "board-splitting(branching=3,depth=3,squares=n,edge=0.6)",
    "board-splitting(depth=5,squares=mixed,mix=0.3)",
    "board-splitting(branching=4,depth=2,squares=mixed,mix=0.9,p=0.2)",
    "strength-tree(height=2)",
    "leaf-tree(height=2,branching=2)",
    "arc-tree(height=2)",
    "scheucher-kaindl(depth=4)",
    "scheucher-kaindl(depth=3,branching=3,root=-2,increment=3,max=5,c=4)",
];

/// Evaluators that work on every one of them.
pub(crate) const EVALUATORS_OF_ALL: &[&str] = &[
    "artificial(error=0.1)",
    "artificial(error=0)",
    "artificial(error=0.49)",
    "natural",
    "natural(binary=yes)",
    "natural(error=table)",
    "natural(binary=yes,error=0.2)",
    "playouts(n=7)",
    "playouts(n=20,binary=yes,error=table)",
    "random(values=5,error=minority)",
];

/// One small real game of every kind, with the evaluators that know it.
pub(crate) const REAL_GAMES: &[(&str, &[&str])] = &[
    ("tic-tac-toe", &["lines", "lines(error=0.1)"]),
    ("tic-tac-trio", &[]),
    ("connect-four(width=4,height=4,run=3)", &["lines(error=0.2)"]),
    (
        "kalah(pits=3,seeds=2)",
        &["store-difference", "store-difference(error=0.2)", "kalah-features(error=minority)"],
    ),
    (
        "kalah(seeds=2,moves=20,empty-moves=yes,extra-turn=no,start=random)",
        &["kalah-features(error=0.2)", "kalah-features(binary=yes)"],
    ),
];

/// The text of a random tree: 1 to 4 children, uneven depths, leaves from a strategy, estimates on
/// some inner nodes.
pub(crate) fn tree_text(leaf: impl Strategy<Value = f64> + Clone + 'static) -> impl Strategy<Value = String> {
    let estimate = leaf.clone();
    let grown = leaf.prop_map(|number| number.to_string()).prop_recursive(5, 60, 4, move |inner| {
        (prop::collection::vec(inner, 1..=4), prop::option::of(estimate.clone())).prop_map(
            |(children, own)| {
                let own = own.map_or(String::new(), |own| format!("@{own}"));
                format!("({}){own}", children.join(" "))
            },
        )
    });
    // A root with a move to choose.
    prop::collection::vec(grown, 1..=4).prop_map(|children| format!("({})", children.join(" ")))
}
