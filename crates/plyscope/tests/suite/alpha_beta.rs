//! Alpha-beta in every configuration against full-width minimax.

use crate::real_games::{connect_four, kalah};
use crate::support::{random_position, tree_text};
use plyscope::evaluator::Random;
use plyscope::game::text::TextTree;
use plyscope::game::{Game, Player, TicTacToe};
use plyscope::key::Stream;
use plyscope::rule::{Minimax, Product};
use plyscope::search::{
    AlphaBeta, Budget, DepthIn, Frontier, FullWidth, LeafValues, Recorder, Report, Score, Search,
    TextTreeValues, ToTheEnd, Trace,
};
use plyscope::theory::alpha_beta::fewest_leaves;
use plyscope::tree::{MoveOrder, NumberTree, Shape};
use proptest::prelude::*;

/// Every combination of the settings, with a tiny and a usual table.
fn configurations() -> Vec<AlphaBeta> {
    let mut all = Vec::new();
    for shallow in [None, Some(1), Some(2)] {
        for table in [None, Some(0), Some(1)] {
            for bits in 0..64 {
                let [killers, history, deepening, all_scores, scout, narrow] =
                    std::array::from_fn(|i| bits >> i & 1 == 1);
                if narrow && !deepening {
                    continue;
                }
                let aspiration = narrow.then_some(0.25);
                all.push(AlphaBeta {
                    shallow,
                    killers,
                    history,
                    table,
                    plain_below: 1 + u32::from(killers != scout) + u32::from(narrow),
                    depth_in: DepthIn::Plies,
                    deepening,
                    scout,
                    aspiration,
                    all_scores,
                    all_ties: !all_scores && history != scout,
                });
            }
        }
    }
    all
}

/// Minimax's value; a choice that is worth it; with all scores, minimax's scores and ties.
fn check<G: Game>(
    game: &G,
    position: &G::Position,
    frontier: &impl Frontier<G, Value = f64>,
    budget: &Budget<'_>,
) {
    let full = FullWidth::default().search(game, position, frontier, budget).unwrap();
    check_in(DepthIn::Plies, &full, game, position, frontier, budget);
    let full = FullWidth { depth_in: DepthIn::Turns, deepening: false };
    let full = full.search(game, position, frontier, budget).unwrap();
    check_in(DepthIn::Turns, &full, game, position, frontier, budget);
}

/// The same, for depths in plies or in turns.
fn check_in<G: Game>(
    depth_in: DepthIn,
    full: &Report<f64>,
    game: &G,
    position: &G::Position,
    frontier: &impl Frontier<G, Value = f64>,
    budget: &Budget<'_>,
) {
    for search in configurations() {
        let search = AlphaBeta { depth_in, ..search };
        let report: Report<f64> = search.search(game, position, frontier, budget).unwrap();
        assert_eq!(report.value, full.value, "{search:?}");
        assert_eq!(
            full.scores[report.choice].exact(),
            full.value,
            "{search:?}: the choice is worth the value"
        );
        assert!(report.complete, "{search:?}");
        if search.all_scores {
            assert_eq!((&report.scores, &report.ties), (&full.scores, &full.ties), "{search:?}");
        }
        if search.all_ties {
            assert_eq!(report.ties, full.ties, "{search:?}");
        }
        let mover = game.mover(position);
        for (score, exact) in report.scores.iter().zip(&full.scores) {
            let exact = exact.exact().unwrap();
            match score {
                Score::Exact(value) => assert_eq!(*value, exact, "{search:?}"),
                Score::Bound(value) if mover == Player::FIRST => assert!(exact <= *value, "{search:?}"),
                Score::Bound(value) => assert!(exact >= *value, "{search:?}"),
                Score::Within(..) | Score::Unknown => panic!("{search:?}: every root move is looked at"),
            }
        }
        if search == (AlphaBeta { depth_in, ..AlphaBeta::default() }) {
            assert!(report.counts.generated <= full.counts.generated);
        }
    }
}

