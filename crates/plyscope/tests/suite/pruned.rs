//! Pruned searches against full width: the same choice and ties, true bounds, on random trees of all kinds.

use crate::support::{FakeProgram, REAL_GAMES, any_game, evaluated, evaluator, game, search, trials};
use plyscope::catalogue::Catalogue;
use plyscope::game::text::TextTree;
use plyscope::game::{ConnectFour, Fixed, Game, Player};
use plyscope::key::{Stream, mix};
use plyscope::player::{AnyGame, RuleSearch};
use plyscope::rule::{AnyRule, Emm, EmmTrueTypes, Minimax, Product, Rule};
use plyscope::search::{
    Budget, Effort, Frontier, FullWidth, LeafValues, Order, Pruned, Recorder, Report, Score, Search,
    TextTreeValues, Trace,
};
use plyscope::source::{Openings, Source, Wanted};
use plyscope::tree::Place;
use plyscope::value::{Ranked, Win};
use std::fmt::Debug;
use std::sync::atomic::AtomicBool;

/// Numbers in order from one seed; enough for drawing trees.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = mix(self.0.wrapping_add(0x9E37_79B9_7F4A_7C15));
        (self.0 >> 11) % sides
    }

    fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.roll(list.len() as u64) as usize]
    }
}

/// Which numbers a tree is made of: few, so that ties are everywhere; near certainty; or any.
const FEW: &[f64] = &[0.0, 0.1, 0.5, 0.9, 1.0];
const SOFT: &[f64] = &[0.1, 0.2, 0.25, 0.4, 0.5, 0.6, 0.75, 0.8, 0.9];
const SURE: &[f64] = &[0.0, 1e-9, 1e-3, 0.5, 0.999, 0.999_999, 1.0];
const ERROR: &[f64] = &[0.1, 0.9];

/// A tree of 1 to 5 children a node, uneven, with terminal leaves at any level.
struct Drawn {
    tree: TextTree,
    /// Has every node an estimate, so that any depth can be searched?
    any_depth: bool,
}

fn draw(dice: &mut Dice) -> Drawn {
    let numbers = dice.one_of(&[FEW, SOFT, SURE, ERROR, &[]]);
    let any_depth = dice.roll(3) > 0;
    let depth = 1 + dice.roll(5);
    let most = 2 + dice.roll(4);
    let mut text = String::new();
    grow(dice, &mut text, numbers, any_depth, depth, most, true);
    let movers: Vec<Player> = match dice.roll(3) {
        0 => vec![Player::SECOND, Player::FIRST],
        1 => vec![Player::FIRST, Player::SECOND],
        _ => (0..1 + dice.roll(4)).map(|_| dice.one_of(&[Player::FIRST, Player::SECOND])).collect(),
    };
    let tree: TextTree = text.parse().expect("it is written as it should be");
    let tree = tree.with_movers(&movers).expect("two players");
    Drawn { tree: if dice.roll(2) == 0 { tree.as_frontier() } else { tree }, any_depth }
}

fn number(dice: &mut Dice, numbers: &[f64]) -> f64 {
    if numbers.is_empty() { dice.roll(1 << 30) as f64 / f64::from(1 << 30) } else { dice.one_of(numbers) }
}

fn grow(
    dice: &mut Dice,
    text: &mut String,
    numbers: &[f64],
    estimates: bool,
    depth: u64,
    most: u64,
    root: bool,
) {
    if depth == 0 || (!root && dice.roll(6) == 0) {
        text.push_str(&number(dice, numbers).to_string());
        return;
    }
    text.push('(');
    for i in 0..1 + dice.roll(most) {
        if i > 0 {
            text.push(' ');
        }
        grow(dice, text, numbers, estimates, depth - 1, most, false);
    }
    text.push(')');
    if estimates || dice.roll(2) == 0 {
        text.push_str(&format!("@{}", number(dice, numbers)));
    }
}

fn any_settings(dice: &mut Dice) -> Pruned {
    Pruned {
        order: dice.one_of(&[Order::BestFirst, Order::BestFirst, Order::DepthFirst]),
        memory: dice.one_of(&[1, 2, 5, 20, 1_000_000]),
        table: if dice.roll(20) == 0 { Some(1) } else { None },
        deepening: dice.roll(4) == 0,
        ..Pruned::default()
    }
}

/// What full width makes of every move.
fn values<V: Ranked>(full: &[Score<V>]) -> Vec<V> {
    full.iter().map(|score| score.exact().expect("full width knows all")).collect()
}

