//! Sowing: all seeds of a pit at once where they fit a [`PitRow`], seed by seed where they do not.

use super::row::{self, PitRow};
use super::{Kalah, Pits};
use crate::game::Player;

/// What a sowing makes of a board; the turn and the end are not decided here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sown {
    /// The board after it, captures included.
    pub after: Pits,
    /// Where the last seed fell: a pit of the mover, `pits` for the store, beyond for the opponent's pits or
    /// nowhere.
    pub last: usize,
    /// Seeds captured, the last one sown among them.
    pub captured: u8,
}

/// How many pits of a player sow in which way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Landings {
    /// The last seed falls in the own store, or captures.
    pub gain: i32,
    /// Seeds go beyond the own store, to the other side.
    pub beyond: i32,
}

/// A sowing whose board is not laid out yet.
pub(super) struct Sowing {
    /// The mover's pits.
    own: PitRow,
    other: PitRow,
    /// Seeds for the mover's store.
    won: u8,
    pub(super) last: usize,
    captured: u8,
}

impl Sowing {
    /// The board after it. It is made whole: reading a copy that was changed in parts would wait for the parts.
    #[inline(always)]
    pub(super) fn board(&self, before: &Pits, mover: Player, sown: u32) -> Pits {
        let first = before.mover == Player::FIRST;
        let (one, two) = if first { (self.own, self.other) } else { (self.other, self.own) };
        let [one_store, two_store] = before.stores;
        let (one_won, two_won) = if first { (self.won, 0) } else { (0, self.won) };
        Pits {
            pits: [one.laid(&before.pits[0]), two.laid(&before.pits[1])],
            stores: [one_store + one_won, two_store + two_won],
            mover,
            sown,
        }
    }
}

impl Kalah {
    /// Sows one pit of the mover.
    pub fn sow(&self, position: &Pits, pit: usize) -> Sown {
        match self.sow_at_once(position, pit) {
            Some(sowing) => {
                let after = sowing.board(position, position.mover, position.sown);
                Sown { after, last: sowing.last, captured: sowing.captured }
            }
            None => self.sow_by_steps(position, pit),
        }
    }

    /// Sows all seeds of a pit together, unless the board is large or the sowing comes round to its own side.
    #[inline(always)]
    pub(super) fn sow_at_once(&self, position: &Pits, pit: usize) -> Option<Sowing> {
        let (me, pits) = (position.mover.index(), self.pits);
        let seeds = usize::from(position.pits[me][pit]);
        let end = pit + seeds;
        if pits > row::MOST || end > 2 * pits {
            return None;
        }
        let mut own = PitRow::read(&position.pits[me]).emptied(pit);
        let mut other = PitRow::read(&position.pits[1 - me]);
        let (mut won, mut captured) = (0, 0);
        if end >= pits {
            own = own.sown_beyond(pit, pits - 1);
            other = other.sown(end - pits);
            won = 1;
        } else if seeds > 0 {
            own = own.sown_beyond(pit, end);
            let opposite = pits - 1 - end;
            if own.seeds(end) == 1 && (self.empty_capture || other.seeds(opposite) > 0) {
                captured = 1 + other.seeds(opposite);
                own = own.emptied(end);
                other = other.emptied(opposite);
            }
        }
        let last = if seeds > 0 { end } else { 2 * pits + 1 };
        Some(Sowing { own, other, won: won + captured, last, captured })
    }

    /// The same, seed by seed: for sowings of any length, on boards of any size.
    #[cold]
    pub(super) fn sow_by_steps(&self, position: &Pits, pit: usize) -> Sown {
        let mut after = *position;
        let (me, you) = (position.mover.index(), position.mover.opponent().index());
        let mut hand = std::mem::take(&mut after.pits[me][pit]);
        // 0 to pits-1: my pits; pits: my store; then the opponent's pits.
        let (mut at, round) = (pit, 2 * self.pits + 1);
        if hand == 0 {
            return Sown { after, last: round, captured: 0 };
        }
        while hand > 0 {
            at = if at + 1 == round { 0 } else { at + 1 };
            if self.skip_origin && at == pit {
                continue;
            }
            hand -= 1;
            match at {
                _ if at < self.pits => after.pits[me][at] += 1,
                _ if at == self.pits => after.stores[me] += 1,
                _ => after.pits[you][at - self.pits - 1] += 1,
            }
        }
        let mut captured = 0;
        if at < self.pits && after.pits[me][at] == 1 {
            let opposite = self.pits - 1 - at;
            if self.empty_capture || after.pits[you][opposite] > 0 {
                captured = 1 + after.pits[you][opposite];
                after.stores[me] += captured;
                after.pits[me][at] = 0;
                after.pits[you][opposite] = 0;
            }
        }
        Sown { after, last: at, captured }
    }

    /// How all pits of both players would sow, whoever is to move.
    #[inline]
    pub fn landings(&self, position: &Pits) -> [Landings; 2] {
        if self.pits <= row::MOST {
            let [first, second] = [0, 1].map(|player| PitRow::read(&position.pits[player]));
            let landings = |own, other| row::landings(own, other, self.pits, self.empty_capture);
            if let (Some(one), Some(two)) = (landings(first, second), landings(second, first)) {
                return [one, two];
            }
        }
        [Player::FIRST, Player::SECOND].map(|player| self.landings_by_steps(position, player))
    }

    /// Those of a player, by sowing them.
    #[cold]
    fn landings_by_steps(&self, position: &Pits, player: Player) -> Landings {
        let mut landings = Landings::default();
        for pit in 0..self.pits {
            let sown = self.sow_by_steps(&Pits { mover: player, ..*position }, pit);
            landings.gain += i32::from(sown.last == self.pits || sown.captured > 0);
            landings.beyond += i32::from(pit + usize::from(position.pits[player.index()][pit]) > self.pits);
        }
        landings
    }
}
