//! Worked examples of the papers, by hand-written trees.

use plyscope::game::text::TextTree;
use plyscope::game::{Game, Player};
use plyscope::rule::{BackupRule, Emm, EmmTrueTypes, MaxN, Minimax, Node, Product, WinRule};
use plyscope::search::{Budget, ForwardPruning, FullWidth, Recorder, Report, Search, TextTreeValues, Trace};
use plyscope::value::{Payoffs, Win};

fn tree(text: &str) -> TextTree {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Wilson, Parker & Nau, figure 2; Zuckerman et al., figure 3: 1 is a win for player 1.
const EXAMPLE: &str = "A:(B:(D:1 E:1)@1 C:(F:1 G:-1)@-1)@1";

fn watched(rule: &dyn WinRule, text: &str, error: f64) -> (Report<Win>, Trace<Win>) {
    let tree = tree(text).as_frontier();
    let frontier = TextTreeValues::new(&tree, Some(error), rule).unwrap();
    let mut recorder = Recorder::new();
    let report =
        FullWidth::default().search_watched(&tree, &0, &frontier, &Budget::unlimited(), &mut recorder);
    (report.unwrap(), recorder.finish().unwrap())
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-15, "{a} is not {b}");
}

#[test]
fn russell_norvig_figure_2() {
    let tree = tree("A:(B:(3 12 8) C:(2 4 6) D:(14 5 2))");
    let report = FullWidth::default()
        .search(&tree, &0, &TextTreeValues::new(&tree, None, Minimax).unwrap(), &Budget::unlimited())
        .unwrap();
    assert_eq!(report.value, Some(3.0));
    assert_eq!(report.scores.iter().map(|s| s.exact().unwrap()).collect::<Vec<_>>(), [3.0, 2.0, 2.0]);
    assert_eq!((report.choice, report.ties), (0, vec![0]));
    assert_eq!((report.counts.generated, report.counts.evaluated), (12, 9));
}

#[test]
fn russell_norvig_figure_4() {
    let tree = tree("A:((X:([1 2 6] [4 2 3]) ([6 1 2] [7 4 1])) (([5 1 1] [1 5 2]) ([7 7 1] [5 4 5])))");
    assert_eq!(tree.facts().players, 3);
    let mut recorder = Recorder::new();
    let payoffs = TextTreeValues::new(&tree, None, MaxN).unwrap();
    let report = FullWidth::default()
        .search_watched(&tree, &0, &payoffs, &Budget::unlimited(), &mut recorder)
        .unwrap();
    let vector = |values: [f64; 3]| Payoffs::new(&values);
    assert_eq!(report.value, vector([1.0, 2.0, 6.0]));
    // The root's moves tie for player A (1 each): the first is taken.
    assert_eq!((report.choice, report.ties), (0, vec![0, 1]));
    let root = recorder.finish().unwrap();
    let x = &root.children[0].children[0];
    assert_eq!(x.visit.map(|visit| visit.value), vector([1.0, 2.0, 6.0]), "C prefers 6 to 3 at X");
    assert_eq!(root.children[1].visit.map(|visit| visit.value), vector([1.0, 5.0, 2.0]));
}

#[test]
fn the_worked_example_of_emm_to_the_digit() {
    let (report, a) = watched(&Emm, EXAMPLE, 0.1);
    let [b, c] = [&a.children[0], &a.children[1]].map(|child| child.visit.unwrap());
    near(b.aggregate.unwrap().error(), 0.19);
    near(b.value.error(), 0.10);
    near(c.aggregate.unwrap().error(), 0.09);
    near(c.value.error(), 0.09);
    assert!(b.value.favours_first() && !c.value.favours_first(), "B is a win of player 1, C of player 2");
    near(report.value.unwrap().error(), 0.091);
    assert!(report.value.unwrap().favours_first());
    assert_eq!((report.choice, report.ties), (0, vec![0]));
}

