//! Positions reached by random moves from a game's start.

use super::{PositionSource, Sourced};
use crate::error::{Error, Result};
use crate::game::{Game, moves_of};
use crate::key::{Domain, Stream, TrialKey};
use crate::truth::TrueValue;

/// One unfinished position of one random game, from the trial's start to the end; each is as likely.
pub fn random_moment<G: Game>(game: &G, key: TrialKey) -> Option<G::Position> {
    let draws = key.block.draw(Domain::Moves);
    let mut position = game.start_of(key);
    let mut seen = Vec::new();
    while !game.is_over(&position) {
        let moves = moves_of(game, &position);
        if moves.is_empty() {
            break;
        }
        let choice = draws.below(key.lane, seen.len() as u64, moves.len() as u32) as usize;
        let next = game.play(&position, &moves[choice]);
        seen.push(std::mem::replace(&mut position, next));
    }
    let taken = draws.below(key.lane, u64::MAX, seen.len() as u32) as usize;
    seen.into_iter().nth(taken)
}

/// A number of random plies from the start; games that end before are played again.
#[derive(Debug, Clone)]
pub struct RandomPlay<G> {
    /// The game.
    pub game: G,
    /// How many random moves.
    pub plies: u32,
    /// What the keys are made from.
    pub stream: Stream,
}

impl<G: Game> RandomPlay<G> {
    /// After how many games that ended too soon a trial is given up.
    pub const ATTEMPTS: u32 = 1000;
}

impl<G: Game + Clone> PositionSource for RandomPlay<G> {
    type Game = G;

    fn position(&self, trial: u64) -> Result<Sourced<G>> {
        let key = self.stream.trial(trial);
        let draws = key.block.draw(Domain::Moves);
        let mut moves = Vec::new();
        'attempt: for attempt in 0..Self::ATTEMPTS {
            let mut position = self.game.start();
            for ply in 0..self.plies {
                moves.clear();
                self.game.moves(&position, &mut moves);
                if moves.is_empty() {
                    continue 'attempt;
                }
                let place = u64::from(attempt) << 32 | u64::from(ply);
                let choice = draws.below(key.lane, place, moves.len() as u32) as usize;
                position = self.game.play(&position, &moves[choice]);
            }
            moves.clear();
            self.game.moves(&position, &mut moves);
            if !moves.is_empty() {
                return Ok(Sourced { game: self.game.clone(), position, truth: TrueValue::Unknown });
            }
        }
        Err(Error::Exhausted {
            wanted: "unfinished",
            attempts: Self::ATTEMPTS,
            game: format!("{} after {} random plies", self.game.name(), self.plies),
        })
    }
}
