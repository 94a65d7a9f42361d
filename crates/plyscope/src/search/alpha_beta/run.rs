//! One alpha-beta search at work.

use super::AlphaBeta;
use super::nodes::{Known, Window};
use super::order::{History, Killers};
use super::order::{Ranking, next};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::search::halt::{Halt, Halted, Iteration, deepen, deepest, without_estimate};
use crate::search::table::Table;
use crate::search::watch::Bound;
use crate::search::{Budget, Counts, DepthIn, Frontier, Meter, Report, Score, Visit, Watch};
use crate::value::Ranked;

/// Which root moves get exact scores.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scores {
    /// The best one.
    Best,
    /// All that are as good.
    Ties,
    /// All.
    All,
}

pub(super) struct Run<'a, 'b, G: Game, F: Frontier<G> + ?Sized, W: ?Sized> {
    pub(super) settings: &'a AlphaBeta,
    /// Neither table, ordering nor scouting anywhere: moves are looked at as they come.
    pub(super) plain: bool,
    /// Is depth counted in turns?
    pub(super) turns: bool,
    pub(super) game: &'a G,
    pub(super) frontier: &'a F,
    pub(super) budget: &'a Budget<'b>,
    pub(super) meter: Meter<'b>,
    pub(super) watch: &'a mut W,
    pub(super) counts: Counts,
    /// The depth of this iteration.
    pub(super) plies: u32,
    /// Did this iteration stop short of the end anywhere?
    pub(super) horizon: bool,
    /// How many plies down it may go at the most.
    pub(super) deepest: u32,
    /// Where depth is in turns: how many positions it has looked beyond on this line.
    pub(super) line: u32,
    pub(super) table: Option<Table<Known<F::Value>>>,
    /// With fewer plies left moves are looked at as they come.
    pub(super) plain_below: u32,
    pub(super) killers: Killers<G::Move>,
    pub(super) history: History<G::Move>,
    pub(super) spare: Vec<Vec<G::Move>>,
    pub(super) spare_orders: Vec<Vec<Ranking>>,
}

