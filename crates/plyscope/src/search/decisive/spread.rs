//! How much a leaf's value changes when it is opened.

use crate::error::{Error, Result};

/// The mean squared change of a leaf's value when it is opened, by twentieths of its value; learned from leaves that were
/// opened.
///
/// ```
/// use plyscope::search::decisive::Spread;
/// let even = Spread::default();
/// assert!(even.of(0.5) > even.of(0.99)); // what is as good as won hardly changes
/// let learned = Spread::learned([(0.5, 0.7), (0.52, 0.32), (0.9, 0.9)]);
/// assert!((learned.of(0.51) - 0.04).abs() < 1e-12);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Spread([f64; Spread::BINS]);

impl Spread {
    /// How many parts the values from 0 to 1 are divided into.
    pub const BINS: usize = 20;

    /// From a number for every part.
    pub fn new(bins: [f64; Spread::BINS]) -> Result<Self> {
        match bins.iter().all(|bin| bin.is_finite() && *bin >= 0.0) {
            true => Ok(Spread(bins)),
            false => Err(Error::Settings {
                kind: "a spread".into(),
                why: "mean squares are numbers from 0 on".into(),
            }),
        }
    }

    /// From leaves that were opened: their values before and after. A part in which none was has what the nearest one has.
    pub fn learned(leaves: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let mut sums = [(0.0, 0_u64); Spread::BINS];
        for (before, after) in leaves {
            let (sum, count) = &mut sums[bin(before)];
            *sum += (after - before).powi(2);
            *count += 1;
        }
        let seen: Vec<usize> = (0..Spread::BINS).filter(|bin| sums[*bin].1 > 0).collect();
        if seen.is_empty() {
            return Spread::default();
        }
        Spread(std::array::from_fn(|bin| {
            let nearest = seen.iter().min_by_key(|other| other.abs_diff(bin)).expect("some were seen");
            sums[*nearest].0 / sums[*nearest].1 as f64
        }))
    }

    /// The mean squared change of a leaf of this value.
    pub fn of(&self, value: f64) -> f64 {
        self.0[bin(value)]
    }

    /// All parts.
    pub fn bins(&self) -> &[f64; Spread::BINS] {
        &self.0
    }
}

/// Nothing learned: a quarter of what a coin of that chance varies by.
impl Default for Spread {
    fn default() -> Self {
        Spread(std::array::from_fn(|bin| {
            let middle = (bin as f64 + 0.5) / Spread::BINS as f64;
            middle * (1.0 - middle) / 4.0
        }))
    }
}

fn bin(value: f64) -> usize {
    ((value * Spread::BINS as f64) as usize).min(Spread::BINS - 1)
}
