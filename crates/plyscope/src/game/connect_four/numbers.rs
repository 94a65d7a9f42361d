//! A number for every board, so that a table can hold all of them.
//!
//! A column is its stones from below, a bit each, under a bit that marks how high it is: with the height of the board there are
//! as many columns as numbers of so many bits, without zero. A board is its columns as digits.

use super::{ConnectFour, Stones};

impl ConnectFour {
    /// How many columns there can be.
    fn digits(&self) -> u64 {
        (1 << (self.height + 1)) - 1
    }

    pub(super) fn count_of_numbers(&self) -> Option<u64> {
        (self.height < 32).then(|| self.digits().checked_pow(self.width)).flatten()
    }

    pub(super) fn number_of(&self, stones: &Stones) -> u64 {
        let (first, taken, column) = (stones.sets()[0], stones.taken(), self.digits());
        (0..self.width).rev().fold(0, |number, at| {
            let shift = at * (self.height + 1);
            // All stones of a column and one more are the bit above them.
            let above = (taken >> shift & column) + 1;
            number * self.digits() + (above + (first >> shift & column) - 1)
        })
    }

    pub(super) fn stones_of(&self, number: u64) -> Option<Stones> {
        let (mut rest, mut first, mut second) = (number, 0, 0);
        for at in 0..self.width {
            let digit = rest % self.digits() + 1;
            rest /= self.digits();
            let (above, shift) = (1 << digit.ilog2(), at * (self.height + 1));
            first |= (digit - above) << shift;
            second |= (2 * above - 1 - digit) << shift;
        }
        let [firsts, seconds] = [first, second].map(u64::count_ones);
        if rest != 0 || !(firsts == seconds || firsts == seconds + 1) {
            return None;
        }
        let (mover, other) = if firsts == seconds { (first, second) } else { (second, first) };
        // Whoever has a line has just moved.
        let stones = Stones { mover, other, won: self.has_run(other), count: (firsts + seconds) as u8 };
        (!self.has_run(mover)).then_some(stones)
    }
}
