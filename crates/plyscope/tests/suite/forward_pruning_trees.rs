//! Forward pruning on explicit trees: a simulation of the theory's model, and the search itself on drawn games.

use crate::forward_pruning::{accuracies, least, rows};
use crate::support::{evaluator, game, search, trials};
use plyscope::game::Game;
use plyscope::key::mix;
use plyscope::rule::Minimax;
use plyscope::search::{AnySearch, Budget, LeafValues, Search};
use plyscope::source::Wanted;
use plyscope::theory::forward_pruning::{Reading, Trees, full_width_nodes, pruned_nodes};
use plyscope::tree::{DrawnTree, Place};

/// Uniform numbers for the simulation.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        (mix(self.0) >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// One explicit tree: estimated and actual value of a node so many plies above the leaves. `sum` is the path's.
fn explore(dice: &mut Dice, trees: Trees, reading: Reading, p: f64, plies: u32, sum: i32) -> (i32, i32) {
    if plies == 0 {
        return match trees {
            Trees::Strength => (sum, sum),
            Trees::Leaf => [(0, 0), (1, 1)][usize::from(dice.roll() < trees.chance())],
        };
    }
    let sign = if plies.is_multiple_of(2) { 1 } else { -1 }; // the leaves are Max nodes
    let mut children = Vec::new();
    for _ in 0..3 {
        let added = match (trees, sign) {
            (Trees::Strength, -1) => [-1, 1][usize::from(dice.roll() < trees.chance())],
            _ => 0,
        };
        children.push((explore(dice, trees, reading, p, plies - 1, sum + added), dice.roll()));
    }
    // Best first; the second number breaks ties.
    let judged =
        |value: i32| if reading == Reading::WinLoss { i32::from(value >= least(trees)) } else { value };
    children.sort_by(|(a, i), (b, j)| {
        (sign * judged(b.1)).cmp(&(sign * judged(a.1))).then(i.partial_cmp(j).expect("dice roll numbers"))
    });
    let actual = children.iter().map(|(child, _)| sign * child.1).max().expect("three children");
    let roll = dice.roll();
    let dropped = if roll < p {
        2
    } else if roll < p + p * (1.0 - p) {
        1
    } else {
        0
    };
    children.remove(dropped);
    let estimated = children.iter().map(|(child, _)| sign * child.0).max().expect("two children");
    (sign * estimated, sign * actual)
}

/// Draws moves and compares each win with each loss, as independent moves: (1 + hit - mistake) / 2.
fn simulated(trees: Trees, reading: Reading, p: f64, height: u32, moves: u32) -> (f64, f64) {
    let mut dice = Dice(mix(u64::from(height) << 32 | (p * 100.0) as u64));
    let mut counts = [[0u32; 2]; 2];
    for _ in 0..moves {
        let (estimated, actual) = explore(&mut dice, trees, reading, p, 2 * height - 1, 0);
        counts[usize::from(actual >= least(trees))][usize::from(estimated >= least(trees))] += 1;
    }
    let share = |[lost, won]: [u32; 2]| (f64::from(won) / f64::from(won + lost), f64::from(won + lost));
    let ((mistake, losses), (hit, wins)) = (share(counts[0]), share(counts[1]));
    // With one case added to each side, so that a share of 0 or 1 has a width too.
    let width = |share: f64, of: f64| ((share * (1.0 - share) + 1.0 / of) / of).sqrt();
    ((1.0 + hit - mistake) / 2.0, width(hit, wins).hypot(width(mistake, losses)) / 2.0)
}

#[test]
fn explicit_trees_agree() {
    for trees in Trees::ALL {
        for reading in [Reading::Rank, Reading::WinLoss] {
            for p in [0.5, 0.8] {
                let exact = accuracies(trees, p, reading, 2, 5);
                for (height, moves) in [(1, 20_000), (2, 20_000), (3, 8_000), (4, 1_500), (5, 200)] {
                    let (found, error) = simulated(trees, reading, p, height, moves);
                    let expected = exact[height as usize - 1];
                    assert!(
                        (found - expected).abs() < 4.5 * error,
                        "{trees} {reading} p = {p} height {height}: {found} +- {error}, exact {expected}"
                    );
                }
            }
        }
    }
}

