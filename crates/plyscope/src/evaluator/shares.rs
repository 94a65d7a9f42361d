//! Shares of wins in lanes: counted level by level, and read from a table.
//!
//! A share has few values at a height (as many as there are leaves below, and one more), so what is thought
//! of it is computed once a value, not once a node and trial; that leaves a sum and a look into a table.

use super::{LANES, LaneLevels};
use crate::tree::{Batch, Levels, Shape};
use crate::value::Win;

/// The estimates of the nodes down to the level `last` in lanes `first` to `first + LANES`, made from the share
/// of the leaves below that the first player wins; `estimate` gives what is thought of a share at a level. They are
/// made in the memory of levels that are done with.
pub(super) fn share_levels(
    space: LaneLevels,
    batch: &Batch<u64>,
    first: usize,
    last: u32,
    estimate: impl Fn(u32, Win) -> Win,
) -> LaneLevels {
    let shape = batch.shape();
    let last = last.min(shape.depth());
    let leaves = batch.truth().level(shape.depth()).iter();
    let mut levels = Vec::with_capacity(last as usize + 1);
    // The lowest level, which is made first, was the largest there too.
    let mut spare = space.into_levels();
    let mut room = || spare.pop().unwrap_or_default();
    // The lowest levels, of most nodes, have counts of a byte: eight lanes in a word, added as one number.
    let mut bytes: Vec<u64> = leaves.map(|leaf| ONES[(leaf >> first & 0xFF) as usize]).collect();
    let mut level = shape.depth();
    loop {
        if level <= last {
            levels.push(read(room(), shape, level, bytes.iter().map(|word| word.to_le_bytes()), &estimate));
        }
        if level == 0 || shape.leaves_below(level - 1) > usize::from(u8::MAX) {
            break;
        }
        level -= 1;
        bytes = bytes.chunks_exact(shape.branching()).map(|group| group.iter().sum()).collect();
    }
    let mut counts: Vec<[u32; LANES]> = bytes.iter().map(|word| word.to_le_bytes().map(u32::from)).collect();
    while level > 0 {
        level -= 1;
        let add = |a: [u32; LANES], b: &[u32; LANES]| std::array::from_fn(|i| a[i] + b[i]);
        let sum = |group: &[[u32; LANES]]| group.iter().fold([0; LANES], add);
        counts = counts.chunks_exact(shape.branching()).map(sum).collect();
        if level <= last {
            levels.push(read(room(), shape, level, counts.iter().copied(), &estimate));
        }
    }
    levels.reverse();
    Levels::from_levels(levels)
}

/// A byte's bits as eight bytes: the wins of a leaf in eight lanes.
const ONES: [u64; 256] = {
    let mut ones = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut lane = 0;
        while lane < LANES {
            ones[byte] |= (byte as u64 >> lane & 1) << (8 * lane);
            lane += 1;
        }
        byte += 1;
    }
    ones
};

/// What is thought of a level, given its counts.
fn read<C: Copy + Into<u32>>(
    mut into: Vec<Win<[f64; LANES]>>,
    shape: Shape,
    level: u32,
    counts: impl ExactSizeIterator<Item = [C; LANES]>,
    estimate: impl Fn(u32, Win) -> Win,
) -> Vec<Win<[f64; LANES]>> {
    let all = shape.leaves_below(level) as u32;
    let of = |wins: u32| estimate(level, Win::share(wins, all));
    into.clear();
    // A table pays where there are fewer values than nodes and lanes.
    if all as usize >= LANES * counts.len() {
        into.extend(counts.map(|lanes| Win::from_lanes(|i| of(lanes[i].into()))));
        return into;
    }
    let table: Vec<Win> = (0..=all).map(of).collect();
    let look = |lanes: [C; LANES]| {
        let mut found = Win { first: [0.0; LANES], second: [0.0; LANES] };
        for i in 0..LANES {
            let win = table[lanes[i].into() as usize];
            found.first[i] = win.first;
            found.second[i] = win.second;
        }
        found
    };
    into.extend(counts.map(look));
    into
}

const _: () = assert!(LANES == 8, "a byte of lanes at a time");
