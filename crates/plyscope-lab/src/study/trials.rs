//! Trials with what every move is worth: positions are drawn, and drawn again where every move ends alike or where a player
//! learned from them, until one can be judged.
//!
//! Scores and records are folds of the same trials. They differ in what they make of a position that truth cannot settle: for
//! scores it is refused, since leaving out the hard ones would flatter everybody; for records it is counted and passed over.

use crate::error::{Error, Result};
use crate::measurement::best_of;
use plyscope::oracle::{Certainty, Judgement, NODES, Oracle};
use plyscope::source::{Source, Trial, Wanted};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Positions that are judged at once: they share what a solver finds out.
const PORTION: usize = 16;

/// What becomes of positions that cannot be judged.
pub(super) struct Policy {
    /// Positions that are drawn for a trial at the most, where they do not come from drawn games.
    draws: u32,
    /// Is one refused that is not settled, or at which an oracle or a player fails?
    strict: bool,
}

/// For scores.
pub(super) const SCORED: Policy = Policy { draws: u32::MAX, strict: true };

/// For records.
pub(super) const RECORDED: Policy = Policy { draws: 100, strict: false };

/// Where trials come from, and who judges them.
pub(super) struct Trials {
    pub(super) source: Arc<dyn Source>,
    pub(super) oracles: Vec<Arc<dyn Oracle>>,
    /// Which count; non-trivial are those with moves that end better and moves that end worse.
    pub(super) wanted: Wanted,
    /// Do margins count, and not only outcomes?
    pub(super) margins: bool,
    /// Truth keys of positions that do not count: they were learned from.
    pub(super) learned: BTreeSet<u64>,
    pub(super) policy: &'static Policy,
}

/// A trial that is judged.
#[derive(Default)]
pub(crate) struct JudgedTrial {
    /// What the first oracle says, if there is one.
    pub(super) judgement: Option<Judgement>,
    /// By oracle, what every move is worth.
    pub(super) worth: Vec<Vec<f64>>,
    /// The moves that are worth most by the first oracle.
    right: Vec<usize>,
}

impl JudgedTrial {
    /// Is a move as good as any?
    pub(super) fn is_right(&self, choice: usize) -> bool {
        self.right.contains(&choice)
    }
}

/// Positions that were passed over for a trial.
#[derive(Debug, Clone, Default)]
pub(super) struct Passed {
    /// All of whose moves end alike.
    pub(super) trivial: u32,
    /// That truth could not settle.
    pub(super) unsolved: u32,
    /// That an oracle or a player failed at.
    pub(super) failed: u32,
    /// What went wrong there, the last time.
    pub(super) failure: String,
    /// That had been learned from.
    learned: u32,
}

impl Passed {
    fn fail(&mut self, error: &plyscope::Error) {
        self.failed += 1;
        self.failure = error.to_string();
    }
}

/// What became of a position that was drawn.
enum Found {
    Trivial,
    Unsolved,
    Failed(plyscope::Error),
    Judged(JudgedTrial),
}

impl Trials {
    /// Some consecutive trials, each the same whatever the others are: what was passed over for it, and what `fold` makes of
    /// it, with the attempt at which it was drawn.
    pub(super) fn fold<T>(
        &self,
        first: u64,
        count: usize,
        fold: impl Fn(u32, &Trial, JudgedTrial) -> Result<T>,
    ) -> Result<Vec<(Passed, Option<T>)>> {
        let drawn = self.source.lanes().is_some();
        let attempts = self.source.attempts();
        let attempts = if drawn { attempts } else { attempts.min(self.policy.draws) };
        let mut all: Vec<(Passed, Option<T>)> = (0..count).map(|_| (Passed::default(), None)).collect();
        for attempt in 0..attempts {
            if all.iter().all(|(_, made)| made.is_some()) {
                break;
            }
            let mut trials = Vec::new();
            for (i, (passed, _)) in all.iter_mut().enumerate().filter(|(_, (_, made))| made.is_none()) {
                match self.source.draw(first + i as u64, attempt)? {
                    Some(trial) if self.learned.contains(&self.source.game().truth_key(&trial.position)) => {
                        passed.learned += 1;
                    }
                    Some(trial) => trials.push((i, trial)),
                    // A drawn game is passed over where nothing is decided at its root.
                    None => passed.trivial += u32::from(drawn),
                }
            }
            for portion in trials.chunks(PORTION) {
                for ((i, trial), found) in portion.iter().zip(self.judge(portion)?) {
                    let (passed, made) = &mut all[*i];
                    match found {
                        Found::Trivial => passed.trivial += 1,
                        Found::Unsolved => passed.unsolved += 1,
                        Found::Failed(why) => passed.fail(&why),
                        Found::Judged(judged) => match fold(attempt, trial, judged) {
                            // A player that fails is not wrong: there is nothing to judge.
                            Err(Error::Library(why)) if self.is_passed_over(&why) => passed.fail(&why),
                            done => *made = Some(done?),
                        },
                    }
                }
            }
        }
        Ok(all)
    }

