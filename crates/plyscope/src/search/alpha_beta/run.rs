//! One alpha-beta search at work.

use super::AlphaBeta;
use super::ordering::{History, Killers};
use super::window::{Known, Window, settles};
use crate::error::{Error, Result};
use crate::game::{Game, Player};
use crate::search::depth_first::no_estimate;
use crate::search::table::Table;
use crate::search::watch::Bound;
use crate::search::{Budget, Counts, Frontier, Meter, Report, Score, Unwatched, Visit, Watch};
use crate::value::Ranked;

/// A move by its index, and what it is sorted by: less comes earlier.
type Ranking = (u64, usize);

enum Halt {
    Spent,
    NoEstimate { depth: u32 },
}

type Halted<T> = std::result::Result<T, Halt>;

pub(super) struct Run<'a, 'b, G: Game, F: Frontier<G> + ?Sized, W: ?Sized> {
    settings: &'a AlphaBeta,
    game: &'a G,
    frontier: &'a F,
    budget: &'a Budget<'b>,
    meter: Meter<'b>,
    watch: &'a mut W,
    counts: Counts,
    /// The depth of this iteration.
    plies: u32,
    /// Did this iteration stop short of the end anywhere?
    horizon: bool,
    table: Option<Table<Known<F::Value>>>,
    killers: Killers<G::Move>,
    history: History<G::Move>,
    spare: Vec<Vec<G::Move>>,
    spare_orders: Vec<Vec<Ranking>>,
}

