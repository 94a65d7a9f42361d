//! Steps: what one ply more, and two, repair and break.

use super::estimate::{Estimate, differences, each_of};
use super::spent::Spent;
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
/// for `tables` tables of them.
pub(super) fn steps(spent: &[Spent], right: &[Vec<f64>], tables: usize) -> Vec<Step> {
    let pairs = pairs(spent.len());
    let level = each_of(pairs.len() * tables);
    let step = |(from, to): (usize, usize)| {
        let both = || right[from].iter().zip(&right[to]);
        let helped: Vec<f64> = both().map(|(before, after)| after * (1.0 - before)).collect();
        let hurt: Vec<f64> = both().map(|(before, after)| before * (1.0 - after)).collect();
        let lost: f64 = both().map(|(before, after)| (before - after).max(0.0)).sum();
        let broken: f64 = hurt.iter().sum();
        let net = Estimate::of_differences(&differences(&right[from], &right[to]), level);
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
