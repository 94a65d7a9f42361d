//! What several tests need: games and evaluators by name, random positions, random trees.

use plyscope::cache::Memory;
use plyscope::catalogue::{Catalogue, Described, Evaluated, RuleContext, Subject};
use plyscope::evaluator::Shared;
use plyscope::game::{AnyPosition, Expansion, Facts, GamePosition, Hints, Remote};
use plyscope::key::{Stream, TrialKey};
use plyscope::name::Name;
use plyscope::player::AnyGame;
use plyscope::rule::AnyRule;
use plyscope::search::AnySearch;
use plyscope::source::{DrawnGames, Openings, Source, Wanted};
use plyscope::tree::{DrawnTree, ErasedTreeGame, Trees};
use plyscope::value::Win;
use plyscope::{Error, Result};
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A game of any kind by name.
pub(crate) fn any_game(name: &str) -> AnyGame {
    Catalogue::built_in().game(name).unwrap_or_else(|error| panic!("{error}"))
}

/// A drawn game by name.
pub(crate) fn game(name: &str) -> Arc<dyn ErasedTreeGame> {
    let game = any_game(name);
    let Some(Trees(trees)) = game.family() else { panic!("{name} is not a drawn win-loss game") };
    trees.clone()
}

/// An evaluator by name, for a game of any kind; what it learns, it learns now.
pub(crate) fn evaluated(name: &str, game: &AnyGame, seed: u64) -> Result<Evaluated> {
    let subject = Subject { game, seed, cache: Some(&Memory::default()) };
    Catalogue::built_in().evaluator(name, &subject)
}

/// An evaluator by name, for a drawn game.
pub(crate) fn evaluator(name: &str, game: &Arc<dyn ErasedTreeGame>) -> Shared<DrawnTree> {
    let evaluated = evaluated(name, &AnyGame::family_of(Trees(game.clone())), 1);
    let evaluated = evaluated.unwrap_or_else(|error| panic!("{error}"));
    evaluated
        .evaluator
        .typed::<DrawnTree>()
        .unwrap_or_else(|| panic!("{name} is not for drawn games"))
        .clone()
}

/// A search by name.
pub(crate) fn search(name: &str) -> AnySearch {
    Catalogue::built_in().search(name).unwrap_or_else(|error| panic!("{error}"))
}

/// The rules that learn something, or that want an evaluator which did.
pub(crate) const EVIDENCE_RULES: [&str; 5] =
    ["calibrated-product", "learned", "fused", "two-thresholds", "chosen"];

/// All other rules, by name: they are the same for every game and evaluator.
pub(crate) fn plain_rules() -> Vec<(&'static str, AnyRule)> {
    let (catalogue, game) = (Catalogue::built_in(), any_game("board-splitting(depth=2)"));
    let subject = Subject { game: &game, seed: 1, cache: None };
    let evaluated = &catalogue.evaluator("artificial", &subject).unwrap();
    let context = RuleContext { subject: &subject, evaluated };
    let names = catalogue.rules().iter().map(Described::name);
    let plain = names.filter(|name| !EVIDENCE_RULES.contains(name));
    plain.map(|name| (name, catalogue.rule(name, &context).unwrap())).collect()
}

/// The trials of a game.
pub(crate) fn trials(game: &Arc<dyn ErasedTreeGame>, seed: u64, wanted: Wanted) -> DrawnGames {
    DrawnGames { game: game.clone(), stream: Stream::new(seed, &game.name().to_string()), wanted }
}

/// A position with a choice, so many random plies into a game.
pub(crate) fn random_position<G>(game: &G, plies: u32, stream: Stream, trial: u64) -> Result<G::Position>
where
    G: Hints<Position: Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    let source = Openings { game: AnyGame::new(game.clone()), stream, plies };
    Ok(GamePosition::<G>::of(&source.trial(trial)?.position).position.clone())
}

/// A game as if it lived in another program: nothing but the form without types. What it is asked to expand may be
/// counted down; then it fails, until it is given more.
pub(crate) struct FakeProgram {
    game: AnyGame,
    left: Arc<AtomicU64>,
}

impl FakeProgram {
    /// One that does not fail.
    pub(crate) fn new(game: AnyGame) -> Self {
        FakeProgram::failing_after(game, &Arc::new(AtomicU64::new(u64::MAX)))
    }

    /// One that fails when this is counted down.
    pub(crate) fn failing_after(game: AnyGame, left: &Arc<AtomicU64>) -> Self {
        FakeProgram { game, left: left.clone() }
    }

    /// How it fails.
    pub(crate) fn failure() -> Error {
        Error::Settings { kind: "remote".into(), why: "the line is broken".into() }
    }
}

impl Remote for FakeProgram {
    fn name(&self) -> Name {
        self.game.name()
    }
    fn facts(&self) -> Facts {
        self.game.facts()
    }
    fn start(&self, trial: TrialKey) -> Result<AnyPosition> {
        self.game.start(trial)
    }
    fn expand(&self, positions: &[AnyPosition]) -> Result<Vec<Expansion>> {
        let asked = positions.len() as u64;
        let counted =
            self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(asked));
        counted.map_err(|_| FakeProgram::failure())?;
        self.game.expand(positions)
    }
    fn move_names(&self, position: &AnyPosition) -> Result<Vec<String>> {
        self.game.move_names(position)
    }
    fn table_key(&self, position: &AnyPosition) -> u64 {
        self.game.table_key(position)
    }
    fn noise_key(&self, position: &AnyPosition) -> u64 {
        self.game.noise_key(position)
    }
    fn truth_key(&self, position: &AnyPosition) -> u64 {
        self.game.truth_key(position)
    }
    fn position_text(&self, position: &AnyPosition) -> String {
        self.game.position_text(position)
    }
    fn parse_position(&self, text: &str) -> Result<AnyPosition> {
        self.game.parse_position(text)
    }
    fn drawn(&self, position: &AnyPosition) -> String {
        self.game.drawn(position)
    }
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
    ("connect-trio", &[]),
    ("connect-four(width=4,height=4,run=3)", &["lines(error=0.2)"]),
    (
        "kalah(pits=3,seeds=2)",
        &["store-difference", "store-difference(error=0.2)", "kalah-features(error=minority)"],
    ),
    (
        "kalah(seeds=2,moves=20,empty-moves=yes,extra-turn=no,start=random)",
        &["kalah-features(error=0.2)", "kalah-features(binary=yes)"],
    ),
    (
        "othello(size=4)",
        &[
            "discs",
            "discs(error=0.2)",
            "mobility",
            "corners(error=minority)",
            "squares",
            "squares(error=0.1)",
        ],
    ),
    ("pig(target=10)", &["lead", "lead(values=4,error=minority)", "lead(error=0.2)"]),
    ("sliding-tiles(height=2,moves=20)", &["manhattan", "manhattan(grain=3)", "chebyshev", "misplaced"]),
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

/// Probabilities: anything, and the values where something could break.
pub(crate) fn win() -> impl Strategy<Value = Win> {
    prop_oneof![
        prop::sample::select(vec![0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0]).prop_map(|w| Win::new(w).unwrap()),
        (0.0..=1.0f64).prop_map(|w| Win::new(w).unwrap()),
        // Near certainty, where only the complement has digits (products of five stay above 1e-308).
        (-60..-1i32, any::<bool>()).prop_map(|(digits, first)| Win::opinion(first, 10f64.powi(digits))),
    ]
}