fn random(values: u32) -> Random {
    Random::new(values, 0).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Uneven trees, ties, extra turns, to the end.
    #[test]
    fn on_written_trees(
        text in tree_text((-3i8..=3).prop_map(f64::from)),
        movers in prop::collection::vec(prop::sample::select(vec![Player::FIRST, Player::SECOND]), 1..4),
    ) {
        let tree: TextTree = text.parse::<TextTree>().unwrap().with_movers(&movers).unwrap();
        // Best-first order asks inner nodes for estimates; those without one are exact trees' business.
        let frontier = EstimatedTree(written(&tree));
        check(&tree, &0, &frontier, &Budget::unlimited());
    }

    /// Positions of real games, to a depth, with an opinion that has many ties.
    #[test]
    fn on_positions_of_real_games(trial in 0u64..1000, plies in 0u32..6, depth in 1u32..5, values in 2u32..20) {
        let stream = Stream::new(3, "alpha-beta");
        let budget = Budget::depth(depth).unwrap();
        let evaluator = random(values);
        let game = kalah("kalah(pits=4,seeds=3)");
        let start = random_position(&game, plies, stream, trial).unwrap();
        check(&game, &start, &LeafValues::new(&game, evaluator, Minimax).unwrap(), &budget);
        let game = connect_four("connect-four(width=5,height=4,run=3)");
        let start = random_position(&game, plies, stream, trial).unwrap();
        check(&game, &start, &LeafValues::new(&game, evaluator, Minimax).unwrap(), &budget);
    }
}

/// The numbers of a written tree, for minimax.
fn written(tree: &TextTree) -> TextTreeValues<Minimax> {
    TextTreeValues::new(tree, None, Minimax).unwrap()
}

/// Gives every inner node of a written tree some opinion, for ordering only.
struct EstimatedTree(TextTreeValues<Minimax>);

impl Frontier<TextTree> for EstimatedTree {
    type Value = f64;
    type Rule = Minimax;
    fn rule(&self) -> &Minimax {
        &Minimax
    }
    fn terminal(&self, tree: &TextTree, node: &usize) -> f64 {
        self.0.terminal(tree, node)
    }
    fn estimate(&self, _: &TextTree, node: &usize) -> Option<f64> {
        Some((*node % 7) as f64 - 3.0)
    }
}

/// Plain below any depth is plain: nothing is ordered, kept or scouted. Plain nowhere visits other nodes.
#[test]
fn plain_below_leaves_out_what_it_says() {
    let game = connect_four("connect-four(width=5,height=4)");
    let frontier = LeafValues::new(&game, random(1000), Minimax).unwrap();
    let counts = |search: AlphaBeta| {
        let budget = Budget::depth(6).unwrap();
        search.search(&game, &game.start(), &frontier, &budget).unwrap().counts
    };
    let ordered =
        AlphaBeta { killers: true, history: true, table: Some(1), scout: true, ..AlphaBeta::default() };
    let plain = counts(AlphaBeta::default());
    assert_eq!(counts(AlphaBeta { plain_below: 100, ..ordered }), plain);
    let [everywhere, near] = [1, 3].map(|plain_below| counts(AlphaBeta { plain_below, ..ordered }));
    assert!(everywhere != plain && near != plain && near != everywhere, "{plain:?} {everywhere:?} {near:?}");
}

/// The numbers everybody gets: 549,946 nodes in full, 18,297 with alpha-beta in the order of the cells.
#[test]
fn nodes_of_tic_tac_toe() {
    let game = TicTacToe::default();
    let unlimited = Budget::unlimited();
    let full = FullWidth::default()
        .search(&game, &game.start(), &ToTheEnd::new(&game, Minimax).unwrap(), &unlimited)
        .unwrap();
    assert_eq!((full.counts.generated + 1, full.value), (549_946, Some(0.0)));
    let plain = AlphaBeta::default()
        .search(&game, &game.start(), &ToTheEnd::new(&game, Minimax).unwrap(), &unlimited)
        .unwrap();
    assert_eq!((plain.counts.generated + 1, plain.value), (18_297, Some(0.0)));
}

/// Russell & Norvig, figure 5: two leaves are never evaluated.
#[test]
fn figure_5() {
    let tree: TextTree = "A:(B:(3 12 8) C:(2 4 6) D:(14 5 2))".parse().unwrap();
    let mut recorder = Recorder::new();
    let report = AlphaBeta::default()
        .search_watched(&tree, &0, &written(&tree), &Budget::unlimited(), &mut recorder)
        .unwrap();
    assert_eq!((report.value, report.choice), (Some(3.0), 0));
    assert_eq!((report.counts.evaluated, report.counts.cut), (7, 2));
    let root = recorder.finish().unwrap();
    let unseen = |node: &Trace<f64>| {
        node.children.iter().filter(|leaf| leaf.visit.is_none()).map(|leaf| leaf.child).collect::<Vec<_>>()
    };
    assert_eq!(root.children.iter().map(unseen).collect::<Vec<_>>(), [vec![], vec![1, 2], vec![]]);
    // The figure's last stage: C is worth at most 2, D exactly 2.
    assert_eq!(report.scores, [Score::Exact(3.0), Score::Bound(2.0), Score::Exact(2.0)]);
}

