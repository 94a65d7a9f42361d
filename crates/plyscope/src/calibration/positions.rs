//! Positions of a game to learn from, and how they end.
//!
//! Each trial plays one random game and takes one of its positions; it is solved, or (`truth=play`) played out by
//! the evaluator itself with one ply of lookahead, which is cheap, biased, and all there is where nothing can be
//! solved. Positions that cannot be solved within [`NODES`] nodes are left out, which favours late ones.

use super::{Purpose, Sample, TrainingSet, Truths};
use crate::error::{Error, Result};
use crate::evaluator::seen_by;
use crate::game::{AnyPosition, Player, Turn, expand_one};
use crate::interrupt;
use crate::key::{Domain, Stream, TrialKey, mix};
use crate::memory;
use crate::oracle::NODES;
use crate::player::{self, RuleSearch, play_out};
use crate::rule::{AnyRule, Minimax};
use crate::search::{Budget, Effort, FullWidth, SolveGoal};
use crate::source::RandomPositions;
use crate::truth::TrueValue;
use crate::value::Outcome;
use std::sync::Arc;

/// After this many positions it is checked whether enough of them could be solved.
const PROBE: u32 = 40;

/// The table that positions share while they are solved, in MiB.
const TABLE: u32 = 32;

/// Positions of a game, with who says how they end.
pub(super) struct Positions<'a> {
    lesson: &'a TrainingSet,
    source: RandomPositions,
    truths: Truths,
}

/// A position, whose move it is, and how it ends for that player.
#[derive(Clone)]
pub(super) struct Solved {
    pub(super) position: AnyPosition,
    pub(super) mover: Player,
    pub(super) outcome: Outcome,
}

impl<'a> Positions<'a> {
    pub(super) fn new(lesson: &'a TrainingSet, purpose: Purpose, truths: Truths) -> Result<Self> {
        let game = lesson.game.clone();
        if game.facts().players > 2 {
            return Err(Error::Players {
                what: "learning".into(),
                wanted: "at most 2 players",
                game: game.name().to_string(),
                players: game.facts().players,
                advice: "",
            });
        }
        let stream = purpose.stream(lesson.seed, &game.name());
        Ok(Positions { lesson, source: RandomPositions::new(game, stream), truths })
    }

    pub(super) fn stream(&self) -> Stream {
        self.source.stream
    }

    /// Visits the positions of so many trials in a few portions, as far as they could be solved; refused if that is
    /// less than half of them.
    pub(super) fn each(&self, trials: u32, mut visit: impl FnMut(&[Solved]) -> Result<()>) -> Result<()> {
        let game = &self.source.game;
        let what = format!("learning from {trials} positions of {}", game.name());
        memory::ask(&what, game.facts().bytes.saturating_mul(u128::from(trials)))?;
        let mut solved = 0;
        // A small portion first: where nothing can be solved, that is soon known.
        let mut ends = vec![PROBE.min(trials), trials];
        ends.dedup();
        let mut start = 0;
        for end in ends {
            let mut positions = Vec::new();
            for trial in start..end {
                positions.extend(self.position(self.stream().trial(u64::from(trial)))?);
            }
            let known: Vec<Solved> = self.solved(positions)?.into_iter().flatten().collect();
            solved += known.len() as u64;
            if 2 * solved < u64::from(end) {
                return Err(Error::Unsolved {
                    game: self.source.game.name().to_string(),
                    of: u64::from(end),
                    solved,
                    nodes: NODES,
                    advice: "take a smaller game, or truth=play",
                });
            }
            visit(&known)?;
            start = end;
        }
        Ok(())
    }

    /// The positions after every move, but for those where the game is over.
    pub(super) fn below(&self, position: &AnyPosition) -> Result<Vec<AnyPosition>> {
        let game = &self.source.game;
        let children = expand_one(&**game, position)?.after;
        let expanded = game.expand(&children)?;
        let open = children.into_iter().zip(expanded).filter(|(_, child)| child.turn != Turn::Over);
        Ok(open.map(|(child, _)| child).collect())
    }

    /// One unfinished position of one random game; each is as likely.
    pub(super) fn position(&self, key: TrialKey) -> Result<Option<AnyPosition>> {
        Ok(self.source.moment(key)?.map(|(position, _)| position))
    }

    /// How positions end, in their movers' view; none where that cannot be found out.
    pub(super) fn solved(&self, positions: Vec<AnyPosition>) -> Result<Vec<Option<Solved>>> {
        let game = &self.source.game;
        let values: Vec<Option<f64>> = match self.truths {
            Truths::Solved => {
                let budget = Budget::unlimited().with_nodes(NODES);
                let solve = |stop: Option<&_>| {
                    game.values(&positions, SolveGoal::Winner, TABLE, &budget.with_stop(stop))
                };
                interrupt::heeded(solve)?.into_iter().map(TrueValue::side).collect()
            }
            Truths::Play => {
                let mind = RuleSearch::new("minimax", AnyRule::ordered(Minimax), FullWidth::default())?;
                let player = game.player(mind, &self.lesson.evaluator)?;
                let played = |position: &AnyPosition| self.played(&player, position).map(Some);
                positions.iter().map(played).collect::<Result<_>>()?
            }
        };
        let expanded = game.expand(&positions)?;
        let movers = expanded.into_iter().map(|expansion| expansion.turn.mover());
        let seen = |((position, mover), value): ((AnyPosition, Player), Option<f64>)| {
            let outcome =
                value.map(|value| Outcome::of(if mover == Player::FIRST { value } else { -value }))?;
            Some(Solved { position, mover, outcome })
        };
        Ok(positions.into_iter().zip(movers).zip(values).map(seen).collect())
    }

    /// The payoff of the first player when the evaluator plays both sides, looking one ply ahead.
    fn played(&self, player: &Arc<dyn player::Player>, position: &AnyPosition) -> Result<f64> {
        let game = &self.source.game;
        let key = self.stream().trial(mix(game.noise_key(position)));
        let (ties, chance) = (key.block.draw(Domain::Ties), key.block.draw(Domain::Moves));
        play_out(game, position.clone(), |position, expansion, ply| {
            let place = u64::from(ply);
            if expansion.turn == Turn::Chance {
                return Ok(chance.among(key.lane, place, &expansion.chances));
            }
            let found = player.decide(position, &[Effort::Depth(1)])?;
            Ok(found.ties[ties.below(key.lane, place, found.ties.len() as u32) as usize])
        })
    }

    /// What the evaluator says of solved positions, all of which it is asked about at once.
    pub(super) fn samples(&self, solved: &[Solved]) -> Result<Vec<Sample>> {
        let positions: Vec<AnyPosition> = solved.iter().map(|one| one.position.clone()).collect();
        let said = self.lesson.evaluator.estimates(&positions)?;
        let numbers = solved.iter().zip(&said).map(|(one, said)| (one, seen_by(said, one.mover)));
        Ok(numbers.map(|(one, estimate)| Sample { height: 0, estimate, outcome: one.outcome }).collect())
    }
}
