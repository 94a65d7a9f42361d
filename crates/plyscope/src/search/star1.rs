//! Star1 (Ballard 1983): alpha-beta that goes on cutting below chance nodes.
//!
//! What is expected at a chance node lies between what is known of the throws that were looked at and the least and the most
//! that the others can be worth. So a throw need not be looked at where that tells enough, and it is searched with a window of
//! its own: what it would have to be worth to matter. This needs bounds of all values, which there are where an evaluator gives
//! probabilities; with scores chance nodes are looked at as a whole, and cuts are those of alpha-beta between them.
//!
//! Windows are wider than the arithmetic says by far more than rounding, so that whatever is found within one is what plain
//! search finds, to the bit: a chance node whose throws are all known is worth their mean as everywhere.

use super::halt::{Halt, Halted, deepest};
use super::{
    Abilities, Bound, Counts, Frontier, Meter, Report, Rules, Score, Search, SearchInfo, Task, Visit, Watch,
    compatible,
};
use crate::error::{Error, Result};
use crate::game::{Game, Player};
use crate::name::{Name, Settings, Values};
use crate::rule::{BackupRule, Node};
use crate::value::Value;

/// How far bounds are moved apart, relative to the range of values: more than sums of rounded products can be off.
const SLACK: f64 = 1e-9;

/// Star1.
///
/// ```
/// use plyscope::rule::{AnyRule, Emm};
/// use plyscope::search::{SearchInfo, Star1};
/// assert_eq!(Star1::default().name().to_string(), "star1(scores=best)");
/// assert!(Star1::default().abilities().chance);
/// // It cuts by minimax's reasoning.
/// assert!(Star1::default().check_rule(&AnyRule::wins(Emm), "emm").is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Star1 {
    /// Exact scores for all root moves, hence all ties; costs nodes.
    pub all_scores: bool,
}

impl Settings for Star1 {
    const KIND: &'static str = "star1";
    const SUMMARY: &'static str =
        "Minimax of games with chance, without the branches that cannot matter (Ballard 1983).";

    fn each(&mut self, values: &mut Values<'_>) {
        let scores = [("best", false), ("all", true)];
        let allowed = "best, or all: exact scores for all root moves";
        values.word("scores", "best", allowed, &mut self.all_scores, &scores);
    }
}

impl SearchInfo for Star1 {
    fn name(&self) -> Name {
        self.to_name()
    }

    fn abilities(&self) -> Abilities {
        Abilities { rules: Rules::Minimax, deepening: false, chance: true }
    }
}

impl<G: Game, F: Frontier<G> + ?Sized> Search<G, F> for Star1 {
    fn run<W: Watch<F::Value> + ?Sized>(
        &self,
        task: &Task<'_, '_, G, F>,
        watch: &mut W,
    ) -> Result<Report<F::Value>> {
        let Task { game, position, frontier, budget } = *task;
        compatible(self, task)?;
        let number = |value: F::Value| value.any().number();
        let range = frontier.range().and_then(|(low, high)| Some((number(low)?, number(high)?)));
        let (low, high) = range.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
        let slack = if range.is_some() { SLACK * (high - low) } else { 0.0 };
        let (limit, meter) = (budget.plies(), budget.meter());
        let (deepest, counts) = (deepest(game), Counts::default());
        let mut run = Run { game, frontier, limit, deepest, meter, low, high, slack, watch, counts };
        run.root(position, self.all_scores)
    }
}

/// Where a value matters, in the first player's view.
#[derive(Clone, Copy)]
struct Window {
    alpha: f64,
    beta: f64,
}

/// What is known of a node: its value within the window, a bound of it beyond.
#[derive(Clone, Copy)]
struct Found<V> {
    value: V,
    number: f64,
    bound: Bound,
}

struct Run<'a, 'b, G: Game, F: ?Sized, W: ?Sized> {
    game: &'a G,
    frontier: &'a F,
    limit: u32,
    deepest: u32,
    meter: Meter<'b>,
    /// The least and the most that anything is worth; infinite where that is not known.
    low: f64,
    high: f64,
    slack: f64,
    watch: &'a mut W,
    counts: Counts,
}