/// Every score is true, to the bit where it claims to be exact.
fn check_scores<V: Ranked + PartialEq + Debug>(found: &[Score<V>], full: &[Score<V>], about: &str) {
    assert_eq!(found.len(), full.len(), "{about}");
    for (score, value) in found.iter().zip(values(full)) {
        match *score {
            Score::Exact(exact) => assert_eq!(exact, value, "{about}"),
            Score::Within(low, high) => {
                let inside = !low.beats(&value, Player::FIRST) && !value.beats(&high, Player::FIRST);
                assert!(inside, "{about}: {value:?} is not within {low:?} and {high:?}");
            }
            _ => panic!("{about}: {score:?}"),
        }
    }
}

/// The choice is worth no more than `within` less than the best move.
fn check_loss<V: Ranked>(report: &Report<V>, full: &Report<V>, mover: Player, about: &str) {
    let values = values(&full.scores);
    let within = report.within.expect("it says how good the choice is");
    for value in &values {
        // Rounding of the difference itself.
        let loss = value.lead(&values[report.choice], mover);
        assert!(loss <= within + 1e-12, "{about}: {loss} is more than {within}");
    }
}

/// One tree, one rule, some settings: exact, within epsilon, and stopped early.
fn check<F: Frontier<TextTree>>(dice: &mut Dice, drawn: &Drawn, frontier: &F) -> (u64, u64) {
    let tree = &drawn.tree;
    let mover = tree.mover(&0);
    let budget = match drawn.any_depth && dice.roll(2) == 0 {
        true => Budget::depth(1 + dice.roll(5) as u32).unwrap(),
        false => Budget::unlimited(),
    };
    let full = FullWidth::default().search(tree, &0, frontier, &budget).unwrap();
    let settings = any_settings(dice);
    let about = format!("{settings:?} on {tree:?}");
    let report = settings.search(tree, &0, frontier, &budget).unwrap();
    assert_eq!((&report.ties, report.choice, report.complete), (&full.ties, full.choice, true), "{about}");
    assert_eq!(report.within, Some(0.0), "{about}");
    assert!(report.value.is_none() || report.value == full.value, "{about}");
    assert!(settings.deepening || report.counts.generated <= full.counts.generated, "{about}");
    check_scores(&report.scores, &full.scores, &about);

    let loose = Pruned { epsilon: dice.one_of(&[0.001, 0.05, 0.2, 0.6]), ..settings };
    let report = loose.search(tree, &0, frontier, &budget).unwrap();
    assert!(report.complete && report.within.is_some_and(|within| within <= loose.epsilon), "{about}");
    check_scores(&report.scores, &full.scores, &about);
    check_loss(&report, &full, mover, &about);

    let nodes = dice.roll(full.counts.generated + 1);
    let report = settings.search(tree, &0, frontier, &budget.with_nodes(nodes));
    // Iterations that found no estimates may have spent it all.
    if let Ok(report) = report {
        assert!(report.counts.generated <= nodes, "{about}");
        let seen = Budget::depth(report.depth).unwrap();
        // An earlier iteration may do where full width misses an estimate.
        if let Ok(full) = FullWidth::default().search(tree, &0, frontier, &seen) {
            check_scores(&report.scores, &full.scores, &about);
            check_loss(&report, &full, mover, &about);
        }
    }
    let plain = Pruned::default().search(tree, &0, frontier, &budget).unwrap();
    (plain.counts.generated, full.counts.generated)
}

/// The exact numbers of a tree, for a rule.
fn written<R: Rule>(tree: &TextTree, rule: R) -> TextTreeValues<R> {
    TextTreeValues::new(tree, None, rule).unwrap()
}

/// Draws trees and searches each by three rules.
fn check_trees(seed: u64, trees: u64) {
    let (mut visited, mut all) = (0, 0);
    for tree in 0..trees {
        let dice = &mut Dice(mix(seed << 40 | tree));
        let drawn = draw(dice);
        for (pruned, full) in [
            check(dice, &drawn, &written(&drawn.tree, Emm)),
            check(dice, &drawn, &written(&drawn.tree, Product)),
            check(dice, &drawn, &written(&drawn.tree, Minimax)),
        ] {
            visited += pruned;
            all += full;
        }
    }
    assert!(10 * visited < 9 * all, "something was pruned: {visited} of {all}");
}

#[test]
fn pruned_searches_choose_as_full_width_does() {
    check_trees(1, 2_000);
}

