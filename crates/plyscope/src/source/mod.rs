//! Sources: where trials come from. Each trial is a function of its number, in whatever order it is asked for.

mod drawn_games;
mod listed;
mod random_positions;
mod self_play;

pub use drawn_games::{Drawn, DrawnGames, Wanted};
pub use listed::{Listed, SELECTED};
pub use random_positions::{Openings, RandomPositions};
pub use self_play::SelfPlay;

use crate::error::{Error, Result};
use crate::game::AnyPosition;
use crate::key::TrialKey;
use crate::oracle::Oracle;
use crate::player::AnyGame;
use std::sync::Arc;

/// A position to decide at.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Trial {
    /// The position.
    pub position: AnyPosition,
    /// How many plies into the game it is, where that is known.
    pub ply: Option<u32>,
    /// The part of a list that it belongs to, where that has parts.
    pub group: Option<String>,
    /// What is drawn for the trial besides: ties, noise.
    pub key: TrialKey,
}

impl Trial {
    /// A position, how many plies into the game it is where that is known, and what its draws are made from.
    pub fn new(position: AnyPosition, ply: Option<u32>, key: TrialKey) -> Self {
        Trial { position, ply, group: None, key }
    }
}

/// A source of trials.
///
/// ```
/// use plyscope::catalogue::Catalogue;
/// use plyscope::key::Stream;
/// use plyscope::source::{RandomPositions, Source};
/// let game = Catalogue::built_in().game("kalah(pits=3,seeds=2)")?;
/// let stream = Stream::new(1, &game.name().to_string());
/// let source = RandomPositions::new(game, stream);
/// let (first, again) = (source.trial(7)?, source.trial(7)?);
/// assert_eq!(first.ply, again.ply);
/// # Ok::<(), plyscope::Error>(())
/// ```
pub trait Source: Send + Sync {
    /// Its name with all parameters.
    fn name(&self) -> String;

    /// The game that the positions belong to.
    fn game(&self) -> &AnyGame;

    /// What is drawn for a trial at an attempt; none where that gives nothing to decide.
    fn draw(&self, trial: u64, attempt: u32) -> Result<Option<Trial>>;

    /// What a reader of the results should know of it, such as what was left out of a file; nothing, as a rule.
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }

    /// Were its positions selected by what a player decides at them? Then shares of them say nothing about the game.
    fn is_selected(&self) -> bool {
        false
    }

    /// What it says itself of the moves of its positions: as a list that was written to be solved does.
    fn truth(&self) -> Option<Arc<dyn Oracle>> {
        None
    }

    /// How many attempts a trial is worth.
    fn attempts(&self) -> u32 {
        1000
    }

    /// How many trials there are, where they are counted.
    fn trials(&self) -> Option<u64> {
        None
    }

    /// The same trials many at once, where they are drawn trees.
    fn lanes(&self) -> Option<&DrawnGames> {
        None
    }

    /// The first attempt of a trial that gives something.
    fn trial(&self, trial: u64) -> Result<Trial> {
        for attempt in 0..self.attempts() {
            if let Some(found) = self.draw(trial, attempt)? {
                return Ok(found);
            }
        }
        Err(Error::Exhausted {
            wanted: "unfinished",
            attempts: self.attempts(),
            game: format!("{}, {}", self.game().name(), self.name()),
        })
    }
}
