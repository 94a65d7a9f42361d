//! The probability of a correct decision, height by height: the data of figure 3.
//!
//! How many nodes a search generates (Smith & Nau, footnote 7): the horizontal axis of figures 4 and 5.

use super::joint::Joint;
use super::kind::refused;
use super::pruning::Pruning;
use super::wide::Wide;
use super::win_loss::WinLoss;
use super::{Alternatives, Reading, Trees};
use crate::error::{Error, Result};

/// The largest Max-height that is computed.
pub(crate) const MAX_HEIGHT: u32 = 60;

/// Where wins or losses are rarer than this, nothing is said of decisions between them: smaller numbers lose
/// digits.
pub(crate) const RAREST: f64 = 1e-200;

/// How wrong an accuracy at this Max-height can be by rounding, at most: 2e-15 up to 15, 2e-11 at 20, 8e-7 at
/// 25, and nothing useful from 30 on. Measured errors are far smaller (`docs/forward-pruning.md`).
pub fn error_bound(height: u32) -> f64 {
    // In ratios of probabilities: a ply triples what there is and adds its own chain of operations twice.
    let plies = (1..2 * height).map(|ply| 5 * (ply / 2 + 2) + 20);
    let ratio = plies.fold(0.0, |ratio, chain| 3.0 * ratio + 2.0 * f64::from(chain) * Wide::ERROR);
    // The last few operations are on doubles.
    libm::expm1(ratio).min(1.0) + 8.0 * f64::EPSILON
}

/// Forward pruning that is right with probability p, on one kind of tree.
///
/// ```
/// use plyscope::theory::forward_pruning::{Alternatives, Model, Reading, Trees};
/// let (trees, w) = (Trees::Leaf, Trees::Leaf.chance());
/// let rows = Model::new(trees, 0.9, w, Reading::Rank, Alternatives::Two)?.rows(15)?;
/// let closed_form = 1.0 - 3.0 * w * w * (1.0 - w) * 0.1 * 0.1 / (2.0 * (1.0 - w * w * w));
/// assert!((rows[0].accuracy.unwrap() - closed_form).abs() < 1e-15);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Model {
    trees: Trees,
    p: f64,
    chance: f64,
    reading: Reading,
    alternatives: Alternatives,
}

/// What is known of trees of one Max-height.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AtHeight {
    /// The Max-height of the tree; the moves that are compared lead to Min nodes of one less.
    pub height: u32,
    /// The probability of a correct decision (D, D'); none where there are no wins or no losses to choose
    /// between, or next to none (1e-200).
    pub accuracy: Option<f64>,
    /// The same for a random choice; none as above.
    pub guess: Option<f64>,
    /// The probability that a move is a win.
    pub win: f64,
}

impl Model {
    /// `p` is pruning's chance to be right, `chance` that of a +1 (p_N) or of a won leaf (p_P).
    pub fn new(
        trees: Trees,
        p: f64,
        chance: f64,
        reading: Reading,
        alternatives: Alternatives,
    ) -> Result<Self> {
        for (parameter, value) in [("p", p), ("chance", chance)] {
            if !(0.0..=1.0).contains(&value) {
                return Err(refused(parameter, value, "a probability from 0 to 1"));
            }
        }
        if reading == Reading::Printed && alternatives == Alternatives::Three {
            return Err(Error::Undefined(
                "the paper prints its formula for two alternatives only; for three take another reading than \
                 `printed`, for example `rank`"
                    .into(),
            ));
        }
        Ok(Model { trees, p, chance, reading, alternatives })
    }

    /// Every Max-height from 1 to `max_height`.
    pub fn rows(&self, max_height: u32) -> Result<Vec<AtHeight>> {
        let least = match (self.trees, self.reading) {
            (Trees::Strength, Reading::WinLoss) | (Trees::Leaf, _) => 1,
            (Trees::Strength, _) => 0,
        };
        let rows = self.moves(max_height)?.into_iter().zip(1..);
        Ok(rows.map(|(joint, height)| self.row(height, &joint, least)).collect())
    }

    /// The joint distribution of estimated and actual value of one root move, in trees of Max-height 1 to
    /// `max_height` (the paper's g of Max-height 0 to `max_height - 1`). Values are strengths from `-height` to
    /// `height`, and 0 or 1 in P-game trees and in the reading `win-loss`.
    pub fn moves(&self, max_height: u32) -> Result<Vec<Joint>> {
        if !(1..=MAX_HEIGHT).contains(&max_height) {
            let allowed = format!("a whole number from 1 to {MAX_HEIGHT}");
            return Err(refused("height", max_height, &allowed));
        }
        let pruning = Pruning::new(self.p, self.reading);
        let chance = (Wide::new(self.chance), Wide::complement(self.chance));
        let heights = 0..max_height;
        Ok(match (self.trees, self.reading) {
            (Trees::Leaf, _) => {
                let leaf = Joint::leaf(chance.0, chance.1);
                rise(heights, leaf, |max| max.min(&pruning), |_, min| min.max(&pruning))
            }
            (Trees::Strength, Reading::WinLoss) => rise(
                heights,
                WinLoss::leaves(),
                |max| max.min(0, chance, &pruning),
                |max, _| max.next(chance, &pruning),
            ),
            (Trees::Strength, _) => rise(
                heights,
                Joint::nothing(),
                |max| max.shifted(chance.0, chance.1).min(&pruning),
                |_, min| min.max(&pruning),
            ),
        })
    }

