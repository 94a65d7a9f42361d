//! Where trials of a real game begin: at the game's start (at random with `start=random`), or, where `plies` is swept,
//! after so many random moves.
//!
//! Positions without a choice are drawn again: there is nothing to decide, and a search that may stop when the choice is
//! clear would look better than it is.

use crate::error::Result;
use crate::experiment::Draft;
use plyscope::game::{AnyGame, AnyPosition, Game, moves_of};
use plyscope::key::{Domain, TrialKey};
use std::collections::BTreeMap;

/// Random games for one position before it is given up.
const ATTEMPTS: u32 = 1000;

/// Random moves before anything is measured.
#[derive(Debug, Clone, Copy)]
pub(super) struct Opening {
    pub(super) plies: u32,
}

impl Opening {
    /// As a point of the sweep says; none if it says nothing.
    pub(super) fn given(draft: &Draft<'_>, place: &BTreeMap<String, String>) -> Result<Self> {
        let plies = place.get("plies").map_or("0", String::as_str);
        let read = plies.parse::<u32>().ok().filter(|plies| *plies <= 1000);
        let why = || format!("`plies` is a whole number of 0 to 1000, not {plies}");
        let plies = read.ok_or_else(|| draft.text.wrong(draft.swept_at("plies"), why()))?;
        Ok(Opening { plies })
    }

    /// The position of a trial.
    pub(super) fn position(self, rules: &AnyGame, key: TrialKey) -> Result<AnyPosition> {
        if self.plies == 0 {
            return Ok(rules.start_of(key));
        }
        let draws = key.block.draw(Domain::Moves);
        for attempt in 0..ATTEMPTS {
            let mut position = rules.start_of(key);
            for ply in 0..self.plies {
                let moves = moves_of(rules, &position);
                if moves.is_empty() {
                    break;
                }
                let place = u64::from(attempt) << 32 | u64::from(ply);
                let taken = draws.below(key.lane, place, moves.len() as u32) as usize;
                position = rules.play(&position, &moves[taken]);
            }
            if moves_of(rules, &position).len() > 1 {
                return Ok(position);
            }
        }
        let why = format!(
            "among {ATTEMPTS} games of {} none has a choice between moves after {} random plies; take fewer plies",
            rules.name(),
            self.plies
        );
        Err(plyscope::Error::Mismatch(why).into())
    }
}
