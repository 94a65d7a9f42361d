//! What must hold of rules and searches on whole trees, by property tests.

use crate::support::tree_text;
use plyscope::Error;
use plyscope::game::text::{TextScores, TextTree, TextWins};
use plyscope::game::{AnyGame, Game, Player, moves_of};
use plyscope::rule::{BackupRule, Emm, Minimax, Node, Product};
use plyscope::search::{Budget, Frontier, FullWidth, Search};
use plyscope::truth::{BySolving, Truth};
use plyscope::value::Win;
use proptest::prelude::*;
use std::sync::atomic::AtomicBool;

/// Plain recursion, twenty lines, no sharing with the library's walk.
fn plain<V: Copy>(
    tree: &TextTree,
    node: usize,
    depth: u32,
    frontier: &impl Frontier<TextTree, Value = V>,
    rule: &impl BackupRule<V>,
) -> V {
    let moves = moves_of(tree, &node);
    if tree.is_over(&node) {
        frontier.terminal(tree, &node)
    } else if depth == 0 || moves.is_empty() {
        frontier.estimate(tree, &node).unwrap()
    } else {
        let children: Vec<V> = moves.iter().map(|m| plain(tree, *m, depth - 1, frontier, rule)).collect();
        let own = if rule.uses_own() { frontier.estimate(tree, &node) } else { None };
        rule.back_up(Node { mover: tree.mover(&node), height: depth }, &children, own)
    }
}

fn movers() -> impl Strategy<Value = Vec<Player>> {
    let player = prop::sample::select(vec![Player::FIRST, Player::SECOND]);
    prop::collection::vec(player, 1..4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Extra turns, uneven depths, ties: the walk equals plain recursion, for every rule.
    #[test]
    fn full_width_equals_plain_recursion(text in tree_text((-3i8..=3).prop_map(f64::from)), movers in movers()) {
        let tree: TextTree = text.parse::<TextTree>().unwrap().with_movers(&movers).unwrap();
        let scores = TextScores::new(&tree).unwrap();
        let unlimited = Budget::unlimited();
        let report = FullWidth.search(&tree, &0, &scores, &Minimax, &unlimited).unwrap();
        prop_assert_eq!(report.value, Some(plain(&tree, 0, u32::MAX, &scores, &Minimax)));
        prop_assert_eq!(report.value, BySolving.value(&tree, &0).exact());
        let generated = report.counts.generated as usize;
        prop_assert_eq!(generated, tree.nodes().len() - 1);

        let frontier = tree.as_frontier();
        let wins = TextWins::new(&frontier, Some(0.1)).unwrap();
        let emm = FullWidth.search(&frontier, &0, &wins, &Emm, &unlimited).unwrap();
        prop_assert_eq!(emm.value, Some(plain(&frontier, 0, u32::MAX, &wins, &Emm)));
        let product = FullWidth.search(&frontier, &0, &wins, &Product, &unlimited).unwrap();
        prop_assert_eq!(product.value, Some(plain(&frontier, 0, u32::MAX, &wins, &Product)));
    }

    /// Where all leaves are won or lost for certain, product and EMM are minimax, and find the truth.
    #[test]
    fn certain_leaves_make_all_rules_minimax(
        text in tree_text(prop::sample::select(vec![0.0, 1.0])),
        movers in movers(),
        beyond in 6u32..10,
    ) {
        let tree: TextTree = text.parse::<TextTree>().unwrap().with_movers(&movers).unwrap();
        let truth = BySolving.value(&tree, &0).exact();
        let wins = TextWins::new(&tree, None).unwrap();
        let budget = Budget::depth(beyond).unwrap();
        let minimax = FullWidth.search(&tree, &0, &TextScores::new(&tree).unwrap(), &Minimax, &budget).unwrap();
        let product = FullWidth.search(&tree, &0, &wins, &Product, &budget).unwrap();
        prop_assert_eq!(minimax.value, truth);
        prop_assert_eq!(product.value, Some(Win::new(truth.unwrap()).unwrap()));
        prop_assert_eq!(&product.ties, &minimax.ties);
        // EMM may only prefer a node's own estimate when that is more certain; nothing is more certain
        // than a solved child. (Estimates of the tree are 0 or 1 here, so they are never *more* certain.)
        let emm = FullWidth.search(&tree, &0, &wins, &Emm, &budget).unwrap();
        prop_assert_eq!(&emm.value, &product.value);
        prop_assert_eq!(&emm.ties, &minimax.ties);
    }

    /// The object-safe form of a game is searched to the same result.
    #[test]
    fn erased_games_are_the_same_games(text in tree_text((-3i8..=3).prop_map(f64::from))) {
        let tree: TextTree = text.parse().unwrap();
        let erased = AnyGame::new(tree.clone());
        let truth = BySolving.value(&erased, &erased.start());
        prop_assert_eq!(truth, BySolving.value(&tree, &0));
    }
}

#[test]
fn searches_that_cannot_be_done_say_why() {
    assert!(matches!(Budget::depth(0), Err(Error::Search(why)) if why.contains("depth 0 is not allowed")));
    let leaf: TextTree = "3".parse().unwrap();
    let scores = TextScores::new(&leaf).unwrap();
    let why = FullWidth.search(&leaf, &0, &scores, &Minimax, &Budget::unlimited()).unwrap_err().to_string();
    assert!(why.contains("no move to choose"));
    let tree: TextTree = "((1 2) (3 4))".parse().unwrap();
    let one = Budget::depth(1).unwrap();
    let why = FullWidth.search(&tree, &0, &scores, &Minimax, &one).unwrap_err().to_string();
    assert!(why.contains("1 ply ahead has no estimate"), "{why}");
    let vectors: TextTree = "([1 2 3] [4 5 6])".parse().unwrap();
    assert!(TextScores::new(&vectors).unwrap_err().to_string().contains("max-n"));
    assert!(TextWins::new(&tree, None).unwrap_err().to_string().contains("1.2 is 2"));
    assert!(TextWins::new(&tree, Some(0.6)).unwrap_err().to_string().contains("0 to 0.5"));
    assert!(TextWins::new(&tree, Some(f64::NAN)).is_err());
}

#[test]
fn a_raised_flag_stops_a_search_with_its_best_so_far() {
    // A thousand moves of a thousand replies each; the flag is looked at every 1024 nodes.
    let replies = format!("({})", vec!["1"; 1000].join(" "));
    let text = format!("({})", vec![replies; 300].join(" "));
    let tree: TextTree = text.parse().unwrap();
    let scores = TextScores::new(&tree).unwrap();
    let stop = AtomicBool::new(true);
    let budget = Budget::unlimited().with_stop(&stop);
    let report = FullWidth.search(&tree, &0, &scores, &Minimax, &budget).unwrap();
    assert!(!report.complete && report.counts.generated == 1024);
    assert_eq!(report.ties, [0], "one move was finished");
    let report =
        FullWidth.search(&tree, &0, &scores, &Minimax, &Budget::unlimited().with_nodes(3000)).unwrap();
    assert_eq!((report.counts.generated, report.ties), (3000, vec![0, 1]));
}
