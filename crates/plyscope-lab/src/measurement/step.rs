//! Steps: what one ply more, and two, repair and break. And the degree of pathology, by both definitions in use: how many
//! times larger the error is at the largest effort than at the smallest, and at how many steps it rises.

use super::Spent;
use super::estimate::{Estimate, LEVEL, differences, each_of, mean};
use super::gains::is_worse;
use super::table::Shares;
use serde::Serialize;

/// What a step is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Judged {
    /// The deeper search decides better.
    #[serde(rename = "helps")]
    Helps,
    /// It decides worse.
    #[serde(rename = "hurts")]
    Hurts,
    /// Neither by more than a point.
    #[serde(rename = "no difference")]
    NoDifference,
    /// The trials do not tell.
    #[serde(rename = "undecided")]
    Undecided,
}

impl Judged {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Judged::Helps => "helps",
            Judged::Hurts => "hurts",
            Judged::NoDifference => "no difference",
            Judged::Undecided => "undecided",
        }
    }

    /// By the interval of a net.
    pub(super) fn by(net: &Estimate) -> Self {
        match net {
            net if net.is_positive() => Judged::Helps,
            net if net.is_negative() => Judged::Hurts,
            net if net.low >= -NEGLIGIBLE && net.high <= NEGLIGIBLE => Judged::NoDifference,
            _ => Judged::Undecided,
        }
    }
}

/// A net below this is none: one point.
pub(super) const NEGLIGIBLE: f64 = 0.01;

/// From one effort to another.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Step {
    /// The smaller effort.
    pub from: Spent,
    /// The larger one.
    pub to: Spent,
    /// The share of decisions that the larger one repairs.
    pub helped: Estimate,
    /// The share that it breaks.
    pub hurt: Estimate,
    /// Repaired minus broken.
    pub net: Estimate,
    /// The share of the broken that is only another choice among equals; none where nothing is broken.
    pub churn: Option<f64>,
    /// What it is called.
    pub verdict: Judged,
    /// Places of the two efforts in the list.
    #[serde(skip)]
    pub between: (usize, usize),
}

impl Step {
    /// From which amount to which.
    pub(super) fn name(&self) -> String {
        format!("{} to {}", self.from.0.amount(), self.to.0.amount())
    }

    /// Does it lead over two efforts?
    pub fn is_double(&self) -> bool {
        self.between.1 - self.between.0 == 2
    }

    /// How many plies deeper it looks; none where depth is not what is spent.
    pub fn plies(&self) -> Option<u32> {
        Some(self.to.0.depth()? - self.from.0.depth()?)
    }
}

/// Which steps there are: from each effort to the next, and to the next but one.
pub(super) fn pairs(efforts: usize) -> Vec<(usize, usize)> {
    let next = |plies: usize| (0..efforts.saturating_sub(plies)).map(move |from| (from, from + plies));
    next(1).chain(next(2)).collect()
}

/// The steps of decisions: by effort, the share of the best moves that are correct on every trial. Intervals hold together
/// for `tables` tables of them; those of nets at every number of trials, if `always`.
pub(crate) fn steps(spent: &[Spent], right: &[Vec<f64>], tables: usize, always: bool) -> Vec<Step> {
    let pairs = pairs(spent.len());
    let level = each_of(pairs.len() * tables);
    let step = |(from, to): (usize, usize)| {
        let both = || right[from].iter().zip(&right[to]);
        let helped: Vec<f64> = both().map(|(before, after)| after * (1.0 - before)).collect();
        let hurt: Vec<f64> = both().map(|(before, after)| before * (1.0 - after)).collect();
        let lost: f64 = both().map(|(before, after)| (before - after).max(0.0)).sum();
        let broken: f64 = hurt.iter().sum();
        let differences = differences(&right[from], &right[to]);
        let net = match always {
            true => Estimate::always(&differences, [-1.0, 1.0], level),
            false => Estimate::of_differences(&differences, level),
        };
        Step {
            from: spent[from],
            to: spent[to],
            helped: Estimate::of(&helped, level),
            hurt: Estimate::of(&hurt, level),
            net,
            churn: (broken > 0.0).then(|| 1.0 - lost / broken),
            verdict: Judged::by(&net),
            between: (from, to),
        }
    };
    pairs.into_iter().map(step).collect()
}