impl<'a, 'b, G: Game, F: Frontier<G> + ?Sized, W: Watch<F::Value> + ?Sized> Run<'a, 'b, G, F, W> {
    pub(super) fn new(
        settings: &'a AlphaBeta,
        game: &'a G,
        frontier: &'a F,
        budget: &'a Budget<'b>,
        watch: &'a mut W,
    ) -> Result<Self> {
        Ok(Run {
            settings,
            plain: settings.is_plain(),
            turns: settings.depth_in == DepthIn::Turns,
            game,
            frontier,
            budget,
            meter: budget.meter(),
            watch,
            counts: Counts::default(),
            plies: budget.plies(),
            horizon: false,
            line: 0,
            deepest: deepest(game),
            table: settings.table.map(Table::new).transpose()?,
            plain_below: if settings.plain_below > 1 { settings.plain_below } else { 0 },
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
            return Err(Error::NoMove);
        }
        let mut order: Vec<usize> = (0..moves.len()).collect();
        let mut partial = None;
        let (game, deepening, limit) = (self.game, self.settings.deepening, self.budget.plies());
        let report = deepen(deepening, limit, &|halt| halt.error(game), &mut |plies, last| {
            (self.plies, self.horizon) = (plies, false);
            self.watch.restart();
            let wanted = self.wanted(plies);
            let found = match self.aspired(last) {
                None => self.iteration(position, &moves, &order, Window::OPEN, wanted),
                Some(window) => match self.iteration(position, &moves, &order, window, wanted) {
                    Ok(report)
                        if report.complete && !report.value.is_some_and(|value| window.holds(value)) =>
                    {
                        self.watch.restart();
                        self.iteration(position, &moves, &order, Window::OPEN, wanted)
                    }
                    found => found,
                },
            };
            let report = match found? {
                // It saw everything there is: no deeper iteration follows.
                report
                    if self.settings.all_scores
                        && wanted == Scores::Ties
                        && report.complete
                        && !self.horizon =>
                {
                    self.watch.restart();
                    self.iteration(position, &moves, &order, Window::OPEN, Scores::All)?
                }
                report => report,
            };
            if last.is_some() && self.frontier.is_spent() {
                partial = Some(report.clone());
            }
            // The best move first, the others as they were.
            if let Some(best) = order.iter().position(|i| *i == report.choice) {
                order[..=best].rotate_right(1);
            }
            Ok(Iteration { report, horizon: self.horizon })
        })?;
        // The move that was best before comes first: once it was looked at deeper, what is better than that is better.
        let report =
            match partial.filter(|partial| partial.scores.iter().any(|score| score.exact().is_some())) {
                Some(Report { choice, ties, scores, .. }) => {
                    Report { choice, ties, scores, complete: false, ..report }
                }
                None => report,
            };
        Ok(report.counting(Counts { generated: self.meter.generated(), ..self.counts }))
    }

    /// Where this depth's value is looked for first.
    fn aspired(&self, last: Option<&Report<F::Value>>) -> Option<Window<F::Value>> {
        let by = self.settings.aspiration.filter(|_| !self.settings.all_scores && !self.settings.all_ties)?;
        Window::around(last?.value?, by)
    }

    /// What an iteration to so many plies has to find out. Where all moves are to have exact scores, those before the last
    /// need not give them, if a depth says which one is the last.
    fn wanted(&self, plies: u32) -> Scores {
        let last = self.budget.plies();
        match self.settings.all_scores {
            false if self.settings.all_ties => Scores::Ties,
            false => Scores::Best,
            true if plies < last && last < u32::MAX => Scores::Ties,
            true => Scores::All,
        }
    }

    /// One search to a depth.
    fn iteration(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        order: &[usize],
        mut window: Window<F::Value>,
        wanted: Scores,
    ) -> Halted<Report<F::Value>> {
        self.line = 0;
        let mover = self.game.mover(position);
        let mut scores = vec![Score::Unknown; moves.len()];
        let mut best: Option<F::Value> = None;
        let mut spent = false;
        let order = match (self.settings.shallow, self.settings.deepening && self.plies > 1) {
            (Some(_), false) => match self.order(position, moves, mover, 0, None) {
                Ok(mut order) => (0..moves.len()).map(|at| next(&mut order, at)).collect(),
                Err(Halt::Spent) => order.to_vec(),
                Err(halt) => return Err(halt),
            },
            _ => order.to_vec(),
        };
        self.watch.enter(0);
        self.watch.window(window.first, window.second);
        for i in order {
            let open = match wanted {
                Scores::Best => window,
                Scores::Ties => window.with_ties(mover),
                Scores::All => Window::OPEN,
            };
            let after = self.game.play(position, &moves[i]);
            let below = self.below(mover, &after, 0);
            match self.value(&after, i, below, open) {
                Ok((value, bound)) => {
                    let better = best.is_none_or(|best| value.beats(&best, mover));
                    scores[i] = if bound == Bound::Exact { Score::Exact(value) } else { Score::Bound(value) };
                    if better {
                        best = Some(value);
                        if window.cuts(mover, value) {
                            break; // outside of what was aspired to
                        }
                        window.raise(mover, value);
                        self.watch.window(window.first, window.second);
                    }
                }
                Err(Halt::Spent) => {
                    spent = true;
                    break;
                }
                Err(halt) => return Err(halt),
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
    pub(super) fn value(
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
        self.watch.window(window.first, window.second);
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
        // At the rim of a tree that is known only so far there are none, and it is not too deep.
        let found = if moves.is_empty() {
            self.estimate(position, depth)?
        } else if self.plies_down(depth) >= self.deepest {
            return Err(Halt::TooDeep);
        } else {
            self.line += u32::from(self.turns);
            let found = if self.plain || self.plies.saturating_sub(depth) < self.plain_below {
                self.in_order(position, &moves, depth, window)?
            } else {
                self.inner(position, &moves, depth, window)?
            };
            self.line -= u32::from(self.turns);
            self.watch.leave(Visit { bound: found.1, ..Visit::leaf(found.0, false) });
            found
        };
        moves.clear();
        self.spare.push(moves);
        Ok(found)
    }

    /// How many plies below the root a position is that is about to be looked beyond.
    #[inline(always)]
    fn plies_down(&self, depth: u32) -> u32 {
        if self.turns { self.line + 1 } else { depth }
    }

    /// A position that is not looked beyond.
    #[inline]
    fn estimate(&mut self, position: &G::Position, depth: u32) -> Halted<(F::Value, Bound)> {
        self.counts.evaluated += 1;
        let value = self
            .frontier
            .estimate(self.game, position)
            .ok_or_else(|| without_estimate(self.frontier, depth))?;
        self.watch.leave(Visit::leaf(value, false));
        Ok((value, Bound::Exact))
    }
}
