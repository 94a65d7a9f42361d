//! Random moves: after a number of them (a trial's start is after none), or one position of each random game.
//!
//! After a number of moves positions without a choice are drawn again: there is nothing to decide, and a search that may stop when
//! the choice is clear would look better than it is.

use super::{Source, Trial};
use crate::error::Result;
use crate::game::{AnyPosition, Expansion, Turn, expand_one};
use crate::key::{Domain, DrawKey, Stream, TrialKey};
use crate::player::{AnyGame, too_long, walk};
use std::ops::RangeInclusive;

/// One unfinished position of one random game, from the trial's start to the end; each is as likely.
///
/// ```
/// use plyscope::game::TicTacToe;
/// use plyscope::key::Stream;
/// use plyscope::player::AnyGame;
/// use plyscope::source::{RandomPositions, Source};
/// let game = AnyGame::new(TicTacToe::default());
/// let source = RandomPositions { plies: Some(2..=3), ..RandomPositions::new(game, Stream::new(1, "example")) };
/// for trial in 0..10 {
///     let found = source.trial(trial)?;
///     let cells = 9 - source.game().move_count(&found.position)?;
///     assert!((2..=3).contains(&cells));
/// }
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct RandomPositions {
    /// The game.
    pub game: AnyGame,
    /// What the keys are made from.
    pub stream: Stream,
    /// Only positions so many plies into the game; all where there is no such limit.
    pub plies: Option<RangeInclusive<u32>>,
}

impl RandomPositions {
    /// All unfinished positions of random games.
    pub fn new(game: AnyGame, stream: Stream) -> Self {
        RandomPositions { game, stream, plies: None }
    }

    /// The position that a key stands for, and how many plies into the game it is.
    pub fn moment(&self, key: TrialKey) -> Result<Option<(AnyPosition, u32)>> {
        let draws = key.block.draw(Domain::Moves);
        let mut seen = Vec::new();
        walk_from_start(&self.game, key, |position, expansion, ply| {
            // Chance has nothing to decide; its positions are passed by.
            let within = self.plies.as_ref().is_none_or(|plies| plies.contains(&ply));
            if expansion.turn != Turn::Chance && within {
                seen.push((position.clone(), ply));
            }
            Ok(any_of(expansion, draws, key.lane, u64::from(ply)))
        })?;
        if seen.is_empty() {
            return Ok(None);
        }
        let taken = draws.below(key.lane, u64::MAX, seen.len() as u32) as usize;
        Ok(seen.into_iter().nth(taken))
    }
}

/// Any of the moves, by key.
pub(super) fn any_of(expansion: &Expansion, draws: DrawKey, lane: u32, place: u64) -> usize {
    match expansion.turn {
        Turn::Chance => draws.among(lane, place, &expansion.chances),
        _ => draws.below(lane, place, expansion.after.len() as u32) as usize,
    }
}

/// Plays a game from a trial's start to its end, as `choose` says; refused if it is longer than it can be.
pub(super) fn walk_from_start(
    game: &AnyGame,
    key: TrialKey,
    choose: impl FnMut(&AnyPosition, &Expansion, u32) -> Result<usize>,
) -> Result<()> {
    let end = walk(game, game.start(key)?, choose)?;
    end.map(|_| ()).ok_or_else(|| too_long(game, "a random game"))
}

impl Source for RandomPositions {
    fn name(&self) -> String {
        match &self.plies {
            None => "random".into(),
            Some(plies) => format!("random(plies={}..{})", plies.start(), plies.end()),
        }
    }
    fn game(&self) -> &AnyGame {
        &self.game
    }
    fn draw(&self, trial: u64, attempt: u32) -> Result<Option<Trial>> {
        // No run has 2^40 trials.
        let found = self.moment(self.stream.trial(u64::from(attempt) << 40 | trial))?;
        let key = self.stream.trial(trial);
        Ok(found.map(|(position, ply)| Trial::new(position, Some(ply), key)))
    }
}

/// A number of random plies from the trial's start; games that end before are played again.
///
/// ```
/// use plyscope::game::TicTacToe;
/// use plyscope::key::Stream;
/// use plyscope::player::AnyGame;
/// use plyscope::source::{Openings, Source};
/// let game = AnyGame::new(TicTacToe::default());
/// let source = Openings { game, stream: Stream::new(1, "example"), plies: 3 };
/// let trial = source.trial(0)?;
/// assert_eq!(trial.ply, Some(3));
/// assert_eq!(source.game().move_count(&trial.position)?, 9 - 3);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Openings {
    /// The game.
    pub game: AnyGame,
    /// What the keys are made from.
    pub stream: Stream,
    /// How many random moves.
    pub plies: u32,
}

impl Source for Openings {
    fn name(&self) -> String {
        match self.plies {
            0 => "start".into(),
            plies => format!("random(plies={plies})"),
        }
    }
    fn game(&self) -> &AnyGame {
        &self.game
    }
    fn draw(&self, trial: u64, attempt: u32) -> Result<Option<Trial>> {
        let key = self.stream.trial(trial);
        let draws = key.block.draw(Domain::Moves);
        let mut position = self.game.start(key)?;
        let mut ply = 0;
        while ply < self.plies {
            let mut expansion = expand_one(&*self.game, &position)?;
            if expansion.after.is_empty() {
                break;
            }
            let place = u64::from(attempt) << 32 | u64::from(ply);
            let taken = any_of(&expansion, draws, key.lane, place);
            position = expansion.after.swap_remove(taken);
            ply += 1;
        }
        // The start is what it is.
        let expansion = expand_one(&*self.game, &position)?;
        let choice = matches!(expansion.turn, Turn::Player(_)) && expansion.after.len() > 1;
        Ok((self.plies == 0 || choice).then_some(Trial::new(position, Some(ply), key)))
    }
}