#[test]
fn the_worked_example_without_the_own_estimate() {
    let (report, a) = watched(&Product, EXAMPLE, 0.1);
    near(a.children[0].visit.unwrap().value.error(), 0.19);
    near(report.value.unwrap().error(), 0.1729);
}

/// A node over two A children has the error 1 - (1 - e^2)^2 (paper 1; misprinted in paper 2).
#[test]
fn type_d_over_two_type_a_nodes() {
    let e: f64 = 0.1;
    // Player 2 chooses at the root between two nodes where player 1 wins by both moves.
    let tree = tree("((1 1) (1 1))").with_movers(&[Player::SECOND, Player::FIRST]).unwrap().as_frontier();
    let frontier = TextTreeValues::new(&tree, Some(e), Product).unwrap();
    let report = FullWidth::default().search(&tree, &0, &frontier, &Budget::unlimited()).unwrap();
    near(report.value.unwrap().error(), 1.0 - (1.0 - e * e) * (1.0 - e * e));
    assert!(report.value.unwrap().error() < e);
}

/// EMM's aggregate is the error of the node's type, for all types of 2 to 5 children.
#[test]
fn aggregates_are_the_errors_of_node_types() {
    use plyscope::theory::node_types::NodeType;
    for children in 2..=5u32 {
        for labels in 0..1u32 << children {
            let labels: Vec<bool> = (0..children).map(|i| labels >> i & 1 == 1).collect();
            for e in [0.05, 0.1, 0.3] {
                let values: Vec<Win> = labels.iter().map(|win| Win::opinion(*win, e)).collect();
                let aggregate = Emm.combine(Node { mover: Player::FIRST, height: 1, level: 0 }, &values);
                let node = NodeType::of(&labels).unwrap();
                let wrong = if node.wins() > 0 { aggregate.second } else { aggregate.first };
                assert!((wrong - node.error(e)).abs() < 1e-15, "{node}");
            }
        }
    }
}

/// With the true types known, a node taken for a win that is a true loss gets the error of a loss.
#[test]
fn true_types_by_hand() {
    // B is truly a loss for player 1 (both leaves are losses), but D is called a win.
    let tree = tree("((-1@1 -1) 1)").with_movers(&[Player::FIRST]).unwrap().as_frontier();
    let frontier = TextTreeValues::new(&tree, Some(0.1), EmmTrueTypes).unwrap();
    let mut recorder = Recorder::new();
    let search =
        FullWidth::default().search_watched(&tree, &0, &frontier, &Budget::unlimited(), &mut recorder);
    assert!(search.is_ok());
    let b = recorder.finish().unwrap().children[0].visit.unwrap().value;
    assert!(!b.truth && b.win.favours_first(), "labelled a win");
    // All children right with .9 * .9, so the label's error is 1 - .81; by labels it would be .1 * .9.
    near(b.win.error(), 0.19);
}

/// Footnote 7 of Smith & Nau: (3^(n+1) - 3)/2 nodes in full width, 3(2^n - 1) with forward pruning.
#[test]
fn nodes_generated_with_and_without_forward_pruning() {
    let leaf =
        |depth: u32| (0..depth).fold("0".to_string(), |child, _| format!("({child} {child} {child})@0"));
    for n in 1..=5u32 {
        let tree = tree(&leaf(n + 1)).as_frontier();
        let scores = TextTreeValues::new(&tree, None, Minimax).unwrap();
        let budget = Budget::depth(n).unwrap();
        let full = FullWidth::default().search(&tree, &0, &scores, &budget).unwrap();
        assert_eq!(full.counts.generated, (3u64.pow(n + 1) - 3) / 2);
        let pruning = ForwardPruning::new(2, true).unwrap();
        let pruned = pruning.search(&tree, &0, &scores, &budget).unwrap();
        assert_eq!(pruned.counts.generated, 3 * (2u64.pow(n) - 1));
    }
}
