//! The walk that full width, forward pruning and coalitions share: depth first, to a depth, some children or all.

use super::halt::{Halt, Halted, deepest, without_estimate};
use super::{Coalition, Counts, DepthIn, Frontier, Meter, Report, Score, Task, Visit, Watch};
use crate::error::{Error, Result};
use crate::game::{Game, Player};
use crate::rule::{BackupRule, Node};
use crate::value::{Ranked, Value};

/// Which children of a node are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    All,
    /// The best few by static estimate, at some nodes.
    Best {
        children: usize,
        at: Pruned,
    },
    /// Those that a coalition against the player at the root looks at; values are compared by that player's number.
    Against(Coalition),
}

/// At which nodes forward pruning prunes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pruned {
    /// So many plies below the root, from the first to the last of these.
    pub(super) levels: (u32, u32),
    /// Where the player at the root moves?
    pub(super) own: bool,
    /// Where another player does?
    pub(super) others: bool,
}

/// Children by number, with their static values, the best first.
type Ranking<V> = Vec<(usize, V)>;

/// A child that is searched.
#[derive(Clone, Copy)]
struct Kept<V> {
    child: usize,
    /// Its static value, where it was asked for already; then it was generated, too.
    ranked: Option<V>,
    /// See [`Level::replied`].
    replied: bool,
}

/// A value, and how many plies below it were searched.
struct Found<V> {
    value: V,
    height: u32,
}

/// A child that was searched, where others may be the same position.
struct Met<V> {
    key: u64,
    value: V,
    height: u32,
    /// Positions below it, which count for every one of them.
    counts: Counts,
}

/// How far below the root a position is.
#[derive(Clone, Copy, Default)]
struct Level {
    plies: u32,
    /// In what the walk counts.
    depth: u32,
    /// Has one of the others answered the player at the root with a move of choice?
    replied: bool,
}

pub(super) struct Walk<'a, 'b, G: Game, F: Frontier<G> + ?Sized, W: ?Sized> {
    game: &'a G,
    frontier: &'a F,
    rule: &'a F::Rule,
    limit: u32,
    /// How many plies down it may go at the most.
    deepest: u32,
    /// Has chance a turn anywhere?
    chance: bool,
    /// Are there more than two players?
    several: bool,
    /// Are children looked out for that are the same position? A watch sees each of them searched, and a limit of
    /// nodes is met in the midst of any.
    meets: bool,
    counted: DepthIn,
    meter: Meter<'b>,
    keep: Keep,
    /// Who moves at the root.
    root: Player,
    watch: &'a mut W,
    counts: Counts,
    /// Values of children whose parents are open: a stack, so that no node allocates.
    values: Vec<F::Value>,
    /// Children that others may be the same as, another stack.
    met: Vec<Met<F::Value>>,
    /// Lists of moves to use again, one a ply.
    spare: Vec<Vec<G::Move>>,
}

impl<'a, 'b, G: Game, F: Frontier<G> + ?Sized, W: Watch<F::Value> + ?Sized> Walk<'a, 'b, G, F, W> {
    pub(super) fn new(task: &Task<'a, 'b, G, F>, keep: Keep, watch: &'a mut W) -> Self {
        let (counts, values, spare) = (Counts::default(), Vec::new(), Vec::new());
        let (limit, meter) = (task.budget.plies(), task.budget.meter());
        let Task { game, frontier, .. } = *task;
        let facts = game.facts();
        let (rule, deepest, counted) = (frontier.rule(), deepest(game), DepthIn::Plies);
        Walk {
            game,
            frontier,
            rule,
            limit,
            deepest,
            chance: facts.has_chance,
            several: facts.players > 2,
            meets: facts.moves_meet && !watch.is_there() && !task.budget.limits_nodes(),
            counted,
            meter,
            keep,
            root: Player::FIRST,
            watch,
            counts,
            values,
            met: Vec::new(),
            spare,
        }
    }

    /// The same, with the budget's depth counted so.
    pub(super) fn counting(self, counted: DepthIn) -> Self {
        Walk { counted, ..self }
    }

    /// Searches the root: as any node, but every move's value is kept.
    pub(super) fn run(self, position: &G::Position) -> Result<Report<F::Value>> {
        let game = self.game;
        self.search(position)?.map(|(report, _)| report).map_err(|halt| halt.error(game))
    }

