//! The law suites, applied to everything there is.

use crate::support::{
    EVALUATORS_OF_ALL, REAL_GAMES, SMALL_GAMES, any_game, evaluated, evaluator, game, plain_rules, search,
    trials, win,
};
use plyscope::catalogue::{Catalogue, Described};
use plyscope::game::text::TextTree;
use plyscope::key::Stream;
use plyscope::laws;
use plyscope::player::AnyGame;
use plyscope::rule::{AnyRule, Reading};
use plyscope::search::{LeafValues, SearchInfo};
use plyscope::source::{Drawn, Openings, RandomPositions, Source, Wanted};
use plyscope::truth::{BySolving, Known};
use plyscope::value::{Payoffs, Typed, Win};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn laws_of_rules(
        wins in prop::collection::vec((win(), any::<bool>()), 1..6),
        own in win(),
        numbers in prop::collection::vec((-5i8..=5).prop_map(f64::from), 1..6),
        vectors in prop::collection::vec(prop::collection::vec(-5.0..5.0f64, 3), 1..5),
    ) {
        for (_, rule) in plain_rules() {
            match rule {
                AnyRule::Ordered(rule) => laws::check_ordered_rule(&*rule, &numbers),
                AnyRule::Wins(rule) => {
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
                AnyRule::Chances(_) => {} // tests/suite/several_players.rs
                _ => panic!("rules of a new kind have laws to check"),
            }
        }
    }

    #[test]
    fn laws_of_written_trees(text in crate::support::tree_text((-3i8..=3).prop_map(f64::from))) {
        let tree: TextTree = text.parse().unwrap();
        laws::check_game(&tree, 3);
        laws::check_truth(&BySolving, &tree, &0);
    }
}

#[test]
fn laws_of_drawn_games_and_their_truth() {
    for name in SMALL_GAMES {
        let source = trials(&game(name), 3, Wanted::NonTrivial);
        laws::check_source(&Drawn::new(&any_game(name), source.stream, Wanted::NonTrivial).unwrap(), 20);
        for trial in 0..5 {
            let tree = source.tree(trial).unwrap();
            laws::check_game(&tree, 10);
            laws::check_truth(&Known, &tree, &plyscope::tree::Place::ROOT);
            laws::check_truth(&BySolving, &tree, &plyscope::tree::Place::ROOT);
        }
    }
}

#[test]
fn laws_of_random_play() {
    let tree: TextTree = "(((1 2) (3 4)) 5 ((6 7) 8))".parse().unwrap();
    let (game, stream) = (AnyGame::new(tree), Stream::new(1, "tree"));
    for plies in 0..3 {
        laws::check_source(&Openings { game: game.clone(), stream, plies }, 50);
    }
    laws::check_source(&RandomPositions::new(game.clone(), stream), 50);
    let too_long = Openings { game, stream, plies: 3 };
    assert!(too_long.trial(0).unwrap_err().to_string().contains("no unfinished game"));
}

