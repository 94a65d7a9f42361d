//! Positions of a real game to learn from, and how they end.
//!
//! Each trial plays one random game and takes one of its positions; it is solved, or (`truth=play`) played out by
//! the evaluator itself with one ply of lookahead, which is cheap, biased, and all there is where nothing can be
//! solved. Positions that cannot be solved within [`NODES`] nodes are left out, which favours late ones.

use super::{Outcome, Sample, Truths, seen_by};
use crate::error::{Error, Result};
use crate::evaluator::AnyEvaluator;
use crate::game::{AnyGame, AnyPosition, Game, Player, RealGame, moves_of};
use crate::key::{Domain, Stream, TrialKey, mix};
use crate::rule::Minimax;
use crate::search::{Asked, Budget, FullWidth, Scores, Search};
use crate::source::random_moment;
use crate::truth::TrueValue;

/// How many nodes one position may cost to solve.
pub const NODES: u64 = 1_000_000;

/// After so many positions it is asked whether enough of them could be solved.
const PROBE: u32 = 40;

/// The table that positions share while they are solved, in MiB.
const TABLE: u32 = 32;

/// Positions of a real game, with who says how they end.
pub(super) struct Positions<'a> {
    game: &'a dyn RealGame,
    pub(super) any: AnyGame,
    pub(super) evaluator: &'a AnyEvaluator,
    pub(super) stream: Stream,
    truths: Truths,
}

impl<'a> Positions<'a> {
    pub(super) fn new(
        game: &'a dyn RealGame,
        evaluator: &'a AnyEvaluator,
        stream: Stream,
        truths: Truths,
    ) -> Result<Self> {
        let any = game.any();
        if any.players() != 2 {
            return Err(Error::Mismatch(format!(
                "only games of 2 players are learned about, not {}",
                any.name()
            )));
        }
        Ok(Positions { game, any, evaluator, stream, truths })
    }

    /// Visits the positions of so many trials in a few portions, as far as they could be solved; refused if that is
    /// less than half of them.
    pub(super) fn each(
        &self,
        trials: u32,
        mut visit: impl FnMut(&[(AnyPosition, Outcome)]) -> Result<()>,
    ) -> Result<()> {
        let mut solved = 0;
        // A small portion first: where nothing can be solved, that is soon known.
        let mut ends = vec![PROBE.min(trials), trials];
        ends.dedup();
        let mut start = 0;
        for end in ends {
            let drawn = (start..end).filter_map(|trial| self.position(self.stream.trial(u64::from(trial))));
            let positions: Vec<AnyPosition> = drawn.collect();
            let outcomes = self.outcomes(&positions)?;
            let known = positions.into_iter().zip(outcomes);
            let known: Vec<_> = known.filter_map(|(position, outcome)| Some((position, outcome?))).collect();
            solved += known.len();
            if 2 * solved < end as usize {
                return Err(Error::Mismatch(format!(
                    "of {end} positions of {} only {solved} could be solved within {NODES} nodes each; take a \
                     smaller game, or truth=play",
                    self.any.name()
                )));
            }
            visit(&known)?;
            start = end;
        }
        Ok(())
    }

    /// The positions after every move, but for those where the game is over.
    pub(super) fn below(&self, position: &AnyPosition) -> Vec<AnyPosition> {
        let moves = moves_of(&self.any, position).into_iter();
        let children = moves.map(|choice| self.any.play(position, &choice));
        children.filter(|child| !self.any.is_over(child)).collect()
    }

    /// One unfinished position of one random game; each is as likely.
    pub(super) fn position(&self, key: TrialKey) -> Option<AnyPosition> {
        random_moment(&self.any, key)
    }

    /// How positions end, in their movers' view; none where that cannot be found out.
    pub(super) fn outcomes(&self, positions: &[AnyPosition]) -> Result<Vec<Option<Outcome>>> {
        let values: Vec<Option<f64>> = match self.truths {
            Truths::Solved => self
                .game
                .values(positions, Asked::Winner, TABLE, NODES)?
                .into_iter()
                .map(TrueValue::side)
                .collect(),
            Truths::Play => {
                positions.iter().map(|position| self.played(position).map(Some)).collect::<Result<_>>()?
            }
        };
        let seen = |(position, value): (&AnyPosition, Option<f64>)| {
            let first = self.any.mover(position) == Player::FIRST;
            value.map(|value| Outcome::of(if first { value } else { -value }))
        };
        Ok(positions.iter().zip(values).map(seen).collect())
    }

    /// The payoff of the first player when the evaluator plays both sides, looking one ply ahead.
    fn played(&self, position: &AnyPosition) -> Result<f64> {
        let key = self.stream.trial(mix(self.any.noise_key(position)));
        let draws = key.block.draw(Domain::Ties);
        let scores = Scores::new(&self.any, self.evaluator)?;
        let (mut position, mut ply) = (position.clone(), 0);
        while !self.any.is_over(&position) {
            let report = FullWidth.search(&self.any, &position, &scores, &Minimax, &Budget::depth(1)?)?;
            let taken = draws.below(key.lane, ply, report.ties.len() as u32) as usize;
            position = self.any.play(&position, &report.ties[taken]);
            ply += 1;
        }
        Ok(self.any.payoff(&position, Player::FIRST))
    }

    pub(super) fn sample(&self, position: &AnyPosition, outcome: Outcome) -> Sample {
        let estimate = self.evaluator.estimate(&self.any, position);
        Sample { height: 0, estimate: seen_by(&estimate, self.any.mover(position)), outcome }
    }
}