    /// The same, with how many plies were searched at the most; or why it could not be done.
    pub(super) fn search(mut self, position: &G::Position) -> Result<Halted<(Report<F::Value>, u32)>> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        if moves.is_empty() || self.game.is_chance(position) {
            return Err(Error::NoMove);
        }
        let mover = self.game.mover(position);
        self.root = mover;
        let mut scores = vec![Score::Unknown; moves.len()];
        let (value, height) = match self.node(position, &moves, 0, Level::default(), Some(&mut scores)) {
            Ok(found) => (Some(found.value), found.height),
            Err(Halt::Spent) => (None, 0),
            Err(halt) => return Ok(Err(halt)),
        };
        self.counts.generated = self.meter.generated();
        let report = Report::decide(mover, value, scores, self.counts, value.is_some(), self.limit);
        Ok(Ok((report, height)))
    }

    fn generate(&mut self, positions: u64) -> Halted<()> {
        if self.meter.generate_all(positions) { Ok(()) } else { Err(Halt::Spent) }
    }

    /// The value of a position below the root; `ranked` where forward pruning has asked for its static value
    /// already. Part of [`Walk::node`], wherever else it is called too: most nodes are leaves, which a call would double.
    #[inline(always)]
    fn value(
        &mut self,
        position: &G::Position,
        child: usize,
        level: Level,
        ranked: Option<F::Value>,
    ) -> Halted<Found<F::Value>> {
        let over = self.game.is_over(position);
        // Most nodes end here.
        if over || self.frontier.cuts_off(self.game, position, level.depth, self.limit) {
            return self.leaf(position, child, level, over, ranked);
        }
        let mut moves = self.spare.pop().unwrap_or_default();
        self.game.moves(position, &mut moves);
        let found = if moves.is_empty() {
            self.leaf(position, child, level, over, ranked)
        } else {
            self.node(position, &moves, child, level, None)
        };
        moves.clear();
        self.spare.push(moves);
        found
    }

    /// A position that is not looked beyond.
    fn leaf(
        &mut self,
        position: &G::Position,
        child: usize,
        level: Level,
        over: bool,
        ranked: Option<F::Value>,
    ) -> Halted<Found<F::Value>> {
        self.watch.enter(child);
        let value = match ranked {
            Some(value) => value,
            None => self.static_value(position, over, level.plies)?,
        };
        self.watch.leave(Visit::leaf(value, over));
        Ok(Found { value, height: 0 })
    }

    /// What a position is worth without looking beyond it.
    #[inline(always)]
    fn static_value(&mut self, position: &G::Position, over: bool, depth: u32) -> Halted<F::Value> {
        self.counts.evaluated += 1;
        if over {
            return Ok(self.frontier.terminal(self.game, position));
        }
        self.frontier.estimate(self.game, position).ok_or_else(|| without_estimate(self.frontier, depth))
    }

    /// A node with children that are searched.
    fn node(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        child: usize,
        level: Level,
        mut scores: Option<&mut Vec<Score<F::Value>>>,
    ) -> Halted<Found<F::Value>> {
        if level.plies >= self.deepest {
            return Err(Halt::TooDeep);
        }
        self.watch.enter(child);
        let (start, first) = (self.values.len(), self.met.len());
        if self.chance && self.game.is_chance(position) {
            return self.chance_node(position, moves, level);
        }
        let kept = self.kept(position, moves, level)?;
        let meets = self.meets && kept.is_none();
        let mover = self.game.mover(position);
        let mut height = 0;
        for (i, choice) in moves.iter().enumerate() {
            let kept = match &kept {
                None => Some(&Kept { child: i, ranked: None, replied: false }),
                Some(kept) => kept.iter().find(|kept| kept.child == i),
            };
            let Some(Kept { ranked, replied, .. }) = kept.copied() else {
                self.counts.cut += 1;
                self.watch.cut(i);
                continue;
            };
            if ranked.is_none() {
                self.generate(1)?;
            }
            let next = self.game.play(position, choice);
            let counts = match self.counted {
                DepthIn::Plies => true,
                DepthIn::Turns => self.game.mover(&next) != mover,
            };
            let below = Level { plies: level.plies + 1, depth: level.depth + u32::from(counts), replied };
            let found = match meets {
                true => self.value_once(&next, i, below, first)?,
                false => self.value(&next, i, below, ranked)?,
            };
            height = height.max(found.height + 1);
            self.values.push(found.value);
            if let Some(scores) = &mut scores {
                scores[i] = Score::Exact(found.value);
            }
        }
        self.met.truncate(first);
        let node = Node { mover, height, level: level.plies };
        let own = if self.rule.uses_own() {
            self.counts.evaluated += 1;
            self.frontier.estimate(self.game, position)
        } else {
            None
        };
        if own.is_none() && self.frontier.is_spent() {
            return Err(Halt::Spent);
        }
        let children = &self.values[start..];
        let aggregate = match self.keep {
            Keep::Against(_) => for_player(self.root, mover, children),
            _ => self.rule.combine(node, children),
        };
        let value = own.map_or(aggregate, |own| self.rule.weigh(node, children, aggregate, own));
        self.values.truncate(start);
        self.watch.leave(Visit { aggregate: Some(aggregate), own, ..Visit::leaf(value, false) });
        Ok(Found { value, height })
    }

    /// The value of a position, which is searched only if none of the children from `first` on is the same.
    #[inline(never)]
    fn value_once(
        &mut self,
        position: &G::Position,
        child: usize,
        level: Level,
        first: usize,
    ) -> Halted<Found<F::Value>> {
        // A leaf costs no more than finding out.
        if self.frontier.cuts_off(self.game, position, level.depth, self.limit) {
            return self.value(position, child, level, None);
        }
        let key = self.game.table_key(position);
        if let Some(Met { value, height, counts, .. }) = self.met[first..].iter().find(|met| met.key == key) {
            let (found, counts) = (Found { value: *value, height: *height }, *counts);
            self.generate(counts.generated)?;
            self.counts.evaluated += counts.evaluated;
            self.counts.cut += counts.cut;
            return Ok(found);
        }
        let (before, generated) = (self.counts, self.meter.generated());
        let found = self.value(position, child, level, None)?;
        let counts = Counts {
            generated: self.meter.generated() - generated,
            evaluated: self.counts.evaluated - before.evaluated,
            cut: self.counts.cut - before.cut,
            ..Counts::default()
        };
        self.met.push(Met { key, value: found.value, height: found.height, counts });
        Ok(found)
    }

    /// Chance's turn: what is expected of all that may happen. It takes a ply, and nothing is pruned.
    #[inline(never)]
    fn chance_node(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        level: Level,
    ) -> Halted<Found<F::Value>> {
        let mut chances = Vec::new();
        self.game.chances(position, &mut chances);
        let below = Level { plies: level.plies + 1, depth: level.depth + 1, ..level };
        let (mut parts, mut height) = (Vec::with_capacity(moves.len()), 0);
        for (i, (choice, chance)) in moves.iter().zip(chances).enumerate() {
            self.generate(1)?;
            let found = self.value(&self.game.play(position, choice), i, below, None)?;
            height = height.max(found.height + 1);
            parts.push((chance, found.value));
        }
        let value = F::Value::mean(&parts);
        self.watch.leave(Visit { aggregate: Some(value), ..Visit::leaf(value, false) });
        Ok(Found { value, height })
    }

    /// The children that are searched; none means all.
    fn kept(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        level: Level,
    ) -> Halted<Option<Vec<Kept<F::Value>>>> {
        match self.keep {
            Keep::All | Keep::Against(Coalition::Paranoid) => Ok(None),
            Keep::Best { children, at } => {
                let whose = if self.game.mover(position) == self.root { at.own } else { at.others };
                let (from, to) = at.levels;
                if moves.len() <= children || !whose || level.plies < from || level.plies > to {
                    return Ok(None);
                }
                let mut best = self.ranked(position, moves, level.plies)?;
                best.truncate(children);
                let kept = |(child, value)| Kept { child, ranked: Some(value), replied: false };
                Ok(Some(best.into_iter().map(kept).collect()))
            }
            Keep::Against(Coalition::BestReply) => self.replies(position, moves, level),
        }
    }

    /// The best reply: any move of one of the others, and of the rest the one that looks best for its mover.
    fn replies(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        level: Level,
    ) -> Halted<Option<Vec<Kept<F::Value>>>> {
        if self.game.mover(position) == self.root || !self.several {
            return Ok(None);
        }
        let (best, _) = self.ranked(position, moves, level.plies)?[0];
        if level.replied {
            return Ok(Some(vec![Kept { child: best, ranked: None, replied: true }]));
        }
        // A player who makes the usual move leaves the reply to the next, unless that is the player at the root.
        let next = self.game.play(position, &moves[best]);
        let leaves = !self.game.is_over(&next) && self.game.mover(&next) != self.root;
        let kept = |child| Kept { child, ranked: None, replied: !(child == best && leaves) };
        Ok(Some((0..moves.len()).map(kept).collect()))
    }

    /// All children by their static values, the best for the mover first.
    fn ranked(&mut self, position: &G::Position, moves: &[G::Move], depth: u32) -> Halted<Ranking<F::Value>> {
        let mover = self.game.mover(position);
        self.generate(moves.len() as u64)?;
        let mut ranked: Ranking<F::Value> = Vec::with_capacity(moves.len());
        for (i, choice) in moves.iter().enumerate() {
            let next = self.game.play(position, choice);
            let value = self.static_value(&next, self.game.is_over(&next), depth + 1)?;
            // Inserted behind all that are not worse: of equals, the earlier move is kept.
            let behind = ranked.iter().position(|(_, other)| value.beats(other, mover));
            ranked.insert(behind.unwrap_or(ranked.len()), (i, value));
        }
        Ok(ranked)
    }
}

/// What is best for a player where that player moves, and worst where another does; of equals the first.
fn for_player<V: Ranked>(player: Player, mover: Player, children: &[V]) -> V {
    let better = |best: V, value: V| match mover == player {
        true if value.beats(&best, player) => value,
        false if best.beats(&value, player) => value,
        _ => best,
    };
    children.iter().copied().reduce(better).expect("a node has a child that is searched")
}
