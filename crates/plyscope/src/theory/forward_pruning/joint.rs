//! The joint distribution of a node's estimated and actual value, and how it rises through a ply.
//!
//! The derivation, step by step, is in `docs/forward-pruning.md`. A ply costs the square of the number of
//! values, by cumulative sums; every term is a product of numbers that are not negative, so nothing cancels.

use super::pruning::{Pairs, Pruning};
use super::wide::Wide;

/// Pr[estimated value, actual value] of a node; values are `first`, `first + step`, and so on.
#[derive(Debug, Clone, PartialEq)]
pub struct Joint {
    first: i32,
    step: i32,
    size: usize,
    /// Row by row, a row for each estimated value.
    cells: Vec<Wide>,
}

impl Joint {
    /// What is worth 0 and is known to be.
    pub(super) fn nothing() -> Self {
        Joint { first: 0, step: 2, size: 1, cells: vec![Wide::ONE] }
    }

    /// A win (1) with some probability, else a loss (0), and known to be.
    pub(super) fn leaf(win: Wide, loss: Wide) -> Self {
        Joint { first: 0, step: 1, size: 2, cells: vec![loss, Wide::ZERO, Wide::ZERO, win] }
    }

    /// The values that there can be, the smallest first.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = i32> {
        let (first, step) = (self.first, self.step);
        (0..self.size as i32).map(move |i| first + i * step)
    }

    /// The probability that a node is worth `actual` and pruned search says `estimated`.
    pub fn probability(&self, estimated: i32, actual: i32) -> f64 {
        let index = |value| self.values().position(|known| known == value);
        match (index(estimated), index(actual)) {
            (Some(x), Some(y)) => self.cell(x, y).to_f64(),
            _ => 0.0,
        }
    }

    /// Estimated and actual wins: values of `least` or more.
    pub(super) fn outcomes(&self, least: i32) -> [[Wide; 2]; 2] {
        let mut outcomes = [[Wide::ZERO; 2]; 2];
        let wins: Vec<usize> = self.values().map(|value| usize::from(value >= least)).collect();
        for (x, row) in wins.iter().zip(self.rows()) {
            wins.iter().zip(row).for_each(|(y, cell)| outcomes[*x][*y] = outcomes[*x][*y] + *cell);
        }
        outcomes
    }

    fn cell(&self, x: usize, y: usize) -> Wide {
        self.cells[x * self.size + y]
    }

    fn rows(&self) -> impl Iterator<Item = &[Wide]> {
        self.cells.chunks_exact(self.size)
    }

    /// All probabilities together: 1 but for rounding.
    pub(super) fn total(&self) -> Wide {
        self.cells.iter().fold(Wide::ZERO, |sum, cell| sum + *cell)
    }

    /// One chance of `self`, else of the other, over the same values.
    pub(super) fn mixed(&self, chance: Wide, other: &Joint, otherwise: Wide) -> Joint {
        let both = self.cells.iter().zip(&other.cells);
        Joint { cells: both.map(|(a, b)| *a * chance + *b * otherwise).collect(), ..*self }
    }

    /// A node that adds 1 with some probability, else -1, to both values of its only child (RVA).
    pub(super) fn shifted(&self, up: Wide, down: Wide) -> Joint {
        let size = self.size + 1;
        let mut cells = vec![Wide::ZERO; size * size];
        for (x, row) in self.rows().enumerate() {
            for (y, cell) in row.iter().enumerate() {
                // In steps of 2 from one less: -1 leaves the place as it is, +1 is the next.
                let (lower, upper) = (x * size + y, (x + 1) * size + y + 1);
                cells[lower] = cells[lower] + *cell * down;
                cells[upper] = cells[upper] + *cell * up;
            }
        }
        Joint { first: self.first - 1, step: self.step, size, cells }
    }

    /// A Max node with three children like `self`.
    pub(super) fn max(&self, pruning: &Pruning) -> Joint {
        self.best_of_three(pruning).normalised()
    }

    /// A Min node with three children like `self`.
    pub(super) fn min(&self, pruning: &Pruning) -> Joint {
        self.reversed().best_of_three(pruning).reversed().normalised()
    }

    /// The best values last become the best values first.
    pub(super) fn reversed(&self) -> Joint {
        Joint { cells: self.cells.iter().rev().copied().collect(), ..*self }
    }

    /// Rounding of the total would triple with every ply.
    pub(super) fn normalised(mut self) -> Joint {
        let factor = Wide::complement(self.total().excess());
        self.cells.iter_mut().for_each(|cell| *cell = *cell * factor);
        self
    }

    /// Every probability times a factor of its own.
    #[cfg(test)]
    pub(super) fn scaled(mut self, mut factor: impl FnMut(usize) -> f64) -> Joint {
        self.cells.iter_mut().enumerate().for_each(|(i, cell)| *cell = *cell * factor(i));
        self
    }

    /// The node of a player who prefers large values. Its actual value is the best child's; its estimated
    /// value is the larger estimate of the two that are kept.
    pub(super) fn best_of_three(&self, pruning: &Pruning) -> Joint {
        let none = vec![Wide::ZERO; self.size];
        let all = self.rows().fold(none.clone(), |sum, row| add(&sum, row));
        let mut below = none.clone(); // of each actual value, estimates below x
        let mut cells = Vec::with_capacity(self.cells.len());
        for at in self.rows() {
            let up_to = add(&below, at);
            let mut row = none.clone();
            // One of the kept is at x and the other not above; or the other is at x and the one below.
            for (one, other) in [(at, &*up_to), (&*below, at)] {
                let [best_middle, best_worst, middle_worst] = weights(pruning);
                ordered(&mut row, best_middle, one, other, &all);
                ordered(&mut row, best_worst, one, &all, other);
                ordered(&mut row, middle_worst, &all, one, other);
            }
            cells.append(&mut row);
            below = up_to;
        }
        Joint { cells, ..*self }
    }
}

/// For each pair: its weight where some of the three are equal, and where all are different.
fn weights(pruning: &Pruning) -> [(Wide, Wide); 3] {
    let of = |pair: fn(&Pairs) -> Wide| (pair(&pruning.equal), pair(&pruning.different));
    [of(|pairs| pairs.best_middle), of(|pairs| pairs.best_worst), of(|pairs| pairs.middle_worst)]
}

/// Adds to each actual value y the weighted mass of the triples whose best has value y, when best, middle and
/// worst are drawn from these three; equals are in random order, so of the 6 orders of three children all
/// count where they differ, 3 where two are equal and 1 where all are.
fn ordered(
    row: &mut [Wide],
    (equal, different): (Wide, Wide),
    best: &[Wide],
    middle: &[Wide],
    worst: &[Wide],
) {
    let mut worse = Wide::ZERO; // worst below y
    let mut both = Wide::ZERO; // middle and worst below y, weighted
    for (((sum, best), middle), worst) in row.iter_mut().zip(best).zip(middle).zip(worst) {
        *sum = *sum + *best * (equal * *middle * (*worst + worse * 3.0) + both);
        both = both + *middle * (equal * *worst + different * worse * 2.0) * 3.0;
        worse = worse + *worst;
    }
}

fn add(a: &[Wide], b: &[Wide]) -> Vec<Wide> {
    a.iter().zip(b).map(|(a, b)| *a + *b).collect()
}
