//! What must hold of rules and searches on whole trees, by property tests.

use crate::support::{search, tree_text};
use plyscope::Error;
use plyscope::game::text::TextTree;
use plyscope::game::{Fixed, Game, Player, RemoteGame, moves_of};
use plyscope::rule::{BackupRule, Emm, EmmTrueTypes, Minimax, Node, Product};
use plyscope::search::{Budget, DepthIn, Frontier, FullWidth, Search, TextTreeValues};
use plyscope::truth::{BySolving, Truth};
use plyscope::value::{Value, Win};
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Plain recursion, twenty lines, no sharing with the library's walk.
fn plain<V: Value>(
    tree: &TextTree,
    node: usize,
    depth: u32,
    frontier: &impl Frontier<TextTree, Value = V>,
) -> V {
    let rule = frontier.rule();
    let moves = moves_of(tree, &node);
    if tree.is_over(&node) {
        frontier.terminal(tree, &node)
    } else if depth == 0 || moves.is_empty() {
        frontier.estimate(tree, &node).unwrap()
    } else {
        let children: Vec<V> = moves.iter().map(|m| plain(tree, *m, depth - 1, frontier)).collect();
        let own = if rule.uses_own() { frontier.estimate(tree, &node) } else { None };
        rule.back_up(Node { mover: tree.mover(&node), height: depth, level: 0 }, &children, own)
    }
}

/// Minimax to so many plies or turns.
fn in_turns(
    tree: &TextTree,
    node: usize,
    depth: u32,
    turns: bool,
    frontier: &impl Frontier<TextTree, Value = f64>,
) -> f64 {
    if tree.is_over(&node) {
        return frontier.terminal(tree, &node);
    }
    if depth == 0 {
        return frontier.estimate(tree, &node).unwrap();
    }
    let below = |child: &usize| {
        let again = turns && tree.mover(child) == tree.mover(&node);
        in_turns(tree, *child, if again { depth } else { depth - 1 }, turns, frontier)
    };
    let values = moves_of(tree, &node).iter().map(below).collect::<Vec<_>>().into_iter();
    if tree.mover(&node) == Player::FIRST { values.fold(-9e9, f64::max) } else { values.fold(9e9, f64::min) }
}

/// Payoffs, and estimates everywhere else: some number of the place.
struct Estimated<F>(F);

impl<F: Frontier<TextTree, Value = f64>> Frontier<TextTree> for Estimated<F> {
    type Value = f64;
    type Rule = F::Rule;

    fn rule(&self) -> &F::Rule {
        self.0.rule()
    }

    fn terminal(&self, game: &TextTree, position: &usize) -> f64 {
        self.0.terminal(game, position)
    }
    fn estimate(&self, _: &TextTree, position: &usize) -> Option<f64> {
        Some((position * 7 % 5) as f64 - 2.0)
    }
}

