//! Where trials of a game begin: at its start, or after a number of random moves.
//!
//! Positions without a choice are drawn again: there is nothing to decide, and a search that may stop when the choice is
//! clear would look better than it is.

use super::random_moments::any_of;
use super::{Source, Trial};
use crate::error::Result;
use crate::game::{Turn, expand_one};
use crate::key::{Domain, Stream};
use crate::player::AnyGame;

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
        Ok((self.plies == 0 || choice).then_some(Trial { position, ply: Some(ply), key }))
    }
}
