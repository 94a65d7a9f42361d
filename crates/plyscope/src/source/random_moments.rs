//! Positions reached by random moves: one of each random game.

use super::{Source, Trial};
use crate::error::Result;
use crate::game::{AnyPosition, Expansion, Turn};
use crate::key::{Domain, DrawKey, Stream, TrialKey};
use crate::player::{AnyGame, too_long, walk};
use std::ops::RangeInclusive;

/// One unfinished position of one random game, from the trial's start to the end; each is as likely.
///
/// ```
/// use plyscope::game::TicTacToe;
/// use plyscope::key::Stream;
/// use plyscope::player::AnyGame;
/// use plyscope::source::{RandomMoments, Source};
/// let game = AnyGame::new(TicTacToe::default());
/// let source = RandomMoments { plies: Some(2..=3), ..RandomMoments::new(game, Stream::new(1, "example")) };
/// for trial in 0..10 {
///     let found = source.trial(trial)?;
///     let cells = 9 - source.game().move_count(&found.position)?;
///     assert!((2..=3).contains(&cells));
/// }
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct RandomMoments {
    /// The game.
    pub game: AnyGame,
    /// What the keys are made from.
    pub stream: Stream,
    /// Only positions so many plies into the game; all where there is no such limit.
    pub plies: Option<RangeInclusive<u32>>,
}

impl RandomMoments {
    /// All unfinished positions of random games.
    pub fn new(game: AnyGame, stream: Stream) -> Self {
        RandomMoments { game, stream, plies: None }
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

impl Source for RandomMoments {
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
        Ok(found.map(|(position, ply)| Trial { position, ply: Some(ply), key }))
    }
}
