//! Kalah's variants as an ordinary value, and its positions as text.

use super::{Kalah, MAX_PITS, Numbering, Pits};
use crate::error::Result;
use crate::game::{Game, Player};
use crate::name::{Settings, Values, within};

/// The rules of a variant; [`KalahRules::default`] are the usual ones on six pits with four seeds.
///
/// ```
/// use plyscope::game::KalahRules;
/// // The restricted form of the EMM papers.
/// let rules = KalahRules { seeds: 2, moves: Some(20), empty_moves: true, extra_turn: false, ..KalahRules::default() };
/// let game = rules.game()?;
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

impl Settings for KalahRules {
    const KIND: &'static str = "kalah";
    const SUMMARY: &'static str = "Sow seeds from pit to pit into a store; with its rule variants.";

    fn each(&mut self, values: &mut Values<'_>) {
        values.integer("pits", "6", "a whole number from 1 to 12", &mut self.pits, 1..=MAX_PITS as u32);
        let allowed = "a whole number of 1 or more; at most 255 seeds in all";
        values.integer("seeds", "4", allowed, &mut self.seeds, 1..=127);
        let allowed = "yes or no: capture though the opposite pit is empty";
        values.yes("empty-capture", "yes", allowed, &mut self.empty_capture);
        let allowed = "yes or no: a last seed in the store gives another turn";
        values.yes("extra-turn", "yes", allowed, &mut self.extra_turn);
        let allowed = "yes or no: a long sowing passes over the pit it came from";
        values.yes("skip-origin", "no", allowed, &mut self.skip_origin);
        let read = |text: &str| match text {
            UNLIMITED => Some(None),
            _ => within(text, 1..=1000).map(Some),
        };
        let write = |moves: &Option<u32>| moves.map_or(UNLIMITED.into(), |moves| moves.to_string());
        let allowed = "unlimited, or a whole number from 1 to 1000";
        values.value("moves", UNLIMITED, allowed, &mut self.moves, read, write);
        let allowed = "yes or no: empty pits may be played (needs a number of moves)";
        values.yes("empty-moves", "no", allowed, &mut self.empty_moves);
        let words = [("even", false), ("random", true)];
        let allowed = "even or random: the seeds are scattered";
        values.word("start", "even", allowed, &mut self.random_start, &words);
    }

    fn check(&self) -> Result<()> {
        let KalahRules { pits, seeds, moves, .. } = *self;
        if !(1..=MAX_PITS as u32).contains(&pits) || seeds == 0 || seeds > 127 || 2 * pits * seeds > 255 {
            let not = format!("2 x {pits} x {seeds}");
            return Err(Self::refuse(&format!(
                "there are 1 to 12 pits and at most 255 seeds in all, not {not}"
            )));
        }
        if moves.is_some_and(|moves| !(1..=1000).contains(&moves)) {
            return Err(Self::refuse("a number of moves is 1 to 1000"));
        }
        if self.empty_moves && moves.is_none() {
            return Err(Self::refuse("with empty-moves=yes it never ends: give a number of moves"));
        }
        Ok(())
    }
}

/// No number of moves.
const UNLIMITED: &str = "unlimited";

impl KalahRules {
    /// The game of these rules; refused where they make none.
    pub fn game(self) -> Result<Kalah> {
        self.check()?;
        let (pits, total) = (self.pits as usize, 2 * self.pits * self.seeds);
        // Where sowings are counted they belong to a position too.
        let numbering = |pits| if self.moves.is_none() { Numbering::new(pits, total) } else { None };
        let (numbering, whole) = (numbering(2 * pits), numbering(2 * pits + 1));
        Ok(Kalah { pits, rules: self, numbering, whole })
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
        let sown = match game.rules.moves {
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