/// About a minute: `cargo test -p plyscope --test suite pruned -- --ignored`.
#[test]
#[ignore = "about a minute"]
fn pruned_searches_choose_as_full_width_does_on_many_trees() {
    check_trees(2, 200_000);
}

/// What is visited of games by board splitting, one ply before the end, with mistakes of one in ten.
fn share(name: &str, search: &Pruned, trials_: u64) -> f64 {
    let game = game(name);
    let source = trials(&game, 2, Wanted::NonTrivial);
    let evaluator = &*evaluator("artificial(error=0.1)", &game);
    let budget = Budget::depth(game.shape().depth() - 1).unwrap();
    let (mut visited, mut all) = (0, 0);
    for trial in 0..trials_ {
        let tree = source.tree(trial).unwrap();
        let wins = LeafValues::new(&tree, evaluator, Emm).unwrap();
        let full = FullWidth::default().search(&tree, &Place::ROOT, &wins, &budget).unwrap();
        let pruned = search.search(&tree, &Place::ROOT, &wins, &budget).unwrap();
        assert_eq!(pruned.ties, full.ties, "{name}, trial {trial}");
        // The root is a node too.
        (visited, all) = (visited + pruned.counts.generated + 1, all + full.counts.generated + 1);
    }
    visited as f64 / all as f64
}

/// The savings that are promised, for the games of the EMM papers.
#[test]
fn best_first_emm_visits_less_than_half_of_the_tree() {
    for (name, most) in [
        ("board-splitting(depth=10)", 0.45),
        ("board-splitting(branching=3,depth=8)", 0.40),
        ("board-splitting(depth=10,squares=n)", 0.40),
        ("board-splitting(branching=3,depth=8,squares=n)", 0.35),
    ] {
        let share = share(name, &Pruned::default(), 100);
        assert!(share <= most, "{name}: {share}");
    }
}

/// However little it may hold, it holds no more (but for one line), finds the same, and visits more.
#[test]
fn memory_is_bounded() {
    let game = game("board-splitting(depth=10)");
    let source = trials(&game, 2, Wanted::NonTrivial);
    let evaluator = &*evaluator("artificial(error=0.1)", &game);
    let budget = Budget::depth(9).unwrap();
    let mut generated = [0; 5];
    for trial in 0..30 {
        let tree = source.tree(trial).unwrap();
        let wins = LeafValues::new(&tree, evaluator, Emm).unwrap();
        let full = FullWidth::default().search(&tree, &Place::ROOT, &wins, &budget).unwrap();
        for (i, memory) in [1, 4, 16, 64, 1_000_000].into_iter().enumerate() {
            let search = Pruned { memory, ..Pruned::default() };
            let report = search.search(&tree, &Place::ROOT, &wins, &budget).unwrap();
            assert_eq!(report.ties, full.ties);
            assert!(report.counts.held <= u64::from(memory) + 9, "{memory}: {:?}", report.counts);
            generated[i] += report.counts.generated;
        }
        let depth_first = Pruned { order: Order::DepthFirst, ..Pruned::default() };
        let report = depth_first.search(&tree, &Place::ROOT, &wins, &budget).unwrap();
        assert!(report.counts.held <= 1 + 2 * 9, "one line a root move: {:?}", report.counts);
    }
    assert!(generated[4] < generated[2] && generated[2] < generated[0], "{generated:?}");
}

/// Games that are graphs, through the form without types, with a table and without.
#[test]
fn real_games_are_pruned_too() {
    for (name, _) in REAL_GAMES {
        let game = any_game(name);
        if game.facts().players > 2 || game.facts().has_chance {
            continue;
        }
        let seed = Stream::new(5, name);
        for game in [game.clone(), AnyGame::erased(FakeProgram::new(game))] {
            let evaluator = evaluated("random(values=9,error=minority)", &game, 3).unwrap().evaluator;
            let source = Openings { game: game.clone(), plies: 3, stream: seed };
            for trial in 0..4 {
                let position = source.trial(trial).unwrap().position;
                for (rule_name, rule) in [("product", AnyRule::wins(Product)), ("emm", AnyRule::wins(Emm))] {
                    let decided = |name: &str| {
                        let mind = RuleSearch::new(rule_name, rule.clone(), search(name)).unwrap();
                        let player = game.player(mind, &evaluator).unwrap();
                        player.decide(&position, &[Effort::Depth(4)]).unwrap()
                    };
                    let full = decided("full-width");
                    for search in
                        ["pruned", "pruned(table=1)", "pruned(order=depth-first,table=1,deepening=yes)"]
                    {
                        let found = decided(search);
                        assert_eq!((&found.ties, found.complete), (&full.ties, true), "{name}");
                        check_scores(&found.scores, &full.scores, name);
                    }
                }
            }
        }
    }
}

