//! The order in which a node's moves are looked at.

use super::AlphaBeta;
use super::memory::{History, Killers};
use super::run::Run;
use super::window::Window;
use crate::game::{Game, Player};
use crate::search::halt::{Halt, Halted};
use crate::search::{Frontier, Unwatched, Watch};
use crate::value::Ranked;

/// A move by its index, and what it is sorted by: less comes earlier.
pub(super) type Ranking = (u64, usize);

impl<G, F, W> Run<'_, '_, G, F, W>
where
    G: Game,
    F: Frontier<G> + ?Sized,
    W: Watch<F::Value> + ?Sized,
{
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
