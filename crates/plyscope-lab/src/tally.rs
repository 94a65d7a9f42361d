//! Tallies: exact sums over trials, merged exactly in any order.

use crate::stats::{Moments, PairedCounts};
use std::collections::BTreeMap;

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
    /// What a study counts besides; none in most.
    pub counts: Vec<u128>,
    /// Trials that found no position to decide at; they are not among the trials.
    pub passed: u64,
    /// What was seen on each trial, a line each, by its number; empty where sums say it all.
    pub records: BTreeMap<u64, String>,
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
            counts: Vec::new(),
            passed: 0,
            records: BTreeMap::new(),
        }
    }

    /// The same with a number of counts besides.
    #[must_use]
    pub fn counting(self, counts: usize) -> Self {
        Tally { counts: vec![0; counts], ..self }
    }

    /// Trials that were looked at, with or without a position to decide at.
    pub fn looked_at(&self) -> u64 {
        self.trials + self.passed
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
        add(&mut self.counts, &other.counts);
        self.passed += other.passed;
        self.records.extend(other.records.iter().map(|(trial, record)| (*trial, record.clone())));
    }

    /// The same trials several times over.
    #[must_use]
    pub(crate) fn repeated(&self, times: u64) -> Self {
        let many = |sums: &[u128]| sums.iter().map(|sum| sum * u128::from(times)).collect();
        Tally {
            trials: self.trials * times,
            sums: many(&self.sums),
            products: many(&self.products),
            nodes: many(&self.nodes),
            ..self.clone()
        }
    }

    /// Means and covariances.
    pub fn moments(&self) -> Moments {
        let (n, scale, columns) = (self.trials as f64, self.scale as f64, self.sums.len());
        let mut covariances = vec![0.0; columns * columns];
        for i in 0..columns {
            for j in i..columns {
                let products = self.products[i * columns + j];
                let centred = centred(self.trials, products, self.sums[i], self.sums[j]);
                covariances[i * columns + j] = centred / (n * (n - 1.0).max(1.0) * scale * scale);
            }
        }
        let means = self.sums.iter().map(|sum| *sum as f64 / (n * scale)).collect();
        Moments { n: Some(self.trials), means, covariances }
    }

    /// In how many trials both, only the one, only the other and none of two columns was right, where every score was
    /// right or wrong.
    pub fn paired(&self, one: usize, other: usize) -> Option<PairedCounts> {
        let (a, b) = (self.successes(one)?, self.successes(other)?);
        let product = self.products[one.min(other) * self.sums.len() + one.max(other)];
        let both = (product / u128::from(self.scale) / u128::from(self.scale)) as u64;
        Some(PairedCounts { both, one: a - both, other: b - both, neither: self.trials + both - a - b })
    }

    /// The number of successes of a column, where every score was right or wrong.
    pub fn successes(&self, column: usize) -> Option<u64> {
        let (sum, scale) = (self.sums[column], u128::from(self.scale));
        let squares = self.products[column * self.sums.len() + column];
        // Is it the sum times the scale? Asked by division, which no number is too large for.
        let binary = squares.is_multiple_of(scale) && squares / scale == sum;
        binary.then(|| (sum / scale) as u64)
    }
}

/// n * sum of products - product of sums, exactly, before anything is rounded.
///
/// Either product of a run of 10^12 trials of a real game has 163 bits.
fn centred(trials: u64, products: u128, sum: u128, other: u128) -> f64 {
    let (products, sums) = (Wide::product(trials.into(), products), Wide::product(sum, other));
    if products >= sums { products.minus(sums).rounded() } else { -sums.minus(products).rounded() }
}

/// A whole number of 256 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Wide {
    high: u128,
    low: u128,
}

impl Wide {
    /// As by hand, with digits of 64 bits.
    fn product(a: u128, b: u128) -> Self {
        const DIGIT: u128 = u64::MAX as u128;
        let (a, b) = ([a & DIGIT, a >> 64], [b & DIGIT, b >> 64]);
        // No sum is too large: the square of the largest digit leaves room for two digits more.
        let first = a[0] * b[0];
        let second = a[1] * b[0] + (first >> 64);
        let third = a[0] * b[1] + (second & DIGIT);
        Wide {
            high: a[1] * b[1] + (second >> 64) + (third >> 64),
            low: third << 64 | first & DIGIT, // what is shifted out is in the high half
        }
    }

    /// Less another one that is not larger.
    fn minus(self, other: Wide) -> Self {
        let (low, borrow) = self.low.overflowing_sub(other.low);
        Wide { high: self.high - other.high - u128::from(borrow), low }
    }

