//! Many trials of a tree game in lanes, solved.

use super::drawn::{BitRow, transposed};
use super::{DrawLanes, DrawnTree, ErasedTreeGame, Levels, Shape};
use crate::key::{BlockKey, DrawKey, TrialKey};
use crate::lanes::Bits;
use crate::value::Ordered;
use std::fmt;
use std::sync::Arc;

/// Consecutive blocks of trials: the truth of every node, one bit a trial.
///
/// ```
/// use plyscope::key::Stream;
/// use plyscope::lanes::Bits;
/// use plyscope::name::Settings;
/// use plyscope::tree::{ArcTree, Batch, Place};
/// let game = ArcTree::named("arc-tree(height=2,branching=2)")?;
/// let batch = Batch::<u64>::draw(std::sync::Arc::new(game), &[Stream::new(1, "example").block(0)], 0);
/// // 64 games at once, or one of them alone.
/// assert_eq!(batch.truth().at(Place::ROOT).lane(5), batch.tree(5).truth(Place::ROOT));
/// assert_eq!(batch.non_trivial().lane(5), batch.tree(5).is_non_trivial());
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Clone)]
pub struct Batch<B> {
    game: Arc<dyn ErasedTreeGame>,
    keys: Vec<BlockKey>,
    /// How many games each lane drew and rejected.
    attempts: Vec<u32>,
    truth: Levels<B>,
}

impl<B: Bits> Batch<B> {
    /// Branching and depth.
    pub fn shape(&self) -> Shape {
        self.game.shape()
    }

    /// One key a word of 64 lanes.
    pub fn keys(&self) -> &[BlockKey] {
        &self.keys
    }

    /// Does the first player win? Every node, every lane.
    pub fn truth(&self) -> &Levels<B> {
        &self.truth
    }

    /// How many games a lane drew and rejected before this one.
    pub fn attempt(&self, lane: usize) -> u32 {
        self.attempts[lane]
    }

    /// One trial, as a game of its own.
    pub fn tree(&self, lane: usize) -> DrawnTree {
        let row = |level: u32| {
            let word =
                |nodes: &[B]| nodes.iter().rev().fold(0, |word, node| word << 1 | u64::from(node.lane(lane)));
            BitRow::new(self.truth.level(level).chunks(64).map(word).collect())
        };
        self.solved(lane, (0..=self.shape().depth()).map(row).collect())
    }

    /// The 64 trials of a word, as games of their own: much cheaper than one by one.
    pub fn trees(&self, word: usize) -> Vec<DrawnTree> {
        let mut truth: Vec<Vec<BitRow>> = vec![Vec::new(); 64];
        for level in 0..=self.shape().depth() {
            let nodes = self.truth.level(level);
            let mut rows = vec![Vec::new(); 64];
            for chunk in nodes.chunks(64) {
                let square = std::array::from_fn(|i| chunk.get(i).map_or(0, |node| node.word(word)));
                for (row, bits) in rows.iter_mut().zip(transposed(square)) {
                    row.push(bits);
                }
            }
            for (levels, row) in truth.iter_mut().zip(rows) {
                levels.push(BitRow::new(row));
            }
        }
        truth.into_iter().enumerate().map(|(lane, levels)| self.solved(64 * word + lane, levels)).collect()
    }

    fn solved(&self, lane: usize, truth: Vec<BitRow>) -> DrawnTree {
        let trial = TrialKey { block: self.keys[lane / 64], lane: (lane % 64) as u32 };
        DrawnTree::solved(self.game.clone(), trial, self.attempts[lane], truth)
    }
}

impl<B: DrawLanes + Ordered> Batch<B> {
    /// Draws one attempt of every trial: all lanes, whatever games come.
    pub fn draw(game: Arc<dyn ErasedTreeGame>, keys: &[BlockKey], attempt: u32) -> Self {
        Batch::draw_some(game, keys, attempt, B::ONES)
    }

    /// Draws one attempt of some trials; the other lanes hold no game.
    pub(crate) fn draw_some(
        game: Arc<dyn ErasedTreeGame>,
        keys: &[BlockKey],
        attempt: u32,
        lanes: B,
    ) -> Self {
        let draw = |(i, key): (usize, &BlockKey)| key.attempt(attempt).only(lanes.word(i));
        let draws: Vec<DrawKey> = keys.iter().enumerate().map(draw).collect();
        let truth = Levels::solved(game.shape(), B::draw(&*game, &draws));
        Batch { game, keys: keys.to_vec(), attempts: vec![attempt; B::lanes()], truth }
    }

    /// Where the root has a winning and a losing move.
    pub fn non_trivial(&self) -> B {
        let moves = self.truth.level(1);
        let all = moves.iter().fold(B::ONES, |all, child| all.and(*child));
        let any = moves.iter().fold(B::ZERO, |any, child| any.or(*child));
        any.and(all.not())
    }

    /// Takes over the games of another attempt in some lanes.
    pub fn replace(&mut self, lanes: B, other: &Self) {
        self.truth.merge(&other.truth, |own, new| lanes.and(new).or(lanes.not().and(own)));
        for lane in (0..B::lanes()).filter(|lane| lanes.lane(*lane)) {
            self.attempts[lane] = other.attempts[lane];
        }
    }
}

impl<B> fmt::Debug for Batch<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Batch({}, {} blocks)", self.game.name(), self.keys.len())
    }
}
