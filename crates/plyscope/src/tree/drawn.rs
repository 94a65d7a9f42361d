//! Drawn games on uniform trees, solved, and the family of all that a [`TreeGame`](super::TreeGame) draws.
//!
//! One bit a node, packed: a level of one trial's tree, and how many bits of any stretch of it are set.

use super::{ErasedTreeGame, LevelTree, Levels, Place, Shape, TreeFamily};
use crate::game::{Facts, Player};
use crate::key::{DrawKey, TrialKey};
use crate::memory;
use crate::name::Name;
use crate::rule::{BackupRule, Node};
use crate::value::Win;
use std::fmt;
use std::sync::Arc;

/// A distribution of win-loss games, as a family.
///
/// ```
/// use plyscope::key::Stream;
/// use plyscope::name::Settings;
/// use plyscope::tree::{LeafTree, LevelTree, TreeFamily, Trees};
/// let game = LeafTree::named("leaf-tree(height=2,branching=2)")?;
/// let family = Trees(std::sync::Arc::new(game));
/// let trial = Stream::new(1, "example").trial(9);
/// assert_eq!(family.draw(trial).trial(), trial);
/// assert!(family.facts().knows_truth && family.facts().longest == 4);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Clone)]
pub struct Trees(pub Arc<dyn ErasedTreeGame>);

impl TreeFamily for Trees {
    type Tree = DrawnTree;

    fn name(&self) -> Name {
        self.0.name()
    }
    fn facts(&self) -> Facts {
        Facts::drawn(self.0.shape().depth())
    }
    fn bytes(&self) -> u128 {
        let shape = self.0.shape();
        memory::nodes(shape.branching(), shape.depth()) / 8
    }
    fn draw(&self, trial: TrialKey) -> DrawnTree {
        DrawnTree::draw(self.0.clone(), trial, 0)
    }
    fn draw_again(&self, trial: TrialKey, attempt: u32) -> Option<DrawnTree> {
        Some(DrawnTree::draw(self.0.clone(), trial, attempt))
    }
}

/// One trial of a tree game: its leaves, and the truth of every node.
///
/// ```
/// use plyscope::game::Game;
/// use plyscope::key::Stream;
/// use plyscope::name::Settings;
/// use plyscope::tree::{DrawnTree, LeafTree, Place};
/// let game = LeafTree::named("leaf-tree(height=1,branching=3,p=0.5)")?;
/// let tree = DrawnTree::draw(std::sync::Arc::new(game), Stream::new(1, "example").trial(0), 0);
/// // The first player moves, and wins if a move does.
/// let wins = (0..3).any(|choice| tree.truth(tree.play(&Place::ROOT, &choice)));
/// assert_eq!(tree.truth(Place::ROOT), wins);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Clone)]
pub struct DrawnTree {
    trees: Trees,
    shape: Shape,
    trial: TrialKey,
    attempt: u32,
    /// Does the first player win? Every level, from the root.
    truth: Vec<BitRow>,
}

impl DrawnTree {
    /// Draws one trial in the plain way, leaf by leaf, and solves it.
    pub fn draw(game: Arc<dyn ErasedTreeGame>, trial: TrialKey, attempt: u32) -> Self {
        let (shape, key) = (game.shape(), trial.block.attempt(attempt));
        let leaves = (0..shape.leaves()).map(|leaf| game.leaf(key, trial.lane, leaf)).collect();
        let solved = Levels::backed_up(shape, leaves, &AnyWin);
        let truth = (0..=shape.depth()).map(|level| BitRow::from_bools(solved.level(level))).collect();
        DrawnTree::solved(game, trial, attempt, truth)
    }

    /// A trial that is solved already: does the first player win, level by level from the root?
    pub(super) fn solved(
        game: Arc<dyn ErasedTreeGame>,
        trial: TrialKey,
        attempt: u32,
        truth: Vec<BitRow>,
    ) -> Self {
        DrawnTree { shape: game.shape(), trees: Trees(game), trial, attempt, truth }
    }

    /// Branching and depth.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Does the first player win at this node?
    pub fn truth(&self, place: Place) -> bool {
        self.truth[place.level as usize].at(place.index)
    }

    /// The share of the leaves below a node that the first player wins.
    pub fn share(&self, place: Place) -> Win {
        let leaves = self.shape.leaves_below(place.level);
        let wins = self.truth[self.shape.depth() as usize].count(place.index * leaves, leaves);
        Win::share(wins, leaves as u32)
    }

    /// The chance of a win that the model itself attaches to a node.
    pub fn opinion(&self, place: Place) -> Option<Win> {
        let key: DrawKey = self.trial.block.attempt(self.attempt);
        self.trees.0.opinion(key, self.trial.lane, place)
    }