impl<G: Game, F: Frontier<G> + ?Sized, W: Watch<F::Value> + ?Sized> Run<'_, '_, G, F, W> {
    fn root(&mut self, position: &G::Position, all: bool) -> Result<Report<F::Value>> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        if moves.is_empty() || self.game.is_chance(position) {
            return Err(Error::NoMove);
        }
        let mover = self.game.mover(position);
        let mut scores = vec![Score::Unknown; moves.len()];
        let whole = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };
        self.watch.enter(0);
        let found = self.children(position, &moves, 0, whole, Some((&mut scores, all)));
        let value = match found {
            Ok(found) => Some(found.value),
            Err(Halt::Spent) => None,
            Err(halt) => return Err(halt.error(self.game)),
        };
        self.counts.generated = self.meter.generated();
        Ok(Report::decide(mover, value, scores, self.counts, value.is_some(), self.limit))
    }

    /// A node below the root.
    fn node(
        &mut self,
        position: &G::Position,
        child: usize,
        depth: u32,
        window: Window,
    ) -> Halted<Found<F::Value>> {
        self.watch.enter(child);
        let over = self.game.is_over(position);
        let mut moves = Vec::new();
        if !over && !self.frontier.cuts_off(self.game, position, depth, self.limit) {
            self.game.moves(position, &mut moves);
        }
        if moves.is_empty() {
            self.counts.evaluated += 1;
            let value = match over {
                true => self.frontier.terminal(self.game, position),
                false => self.frontier.estimate(self.game, position).ok_or(Halt::NoEstimate { depth })?,
            };
            self.watch.leave(Visit::leaf(value, over));
            return self.found(value, Bound::Exact);
        }
        if depth >= self.deepest {
            return Err(Halt::TooDeep);
        }
        match self.game.is_chance(position) {
            true => self.chance(position, &moves, depth, window),
            false => self.children(position, &moves, depth, window, None),
        }
    }

    fn found(&self, value: F::Value, bound: Bound) -> Halted<Found<F::Value>> {
        let number = value.any().number().ok_or(Halt::NoEstimate { depth: 0 })?;
        Ok(Found { value, number, bound })
    }

    /// A player's node: the best child, as far as it matters.
    fn children(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        depth: u32,
        window: Window,
        mut root: Option<(&mut Vec<Score<F::Value>>, bool)>,
    ) -> Halted<Found<F::Value>> {
        let mover = self.game.mover(position);
        let first = mover == Player::FIRST;
        let (mut inner, mut best): (Window, Option<Found<F::Value>>) = (window, None);
        let mut exact = Vec::new();
        for (i, choice) in moves.iter().enumerate() {
            if !self.meter.generate() {
                return Err(Halt::Spent);
            }
            let whole = root.as_ref().is_some_and(|(_, all)| *all);
            let searched = if whole { window } else { inner };
            let found = self.node(&self.game.play(position, choice), i, depth + 1, searched)?;
            if let Some((scores, _)) = &mut root {
                scores[i] = match found.bound {
                    Bound::Exact => Score::Exact(found.value),
                    _ => Score::Bound(found.value),
                };
            }
            if found.bound == Bound::Exact {
                exact.push(found.value);
            }
            let better = |one: f64, other: f64| if first { one > other } else { one < other };
            if best.is_none_or(|best| better(found.number, best.number)) {
                best = Some(found);
            }
            // What is known of the best so far: no more than that matters of the others, but a little for equals.
            let known = best.map_or(found.number, |best| best.number);
            match first {
                true => inner.alpha = inner.alpha.max(known - self.slack),
                false => inner.beta = inner.beta.min(known + self.slack),
            }
            let enough = if first { known > window.beta } else { known < window.alpha };
            if enough && i + 1 < moves.len() {
                self.counts.cut += (moves.len() - i - 1) as u64;
                (i + 1..moves.len()).for_each(|cut| self.watch.cut(cut));
                let bound = Bound::for_player(mover);
                let value = best.map_or(found.value, |best| best.value);
                self.watch.leave(Visit { aggregate: Some(value), bound, ..Visit::leaf(value, false) });
                return self.found(value, bound);
            }
        }
        let best = best.expect("a node has a child");
        let value = match best.bound {
            // As the rule says it, of all that are known: those that are not are no better.
            Bound::Exact => {
                let node = Node { mover, height: self.limit.saturating_sub(depth), level: depth };
                self.frontier.rule().combine(node, &exact)
            }
            _ => best.value,
        };
        let bound = best.bound;
        self.watch.leave(Visit { aggregate: Some(value), bound, ..Visit::leaf(value, false) });
        self.found(value, bound)
    }

    /// Chance's turn: what is expected, as far as it matters.
    fn chance(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        depth: u32,
        window: Window,
    ) -> Halted<Found<F::Value>> {
        let mut chances = Vec::new();
        self.game.chances(position, &mut chances);
        let mut parts = Vec::with_capacity(moves.len());
        let (mut sum, mut left) = (0.0, 1.0);
        for (i, (choice, chance)) in moves.iter().zip(chances).enumerate() {
            if !self.meter.generate() {
                return Err(Halt::Spent);
            }
            left = f64::max(left - chance, 0.0);
            // What this throw would have to be worth for the whole to matter, whatever the others are.
            let inner = match self.slack > 0.0 && chance > 0.0 {
                true => Window {
                    alpha: (window.alpha - self.slack - sum - left * self.high) / chance,
                    beta: (window.beta + self.slack - sum - left * self.low) / chance,
                },
                false => Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY },
            };
            let found = self.node(&self.game.play(position, choice), i, depth + 1, inner)?;
            parts.push((chance, found.value));
            sum += chance * found.number;
            if self.slack == 0.0 {
                continue;
            }
            let (least, most) = (sum + left * self.low, sum + left * self.high);
            let outside = match found.bound {
                Bound::AtMost => Some(Bound::AtMost),
                Bound::AtLeast => Some(Bound::AtLeast),
                Bound::Exact if most < window.alpha - self.slack => Some(Bound::AtMost),
                Bound::Exact if least > window.beta + self.slack => Some(Bound::AtLeast),
                Bound::Exact => None,
            };
            if let Some(bound) = outside {
                self.counts.cut += (moves.len() - i - 1) as u64;
                (i + 1..moves.len()).for_each(|cut| self.watch.cut(cut));
                // The others at their least, or at their most.
                let rest = self.frontier.range().map(|(low, high)| match bound {
                    Bound::AtMost => high,
                    _ => low,
                });
                parts.extend(rest.map(|rest| (left, rest)));
                let value = F::Value::mean(&parts);
                self.watch.leave(Visit { aggregate: Some(value), bound, ..Visit::leaf(value, false) });
                return self.found(value, bound);
            }
        }
        let value = F::Value::mean(&parts);
        self.watch.leave(Visit { aggregate: Some(value), ..Visit::leaf(value, false) });
        self.found(value, Bound::Exact)
    }
}
