//! Kalah's variants as an ordinary value, and its positions as text.

use super::{Kalah, MAX_PITS, Numbering, Pits};
use crate::error::{Error, Result};
use crate::game::{Game, Player};

/// The rules of a variant; [`KalahRules::default`] are the usual ones on six pits with four seeds.
///
/// ```
/// use plyscope::game::KalahRules;
/// // The restricted form of the EMM papers.
/// let rules = KalahRules { seeds: 2, moves: Some(20), empty_moves: true, extra_turn: false, ..KalahRules::default() };
/// let game = rules.build()?;
/// assert_eq!(game.total(), 24);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KalahRules {
    /// Pits a side, 1 to 12.
    pub pits: u32,
    /// Seeds in every pit at the start; at most 255 in all.
    pub seeds: u32,
    /// Is there a capture though the opposite pit is empty?
    pub empty_capture: bool,
    /// Does a last seed in the store give another turn?
    pub extra_turn: bool,
    /// Does a long sowing pass over the pit it came from?
    pub skip_origin: bool,
    /// The game ends after so many sowings, 1 to 1000.
    pub moves: Option<u32>,
    /// May empty pits be played? Needs a number of moves.
    pub empty_moves: bool,
    /// Are the seeds scattered at the start?
    pub random_start: bool,
}

impl Default for KalahRules {
    fn default() -> Self {
        KalahRules {
            pits: 6,
            seeds: 4,
            empty_capture: true,
            extra_turn: true,
            skip_origin: false,
            moves: None,
            empty_moves: false,
            random_start: false,
        }
    }
}

impl KalahRules {
    /// The game of these rules; refused where they make none.
    pub fn build(self) -> Result<Kalah> {
        let KalahRules {
            pits,
            seeds,
            empty_capture,
            extra_turn,
            skip_origin,
            moves,
            empty_moves,
            random_start,
        } = self;
        let refuse = |why: String| Err(Error::Settings { kind: "kalah".into(), why });
        if !(1..=MAX_PITS as u32).contains(&pits) || seeds == 0 || seeds > 127 || 2 * pits * seeds > 255 {
            return refuse(format!(
                "there are 1 to 12 pits and at most 255 seeds in all, not 2 x {pits} x {seeds}"
            ));
        }
        if moves.is_some_and(|moves| !(1..=1000).contains(&moves)) {
            return refuse("a number of moves is 1 to 1000".into());
        }
        if empty_moves && moves.is_none() {
            return refuse("with empty-moves=yes it never ends: give a number of moves".into());
        }
        let (pits, total) = (pits as usize, 2 * pits * seeds);
        // Where sowings are counted they belong to a position too.
        let numbering = if moves.is_none() { Numbering::new(2 * pits, total) } else { None };
        let whole = if moves.is_none() { Numbering::new(2 * pits + 1, total) } else { None };
        Ok(Kalah {
            pits,
            seeds,
            empty_capture,
            extra_turn,
            skip_origin,
            moves,
            empty_moves,
            random_start,
            numbering,
            whole,
        })
    }
}

/// Reads what `position_text` writes.
pub(super) fn parse(game: &Kalah, text: &str) -> Result<Pits> {
    let start = game.position_text(&game.start());
    let refuse = |why: &str| game.bad_position(text, why);
    let wanted = format!("pits and store of player 1, those of player 2, and the mover, such as `{start}`");
    let read = || -> Option<Pits> {
        let mut words = text.split_whitespace();
        let board: Vec<&str> = words.next()?.split('|').collect();
        let [first, first_store, second, second_store] = board[..] else { return None };
        let mover: Player = words.next()?.parse().ok().filter(|mover: &Player| mover.index() < 2)?;
        let sown = match game.moves {
            Some(moves) => words.next()?.parse().ok().filter(|sown| *sown <= moves)?,
            None => 0,
        };
        if words.next().is_some() {
            return None;
        }
        let side = |text: &str| -> Option<[u8; MAX_PITS]> {
            let seeds: Vec<u8> = text.split(',').map(|pit| pit.parse().ok()).collect::<Option<_>>()?;
            let mut side = [0; MAX_PITS];
            (seeds.len() == game.pits).then(|| side[..game.pits].copy_from_slice(&seeds))?;
            Some(side)
        };
        let stores = [first_store.parse().ok()?, second_store.parse().ok()?];
        Some(Pits { pits: [side(first)?, side(second)?], stores, mover, sown })
    };
    let position = read().ok_or_else(|| refuse(&wanted))?;
    let stored: u32 = position.stores.iter().map(|store| u32::from(*store)).sum();
    let open = game.on_side(&position, Player::FIRST) + game.on_side(&position, Player::SECOND);
    if stored + open != game.total() {
        return Err(refuse(&format!("one of all {} seeds", game.total())));
    }
    Ok(position)
}