    /// Has the root a winning and a losing move?
    pub fn is_non_trivial(&self) -> bool {
        let wins = self.truth[1].count(0, self.shape.branching());
        (1..self.shape.branching() as u32).contains(&wins)
    }
}

impl fmt::Debug for DrawnTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DrawnTree({}, {:?}, attempt {})", self.trees.0.name(), self.trial, self.attempt)
    }
}

/// The mover wins if any child is a win: the plain form of what [`Levels::solved`] does in lanes.
struct AnyWin;
impl BackupRule<bool> for AnyWin {
    fn combine(&self, node: Node, children: &[bool]) -> bool {
        let first = node.mover == Player::FIRST;
        children.contains(&first) == first
    }
}

impl LevelTree for DrawnTree {
    type Node = Place;
    type Trees = Trees;

    fn trees(&self) -> &Trees {
        &self.trees
    }
    fn trial(&self) -> TrialKey {
        self.trial
    }
    fn attempt(&self) -> u32 {
        self.attempt
    }
    #[inline]
    fn depth(&self) -> u32 {
        self.shape.depth()
    }
    #[inline]
    fn width(&self, _: u32) -> usize {
        self.shape.branching()
    }
    fn worth(&self, place: &Place) -> f64 {
        if self.truth(*place) { 1.0 } else { -1.0 }
    }
    fn progress_at(&self, level: u32) -> u32 {
        self.depth() - level
    }
}

/// A row of bits.
#[derive(Clone)]
pub(super) struct BitRow {
    words: Vec<u64>,
    /// Bits set before each word.
    before: Vec<u32>,
}

impl BitRow {
    pub(super) fn new(words: Vec<u64>) -> Self {
        let mut set = 0;
        let mut count = |word: &u64| {
            let before = set;
            set += word.count_ones();
            before
        };
        let mut before: Vec<u32> = words.iter().map(&mut count).collect();
        before.push(set);
        BitRow { words, before }
    }

    pub(super) fn from_bools(bits: &[bool]) -> Self {
        let word = |bits: &[bool]| bits.iter().rev().fold(0, |word, bit| word << 1 | u64::from(*bit));
        BitRow::new(bits.chunks(64).map(word).collect())
    }

    /// One bit.
    #[inline]
    pub(super) fn at(&self, index: usize) -> bool {
        self.words[index / 64] >> (index % 64) & 1 == 1
    }

    /// How many of the bits before this one are set.
    #[inline]
    fn set_before(&self, index: usize) -> u32 {
        let within = index % 64;
        let partly = if within == 0 { 0 } else { self.words[index / 64] << (64 - within) };
        self.before[index / 64] + partly.count_ones()
    }

    /// How many bits are set among `length` of them from `first` on.
    #[inline]
    pub(super) fn count(&self, first: usize, length: usize) -> u32 {
        self.set_before(first + length) - self.set_before(first)
    }
}

/// Rows of lanes from lanes of rows: bit i of word k becomes bit k of word i (a square of bits is halved, its
/// corners exchanged, and so on within them).
pub(super) fn transposed(mut square: [u64; 64]) -> [u64; 64] {
    let (mut half, mut mask) = (32, 0x0000_0000_ffff_ffff_u64);
    while half > 0 {
        for upper in (0..64).filter(|row| row & half == 0) {
            let lower = upper + half;
            let exchanged = (square[upper] >> half ^ square[lower]) & mask;
            square[upper] ^= exchanged << half;
            square[lower] ^= exchanged;
        }
        half /= 2;
        mask ^= mask << half;
    }
    square
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mixed(i: u64) -> u64 {
        (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(i as u32 % 64) ^ i << 40
    }

    #[test]
    fn transposed_bit_by_bit() {
        let square: [u64; 64] = std::array::from_fn(|i| mixed(i as u64));
        let turned = transposed(square);
        for (row, word) in square.into_iter().enumerate() {
            for (bit, column) in turned.into_iter().enumerate() {
                assert_eq!(column >> row & 1, word >> bit & 1, "row {row}, bit {bit}");
            }
        }
    }

    #[test]
    fn stretches_are_counted() {
        let bits: Vec<bool> = (0..200).map(|i| mixed(i) & 4 == 4).collect();
        let row = BitRow::from_bools(&bits);
        for first in 0..=200 {
            for length in 0..=200 - first {
                let count = bits[first..first + length].iter().filter(|bit| **bit).count();
                assert_eq!(row.count(first, length) as usize, count, "{length} from {first}");
            }
        }
        assert!((0..200).all(|i| row.at(i) == bits[i]));
        assert_eq!(BitRow::from_bools(&[true; 128]).count(0, 128), 128);
    }
}