impl<'a, 'b, G, F, W> Run<'a, 'b, G, F, W>
where
    G: Game,
    F: Frontier<G> + ?Sized,
    F::Value: Ranked,
    W: Watch<F::Value> + ?Sized,
{
    pub(super) fn new(
        settings: &'a AlphaBeta,
        game: &'a G,
        frontier: &'a F,
        budget: &'a Budget<'b>,
        watch: &'a mut W,
    ) -> Result<Self> {
        Ok(Run {
            settings,
            game,
            frontier,
            budget,
            meter: budget.meter(),
            watch,
            counts: Counts::default(),
            plies: budget.plies(),
            horizon: false,
            table: settings.table.map(Table::new).transpose()?,
            killers: Killers::new(),
            history: History::new(),
            spare: Vec::new(),
            spare_orders: Vec::new(),
        })
    }

    /// Searches the root, once or deeper and deeper.
    pub(super) fn root(mut self, position: &G::Position) -> Result<Report<F::Value>> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        if moves.is_empty() {
            return Err(Error::Search("there is no move to choose in this position".into()));
        }
        let mut order: Vec<usize> = (0..moves.len()).collect();
        let mut last: Option<Report<F::Value>> = None;
        let mut seen_all = false;
        let first = if self.settings.deepening { 1 } else { self.budget.plies() };
        for plies in first..=self.budget.plies() {
            (self.plies, self.horizon) = (plies, false);
            self.watch.restart();
            let report = match self.iteration(position, &moves, &order) {
                Ok(report) => report,
                // Deeper there may be ends instead of estimates.
                Err(_) if plies < self.budget.plies() => continue,
                Err(depth) => return Err(no_estimate(depth)),
            };
            if !report.complete && last.is_some() {
                break; // what the last whole iteration found stands
            }
            let complete = report.complete;
            seen_all = complete && (plies == self.budget.plies() || !self.horizon);
            // The best move first, the others as they were.
            order.sort_by_key(|i| *i != report.choice);
            last = Some(report);
            if !complete || !self.horizon {
                break;
            }
        }
        let Some(mut report) = last else { return Err(no_estimate(1)) };
        report.counts = Counts { generated: self.meter.generated(), ..self.counts };
        report.complete = seen_all;
        Ok(report)
    }

    /// One search to a depth; the depth at which an estimate was missing where there is none.
    fn iteration(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        order: &[usize],
    ) -> std::result::Result<Report<F::Value>, u32> {
        let mover = self.game.mover(position);
        let mut scores = vec![Score::Unknown; moves.len()];
        let mut window = Window::OPEN;
        let mut best: Option<F::Value> = None;
        let mut spent = false;
        let order = match (self.settings.shallow, self.settings.deepening && self.plies > 1) {
            (Some(_), false) => match self.order(position, moves, mover, 0, None) {
                Ok(mut order) => (0..moves.len()).map(|at| next(&mut order, at)).collect(),
                Err(Halt::Spent) => order.to_vec(),
                Err(Halt::NoEstimate { depth }) => return Err(depth),
            },
            _ => order.to_vec(),
        };
        self.watch.enter(0);
        for i in order {
            let open = if self.settings.all_scores { Window::OPEN } else { window };
            match self.value(&self.game.play(position, &moves[i]), i, 1, open) {
                Ok((value, bound)) => {
                    let better = best.is_none_or(|best| value.beats(&best, mover));
                    scores[i] = if bound == Bound::Exact { Score::Exact(value) } else { Score::Bound(value) };
                    if better {
                        best = Some(value);
                        window.raise(mover, value);
                    }
                }
                Err(Halt::Spent) => {
                    spent = true;
                    break;
                }
                Err(Halt::NoEstimate { depth }) => return Err(depth),
            }
        }
        if let Some(value) = best {
            self.watch.leave(Visit { bound: Bound::Exact, ..Visit::leaf(value, false) });
        }
        let value = best.filter(|_| !spent);
        Ok(Report::decide(mover, value, scores, self.counts, !spent, self.plies))
    }

    /// The value of a position, or a bound that is enough outside the window. Most positions of a search are
    /// not looked beyond: those are done where they are met, and only the others are worth a call.
    #[inline(always)]
    fn value(
        &mut self,
        position: &G::Position,
        child: usize,
        depth: u32,
        window: Window<F::Value>,
    ) -> Halted<(F::Value, Bound)> {
        if !self.meter.generate() {
            return Err(Halt::Spent);
        }
        self.watch.enter(child);
        if self.game.is_over(position) {
            self.counts.evaluated += 1;
            let value = self.frontier.terminal(self.game, position);
            self.watch.leave(Visit::leaf(value, true));
            return Ok((value, Bound::Exact));
        }
        if self.frontier.cuts_off(self.game, position, depth, self.plies) {
            self.horizon = true;
            return self.estimate(position, depth);
        }
        self.beyond(position, depth, window)
    }

    /// A position that is looked beyond, if it has moves.
    fn beyond(
        &mut self,
        position: &G::Position,
        depth: u32,
        window: Window<F::Value>,
    ) -> Halted<(F::Value, Bound)> {
        let mut moves = self.spare.pop().unwrap_or_default();
        self.game.moves(position, &mut moves);
        let found = if moves.is_empty() {
            self.estimate(position, depth)?
        } else {
            let found = self.inner(position, &moves, depth, window)?;
            self.watch.leave(Visit { bound: found.1, ..Visit::leaf(found.0, false) });
            found
        };
        moves.clear();
        self.spare.push(moves);
        Ok(found)
    }

    /// A position that is not looked beyond.
    #[inline]
    fn estimate(&mut self, position: &G::Position, depth: u32) -> Halted<(F::Value, Bound)> {
        self.counts.evaluated += 1;
        let value = self.frontier.estimate(self.game, position).ok_or(Halt::NoEstimate { depth })?;
        self.watch.leave(Visit::leaf(value, false));
        Ok((value, Bound::Exact))
    }

    /// A position with moves to look at.
    fn inner(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        depth: u32,
        window: Window<F::Value>,
    ) -> Halted<(F::Value, Bound)> {
        // What is left to look ahead: negative where a cut-off test looks beyond the depth; to the end of the
        // game it is always the same.
        let left = if self.plies == u32::MAX { i64::MAX } else { i64::from(self.plies) - i64::from(depth) };
        let left = left.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
        let key = if self.table.is_some() { self.game.table_key(position) } else { 0 };
        let mut first = None;
        if let Some((_, known)) = self.table.as_ref().and_then(|table| table.get(key)) {
            first = Some(usize::from(known.best)).filter(|best| *best < moves.len());
            if known.left == left && settles(&known, &window) {
                self.counts.cut += moves.len() as u64;
                (0..moves.len()).for_each(|i| self.watch.cut(i));
                self.horizon |= known.horizon;
                return Ok((known.value, known.bound));
            }
        }
        let mover = self.game.mover(position);
        // The move that was best before often cuts at once, so the others are put in order only when it has not.
        let mut order = if first.is_none() { self.ordered(position, moves, mover, depth)? } else { None };
        let mut open = window;
        let mut best: Option<(F::Value, usize)> = None;
        let (mut cut, mut all_exact) = (false, true);
        let horizon_elsewhere = std::mem::replace(&mut self.horizon, false);
        for at in 0..moves.len() {
            let i = match (first, &order) {
                (Some(first), _) if at == 0 => first,
                (None, None) => at,
                _ => {
                    if order.is_none() {
                        order = Some(self.order(position, moves, mover, depth, first)?);
                    }
                    next(order.as_mut().expect("it is there or was just made"), at)
                }
            };
            let (value, bound) = self.value(&self.game.play(position, &moves[i]), i, depth + 1, open)?;
            all_exact &= bound == Bound::Exact;
            if best.is_none_or(|(best, _)| value.beats(&best, mover)) {
                best = Some((value, i));
                if open.cuts(mover, value) {
                    cut = true;
                    all_exact &= at + 1 == moves.len();
                    self.note_cut(mover, moves[i], depth, left);
                    self.counts.cut += (moves.len() - at - 1) as u64;
                    match &order {
                        Some(order) => order[at + 1..].iter().for_each(|(_, later)| self.watch.cut(*later)),
                        None if first.is_some() => {
                            (0..moves.len()).filter(|j| *j != i).for_each(|later| self.watch.cut(later));
                        }
                        None => (at + 1..moves.len()).for_each(|later| self.watch.cut(later)),
                    }
                    break;
                }
                open.raise(mover, value);
            }
        }
        if let Some(mut order) = order {
            order.clear();
            self.spare_orders.push(order);
        }
        let (value, i) = best.expect("there are moves");
        let bound = match (cut, window.of(mover)) {
            // Everything was seen, whatever the window.
            _ if all_exact => Bound::Exact,
            // The mover has at least this: for the first player that is from below.
            (true, _) => Bound::for_player(mover),
            // Nothing better than what the mover has elsewhere: no better than this.
            (false, Some(sure)) if !value.beats(&sure, mover) => Bound::for_player(mover.opponent()),
            _ => Bound::Exact,
        };
        if let Some(table) = &mut self.table {
            let best = i.min(usize::from(u16::MAX)) as u16;
            table.put(key, clamped(left), Known { value, bound, best, left, horizon: self.horizon });
        }
        self.horizon |= horizon_elsewhere;
        Ok((value, bound))
    }

    fn note_cut(&mut self, mover: Player, choice: G::Move, depth: u32, left: i32) {
        if self.settings.killers {
            self.killers.add(depth as usize, choice);
        }
        if self.settings.history {
            self.history.add(mover, choice, clamped(left));
        }
    }

    /// The order to search in; none for the given one.
    fn ordered(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        mover: Player,
        depth: u32,
    ) -> Halted<Option<Vec<Ranking>>> {
        let AlphaBeta { shallow, killers, history, .. } = *self.settings;
        if shallow.is_none() && !killers && !history {
            return Ok(None);
        }
        self.order(position, moves, mover, depth, None).map(Some)
    }

    fn order(
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
            game: self.game,
            frontier: self.frontier,
            budget: self.budget,
            meter: self.meter,
            watch: &mut Unwatched,
            counts: self.counts,
            plies,
            horizon: false,
            table: None,
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
fn next(order: &mut [Ranking], at: usize) -> usize {
    let mut least = at;
    for j in at + 1..order.len() {
        if order[j] < order[least] {
            least = j;
        }
    }
    order.swap(at, least);
    order[at].1
}

/// Plies left, for what only wants more or less of them.
fn clamped(left: i32) -> u32 {
    left.max(0) as u32
}