/// The exact numbers of a written tree, for minimax.
fn numbers(tree: &TextTree) -> TextTreeValues<Minimax> {
    TextTreeValues::new(tree, None, Minimax).unwrap()
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
        let scores = numbers(&tree);
        let unlimited = Budget::unlimited();
        let report = FullWidth::default().search(&tree, &0, &scores, &unlimited).unwrap();
        prop_assert_eq!(report.value, Some(plain(&tree, 0, u32::MAX, &scores)));
        prop_assert_eq!(report.value, BySolving.value(&tree, &0).exact());
        let generated = report.counts.generated as usize;
        prop_assert_eq!(generated, tree.nodes().len() - 1);

        let frontier = tree.as_frontier();
        let wins = TextTreeValues::new(&frontier, Some(0.1), Emm).unwrap();
        let emm = FullWidth::default().search(&frontier, &0, &wins, &unlimited).unwrap();
        prop_assert_eq!(emm.value, Some(plain(&frontier, 0, u32::MAX, &wins)));
        let wins = TextTreeValues::new(&frontier, Some(0.1), Product).unwrap();
        let product = FullWidth::default().search(&frontier, &0, &wins, &unlimited).unwrap();
        prop_assert_eq!(product.value, Some(plain(&frontier, 0, u32::MAX, &wins)));
    }

    /// In turns, a player who moves again looks no less far: plain recursion that counts them agrees. And deeper and
    /// deeper, with whatever nodes, is one of the searches to a depth, all iterations paid for.
    #[test]
    fn turns_and_deepening_equal_plain_recursion(
        text in tree_text((-3i8..=3).prop_map(f64::from)),
        movers in movers(),
        depth in 1u32..5,
        nodes in 1u64..200,
    ) {
        let tree: TextTree = text.parse::<TextTree>().unwrap().with_movers(&movers).unwrap();
        // Every node has an estimate.
        let scores = Estimated(numbers(&tree));
        for depth_in in [DepthIn::Plies, DepthIn::Turns] {
            let counts = depth_in == DepthIn::Turns;
            let search = |deepening| FullWidth { depth_in, deepening };
            let budget = Budget::depth(depth).unwrap();
            let once = search(false).search(&tree, &0, &scores, &budget).unwrap();
            prop_assert_eq!(once.value, Some(in_turns(&tree, 0, depth, counts, &scores)));
            let deeper = search(true).search(&tree, &0, &scores, &budget).unwrap();
            prop_assert_eq!((&deeper.value, &deeper.ties), (&once.value, &once.ties));
            let short = Budget::unlimited().with_nodes(nodes);
            let report = search(true).search(&tree, &0, &scores, &short).unwrap();
            prop_assert!(report.counts.generated <= nodes);
            if let Some(value) = report.value {
                prop_assert_eq!(value, in_turns(&tree, 0, report.depth, counts, &scores));
                let cost = |depth| {
                    let budget = Budget::depth(depth).unwrap();
                    search(false).search(&tree, &0, &scores, &budget).unwrap().counts.generated
                };
                let paid: u64 = (1..=report.depth).map(cost).sum();
                prop_assert!(paid <= nodes && paid <= report.counts.generated);
                // Either there was nothing beyond, or one more iteration was too much.
                if report.complete {
                    prop_assert_eq!(cost(report.depth), cost(report.depth + 1));
                } else {
                    prop_assert!(paid + cost(report.depth + 1) > nodes);
                }
            }
        }
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
        let wins = TextTreeValues::new(&tree, None, Product).unwrap();
        let budget = Budget::depth(beyond).unwrap();
        let minimax = FullWidth::default().search(&tree, &0, &numbers(&tree), &budget).unwrap();
        let product = FullWidth::default().search(&tree, &0, &wins, &budget).unwrap();
        prop_assert_eq!(minimax.value, truth);
        prop_assert_eq!(product.value, Some(Win::new(truth.unwrap()).unwrap()));
        prop_assert_eq!(&product.ties, &minimax.ties);
        // EMM may only prefer a node's own estimate when that is more certain; nothing is more certain
        // than a solved child. (Estimates of the tree are 0 or 1 here, so they are never *more* certain.)
        let wins = TextTreeValues::new(&tree, None, Emm).unwrap();
        let emm = FullWidth::default().search(&tree, &0, &wins, &budget).unwrap();
        prop_assert_eq!(&emm.value, &product.value);
        prop_assert_eq!(&emm.ties, &minimax.ties);
    }

    /// The object-safe form of a game is searched to the same result.
    #[test]
    fn erased_games_are_the_same_games(text in tree_text((-3i8..=3).prop_map(f64::from))) {
        let tree: TextTree = text.parse().unwrap();
        let erased = RemoteGame::new(Arc::new(Fixed(Arc::new(tree.clone()))));
        let truth = BySolving.value(&erased, &erased.start());
        prop_assert_eq!(truth, BySolving.value(&tree, &0));
    }
}

#[test]
fn searches_that_cannot_be_done_say_why() {
    let none = Budget::depth(0).unwrap_err();
    assert!(
        matches!(&none, Error::Settings { .. }) && none.to_string().contains("depth 0 is not allowed"),
        "{none}"
    );
    let leaf: TextTree = "3".parse().unwrap();
    let scores = numbers(&leaf);
    let why = FullWidth::default().search(&leaf, &0, &scores, &Budget::unlimited()).unwrap_err().to_string();
    assert!(why.contains("no move to choose"));
    let tree: TextTree = "((1 2) (3 4))".parse().unwrap();
    let one = Budget::depth(1).unwrap();
    let why = FullWidth::default().search(&tree, &0, &scores, &one).unwrap_err().to_string();
    assert!(why.contains("1 ply ahead has no estimate"), "{why}");
    let vectors: TextTree = "([1 2 3] [4 5 6])".parse().unwrap();
    assert!(TextTreeValues::new(&vectors, None, Minimax).unwrap_err().to_string().contains("max-n"));
    let wins = |error| TextTreeValues::new(&tree, error, Product);
    assert!(wins(None).unwrap_err().to_string().contains("1.2 is 2"));
    assert!(wins(Some(0.6)).unwrap_err().to_string().contains("0 to 0.5"));
    assert!(wins(Some(f64::NAN)).is_err());
}

