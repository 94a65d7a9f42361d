//! The theory of forward pruning against closed forms, enumeration and exact arithmetic.

use plyscope::theory::forward_pruning::{Alternatives, AtHeight, Joint, Model, Reading, Trees, error_bound};
use proptest::prelude::*;
use std::collections::BTreeMap;

pub(crate) fn rows(
    trees: Trees,
    p: f64,
    chance: f64,
    reading: Reading,
    moves: u32,
    heights: u32,
) -> Vec<AtHeight> {
    let alternatives = Alternatives::new(moves).unwrap();
    Model::new(trees, p, chance, reading, alternatives).unwrap().rows(heights).unwrap()
}

pub(crate) fn accuracies(trees: Trees, p: f64, reading: Reading, moves: u32, heights: u32) -> Vec<f64> {
    let rows = rows(trees, p, trees.chance(), reading, moves, heights);
    rows.iter().map(|row| row.accuracy.unwrap()).collect()
}

/// Weights of {best, middle}, {best, worst}, {middle, worst} where some are equal, and where none are.
fn pair_weights(p: f64, reading: Reading) -> [[f64; 3]; 2] {
    let r = (1.0 - p) * (1.0 - p);
    let rank = [p, 1.0 - p - r, r];
    let different = match reading {
        Reading::CaseOne => [p, (1.0 - p) / 2.0, (1.0 - p) / 2.0],
        Reading::CaseTwo => [(1.0 - r) / 2.0, (1.0 - r) / 2.0, r],
        _ => rank,
    };
    [rank, different]
}

const PAIRS: [[usize; 2]; 3] = [[0, 1], [0, 2], [1, 2]];
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// A distribution of (estimated, actual), as the slow reference has it.
type Slow = BTreeMap<(i32, i32), f64>;

/// A node of three children: every triple, every order of equals, every kept pair. `sign` is 1 for Max.
fn slow_node(children: &Slow, sign: i32, weights: [[f64; 3]; 2]) -> Slow {
    let mut node = Slow::new();
    for (a, pa) in children {
        for (b, pb) in children {
            for (c, pc) in children {
                let triple = [a, b, c];
                let actual = triple.map(|child| sign * child.1);
                let sorted = |o: &&[usize; 3]| actual[o[0]] >= actual[o[1]] && actual[o[1]] >= actual[o[2]];
                let orders: Vec<_> = ORDERS.iter().filter(sorted).collect();
                for order in &orders {
                    for (pair, weight) in PAIRS.iter().zip(weights[usize::from(orders.len() == 1)]) {
                        let kept = pair.map(|role| sign * triple[order[role]].0);
                        let values = (sign * kept[0].max(kept[1]), sign * actual[order[0]]);
                        *node.entry(values).or_default() += pa * pb * pc * weight / orders.len() as f64;
                    }
                }
            }
        }
    }
    node
}

/// The root's moves, height by height.
fn slow_moves(trees: Trees, p: f64, chance: f64, reading: Reading, heights: u32) -> Vec<Slow> {
    let weights = pair_weights(p, reading);
    let mut max = match trees {
        Trees::Strength => Slow::from([((0, 0), 1.0)]),
        Trees::Leaf => Slow::from([((1, 1), chance), ((0, 0), 1.0 - chance)]),
    };
    let mut moves = Vec::new();
    for _ in 0..heights {
        if trees == Trees::Strength {
            let mut above = Slow::new();
            for ((x, y), probability) in max {
                *above.entry((x + 1, y + 1)).or_default() += chance * probability;
                *above.entry((x - 1, y - 1)).or_default() += (1.0 - chance) * probability;
            }
            max = above;
        }
        let min = slow_node(&max, -1, weights);
        max = slow_node(&min, 1, weights);
        moves.push(min);
    }
    moves
}

/// A decision between moves, by listing all that can be: not all are worth the same, and of those that look
/// best one is taken at random.
fn slow_decision(moves: &Slow, least: i32, count: u32) -> f64 {
    let mut outcomes = [0.0; 4];
    for ((x, y), probability) in moves {
        outcomes[2 * usize::from(*x >= least) + usize::from(*y >= least)] += probability;
    }
    let (mut right, mut all) = (0.0, 0.0);
    for code in 0..4usize.pow(count) {
        let states: Vec<usize> = (0..count).map(|i| code / 4usize.pow(i) % 4).collect();
        let wins = states.iter().filter(|state| *state % 2 == 1).count();
        if wins == 0 || wins == states.len() {
            continue;
        }
        let probability: f64 = states.iter().map(|state| outcomes[*state]).product();
        let best = states.iter().map(|state| state / 2).max();
        let chosen: Vec<_> = states.iter().filter(|state| Some(*state / 2) == best).collect();
        let winners = chosen.iter().filter(|state| **state % 2 == 1).count();
        right += probability * winners as f64 / chosen.len() as f64;
        all += probability;
    }
    right / all
}

