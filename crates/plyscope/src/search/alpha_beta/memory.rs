//! Which move first: what cut before is likely to cut again (Russell & Norvig, section 3.1).

use crate::game::Player;
use std::hash::{Hash, Hasher};

/// Two moves a ply that cut there last.
#[derive(Debug)]
pub(super) struct Killers<M> {
    plies: Vec<[Option<M>; 2]>,
}

impl<M: Copy + PartialEq> Killers<M> {
    pub(super) fn new() -> Self {
        Killers { plies: Vec::new() }
    }

    pub(super) fn add(&mut self, ply: usize, choice: M) {
        if self.plies.len() <= ply {
            self.plies.resize(ply + 1, [None; 2]);
        }
        let [latest, former] = &mut self.plies[ply];
        if *latest != Some(choice) {
            *former = latest.replace(choice);
        }
    }

    pub(super) fn at(&self, ply: usize) -> [Option<M>; 2] {
        self.plies.get(ply).copied().unwrap_or([None; 2])
    }
}

/// How often a move cut, anywhere, deeper cuts counting more (Schaeffer 1989).
///
/// It is asked about every move of every node. Moves are known by their hash alone: the few that meet in a place
/// share its count, which costs order, never truth.
#[derive(Debug)]
pub(super) struct History<M> {
    cuts: Vec<u64>,
    moves: std::marker::PhantomData<M>,
}

impl<M: Hash> History<M> {
    const PLACES: usize = 1 << 12;

    pub(super) fn new() -> Self {
        History { cuts: Vec::new(), moves: std::marker::PhantomData }
    }

    #[inline]
    fn place(mover: Player, choice: M) -> usize {
        let mut hash = Spread::default();
        choice.hash(&mut hash);
        2 * (hash.finish() as usize % (Self::PLACES / 2)) + mover.index() % 2
    }

    pub(super) fn add(&mut self, mover: Player, choice: M, left: u32) {
        // Made when it is first needed: many searches are small, and have no history.
        if self.cuts.is_empty() {
            self.cuts = vec![0; Self::PLACES];
        }
        let cuts = &mut self.cuts[Self::place(mover, choice)];
        *cuts = cuts.saturating_add(1 << left.min(30));
    }

    #[inline]
    pub(super) fn score(&self, mover: Player, choice: M) -> u64 {
        self.cuts.get(Self::place(mover, choice)).copied().unwrap_or(0)
    }
}

/// A hash for moves: they come from a game's rules, not from an adversary, and are small.
#[derive(Debug, Default)]
struct Spread(u64);

impl Hasher for Spread {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }
    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }
    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }
    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums by hand; the moves of a small game have places of their own.
    #[test]
    fn history_counts_every_move_of_both_players() {
        let mut history = History::new();
        for round in 0..3 {
            for choice in 0..32u8 {
                history.add(Player::FIRST, choice, round);
                history.add(Player::SECOND, choice, 2);
            }
        }
        for choice in 0..32 {
            assert_eq!(history.score(Player::FIRST, choice), 1 + 2 + 4);
            assert_eq!(history.score(Player::SECOND, choice), 3 * 4);
        }
        assert_eq!(history.score(Player::FIRST, 32), 0);
    }
}