/// The flag is seen, and no more nodes are generated than allowed, whatever the search.
#[test]
fn a_raised_flag_or_a_spent_budget_stops_every_search() {
    let replies = format!("({})@0", vec!["1"; 1023].join(" "));
    let text = format!("({})", vec![replies; 300].join(" "));
    let tree: TextTree = text.parse().unwrap();
    let scores = numbers(&tree);
    let whole = 300 * 1024;
    for name in [
        "full-width",
        "forward-pruning(keep=1)",
        "forward-pruning(keep=1,root=yes)",
        "alpha-beta",
        "full-width(deepening=yes)",
    ] {
        let search = search(name);
        let stop = AtomicBool::new(true);
        let stopped = Budget::unlimited().with_stop(&stop);
        let report = search.search(&tree, &0, &scores, &stopped).unwrap();
        assert!(!report.complete && report.counts.generated < whole / 2, "{name}: {:?}", report.counts);
        for nodes in [1, 500, 1024, 1025, 3000] {
            let budget = Budget::unlimited().with_nodes(nodes);
            let report = search.search(&tree, &0, &scores, &budget).unwrap();
            assert!(report.counts.generated <= nodes, "{name}, {nodes}: {:?}", report.counts);
        }
    }
    // Two moves are finished, with 1,023 replies each.
    let report =
        FullWidth::default().search(&tree, &0, &scores, &Budget::unlimited().with_nodes(3000)).unwrap();
    assert_eq!((report.counts.generated, report.ties), (3000, vec![0, 1]));
    // Figure 2 has 12 nodes below the root: 12 are enough, 11 are not.
    let figure: TextTree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    let complete = |nodes| {
        FullWidth::default()
            .search(&figure, &0, &scores, &Budget::unlimited().with_nodes(nodes))
            .unwrap()
            .complete
    };
    assert_eq!([11, 12].map(complete), [false, true]);
}

/// A rule that sees heights sees how far was really searched, beyond the end and in both forms of search.
#[test]
fn heights_are_those_of_the_tree() {
    struct Height;
    impl BackupRule<f64> for Height {
        fn combine(&self, node: Node, children: &[f64]) -> f64 {
            children.iter().fold(f64::from(node.height), |sum, child| sum * 10.0 + child)
        }
    }
    struct SeesHeights(TextTreeValues<Minimax>);
    impl Frontier<TextTree> for SeesHeights {
        type Value = f64;
        type Rule = Height;
        fn rule(&self) -> &Height {
            &Height
        }
        fn terminal(&self, tree: &TextTree, node: &usize) -> f64 {
            self.0.terminal(tree, node)
        }
        fn estimate(&self, tree: &TextTree, node: &usize) -> Option<f64> {
            self.0.estimate(tree, node)
        }
    }
    // Uneven: the root's second child is a leaf, its first is one ply high.
    let tree: TextTree = "((0 0) 0)".parse().unwrap();
    let scores = SeesHeights(numbers(&tree));
    for budget in [Budget::unlimited(), Budget::depth(5).unwrap(), Budget::depth(2).unwrap()] {
        let report = FullWidth::default().search(&tree, &0, &scores, &budget).unwrap();
        assert_eq!(report.value, Some((2.0 * 10.0 + 100.0) * 10.0), "heights 2 and 1");
    }
    let shape = plyscope::tree::Shape::new(2, 2).unwrap();
    let flat = plyscope::tree::Levels::from_fn(shape, 2, |_| 0.0);
    for depth in [2, 5] {
        let found = plyscope::search::levels::full_width(shape, &flat, depth, &Height).unwrap();
        assert_eq!(found.root, (2.0 * 10.0 + 100.0) * 10.0 + 100.0);
    }
    assert!(plyscope::search::levels::full_width(shape, &flat, 0, &Height).is_err());
}