pub(crate) fn least(trees: Trees) -> i32 {
    match trees {
        Trees::Strength => 0,
        Trees::Leaf => 1,
    }
}

/// Cumulative sums against every triple, order and pair; and both decisions.
#[test]
fn recurrences_equal_listing_everything() {
    for reading in [Reading::Rank, Reading::CaseOne, Reading::CaseTwo] {
        for trees in Trees::ALL {
            for (p, chance) in [(0.0, 0.5), (0.3, 0.7), (0.75, trees.chance()), (0.95, trees.chance())] {
                let slow = slow_moves(trees, p, chance, reading, 5);
                let model = Model::new(trees, p, chance, reading, Alternatives::Two).unwrap();
                for (joint, slow) in model.moves(5).unwrap().iter().zip(&slow) {
                    for x in joint.values() {
                        for y in joint.values() {
                            let expected = slow.get(&(x, y)).copied().unwrap_or(0.0);
                            let found = joint.probability(x, y);
                            assert!((found - expected).abs() < 1e-11, "{trees} {reading} {p} ({x}, {y})");
                        }
                    }
                }
                for count in [2, 3] {
                    let rows = rows(trees, p, chance, reading, count, 5);
                    for (row, slow) in rows.iter().zip(&slow) {
                        let expected = slow_decision(slow, least(trees), count);
                        let found = row.accuracy.unwrap();
                        assert!(
                            (found - expected).abs() < 1e-11,
                            "{trees} {reading} {p}: {row:?} {expected}"
                        );
                    }
                }
            }
        }
    }
}

/// Whole numbers: with p = p_N = 1/2 every probability is a fraction whose denominator is known.
#[test]
fn two_heights_in_exact_arithmetic() {
    type Exact = BTreeMap<(i32, i32), u128>;
    fn node(children: &Exact, sign: i32) -> Exact {
        let mut node = Exact::new();
        for (a, pa) in children {
            for (b, pb) in children {
                for (c, pc) in children {
                    let mut triple = [*a, *b, *c];
                    triple.sort_by_key(|child| -sign * child.1);
                    // Units of 1/24: six orders, and 2/4, 1/4, 1/4 for the pairs. Equals trade places.
                    for order in ORDERS {
                        let ordered = order.map(|i| triple[i]);
                        if ordered.map(|child| child.1) != triple.map(|child| child.1) {
                            continue;
                        }
                        let equals = ORDERS.iter().filter(|o| o.map(|i| triple[i].1) == triple.map(|t| t.1));
                        let share = 6 / equals.count() as u128;
                        for (pair, weight) in PAIRS.iter().zip([2, 1, 1]) {
                            let kept = pair.map(|role| sign * ordered[role].0);
                            let values = (sign * kept[0].max(kept[1]), ordered[0].1);
                            *node.entry(values).or_default() += pa * pb * pc * weight * share;
                        }
                    }
                }
            }
        }
        node
    }
    fn added(max: &Exact) -> Exact {
        let mut above = Exact::new();
        for ((x, y), count) in max {
            *above.entry((x + 1, y + 1)).or_default() += count;
            *above.entry((x - 1, y - 1)).or_default() += count;
        }
        above
    }
    let first = node(&added(&Exact::from([((0, 0), 1)])), -1);
    let second = node(&added(&node(&first, 1)), -1);
    let model = Model::new(Trees::Strength, 0.5, 0.5, Reading::Rank, Alternatives::Two).unwrap();
    let moves = model.moves(2).unwrap();
    for ((exact, joint), row) in [first, second].iter().zip(&moves).zip(model.rows(2).unwrap()) {
        let total: u128 = exact.values().sum();
        for x in joint.values() {
            for y in joint.values() {
                let expected = exact.get(&(x, y)).copied().unwrap_or(0) as f64 / total as f64;
                assert!((joint.probability(x, y) - expected).abs() <= expected * f64::EPSILON);
            }
        }
        let sum = |x: bool, y: bool| {
            exact.iter().filter(|(v, _)| (v.0 >= 0) == x && (v.1 >= 0) == y).map(|(_, n)| n).sum::<u128>()
                as f64
        };
        let hit = sum(true, true) / (sum(true, true) + sum(false, true));
        let mistake = sum(true, false) / (sum(true, false) + sum(false, false));
        let error = (row.accuracy.unwrap() - (1.0 + hit - mistake) / 2.0).abs();
        assert!(error <= error_bound(row.height), "{row:?}: {error}");
    }
}

