//! The other tree models against probabilities worked out by hand.

use crate::support::{game, trials};
use plyscope::source::Wanted;

/// The share of games that the first player wins, over 10,240 games, and the allowed deviation from it.
fn won(name: &str, exact: f64) {
    let source = trials(&game(name), 31, Wanted::Every);
    let batches = (0..20).map(|block| source.batch::<[u64; 8]>(8 * block).unwrap());
    let won: u32 =
        batches.map(|b| b.truth().level(0)[0].iter().map(|word| word.count_ones()).sum::<u32>()).sum();
    let share = f64::from(won) / 10_240.0;
    let allowed = 4.5 * (exact * (1.0 - exact) / 10_240.0).sqrt();
    assert!((share - exact).abs() < allowed, "{name}: {share}, by hand {exact}");
}

/// Height 1: Max needs one of three Min nodes whose three leaves are all wins.
fn max_of_min(min_node_wins: f64) -> f64 {
    1.0 - (1.0 - min_node_wins).powi(3)
}

#[test]
fn leaf_trees() {
    for p in [0.68233, 0.4] {
        won(&format!("leaf-tree(height=1,p={p})"), max_of_min(f64::powi(p, 3)));
        // Two levels more: the same recursion.
        let below = max_of_min(f64::powi(p, 3));
        won(&format!("leaf-tree(height=2,p={p})"), max_of_min(below.powi(3)));
    }
}

#[test]
fn strength_trees() {
    // Height 1: a leaf's strength is one number, not negative if it is +1.
    for p in [0.61803, 0.5] {
        won(&format!("strength-tree(height=1,p={p})"), max_of_min(f64::powi(p, 3)));
    }
    // Height 2: below +1 every leaf wins; below -1 a subtree of height 1 must win.
    let p: f64 = 0.61803;
    let leaf = p + (1.0 - p) * max_of_min(p.powi(3));
    won("strength-tree(height=2)", max_of_min(leaf.powi(3)));
}

#[test]
fn arc_trees() {
    // Height 1: two arcs sum to at least 0 unless both are -1.
    for p in [0.5, 0.3] {
        let min_node = p + (1.0 - p) * f64::powi(p, 3);
        won(&format!("arc-tree(height=1,p={p})"), max_of_min(min_node));
    }
}

#[test]
fn n_games() {
    // Depth 2, two moves: a square is 1 only if both edges are +1; player 2 moves last and wins on a 1.
    let second_wins_node = 0.5 * (1.0 - 0.25);
    won("board-splitting(depth=2,squares=n)", 1.0 - second_wins_node * second_wins_node);
    // Depth 1: player 1 moves last and needs one edge of +1.
    won("board-splitting(depth=1,squares=n,edge=0.3)", 1.0 - 0.7 * 0.7);
    // All squares drawn anew: a P-game.
    let p: f64 = 0.3;
    let second_wins_node = 1.0 - (1.0 - p).powi(2);
    won("board-splitting(depth=2,squares=mixed,mix=1,p=0.3)", 1.0 - second_wins_node * second_wins_node);
    won("board-splitting(depth=2,squares=mixed,mix=0)", 1.0 - 0.375 * 0.375);
    // In between: which squares are drawn anew does not depend on what they become.
    for (mix, p, edge) in [(0.3, 0.2, 0.7), (0.6, 0.9, 0.5)] {
        let square: f64 = (1.0 - mix) * edge + mix * p;
        let name = format!("board-splitting(depth=1,squares=mixed,mix={mix},p={p},edge={edge})");
        won(&name, 1.0 - (1.0 - square).powi(2));
    }
}

/// A node of value h is won with probability w(h): depth 1, no increments, so all leaves have the root's.
#[test]
fn scheucher_kaindl_leaves() {
    let w = plyscope::tree::win_probability(1.0, 10, 42).first;
    won("scheucher-kaindl(depth=1,root=10,increment=0)", 1.0 - (1.0 - w).powi(2));
    let w = plyscope::tree::win_probability(4.0, -7, 42).first;
    won("scheucher-kaindl(depth=1,branching=3,root=-7,increment=0,c=4)", 1.0 - (1.0 - w).powi(3));
}
