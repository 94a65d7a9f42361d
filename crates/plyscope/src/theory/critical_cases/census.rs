//! The count over all positions: which are critical, and how likely each case is there.
//!
//! Read as "critical": the rules choose different moves, the product rule's strictly better by its own
//! measure, and equal minimax values go to the first child. Only so do both of the paper's totals
//! appear. Moves are counted by their pair of replies with multiplicity, not one by one: a few hundred
//! pairs stand for the 1,000 moves of the paper's model.

use super::{Case, Interval, Model, Replies, Reply, WorseReply};
use crate::game::Player;
use crate::rule::{BackupRule, Node, Product};
use crate::tree::changed;
use crate::value::{Ranked, Win};
use std::collections::BTreeMap;

/// A move by its two replies, as often as it occurs.
#[derive(Debug, Clone)]
pub(super) struct Move {
    /// The heuristic value of the reply that is better for Max.
    pub(super) better: i32,
    /// That of the worse one: the minimax value.
    pub(super) worse: i32,
    /// How often it occurs among all draws of increments.
    pub(super) count: u64,
    /// The same by the heuristic value of the position that it leads to, in rising order.
    children: Vec<(i32, u64)>,
    /// What the product rule believes.
    pub(super) believed: Win,
    /// That the sign of the better and of the worse reply is wrong.
    errors: [f64; 2],
}

impl Move {
    /// The true chance that Max wins: that both replies are won.
    pub(super) fn wins(&self) -> f64 {
        let won = |h: i32, error: f64| if h > 0 { 1.0 - error } else { error };
        won(self.better, self.errors[0]) * won(self.worse, self.errors[1])
    }

    /// Of the draws of both moves, those in which this one leads to the larger heuristic value; equal values count
    /// where it is the first child.
    fn draws_with_larger_child(&self, other: &Move, is_first: bool) -> u64 {
        let (mut draws, mut smaller, mut next) = (0, 0, 0);
        for (child, count) in &self.children {
            while let Some((_, more)) =
                other.children.get(next).filter(|(theirs, _)| theirs < child || is_first && theirs == child)
            {
                smaller += more;
                next += 1;
            }
            draws += count * smaller;
        }
        draws
    }
}

/// All moves of the root.
pub(super) fn moves(model: &Model) -> Vec<Move> {
    let increments = 0..=model.increment() as i32;
    let mut counts: BTreeMap<(i32, i32), BTreeMap<i32, u64>> = BTreeMap::new();
    for up in increments.clone() {
        let child = changed(model.root(), up, model.max());
        for one in increments.clone() {
            for other in increments.clone() {
                let [one, other] = [one, other].map(|down| changed(child, -down, model.max()));
                let children = counts.entry((one.max(other), one.min(other))).or_default();
                *children.entry(child).or_default() += 1;
            }
        }
    }
    let reply = Node { mover: Player::SECOND, height: 1, level: 0 };
    counts
        .into_iter()
        .map(|((better, worse), children)| Move {
            better,
            worse,
            count: children.values().sum(),
            children: children.into_iter().collect(),
            believed: Product.combine(reply, &[model.believed(better), model.believed(worse)]),
            errors: [model.error(better), model.error(worse)],
        })
        .collect()
}

/// Every ordered pair of moves that is critical: minimax's move, the product rule's, and how many
/// positions it stands for.
pub(super) fn for_each_critical(moves: &[Move], mut visit: impl FnMut(&Move, &Move, u64)) {
    for_each_ordered(moves, |m, p, count, _| visit(m, p, count));
}

/// The same, and whether minimax's move is the first child.
fn for_each_ordered(moves: &[Move], mut visit: impl FnMut(&Move, &Move, u64, bool)) {
    for first in moves {
        for second in moves {
            let first_preferred = first.worse >= second.worse;
            let (m, p) = if first_preferred { (first, second) } else { (second, first) };
            let better = p.believed.beats(&m.believed, Player::FIRST) && !p.believed.ties(m.believed);
            if better {
                visit(m, p, first.count * second.count, first_preferred);
            }
        }
    }
}

/// The heuristic values of the four replies that decide, and that their signs are wrong, in the order of
/// [`Reply::ALL`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Constellation {
    pub(super) values: [i32; 4],
    errors: [f64; 4],
}

impl Constellation {
    /// In which interval the draw value lies.
    pub(super) fn interval(&self) -> Interval {
        let [m1, m2, p1, p2] = self.values;
        match () {
            _ if p2 > 0 => Interval::I5,
            _ if m2 > 0 => Interval::I4,
            _ if m1 > 0 => Interval::I3,
            _ if p1 > 0 => Interval::I2,
            _ => Interval::I1,
        }
    }
}

/// Every critical constellation with the number of positions it stands for, M2 read as the model says.
pub(super) fn for_each_constellation(
    model: &Model,
    moves: &[Move],
    mut visit: impl FnMut(&Constellation, u64),
) {
    for_each_ordered(moves, |m, p, count, m_is_first| {
        let own = Constellation {
            values: [m.better, m.worse, p.better, p.worse],
            errors: [m.errors[0], m.errors[1], p.errors[0], p.errors[1]],
        };
        let carried = match model.worse_reply() {
            WorseReply::Own => 0,
            WorseReply::Carried => m.draws_with_larger_child(p, m_is_first),
        };
        if carried > 0 {
            let mut other = own;
            (other.values[1], other.errors[1]) = (own.values[3], own.errors[3]);
            visit(&other, carried);
        }
        if carried < count {
            visit(&own, count - carried);
        }
    });
}

/// Critical positions by interval, with the expected number of each case among them.
///
/// ```
/// use plyscope::theory::critical_cases::{Census, Interval, Model};
/// let census = Census::of(&Model::e1());
/// assert_eq!(census.positions, 1_000_000); // ten increments, six times
/// assert!(census.critical() < census.positions);
/// assert!(census.critical_in(Interval::I4) <= census.critical());
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Census {
    /// All positions: (increment + 1)^6.
    pub positions: u64,
    by_interval: [u64; 5],
    expected: [[f64; 16]; 5],
}

impl Census {
    /// Counts all positions of a model: a few milliseconds for the paper's million.
    pub fn of(model: &Model) -> Self {
        let moves = moves(model);
        let all: u64 = moves.iter().map(|each| each.count).sum();
        let mut census = Census { positions: all * all, by_interval: [0; 5], expected: [[0.0; 16]; 5] };
        for_each_constellation(model, &moves, |replies, count| {
            let place = replies.interval() as usize;
            census.by_interval[place] += count;
            for errors in Replies::all() {
                let chance = Reply::ALL.iter().fold(count as f64, |chance, reply| {
                    let error = replies.errors[*reply as usize];
                    chance * if errors.contains(*reply) { error } else { 1.0 - error }
                });
                census.expected[place][errors.index()] += chance;
            }
        });
        census
    }

    /// Positions in which the rules choose differently.
    pub fn critical(&self) -> u64 {
        self.by_interval.iter().sum()
    }

    /// Those with the draw value in an interval.
    pub fn critical_in(&self, interval: Interval) -> u64 {
        self.by_interval[interval as usize]
    }

    /// In how many positions a case is expected.
    pub fn expected(&self, case: Case) -> f64 {
        self.expected[case.interval as usize][case.errors.index()]
    }

    /// Of the critical positions; 0 where there are none.
    pub(super) fn percent(&self, expected: f64) -> f64 {
        if self.critical() == 0 { 0.0 } else { 100.0 * expected / self.critical() as f64 }
    }
}
