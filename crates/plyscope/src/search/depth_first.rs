//! The walk that full width and forward pruning share: depth first, to a depth, some children or all.

use super::{Budget, Counts, Frontier, Report, Score, Visit, Watch};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::rule::{BackupRule, Node};
use crate::value::Ranked;

/// Which children of a node are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    All,
    /// The best few by static estimate; at the root too, or only below.
    Best {
        children: usize,
        root: bool,
    },
}

/// What a search says that would have to look beyond its depth.
pub(super) fn no_estimate(depth: u32) -> Error {
    let plies = if depth == 1 { "ply" } else { "plies" };
    Error::Search(format!(
        "a position {depth} {plies} ahead has no estimate, and the search cannot look beyond it"
    ))
}

/// Why a walk ends early.
enum Halt {
    Spent,
    NoEstimate { depth: u32 },
}

type Walked<T> = std::result::Result<T, Halt>;

pub(super) struct Walk<'a, 'b, G: Game, F: Frontier<G> + ?Sized, R: ?Sized, W: ?Sized> {
    pub(super) game: &'a G,
    pub(super) frontier: &'a F,
    pub(super) rule: &'a R,
    pub(super) budget: &'a Budget<'b>,
    pub(super) keep: Keep,
    pub(super) watch: &'a mut W,
    pub(super) counts: Counts,
    /// Values of children whose parents are open: a stack, so that no node allocates.
    pub(super) values: Vec<F::Value>,
    /// Lists of moves to use again, one a ply.
    pub(super) spare: Vec<Vec<G::Move>>,
}

impl<'a, 'b, G, F, R, W> Walk<'a, 'b, G, F, R, W>
where
    G: Game,
    F: Frontier<G> + ?Sized,
    F::Value: Ranked,
    R: BackupRule<F::Value> + ?Sized,
    W: Watch<F::Value> + ?Sized,
{
    pub(super) fn new(
        game: &'a G,
        frontier: &'a F,
        rule: &'a R,
        budget: &'a Budget<'b>,
        keep: Keep,
        watch: &'a mut W,
    ) -> Self {
        let (counts, values, spare) = (Counts::default(), Vec::new(), Vec::new());
        Walk { game, frontier, rule, budget, keep, watch, counts, values, spare }
    }

    /// Searches the root: as any node, but every move's value is kept.
    pub(super) fn run(mut self, position: &G::Position) -> Result<Report<F::Value>> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        if moves.is_empty() {
            return Err(Error::Search("there is no move to choose in this position".into()));
        }
        let mover = self.game.mover(position);
        let mut scores = vec![Score::Unknown; moves.len()];
        let value = self.node(position, &moves, 0, 0, Some(&mut scores));
        let complete = value.is_ok();
        let value = match value {
            Ok(value) => Some(value),
            Err(Halt::Spent) => None,
            Err(Halt::NoEstimate { depth }) => {
                return Err(no_estimate(depth));
            }
        };
        Ok(Report::decide(mover, value, scores, self.counts, complete, self.budget.plies()))
    }

    /// The value of a position `depth` plies below the root.
    fn value(&mut self, position: &G::Position, child: usize, depth: u32) -> Walked<F::Value> {
        self.counts.generated += 1;
        if self.budget.is_spent(self.counts.generated) {
            return Err(Halt::Spent);
        }
        if self.game.is_over(position) {
            self.watch.enter(child);
            self.counts.evaluated += 1;
            let value = self.frontier.terminal(self.game, position);
            self.watch.leave(Visit::leaf(value, true));
            return Ok(value);
        }
        let mut moves = self.spare.pop().unwrap_or_default();
        if !self.frontier.cuts_off(self.game, position, depth, self.budget.plies()) {
            self.game.moves(position, &mut moves);
        }
        let value = if moves.is_empty() {
            self.watch.enter(child);
            self.counts.evaluated += 1;
            let value = self.frontier.estimate(self.game, position).ok_or(Halt::NoEstimate { depth })?;
            self.watch.leave(Visit::leaf(value, false));
            Ok(value)
        } else {
            self.node(position, &moves, child, depth, None)
        };
        moves.clear();
        self.spare.push(moves);
        value
    }

    /// A node with children that are searched.
    fn node(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        child: usize,
        depth: u32,
        mut scores: Option<&mut Vec<Score<F::Value>>>,
    ) -> Walked<F::Value> {
        self.watch.enter(child);
        let start = self.values.len();
        let kept = self.kept(position, moves, depth)?;
        for (i, choice) in moves.iter().enumerate() {
            if kept.as_ref().is_some_and(|kept| !kept.contains(&i)) {
                self.counts.generated += 1;
                self.counts.cut += 1;
                self.watch.cut(i);
                continue;
            }
            let value = self.value(&self.game.play(position, choice), i, depth + 1)?;
            self.values.push(value);
            if let Some(scores) = &mut scores {
                scores[i] = Score::Exact(value);
            }
        }
        let height = self.budget.plies().saturating_sub(depth);
        let node = Node { mover: self.game.mover(position), height };
        let own = if self.rule.uses_own() {
            self.counts.evaluated += 1;
            self.frontier.estimate(self.game, position)
        } else {
            None
        };
        let aggregate = self.rule.combine(node, &self.values[start..]);
        let value = own.map_or(aggregate, |own| self.rule.reconcile(node, aggregate, own));
        self.values.truncate(start);
        self.watch.leave(Visit { aggregate: Some(aggregate), own, ..Visit::leaf(value, false) });
        Ok(value)
    }

    /// The children that forward pruning keeps; none means all.
    fn kept(&mut self, position: &G::Position, moves: &[G::Move], depth: u32) -> Walked<Option<Vec<usize>>> {
        let Keep::Best { children, root } = self.keep else { return Ok(None) };
        if moves.len() <= children || (depth == 0 && !root) {
            return Ok(None);
        }
        let mover = self.game.mover(position);
        let mut ranked: Vec<(usize, F::Value)> = Vec::with_capacity(moves.len());
        for (i, choice) in moves.iter().enumerate() {
            let child = self.game.play(position, choice);
            self.counts.evaluated += 1;
            let value = if self.game.is_over(&child) {
                self.frontier.terminal(self.game, &child)
            } else {
                self.frontier.estimate(self.game, &child).ok_or(Halt::NoEstimate { depth: depth + 1 })?
            };
            // Inserted behind all that are not worse: of equals, the earlier move is kept.
            let behind = ranked.iter().position(|(_, other)| value.beats(other, mover));
            ranked.insert(behind.unwrap_or(ranked.len()), (i, value));
        }
        Ok(Some(ranked.into_iter().take(children).map(|(i, _)| i).collect()))
    }
}
