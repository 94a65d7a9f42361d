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
/// A small open table: it is asked about every move of every node, and holds few moves.
#[derive(Debug)]
pub(super) struct History<M> {
    /// A power of two of places, at most half of them taken.
    places: Vec<Option<(Player, M, u64)>>,
    taken: usize,
}

impl<M: Copy + Eq + Hash> History<M> {
    pub(super) fn new() -> Self {
        History { places: vec![None; 64], taken: 0 }
    }

    /// Where a move is, or would be.
    fn place(&self, mover: Player, choice: M) -> usize {
        let mut hash = Spread(mover.index() as u64);
        choice.hash(&mut hash);
        let last = self.places.len() - 1;
        let mut at = hash.finish() as usize & last;
        while self.places[at].is_some_and(|(player, other, _)| (player, other) != (mover, choice)) {
            at = (at + 1) & last;
        }
        at
    }

    pub(super) fn add(&mut self, mover: Player, choice: M, left: u32) {
        let weight = 1 << left.min(30);
        let at = self.place(mover, choice);
        match &mut self.places[at] {
            Some((_, _, cuts)) => *cuts = cuts.saturating_add(weight),
            place => {
                *place = Some((mover, choice, weight));
                self.taken += 1;
                if 2 * self.taken > self.places.len() {
                    self.grow();
                }
            }
        }
    }

    fn grow(&mut self) {
        let twice = vec![None; 2 * self.places.len()];
        for entry in std::mem::replace(&mut self.places, twice).into_iter().flatten() {
            let at = self.place(entry.0, entry.1);
            self.places[at] = Some(entry);
        }
    }

    pub(super) fn score(&self, mover: Player, choice: M) -> u64 {
        self.places[self.place(mover, choice)].map_or(0, |(_, _, cuts)| cuts)
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

    /// More moves than there are places at first, against sums by hand.
    #[test]
    fn history_counts_every_move_of_both_players() {
        let mut history = History::new();
        for round in 0..3 {
            for choice in 0..500usize {
                history.add(Player::FIRST, choice, round);
                history.add(Player::SECOND, choice, 2);
            }
        }
        for choice in 0..500 {
            assert_eq!(history.score(Player::FIRST, choice), 1 + 2 + 4);
            assert_eq!(history.score(Player::SECOND, choice), 3 * 4);
        }
        assert_eq!(history.score(Player::FIRST, 500), 0);
    }
}
