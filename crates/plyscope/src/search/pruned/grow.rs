//! Generating children and backing bounds up: what all orders of the visit share.

use super::interval::Interval;
use super::order::{self, Aim};
use super::tree::{Branch, Held, Tree};
use crate::error::Result;
use crate::game::Game;
use crate::rule::{BackupRule, Node};
use crate::search::halt::{Halt, Halted, deepest, without_estimate};
use crate::search::table::Table;
use crate::search::{Counts, Frontier, MOST_MOMENTS, Meter, Task};

/// What is remembered of a position.
#[derive(Clone, Copy)]
struct Known<V> {
    interval: Interval<V>,
    guess: Option<V>,
    /// How far was looked ahead.
    left: i64,
    /// Did the search below stop short of the end anywhere?
    horizon: bool,
}

/// What was found out about a node, for a watch.
pub(super) struct Learned<V> {
    pub(super) path: Vec<usize>,
    pub(super) known: Interval<V>,
    /// Was it looked at for the first time?
    pub(super) new: bool,
}

pub(super) struct Growth<'a, 'b, G: Game, F: Frontier<G> + ?Sized> {
    pub(super) game: &'a G,
    frontier: &'a F,
    rule: &'a F::Rule,
    /// How many plies down it may go at the most.
    deepest: u32,
    meter: Meter<'b>,
    counts: Counts,
    /// All that a value can be.
    anything: Interval<F::Value>,
    table: Option<Table<Known<F::Value>>>,
    pub(super) tree: Tree<G, F::Value>,
    /// The depth of this iteration.
    pub(super) plies: u32,
    /// What the root's moves looked like in the iteration before.
    before: Vec<Option<F::Value>>,
    /// A list to use again.
    values: Vec<F::Value>,
    /// What was found out in this iteration, in order; only for a watch.
    pub(super) learned: Option<Vec<Learned<F::Value>>>,
}

impl<'a, 'b, G: Game, F: Frontier<G> + ?Sized> Growth<'a, 'b, G, F> {
    pub(super) fn new(
        task: &Task<'a, 'b, G, F>,
        anything: Interval<F::Value>,
        table: Option<u32>,
        keep: bool,
    ) -> Result<Self> {
        Ok(Growth {
            game: task.game,
            frontier: task.frontier,
            rule: task.frontier.rule(),
            deepest: deepest(task.game),
            meter: task.budget.meter(),
            counts: Counts::default(),
            anything,
            table: table.map(Table::new).transpose()?,
            tree: Tree::new(keep),
            plies: task.budget.plies(),
            before: Vec::new(),
            values: Vec::new(),
            learned: keep.then(Vec::new),
        })
    }

    /// Starts again from the root, to this depth.
    pub(super) fn start(&mut self, position: &G::Position, moves: &[G::Move], plies: u32) {
        if self.tree.held() > 0 {
            let root = self.tree.node(self.root());
            self.before = root.places.iter().map(|place| place.guess).collect();
        }
        self.before.resize(moves.len(), None);
        self.plies = plies;
        self.tree.clear();
        self.learned.iter_mut().for_each(Vec::clear);
        let look = self.look(position);
        self.hold(position.clone(), moves.to_vec(), 0, look, None);
    }

    pub(super) fn root(&self) -> usize {
        Tree::<G, F::Value>::ROOT
    }

    /// What is known of the root's moves.
    pub(super) fn moves(&self) -> Vec<Interval<F::Value>> {
        self.tree.node(self.root()).places.iter().map(|place| place.interval).collect()
    }

    /// Did this iteration stop short of the end anywhere?
    pub(super) fn horizon(&self) -> bool {
        self.tree.node(self.root()).horizon
    }

    pub(super) fn counts(&self) -> Counts {
        Counts { generated: self.meter.generated(), ..self.counts }
    }

    /// Counts what this iteration left out.
    pub(super) fn finish(&mut self) {
        self.counts.cut += self.tree.not_generated();
        self.counts.held = self.counts.held.max(self.tree.peak() as u64);
    }

    /// The child of a node to look at.
    pub(super) fn pick(&mut self, id: usize, aim: Aim) -> usize {
        order::at_node(self.rule, self.tree.node(id), aim, &mut self.values)
    }

    /// What a node is worth, as far as it is known.
    pub(super) fn back_up(&mut self, id: usize) -> Interval<F::Value> {
        let node = self.tree.node(id);
        let known = node.places.iter().map(|place| place.interval);
        Interval::back_up(self.rule, node.mover, known, node.own, &mut self.values)
    }

    /// What the root is worth, as far as it is known.
    pub(super) fn root_interval(&self) -> Interval<F::Value> {
        let root = self.tree.node(self.root());
        let known = root.places.iter().map(|place| place.interval);
        Interval::back_up(self.rule, root.mover, known, root.own, &mut Vec::new())
    }

    /// Forgets what is held below root moves that are out.
    pub(super) fn drop_all_but(&mut self, contenders: &[usize]) {
        for i in 0..self.tree.node(self.root()).places.len() {
            if !contenders.contains(&i) {
                self.release(self.root(), i);
            }
        }
    }

    /// Lets go of a child and of all below it; what is known of it stays.
    fn release(&mut self, id: usize, child: usize) {
        if let Some(node) = self.tree.node_mut(id).places[child].node.take() {
            self.counts.cut += self.tree.release(node);
        }
    }

