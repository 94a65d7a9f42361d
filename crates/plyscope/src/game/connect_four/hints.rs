//! What a solver may know of connect four: wins at hand, moves that do not lose at once, how many stones are left, mirror
//! images. (Bit tricks as in Pons, "Solving Connect 4: how to build a perfect AI", 2015.)
//!
//! Boards have numbers, so that a table can hold all of them. A column is its stones from below, a bit each, under a bit that marks
//! how high it is: with the height of the board there are as many columns as numbers of so many bits, without zero. A board is its
//! columns as digits.

use super::{ConnectFour, Runs, Stones, gaps_of_four};
use crate::game::{Game, Hints, SafeMoves, Scale, StandPat};

impl ConnectFour {
    /// The lowest free cell of every column that is open.
    #[inline(always)]
    pub(super) fn open(&self, stones: &Stones) -> u64 {
        stones.taken().wrapping_add(self.bottom) & self.board
    }

    /// Free cells that would complete a run of these stones.
    #[inline(always)]
    pub(super) fn completing(&self, stones: u64, taken: u64) -> u64 {
        let gaps = match self.runs {
            Runs::UsualFour => gaps_of_four(stones, 7),
            Runs::Four => gaps_of_four(stones, self.height + 1),
            Runs::Any => self.gaps_of_any(stones),
        };
        gaps & self.board & !taken
    }

    /// What a win is worth to the winner when so many stones are on the board then: 1 with the last stone, 2 with the one
    /// before, and so on.
    #[inline(always)]
    pub(super) fn win_with(&self, stones: i32) -> i32 {
        (self.area + 2 - stones) / 2
    }

    /// The columns of some cells, one a column, from the left.
    #[inline(always)]
    fn columns_of(&self, mut cells: u64, columns: &mut Vec<u8>) {
        let rows = if self.runs == Runs::UsualFour { 7 } else { self.height + 1 };
        while cells != 0 {
            columns.push((cells.trailing_zeros() / rows) as u8);
            cells &= cells - 1;
        }
    }

    /// The cells that do not lose at once; none where the opponent has two wins at hand, or one that cannot be met.
    #[inline(always)]
    fn sound_cells(&self, stones: &Stones) -> u64 {
        let open = self.open(stones);
        let wins = self.completing(stones.other, stones.taken());
        let forced = wins & open;
        let cells = match forced {
            0 => open,
            _ if forced & (forced - 1) != 0 => 0,
            _ => forced,
        };
        // A stone right below a cell that wins for the opponent gives it away.
        cells & !(wins >> 1)
    }
}

/// The columns of a key of seven columns and six rows from right to left.
#[inline(always)]
fn mirrored_seven(key: u64) -> u64 {
    const COLUMN: u64 = 0x7F;
    (key & COLUMN << 21)
        | (key & COLUMN) << 42
        | (key & COLUMN << 7) << 28
        | (key & COLUMN << 14) << 14
        | (key >> 14 & COLUMN << 14)
        | (key >> 28 & COLUMN << 7)
        | (key >> 42 & COLUMN)
}

impl Hints for ConnectFour {
    fn numbers(&self) -> Option<u64> {
        self.count_of_numbers()
    }
    fn number(&self, stones: &Stones) -> u64 {
        self.number_of(stones)
    }
    fn numbered(&self, number: u64) -> Option<Stones> {
        self.stones_of(number)
    }

    /// Mirror images have the same outcome.
    fn truth_key(&self, stones: &Stones) -> u64 {
        self.rest_key(stones)
    }

    /// A board and its mirror image are worth the same, so they are known by the smaller of their keys.
    #[inline]
    fn rest_key(&self, stones: &Stones) -> u64 {
        let (key, rows) = (self.table_key(stones), self.height + 1);
        if (self.width, rows) == (7, 7) {
            return key.min(mirrored_seven(key));
        }
        // The columns of a key never run over into each other.
        let column = (1u64 << self.height << 1).wrapping_sub(1);
        let (mirrored, _) = (0..self.width).fold((0u64, key), |(mirrored, rest), _| {
            let shifted = mirrored.checked_shl(rows).unwrap_or(0);
            (shifted | (rest & column), rest.checked_shr(rows).unwrap_or(0))
        });
        key.min(mirrored)
    }