/// Two moves whose products differ by the order of their factors only are equally good.
#[test]
fn rounding_does_not_break_ties_at_the_root() {
    let tree: TextTree = "((0.1 0.3 0.7) (0.7 0.3 0.1) (0.7 0.1 0.3))".parse().unwrap();
    let wins = TextTreeValues::new(&tree, None, Product).unwrap();
    let report = FullWidth::default().search(&tree, &0, &wins, &Budget::unlimited()).unwrap();
    let values: Vec<f64> = report.scores.iter().map(|score| score.exact().unwrap().first).collect();
    assert!(values.iter().any(|value| *value != values[0]), "they differ by rounding: {values:?}");
    assert_eq!(report.ties, [0, 1, 2]);
}

/// Players take turns however deep the text; three players one after the other.
#[test]
fn movers_repeat_below() {
    let deep: TextTree = "(((((1)))))".parse().unwrap();
    let movers: Vec<usize> = (0..5).map(|node| deep.mover(&node).index()).collect();
    assert_eq!(movers, [0, 1, 0, 1, 0]);
    let three: TextTree = "(((((([1 2 3]))))))".parse().unwrap();
    assert_eq!((0..6).map(|node| three.mover(&node).index()).collect::<Vec<_>>(), [0, 1, 2, 0, 1, 2]);
}

/// With an error, numbers are opinions: positive for a win, all others for a loss.
#[test]
fn opinions_are_wins_and_losses() {
    let tree: TextTree = "(5 1 0 -3)".parse::<TextTree>().unwrap().as_frontier();
    let scores = TextTreeValues::new(&tree, Some(0.1), Minimax).unwrap();
    let minimax = FullWidth::default().search(&tree, &0, &scores, &Budget::unlimited()).unwrap();
    assert_eq!((minimax.value, minimax.ties), (Some(1.0), vec![0, 1]));
    let wins = TextTreeValues::new(&tree, Some(0.1), Product).unwrap();
    let product = FullWidth::default().search(&tree, &0, &wins, &Budget::unlimited()).unwrap();
    assert_eq!(product.ties, [0, 1]);
    assert_eq!(product.scores[2].exact(), Some(Win::opinion(false, 0.1)), "0 is no win");
    let typed = TextTreeValues::new(&tree, Some(0.1), EmmTrueTypes).unwrap();
    assert!(!typed.estimate(&tree, &3).unwrap().truth, "0 is truly no win either");
}

/// Where forward pruning prunes, counted by hand: three moves everywhere, two are kept, the root is left alone.
#[test]
fn forward_pruning_at_some_nodes() {
    let game = crate::support::any_game("number-tree(branching=3,depth=4)");
    let catalogue = plyscope::catalogue::Catalogue::built_in();
    let cut = |parameters: &str| {
        let (cache, search) = (plyscope::cache::Memory::default(), format!("forward-pruning({parameters})"));
        let subject = plyscope::catalogue::Subject { game: &game, seed: 1, cache: Some(&cache) };
        let player = catalogue.player_with(&subject, "minimax", "random", &search).unwrap();
        let start = game.start(plyscope::key::Stream::new(1, "pruning").trial(0)).unwrap();
        let seen = player.decide(&start, &[plyscope::search::Effort::Depth(3)]).unwrap();
        seen.counts.cut
    };
    // Three replies, nine answers to them; of pruned replies six are left.
    assert_eq!(cut("keep=2"), 3 + 6);
    assert_eq!(cut("keep=2,root=yes"), 1 + 2 + 4);
    assert_eq!((cut("keep=2,whose=others"), cut("keep=2,whose=own")), (3, 9));
    assert_eq!((cut("keep=2,levels=1..1"), cut("keep=2,levels=2..9")), (3, 9));
    assert_eq!(cut("keep=2,root=yes,levels=0..0"), 1);
    for (parameters, allowed) in
        [("whose=mine", "own (where"), ("levels=3..1", "from..to"), ("levels=2", "from..to")]
    {
        let name = format!("forward-pruning({parameters})");
        assert!(catalogue.search(&name).unwrap_err().to_string().contains(allowed), "{name}");
    }
    let name = "forward-pruning(keep=2,root=no,whose=own,levels=1..3)";
    assert_eq!(plyscope::search::SearchInfo::name(&catalogue.search(name).unwrap()).to_string(), name);
}
