//! The best of n candidates drawn without replacement, exactly: by counting the subsets in which a candidate is the best.

/// Candidates from the best on, those with equal scores together: how many, and how far correct in all.
pub(super) struct Ranked {
    classes: Vec<(usize, f64)>,
    all: usize,
}

/// A share that adds nothing, and no share after it does: they fall from then on.
const NOTHING: f64 = 1e-30;

impl Ranked {
    /// By keys; those at or above a cap are equal.
    pub(super) fn by(keys: &[f64], correct: &[f64], cap: f64) -> Self {
        let mut order: Vec<u32> = (0..keys.len() as u32).collect();
        let key = |at: &u32| keys[*at as usize].min(cap);
        order.sort_unstable_by(|a, b| key(b).total_cmp(&key(a)).then(a.cmp(b)));
        let class = |same: &[u32]| (same.len(), same.iter().map(|at| correct[*at as usize]).sum());
        // -0 and 0 are equal.
        let classes = order.chunk_by(|a, b| key(a) == key(b)).map(class).collect();
        Ranked { classes, all: keys.len() }
    }

    /// How far the candidate of a rank (1: the best) of n drawn ones is correct, on average; equal ones share.
    pub(super) fn of(&self, n: usize, rank: usize) -> f64 {
        let all = self.all as f64;
        let (n, rank) = (n as f64, (rank.min(n)) as f64);
        // The share of subsets in which the candidate with so many above it has the rank: first the fewest above.
        let mut share: f64 = (0..rank as u32).map(f64::from).map(|i| (n - i) / (all - i)).product();
        let (mut sum, mut above) = (0.0, 0.0);
        for (size, correct) in &self.classes {
            let mut of_class = 0.0;
            for _ in 0..*size {
                if above + 1.0 >= rank {
                    of_class += share;
                    let below = all - 1.0 - above;
                    share *= (above + 1.0) / (above + 2.0 - rank)
                        * ((below - (n - rank)).max(0.0) / below.max(1.0));
                }
                above += 1.0;
            }
            sum += of_class * correct / *size as f64;
            if share < NOTHING {
                break;
            }
        }
        sum
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use plyscope::key::mix;

    /// All subsets of a size, as bits.
    pub(in super::super) fn subsets(of: usize, size: usize) -> Vec<u32> {
        (0u32..1 << of).filter(|bits| bits.count_ones() as usize == size).collect()
    }

    #[test]
    fn every_subset_is_counted() {
        for seed in 0..40u64 {
            let all = 1 + (mix(seed) % 9) as usize;
            let draw = |i: usize, salt: u64| mix(seed * 1000 + salt * 100 + i as u64);
            let scores: Vec<f64> = (0..all).map(|i| (draw(i, 1) % 5) as f64).collect();
            let correct: Vec<f64> = (0..all).map(|i| [0.0, 1.0, 0.25][(draw(i, 2) % 3) as usize]).collect();
            let ranked = Ranked::by(&scores, &correct, f64::INFINITY);
            for n in 1..=all {
                for rank in 1..=n.min(4) {
                    let sets = subsets(all, n);
                    let each = |bits: &u32| {
                        let mut drawn: Vec<usize> = (0..all).filter(|i| bits >> i & 1 == 1).collect();
                        drawn.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
                        let score = scores[drawn[rank - 1]];
                        let same: Vec<f64> =
                            drawn.iter().filter(|i| scores[**i] == score).map(|i| correct[*i]).collect();
                        same.iter().sum::<f64>() / same.len() as f64
                    };
                    let expected = sets.iter().map(each).sum::<f64>() / sets.len() as f64;
                    let found = ranked.of(n, rank);
                    assert!(
                        (found - expected).abs() < 1e-12,
                        "{scores:?} {correct:?} {n} {rank}: {found} {expected}"
                    );
                }
            }
        }
    }

    /// With a million candidates: against the closed form for the first rank, and a sum of all shares of 1.
    #[test]
    fn a_million_candidates() {
        let all = 1_000_000;
        let scores: Vec<f64> = (0..all).map(f64::from).collect();
        let ones = vec![1.0; all as usize];
        let mut top = vec![0.0; all as usize];
        *top.last_mut().unwrap() = 1.0;
        let (ones, top) =
            (Ranked::by(&scores, &ones, f64::INFINITY), Ranked::by(&scores, &top, f64::INFINITY));
        for n in [1, 2, 1000, 524_288, 999_999, 1_000_000] {
            assert!((ones.of(n, 1) - 1.0).abs() < 1e-9, "{n}: {}", ones.of(n, 1));
            assert!((top.of(n, 1) - n as f64 / f64::from(all)).abs() < 1e-12);
        }
    }
}