    /// All of some consecutive trials; an error where there is one that cannot be judged.
    pub(super) fn all(&self, first: u64, count: usize) -> Result<Vec<(Trial, JudgedTrial)>> {
        let all = self.fold(first, count, |_, trial, judged| Ok((trial.clone(), judged)))?;
        let learned = all.iter().map(|(passed, _)| passed.learned).sum();
        let all: Option<Vec<_>> = all.into_iter().map(|(_, made)| made).collect();
        Ok(all.ok_or_else(|| self.exhausted(learned))?)
    }

    fn is_passed_over(&self, error: &plyscope::Error) -> bool {
        !self.policy.strict && matches!(error, plyscope::Error::Failed { .. })
    }

    /// What the moves of some positions are worth.
    fn judge(&self, trials: &[(usize, Trial)]) -> Result<Vec<Found>> {
        let mut found = Vec::with_capacity(trials.len());
        for (_, trial) in trials {
            let single = !self.policy.strict && self.source.game().move_count(&trial.position)? < 2;
            found.push(if single { Found::Trivial } else { Found::Judged(JudgedTrial::default()) });
        }
        for oracle in &self.oracles {
            let open: Vec<usize> =
                (0..found.len()).filter(|i| matches!(found[*i], Found::Judged(_))).collect();
            let positions: Vec<_> =
                open.iter().map(|i| (trials[*i].1.position.clone(), trials[*i].1.key)).collect();
            let judged: Vec<plyscope::Result<Judgement>> = match oracle.judge(&positions) {
                // One of them is not judged: which, and the others are.
                Err(why) if self.is_passed_over(&why) => {
                    let alone = |one| Ok(oracle.judge(std::slice::from_ref(one))?.remove(0));
                    positions.iter().map(alone).collect()
                }
                all => all?.into_iter().map(Ok).collect(),
            };
            for (i, judgement) in open.into_iter().zip(judged) {
                match judgement {
                    Err(why) if self.is_passed_over(&why) => found[i] = Found::Failed(why),
                    judgement => self.weigh(&mut found[i], &**oracle, judgement?)?,
                }
            }
        }
        Ok(found)
    }

    /// Adds what an oracle says.
    fn weigh(&self, found: &mut Found, oracle: &dyn Oracle, judgement: Judgement) -> Result<()> {
        let Found::Judged(judged) = found else { return Ok(()) };
        match self.worth(oracle, &judgement) {
            None if self.policy.strict => return Err(self.unsettled(oracle).into()),
            None => *found = Found::Unsolved,
            Some(worth) if judged.judgement.is_some() => judged.worth.push(worth),
            // The first oracle says where there is something to decide.
            Some(worth) => {
                let right = best_of(&worth);
                *found = match self.wanted == Wanted::NonTrivial && right.len() == worth.len() {
                    true => Found::Trivial,
                    false => {
                        Found::Judged(JudgedTrial { judgement: Some(judgement), worth: vec![worth], right })
                    }
                };
            }
        }
        Ok(())
    }

    /// What moves are worth to the mover: the outcome where truth is exact, else the numbers themselves; none where that is
    /// not settled for all of them.
    fn worth(&self, oracle: &dyn Oracle, judgement: &Judgement) -> Option<Vec<f64>> {
        if oracle.expects_scores() {
            return Some(judgement.margins()?.iter().map(|score| (score + 1.0) / 2.0).collect());
        }
        if oracle.certainty() != Certainty::Exact || self.margins {
            return judgement.margins();
        }
        Some(judgement.outcomes()?.into_iter().map(|outcome| outcome.points()).collect())
    }

    fn unsettled(&self, oracle: &dyn Oracle) -> plyscope::Error {
        plyscope::Error::Settings {
            kind: self.source.game().name().to_string(),
            why: format!(
                "decisions are judged by exact truth, and a position could not be settled ({}, {NODES} nodes per move if \
                 nothing else is said); take a smaller board, or fewer seeds",
                oracle.name()
            ),
        }
    }

    fn exhausted(&self, learned: u32) -> plyscope::Error {
        let (game, attempts) = (self.source.game().name().to_string(), self.source.attempts());
        if self.source.trials().is_some() {
            let why = "a position of the list has moves that all end alike, or was learned from: nothing is decided \
                       there; take it out, or say wanted = \"every\"";
            return plyscope::Error::Settings { kind: self.source.name(), why: why.into() };
        }
        if learned == 0 {
            return plyscope::Error::Exhausted { wanted: "non-trivial", attempts, game };
        }
        plyscope::Error::Settings {
            kind: game,
            why: format!(
                "among {attempts} positions drawn for a trial none is left to be judged: all were trivial or had been \
                 learned from; take a larger game, or learn from fewer (solved=...)"
            ),
        }
    }
}