#[test]
fn laws_of_evaluators() {
    for name in SMALL_GAMES {
        let game = game(name);
        let batch = trials(&game, 5, Wanted::NonTrivial).batch::<u64>(0).unwrap();
        let own = if name.starts_with("scheucher") { vec!["model"] } else { vec![] };
        for evaluated in EVALUATORS_OF_ALL.iter().copied().chain(own) {
            laws::check_tree_evaluator(&evaluator(evaluated, &game), &batch);
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
        "star1",
        "star1(scores=all)",
        "solve",
        "paranoid",
        "best-reply",
    ];
    let catalogue = Catalogue::built_in();
    // These take no rule: tests/suite/mcts.rs and tests/suite/decisive.rs.
    let alone = ["mcts", "decisive"];
    let known = catalogue.searches().iter().map(Described::name).filter(|name| !alone.contains(name));
    assert!({ known }.all(|name| searches.iter().any(|search| search.starts_with(name))));
    for name in SMALL_GAMES {
        let game = game(name);
        let tree = trials(&game, 7, Wanted::NonTrivial).tree(11).unwrap();
        let root = plyscope::tree::Place::ROOT;
        for evaluated in ["artificial", "natural"] {
            let e = &*evaluator(evaluated, &game);
            for search in searches.map(search) {
                for depth in 1..=tree.shape().depth() + 1 {
                    let rules = plain_rules();
                    for (_, rule) in rules.iter().filter(|(name, rule)| search.check_rule(rule, name).is_ok())
                    {
                        match rule {
                            AnyRule::Ordered(rule) => {
                                let scores = LeafValues::new(&tree, e, &**rule).unwrap();
                                let _ = laws::check_search(&search, &tree, &root, &scores, depth);
                            }
                            AnyRule::Wins(rule) => {
                                let wins = LeafValues::new(&tree, e, &**rule).unwrap();
                                let _ = laws::check_search(&search, &tree, &root, &wins, depth);
                            }
                            AnyRule::Typed(rule) => {
                                let typed = LeafValues::knowing(&tree, e, Known, &**rule).unwrap();
                                let _ = laws::check_search(&search, &tree, &root, &typed, depth);
                            }
                            AnyRule::Payoffs(_) => {} // to the end of the game only: tests/suite/papers.rs
                            AnyRule::Chances(rule) if search.is_full_width() => {
                                let chances = LeafValues::new(&tree, e, &**rule).unwrap();
                                let _ = laws::check_search(&search, &tree, &root, &chances, depth);
                            }
                            AnyRule::Chances(_) => {}
                            _ => panic!("rules of a new kind are searched with too"),
                        }
                    }
                }
            }
        }
    }
}

/// Which rules a search takes is what it says, and the others are refused.
#[test]
fn searches_take_the_rules_that_they_say() {
    let takes = |search: &str, rule: &str| match search {
        "alpha-beta" | "star1" | "solve" => rule == "minimax",
        "pruned" => ["minimax", "product", "emm"].contains(&rule),
        "paranoid" | "best-reply" => rule == "max-n",
        "mcts" | "decisive" => false,
        _ => true,
    };
    for entry in Catalogue::built_in().searches() {
        for (name, rule) in plain_rules() {
            let found = search(entry.name()).check_rule(&rule, name);
            assert_eq!(found.is_ok(), takes(entry.name(), name), "{} with {name}", entry.name());
        }
    }
}

/// Every real game of the catalogue keeps the laws, and so do the evaluators that know it.
#[test]
fn laws_of_real_games_by_name() {
    use plyscope::game::{
        ConnectFour, ConnectTrio, Fixed, Hints, Kalah, Othello, Pig, SlidingTiles, TicTacToe, TicTacTrio,
        moves_of,
    };
    fn check<G>(name: &str, game: &AnyGame, typed: &G, evaluators: &[&str])
    where
        G: Hints<Position: Send + Sync + 'static> + Clone + Send + Sync + 'static,
    {
        assert_eq!(typed.name().to_string().parse(), Ok(typed.name()));
        // Where a throw follows every choice there is one after an even number of plies.
        let plies = if typed.facts().has_chance { 2 } else { 3 };
        laws::check_source(&Openings { game: game.clone(), plies, stream: Stream::new(1, name) }, 30);
        laws::check_source(&RandomPositions::new(game.clone(), Stream::new(1, name)), 30);
        let everybodys = if typed.facts().players == 2 { vec!["random", "playouts(n=5)"] } else { vec![] };
        for evaluator in evaluators.iter().copied().chain(everybodys) {
            let built = evaluated(evaluator, game, 3).unwrap().evaluator;
            let shared = built.typed::<G>().unwrap_or_else(|| panic!("{evaluator} knows {name}"));
            for trial in 0..20 {
                let mut position = typed.start_of(Stream::new(2, name).trial(trial));
                for ply in 0.. {
                    if typed.is_over(&position) {
                        break;
                    }
                    let estimate = laws::check_estimate(&**shared, typed, &position);
                    // Behind a pointer it says the same.
                    let boxed = game.parse_position(&typed.position_text(&position)).unwrap();
                    assert_eq!(built.estimate(&boxed), Ok(estimate), "{evaluator} on {name}");
                    let moves = moves_of(typed, &position);
                    let choice = plyscope::key::mix(trial << 32 | ply) as usize % moves.len();
                    position = typed.play(&position, &moves[choice]);
                }
            }
        }
    }
    for (name, evaluators) in REAL_GAMES {
        let game = any_game(name);
        if let Some(Fixed(typed)) = game.family::<Fixed<TicTacToe>>() {
            check(name, &game, &**typed, evaluators);
        } else if let Some(Fixed(typed)) = game.family::<Fixed<TicTacTrio>>() {
            check(name, &game, &**typed, evaluators);
        } else if let Some(Fixed(typed)) = game.family::<Fixed<ConnectTrio>>() {
            check(name, &game, &**typed, evaluators);
        } else if let Some(Fixed(typed)) = game.family::<Fixed<ConnectFour>>() {
            check(name, &game, &**typed, evaluators);
        } else if let Some(Fixed(typed)) = game.family::<Fixed<Kalah>>() {
            check(name, &game, &**typed, evaluators);
        } else if let Some(Fixed(typed)) = game.family::<Fixed<Othello>>() {
            check(name, &game, &**typed, evaluators);
        } else if let Some(Fixed(typed)) = game.family::<Fixed<Pig>>() {
            check(name, &game, &**typed, evaluators);
        } else if let Some(Fixed(typed)) = game.family::<Fixed<SlidingTiles>>() {
            check(name, &game, &**typed, evaluators);
        } else {
            panic!("{name} has no laws checked");
        }
    }
}

/// Trees of numbers are games like others, and the order of moves changes nothing but the order.
#[test]
fn laws_of_number_trees() {
    use plyscope::game::{Game, moves_of};
    use plyscope::tree::{NumberTrees, TreeFamily};
    for name in ["number-tree(branching=3,depth=3)", "number-tree(order=best-first)"] {
        let game = any_game(name);
        let trees = game.family::<NumberTrees>().unwrap_or_else(|| panic!("{name} has numbers"));
        assert_eq!(trees.name().to_string().parse(), Ok(trees.name()));
        for trial in 0..5 {
            let key = Stream::new(7, name).trial(trial);
            let tree = trees.draw(key);
            laws::check_game(&tree, 3);
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