/// Knuth & Moore 1975: in best-first order exactly b^ceil(m/2) + b^floor(m/2) - 1 leaves are looked at.
#[test]
fn best_first_order_looks_at_the_fewest_leaves() {
    for (branching, depth) in [(2, 8), (3, 5), (3, 6), (5, 4), (8, 3)] {
        let shape = Shape::new(branching, depth).unwrap();
        for trial in 0..5 {
            let tree = NumberTree::draw(shape, MoveOrder::BestFirst, Stream::new(1, "order").trial(trial));
            let report = AlphaBeta::default()
                .search(&tree, &tree.start(), &ToTheEnd::new(&tree, Minimax).unwrap(), &Budget::unlimited())
                .unwrap();
            assert_eq!(report.counts.evaluated, fewest_leaves(u64::from(branching), depth).unwrap());
            assert_eq!(report.value, Some(tree.value(tree.start())));
        }
    }
}

/// In random order alpha-beta looks at more than that and less than all; the exponent is near 3/4.
#[test]
fn random_order_is_in_between() {
    let exponent = |branching: u32, depth: u32| {
        let shape = Shape::new(branching, depth).unwrap();
        let trials = 40;
        let leaves: u64 = (0..trials)
            .map(|trial| {
                let tree = NumberTree::draw(shape, MoveOrder::Random, Stream::new(2, "order").trial(trial));
                let search = AlphaBeta::default();
                search
                    .search(
                        &tree,
                        &tree.start(),
                        &ToTheEnd::new(&tree, Minimax).unwrap(),
                        &Budget::unlimited(),
                    )
                    .unwrap()
                    .counts
                    .evaluated
            })
            .sum();
        (leaves as f64 / trials as f64).ln() / f64::from(branching).ln() / f64::from(depth)
    };
    for (branching, depth) in [(4, 6), (6, 5), (10, 4)] {
        let found = exponent(branching, depth);
        assert!((0.70..0.85).contains(&found), "b {branching}, m {depth}: b^({found} m)");
    }
}

#[test]
fn only_minimax_is_cut() {
    let tree: TextTree = "(1 0)".parse().unwrap();
    let wins = TextTreeValues::new(&tree, None, Product).unwrap();
    let why = AlphaBeta::default().search(&tree, &0, &wins, &Budget::unlimited()).unwrap_err().to_string();
    assert!(why.contains("minimax only"), "{why}");
}

/// Deepening under a budget leaves what the last whole iteration found.
#[test]
fn deepening_stops_with_the_best_so_far() {
    let game = connect_four("connect-four");
    let scores = LeafValues::new(&game, random(1_000_000), Minimax).unwrap();
    let deepening = AlphaBeta { deepening: true, table: Some(1), ..AlphaBeta::default() };
    let budget = Budget::unlimited().with_nodes(20_000);
    let stopped = deepening.search(&game, &game.start(), &scores, &budget).unwrap();
    assert!(!stopped.complete && stopped.counts.generated == 20_000);
    let same = AlphaBeta::default();
    let whole = same.search(&game, &game.start(), &scores, &Budget::depth(stopped.depth).unwrap()).unwrap();
    assert_eq!(stopped.value, whole.value, "depth {}", stopped.depth);
    // Without a limit it ends when there is nothing left to see.
    let small = TicTacToe::default();
    let scores = LeafValues::new(&small, random(9), Minimax).unwrap();
    let report = deepening.search(&small, &small.start(), &scores, &Budget::unlimited()).unwrap();
    assert_eq!((report.value, report.complete, report.depth), (Some(0.5), true, 9));
}