/// The games that the library draws are the theory's: how often a root move is a win.
#[test]
fn drawn_games_have_the_theorys_wins() {
    for trees in Trees::ALL {
        let rows = rows(trees, 0.9, trees.chance(), Reading::Rank, 2, 4);
        for row in rows {
            let source = trials(&game(&format!("{trees}(height={})", row.height)), 77, Wanted::Every);
            let won: u32 = (0..4)
                .flat_map(|block| source.batch::<[u64; 8]>(8 * block).unwrap().truth().level(1).to_vec())
                .map(|lanes| lanes.iter().map(|word| word.count_ones()).sum::<u32>())
                .sum();
            let moves = 3.0 * 4.0 * 512.0;
            let allowed = 4.5 * (row.win * (1.0 - row.win) / moves).sqrt();
            assert!((f64::from(won) / moves - row.win).abs() < allowed, "{trees} {row:?}: {won} of {moves}");
        }
    }
}

/// The paper's search in its own words: footnote 5, with the child of lowest value for the mover discarded.
fn plain(tree: &DrawnTree, place: Place, depth: u32, prune: bool) -> f64 {
    let share = |place: Place| tree.share(place).first;
    if depth == 0 || tree.is_over(&place) {
        return share(place);
    }
    let mut children: Vec<Place> = (0..3).map(|i| tree.play(&place, &i)).collect();
    let sign = if place.level.is_multiple_of(2) { 1.0 } else { -1.0 };
    if prune {
        let value = |child: &Place| sign * share(*child);
        let worst = children.iter().map(value).fold(f64::INFINITY, f64::min);
        // Of several, the last.
        let discarded = children.iter().rposition(|child| value(child) == worst);
        children.remove(discarded.expect("one of them is the worst"));
    }
    let values = children.iter().map(|child| sign * plain(tree, *child, depth - 1, prune));
    sign * values.fold(f64::NEG_INFINITY, f64::max)
}

/// `forward-pruning(keep=2,root=no)` with `natural` is the search of figures 4 and 5, and generates as many nodes as
/// counted; pruning children that are not searched further changes nothing.
#[test]
fn the_statistical_studys_search() {
    let [full, pruned, root] = ["full-width", "forward-pruning", "forward-pruning(root=yes)"].map(search);
    for name in ["arc-tree(height=3,p=0.5)", "leaf-tree(height=3)"] {
        let drawn = game(name);
        let natural = evaluator("natural", &drawn);
        let source = trials(&drawn, 3, Wanted::NonTrivial);
        let mut differ = 0;
        for trial in 0..100 {
            let tree = source.tree(trial).unwrap();
            let scores = LeafValues::new(&tree, &*natural, Minimax).unwrap();
            for depth in 1..=4 {
                let budget = Budget::depth(depth).unwrap();
                let run = |search: &AnySearch| {
                    let report = search.search(&tree, &tree.start(), &scores, &budget).unwrap();
                    let values: Vec<Option<f64>> = report.scores.iter().map(|score| score.exact()).collect();
                    (values, report.counts.generated)
                };
                let value = |i, prune| plain(&tree, tree.play(&tree.start(), &i), depth - 1, prune);
                let expected = |prune| (0..3).map(|i| Some(value(i, prune))).collect::<Vec<_>>();
                let without = (expected(false), full_width_nodes(3, depth).unwrap());
                let with = (expected(true), pruned_nodes(3, 2, depth, false).unwrap());
                assert_eq!(run(&full), without, "{name}");
                assert_eq!(run(&pruned), with, "{name}");
                assert_eq!(run(&root).1, pruned_nodes(3, 2, depth, true).unwrap());
                differ += usize::from(without.0 != with.0);
                assert!(depth > 2 || without.0 == with.0, "{name}");
            }
        }
        assert!(differ > 10, "{name}: pruning changes something deeper: {differ}");
    }
}