/// All trees of two or three moves with three leaves each, and all ways to prune them.
#[test]
fn height_1_by_all_trees_and_all_prunings() {
    for (p, w) in [(0.2, 0.5), (0.7, 0.61803), (0.9, 0.68233f64)] {
        let [weights, _] = pair_weights(p, Reading::Rank);
        for count in [2u32, 3] {
            let (mut right, mut all) = (0.0, 0.0);
            for tree in 0u32..1 << (3 * count) {
                let moves: Vec<u32> = (0..count).map(|i| tree >> (3 * i) & 7).collect();
                let wins = moves.iter().filter(|leaves| **leaves == 7).count() as u32;
                if wins == 0 || wins == count {
                    continue;
                }
                let ones = tree.count_ones() as i32;
                let drawn = w.powi(ones) * (1.0 - w).powi(3 * count as i32 - ones);
                for pattern in 0..3u32.pow(count) {
                    // Leaves of a Min node in order, losses of Max first: their order among equals is no matter.
                    let kept = |i: usize| PAIRS[(pattern / 3u32.pow(i as u32) % 3) as usize];
                    let looks_won = |i: usize| {
                        let losses = 3 - moves[i].count_ones() as usize;
                        kept(i).iter().all(|leaf| *leaf >= losses)
                    };
                    let weight: f64 = (0..count as usize)
                        .map(|i| weights[PAIRS.iter().position(|pair| *pair == kept(i)).unwrap()])
                        .product();
                    let hopeful: Vec<usize> = (0..count as usize).filter(|i| looks_won(*i)).collect();
                    let chosen = if hopeful.is_empty() { (0..count as usize).collect() } else { hopeful };
                    let winners = chosen.iter().filter(|i| moves[**i] == 7).count();
                    right += drawn * weight * winners as f64 / chosen.len() as f64;
                    all += drawn * weight;
                }
            }
            for trees in Trees::ALL {
                let row = rows(trees, p, w, Reading::Rank, count, 1)[0];
                assert!(
                    (row.accuracy.unwrap() - right / all).abs() < 1e-13,
                    "{trees}, {count} moves, p = {p}"
                );
            }
        }
    }
}

proptest! {
    #[test]
    fn height_1_in_closed_form(p in 0.0..=1.0, w in 0.01..0.99) {
        let closed = 1.0 - 3.0 * w * w * (1.0 - w) * (1.0 - p) * (1.0 - p) / (2.0 * (1.0 - w * w * w));
        for trees in Trees::ALL {
            for reading in Reading::ALL.into_iter().filter(|reading| *reading != Reading::Printed) {
                let accuracy = rows(trees, p, w, reading, 2, 1)[0].accuracy.unwrap();
                prop_assert!((accuracy - closed).abs() < 1e-14, "{} {}: {} {}", trees, reading, accuracy, closed);
            }
        }
    }

    /// Probabilities, and guessing is as good as it must be: with both kinds of moves there, one of two and
    /// (1 + W)/3 of three.
    #[test]
    fn rows_are_probabilities(p in 0.0..=1.0, w in 0.05..0.95, reading in prop::sample::select(&Reading::ALL[..4])) {
        for trees in Trees::ALL {
            for (two, three) in rows(trees, p, w, reading, 2, 8).iter().zip(rows(trees, p, w, reading, 3, 8)) {
                let Some(accuracy) = two.accuracy else { continue };
                prop_assert!((0.0..=1.0).contains(&accuracy) && (0.0..=1.0).contains(&three.accuracy.unwrap()));
                prop_assert_eq!(two.guess, Some(0.5));
                prop_assert!((three.guess.unwrap() - (1.0 + two.win) / 3.0).abs() < 1e-15);
            }
        }
    }

    /// What is always kept is what matters: estimates are actual values.
    #[test]
    fn pruning_that_is_always_right_changes_nothing(w in 0.05..0.95, height in 1u32..12) {
        let model = Model::new(Trees::Strength, 1.0, w, Reading::Rank, Alternatives::Two).unwrap();
        let joint: Joint = model.moves(height).unwrap().pop().unwrap();
        for x in joint.values() {
            for y in joint.values() {
                prop_assert!(x == y || joint.probability(x, y) == 0.0);
            }
        }
    }
}

/// Every height, every reading, both kinds.
#[test]
fn always_right_means_always_correct() {
    for trees in Trees::ALL {
        for reading in Reading::ALL {
            let rows = rows(trees, 1.0, trees.chance(), reading, 2, 60);
            let known: Vec<f64> = rows.iter().filter_map(|row| row.accuracy).collect();
            assert!(known.len() >= if trees == Trees::Strength { 60 } else { 24 });
            assert!(known.iter().all(|accuracy| *accuracy == 1.0), "{trees} {reading}");
        }
    }
}