    /// Generates a child, and backs up what that tells.
    pub(super) fn generate(&mut self, id: usize, child: usize) -> Halted<()> {
        if !self.meter.generate() {
            return Err(Halt::Spent);
        }
        let node = self.tree.node(id);
        let depth = node.depth + 1;
        if node.depth >= self.deepest {
            return Err(Halt::TooDeep);
        }
        let position = self.game.play(&node.position, &node.moves[child]);
        let over = self.game.is_over(&position);
        let mut moves = Vec::new();
        // At the rim of a tree that is known only so far there are no moves, and nothing to see deeper.
        let mut horizon = !over && self.frontier.cuts_off(self.game, &position, depth, self.plies);
        if !over && !horizon {
            self.game.moves(&position, &mut moves);
        }
        let mut place = Branch { generated: true, over, ..Branch::unknown(self.anything) };
        if moves.is_empty() {
            self.counts.evaluated += 1;
            let value = if over {
                self.frontier.terminal(self.game, &position)
            } else {
                self.frontier
                    .estimate(self.game, &position)
                    .ok_or_else(|| without_estimate(self.frontier, depth))?
            };
            place = Branch { interval: Interval::exactly(value), guess: Some(value), ..place };
        } else {
            let found = self.table.as_ref().and_then(|table| table.get(self.game.table_key(&position)));
            if let Some((_, known)) = found {
                place.guess = known.guess;
                if known.left == self.left(depth) {
                    (place.interval, horizon) = (known.interval, known.horizon);
                }
            }
            if place.interval.exact().is_some() {
                self.counts.cut += moves.len() as u64;
            } else {
                let look = self.look(&position);
                if self.frontier.is_spent() {
                    return Err(Halt::Spent);
                }
                let before = if depth == 1 { self.before[child] } else { None };
                place.guess = place.guess.or(before).or(look);
                place.node = Some(self.hold(position, moves, depth, look, Some((id, child))));
                place.record = place.node;
            }
        }
        let known = place.interval;
        let node = self.tree.node_mut(id);
        node.places[child] = place;
        node.horizon |= horizon;
        self.note(id, Some(child), known, true);
        self.tell(id);
        Ok(())
    }

    /// Plies left, as the table counts them: always the same in a search to the end of the game.
    fn left(&self, depth: u32) -> i64 {
        if self.plies == u32::MAX { i64::MAX } else { i64::from(self.plies) - i64::from(depth) }
    }

    /// What a position looks like, for rules that weigh it and for the order of the visit.
    fn look(&mut self, position: &G::Position) -> Option<F::Value> {
        self.counts.evaluated += 1;
        self.frontier.estimate(self.game, position)
    }

    /// Holds a node of which nothing is known but what it looks like.
    fn hold(
        &mut self,
        position: G::Position,
        moves: Vec<G::Move>,
        depth: u32,
        look: Option<F::Value>,
        parent: Option<(usize, usize)>,
    ) -> usize {
        let own = look.filter(|_| self.rule.uses_own());
        let places = vec![Branch::unknown(self.anything); moves.len()];
        let mover = self.game.mover(&position);
        let (current, horizon) = (None, false);
        self.tree.add(Held { position, mover, depth, moves, places, look, own, parent, current, horizon })
    }

    /// Backs bounds up from a node to the root; nodes that are known now are let go.
    fn tell(&mut self, mut id: usize) {
        while let Some((above, child)) = self.tree.node(id).parent {
            let found = self.back_up(id);
            let guess = self.guess(id);
            let (horizon, parent) = (self.tree.node(id).horizon, self.tree.node_mut(above));
            parent.horizon |= horizon;
            let place = &mut parent.places[child];
            let before = place.interval;
            place.interval = before.meet(found);
            let now = place.interval;
            place.guess = guess.or(place.guess);
            let known = Known { interval: place.interval, guess: place.guess, left: 0, horizon };
            if now != before {
                self.note(above, Some(child), now, false);
            }
            self.remember(id, known);
            if known.interval.exact().is_some() {
                self.release(above, child);
            }
            id = above;
        }
        if self.learned.is_some() {
            self.note(self.root(), None, self.root_interval(), false);
        }
    }

    /// Notes what is known of a node, or of its child of this number.
    fn note(&mut self, id: usize, child: Option<usize>, known: Interval<F::Value>, new: bool) {
        // One more than are told, so that they are seen to be too many.
        let Some(learned) = self.learned.as_mut().filter(|learned| learned.len() <= MOST_MOMENTS) else {
            return;
        };
        let mut path: Vec<usize> = child.into_iter().collect();
        let mut at = self.tree.node(id).parent;
        while let Some((above, child)) = at {
            path.push(child);
            at = self.tree.node(above).parent;
        }
        path.reverse();
        learned.push(Learned { path, known, new });
    }

    /// What a node looks like by its children, once all are generated.
    fn guess(&mut self, id: usize) -> Option<F::Value> {
        let node = self.tree.node(id);
        self.values.clear();
        self.values
            .extend(node.places.iter().filter(|place| place.generated).filter_map(|place| place.guess));
        let about = Node { mover: node.mover, height: 1, level: 0 };
        (self.values.len() == node.places.len()).then(|| self.rule.back_up(about, &self.values, node.own))
    }

    fn remember(&mut self, id: usize, known: Known<F::Value>) {
        let node = self.tree.node(id);
        let left = self.left(node.depth);
        if let Some(table) = &mut self.table {
            let worth = left.clamp(0, i64::from(u32::MAX)) as u32;
            table.put(self.game.table_key(&node.position), worth, Known { left, ..known });
        }
    }
}