/// A cut-off test of one's own: positions are taken at their estimate only where they are quiet.
#[test]
fn cut_off_tests_are_honoured() {
    struct Quiet(TextTreeValues<Minimax>);
    impl Frontier<TextTree> for Quiet {
        type Value = f64;
        type Rule = Minimax;
        fn rule(&self) -> &Minimax {
            &Minimax
        }
        fn terminal(&self, tree: &TextTree, node: &usize) -> f64 {
            self.0.terminal(tree, node)
        }
        fn estimate(&self, tree: &TextTree, node: &usize) -> Option<f64> {
            self.0.estimate(tree, node)
        }
        fn cuts_off(&self, tree: &TextTree, node: &usize, depth: u32, limit: u32) -> bool {
            depth >= limit && !tree.node_name(*node).starts_with("loud")
        }
    }
    let tree: TextTree = "(quiet:(1 2)@9 loud:(3 4)@0)".parse().unwrap();
    let quiet = Quiet(written(&tree));
    let budget = Budget::depth(1).unwrap();
    for value in [
        FullWidth::default().search(&tree, &0, &quiet, &budget).unwrap().scores,
        AlphaBeta { all_scores: true, ..AlphaBeta::default() }
            .search(&tree, &0, &quiet, &budget)
            .unwrap()
            .scores,
    ] {
        assert_eq!(value, [Score::Exact(9.0), Score::Exact(3.0)]);
    }
}

/// Quiescence that looks up to two plies beyond the depth: a table entry at the limit is none beyond it.
#[test]
fn cut_off_tests_and_tables_agree_with_minimax() {
    use plyscope::game::{Kalah, Pits};
    struct Quiescent(LeafValues<Random, Minimax>);
    impl Frontier<Kalah> for Quiescent {
        type Value = f64;
        type Rule = Minimax;
        fn rule(&self) -> &Minimax {
            &Minimax
        }
        fn terminal(&self, game: &Kalah, position: &Pits) -> f64 {
            self.0.terminal(game, position)
        }
        fn estimate(&self, game: &Kalah, position: &Pits) -> Option<f64> {
            self.0.estimate(game, position)
        }
        fn cuts_off(&self, game: &Kalah, position: &Pits, depth: u32, limit: u32) -> bool {
            let quiet = !game.board_key(position).is_multiple_of(3);
            depth >= limit && (quiet || depth >= limit + 2)
        }
    }
    let game = kalah("kalah(pits=3,seeds=3)");
    let stream = Stream::new(5, "quiescence");
    for trial in 0..30 {
        let position = random_position(&game, 3, stream, trial).unwrap();
        for depth in 1..=4 {
            let frontier = Quiescent(LeafValues::new(&game, random(50), Minimax).unwrap());
            check(&game, &position, &frontier, &Budget::depth(depth).unwrap());
        }
    }
}

/// With an evaluator that sees more than the table key does (none should), the table would lie; with one that
/// sees the stores it must not.
#[test]
fn tables_keep_stores_apart() {
    let game = kalah("kalah(pits=3,seeds=3)");
    let stores = plyscope::evaluator::StoreDifference::default();
    let stream = Stream::new(6, "stores");
    for trial in 0..10 {
        let position = random_position(&game, 2, stream, trial).unwrap();
        check(
            &game,
            &position,
            &LeafValues::new(&game, stores, Minimax).unwrap(),
            &Budget::depth(6).unwrap(),
        );
    }
}

/// Without estimates every configuration still solves what minimax solves.
#[test]
fn orders_and_deepening_do_without_estimates() {
    let tree: TextTree = "((3 12 8) (2 4 6) ((1 9) 5 2))".parse().unwrap();
    check(&tree, &0, &written(&tree), &Budget::unlimited());
    let game = TicTacToe::default();
    let start = [4, 0, 8].iter().fold(game.start(), |marks, cell| game.play(&marks, cell));
    check(&game, &start, &ToTheEnd::new(&game, Minimax).unwrap(), &Budget::unlimited());
    // To a depth it cannot be done, and the depth is the right one.
    let deepening = AlphaBeta { deepening: true, ..AlphaBeta::default() };
    let why = deepening
        .search(&game, &start, &ToTheEnd::new(&game, Minimax).unwrap(), &Budget::depth(2).unwrap())
        .unwrap_err();
    assert!(why.to_string().contains("2 plies ahead has no estimate"), "{why}");
}

