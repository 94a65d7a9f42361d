//! The tree in memory: what is looked at often lies together, positions lie apart.

use super::leaves::{Leaves, Worth};
use crate::game::{Game, Player};

/// Nothing: a node without children yet.
const NOWHERE: u32 = u32::MAX;

/// A node, or the room for one that was not tried yet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node<V> {
    /// What it is thought to be worth.
    pub(super) value: V,
    /// How often it was visited; 0 where it was not tried yet.
    pub(super) visits: u32,
    /// Where its children lie, side by side.
    first: u32,
    /// How many there are, and how many of them were tried.
    count: u32,
    pub(super) tried: u32,
    pub(super) mover: Player,
    /// The game is over here.
    pub(super) over: bool,
    /// Chance moves here.
    pub(super) chance: bool,
    /// Its value is settled.
    pub(super) proved: bool,
}

impl<V> Node<V> {
    /// Where its children lie.
    #[inline]
    pub(super) fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }

    /// Are there children that were not tried?
    #[inline]
    pub(super) fn is_open(&self) -> bool {
        self.tried < self.count
    }
}

/// What became of looking for a node's children.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Grown {
    /// They are there.
    Yes,
    /// There are none, though the game is not over: the rim of what is known.
    Rim,
    /// There is no room for them.
    Full,
}

/// A tree that grows node by node.
pub(super) struct Tree<'a, G: Game, L: Leaves<G>> {
    pub(super) game: &'a G,
    pub(super) leaves: &'a L,
    pub(super) nodes: Vec<Node<L::Value>>,
    /// Positions of nodes that were tried.
    spots: Vec<Option<G::Position>>,
    /// Evaluations of nodes by themselves, where the back-up asks for them.
    owns: Vec<L::Value>,
    keeps_own: bool,
    moves: Vec<G::Move>,
    /// The most nodes.
    room: usize,
    pub(super) evaluated: u64,
}

impl<'a, G: Game, L: Leaves<G>> Tree<'a, G, L> {
    /// A root, which is not evaluated: what is found below it is its value.
    pub(super) fn new(game: &'a G, leaves: &'a L, root: G::Position, room: usize, keeps_own: bool) -> Self {
        let mut tree = Tree {
            game,
            leaves,
            nodes: Vec::new(),
            spots: Vec::new(),
            owns: Vec::new(),
            keeps_own,
            moves: Vec::new(),
            room,
            evaluated: 0,
        };
        let value = leaves.estimated(game, &root);
        let mover = game.mover(&root);
        tree.nodes.push(Node { mover, ..room_for(value) });
        tree.spots.push(Some(root));
        if keeps_own {
            tree.owns.push(value);
        }
        tree
    }

    /// A node's own evaluation, where it is kept; the root has none.
    pub(super) fn own(&self, node: usize) -> Option<L::Value> {
        (node > 0).then(|| self.owns.get(node).copied()).flatten()
    }

    /// The position of a node that was tried.
    pub(super) fn spot(&self, node: usize) -> &G::Position {
        self.spots[node].as_ref().expect("a node that was tried has its position")
    }

    /// Makes room for a node's children, once.
    #[inline]
    pub(super) fn grow(&mut self, node: usize) -> Grown {
        if self.nodes[node].first != NOWHERE {
            return Grown::Yes;
        }
        self.moves.clear();
        let spot = self.spots[node].as_ref().expect("a node that was tried has its position");
        self.game.moves(spot, &mut self.moves);
        let (first, count) = (self.nodes.len(), self.moves.len());
        if count == 0 {
            return Grown::Rim;
        }
        if first + count > self.room {
            return Grown::Full;
        }
        let value = self.nodes[node].value;
        self.nodes.resize(first + count, room_for(value));
        self.spots.resize(first + count, None);
        if self.keeps_own {
            self.owns.resize(first + count, value);
        }
        let grown = &mut self.nodes[node];
        (grown.first, grown.count) = (first as u32, count as u32);
        Grown::Yes
    }

    /// Plays a node's move for the first time, and evaluates what it leads to.
    #[inline]
    pub(super) fn add(&mut self, parent: usize, child: usize) -> L::Value {
        self.moves.clear();
        let spot = self.spots[parent].as_ref().expect("a node that was tried has its position");
        self.game.moves(spot, &mut self.moves);
        let choice = self.moves[child - self.nodes[parent].first as usize];
        let after = self.game.play(spot, &choice);
        let over = self.game.is_over(&after);
        let value = match over {
            true => self.leaves.ended(self.game, &after),
            false => self.leaves.estimated(self.game, &after),
        };
        self.evaluated += 1;
        let node = &mut self.nodes[child];
        (node.value, node.visits, node.over, node.proved) = (value, 1, over, over);
        node.mover = self.game.mover(&after);
        node.chance = !over && self.game.is_chance(&after);
        self.spots[child] = Some(after);
        if self.keeps_own {
            self.owns[child] = value;
        }
        self.nodes[parent].tried += 1;
        value
    }

    /// Settles a node where its children do: a child is the most that its mover can have, or all are settled.
    pub(super) fn prove(&mut self, node: usize, chances: &mut Vec<f64>) {
        let at = self.nodes[node];
        if at.proved || at.tried == 0 {
            return;
        }
        let children = &self.nodes[at.children()];
        let all = !at.is_open() && children.iter().all(|child| child.proved);
        let settled =
            children.iter().filter(|child| child.visits > 0 && child.proved).map(|child| child.value);
        let value = if at.chance {
            if !all {
                return;
            }
            expected(self.game, self.spot(node), children, chances)
        } else {
            let better =
                |a: L::Value, b: L::Value| if b.seen_by(at.mover) > a.seen_by(at.mover) { b } else { a };
            let Some(best) = settled.reduce(better) else { return };
            if !all && best.seen_by(at.mover) < self.leaves.most(at.mover) {
                return;
            }
            best
        };
        let node = &mut self.nodes[node];
        (node.value, node.proved) = (value, true);
    }
}

/// What is expected of a chance node: its tried children by their probabilities.
pub(super) fn expected<G: Game, V: Worth>(
    game: &G,
    spot: &G::Position,
    children: &[Node<V>],
    chances: &mut Vec<f64>,
) -> V {
    chances.clear();
    game.chances(spot, chances);
    let tried: f64 =
        chances.iter().zip(children).filter(|(_, child)| child.visits > 0).map(|(chance, _)| chance).sum();
    let parts: Vec<(f64, V)> = chances
        .iter()
        .zip(children)
        .filter(|(_, child)| child.visits > 0)
        .map(|(chance, child)| (chance / tried, child.value))
        .collect();
    V::mean(&parts)
}

/// A node that was not tried.
fn room_for<V>(value: V) -> Node<V> {
    Node {
        value,
        visits: 0,
        first: NOWHERE,
        count: 0,
        tried: 0,
        mover: Player::FIRST,
        over: false,
        chance: false,
        proved: false,
    }
}
