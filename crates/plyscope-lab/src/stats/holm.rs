//! Holm's correction for several tests (Holm 1979).

/// Adjusted p-values, in the order given: reject where they are below the level, and all rejections
/// together are wrong with no more than that probability.
///
/// ```
/// use plyscope_lab::stats::holm;
/// // Worked by hand: 4 x .005, 3 x .01, 2 x .03, and .04 lifted to the one before.
/// let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
/// let expected = [0.03, 0.06, 0.06, 0.02];
/// assert!(adjusted.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-15));
/// ```
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
    let mut adjusted = vec![0.0; p.len()];
    let mut largest: f64 = 0.0;
    for (rank, i) in order.into_iter().enumerate() {
        largest = largest.max(((p.len() - rank) as f64 * p[i]).min(1.0));
        adjusted[i] = largest;
    }
    adjusted
}
