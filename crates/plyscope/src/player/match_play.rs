//! Matches: two players take turns, as the game says, until it is over.
//!
//! A match is a function of the start, the players and a key. The key decides between moves that a player
//! finds equally good, so that no order of moves favours anybody, and what chance does.

use super::{AnyGame, Player};
use crate::error::{Error, Limit, Result};
use crate::game::{AnyPosition, Expansion, Turn, expand_one};
use crate::key::{Domain, TrialKey};
use crate::search::Effort;

/// Somebody at the board, and what they may spend on a move.
#[derive(Clone, Copy)]
pub struct Seat<'a> {
    /// Who plays.
    pub player: &'a dyn Player,
    /// Whichever of these ends first.
    pub efforts: &'a [Effort],
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// 2 for a win of the first player, 1 for a draw, 0 for a loss.
    pub half_points: u64,
    /// Moves made, those of chance among them.
    pub plies: u32,
    /// Moves that each player chose.
    pub moves: [u64; 2],
    /// Nodes that each player generated.
    pub nodes: [u64; 2],
    /// Did it come to its end? One that reaches the longest length a game can have counts as a draw.
    pub finished: bool,
}

impl Played {
    /// The same, refused if the game did not come to its end.
    pub fn to_its_end(self, rules: &AnyGame) -> Result<Self> {
        if self.finished {
            return Ok(self);
        }
        let (game, limit) = (rules.name().to_string(), Limit::Longest);
        Err(Error::TooDeep { what: "a match", game, plies: self.plies, limit })
    }
}

/// Plays a game of two from a position. `game` numbers the games of a trial: those of one number break ties alike, and
/// chance does the same in them at the same ply.
///
/// ```
/// use plyscope::catalogue::Catalogue;
/// use plyscope::key::Stream;
/// use plyscope::player::{Seat, play};
/// use plyscope::search::Effort;
///
/// let catalogue = Catalogue::built_in();
/// let game = catalogue.game("tic-tac-toe")?;
/// let player = catalogue.player(&game, "minimax", "lines", "full-width")?;
/// let seat = |efforts| Seat { player: &*player, efforts };
/// let trial = Stream::new(1, "example").trial(0);
/// let played = play(&game, &game.start(trial)?, [seat(&[Effort::Depth(9)]), seat(&[Effort::Depth(9)])], trial, 0)?;
/// assert_eq!((played.half_points, played.moves), (1, [5, 4])); // a draw on a full board
/// # Ok::<(), plyscope::Error>(())
/// ```
pub fn play(
    rules: &AnyGame,
    start: &AnyPosition,
    seats: [Seat<'_>; 2],
    trial: TrialKey,
    game: u32,
) -> Result<Played> {
    if rules.facts().players != 2 {
        return Err(Error::Players {
            what: "a match".into(),
            wanted: "2 players",
            game: rules.name().to_string(),
            players: rules.facts().players,
            advice: "",
        });
    }
    let (ties, chance) = (trial.block.draw(Domain::Ties), trial.block.draw(Domain::Moves));
    let mut position = start.clone();
    let mut played = Played { half_points: 1, plies: 0, moves: [0, 0], nodes: [0, 0], finished: false };
    loop {
        let Expansion { turn, mut after, chances, payoffs } = expand_one(&**rules, &position)?;
        let place = u64::from(game) << 32 | u64::from(played.plies);
        let choice = match turn {
            Turn::Over => {
                let lead = payoffs[0] - payoffs[1];
                let half_points = if lead > 0.0 { 2 } else { u64::from(lead == 0.0) };
                return Ok(Played { half_points, finished: true, ..played });
            }
            _ if played.plies == rules.facts().longest => return Ok(played),
            Turn::Chance => chance.among(trial.lane, place, &chances),
            Turn::Player(mover) => {
                let Seat { player, efforts } = seats[mover.index()];
                let seen = player.decide(&position, efforts)?;
                played.moves[mover.index()] += 1;
                played.nodes[mover.index()] += seen.nodes();
                let taken = ties.below(trial.lane, place, seen.ties.len().max(1) as u32) as usize;
                seen.ties.get(taken).copied().unwrap_or(seen.choice)
            }
        };
        position = after.swap_remove(choice);
        played.plies += 1;
    }
}
