//! Many tests at once: how many of them stand.

/// How many of some P-values are so small that all of them together are wrong with a probability of at most `alpha` (Holm 1979);
/// whatever their dependence. The smallest ones.
///
/// ```
/// use plyscope_lab::stats::{discoveries, holm};
/// // Benjamini & Hochberg 1995, section 4.1: 15 hypotheses, of which Bonferroni's and Holm's tests reject three.
/// let p = [
///     0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0,
/// ];
/// assert_eq!(holm(&p, 0.05), 3);
/// assert_eq!(discoveries(&p, 0.05), 3);
/// ```
pub fn holm(p: &[f64], alpha: f64) -> usize {
    let sorted = sorted(p);
    let stands = |(i, p): &(usize, f64)| *p <= alpha / (sorted.len() - i) as f64;
    sorted.iter().copied().enumerate().take_while(stands).count()
}

/// How many of them are so small that at most the share `rate` of them is wrong on average (Benjamini & Yekutieli 2001);
/// whatever their dependence. The smallest ones.
pub fn discoveries(p: &[f64], rate: f64) -> usize {
    let sorted = sorted(p);
    let dependence: f64 = (1..=sorted.len()).map(|i| 1.0 / i as f64).sum();
    let limit = |i: usize| rate * (i + 1) as f64 / (sorted.len() as f64 * dependence);
    sorted.iter().enumerate().rposition(|(i, p)| *p <= limit(i)).map_or(0, |last| last + 1)
}

fn sorted(p: &[f64]) -> Vec<f64> {
    let mut sorted = p.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}