/// What each improvement is for: fewer nodes, by the margins that are usual in such games.
#[test]
fn every_improvement_saves_nodes() {
    let game = kalah("kalah");
    let stores = plyscope::evaluator::StoreDifference::default();
    let scores = LeafValues::new(&game, stores, Minimax).unwrap();
    let budget = Budget::depth(9).unwrap();
    let nodes =
        |search: AlphaBeta| search.search(&game, &game.start(), &scores, &budget).unwrap().counts.generated;
    let plain = AlphaBeta::default();
    let table = AlphaBeta { table: Some(4), ..plain };
    let deeper = AlphaBeta { deepening: true, ..table };
    let full =
        FullWidth::default().search(&game, &game.start(), &scores, &Budget::depth(6).unwrap()).unwrap();
    let six = plain.search(&game, &game.start(), &scores, &Budget::depth(6).unwrap()).unwrap();
    assert!(
        six.counts.generated * 4 < full.counts.generated,
        "cuts: {} of {}",
        six.counts.generated,
        full.counts.generated
    );
    let base = nodes(plain);
    assert!(nodes(AlphaBeta { killers: true, ..plain }) < base * 9 / 10, "killers");
    assert!(nodes(AlphaBeta { history: true, ..plain }) < base * 9 / 10, "history");
    assert!(nodes(AlphaBeta { shallow: Some(1), ..plain }) < base / 2, "best-first");
    assert!(nodes(table) < base, "table");
    // A table gives the order of one iteration to the next: deepening costs less than the last depth alone.
    assert!(nodes(deeper) < nodes(table), "deepening with a table");
    assert!(nodes(AlphaBeta { deepening: true, ..plain }) < base * 3 / 2, "deepening reorders the root");
}

/// As a search: no mistake, whatever the depth that is asked for.
#[test]
fn solve_is_a_search_without_mistakes() {
    let game = connect_four("connect-four(width=4,height=3,run=3)");
    let stream = Stream::new(7, "solve");
    for trial in 0..20 {
        let position = random_position(&game, 3, stream, trial).unwrap();
        let full = FullWidth::default()
            .search(&game, &position, &ToTheEnd::new(&game, Minimax).unwrap(), &Budget::unlimited())
            .unwrap();
        let scores = LeafValues::new(&game, random(9), Minimax).unwrap();
        let solved =
            plyscope::search::Solve.search(&game, &position, &scores, &Budget::depth(1).unwrap()).unwrap();
        assert_eq!((solved.ties, solved.complete), (full.ties, true));
        assert_eq!(solved.value, full.value.map(|value| (value + 1.0) / 2.0));
    }
}

/// The numbers of a number tree are spread: hardly two of 3,000 are equal.
#[test]
fn number_trees_have_distinct_leaves() {
    let shape = Shape::new(5, 5).unwrap();
    let tree = NumberTree::draw(shape, MoveOrder::Random, Stream::new(3, "numbers").trial(9));
    let mut leaves: Vec<u64> = (0..shape.leaves())
        .map(|index| tree.value(plyscope::tree::Place { level: 5, index }) as u64)
        .collect();
    leaves.sort_unstable();
    leaves.dedup();
    assert!(leaves.len() > 3120, "{} of 3125 differ", leaves.len());
    let mean = leaves.iter().sum::<u64>() as f64 / leaves.len() as f64 / f64::from(u32::MAX);
    assert!((mean - 0.5).abs() < 4.5 * (1.0f64 / 12.0 / 3125.0).sqrt(), "{mean}");
    let to_the_end = ToTheEnd::new(&tree, Minimax).unwrap();
    let looked =
        AlphaBeta::default().search(&tree, &tree.start(), &to_the_end, &Budget::unlimited()).unwrap();
    let seen = looked.counts.evaluated;
    assert!((fewest_leaves(5, 5).unwrap()..3125).contains(&seen), "{seen}");
}

/// Where the leaves are opinions there is nothing beyond them: deepening ends there by itself, with full width's value.
#[test]
fn deepening_ends_where_the_tree_does() {
    let tree = "(1 (0 1)@1 ((1 0) 1))".parse::<TextTree>().unwrap().as_frontier();
    let (scores, budget) =
        (TextTreeValues::new(&tree, Some(0.1), Minimax).unwrap(), Budget::unlimited().with_nodes(10_000));
    let search = AlphaBeta { deepening: true, ..AlphaBeta::default() };
    let found = search.search(&tree, &0, &scores, &budget).unwrap();
    let full = FullWidth::default().search(&tree, &0, &scores, &budget).unwrap();
    assert!(found.complete && found.value == full.value, "{found:?}");
}
