//! One alpha-beta search at work.

use super::AlphaBeta;
use super::ordering::{History, Killers};
use crate::error::{Error, Result};
use crate::game::{Game, Player};
use crate::search::depth_first::no_estimate;
use crate::search::table::Table;
use crate::search::watch::Bound;
use crate::search::{Budget, Counts, Frontier, Meter, Report, Score, Unwatched, Visit, Watch};
use crate::value::Ranked;
use std::cmp::Reverse;

/// What each player has for sure: the first player at least `first`, the second at most `second`.
struct Window<V> {
    first: Option<V>,
    second: Option<V>,
}

impl<V: Copy> Clone for Window<V> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<V: Copy> Copy for Window<V> {}

impl<V: Ranked> Window<V> {
    const OPEN: Self = Window { first: None, second: None };

    /// What a player has for sure.
    fn of(&self, player: Player) -> Option<V> {
        if player == Player::FIRST { self.first } else { self.second }
    }

    /// Will the opponent of a player not let this value happen? (Having as good elsewhere is enough.)
    fn cuts(&self, player: Player, value: V) -> bool {
        self.of(player.opponent()).is_some_and(|sure| !value.beats(&sure, player.opponent()))
    }

    /// A player has found something better.
    fn raise(&mut self, player: Player, value: V) {
        let sure = if player == Player::FIRST { &mut self.first } else { &mut self.second };
        if sure.is_none_or(|sure| value.beats(&sure, player)) {
            *sure = Some(value);
        }
    }
}

/// What is remembered of a position.
#[derive(Clone, Copy)]
struct Known<V> {
    value: V,
    bound: Bound,
    /// The index of the best move found.
    best: u16,
    /// How far was looked ahead.
    left: i64,
    /// Did the search below stop short of the end anywhere?
    horizon: bool,
}

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
                Ok(order) => order,
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

    /// The value of a position, or a bound that is enough outside the window.
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
        let mut moves = self.spare.pop().unwrap_or_default();
        if !self.frontier.cuts_off(self.game, position, depth, self.plies) {
            self.game.moves(position, &mut moves);
        }
        let found = if moves.is_empty() {
            self.counts.evaluated += 1;
            self.horizon = true;
            let value = self.frontier.estimate(self.game, position).ok_or(Halt::NoEstimate { depth })?;
            self.watch.leave(Visit::leaf(value, false));
            (value, Bound::Exact)
        } else {
            let found = self.inner(position, &moves, depth, window)?;
            self.watch.leave(Visit { bound: found.1, ..Visit::leaf(found.0, false) });
            found
        };
        moves.clear();
        self.spare.push(moves);
        Ok(found)
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
        let key = self.game.table_key(position);
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
        let order = self.ordered(position, moves, mover, depth, first)?;
        let mut open = window;
        let mut best: Option<(F::Value, usize)> = None;
        let (mut cut, mut all_exact) = (false, true);
        let horizon_elsewhere = std::mem::replace(&mut self.horizon, false);
        for at in 0..moves.len() {
            let i = order.as_ref().map_or(at, |order| order[at]);
            let (value, bound) = self.value(&self.game.play(position, &moves[i]), i, depth + 1, open)?;
            all_exact &= bound == Bound::Exact;
            if best.is_none_or(|(best, _)| value.beats(&best, mover)) {
                best = Some((value, i));
                if open.cuts(mover, value) {
                    cut = true;
                    all_exact &= at + 1 == moves.len();
                    self.note_cut(mover, moves[i], depth, left);
                    for later in at + 1..moves.len() {
                        self.counts.cut += 1;
                        self.watch.cut(order.as_ref().map_or(later, |order| order[later]));
                    }
                    break;
                }
                open.raise(mover, value);
            }
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

    fn note_cut(&mut self, mover: Player, choice: G::Move, depth: u32, left: i64) {
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
        first: Option<usize>,
    ) -> Halted<Option<Vec<usize>>> {
        let AlphaBeta { shallow, killers, history, .. } = *self.settings;
        if shallow.is_none() && !killers && !history && first.is_none() {
            return Ok(None);
        }
        self.order(position, moves, mover, depth, first).map(Some)
    }

    fn order(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        mover: Player,
        depth: u32,
        first: Option<usize>,
    ) -> Halted<Vec<usize>> {
        let mut order: Vec<usize> = Vec::with_capacity(moves.len());
        match self.settings.shallow {
            // A shallow search just above the frontier would be the search itself.
            Some(plies) if self.plies.saturating_sub(depth) > plies => {
                let mut values: Vec<F::Value> = Vec::with_capacity(moves.len());
                for (i, choice) in moves.iter().enumerate() {
                    let value = match self.shallow_value(&self.game.play(position, choice), plies - 1) {
                        Ok(value) => value,
                        // Without estimates there is no order but the given one.
                        Err(Halt::NoEstimate { .. }) => {
                            order = (0..moves.len()).collect();
                            break;
                        }
                        Err(halt) => return Err(halt),
                    };
                    let behind = values.iter().position(|other| value.beats(other, mover));
                    let at = behind.unwrap_or(values.len());
                    values.insert(at, value);
                    order.insert(at, i);
                }
            }
            _ => order.extend(0..moves.len()),
        }
        let (killers, history) = (&self.killers, &self.history);
        order.sort_by_key(|i| {
            let killer = self.settings.killers && killers.contains(depth as usize, moves[*i]);
            let cuts = if self.settings.history { history.score(mover, moves[*i]) } else { 0 };
            (Some(*i) != first, !killer, Reverse(cuts))
        });
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
        };
        let value = run.value(position, 0, 0, Window::OPEN);
        (self.counts, self.meter) = (run.counts, run.meter);
        self.spare = run.spare;
        value.map(|(value, _)| value)
    }
}

/// Plies left, for what only wants more or less of them.
fn clamped(left: i64) -> u32 {
    left.clamp(0, i64::from(u32::MAX)) as u32
}

/// Is what is known enough, whatever the rest of the window's game?
fn settles<V: Ranked>(known: &Known<V>, window: &Window<V>) -> bool {
    match known.bound {
        Bound::Exact => true,
        // At least this, and the second player has as good elsewhere; or the other way round.
        Bound::AtLeast => window.cuts(Player::FIRST, known.value),
        Bound::AtMost => window.cuts(Player::SECOND, known.value),
    }
}
