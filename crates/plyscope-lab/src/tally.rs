//! Tallies: exact sums over trials, merged exactly in any order.

use crate::stats::Moments;

/// What some trials of one point sum to. A column is a series at a depth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// How many trials.
    pub trials: u64,
    /// Scores are whole numbers of 0 to this.
    pub scale: u64,
    /// Sum of the scores of each column.
    pub sums: Vec<u128>,
    /// Sum of the products of columns i <= j, at `i * columns + j`; zero below the diagonal.
    pub products: Vec<u128>,
    /// Sum of the nodes of each column.
    pub nodes: Vec<u128>,
}

impl Tally {
    /// Nothing yet. Ties among up to `moves` moves must have whole scores.
    pub fn new(columns: usize, scale: u64) -> Self {
        Tally {
            trials: 0,
            scale,
            sums: vec![0; columns],
            products: vec![0; columns * columns],
            nodes: vec![0; columns],
        }
    }

    /// Adds one trial's scores.
    pub fn add(&mut self, scores: &[u64]) {
        let columns = self.sums.len();
        self.trials += 1;
        for (i, a) in scores.iter().enumerate() {
            self.sums[i] += u128::from(*a);
            for (j, b) in scores.iter().enumerate().skip(i) {
                self.products[i * columns + j] += u128::from(*a) * u128::from(*b);
            }
        }
    }

    /// Adds the trials of another tally.
    pub fn merge(&mut self, other: &Tally) {
        debug_assert_eq!((self.scale, self.sums.len()), (other.scale, other.sums.len()));
        self.trials += other.trials;
        let add =
            |mine: &mut Vec<u128>, theirs: &[u128]| mine.iter_mut().zip(theirs).for_each(|(a, b)| *a += b);
        add(&mut self.sums, &other.sums);
        add(&mut self.products, &other.products);
        add(&mut self.nodes, &other.nodes);
    }

    /// Means and covariances.
    pub fn moments(&self) -> Moments {
        let (n, scale, columns) = (self.trials as f64, self.scale as f64, self.sums.len());
        let mut covariances = vec![0.0; columns * columns];
        for i in 0..columns {
            for j in i..columns {
                // n * sum of products - product of sums, exactly, before anything is rounded.
                let products = u128::from(self.trials) * self.products[i * columns + j];
                let sums = self.sums[i] * self.sums[j];
                let centred =
                    if products >= sums { (products - sums) as f64 } else { -((sums - products) as f64) };
                covariances[i * columns + j] = centred / (n * (n - 1.0).max(1.0) * scale * scale);
            }
        }
        let means = self.sums.iter().map(|sum| *sum as f64 / (n * scale)).collect();
        Moments { n: Some(self.trials), means, covariances }
    }

    /// In how many trials only the one, and only the other, of two columns was right, where every score was
    /// right or wrong.
    pub fn discordant(&self, one: usize, other: usize) -> Option<(u64, u64)> {
        let (a, b) = (self.successes(one)?, self.successes(other)?);
        let product = self.products[one.min(other) * self.sums.len() + one.max(other)];
        let both = (product / (u128::from(self.scale) * u128::from(self.scale))) as u64;
        Some((a - both, b - both))
    }

    /// The number of successes of a column, where every score was right or wrong.
    pub fn successes(&self, column: usize) -> Option<u64> {
        let sum = self.sums[column];
        let binary = self.products[column * self.sums.len() + column] == sum * u128::from(self.scale);
        binary.then(|| (sum / u128::from(self.scale)) as u64)
    }
}

/// The smallest number that all of 1 to `moves` divide: a share of tied moves is a whole number of it.
/// Beyond 30 moves shares are rounded down to parts of 2^40.
pub fn scale_for(moves: usize) -> u64 {
    fn gcd(a: u64, b: u64) -> u64 {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    if moves > 30 { 1 << 40 } else { (1..=moves as u64).fold(1, |all, one| all / gcd(all, one) * one) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_by_hand() {
        let mut tally = Tally::new(2, 6);
        for scores in [[6, 3], [0, 2], [6, 6], [6, 0]] {
            tally.add(&scores);
        }
        let moments = tally.moments();
        // Columns 1 0 1 1 and 1/2 1/3 1 0: means 3/4 and 11/24.
        assert!((moments.means[0] - 0.75).abs() < 1e-15 && (moments.means[1] - 11.0 / 24.0).abs() < 1e-15);
        assert!((moments.covariance(0, 0) - 0.25).abs() < 1e-15);
        let cross: f64 = 1.5 - 4.0 * 0.75 * (11.0 / 24.0);
        assert!((moments.covariance(1, 0) - cross / 3.0).abs() < 1e-15);
        assert_eq!((tally.successes(0), tally.successes(1)), (Some(3), None));
        assert_eq!(tally.discordant(0, 1), None);
        let mut tally = Tally::new(2, 6);
        [[6, 6], [6, 0], [0, 6], [6, 0], [0, 0]].iter().for_each(|scores| tally.add(scores));
        assert_eq!((tally.discordant(0, 1), tally.discordant(1, 0)), (Some((2, 1)), Some((1, 2))));
    }

    #[test]
    fn scales() {
        assert_eq!([1, 2, 3, 4, 6, 10].map(scale_for), [1, 2, 6, 12, 60, 2520]);
        assert!(scale_for(30) < 1 << 42);
    }
}
