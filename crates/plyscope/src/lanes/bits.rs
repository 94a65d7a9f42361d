//! One bit a lane: 64 trials in a `u64`, 512 in a `[u64; 8]`.

use std::fmt::Debug;

/// A win or a loss in every lane.
///
/// ```
/// use plyscope::lanes::Bits;
/// assert_eq!((u64::lanes(), <[u64; 8]>::lanes()), (64, 512));
/// let lanes = <[u64; 8]>::from_words(|word| if word == 1 { 0b100 } else { 0 });
/// assert!(lanes.lane(64 + 2) && !lanes.lane(2));
/// assert_eq!(lanes.xor(lanes), [0; 8]);
/// ```
pub trait Bits: Copy + PartialEq + Debug + Send + Sync + 'static {
    /// How many words of 64 lanes.
    const WORDS: usize;
    /// No lane set.
    const ZERO: Self;
    /// Every lane set.
    const ONES: Self;

    /// Built word by word.
    fn from_words(word: impl FnMut(usize) -> u64) -> Self;
    /// One word of 64 lanes.
    fn word(&self, i: usize) -> u64;
    /// Lanes set in both.
    fn and(self, other: Self) -> Self;
    /// Lanes set in either.
    fn or(self, other: Self) -> Self;
    /// Lanes set in one of the two.
    fn xor(self, other: Self) -> Self;
    /// Lanes not set.
    fn not(self) -> Self;

    /// One lane.
    fn lane(&self, lane: usize) -> bool {
        self.word(lane / 64) >> (lane % 64) & 1 == 1
    }

    /// How many lanes there are.
    fn lanes() -> usize {
        64 * Self::WORDS
    }
}

impl Bits for u64 {
    const WORDS: usize = 1;
    const ZERO: u64 = 0;
    const ONES: u64 = u64::MAX;

    fn from_words(mut word: impl FnMut(usize) -> u64) -> u64 {
        word(0)
    }
    fn word(&self, _: usize) -> u64 {
        *self
    }
    fn and(self, other: u64) -> u64 {
        self & other
    }
    fn or(self, other: u64) -> u64 {
        self | other
    }
    fn xor(self, other: u64) -> u64 {
        self ^ other
    }
    fn not(self) -> u64 {
        !self
    }
}

impl<const N: usize> Bits for [u64; N] {
    const WORDS: usize = N;
    const ZERO: [u64; N] = [0; N];
    const ONES: [u64; N] = [u64::MAX; N];

    fn from_words(word: impl FnMut(usize) -> u64) -> [u64; N] {
        std::array::from_fn(word)
    }
    fn word(&self, i: usize) -> u64 {
        self[i]
    }
    fn and(self, other: [u64; N]) -> [u64; N] {
        std::array::from_fn(|i| self[i] & other[i])
    }
    fn or(self, other: [u64; N]) -> [u64; N] {
        std::array::from_fn(|i| self[i] | other[i])
    }
    fn xor(self, other: [u64; N]) -> [u64; N] {
        std::array::from_fn(|i| self[i] ^ other[i])
    }
    fn not(self) -> [u64; N] {
        self.map(|word| !word)
    }
}
