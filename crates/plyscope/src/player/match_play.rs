//! Matches: two players take turns, as the game says, until it is over.
//!
//! A match is a function of the start, the players and a key. The key decides between moves that a player
//! finds equally good, so that no order of moves favours anybody, and what chance does.

use super::{AnyGame, Observation, Player};
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
    play_watched(rules, start, seats, trial, game, &mut |_, _, _| {})
}

/// The same; `watch` is told of every decision: where it was made, what the player found, and the move that was made.
pub fn play_watched(
    rules: &AnyGame,
    start: &AnyPosition,
    seats: [Seat<'_>; 2],
    trial: TrialKey,
    game: u32,
    watch: &mut dyn FnMut(&AnyPosition, &Observation, usize),
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
    let own = seats.map(|seat| seat.player.for_game());
    let (ties, chance) = (trial.block.draw(Domain::Ties), trial.block.draw(Domain::Moves));
    let mut played = Played { half_points: 1, plies: 0, moves: [0, 0], nodes: [0, 0], finished: false };
    let end = walk(rules, start.clone(), |position, expansion, ply| {
        played.plies = ply + 1;
        let place = u64::from(game) << 32 | u64::from(ply);
        if expansion.turn == Turn::Chance {
            return Ok(chance.among(trial.lane, place, &expansion.chances));
        }
        let mover = expansion.turn.mover().index();
        let Seat { player, efforts } = seats[mover];
        let seen = own[mover].as_deref().unwrap_or(player).decide(position, efforts)?;
        played.moves[mover] += 1;
        played.nodes[mover] += seen.nodes();
        let taken = ties.below(trial.lane, place, seen.ties.len().max(1) as u32) as usize;
        let choice = seen.ties.get(taken).copied().unwrap_or(seen.choice);
        watch(position, &seen, choice);
        Ok(choice)
    })?;
    let Some(end) = end else { return Ok(played) };
    let [first, second] = end.payoffs[..] else { return Err(Error::NoMove) };
    let half_points = if first > second { 2 } else { u64::from(first == second) };
    Ok(Played { half_points, finished: true, ..played })
}

/// Goes on from a position as `choose` says, and returns its end: the game is over, or no move is known. None if it lasts longer
/// than the game can.
pub(crate) fn walk(
    game: &AnyGame,
    mut position: AnyPosition,
    mut choose: impl FnMut(&AnyPosition, &Expansion, u32) -> Result<usize>,
) -> Result<Option<Expansion>> {
    let longest = game.facts().longest;
    for ply in 0..=longest {
        let mut expansion = expand_one(&**game, &position)?;
        if expansion.turn == Turn::Over || expansion.after.is_empty() {
            return Ok(Some(expansion));
        }
        if ply < longest {
            let choice = choose(&position, &expansion, ply)?;
            position = expansion.after.swap_remove(choice);
        }
    }
    Ok(None)
}

/// The error for a game that lasts longer than it can.
pub(crate) fn too_long(game: &AnyGame, what: &'static str) -> Error {
    let (name, plies) = (game.name().to_string(), game.facts().longest);
    Error::TooDeep { what, game: name, plies, limit: Limit::Longest }
}

/// What the first player has in the end, when it goes on as `choose` says.
pub(crate) fn play_out(
    game: &AnyGame,
    from: AnyPosition,
    choose: impl FnMut(&AnyPosition, &Expansion, u32) -> Result<usize>,
) -> Result<f64> {
    let end = walk(game, from, choose)?.ok_or_else(|| too_long(game, "a game"))?;
    end.payoffs.first().copied().ok_or(Error::NoMove)
}