/// A table meets positions again: in a game that is a graph it saves nodes.
#[test]
fn a_table_saves_nodes_on_a_graph() {
    let any = any_game("connect-four(width=4,height=4,run=3)");
    let lines = evaluated("lines(error=0.2)", &any, 3).unwrap().evaluator;
    let Some(Fixed(game)) = any.family::<Fixed<ConnectFour>>() else { panic!("it is connect four") };
    let game = &**game;
    let wins = LeafValues::new(game, &**lines.typed::<ConnectFour>().unwrap(), Emm).unwrap();
    let budget = Budget::depth(7).unwrap();
    let nodes =
        |search: &Pruned| search.search(game, &game.start(), &wins, &budget).unwrap().counts.generated;
    for order in [Order::BestFirst, Order::DepthFirst] {
        let plain = Pruned { order, ..Pruned::default() };
        let table = Pruned { table: Some(4), ..plain };
        assert!(10 * nodes(&table) < 9 * nodes(&plain), "{order:?}: {} of {}", nodes(&table), nodes(&plain));
    }
}

/// Rules that do not rise with every child are refused, and so are bad settings.
#[test]
fn what_cannot_be_pruned_is_refused() {
    let tree: TextTree = "((1 0) (0 1))".parse::<TextTree>().unwrap().as_frontier();
    let typed = TextTreeValues::new(&tree, Some(0.1), EmmTrueTypes).unwrap();
    let why = Pruned::default().search(&tree, &0, &typed, &Budget::unlimited()).unwrap_err().to_string();
    assert!(why.contains("rise with every child"), "{why}");
    let why = |name: &str| Catalogue::built_in().search(name).unwrap_err().to_string();
    assert!(why("pruned(epsilon=-0.1)").contains("0 or more"));
    assert!(why("pruned(memory=0)").contains("1 or more"));
    assert!(why("pruned(order=random)").contains("best-first or depth-first"));
    let leaf: TextTree = "1".parse().unwrap();
    let wins = written(&leaf, Emm);
    let why = Pruned::default().search(&leaf, &0, &wins, &Budget::unlimited()).unwrap_err().to_string();
    assert!(why.contains("no move to choose"), "{why}");
    let tree: TextTree = "((1 0) (0 1))".parse().unwrap();
    let why = Pruned::default().search(&tree, &0, &wins, &Budget::depth(1).unwrap()).unwrap_err();
    assert!(why.to_string().contains("1 ply ahead has no estimate"), "{why}");
}

/// A raised flag is seen, and nothing is claimed that was not found.
#[test]
fn a_raised_flag_stops_it() {
    let replies = format!("({})@0.5", vec!["0.5"; 1023].join(" "));
    let tree: TextTree = format!("({})", vec![replies; 30].join(" ")).parse().unwrap();
    let wins = written(&tree, Product);
    let stop = AtomicBool::new(true);
    for order in [Order::BestFirst, Order::DepthFirst] {
        let search = Pruned { order, ..Pruned::default() };
        let budget = Budget::unlimited().with_stop(&stop);
        let report = search.search(&tree, &0, &wins, &budget).unwrap();
        assert!(!report.complete && report.counts.generated < 1000, "{:?}", report.counts);
        assert_eq!((report.value, report.within), (None, Some(1.0)));
        assert!(report.scores.iter().all(|score| matches!(score, Score::Within(..))));
    }
}

/// By hand: the first move wins for certain, so nothing of the second's replies can matter, nor of the
/// first's that come after the winning one. What is watched is what was generated.
#[test]
fn a_small_tree_by_hand() {
    let tree: TextTree = "(1 (0.5 (0.25 0.75)))".parse().unwrap();
    let wins = written(&tree, Product);
    let mut recorder = Recorder::new();
    let report =
        Pruned::default().search_watched(&tree, &0, &wins, &Budget::unlimited(), &mut recorder).unwrap();
    assert_eq!((report.ties, report.complete, report.value), (vec![0], true, Some(Win::certain())));
    assert!(report.counts.generated <= 4, "not the last two leaves: {:?}", report.counts);
    fn generated<V>(trace: &Trace<V>) -> u64 {
        trace.children.iter().filter(|child| child.visit.is_some()).map(|child| 1 + generated(child)).sum()
    }
    assert_eq!(generated(&recorder.finish().unwrap()), report.counts.generated);
}
