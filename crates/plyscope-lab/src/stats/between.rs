//! Between which two of some searches lies one with another number of nodes?

/// A place between two counts, by the logarithm.
///
/// ```
/// use plyscope_lab::stats::{Between, between};
/// // Ten is half-way from one to a hundred.
/// assert_eq!(between(10.0, &[100.0, 1.0]), Some(Between { fewer: 1, more: 0, part: 0.5 }));
/// assert_eq!(between(100.0, &[100.0, 1.0]), Some(Between { fewer: 0, more: 0, part: 0.0 }));
/// assert_eq!(between(101.0, &[100.0, 1.0]), None); // beyond both
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Between {
    /// Which of them has as many or fewer, nearest.
    pub fewer: usize,
    /// Which has as many or more, nearest.
    pub more: usize,
    /// How much of the way to the latter it is.
    pub part: f64,
}

/// Finds the place of a count between others, whose order does not matter; none beyond them.
pub fn between(count: f64, counts: &[f64]) -> Option<Between> {
    let mut order: Vec<usize> = (0..counts.len()).collect();
    order.sort_by(|a, b| counts[*a].total_cmp(&counts[*b]));
    if let Some(same) = order.iter().copied().find(|i| counts[*i] == count) {
        return Some(Between { fewer: same, more: same, part: 0.0 });
    }
    let next = order.windows(2).find(|two| counts[two[0]] < count && count < counts[two[1]])?;
    let (low, high) = (counts[next[0]], counts[next[1]]);
    Some(Between { fewer: next[0], more: next[1], part: (count / low).ln() / (high / low).ln() })
}
