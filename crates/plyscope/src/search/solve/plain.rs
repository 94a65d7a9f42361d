//! The plain solver: alpha-beta on zero windows with a table of bounds, closing in on the value from both sides (MTD(f):
//! Plaat, Schaeffer, Pijls & de Bruin 1996), the question "does the first player at least draw?" first.

use super::SolveGoal;
use crate::error::Result;
use crate::game::{Game, Hints, Player};
use crate::search::halt::{deepest, too_deep};
use crate::search::table::Table;
use crate::search::{Budget, Counts, Meter};

/// Bounds of the rest of a game.
#[derive(Clone, Copy)]
struct Rest {
    low: f64,
    high: f64,
    best: u32,
}

/// A child, to be ordered.
struct Child<G: Game> {
    promise: i32,
    index: u32,
    position: G::Position,
}

/// Lists to use again, so that no node allocates: moves, and children in order.
type Lists<G> = (Vec<<G as Game>::Move>, Vec<Child<G>>);

/// Solves with payoffs of any size, and asks a game for little.
pub(super) struct Plain<'a, 'b, G: Game> {
    game: &'a G,
    budget: Budget<'b>,
    meter: Meter<'b>,
    /// Plies below the position in hand, and how many there may be.
    plies: u32,
    deepest: u32,
    /// Was that too few?
    too_deep: bool,
    table: Table<Rest>,
    counts: Counts,
    spare: Vec<Lists<G>>,
}

impl<'a, 'b, G: Hints> Plain<'a, 'b, G> {
    /// With a table of `mib` MiB.
    pub(super) fn new(game: &'a G, table: u32, budget: &Budget<'b>) -> Result<Self> {
        let table = Table::new(table)?;
        let (counts, spare, deepest) = (Counts::default(), Vec::new(), deepest(game));
        Ok(Plain {
            game,
            budget: *budget,
            meter: budget.meter(),
            plies: 0,
            deepest,
            too_deep: false,
            table,
            counts,
            spare,
        })
    }

    /// Another position is to be solved: it has the whole budget.
    pub(super) fn begin(&mut self, budget: &Budget<'b>) {
        (self.meter, self.too_deep, self.plies) = (budget.meter(), false, 0);
    }

    /// Was it too deep anywhere?
    pub(super) fn check(&self) -> Result<()> {
        if self.too_deep { Err(too_deep("a solver", self.game)) } else { Ok(()) }
    }

    /// Bounds of a position's value, equal if the budget lasts, or enough to tell the winner.
    pub(super) fn close_in(&mut self, position: &G::Position, asked: SolveGoal) -> (f64, f64) {
        let (mut low, mut high) = self.game.bounds(position);
        let mut guess = 0f64.clamp(low, high);
        let told = |low: f64, high: f64| asked == SolveGoal::Winner && (low > 0.0 || high < 0.0);
        while low < high && !told(low, high) {
            // Is the value at least `test`? A window just below it holds no number but those two.
            let test = if guess == low { guess.next_up() } else { guess };
            let Some(found) = self.value(position, test.next_down(), test) else { break };
            if found >= test {
                low = low.max(found)
            } else {
                high = high.min(found)
            }
            self.budget.tell_bounds(low, high);
            // Not clamped: the bounds of a game that breaks meanwhile may cross.
            guess = found.max(low).min(high);
        }
        (low, high)
    }

    pub(super) fn counts(&self) -> Counts {
        Counts { generated: self.meter.generated(), ..self.counts }
    }

    /// The value if it lies within the window, a bound of it beyond; none when the budget is spent.
    fn value(&mut self, position: &G::Position, alpha: f64, beta: f64) -> Option<f64> {
        if self.game.is_over(position) {
            self.counts.evaluated += 1;
            return Some(self.game.payoff(position, Player::FIRST));
        }
        let (mut low, mut high) = self.game.bounds(position);
        let (key, banked) = (self.game.rest_key(position), self.game.banked(position));
        let mut first = None;
        if let Some((_, rest)) = self.table.get(key) {
            (low, high) = (low.max(rest.low + banked), high.min(rest.high + banked));
            first = Some(rest.best);
        }
        if low >= beta || low == high {
            return Some(low);
        }
        if high <= alpha {
            return Some(high);
        }
        if self.plies >= self.deepest {
            self.too_deep = true;
            return None;
        }
        self.plies += 1;
        let before = self.meter.generated();
        let (mut moves, mut children) = self.spare.pop().unwrap_or_default();
        self.game.moves(position, &mut moves);
        self.expand(position, &moves, first, &mut children);
        let found = self.best_child(position, &children, alpha.max(low), beta.min(high));
        moves.clear();
        children.clear();
        self.spare.push((moves, children));
        self.plies -= 1;
        let (value, best) = found?;
        if value >= beta.min(high) {
            low = low.max(value);
        } else if value <= alpha.max(low) {
            high = high.min(value);
        } else {
            (low, high) = (value, value);
        }
        // What cost most nodes is kept longest.
        let cost = (self.meter.generated() - before).min(u64::from(u32::MAX)) as u32;
        self.table.put(key, cost, Rest { low: low - banked, high: high - banked, best });
        Some(value)
    }

    fn expand(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        first: Option<u32>,
        children: &mut Vec<Child<G>>,
    ) {
        for (index, choice) in moves.iter().enumerate() {
            let after = self.game.play(position, choice);
            let index = index as u32;
            let promise = match first {
                Some(best) if best == index => i32::MAX,
                // Finished games cost nothing to look at.
                _ if self.game.is_over(&after) => i32::MAX - 1,
                _ => self.game.promise(position, choice, &after),
            };
            // Inserted behind all that promise as much: few moves, mostly in order already.
            let at = children.iter().rposition(|child| child.promise >= promise).map_or(0, |at| at + 1);
            children.insert(at, Child { promise, index, position: after });
        }
    }

    fn best_child(
        &mut self,
        position: &G::Position,
        children: &[Child<G>],
        mut alpha: f64,
        mut beta: f64,
    ) -> Option<(f64, u32)> {
        let first = self.game.mover(position) == Player::FIRST;
        let mut best = (if first { f64::NEG_INFINITY } else { f64::INFINITY }, 0);
        for (done, child) in children.iter().enumerate() {
            if !self.meter.generate() {
                return None;
            }
            let value = self.value(&child.position, alpha, beta)?;
            if if first { value > best.0 } else { value < best.0 } {
                best = (value, child.index);
                if first {
                    alpha = alpha.max(value)
                } else {
                    beta = beta.min(value)
                }
                if alpha >= beta {
                    self.counts.cut += (children.len() - done - 1) as u64;
                    break;
                }
            }
        }
        Some(best)
    }

    /// A line along which the value is kept; none when the budget is spent, or the game breaks meanwhile.
    pub(super) fn line(&mut self, position: &G::Position, value: f64) -> Option<Vec<G::Move>> {
        let (mut position, mut line) = (position.clone(), Vec::new());
        while !self.game.is_over(&position) {
            let mut moves = Vec::new();
            self.game.moves(&position, &mut moves);
            let first = self.game.mover(&position) == Player::FIRST;
            let mut next = None;
            for choice in moves {
                if !self.meter.generate() {
                    return None;
                }
                let child = self.game.play(&position, &choice);
                let keeps = if first {
                    self.value(&child, value.next_down(), value)? >= value
                } else {
                    self.value(&child, value, value.next_up())? <= value
                };
                if keeps {
                    next = Some((choice, child));
                    break;
                }
            }
            let (choice, child) = next?;
            line.push(choice);
            position = child;
        }
        Some(line)
    }
}
