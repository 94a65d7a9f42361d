//! What the scores say of why the best of n rises or falls.

use super::{Problem, Reason};
use crate::stats::normal_quantile;
use plyscope::theory::best_of_n::BestOfN;

/// Sums over problems: squares within problems around the mean, and what they are divided by.
#[derive(Default)]
struct Within {
    each: Vec<(f64, f64)>,
    means: Vec<f64>,
}

impl Within {
    fn add(&mut self, scores: &[f64]) {
        let mean = scores.iter().sum::<f64>() / scores.len() as f64;
        let squares = scores.iter().map(|score| (score - mean).powi(2)).sum();
        self.each.push((squares, scores.len() as f64 - 1.0));
        self.means.push(mean);
    }

    fn variance(&self) -> f64 {
        let (squares, freedom) = self.each.iter().fold((0.0, 0.0), |(s, f), (x, y)| (s + x, f + y));
        squares / freedom
    }
}

/// Spread, ties and calibration.
pub(super) fn reasons(problems: &[Problem]) -> Vec<Reason> {
    let all = [spread(problems), Some(ties(problems)), calibration(problems)];
    all.into_iter().flatten().collect()
}

/// How widely the scores of incorrect candidates spread beside those of correct ones, within problems that have two of each.
fn spread(problems: &[Problem]) -> Option<Reason> {
    let (mut right, mut wrong) = (Within::default(), Within::default());
    for problem in problems {
        let some = |is: bool| {
            let both = problem.scores.iter().zip(&problem.correct);
            both.filter(|(_, correct)| (**correct > 0.5) == is).map(|(score, _)| *score).collect::<Vec<f64>>()
        };
        let (correct, incorrect) = (some(true), some(false));
        if correct.len() > 1 && incorrect.len() > 1 {
            right.add(&correct);
            wrong.add(&incorrect);
        }
    }
    let (a, b) = (wrong.variance(), right.variance());
    if right.each.len() < 2 || !(a > 0.0 && b > 0.0) {
        return None;
    }
    let ratio = (a / b).sqrt();
    // What a problem adds to the logarithm of the ratio.
    let sum = |of: &Within| of.each.iter().map(|(squares, _)| squares).sum::<f64>();
    let (all, other) = (sum(&wrong), sum(&right));
    let part = |(x, y): (&(f64, f64), &(f64, f64))| ((x.0 - a * x.1) / all - (y.0 - b * y.1) / other) / 2.0;
    let parts: f64 = wrong.each.iter().zip(&right.each).map(|pair| part(pair).powi(2)).sum();
    let half = normal_quantile(0.025) * parts.sqrt();
    let (low, high) = (ratio * (-half).exp(), ratio * half.exp());
    let mean = |of: &Within| of.means.iter().sum::<f64>() / of.means.len() as f64;
    let gap = (mean(&right) - mean(&wrong)) / b.sqrt();
    let share = |problem: &Problem| problem.correct.iter().sum::<f64>() / problem.correct.len() as f64;
    let correct = problems.iter().map(share).sum::<f64>() / problems.len() as f64;
    let says = match (low > 1.0, high < 1.0) {
        (true, _) => {
            "The highest of many scores is then sooner or later an incorrect one's: this makes the best of n fall"
        }
        (_, true) => "The highest of many scores is then sooner or later a correct one's: this helps",
        _ => {
            "Neither side's scores are significantly wider, and noise that is equal cannot make the best of n fall"
        }
    };
    let normal = BestOfN::new(correct, gap, ratio).ok().and_then(|model| model.maximum());
    let normal = normal.map_or(String::new(), |(n, accuracy)| {
        format!("; normal scores such as these would be best with {n} candidates ({:.1}%)", 100.0 * accuracy)
    });
    let text = format!(
        "Within a problem the scores of incorrect candidates spread {ratio:.2} [{low:.2}, {high:.2}] times as widely as those of \
         correct ones, {gap:.2} of whose standard deviations separate the means. {says}{normal}."
    );
    Some(Reason { id: "spread", text })
}

/// How often two candidates of a problem have the same score.
fn ties(problems: &[Problem]) -> Reason {
    let each = |problem: &Problem| {
        let mut scores = problem.scores.clone();
        scores.sort_by(f64::total_cmp);
        let same: f64 =
            scores.chunk_by(|a, b| a == b).map(|same| (same.len() * (same.len() - 1)) as f64).sum();
        same / (scores.len() * scores.len().saturating_sub(1)).max(1) as f64
    };
    let share = 100.0 * problems.iter().map(each).sum::<f64>() / problems.len() as f64;
    let says = if share >= 1.0 { "; among equals the choice is a random one" } else { "" };
    Reason { id: "ties", text: format!("{share:.1}% of pairs of candidates have the same score{says}.") }
}

/// Bins of scores.
const BINS: usize = 10;

/// How far scores are the chances that they look like; none where they are no chances.
fn calibration(problems: &[Problem]) -> Option<Reason> {
    let mut bins = [(0.0, 0.0, 0.0); BINS];
    for problem in problems {
        for (score, correct) in problem.scores.iter().zip(&problem.correct) {
            if !(0.0..=1.0).contains(score) {
                return None;
            }
            let bin = &mut bins[((score * BINS as f64) as usize).min(BINS - 1)];
            *bin = (bin.0 + 1.0, bin.1 + score, bin.2 + correct);
        }
    }
    let all: f64 = bins.iter().map(|bin| bin.0).sum();
    let error: f64 = bins.iter().map(|(_, said, was)| (said - was).abs()).sum::<f64>() / all;
    let (count, said, was) = *bins.iter().rev().find(|bin| bin.0 > 0.0)?;
    let text = format!(
        "As chances of being correct, scores are off by {:.1} points on average; the highest say {:.1}%, and {:.1}% of those \
         candidates are correct.",
        100.0 * error,
        100.0 * said / count,
        100.0 * was / count
    );
    Some(Reason { id: "calibration", text })
}
