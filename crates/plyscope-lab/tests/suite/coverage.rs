//! Do intervals cover as often as they say? By simulation, with the library's own keys.

use plyscope::key::{Chance, DrawKey, Stream};
use plyscope_lab::stats::{Contrast, Moments, clopper_pearson, mcnemar_mid_p, wilson};
use plyscope_lab::tally::Tally;

fn key(experiment: u64) -> DrawKey {
    Stream::new(11, "coverage").block(experiment).attempt(0)
}

fn successes(experiment: u64, p: f64, trials: u64) -> u64 {
    let chance = Chance::new(p).unwrap();
    (0..trials).filter(|trial| chance.lane(key(experiment), 0, *trial)).count() as u64
}

/// Over 2000 experiments each: Clopper-Pearson never covers less than 95% (but for chance), Wilson about 95%.
#[test]
fn intervals_of_proportions() {
    for (p, n) in [(0.5, 40), (0.9, 60), (0.97, 200)] {
        let (mut exact, mut score) = (0, 0);
        for experiment in 0..2000 {
            let x = successes(experiment, p, n);
            let covers = |interval: plyscope_lab::stats::Interval| interval.low <= p && p <= interval.high;
            exact += u32::from(covers(clopper_pearson(x, n, 0.95)));
            score += u32::from(covers(wilson(x, n, 0.95)));
        }
        assert!(f64::from(exact) / 2000.0 > 0.95 - 0.015, "Clopper-Pearson, p {p}: {exact}");
        assert!((0.92..0.98).contains(&(f64::from(score) / 2000.0)), "Wilson, p {p}: {score}");
    }
}

/// Paired scores with ties of a half: columns a (right with .8) and b (the same trial, worse with .3).
fn paired(experiment: u64, trials: u64) -> (Moments, u64, u64) {
    let [good, worse, tie] = [0.8, 0.3, 0.2].map(|p| Chance::new(p).unwrap());
    let mut tally = Tally::new(2, 2);
    let (mut only_a, mut only_b) = (0, 0);
    for trial in 0..trials {
        let bit = |chance: Chance, what: u64| chance.lane(key(experiment), 1, 4 * trial + what);
        let a = if bit(tie, 0) { 1 } else { 2 * u64::from(bit(good, 1)) };
        let b = if bit(worse, 2) { 0 } else { a };
        tally.add(&[a, b]);
        only_a += u64::from(a == 2 && b == 0);
        only_b += u64::from(b == 2 && a == 0);
    }
    (tally.moments(), only_a, only_b)
}

/// The mean of a, the difference of a and b, and their ratio: true values .74, .222 and 1 / .7.
#[test]
fn intervals_of_paired_means_and_ratios() {
    let (mut mean, mut difference, mut ratio, mut rejected) = (0, 0, 0, 0);
    for experiment in 0..2000 {
        let (moments, only_a, only_b) = paired(experiment, 150);
        let covers = |interval: plyscope_lab::stats::Interval, truth: f64| {
            u32::from(interval.low <= truth && truth <= interval.high)
        };
        mean += covers(moments.interval(0, 0.95), 0.74);
        let contrast = Contrast { weights: vec![(0, 1.0), (1, -1.0)] };
        difference += covers(contrast.interval(&moments, 0.95), 0.74 * 0.3);
        ratio += covers(moments.ratio(0, 1, 0.95).expect("b is far from zero").1, 1.0 / 0.7);
        rejected += u32::from(mcnemar_mid_p(only_a, only_b) < 0.05);
    }
    for (what, covered) in [("mean", mean), ("difference", difference), ("ratio", ratio)] {
        let share = f64::from(covered) / 2000.0;
        assert!((0.93..0.965).contains(&share), "{what}: {share}");
    }
    assert_eq!(rejected, 2000, "a difference so large is never missed");
}

/// The chance that exactly this many of n are right.
fn binomial(n: u64, right: u64, p: f64) -> f64 {
    use statrs::distribution::{Binomial, Discrete};
    Binomial::new(p, n).expect("a probability").pmf(right)
}

/// Intervals of rows and figures, for a fixed number of trials: of right and wrong scores, by all outcomes; with ties of a half,
/// by simulation. Where at least twenty mistakes are expected they cover 93.5% and more; nearer to 1 less, as
/// docs/verdicts.md says.
#[test]
fn fixed_intervals_over_the_grid() {
    for n in [64, 100, 256, 1000, 10_000] {
        for p in [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995] {
            let covers = |right: &u64| {
                let at = wilson(*right, n, 0.95);
                at.low <= p && p <= at.high
            };
            let covered: f64 = (0..=n).filter(covers).map(|right| binomial(n, right, p)).sum();
            let least = if n as f64 * (1.0 - p) >= 20.0 { 0.935 } else { 0.89 };
            assert!(covered >= least, "{p} of {n}: {covered}");
        }
    }
    for (n, p) in [(64, 0.5), (64, 0.65), (256, 0.7), (256, 0.9), (1000, 0.95), (1000, 0.98)] {
        // Half of what is not right is a tie.
        let [right, half] = [2.0 * p - 1.0, 0.5].map(|chance| Chance::new(chance).unwrap());
        let mut covered = 0;
        for experiment in 0..2000 {
            let mut tally = Tally::new(1, 2);
            for trial in 0..n {
                let bit = |chance: Chance, what: u32| chance.lane(key(experiment), 8 + what, trial);
                // 1 with 2p - 1, else one of 0, a half and 1 with a quarter, a half and a quarter: p in all.
                let other = u64::from(bit(half, 1)) + u64::from(bit(half, 2));
                tally.add(&[if bit(right, 0) { 2 } else { other }]);
            }
            let at = tally.moments().interval(0, 0.95);
            covered += u32::from(at.low <= p && p <= at.high);
        }
        assert!(f64::from(covered) / 2000.0 >= 0.925, "{p} of {n} with ties: {covered}");
    }
}