    /// The nearest double, of two the even one: as `as f64` rounds.
    fn rounded(self) -> f64 {
        if self.high == 0 {
            return self.low as f64;
        }
        // The first 128 bits, of which the last stands for all that follow: it only says on which side of the
        // middle between two doubles the number lies.
        let zeros = self.high.leading_zeros();
        let (first, rest) = match zeros {
            0 => (self.high, self.low),
            _ => (self.high << zeros | self.low >> (128 - zeros), self.low << zeros),
        };
        let power = f64::from_bits(u64::from(1023 + 128 - zeros) << 52);
        (first | u128::from(rest != 0)) as f64 * power
    }
}

/// What a trial scores in which `right` of `all` tied moves are right: nothing if none is, the whole scale if all are,
/// and between these their share of it, rounded down where it is not whole.
pub(crate) fn share_of(scale: u64, right: usize, all: usize) -> u64 {
    debug_assert!(right <= all);
    (u128::from(scale) * right as u128 / all.max(1) as u128) as u64
}

/// The smallest number that all of 1 to `moves` divide: a share of tied moves is a whole number of it.
/// Beyond 30 moves shares are rounded down to parts of 2^40.
pub(crate) fn scale_for(moves: usize) -> u64 {
    fn gcd(a: u64, b: u64) -> u64 {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    if moves > 30 { 1 << 40 } else { (1..=moves as u64).fold(1, |all, one| all / gcd(all, one) * one) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope::key::mix;

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
        assert_eq!(tally.paired(0, 1), None);
        let mut tally = Tally::new(2, 6);
        [[6, 6], [6, 0], [0, 6], [6, 0], [0, 0]].iter().for_each(|scores| tally.add(scores));
        let counts = PairedCounts { both: 1, one: 2, other: 1, neither: 1 };
        assert_eq!(tally.paired(0, 1), Some(counts));
        assert_eq!(tally.paired(1, 0), Some(PairedCounts { one: 1, other: 2, ..counts }));
    }

    /// Half of 10^12 trials are right, in two columns that differ in every other trial, on the scale of real games.
    #[test]
    fn no_run_is_too_large_for_moments() {
        let (n, scale) = (1_000_000_000_000u64, scale_for(30));
        let [half, quarter] = [n / 2, n / 4].map(u128::from);
        let squared = u128::from(scale) * u128::from(scale);
        let tally = Tally {
            trials: n,
            scale,
            sums: vec![half * u128::from(scale); 2],
            products: vec![half * squared, quarter * squared, 0, half * squared],
            nodes: vec![0; 2],
            counts: Vec::new(),
            passed: 0,
            records: BTreeMap::new(),
        };
        let moments = tally.moments();
        assert_eq!(moments.means, [0.5, 0.5]);
        let variance = 0.25 * (n as f64 / (n - 1) as f64);
        assert!((moments.covariance(0, 0) / variance - 1.0).abs() < 1e-15, "{}", moments.covariance(0, 0));
        assert_eq!((moments.covariance(1, 1), moments.covariance(0, 1)), (moments.covariance(0, 0), 0.0));
        let quarter = n / 4;
        let counts = PairedCounts { both: quarter, one: quarter, other: quarter, neither: quarter };
        assert_eq!((tally.successes(0), tally.paired(0, 1)), (Some(n / 2), Some(counts)));
        // One score that is neither right nor wrong is seen among them all.
        let mut other = tally.clone();
        other.sums[0] -= 1;
        other.products[0] -= 2 * u128::from(scale) - 1;
        assert_eq!((other.successes(0), other.paired(0, 1)), (None, None));
    }

    /// Numbers as decimal digits, the last first: a reference that has nothing in common with halves of 128 bits.
    fn digits(number: u128) -> Vec<u8> {
        number.to_string().bytes().rev().map(|digit| digit - b'0').collect()
    }

    fn carried(columns: Vec<i64>) -> Vec<u8> {
        let (mut carry, mut digits) = (0, Vec::new());
        for column in columns {
            let sum: i64 = column + carry;
            digits.push(sum.rem_euclid(10) as u8);
            carry = sum.div_euclid(10);
        }
        assert_eq!(carry, 0);
        digits
    }

    fn times(a: &[u8], b: &[u8]) -> Vec<u8> {
        let mut columns = vec![0; 80];
        for (i, a) in a.iter().enumerate() {
            b.iter().enumerate().for_each(|(j, b)| columns[i + j] += i64::from(a * b));
        }
        carried(columns)
    }

    fn minus(a: &[u8], b: &[u8]) -> Vec<u8> {
        carried(a.iter().zip(b).map(|(a, b)| i64::from(*a) - i64::from(*b)).collect())
    }

    /// The nearest double by the reader of decimal numbers.
    fn read(digits: &[u8]) -> f64 {
        let text: String = digits.iter().rev().map(|digit| char::from(digit + b'0')).collect();
        text.parse().unwrap()
    }

    fn plainly(trials: u64, products: u128, sum: u128, other: u128) -> f64 {
        let products = times(&digits(trials.into()), &digits(products));
        let sums = times(&digits(sum), &digits(other));
        match products.iter().rev().cmp(sums.iter().rev()) {
            std::cmp::Ordering::Less => -read(&minus(&sums, &products)),
            _ => read(&minus(&products, &sums)),
        }
    }

    /// Numbers of all lengths, among them many whose difference is short; where nothing overflows, the plain way too.
    #[test]
    fn centred_sums_are_exact_before_they_are_rounded() {
        let mut drawn = 0;
        let mut next = |bits: u32| {
            drawn += 2;
            let word = u128::from(mix(drawn)) << 64 | u128::from(mix(drawn + 1));
            let length = (mix(word as u64) % u64::from(bits)) as u32 + 1;
            word >> (128 - length)
        };
        let mut short = 0;
        for round in 0..20_000 {
            let (trials, sum) = (next(64) as u64, next(128));
            let (products, other) = match round % 3 {
                0 => (next(128), next(128)),
                // The same product twice, but for a little.
                1 => (sum.wrapping_add(next(20)), u128::from(trials)),
                _ => (sum, u128::from(trials) + next(3)),
            };
            let found = centred(trials, products, sum, other);
            let case = (trials, products, sum, other);
            assert_eq!(found.to_bits(), plainly(trials, products, sum, other).to_bits(), "{case:?}");
            let fits = u128::from(trials).checked_mul(products).zip(sum.checked_mul(other));
            if let Some((products, sums)) = fits {
                short += 1;
                let plain =
                    if products >= sums { (products - sums) as f64 } else { -((sums - products) as f64) };
                assert_eq!(found.to_bits(), plain.to_bits(), "{case:?}");
            }
        }
        assert!((2_000..18_000).contains(&short), "{short} of 20000 fit");
    }

    /// In the middle between two doubles, and just beside it, at every length.
    #[test]
    fn middles_are_rounded_to_even() {
        let double =
            |mantissa: u64, power: u32| mantissa as f64 * f64::from_bits(u64::from(1023 + power) << 52);
        for shift in 76..=202u32 {
            for (odd, even) in [(0u64, 0u64), (1, 2)] {
                let low = (1u64 << 52) + odd;
                // `low` and a half, as whole numbers of 54 bits, then shifted.
                let middle = u128::from(2 * low + 1);
                let wide = match shift {
                    76..128 => Wide::product(middle << 64, 1 << (shift - 64)),
                    _ => Wide { high: middle << (shift - 128), low: 0 },
                };
                let one = Wide { high: 0, low: 1 };
                let below = wide.minus(one).rounded();
                let above = Wide { low: wide.low + 1, ..wide }.rounded();
                let [down, up, nearest] = [low, low + 1, (1 << 52) + even].map(|m| double(m, shift + 1));
                assert_eq!((below, wide.rounded(), above), (down, nearest, up), "{odd} {shift}");
            }
        }
        let largest = Wide { high: u128::MAX, low: u128::MAX };
        assert_eq!(largest.rounded(), double(1, 256));
        assert_eq!(Wide::product(u128::MAX, u128::MAX), largest.minus(Wide { high: 1, low: u128::MAX - 1 }));
    }

    /// Whole up to 30 moves, and beyond them all right is still the scale.
    #[test]
    fn shares_of_tied_moves() {
        let scale = scale_for(30);
        for all in 1..=30usize {
            for right in 0..=all {
                assert_eq!(share_of(scale, right, all), scale / all as u64 * right as u64);
            }
        }
        for (scale, all) in [(scale, 31), (scale, 32), (scale, 64), (scale_for(31), 49), (u64::MAX, 1000)] {
            let share = |right: usize| share_of(scale, right, all);
            assert_eq!((share(0), share(all)), (0, scale));
            assert!((1..=all).all(|right| share(right - 1) < share(right)), "{all} moves");
        }
        assert_eq!((share_of(10, 1, 3), share_of(10, 2, 3), share_of(10, 0, 0)), (3, 6, 0));
    }

    #[test]
    fn scales() {
        assert_eq!([1, 2, 3, 4, 6, 10].map(scale_for), [1, 2, 6, 12, 60, 2520]);
        assert!(scale_for(30) < 1 << 42);
    }
}
