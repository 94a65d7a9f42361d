//! A number for every way to lay seeds in pits, so that a board is known by few bits.
//!
//! The seeds in the first pits, up to the first, the second, and so on, each with as many more as there are pits before,
//! grow strictly: they are a set, and sets of one size are numbered by sums of binomial coefficients.

use super::{Kalah, MAX_PITS, Pits};
use crate::game::Scale;
use std::sync::Arc;

/// The binomial coefficients of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Numbering {
    /// For each pit, in a row of `stride`: so many over its number from 1.
    choose: Arc<[u64]>,
    stride: usize,
    bits: u32,
}

impl Numbering {
    /// For so many pits in all, and up to so many seeds; none where the numbers are too large for a table.
    pub(super) fn new(pits: usize, seeds: u32) -> Option<Self> {
        let stride = seeds as usize + pits + 1;
        let mut choose = vec![0u64; pits * stride];
        for pit in 0..pits {
            for from in 1..stride {
                let at = pit * stride + from;
                let without = if pit == 0 { 1 } else { choose[at - stride - 1] };
                choose[at] = choose[at - 1].checked_add(without)?;
            }
        }
        // As many as there are ways to choose the pits' set.
        let count = *choose.last()?;
        let bits = u64::BITS - count.leading_zeros();
        (bits <= Scale::KEY_BITS).then(|| Numbering { choose: choose.into(), stride, bits })
    }

    pub(super) fn bits(&self) -> u32 {
        self.bits
    }

    /// How many boards have at most so many seeds, or fewer where that were more boards than `most`.
    pub(super) fn few_seeds(&self, seeds: u32, most: u64) -> u64 {
        let pits = self.choose.len() / self.stride;
        let counts = &self.choose[self.choose.len() - self.stride + pits..];
        counts.iter().take(seeds as usize + 1).copied().filter(|count| *count <= most).max().unwrap_or(0)
    }

    /// The number of a board in the mover's view: the mover's pits first.
    #[inline]
    pub(super) fn of(&self, game: &Kalah, position: &Pits) -> u64 {
        let me = position.mover.index();
        let side = |player: usize| &position.pits[player][..game.pits.min(MAX_PITS)];
        self.of_pits([side(me), side(1 - me), &[]])
    }

    /// The number of seeds in some pits, one after the other.
    #[inline(always)]
    pub(super) fn of_pits(&self, pits: [&[u8]; 3]) -> u64 {
        let (mut number, mut seeds) = (0, 0);
        let mut rows = self.choose.chunks_exact(self.stride);
        for side in pits {
            for pit in side {
                seeds += usize::from(*pit);
                number += rows.next().map_or(0, |row| row[seeds]);
                seeds += 1;
            }
        }
        number
    }

    /// How many numbers there are.
    pub(super) fn count(&self) -> u64 {
        self.choose.last().copied().unwrap_or(0)
    }

    /// The seeds in the pits that have this number, which is below the count.
    pub(super) fn pits_of(&self, number: u64) -> Vec<u8> {
        let (mut rest, mut set) = (number, Vec::new());
        for row in self.choose.chunks_exact(self.stride).rev() {
            let at = row.partition_point(|count| *count <= rest) - 1;
            rest -= row[at];
            set.push(at);
        }
        set.reverse();
        let before = [-1].into_iter().chain(set.iter().map(|at| *at as i64));
        set.iter().zip(before).map(|(at, before)| (*at as i64 - before - 1) as u8).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Player};

    /// All boards of up to four seeds in four pits have numbers of their own, without a gap.
    #[test]
    fn numbers_are_unique_and_dense() {
        let game = Kalah::new(2, 1).unwrap();
        let numbering = Numbering::new(4, 4).unwrap();
        let mut numbers = Vec::new();
        for code in 0..5u32.pow(4) {
            let [a, b, c, d] = [0, 1, 2, 3].map(|pit| (code / 5u32.pow(pit) % 5) as u8);
            if a + b + c + d <= 4 {
                let mut position = game.start();
                position.pits[0][..2].copy_from_slice(&[a, b]);
                position.pits[1][..2].copy_from_slice(&[c, d]);
                position.mover = Player::FIRST;
                numbers.push(numbering.of(&game, &position));
            }
        }
        numbers.sort_unstable();
        assert!(numbers.iter().copied().eq(0..numbers.len() as u64));
        assert_eq!(numbers.len(), 70); // eight over four
        for number in 0..70 {
            let pits = numbering.pits_of(number);
            assert_eq!(numbering.of_pits([&pits, &[], &[]]), number);
        }
        assert_eq!(numbering.count(), 70);
        // Of at most one seed: none, or one in any of the four pits.
        assert_eq!(
            (numbering.few_seeds(1, 70), numbering.few_seeds(4, 70), numbering.few_seeds(4, 69)),
            (5, 70, 35)
        );
        assert_eq!(Numbering::new(12, 48).unwrap().bits(), 41);
        assert!(Numbering::new(24, 240).is_none());
    }
}
