//! One bit a node, packed: a level of one trial's tree, and how many bits of any stretch of it are set.

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
