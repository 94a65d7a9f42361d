//! Rounding, tested: the bound of `docs/forward-pruning.md`, and how much of it is used.

use super::joint::Joint;
use super::model::RAREST;
use super::pruning::Pruning;
use super::wide::Wide;
use super::{Reading, Trees, error_bound};
use crate::key::mix;

const CHANCE: f64 = 0.61803;

/// The root's moves at every height, each ply changed by `ply` in place of normalising.
fn strengths(p: f64, heights: u32, mut ply: impl FnMut(Joint) -> Joint) -> Vec<Joint> {
    let pruning = Pruning::new(p, Reading::Rank);
    let (up, down) = (Wide::new(CHANCE), Wide::complement(CHANCE));
    let mut below = Joint::nothing();
    let mut moves = Vec::new();
    for _ in 0..heights {
        let min = ply(below.shifted(up, down).reversed().best_of_three(&pruning).reversed());
        below = ply(min.best_of_three(&pruning));
        moves.push(min);
    }
    moves
}

/// The same in P-game trees.
fn leaves(p: f64, heights: u32, mut ply: impl FnMut(Joint) -> Joint) -> Vec<Joint> {
    let pruning = Pruning::new(p, Reading::Rank);
    let win = Trees::Leaf.chance();
    let mut below = Joint::leaf(Wide::new(win), Wide::complement(win));
    let mut moves = Vec::new();
    for _ in 0..heights {
        let min = ply(below.reversed().best_of_three(&pruning).reversed());
        below = ply(min.best_of_three(&pruning));
        moves.push(min);
    }
    moves
}

fn accuracy(joint: &Joint, least: i32) -> f64 {
    let [[g00, g01], [g10, g11]] = joint.outcomes(least).map(|row| row.map(Wide::to_f64));
    (1.0 + g11 / (g11 + g01) - g10 / (g10 + g00)) / 2.0
}

/// Left alone, the total drifts, at most by the bound.
#[test]
fn totals_stay_within_the_bound() {
    for p in [0.3, 0.7, 0.95] {
        let moves = strengths(p, 15, |joint| joint);
        for (joint, height) in moves.iter().zip(1..) {
            // The last operations on doubles are not in a total.
            let bound = error_bound(height) - 8.0 * f64::EPSILON;
            let excess = joint.total().excess().abs();
            assert!(excess <= bound, "p = {p}, height {height}: {excess}, at most {bound}");
        }
        let drift = moves[14].total().excess().abs();
        assert!(drift > 1e-28, "the errors do triple: {drift}");
        let kept = strengths(p, 15, Joint::normalised);
        let most = kept.iter().map(|joint| joint.total().excess().abs()).fold(0.0, f64::max);
        assert!(most < 1e-29, "normalised they do not: {most}");
    }
}

/// Pruning does not touch actual values: below c at a Max node means below c at all three children. So the
/// actual value's distribution has a recurrence of its own, without pairs and orders.
#[test]
fn actual_values_are_known_without_pruning() {
    let cube = |x: Wide| x * x * x;
    let (up, down) = (Wide::new(CHANCE), Wide::complement(CHANCE));
    // The chance of at most the i-th value, and of at least it. Both are carried, so that nothing cancels; that
    // they stop adding up to 1 triples with each ply, so not too many heights.
    let (mut at_most, mut at_least) = (vec![Wide::ONE], vec![Wide::ONE]);
    let half = |joint: &Joint, keep: &dyn Fn(i32) -> bool| -> f64 {
        let all: Vec<i32> = joint.values().collect();
        let actual = |y: i32| all.iter().map(|x| joint.probability(*x, y)).sum::<f64>();
        all.iter().filter(|y| keep(**y)).map(|y| actual(*y)).sum()
    };
    let mut compared = 0;
    for joint in strengths(0.7, 15, Joint::normalised) {
        let size = at_most.len();
        // In steps of 2 from one less: at most i is at most i, after -1, or at most i - 1, after +1.
        let shifted_most = |i: usize| {
            let lower = if i == 0 { Wide::ZERO } else { at_most[i - 1] * up };
            lower + at_most[i.min(size - 1)] * down
        };
        let shifted_least = |i: usize| {
            let same = if i == size { Wide::ZERO } else { at_least[i] * down };
            at_least[i.saturating_sub(1)] * up + same
        };
        let most: Vec<Wide> = (0..=size).map(shifted_most).collect();
        let least: Vec<Wide> = (0..=size).map(shifted_least).collect();
        // Min: at least c means all three. One minus a cube, by x^3 = 1 - (1-x)(1 + x + x^2).
        let one_minus_cube = |rest: Wide, x: Wide| rest * (Wide::ONE + x + x * x);
        let min_least: Vec<Wide> = least.iter().copied().map(cube).collect();
        let above = |i: usize| if i < size { least[i + 1] } else { Wide::ZERO };
        let min_most: Vec<Wide> = (0..=size).map(|i| one_minus_cube(most[i], above(i))).collect();
        for (i, value) in joint.values().enumerate() {
            let (least, most) = (min_least[i].to_f64(), min_most[i].to_f64());
            let found = [(half(&joint, &|y| y >= value), least), (half(&joint, &|y| y <= value), most)];
            for (found, exact) in found.into_iter().filter(|(_, exact)| *exact > RAREST) {
                assert!((found - exact).abs() <= 1e-13 * exact, "{value}: {found} {exact}");
                compared += 1;
            }
        }
        at_most = min_most.iter().copied().map(cube).collect();
        let below = |i: usize| if i == 0 { Wide::ZERO } else { min_most[i - 1] };
        at_least = (0..=size).map(|i| one_minus_cube(min_least[i], below(i))).collect();
    }
    assert!(compared > 150, "{compared} probabilities are large enough to compare");
}

/// Every cell of every ply is disturbed by up to 1e-9 of itself: that is how rounding acts, only larger. In
/// strength trees it does not add up. In P-game trees a change of the chance of a win doubles with each height
/// until one side always wins. Rounding, 1e-29, stays invisible in both, far below the bound.
#[test]
fn disturbances_stay_small() {
    let size = 1e-9;
    let mut count = 0;
    let mut disturbed = |joint: Joint| {
        let factor = |_| {
            count += 1;
            1.0 + size * (mix(count) as f64 / (1u64 << 63) as f64 - 1.0)
        };
        joint.scaled(factor).normalised()
    };
    for p in [0.5, 0.7, 0.9, 0.95, 0.99] {
        let plain = strengths(p, 60, Joint::normalised);
        let moved = strengths(p, 60, &mut disturbed);
        for ((a, b), height) in plain.iter().zip(&moved).zip(1..) {
            let moved = (accuracy(a, 0) - accuracy(b, 0)).abs();
            assert!(moved < 10.0 * size, "strength-tree, p = {p}, height {height}: {moved}");
        }
        let plain = leaves(p, 20, Joint::normalised);
        let moved = leaves(p, 20, &mut disturbed);
        for ((a, b), height) in plain.iter().zip(&moved).zip(1..) {
            let moved = (accuracy(a, 1) - accuracy(b, 1)).abs();
            assert!(moved < 1e5 * size, "leaf-tree, p = {p}, height {height}: {moved}");
        }
    }
}
