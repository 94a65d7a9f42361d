//! Positions of games that a player plays against itself: nearer to what it will meet than random ones.

use super::random_positions::{any_of, walk_from_start};
use super::{Source, Trial};
use crate::error::Result;
use crate::game::Turn;
use crate::key::{Domain, Stream};
use crate::player::{AnyGame, Player};
use crate::search::Effort;
use std::sync::Arc;

/// One unfinished position of one game of a player against itself; each is as likely. Moves that the player finds equally
/// good are chosen between by key, so that games differ.
///
/// ```
/// use plyscope::catalogue::Catalogue;
/// use plyscope::key::Stream;
/// use plyscope::search::Effort;
/// use plyscope::source::{SelfPlay, Source};
/// let catalogue = Catalogue::built_in();
/// let game = catalogue.game("tic-tac-toe")?;
/// let player = catalogue.player(&game, "minimax", "lines", "full-width")?;
/// let stream = Stream::new(1, "example");
/// let source = SelfPlay { game, stream, player, effort: Effort::Depth(1), opening: 2 };
/// let ply = source.trial(0)?.ply.expect("it is counted");
/// assert!((2..9).contains(&ply)); // after the opening, before the end
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Clone)]
pub struct SelfPlay {
    /// The game.
    pub game: AnyGame,
    /// What the keys are made from.
    pub stream: Stream,
    /// Who plays.
    pub player: Arc<dyn Player>,
    /// What it may spend a move.
    pub effort: Effort,
    /// How many random moves come first: a player that never ties plays one game only.
    pub opening: u32,
}

impl Source for SelfPlay {
    fn name(&self) -> String {
        format!("self-play({})", self.effort)
    }
    fn game(&self) -> &AnyGame {
        &self.game
    }
    fn draw(&self, trial: u64, attempt: u32) -> Result<Option<Trial>> {
        let key = self.stream.trial(u64::from(attempt) << 40 | trial);
        let draws = key.block.draw(Domain::Moves);
        let mut seen = Vec::new();
        walk_from_start(&self.game, key, |position, expansion, ply| {
            let place = u64::from(ply);
            if expansion.turn == Turn::Chance || ply < self.opening {
                return Ok(any_of(expansion, draws, key.lane, place));
            }
            seen.push((position.clone(), ply));
            let found = self.player.decide(position, &[self.effort])?;
            Ok(found.ties[draws.below(key.lane, place, found.ties.len() as u32) as usize])
        })?;
        let taken = draws.below(key.lane, u64::MAX, seen.len() as u32) as usize;
        let key = self.stream.trial(trial);
        Ok(seen.into_iter().nth(taken).map(|(position, ply)| Trial::new(position, Some(ply), key)))
    }
}
