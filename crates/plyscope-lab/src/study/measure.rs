//! Measures: an observation and the truth in, an exact whole number out.

use super::trials::JudgedTrial;
use crate::spec::Ties;
use crate::tally::{scale_for, share_of};
use plyscope::key::{Domain, TrialKey};
use plyscope::player::Observation;
use plyscope::search::{Effort, compare_pairs};
use plyscope::value::{AnyValue, Outcome};

/// What is made of an observation.
pub(crate) trait Measure: Send + Sync {
    /// What it is called in results.
    fn metric(&self) -> &'static str;
    /// What a value is, for people.
    fn label(&self) -> &'static str;
    /// Every score is a whole number from 0 to this, where no position has more than `moves` moves.
    fn scale(&self, moves: usize) -> u64;
    /// Must the truth be known?
    fn needs_truth(&self) -> bool {
        true
    }
    /// Is it a share, from 0 to 1?
    fn is_share(&self) -> bool {
        true
    }
    /// What a trial scores.
    fn score(&self, scale: u64, seen: &Observation, judged: Option<&JudgedTrial>, at: Moment) -> u64;
    /// How ties are scored, for lanes that score decisions many at a time; none where pairs are compared.
    fn ties(&self) -> Option<Ties> {
        None
    }
}

/// When an observation was made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment {
    /// The trial.
    pub(super) trial: TrialKey,
    /// What the player could spend, where that was one thing.
    pub(super) effort: Option<Effort>,
}

impl Moment {
    /// What a choice between ties depends on besides the trial.
    pub(super) fn place(self) -> u64 {
        self.effort.and_then(Effort::depth).map_or(0, u64::from)
    }
}

/// Decision accuracy: the share of trials in which the chosen move keeps the best outcome there is.
///
/// By win, draw and loss, not by margin: a win by less is still a win.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Accuracy(pub(crate) Ties);

impl Measure for Accuracy {
    fn metric(&self) -> &'static str {
        "decision-accuracy"
    }
    fn label(&self) -> &'static str {
        "decision accuracy"
    }
    fn scale(&self, moves: usize) -> u64 {
        scale_for(moves)
    }
    fn ties(&self) -> Option<Ties> {
        Some(self.0)
    }
    fn score(&self, scale: u64, seen: &Observation, judged: Option<&JudgedTrial>, at: Moment) -> u64 {
        let Some(judged) = judged else { return 0 };
        let ties = &seen.ties;
        let taken = match self.0 {
            Ties::Share => {
                let right = ties.iter().filter(|choice| judged.is_right(**choice)).count();
                return share_of(scale, right, ties.len());
            }
            Ties::First => 0,
            Ties::Hash => {
                let draws = at.trial.block.draw(Domain::Ties);
                draws.below(at.trial.lane, at.place(), ties.len().max(1) as u32) as usize
            }
        };
        let right = ties.get(taken).is_some_and(|choice| judged.is_right(*choice));
        scale * u64::from(right)
    }
}

/// The share of pairs of a winning and a losing move that are valued in the right order (Smith & Nau).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pairs;

impl Measure for Pairs {
    fn metric(&self) -> &'static str {
        "pair-accuracy"
    }
    fn label(&self) -> &'static str {
        "share of pairs ordered correctly"
    }
    fn scale(&self, moves: usize) -> u64 {
        // Half points of all pairs; the most pairs there are where half of the moves win.
        scale_for(2 * (moves / 2) * moves.div_ceil(2))
    }
    fn score(&self, scale: u64, seen: &Observation, judged: Option<&JudgedTrial>, _: Moment) -> u64 {
        let Some(judgement) = judged.and_then(|judged| judged.judgement.as_ref()) else { return 0 };
        let values: Vec<Option<AnyValue>> = seen.scores.iter().map(|score| score.exact()).collect();
        let outcomes = judgement.outcomes().unwrap_or_default();
        let wins: Vec<bool> = outcomes.into_iter().map(|outcome| outcome == Outcome::Win).collect();
        let score = compare_pairs(judgement.mover, &values, &wins);
        scale * score.halves / (2 * score.pairs).max(1)
    }
}

/// The nodes that a search visits, the root among them: what pruning saves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Nodes;

impl Measure for Nodes {
    fn metric(&self) -> &'static str {
        "nodes"
    }
    fn label(&self) -> &'static str {
        "nodes visited"
    }
    fn scale(&self, _: usize) -> u64 {
        1
    }
    fn needs_truth(&self) -> bool {
        false
    }
    fn is_share(&self) -> bool {
        false
    }
    fn score(&self, _: u64, seen: &Observation, _: Option<&JudgedTrial>, _: Moment) -> u64 {
        seen.nodes()
    }
}