/// How pathological a player's decisions are, from the smallest effort to the largest.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Degree {
    /// The smallest effort.
    pub from: Spent,
    /// The largest.
    pub to: Spent,
    /// The error at the largest over the error at the smallest; above 1 deeper is worse. None where the latter is never wrong.
    pub ratio: Option<Estimate>,
    /// At how many of the steps from an effort to the next the mean error rises.
    pub rises: usize,
    /// How many such steps there are.
    pub steps: usize,
    /// The share of positions at which the largest effort decides worse than the smallest.
    pub worse: Estimate,
    /// The share of positions at which at least one step makes the decision worse.
    pub ever_worse: Estimate,
    /// At how many steps the error of a position rises, on average.
    pub rises_each: Estimate,
}

impl Degree {
    /// Of shares of correct decisions, by effort; none of fewer than two.
    pub(super) fn of(spent: &[Spent], right: &Shares) -> Option<Self> {
        let (first, last) = (right.first()?, right.last().filter(|_| right.len() > 1)?);
        let trials = || 0..first.len();
        let steps = right.len() - 1;
        let rises =
            |trial: usize| (0..steps).filter(|at| is_worse(right[*at][trial], right[at + 1][trial])).count();
        let rising: Vec<f64> = trials().map(|trial| rises(trial) as f64).collect();
        let flag = |yes: bool| f64::from(u8::from(yes));
        let worse: Vec<f64> = trials().map(|trial| flag(is_worse(first[trial], last[trial]))).collect();
        let ever: Vec<f64> = rising.iter().map(|rises| flag(*rises > 0.0)).collect();
        Some(Degree {
            from: *spent.first()?,
            to: *spent.last()?,
            ratio: ratio(first, last),
            rises: (0..steps).filter(|at| is_worse(mean(&right[*at]), mean(&right[at + 1]))).count(),
            steps,
            worse: Estimate::of(&worse, LEVEL),
            ever_worse: Estimate::of(&ever, LEVEL),
            rises_each: Estimate::of_numbers(&rising, LEVEL),
        })
    }

    /// In one line.
    pub fn sentence(&self) -> String {
        let percent = |one: &Estimate| {
            format!("{:.1}% [{:.1}, {:.1}]", 100.0 * one.value, 100.0 * one.low, 100.0 * one.high)
        };
        let ratio = self
            .ratio
            .as_ref()
            .map_or("-".into(), |one| format!("{:.3} [{:.3}, {:.3}]", one.value, one.low, one.high));
        format!(
            "degree of pathology, {} to {}: error ratio {ratio}; the error rises at {} of {} steps; the last decides worse than \
             the first at {} of positions, some step makes it worse at {}",
            self.from,
            self.to,
            self.rises,
            self.steps,
            percent(&self.worse),
            percent(&self.ever_worse)
        )
    }
}

/// The ratio of mean errors on the same trials, with the interval of the delta method.
fn ratio(first: &[f64], last: &[f64]) -> Option<Estimate> {
    let wrong = |right: &[f64]| 1.0 - mean(right);
    let (before, after) = (wrong(first), wrong(last));
    if before <= 0.0 {
        return None;
    }
    let value = after / before;
    // What a trial adds to the ratio, around it.
    let parts: Vec<f64> =
        first.iter().zip(last).map(|(b, a)| ((1.0 - a) - value * (1.0 - b)) / before).collect();
    let around = Estimate::of_numbers(&parts, LEVEL);
    Some(Estimate { value, low: value + around.low, high: value + around.high })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope::search::Effort;

    /// Four positions at three depths, by hand.
    #[test]
    fn by_hand() {
        let spent = [1, 2, 3].map(|depth| Spent(Effort::Depth(depth)));
        // Errors: 0.5 + 0 + 1 + 0 = 1.5, then 1 + 0.5 + 0 + 0, then 0 + 1 + 1 + 1.
        let right = vec![vec![0.5, 1.0, 0.0, 1.0], vec![0.0, 0.5, 1.0, 1.0], vec![1.0, 0.0, 0.0, 0.0]];
        let degree = Degree::of(&spent, &right).unwrap();
        assert_eq!((degree.ratio.unwrap().value, degree.rises, degree.steps), (2.0, 1, 2));
        // The second and the fourth end worse than they began; each of the four gets worse at some step, the second at both.
        assert_eq!(
            (degree.worse.value, degree.ever_worse.value, degree.rises_each.value),
            (0.5, 1.0, 5.0 / 4.0)
        );
        let ratio = degree.ratio.unwrap();
        assert!(ratio.low < 2.0 && 2.0 < ratio.high);
        assert!(Degree::of(&spent[..1], &right[..1].to_vec()).is_none());
        let perfect = vec![vec![1.0, 1.0], vec![1.0, 0.0]];
        assert_eq!(Degree::of(&spent[..2], &perfect).unwrap().ratio, None, "nothing was wrong at first");
    }
}
