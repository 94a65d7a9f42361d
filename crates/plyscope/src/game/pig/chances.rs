//! The chances of Pig, with best play of both, by value iteration (Neller & Presser 2004).
//!
//! What a turn is worth depends on what follows it: the other's turn, after which it may be the same player's with the same
//! scores. So the two positions at the start of a turn with scores (i, j) and (j, i) depend on each other, and on nothing else
//! with so small a sum of scores. They are iterated together, from the largest sum down.

use super::Pig;

/// The mover's chance to win where there is something to decide, by the mover's score, the other's, and what the turn has
/// brought so far.
#[derive(Debug)]
pub(super) struct Chances {
    target: usize,
    /// By score, score and total.
    wins: Vec<f64>,
}

/// Iterations end when nothing changes by more than this.
const SMALL: f64 = 1e-15;

/// Or after this many rounds: the error shrinks to a sixth at least every time.
const MOST: u32 = 200;

impl Chances {
    pub(super) fn new(game: &Pig) -> Self {
        let target = game.target() as usize;
        let mut chances = Chances { target, wins: vec![0.5; target * target * target] };
        for sum in (0..=2 * (target - 1)).rev() {
            for mine in (0..target).filter(|mine| *mine <= sum && sum - mine < target && 2 * mine >= sum) {
                chances.iterate(game, mine, sum - mine);
            }
        }
        chances
    }

    fn at(&self, mine: usize, other: usize, total: usize) -> usize {
        (mine * self.target + other) * self.target + total
    }

    /// The mover's chance; 1 where the target is reached.
    pub(super) fn of(&self, mine: usize, other: usize, total: usize) -> f64 {
        if mine + total >= self.target { 1.0 } else { self.wins[self.at(mine, other, total)] }
    }

    /// The mover's chance if the die is thrown.
    pub(super) fn thrown(&self, game: &Pig, mine: usize, other: usize, total: usize) -> f64 {
        let faces = game.faces() as usize;
        let good: f64 = (2..=faces).map(|face| self.of(mine, other, total + face)).sum();
        (1.0 - self.of(other, mine, 0) + good) / faces as f64
    }

    /// The mover's chance if the total is kept.
    fn held(&self, mine: usize, other: usize, total: usize) -> f64 {
        1.0 - self.of(other, mine + total, 0)
    }

    /// Both positions with these two scores.
    fn iterate(&mut self, game: &Pig, one: usize, two: usize) {
        for _ in 0..MOST {
            let change = self.turn(game, one, two).max(self.turn(game, two, one));
            if change <= SMALL {
                break;
            }
        }
    }

    /// A whole turn anew, from its largest total down; by how much anything changed.
    fn turn(&mut self, game: &Pig, mine: usize, other: usize) -> f64 {
        let mut change = 0.0;
        for total in (0..self.target - mine).rev() {
            let thrown = self.thrown(game, mine, other, total);
            let best = if total == 0 { thrown } else { thrown.max(self.held(mine, other, total)) };
            let at = self.at(mine, other, total);
            change = f64::max(change, (best - self.wins[at]).abs());
            self.wins[at] = best;
        }
        change
    }
}
