//! Trials with what every move is worth: what decisions are judged by.
//!
//! Passed over and drawn again are positions that decide nothing (every move ends alike) and those whose truth somebody
//! has learned from. A position that the oracle cannot settle is refused, not passed over: leaving out the hard ones
//! would flatter everybody.

use super::{Source, Trial, Wanted};
use crate::error::{Error, Result};
use crate::oracle::{Judgement, NODES, Oracle};
use crate::value::{Outcome, TOLERANCE};
use std::collections::BTreeSet;
use std::sync::Arc;

/// So many positions are judged at once: they share what a solver finds out.
const PORTION: usize = 16;

/// Trials, judged.
///
/// ```
/// use plyscope::game::TicTacToe;
/// use plyscope::key::Stream;
/// use plyscope::oracle::Solving;
/// use plyscope::player::AnyGame;
/// use plyscope::source::{JudgedTrials, RandomMoments, Wanted};
/// use std::sync::Arc;
/// let game = AnyGame::new(TicTacToe::default());
/// let source = Arc::new(RandomMoments::new(game.clone(), Stream::new(1, "example")));
/// let oracle = Arc::new(Solving::new(game));
/// let judged = JudgedTrials { source, oracle, wanted: Wanted::NonTrivial, learned: Arc::default() };
/// for trial in judged.trials(0, 3)? {
///     let right = (0..trial.outcomes.len()).filter(|choice| trial.is_right(*choice)).count();
///     assert!(right > 0 && right < trial.outcomes.len()); // there is something to decide
/// }
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Clone)]
pub struct JudgedTrials {
    /// Where they come from.
    pub source: Arc<dyn Source>,
    /// Who knows.
    pub oracle: Arc<dyn Oracle>,
    /// Which count; non-trivial are those with moves that end better and moves that end worse.
    pub wanted: Wanted,
    /// [Truth keys](crate::game::Remote::truth_key) of positions that do not count: they were learned from.
    pub learned: Arc<BTreeSet<u64>>,
}

/// A trial, and how it ends after every move.
#[derive(Debug, Clone)]
pub struct JudgedTrial {
    /// The trial.
    pub trial: Trial,
    /// What every move is worth.
    pub judgement: Judgement,
    /// By move, in the view of the player who makes it.
    pub outcomes: Vec<Outcome>,
    /// Which moves keep the best outcome there is, or the best value in games that go
    /// [by value](crate::game::Facts::by_value).
    pub right: Vec<bool>,
    /// How many positions were passed over for this trial because they had been learned from.
    pub passed: u32,
}

impl JudgedTrial {
    /// Is a move as good as any?
    pub fn is_right(&self, choice: usize) -> bool {
        self.right.get(choice) == Some(&true)
    }

    fn is_trivial(&self) -> bool {
        self.right.iter().all(|right| *right)
    }
}

/// Which numbers are the largest, but for rounding.
fn best_values(values: &[f64]) -> Vec<bool> {
    let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let near = |value: &f64| best - value <= TOLERANCE * best.abs().max(value.abs());
    values.iter().map(near).collect()
}

impl JudgedTrials {
    /// Some consecutive trials. Each is the same whatever the others are.
    pub fn trials(&self, first: u64, count: usize) -> Result<Vec<JudgedTrial>> {
        let mut found: Vec<Option<JudgedTrial>> = vec![None; count];
        let mut passed = vec![0; count];
        for attempt in 0..self.source.attempts() {
            let open: Vec<usize> = (0..count).filter(|i| found[*i].is_none()).collect();
            if open.is_empty() {
                break;
            }
            let mut drawn = Vec::new();
            for i in open {
                let Some(trial) = self.source.draw(first + i as u64, attempt)? else { continue };
                match self.learned.contains(&self.source.game().truth_key(&trial.position)) {
                    true => passed[i] += 1,
                    false => drawn.push((i, trial)),
                }
            }
            for portion in drawn.chunks(PORTION) {
                for (i, judged) in self.judge(portion)? {
                    if self.wanted == Wanted::Every || !judged.is_trivial() {
                        found[i] = Some(JudgedTrial { passed: passed[i], ..judged });
                    }
                }
            }
        }
        let all: Option<Vec<JudgedTrial>> = found.into_iter().collect();
        all.ok_or_else(|| self.exhausted(passed.into_iter().sum()))
    }

    /// The outcomes of all moves of some positions.
    fn judge(&self, trials: &[(usize, Trial)]) -> Result<Vec<(usize, JudgedTrial)>> {
        let positions: Vec<_> = trials.iter().map(|(_, trial)| (trial.position.clone(), trial.key)).collect();
        let judged = trials.iter().zip(self.oracle.judge(&positions)?);
        let by_value = self.source.game().facts().by_value();
        let settle = |((i, trial), judgement): (&(usize, Trial), Judgement)| {
            let outcomes = judgement.outcomes().ok_or_else(|| self.unsettled())?;
            let right = match by_value {
                true => best_values(&judgement.margins().ok_or_else(|| self.unsettled())?),
                false => outcomes.iter().map(|outcome| Some(outcome) == outcomes.iter().max()).collect(),
            };
            Ok((*i, JudgedTrial { trial: trial.clone(), judgement, outcomes, right, passed: 0 }))
        };
        judged.map(settle).collect()
    }

    fn unsettled(&self) -> Error {
        Error::Settings {
            kind: self.source.game().name().to_string(),
            why: format!(
                "decisions are judged by exact truth, and a position could not be settled ({}, {NODES} nodes per move if \
                 nothing else is said); take a smaller board, or fewer seeds",
                self.oracle.name()
            ),
        }
    }

    fn exhausted(&self, passed: u32) -> Error {
        let (game, attempts) = (self.source.game().name().to_string(), self.source.attempts());
        if self.source.trials().is_some() {
            let why = "a position of the list has moves that all end alike, or was learned from: nothing is decided \
                       there; take it out, or say wanted = \"every\"";
            return Error::Settings { kind: self.source.name(), why: why.into() };
        }
        if passed == 0 {
            return Error::Exhausted { wanted: "non-trivial", attempts, game };
        }
        Error::Settings {
            kind: game,
            why: format!(
                "among {attempts} positions drawn for a trial none is left to be judged: all were trivial or had been \
                 learned from; take a larger game, or learn from fewer (solved=...)"
            ),
        }
    }
}
