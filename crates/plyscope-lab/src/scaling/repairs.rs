//! What another use of the same scores would change. The setting of each repair is learned on the problems with even numbers
//! and judged by the others. Its control learns from correctness that was dealt out anew within every problem: what it gains
//! is what such a repair gains when there is nothing to learn.

use super::exact::Ranked;
use super::votes::{Keyed, Order, of_top};
use super::{Problem, told};
use crate::measurement::{Estimate, LEVEL, differences, each_of};
use serde::Serialize;

/// The best of n with one thing changed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Repaired {
    /// `ranked`, `capped` or `vote-of-top`.
    pub id: &'static str,
    /// The setting that was learned, in words.
    pub setting: String,
    /// By number of candidates, on the problems that it was not learned from.
    pub accuracy: Vec<Estimate>,
    /// What that is more than the best of n has there; the intervals of all repairs hold together.
    pub gain: Vec<Estimate>,
    /// What the control gains.
    pub control: Vec<f64>,
    /// In a sentence.
    pub text: String,
}

/// How candidates are selected instead.
#[derive(Clone, Copy)]
enum How {
    /// The one of a rank.
    Ranked(usize),
    /// Scores beyond a cap are equal.
    Capped(f64),
    /// A vote of the best.
    VoteOfTop(usize),
}

impl How {
    fn id(self) -> &'static str {
        match self {
            How::Ranked(_) => "ranked",
            How::Capped(_) => "capped",
            How::VoteOfTop(_) => "vote-of-top",
        }
    }

    fn setting(self) -> String {
        match self {
            How::Ranked(rank) => format!("the candidate with score number {rank} from the top"),
            How::Capped(cap) => format!("scores of {cap:.4} and more are equal"),
            How::VoteOfTop(top) => format!("a majority of the {top} highest scores"),
        }
    }

    /// The accuracy by count on a problem.
    fn on(self, problem: &Problem, correct: &[f64], counts: &[usize], keyed: Keyed) -> Vec<f64> {
        let ranked = |cap: f64, rank: usize| {
            let ranked = Ranked::by(&problem.scores, correct, cap);
            counts.iter().map(|n| ranked.of(*n, rank).clamp(0.0, 1.0)).collect()
        };
        match self {
            How::Ranked(rank) => ranked(f64::INFINITY, rank),
            How::Capped(cap) => ranked(cap, 1),
            How::VoteOfTop(top) => of_top(problem, correct, top, counts, keyed),
        }
    }
}

/// Shares of all scores that lie below a cap.
const CAPS: [f64; 5] = [0.5, 0.75, 0.9, 0.95, 0.99];

/// All repairs of the best of n; none where there are too few problems to learn from.
pub(super) fn repairs(
    problems: &[Problem],
    counts: &[usize],
    right: &[Vec<f64>],
    keyed: Keyed,
) -> Vec<Repaired> {
    let half = |odd: usize| (0..problems.len()).filter(|at| at % 2 == odd).collect::<Vec<usize>>();
    let (learned, judged) = (half(0), half(1));
    let Some(most) = counts.last().filter(|most| **most > 1 && judged.len() > 1) else { return Vec::new() };
    let mut scores: Vec<f64> = learned.iter().flat_map(|at| &problems[*at].scores).copied().collect();
    scores.sort_by(f64::total_cmp);
    let cap = |share: &f64| How::Capped(scores[(share * (scores.len() - 1) as f64) as usize]);
    let mut kinds = vec![[2, 3, 4].map(How::Ranked).to_vec(), CAPS.iter().map(cap).collect()];
    if !problems[0].answers.is_empty() {
        kinds.push([3, 8].map(How::VoteOfTop).to_vec());
    }
    let dealt: Vec<Vec<f64>> = learned.iter().map(|at| dealt(&problems[*at], keyed)).collect();
    let truth: Vec<Vec<f64>> = learned.iter().map(|at| problems[*at].correct.clone()).collect();
    let best = |settings: &[How], correct: &[Vec<f64>]| {
        let sum = |how: How| {
            let each =
                |(at, correct): (&usize, &Vec<f64>)| how.on(&problems[*at], correct, &[*most], keyed)[0];
            learned.iter().zip(correct).map(each).sum::<f64>()
        };
        let sums: Vec<f64> = settings.iter().map(|how| sum(*how)).collect();
        // Of equals the first.
        let best = (0..sums.len()).max_by(|a, b| sums[*a].total_cmp(&sums[*b]).then(b.cmp(a))).unwrap_or(0);
        settings[best]
    };
    let level = each_of(kinds.len() * counts.len());
    let plain: Vec<Vec<f64>> = right.iter().map(|all| judged.iter().map(|at| all[*at]).collect()).collect();
    let on_judged = |how: How| {
        let mut by_count = vec![Vec::new(); counts.len()];
        for at in &judged {
            let found = how.on(&problems[*at], &problems[*at].correct, counts, keyed);
            by_count.iter_mut().zip(found).for_each(|(all, one)| all.push(one));
        }
        by_count
    };
    let repaired = |settings: &Vec<How>| {
        let how = best(settings, &truth);
        let control = best(settings, &dealt);
        let found = on_judged(how);
        let gain = |(plain, found): (&Vec<f64>, &Vec<f64>)| {
            Estimate::of_differences(&differences(plain, found), level)
        };
        let gain: Vec<Estimate> = plain.iter().zip(&found).map(gain).collect();
        let mean = |(plain, found): (&Vec<f64>, &Vec<f64>)| {
            differences(plain, found).iter().sum::<f64>() / plain.len() as f64
        };
        let control: Vec<f64> = plain.iter().zip(&on_judged(control)).map(mean).collect();
        let last = gain[gain.len() - 1];
        let text = format!(
            "{}: {}; with {most} candidates {} points, its control {}.",
            how.id(),
            how.setting(),
            told::interval(&last),
            told::points(control[control.len() - 1])
        );
        let accuracy = found.iter().map(|all| Estimate::of(all, LEVEL)).collect();
        Repaired { id: how.id(), setting: how.setting(), accuracy, gain, control, text }
    };
    kinds.iter().map(repaired).collect()
}

/// A problem's correctness, dealt out anew by key.
fn dealt(problem: &Problem, keyed: Keyed) -> Vec<f64> {
    let mut order = Order::new(problem, keyed, u64::MAX);
    (0..problem.correct.len()).map(|at| problem.correct[order.next(at)]).collect()
}