/// The paper's first interpretation of figure 3, on a grid, and its second; the latter is what speaks against
/// reading three different strengths as case 1.
#[test]
fn better_pruning_is_better_and_strength_trees_suffer_less() {
    let grid: Vec<f64> = (0..=20).map(|i| f64::from(i) / 20.0).collect();
    for reading in &Reading::ALL[..4] {
        for count in [2, 3] {
            let [strength, leaf] = Trees::ALL.map(|trees| {
                grid.iter().map(|p| accuracies(trees, *p, *reading, count, 15)).collect::<Vec<_>>()
            });
            for curves in [&strength, &leaf] {
                for pair in curves.windows(2) {
                    assert!(pair[0].iter().zip(&pair[1]).all(|(worse, better)| *worse <= better + 1e-15));
                }
            }
            if count == 2 {
                let pairs = strength.iter().flatten().zip(leaf.iter().flatten());
                let below = pairs.filter(|(strength, leaf)| **strength < **leaf - 1e-14).count();
                assert_eq!(below > 0, *reading == Reading::CaseOne, "{reading}: {below}");
            }
        }
    }
}

/// Footnote 4: odd Max-heights are better than the even ones next to them (from 4 on, at these p).
#[test]
fn strength_trees_zigzag() {
    for p in [0.5, 0.7, 0.8, 0.9, 0.95] {
        let d = accuracies(Trees::Strength, p, Reading::Rank, 2, 15);
        for even in (4..15).step_by(2) {
            assert!(d[even - 1] < d[even - 2] && d[even - 1] < d[even], "p = {p}, height {even}: {d:?}");
        }
    }
}

/// What is printed cannot be a probability of correct decision: with pruning that decides at random it is not
/// one half but falls to nothing.
#[test]
fn the_printed_formula_falls_below_guessing() {
    let printed = accuracies(Trees::Leaf, 0.5, Reading::Printed, 2, 12);
    let derived = accuracies(Trees::Leaf, 0.5, Reading::Rank, 2, 12);
    assert!(printed[11] < 0.01 && derived[11] >= 0.5 - 1e-12, "{printed:?} {derived:?}");
    // As printed, with the slow reference.
    for (slow, found) in slow_moves(Trees::Leaf, 0.5, 0.68233, Reading::Rank, 4).iter().zip(&printed) {
        let g = |x, y| slow.get(&(x, y)).copied().unwrap_or(0.0);
        let above = g(1, 1) * g(0, 0) + g(0, 1) * g(0, 0) / 2.0 + g(1, 1) * g(0, 1) / 2.0;
        let expected = above / ((g(1, 1) + g(0, 1)) * (g(1, 0) + g(0, 0)));
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }
}

#[test]
fn bad_numbers_are_refused() {
    let new = |p, chance, reading, alternatives| Model::new(Trees::Leaf, p, chance, reading, alternatives);
    let two = |p, chance| new(p, chance, Reading::Rank, Alternatives::Two);
    for (p, chance, message) in [
        (1.5, 0.5, "`theory pruning`: p=1.5 is not allowed; allowed: a probability from 0 to 1"),
        (f64::NAN, 0.5, "`theory pruning`: p=NaN is not allowed; allowed: a probability from 0 to 1"),
        (0.5, -0.1, "`theory pruning`: chance=-0.1 is not allowed; allowed: a probability from 0 to 1"),
    ] {
        assert_eq!(two(p, chance).unwrap_err().to_string(), message);
    }
    for height in [0, 61, 1_000_000, u32::MAX] {
        assert_eq!(
            two(0.5, 0.5).unwrap().rows(height).unwrap_err().to_string(),
            format!("`theory pruning`: height={height} is not allowed; allowed: a whole number from 1 to 60")
        );
    }
    let message = new(0.5, 0.5, Reading::Printed, Alternatives::Three).unwrap_err().to_string();
    assert!(message.contains("two alternatives only"), "{message}");
    // Without losses, or wins, there is nothing to decide.
    for chance in [0.0, 1.0] {
        let rows = two(0.5, chance).unwrap().rows(3).unwrap();
        assert!(rows.iter().all(|row| row.accuracy.is_none() && row.guess.is_none() && row.win == chance));
    }
}

/// The manual's table.
#[test]
fn the_manuals_values() {
    let manual = include_str!("../../../../docs/forward-pruning.md");
    let numbers = |line: &str| -> Option<Vec<f64>> {
        line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ").map(|cell| cell.parse().ok()).collect()
    };
    let table: Vec<Vec<f64>> = manual.lines().filter_map(numbers).collect();
    assert!(table.len() > 10, "the table is there");
    for line in table {
        let kinds = Trees::ALL.into_iter().flat_map(|trees| [0.5, 0.7, 0.9].map(|p| (trees, p)));
        for ((trees, p), printed) in kinds.zip(&line[1..]) {
            let exact = accuracies(trees, p, Reading::Rank, 2, line[0] as u32).pop().unwrap();
            assert!((exact - printed).abs() <= 0.50001e-4, "{trees}, p = {p}, height {}: {exact}", line[0]);
        }
    }
}
