//! Matches: two players take turns, as the game says, until it is over.
//!
//! A match is a function of the start, the players and a key. The key decides between moves that a player
//! finds equally good, so that no order of moves favours anybody, and what chance does.

use super::{AnyGame, Player};
use crate::error::{Error, Limit, Result};
use crate::game::{AnyPosition, Expansion, Turn, expand_one};
use crate::key::{Domain, TrialKey};
use crate::search::Effort;

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

/// Plays a game of two from a position; each player may spend the same. `game` numbers the games of a trial, so that each
/// breaks ties anew.
pub fn play(
    rules: &AnyGame,
    start: &AnyPosition,
    players: [&dyn Player; 2],
    efforts: &[Effort],
    trial: TrialKey,
    game: u32,
) -> Result<Played> {
    if rules.players() != 2 {
        return Err(Error::Players {
            what: "a match".into(),
            wanted: "2 players",
            game: rules.name().to_string(),
            players: rules.players(),
            advice: "",
        });
    }
    let (ties, chance) = (trial.block.draw(Domain::Ties), trial.block.draw(Domain::Moves));
    let (mut position, mut plies, mut nodes) = (start.clone(), 0, [0, 0]);
    loop {
        let Expansion { turn, mut after, chances, payoffs } = expand_one(&**rules, &position)?;
        let place = u64::from(game) << 32 | u64::from(plies);
        let choice = match turn {
            Turn::Over => {
                let lead = payoffs[0] - payoffs[1];
                let half_points = if lead > 0.0 { 2 } else { u64::from(lead == 0.0) };
                return Ok(Played { half_points, plies, nodes });
            }
            _ if plies == rules.longest() => {
                let (game, limit) = (rules.name().to_string(), Limit::Longest);
                return Err(Error::TooDeep { what: "a match", game, plies, limit });
            }
            Turn::Chance => chance.among(trial.lane, place, &chances),
            Turn::Player(mover) => {
                let seen = players[mover.index()].decide(&position, efforts)?;
                nodes[mover.index()] += seen.nodes();
                let taken = ties.below(trial.lane, place, seen.ties.len().max(1) as u32) as usize;
                seen.ties.get(taken).copied().unwrap_or(seen.choice)
            }
        };
        position = after.swap_remove(choice);
        plies += 1;
    }
}
