//! Positions of a real game with the exact outcome of every move, one a trial.
//!
//! Each comes from one random game, as those that are learned from do, with keys of its own. Passed over and drawn
//! again are those that decide nothing (every move ends alike) and those whose truth somebody has learned from. A
//! position that cannot be solved is refused, not passed over: leaving out the hard ones would flatter everybody.

use super::{Wanted, random_moment};
use crate::calibration::{NODES, Outcome};
use crate::error::{Error, Result};
use crate::game::{AnyPosition, Game, Player, RealGame, moves_of};
use crate::key::{Stream, TrialKey};
use crate::search::Asked;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The table that positions share while they are solved, in MiB.
const TABLE: u32 = 16;

/// So many positions are solved at once.
const PORTION: usize = 16;

/// After so many positions a trial is given up.
const ATTEMPTS: u32 = 1000;

/// The trials of a real game.
#[derive(Clone)]
pub struct SolvedPositions {
    /// The game.
    pub game: Arc<dyn RealGame>,
    /// What the keys are made from.
    pub stream: Stream,
    /// Which positions count; non-trivial are those with moves that end better and moves that end worse.
    pub wanted: Wanted,
    /// [Truth keys](RealGame::truth_key) of positions that do not count: they were learned from.
    pub learned: Arc<BTreeSet<u64>>,
}

/// A position, and how it ends after every move.
#[derive(Debug, Clone)]
pub struct Solved {
    /// The position.
    pub position: AnyPosition,
    /// By move, in the view of the player who makes it.
    pub outcomes: Vec<Outcome>,
    /// How many positions were passed over for this trial because they had been learned from.
    pub passed: u32,
}

impl Solved {
    /// Does a move keep the best outcome there is?
    pub fn is_right(&self, choice: usize) -> bool {
        let rank = |outcome: Outcome| outcome as u8;
        let best = self.outcomes.iter().copied().map(rank).max();
        self.outcomes.get(choice).copied().map(rank) == best
    }

    fn is_trivial(&self) -> bool {
        (0..self.outcomes.len()).all(|choice| self.is_right(choice))
    }
}

impl SolvedPositions {
    /// The first so many trials of a block. Each is the same whatever the others are.
    pub fn block(&self, block: u64, trials: usize) -> Result<Vec<Solved>> {
        let mut found: Vec<Option<Solved>> = vec![None; trials];
        let mut passed = vec![0; trials];
        for attempt in 0..ATTEMPTS {
            let open: Vec<usize> = (0..trials).filter(|lane| found[*lane].is_none()).collect();
            if open.is_empty() {
                break;
            }
            let mut drawn = Vec::new();
            for lane in open {
                let Some(position) = random_moment(&self.game.any(), self.key(block, lane, attempt)) else {
                    continue;
                };
                match self.learned.contains(&self.game.truth_key(&position)) {
                    true => passed[lane] += 1,
                    false => drawn.push((lane, position)),
                }
            }
            for portion in drawn.chunks(PORTION) {
                for (lane, solved) in self.solve(portion)? {
                    if self.wanted == Wanted::Every || !solved.is_trivial() {
                        found[lane] = Some(Solved { passed: passed[lane], ..solved });
                    }
                }
            }
        }
        let all: Option<Vec<Solved>> = found.into_iter().collect();
        all.ok_or_else(|| self.exhausted(passed.into_iter().sum()))
    }

    fn key(&self, block: u64, lane: usize, attempt: u32) -> TrialKey {
        // No run has 2^40 trials.
        self.stream.trial(u64::from(attempt) << 40 | (64 * block + lane as u64))
    }

    /// The outcomes of all moves of some positions.
    fn solve(&self, positions: &[(usize, AnyPosition)]) -> Result<Vec<(usize, Solved)>> {
        let rules = self.game.any();
        let below = |position: &AnyPosition| {
            let moves = moves_of(&rules, position).into_iter();
            moves.map(|choice| rules.play(position, &choice)).collect::<Vec<AnyPosition>>()
        };
        let children: Vec<Vec<AnyPosition>> = positions.iter().map(|(_, position)| below(position)).collect();
        let mut values = self.game.values(&children.concat(), Asked::Winner, TABLE, NODES)?.into_iter();
        let mut solved = Vec::new();
        for ((lane, position), children) in positions.iter().zip(&children) {
            let first = rules.mover(position) == Player::FIRST;
            let sides: Option<Vec<f64>> =
                values.by_ref().take(children.len()).map(|value| value.side()).collect();
            let sides = sides.ok_or_else(|| self.too_large())?;
            let outcomes =
                sides.into_iter().map(|side| Outcome::of(if first { side } else { -side })).collect();
            solved.push((*lane, Solved { position: position.clone(), outcomes, passed: 0 }));
        }
        Ok(solved)
    }

    /// Refused if a position of the first trials cannot be solved: better before a run than in its midst.
    pub fn check(&self, trials: usize) -> Result<()> {
        self.block(0, trials).map(|_| ())
    }

    fn too_large(&self) -> Error {
        Error::Mismatch(format!(
            "decisions are judged by exact truth, and a position of {} could not be solved within {NODES} nodes a \
             move; take a smaller board, or fewer seeds",
            self.game.any().name()
        ))
    }

    fn exhausted(&self, passed: u32) -> Error {
        let game = self.game.any().name().to_string();
        if passed == 0 {
            return Error::Exhausted { wanted: "non-trivial", attempts: ATTEMPTS, game };
        }
        Error::Mismatch(format!(
            "among {ATTEMPTS} positions of {game} drawn for a trial none is left to be judged: all were trivial or \
             had been learned from; take a larger game, or learn from fewer (solved=...)"
        ))
    }
}