    fn row(&self, height: u32, joint: &Joint, least: i32) -> AtHeight {
        // Estimated first, actual second, as in the paper.
        let [[g00, g01], [g10, g11]] = joint.outcomes(least);
        let [win, loss] = [g11 + g01, g10 + g00].map(Wide::to_f64);
        if win < RAREST || loss < RAREST {
            return AtHeight { height, accuracy: None, guess: None, win };
        }
        // How often a win is taken for a win, and a loss.
        let (hit, mistake) = (g11.to_f64() / win, g10.to_f64() / loss);
        let (accuracy, guess) = match (self.alternatives, self.reading) {
            (Alternatives::Two, Reading::Printed) => {
                let miss = g01.to_f64() / win;
                let misprinted = hit * g01.to_f64() / loss;
                ((1.0 - mistake) * (hit + miss / 2.0) + misprinted / 2.0, 0.5)
            }
            (Alternatives::Two, _) => ((1.0 + hit - mistake) / 2.0, 0.5),
            (Alternatives::Three, _) => (of_three(win, loss, hit, mistake), (1.0 + win) / 3.0),
        };
        AtHeight { height, accuracy: Some(accuracy), guess: Some(guess), win }
    }
}

/// What each height is worth: `min` makes the moves of the root from the Max nodes below, `max` the Max nodes
/// of the next height.
fn rise<M>(
    heights: std::ops::Range<u32>,
    leaves: M,
    min: impl Fn(&M) -> Joint,
    max: impl Fn(&M, &Joint) -> M,
) -> Vec<Joint> {
    let mut below = leaves;
    let mut moves = Vec::new();
    for height in heights.clone() {
        let joint = min(&below);
        if height + 1 < heights.end {
            below = max(&below, &joint);
        }
        moves.push(joint);
    }
    moves
}

/// One of three moves, not all worth the same, is chosen at random among those that look won, or among all
/// where none does. One win and two losses come with probability `loss`, two wins and a loss with `win`.
fn of_three(win: f64, loss: f64, hit: f64, mistake: f64) -> f64 {
    let (miss, rightly) = (1.0 - hit, 1.0 - mistake);
    let all_lost = rightly * rightly;
    let one_win = hit * (all_lost + rightly * mistake + mistake * mistake / 3.0) + miss * all_lost / 3.0;
    let two_wins = hit * hit * (rightly + mistake * 2.0 / 3.0)
        + 2.0 * hit * miss * (rightly + mistake / 2.0)
        + miss * miss * rightly * 2.0 / 3.0;
    loss * one_win + win * two_wins
}

/// All children to a depth: b + b^2 + ... + b^depth; 3, 12, 39, ... for three. None where it does not fit.
pub fn full_width_nodes(branching: u64, depth: u32) -> Option<u64> {
    layers(branching, branching, depth)
}

/// All children are generated and only `keep` of them searched. With `root` the root's too, as the paper
/// counts: b(1 + keep + ... + keep^(depth-1)), which is 3, 9, 21, ... for two of three; there the two that
/// are compared are the two that are kept. Without, the root's children are all searched: 3, 12, 30, ...
pub fn pruned_nodes(branching: u64, keep: u64, depth: u32, root: bool) -> Option<u64> {
    let keep = keep.min(branching);
    if root || depth == 0 {
        return layers(branching, keep, depth);
    }
    branching.checked_add(branching.checked_mul(layers(branching, keep, depth - 1)?)?)
}

fn layers(branching: u64, keep: u64, depth: u32) -> Option<u64> {
    let mut sum = 0u64;
    let mut parents = 1u64;
    for layer in 0..depth {
        sum = sum.checked_add(branching.checked_mul(parents)?)?;
        if layer + 1 < depth {
            parents = parents.checked_mul(keep)?;
        }
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_formulas() {
        for depth in 1..=30 {
            assert_eq!(full_width_nodes(3, depth), Some((3u64.pow(depth + 1) - 3) / 2));
            assert_eq!(pruned_nodes(3, 2, depth, true), Some(3 * ((1u64 << depth) - 1)));
            assert_eq!(pruned_nodes(3, 3, depth, false), full_width_nodes(3, depth));
        }
        assert_eq!(full_width_nodes(3, 60), None);
        assert_eq!(pruned_nodes(3, 2, 64, true), None);
        assert_eq!(pruned_nodes(3, 2, 0, false), Some(0));
    }
}
