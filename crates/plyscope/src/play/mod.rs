//! Matches: two players take turns, as the game says, until it is over.
//!
//! A match is a function of the start, the players and a key. The key decides between moves that a player
//! finds equally good, so that no order of moves favours anybody.

mod searcher;

pub use searcher::Searcher;

use crate::error::{Error, Result};
use crate::game::{AnyGame, AnyPosition, Game, Player};
use crate::key::{Domain, TrialKey};
use crate::registry::Decision;

/// Somebody who plays: a search, later an engine.
pub trait Contestant: Send + Sync {
    /// Which moves it finds best.
    fn choose(&self, position: &AnyPosition) -> Result<Decision>;
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// 2 for a win of the first player, 1 for a draw, 0 for a loss.
    pub half_points: u64,
    /// Moves made.
    pub plies: u32,
    /// Nodes that each player generated.
    pub nodes: [u64; 2],
}

/// No game of this library is longer: whoever plays on has lost count.
const MOST_PLIES: u32 = 100_000;

/// Plays a game of two from a position. `game` numbers the games of a trial, so that each breaks ties anew.
pub fn play(
    rules: &AnyGame,
    start: AnyPosition,
    players: [&dyn Contestant; 2],
    trial: TrialKey,
    game: u32,
) -> Result<Played> {
    if rules.players() != 2 {
        return Err(Error::Mismatch(format!("a match is for two players, not for {}", rules.name())));
    }
    let ties = trial.block.draw(Domain::Ties);
    let (mut position, mut plies, mut nodes) = (start, 0, [0, 0]);
    while !rules.is_over(&position) {
        if plies == MOST_PLIES {
            return Err(Error::Search(format!("{} was not over after {MOST_PLIES} moves", rules.name())));
        }
        let mover = rules.mover(&position).index();
        let decision = players[mover].choose(&position)?;
        nodes[mover] += decision.generated + 1;
        let place = u64::from(game) << 32 | u64::from(plies);
        let taken = ties.below(trial.lane, place, decision.ties.len().max(1) as u32) as usize;
        let choice = decision.ties.get(taken).copied().unwrap_or(decision.choice);
        position = rules.play(&position, &choice);
        plies += 1;
    }
    let lead = rules.payoff(&position, Player::FIRST) - rules.payoff(&position, Player::SECOND);
    let half_points = if lead > 0.0 { 2 } else { u64::from(lead == 0.0) };
    Ok(Played { half_points, plies, nodes })
}