    /// Open lines first, then the middle.
    #[inline]
    fn promise(&self, _: &Stones, column: &u8, after: &Stones) -> i32 {
        let middle = -(2 * i32::from(*column) + 1 - self.width as i32).abs();
        64 * self.threats(after).count_ones() as i32 + middle
    }

    fn scale(&self) -> Option<Scale> {
        Scale { largest: self.win_with(1), key_bits: self.width * (self.height + 1) }.checked()
    }

    /// The stones that the winner has left, and one more: a win counts the more the sooner it comes.
    fn score(&self, over: &Stones) -> i32 {
        match over.won {
            false => 0,
            // The one who moved last has won.
            true if over.second() => self.win_with(i32::from(over.count)),
            true => -self.win_with(i32::from(over.count)),
        }
    }

    fn worth(&self, score: i32) -> f64 {
        f64::from(score.signum())
    }

    fn win_at_once(&self, stones: &Stones) -> Option<i32> {
        let wins = self.completing(stones.mover, stones.taken()) & self.open(stones);
        (wins != 0).then(|| self.win_with(i32::from(stones.count) + 1))
    }

    #[inline]
    fn sound(&self, stones: &Stones, moves: &mut Vec<u8>) -> SafeMoves {
        let cells = self.sound_cells(stones);
        if cells == 0 {
            return SafeMoves::Lost(-self.win_with(i32::from(stones.count) + 2));
        }
        self.columns_of(cells, moves);
        SafeMoves::Listed
    }

    #[inline]
    fn play_sound(&self, stones: &Stones, column: &u8) -> Stones {
        let taken = stones.taken();
        let rows = if self.runs == Runs::UsualFour { 7 } else { self.height + 1 };
        let stone = (taken + (1 << (u32::from(*column) * rows))) & !taken & self.board;
        Stones { mover: stones.other, other: stones.mover | stone, won: false, count: stones.count + 1 }
    }

    /// The mover wins with the stone after next at the soonest, the opponent with the one after that; and what
    /// zugzwang tells.
    #[inline]
    fn score_bounds(&self, stones: &Stones, asked: i32) -> (i32, i32) {
        let count = i32::from(stones.count);
        let (low, high) = (-self.win_with(count + 4), self.win_with(count + 3));
        if low >= asked || high < asked {
            return (low, high);
        }
        let (least, most) = self.foreseen(stones, asked);
        (low.max(least), high.min(most))
    }

    /// Until a win that is soon enough, of either player, is too late.
    #[inline]
    fn plies_to_tell(&self, stones: &Stones, asked: i32) -> u32 {
        let win = if asked > 0 { asked } else { 1 - asked };
        (self.area + 2 - 2 * win - i32::from(stones.count)).max(0) as u32
    }

    /// A win at hand is taken, else a win that the opponent has at hand is prevented.
    fn noisy(&self, stones: &Stones, moves: &mut Vec<u8>) -> Option<StandPat> {
        let (open, taken) = (self.open(stones), stones.taken());
        let (wins, blocks) =
            (self.completing(stones.mover, taken) & open, self.completing(stones.other, taken) & open);
        let cells = if wins != 0 { wins } else { blocks };
        if stones.won || cells == 0 {
            return Some(StandPat::May);
        }
        self.columns_of(cells, moves);
        Some(StandPat::MustNot)
    }

    fn progress(&self, stones: &Stones) -> u32 {
        u32::from(stones.count)
    }
}

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
        // The player with a line has just moved.
        let stones = Stones { mover, other, won: self.has_run(other), count: (firsts + seconds) as u8 };
        (!self.has_run(mover)).then_some(stones)
    }
}
