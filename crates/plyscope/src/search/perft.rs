//! Perft: how many sequences of moves there are, ply by ply. The classic test of a game's rules.

use super::{Budget, DEEPEST, Meter};
use crate::game::Game;

/// The number of sequences of 1, 2, ..., `depth` moves; shorter when the budget runs out, or where a game goes on that is
/// [`DEEPEST`] plies deep.
///
/// The budget's nodes and stop flag count; its depth does not.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32, budget: &Budget<'_>) -> Vec<u64> {
    let mut counts = Vec::new();
    let mut walk = Count { game, meter: budget.meter(), spare: Vec::new() };
    for depth in 1..=depth {
        let ended = counts.last() == Some(&0);
        let count = match ended {
            true => Some(0),
            false if depth > DEEPEST => None,
            false => walk.sequences(position, depth),
        };
        match count {
            Some(count) => counts.push(count),
            None => break,
        }
    }
    counts
}

struct Count<'b, G: Game> {
    game: &'b G,
    meter: Meter<'b>,
    spare: Vec<Vec<G::Move>>,
}

impl<G: Game> Count<'_, G> {
    /// None when the budget is spent.
    fn sequences(&mut self, position: &G::Position, depth: u32) -> Option<u64> {
        let mut moves = self.spare.pop().unwrap_or_default();
        self.game.moves(position, &mut moves);
        let count = if depth == 1 {
            // The last moves need not be made to be counted.
            Some(moves.len() as u64)
        } else {
            moves.iter().try_fold(0, |count, choice| {
                let below = self.meter.generate().then(|| self.game.play(position, choice))?;
                Some(count + self.sequences(&below, depth - 1)?)
            })
        };
        moves.clear();
        self.spare.push(moves);
        count
    }
}
