//! The part of the tree that a pruned search holds: nodes whose values are not known yet.
//!
//! A node has a place for each child. What is known of a child stays in its place; the child itself is held
//! only while there is something left to find out below it.

use super::interval::Interval;
use crate::game::{Game, Player};

/// What is known of a child.
#[derive(Clone)]
pub(super) struct Branch<V> {
    pub(super) interval: Interval<V>,
    /// What it looks like: its value, or the estimate that stands for it; none before it is generated.
    pub(super) guess: Option<V>,
    /// The node, while it is held.
    pub(super) node: Option<usize>,
    /// The node, also when it is held no more; of use only where all are kept.
    pub(super) record: Option<usize>,
    pub(super) generated: bool,
    /// Was the game over?
    pub(super) over: bool,
}

impl<V> Branch<V> {
    /// Nothing is known but what values can be.
    pub(super) fn unknown(anything: Interval<V>) -> Self {
        Branch { interval: anything, guess: None, node: None, record: None, generated: false, over: false }
    }
}

/// A node with children to search.
pub(super) struct Held<G: Game, V> {
    pub(super) position: G::Position,
    pub(super) mover: Player,
    pub(super) depth: u32,
    pub(super) moves: Vec<G::Move>,
    pub(super) places: Vec<Branch<V>>,
    /// What it looks like.
    pub(super) look: Option<V>,
    /// The own estimate, where the rule uses one and there is one.
    pub(super) own: Option<V>,
    /// The node above, and which of its children this is.
    pub(super) parent: Option<(usize, usize)>,
    /// The child in hand, where the search goes depth first.
    pub(super) current: Option<usize>,
    /// Did the search below stop short of the end anywhere?
    pub(super) horizon: bool,
}

impl<G: Game, V> Held<G, V> {
    /// How many children were never generated.
    fn not_generated(&self) -> u64 {
        self.places.iter().filter(|place| !place.generated).count() as u64
    }
}

/// The nodes held; room that is free is used again.
pub(super) struct Tree<G: Game, V> {
    nodes: Vec<Option<Held<G, V>>>,
    free: Vec<usize>,
    /// Keep what is let go, for a watch?
    keep: bool,
    gone: Vec<bool>,
    held: usize,
    peak: usize,
}

impl<G: Game, V: Copy> Tree<G, V> {
    pub(super) const ROOT: usize = 0;

    pub(super) fn new(keep: bool) -> Self {
        Tree { nodes: Vec::new(), free: Vec::new(), keep, gone: Vec::new(), held: 0, peak: 0 }
    }

    pub(super) fn clear(&mut self) {
        *self = Tree { peak: self.peak, ..Tree::new(self.keep) };
    }

    /// How many nodes are held.
    pub(super) fn held(&self) -> usize {
        self.held
    }

    /// How many were held at once, at the most.
    pub(super) fn peak(&self) -> usize {
        self.peak
    }

    pub(super) fn holds(&self, id: usize) -> bool {
        !self.gone[id]
    }

    pub(super) fn node(&self, id: usize) -> &Held<G, V> {
        self.nodes[id].as_ref().expect("a node is asked for only while it is there")
    }

    pub(super) fn node_mut(&mut self, id: usize) -> &mut Held<G, V> {
        self.nodes[id].as_mut().expect("a node is asked for only while it is there")
    }

    pub(super) fn add(&mut self, node: Held<G, V>) -> usize {
        self.held += 1;
        self.peak = self.peak.max(self.held);
        let id = self.free.pop().unwrap_or(self.nodes.len());
        if id == self.nodes.len() {
            self.nodes.push(None);
            self.gone.push(false);
        }
        self.nodes[id] = Some(node);
        self.gone[id] = false;
        id
    }

    /// Lets go of a node and of all below it; how many of their children were never generated.
    pub(super) fn release(&mut self, id: usize) -> u64 {
        let (mut open, mut not_generated) = (vec![id], 0);
        while let Some(id) = open.pop() {
            let node = self.node(id);
            not_generated += node.not_generated();
            open.extend(node.places.iter().filter_map(|place| place.node));
            self.gone[id] = true;
            self.held -= 1;
            if !self.keep {
                self.nodes[id] = None;
                self.free.push(id);
            }
        }
        not_generated
    }

    /// Children of nodes still held that were never generated.
    pub(super) fn not_generated(&self) -> u64 {
        let held = self.nodes.iter().zip(&self.gone).filter(|(_, gone)| !**gone);
        held.filter_map(|(node, _)| node.as_ref()).map(Held::not_generated).sum()
    }
}
