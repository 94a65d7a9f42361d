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
