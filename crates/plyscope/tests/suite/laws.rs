//! The law suites, applied to everything there is.

use crate::support::{EVALUATORS_OF_ALL, SMALL_GAMES, evaluator, game, trials};
use plyscope::evaluator::Reading;
use plyscope::game::text::TextTree;
use plyscope::key::Stream;
use plyscope::laws;
use plyscope::registry::{AnyRule, RULES, SEARCHES};
use plyscope::search::{Scores, TypedWins, Wins};
use plyscope::source::{PositionSource, RandomPlay, Wanted};
use plyscope::truth::{ByConstruction, BySolving};
use plyscope::value::{Payoffs, Typed, Win};
use proptest::prelude::*;

/// Probabilities: anything, and the values where something could break.
fn win() -> impl Strategy<Value = Win> {
    prop_oneof![
        prop::sample::select(vec![0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0]).prop_map(|w| Win::new(w).unwrap()),
        (0.0..=1.0f64).prop_map(|w| Win::new(w).unwrap()),
        // Near certainty, where only the complement has digits (products of five stay above 1e-308).
        (-60..-1i32, any::<bool>()).prop_map(|(digits, first)| Win::opinion(first, 10f64.powi(digits))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn laws_of_rules(
        wins in prop::collection::vec((win(), any::<bool>()), 1..6),
        own in win(),
        numbers in prop::collection::vec((-5i8..=5).prop_map(f64::from), 1..6),
        vectors in prop::collection::vec(prop::collection::vec(-5.0..5.0f64, 3), 1..5),
    ) {
        for entry in RULES.entries {
            match entry.build(&entry.name.parse().unwrap(), &()).unwrap() {
                AnyRule::Ordered(rule) => laws::check_ordered_rule(&*rule, &numbers),
                AnyRule::Win(rule, _) => {
                    let children: Vec<Win> = wins.iter().map(|(win, _)| *win).collect();
                    laws::check_win_rule(&*rule, &children, own);
                }
                AnyRule::Typed(rule) => {
                    // Even chances may name either side.
                    let typed = |(win, truth): &(Win, bool)| Typed {
                        win: *win,
                        label: if win.first == win.second { *truth } else { win.favours_first() },
                        truth: *truth,
                    };
                    laws::check_typed_rule(&*rule, &wins.iter().map(typed).collect::<Vec<_>>(), own);
                }
                AnyRule::Payoffs(rule) => {
                    let children: Vec<Payoffs> = vectors.iter().map(|v| Payoffs::new(v).unwrap()).collect();
                    laws::check_payoffs_rule(&*rule, &children);
                }
            }
        }
    }

    #[test]
    fn laws_of_written_trees(text in crate::support::tree_text((-3i8..=3).prop_map(f64::from))) {
        let tree: TextTree = text.parse().unwrap();
        laws::check_game(&tree, 3, 20);
        laws::check_truth(&BySolving, &tree, &0);
    }
}

#[test]
fn laws_of_drawn_games_and_their_truth() {
    for name in SMALL_GAMES {
        let source = trials(&game(name), 3, Wanted::NonTrivial);
        laws::check_source(&source, 20);
        for trial in 0..5 {
            let tree = source.position(trial).unwrap().game;
            laws::check_game(&tree, 10, tree.shape().depth());
            laws::check_truth(&ByConstruction, &tree, &plyscope::tree::Place::ROOT);
            laws::check_truth(&BySolving, &tree, &plyscope::tree::Place::ROOT);
        }
    }
}

#[test]
fn laws_of_random_play() {
    let tree: TextTree = "(((1 2) (3 4)) 5 ((6 7) 8))".parse().unwrap();
    for plies in 0..3 {
        laws::check_source(&RandomPlay { game: tree.clone(), plies, stream: Stream::new(1, "tree") }, 50);
    }
    let too_long = RandomPlay { game: tree, plies: 3, stream: Stream::new(1, "tree") };
    assert!(too_long.position(0).unwrap_err().to_string().contains("no unfinished game"));
}

#[test]
fn laws_of_evaluators() {
    for name in SMALL_GAMES {
        let game = game(name);
        let batch = trials(&game, 5, Wanted::NonTrivial).batch::<u64>(0).unwrap();
        let own = if name.starts_with("scheucher") { vec!["model"] } else { vec![] };
        for evaluated in EVALUATORS_OF_ALL.iter().copied().chain(own) {
            laws::check_tree_evaluator(&*evaluator(evaluated, &game), &batch);
        }
    }
}

#[test]
fn laws_of_searches_with_every_rule() {
    let searches = [
        "full-width",
        "full-width(depth-in=turns,deepening=yes)",
        "forward-pruning",
        "forward-pruning(keep=1,root=yes)",
        "alpha-beta",
        "alpha-beta(order=best-first,killers=yes,history=yes,table=1,deepening=yes,scores=all)",
        "pruned",
        "pruned(memory=3,table=1)",
        "pruned(order=depth-first,deepening=yes)",
        "solve",
    ];
    assert!(SEARCHES.entries.iter().all(|entry| searches.iter().any(|s| s.starts_with(entry.name))));
    for name in SMALL_GAMES {
        let game = game(name);
        let tree = trials(&game, 7, Wanted::NonTrivial).position(11).unwrap().game;
        let root = plyscope::tree::Place::ROOT;
        for evaluated in ["artificial", "natural"] {
            let e = &*evaluator(evaluated, &game);
            for search in searches.map(|search| SEARCHES.build(search, &()).unwrap()) {
                for depth in 1..=tree.shape().depth() + 1 {
                    use plyscope::search::AnySearch::{AlphaBeta, Pruned, Solve};
                    let takes = |rule: &str| match search {
                        AlphaBeta(_) | Solve(_) => rule == "minimax",
                        Pruned(_) => ["minimax", "product", "emm"].contains(&rule),
                        _ => true,
                    };
                    for entry in RULES.entries.iter().filter(|rule| takes(rule.name)) {
                        match entry.build(&entry.name.parse().unwrap(), &()).unwrap() {
                            AnyRule::Ordered(rule) => {
                                let rule: &dyn plyscope::rule::BackupRule<f64> = &*rule;
                                laws::check_search(
                                    &search,
                                    &tree,
                                    &root,
                                    &Scores::new(&tree, e).unwrap(),
                                    rule,
                                    depth,
                                );
                            }
                            AnyRule::Win(rule, reading) => {
                                let rule: &dyn plyscope::rule::BackupRule<Win> = &*rule;
                                let wins = Wins::new(&tree, e, reading).unwrap();
                                laws::check_search(&search, &tree, &root, &wins, rule, depth);
                            }
                            AnyRule::Typed(rule) => {
                                let rule: &dyn plyscope::rule::BackupRule<Typed> = &*rule;
                                let typed = TypedWins::new(&tree, e, ByConstruction).unwrap();
                                laws::check_search(&search, &tree, &root, &typed, rule, depth);
                            }
                            AnyRule::Payoffs(_) => {} // to the end of the game only: tests/suite/papers.rs
                        }
                    }
                }
            }
        }
    }
}

/// Every real game of the registry keeps the laws, and so do the evaluators that know it.
#[test]
fn laws_of_real_games_by_name() {
    use plyscope::game::{Game, moves_of};
    use plyscope::registry::{EVALUATORS, EvaluatorKind, GAMES, GameKind, Subject};
    for (name, evaluators) in crate::support::REAL_GAMES {
        let kind = GAMES.build(name, &()).unwrap();
        let GameKind::Real(real) = &kind else { panic!("{name} is a real game") };
        let game = real.any();
        assert_eq!(game.name().to_string().parse(), Ok(game.name()));
        laws::check_source(&RandomPlay { game: game.clone(), plies: 3, stream: Stream::new(1, name) }, 30);
        let everybodys = if game.players() == 2 { vec!["random", "playouts(n=5)"] } else { vec![] };
        for evaluator in evaluators.iter().copied().chain(everybodys) {
            let built = EVALUATORS.build(evaluator, &Subject { game: kind.clone(), seed: 3 }).unwrap();
            let EvaluatorKind::Real(evaluator) = built else { panic!("{evaluator} knows {name}") };
            for trial in 0..20 {
                let mut position = game.start_of(Stream::new(2, name).trial(trial));
                while !game.is_over(&position) {
                    laws::check_estimate(&*evaluator, &game, &position);
                    let moves = moves_of(&game, &position);
                    position = game.play(&position, &moves[trial as usize % moves.len()]);
                }
            }
        }
    }
}

/// Trees of numbers are games like others, and the order of moves changes nothing but the order.
#[test]
fn laws_of_number_trees() {
    use plyscope::game::{Game, moves_of};
    use plyscope::registry::{GAMES, GameKind};
    for name in ["number-tree(branching=3,depth=3)", "number-tree(order=best-first)"] {
        let Ok(GameKind::Numbers(trees)) = GAMES.build(name, &()) else { panic!("{name} has numbers") };
        assert_eq!(trees.name().to_string().parse(), Ok(trees.name()));
        for trial in 0..5 {
            let key = Stream::new(7, name).trial(trial);
            let tree = trees.draw(key);
            laws::check_game(&tree, 3, 20);
            let mut moves = moves_of(&tree, &tree.start());
            moves.sort_unstable();
            assert_eq!(moves, (0..trees.shape.branching()).collect::<Vec<_>>());
        }
    }
}

/// The reading of an estimate: what product gets and what EMM gets.
#[test]
fn estimates_are_read_as_the_papers_do() {
    use plyscope::evaluator::{Estimate, Opinion};
    let share = Estimate { opinion: Opinion::Win(Win::share(12, 16)), error: Some(0.25) };
    assert_eq!(Reading::Win.of(&share), Reading::Certain.of(&share), "12 of 16: a win with error 4/16");
    let table = Estimate { error: Some(0.1), ..share };
    assert_eq!(table.certain(), Some(Win::opinion(true, 0.1)));
    let even = Estimate { opinion: Opinion::Win(Win::even()), error: Some(0.1) };
    assert_eq!(even.certain(), Some(Win::even()), "who names nobody is not certain");
    let score = Estimate { opinion: Opinion::Score(-3.0), error: None };
    assert_eq!((score.win(), score.certain(), score.score()), (None, None, -3.0));
}
