//! The order in which a node's moves are looked at: what cut before is likely to cut again (Russell & Norvig, section 3.1).

use super::AlphaBeta;
use super::nodes::Window;
use super::run::Run;
use crate::game::{Game, Player};
use crate::search::halt::{Halt, Halted};
use crate::search::{Frontier, Unwatched, Watch};
use crate::value::Ranked;
use std::hash::{Hash, Hasher};

/// A move by its index, and what it is sorted by: less comes earlier.
pub(super) type Ranking = (u64, usize);

impl<G: Game, F: Frontier<G> + ?Sized, W: Watch<F::Value> + ?Sized> Run<'_, '_, G, F, W> {
    /// The order to search in; none for the given one.
    pub(super) fn ordered(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        mover: Player,
        depth: u32,
    ) -> Halted<Option<Vec<Ranking>>> {
        if !self.settings.orders() {
            return Ok(None);
        }
        self.order(position, moves, mover, depth, None).map(Some)
    }

    pub(super) fn order(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        mover: Player,
        depth: u32,
        first: Option<usize>,
    ) -> Halted<Vec<Ranking>> {
        let mut order: Vec<Ranking> = self.spare_orders.pop().unwrap_or_default();
        match self.settings.shallow {
            // A shallow search just above the frontier would be the search itself.
            Some(plies) if self.plies.saturating_sub(depth) > plies => {
                let mut values: Vec<F::Value> = Vec::with_capacity(moves.len());
                for (i, choice) in moves.iter().enumerate() {
                    let value = match self.shallow_value(&self.game.play(position, choice), plies - 1) {
                        Ok(value) => value,
                        // Without estimates there is no order but the given one.
                        Err(Halt::NoEstimate { .. }) => {
                            order = (0..moves.len()).map(|i| (0, i)).collect();
                            break;
                        }
                        Err(halt) => return Err(halt),
                    };
                    let behind = values.iter().position(|other| value.beats(other, mover));
                    let at = behind.unwrap_or(values.len());
                    values.insert(at, value);
                    order.insert(at, (0, i));
                }
            }
            _ => order.extend((0..moves.len()).map(|i| (0, i))),
        }
        let killers = if self.settings.killers { self.killers.at(depth as usize) } else { [None; 2] };
        for (at, (rank, i)) in order.iter_mut().enumerate() {
            // What was best before, then what cut at this ply, then what cut most, then as it was.
            *rank = if Some(*i) == first {
                0
            } else if killers.contains(&Some(moves[*i])) {
                1 + at as u64
            } else {
                let cuts = if self.settings.history { self.history.score(mover, moves[*i]) } else { 0 };
                (u64::MAX >> 1) - cuts.min(u64::MAX >> 2) + at as u64
            };
        }
        if first.is_some() {
            next(&mut order, 0); // it was looked at already
        }
        Ok(order)
    }

    /// A plain alpha-beta search for ordering: unwatched, but its nodes count.
    fn shallow_value(&mut self, position: &G::Position, plies: u32) -> Halted<F::Value> {
        let plain = AlphaBeta::default();
        let mut run = Run {
            settings: &plain,
            plain: true,
            turns: false,
            game: self.game,
            frontier: self.frontier,
            budget: self.budget,
            meter: self.meter,
            watch: &mut Unwatched,
            counts: self.counts,
            plies,
            horizon: false,
            line: self.line,
            deepest: self.deepest,
            table: None,
            plain_below: 0,
            killers: Killers::new(),
            history: History::new(),
            spare: std::mem::take(&mut self.spare),
            spare_orders: Vec::new(),
        };
        let value = run.value(position, 0, 0, Window::OPEN);
        (self.counts, self.meter) = (run.counts, run.meter);
        self.spare = run.spare;
        value.map(|(value, _)| value)
    }
}

/// The move to look at next: the least of those from `at` on. What is cut is never sorted.
#[inline]
pub(super) fn next(order: &mut [Ranking], at: usize) -> usize {
    let mut least = at;
    for j in at + 1..order.len() {
        if order[j] < order[least] {
            least = j;
        }
    }
    order.swap(at, least);
    order[at].1
}

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
