//! Who has to give way when the board fills up: what can be said of the end of a game by looking at it.
//!
//! On a board of an even number of rows the second player can answer every stone with one right above it, and so gets all
//! cells of even rows ("claimeven": Allis, "A knowledge-based approach of Connect-Four", 1988). Columns of an odd height
//! have a loose cell, which belongs to an even row and may go to either player: they come in pairs, and a stone on one is
//! answered with a stone on another. The first player can do the same when there is one loose cell more, on which the second
//! player must not put a stone because the first player wins right above it.

use super::{ConnectFour, Stones};

impl ConnectFour {
    /// Bounds of the mover's score, as far as they tell whether it is at least `asked`.
    #[inline(always)]
    pub(super) fn foreseen(&self, stones: &Stones, asked: i32) -> (i32, i32) {
        let free = self.board & !stones.taken();
        let (mut low, mut high) = (-self.area, self.area);
        // Who has no line left cannot win.
        if asked <= 0 && !self.has_run(stones.other | free) {
            low = 0;
        }
        if self.even == 0 {
            if asked > 0 && !self.has_run(stones.mover | free) {
                high = 0;
            }
        } else if stones.second() {
            high = self.first_claims(stones, free);
            if high > 0 && asked > 0 && !self.has_run(stones.mover | free) {
                high = 0;
            }
        } else {
            high = self.second_claims(stones, free);
        }
        (low, high)
    }

    /// At the first player's turn the second player claims even rows: the most that the first player's score can be.
    #[inline(always)]
    fn second_claims(&self, stones: &Stones, free: u64) -> i32 {
        let loose = self.open(stones) & self.even;
        if self.has_run(stones.mover | (free & !self.even) | loose) {
            return self.area;
        }
        // Not on a loose cell: the second player may get none of them.
        let claimed = stones.other | (free & self.even & !loose);
        if self.has_run(claimed) { -1 } else { 0 }
    }

    /// At the second player's turn the first player answers every stone until only a loose cell below a win is left: the most
    /// that the second player's score can be.
    #[inline(always)]
    fn first_claims(&self, stones: &Stones, free: u64) -> i32 {
        let loose = self.open(stones) & self.even;
        let wins = self.completing(stones.other, stones.taken());
        let mut poisoned = loose & wins >> 1;
        let mut most = self.area;
        while poisoned != 0 {
            let cell = poisoned & poisoned.wrapping_neg();
            poisoned ^= cell;
            // The column of the cell, from the cell up: nothing above the win is reached.
            let column = self.above(cell);
            if !self.has_run(stones.mover | (free & !self.even & !column) | loose) {
                let unreached = (column.count_ones() as i32) - 2;
                most = most.min(-self.win_with(self.area - unreached));
            }
        }
        most
    }

    /// A free cell and those above it in its column.
    #[inline(always)]
    fn above(&self, cell: u64) -> u64 {
        // The spare cell on top of the column ends the borrow.
        let spare = (self.bottom << self.height) & !(cell - 1);
        let top = spare & spare.wrapping_neg();
        top.wrapping_sub(cell)
    }
}
