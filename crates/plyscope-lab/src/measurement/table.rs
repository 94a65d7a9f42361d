//! One player's decisions on all judged trials, and what every term is computed from.

use super::Setup;
use super::estimate::mean;
use super::record::{Seen, among};
use super::repair::{Bench, Repair};
use plyscope::oracle::Certainty;
use plyscope::search::Effort;
use std::collections::BTreeMap;

/// Shares of correct moves on every trial, by effort.
pub(super) type Shares = Vec<Vec<f64>>;

/// A player's decisions under one oracle.
pub(super) struct Table<'a> {
    pub(super) efforts: &'a [Effort],
    /// The trials.
    pub(super) seen: &'a [&'a Seen],
    /// Which player.
    pub(super) player: usize,
    /// Who judges.
    pub(super) oracle: Option<usize>,
    /// Does that tell wins, draws and losses, and nothing else?
    pub(super) outcomes: bool,
    /// How far each move is correct, by trial; empty without truth.
    pub(super) correct: Vec<Vec<f64>>,
    /// What each effort's best moves score, by trial.
    pub(super) right: Shares,
    /// The same with every repair that was run.
    pub(super) repaired: BTreeMap<Repair, Shares>,
}

impl<'a> Table<'a> {
    /// By an oracle, or by none.
    pub(super) fn new(setup: &'a Setup, seen: &'a [&'a Seen], player: usize, oracle: Option<usize>) -> Self {
        let efforts = &setup.efforts;
        let worth = |one: &&Seen| oracle.map_or(Vec::new(), |oracle| one.truth[oracle].clone());
        let correct = |one: &&Seen| {
            let worth = worth(one);
            if setup.is_logged() {
                return worth;
            }
            let best = among((0..worth.len()).collect(), &worth);
            (0..worth.len()).map(|i| f64::from(u8::from(best.contains(&i)))).collect()
        };
        let correct: Vec<Vec<f64>> = seen.iter().map(correct).collect();
        let judge =
            setup.truths.iter().find(|truth| oracle.is_some_and(|oracle| truth.oracles.contains(&oracle)));
        let outcomes = !setup.margins
            && !setup.is_logged()
            && judge.is_some_and(|truth| truth.certainty == Certainty::Exact);
        let mut table = Table {
            efforts,
            seen,
            player,
            oracle,
            outcomes,
            correct,
            right: Vec::new(),
            repaired: BTreeMap::new(),
        };
        if oracle.is_some() {
            let plain = |effort: usize| {
                let each = |(seen, correct): (&&Seen, &Vec<f64>)| {
                    let at = &seen.players[player].at[effort];
                    at.logged.map_or_else(|| share(&at.best, correct), |logged| logged.correct)
                };
                seen.iter().zip(&table.correct).map(each).collect()
            };
            table.right = (0..efforts.len()).map(plain).collect();
            for repair in setup.repairs.iter().copied() {
                let all: Option<Shares> = (0..efforts.len())
                    .map(|effort| table.shares(|seen| repaired(efforts, seen, player, repair, effort)))
                    .collect();
                if let Some(all) = all {
                    table.repaired.insert(repair, all);
                }
            }
        }
        table
    }

    /// What some choice scores on every trial; none where it is not made somewhere.
    fn shares(&self, best: impl Fn(&Seen) -> Option<Vec<usize>>) -> Option<Vec<f64>> {
        let share = |(seen, correct): (&&Seen, &Vec<f64>)| Some(share(&best(seen)?, correct));
        self.seen.iter().zip(&self.correct).map(share).collect()
    }

    /// The moves found best on a trial.
    pub(super) fn best(&self, trial: usize, effort: usize) -> &'a [usize] {
        &self.seen[trial].players[self.player].at[effort].best
    }

    /// How far the root's value, as a chance of winning, is from the outcome, on every trial; none where values are not
    /// calibrated, truth tells no outcomes, or the player tells no values.
    pub(super) fn value_errors(&self, effort: usize, calibrated: bool) -> Option<Vec<f64>> {
        let oracle = self.oracle.filter(|_| calibrated && self.outcomes)?;
        let highest = |numbers: &[f64]| numbers.iter().copied().reduce(f64::max);
        let each = |seen: &&Seen| {
            let value = highest(&seen.players[self.player].at[effort].values)?;
            Some((value - highest(&seen.truth[oracle])?).abs())
        };
        self.seen.iter().map(each).collect()
    }

    /// How far two efforts' best moves are the same: shared ones over all of them; of tries, how many pairs choose the same.
    pub(super) fn agreement(&self, one: usize, other: usize) -> f64 {
        let tries = |trial: usize, effort: usize| {
            let logged = self.seen[trial].players[self.player].at[effort].logged;
            logged.is_some_and(|logged| logged.tries)
        };
        let each = |trial: usize| {
            let (a, b) = (self.best(trial, one), self.best(trial, other));
            if tries(trial, one) || tries(trial, other) {
                let same = |choice: &usize| b.iter().filter(|other| *other == choice).count();
                return a.iter().map(same).sum::<usize>() as f64 / (a.len() * b.len()) as f64;
            }
            let shared = a.iter().filter(|choice| b.contains(choice)).count();
            shared as f64 / (a.len() + b.len() - shared) as f64
        };
        mean(&(0..self.seen.len()).map(each).collect::<Vec<f64>>())
    }

    /// Above zero where depths of one parity agree with each other more than with those between them; none where depths
    /// are not consecutive.
    pub(super) fn parity_index(&self) -> Option<f64> {
        let depths: Option<Vec<u32>> = self.efforts.iter().map(|effort| effort.depth()).collect();
        let depths = depths.filter(|depths| depths.len() >= 3)?;
        if !depths.windows(2).all(|pair| pair[0] + 1 == pair[1]) {
            return None;
        }
        let one = |d: usize| {
            self.agreement(d, d + 2) - (self.agreement(d, d + 1) + self.agreement(d + 1, d + 2)) / 2.0
        };
        Some(mean(&(0..depths.len() - 2).map(one).collect::<Vec<f64>>()))
    }
}

/// The share of some moves that are correct.
pub(super) fn share(best: &[usize], correct: &[f64]) -> f64 {
    best.iter().map(|choice| correct[*choice]).sum::<f64>() / best.len().max(1) as f64
}

/// The moves that a repair finds best.
fn repaired(
    efforts: &[Effort],
    seen: &Seen,
    player: usize,
    repair: Repair,
    effort: usize,
) -> Option<Vec<usize>> {
    let decided = &seen.players[player];
    match decided.repairs.get(&repair) {
        Some(best) => best.get(effort).cloned(),
        None => {
            let bench = Bench { efforts, moves: seen.moves.len(), proved: &seen.proved, at: &decided.at };
            bench.repaired(repair, effort)
        }
    }
}
