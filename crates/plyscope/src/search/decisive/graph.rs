//! The graph of positions that a search has seen.

use super::{BackUp, Children, Spread, WinDraw, clipped};
use crate::game::{Game, Player};
use std::collections::HashMap;

/// A node's number.
pub type NodeId = u32;

/// A position that was seen. All numbers are in the view of its mover.
#[derive(Debug, Clone)]
pub struct Node<P> {
    /// The position.
    pub position: P,
    /// Who moves there; of no meaning where the game is over.
    pub mover: Player,
    /// Plies from the root.
    pub distance: u32,
    /// What follows each move; empty for a leaf.
    pub children: Vec<NodeId>,
    /// What an evaluator said, where one was asked.
    pub own: f64,
    /// The mover's chance, as far as it is known: 1 for a win, a half for a draw.
    pub value: f64,
    /// How likely it is drawn, where that is told apart.
    pub draw: f64,
    /// Is the value certain?
    pub proved: bool,
    /// The expected square by which the value is still to change.
    pub spread: f64,
    /// The largest change of the value that an evaluation below can be expected to make.
    pub pull: f64,
    /// How many nodes were opened here and below, those that are reached in two ways counted twice.
    pub opened: f64,
    /// The child that the pull comes from.
    pub(super) toward: usize,
    /// Was its value known by the rules when it was first seen?
    pub(super) by_rules: bool,
    /// How likely a draw was said to be when it was first seen.
    pub(super) own_draw: f64,
    /// Evaluations that opening it would have taken when it was first seen.
    pub(super) cost: u32,
    /// Is every leaf below it proved, or chosen to be opened already?
    pub(super) taken: bool,
    pub(super) parents: Vec<NodeId>,
}

impl<P> Node<P> {
    /// Was it opened?
    pub(crate) fn is_open(&self) -> bool {
        !self.children.is_empty()
    }
}

/// A position that follows a leaf.
pub(super) struct Seen<P> {
    pub(super) position: P,
    pub(super) key: u64,
    distance: u32,
    proved: Option<f64>,
    cost: u32,
    /// Has an evaluator to be asked about it?
    pub(super) asks: bool,
}

/// All positions seen so far; the first one is the root.
pub struct Graph<'a, G: Game> {
    pub(super) game: &'a G,
    nodes: Vec<Node<G::Position>>,
    /// By position and distance, so that no way leads back to where it came from.
    known: HashMap<(u64, u32), NodeId>,
    /// What was evaluated, by position alone.
    evaluated: HashMap<u64, WinDraw>,
    /// Are wins and draws told apart?
    apart: bool,
    // Kept, so that they need not be made anew for every node.
    chances: Vec<f64>,
    draws: Vec<f64>,
    slopes: Vec<f64>,
}

/// By hand: the game itself need not be one that can be copied.
impl<G: Game> Clone for Graph<'_, G> {
    fn clone(&self) -> Self {
        Graph {
            game: self.game,
            nodes: self.nodes.clone(),
            known: self.known.clone(),
            evaluated: self.evaluated.clone(),
            apart: self.apart,
            chances: Vec::new(),
            draws: Vec::new(),
            slopes: Vec::new(),
        }
    }
}

impl<'a, G: Game> Graph<'a, G> {
    pub(super) fn new(game: &'a G, apart: bool) -> Self {
        Graph {
            game,
            nodes: Vec::new(),
            known: HashMap::new(),
            evaluated: HashMap::new(),
            apart,
            chances: Vec::new(),
            draws: Vec::new(),
            slopes: Vec::new(),
        }
    }

    /// All nodes, the root first.
    pub fn nodes(&self) -> &[Node<G::Position>] {
        &self.nodes
    }

    /// Distinct positions that were evaluated.
    pub fn evaluations(&self) -> u64 {
        self.evaluated.len() as u64
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node<G::Position> {
        &mut self.nodes[id as usize]
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node<G::Position> {
        &self.nodes[id as usize]
    }

    /// A child's chance in the view of who moves at its parent.
    pub(crate) fn chance_after(&self, parent: NodeId, child: NodeId) -> f64 {
        let child = self.node(child);
        if child.mover == self.node(parent).mover { child.value } else { 1.0 - child.value }
    }

    /// The mover's chances after every move, as they are backed up, and how likely each is drawn, where that is told apart.
    /// Where it is not, one of several proved draws counts, because two of them are worth no more.
    pub(super) fn put_chances(
        &self,
        parent: NodeId,
        children: &[NodeId],
        chances: &mut Vec<f64>,
        draws: &mut Vec<f64>,
    ) {
        let mut drawn = false;
        chances.clear();
        draws.clear();
        chances.extend(children.iter().map(|child| {
            let (chance, proved) = (self.chance_after(parent, *child), self.node(*child).proved);
            let again = proved && chance == 0.5 && drawn && !self.apart;
            drawn |= proved && chance == 0.5;
            if again { 0.0 } else { chance }
        }));
        if self.apart {
            draws.extend(children.iter().map(|child| self.node(*child).draw));
        }
    }

    /// How likely draws were said to be after every move when those were first seen, where that is told apart.
    pub(super) fn first_draws(&self, children: &[NodeId]) -> Vec<f64> {
        let told = children.iter().filter(|_| self.apart);
        told.map(|child| self.node(*child).own_draw).collect()
    }

    pub(super) fn remember(&mut self, key: u64, said: WinDraw) {
        self.evaluated.insert(key, said);
    }

    /// A position as it would be in the graph, so far from the root.
    pub(super) fn see(&self, position: G::Position, distance: u32) -> Seen<G::Position> {
        let key = self.game.table_key(&position);
        let known = self.known.contains_key(&(key, distance));
        // What is known needs no looking at.
        let (proved, cost) = if known { (None, 0) } else { self.by_the_rules(&position) };
        let asks = !known && proved.is_none() && !self.evaluated.contains_key(&key);
        Seen { position, key, distance, proved, cost, asks }
    }

    /// The root, of which nothing is known.
    pub(super) fn add_root(&mut self, position: G::Position) {
        let key = self.game.table_key(&position);
        self.push(Seen { position, key, distance: 0, proved: None, cost: 0, asks: false });
    }

    /// The node of a position that was seen, and whether it is a new one; if it has to be evaluated it was.
    pub(super) fn add(&mut self, seen: Seen<G::Position>, spread: &Spread) -> (NodeId, bool) {
        if let Some(id) = self.known.get(&(seen.key, seen.distance)) {
            return (*id, false);
        }
        let (key, proved) = (seen.key, seen.proved.is_some());
        let id = self.push(seen);
        if let Some(said) = self.evaluated.get(&key).copied().filter(|_| !proved) {
            let node = self.node_mut(id);
            (node.own, node.value) = (said.chance, clipped(said.chance));
            (node.own_draw, node.draw) = (said.draw, said.draw);
            node.spread = spread.of(node.value);
            node.pull = (node.spread / f64::from(node.cost.max(1))).sqrt();
        }
        (id, true)
    }

    fn push(&mut self, seen: Seen<G::Position>) -> NodeId {
        let id = self.nodes.len() as NodeId;
        let value = seen.proved.unwrap_or(0.5);
        self.known.insert((seen.key, seen.distance), id);
        self.nodes.push(Node {
            mover: self.game.mover(&seen.position),
            position: seen.position,
            distance: seen.distance,
            children: Vec::new(),
            own: value,
            value,
            draw: drawn(seen.proved),
            proved: seen.proved.is_some(),
            spread: 0.0,
            pull: 0.0,
            opened: 0.0,
            toward: 0,
            by_rules: seen.proved.is_some(),
            own_draw: drawn(seen.proved),
            cost: seen.cost,
            taken: false,
            parents: Vec::new(),
        });
        id
    }

    /// What the rules alone say of a position: its value where the game is over, or is over after every move, or a move
    /// wins at once; and how many evaluations it would take to open it.
    pub(super) fn by_the_rules(&self, position: &G::Position) -> (Option<f64>, u32) {
        let (game, mover) = (self.game, self.game.mover(position));
        let worth = |position: &G::Position| outcome(game.payoff(position, mover));
        if game.is_over(position) {
            return (Some(worth(position)), 0);
        }
        let (mut best, mut cost, mut all_over, mut moves) = (0.0_f64, 0, true, Vec::new());
        game.moves(position, &mut moves);
        for choice in &moves {
            let after = game.play(position, choice);
            if game.is_over(&after) {
                best = best.max(worth(&after));
            } else {
                all_over = false;
                cost += u32::from(!self.evaluated.contains_key(&game.table_key(&after)));
            }
        }
        let proved = (best == 1.0 || all_over && !moves.is_empty()).then_some(best);
        (proved, cost)
    }

    /// Makes a leaf an inner node.
    pub(super) fn link(&mut self, parent: NodeId, children: Vec<NodeId>) {
        for child in &children {
            self.node_mut(*child).parents.push(parent);
        }
        self.node_mut(parent).children = children;
    }

    /// Makes a node's numbers anew from its children's.
    pub(super) fn back_up(&mut self, id: NodeId, back_up: &BackUp) {
        let at = id as usize;
        if self.nodes[at].proved || !self.nodes[at].is_open() {
            return;
        }
        let (mut chances, mut slopes) = (std::mem::take(&mut self.chances), std::mem::take(&mut self.slopes));
        let mut draws = std::mem::take(&mut self.draws);
        let children = std::mem::take(&mut self.nodes[at].children);
        self.put_chances(id, &children, &mut chances, &mut draws);
        let is_proved = |child: &NodeId| self.node(*child).proved;
        let wins = children.iter().zip(&chances).any(|(child, chance)| is_proved(child) && *chance == 1.0);
        let all_proved = children.iter().all(is_proved);
        let opened = 1.0 + children.iter().map(|child| self.node(*child).opened).sum::<f64>();
        let evaluations = self.evaluations();
        let mut node = &mut self.nodes[at];
        node.opened = opened;
        if wins || all_proved {
            node.value = chances.iter().copied().fold(0.0, f64::max);
            (node.proved, node.spread, node.pull) = (true, 0.0, 0.0);
            node.draw = drawn(Some(node.value));
        } else {
            let seen = Children { chances: &chances, draws: &draws, own: node.own, opened, evaluations };
            let value = back_up.value(&seen);
            // A value that is nearly won leaves little room for draws.
            node.draw = seen.drawn().clamp(0.0, 2.0 * value.min(1.0 - value));
            back_up.slopes(&seen, &mut slopes);
            let (mut spread, mut pull, mut toward) = (0.0, 0.0, None);
            for (i, (child, slope)) in children.iter().zip(&slopes).enumerate() {
                let child = &self.nodes[*child as usize];
                if !child.proved {
                    spread += slope * slope * child.spread;
                    let pulls = slope.abs() * child.pull;
                    if !child.taken && (pulls > pull || toward.is_none()) {
                        (pull, toward) = (pulls, Some(i));
                    }
                }
            }
            node = &mut self.nodes[at];
            (node.value, node.spread, node.pull) = (value, spread, pull);
            (node.toward, node.taken) = (toward.unwrap_or(0), toward.is_none());
        }
        self.nodes[at].children = children;
        (self.chances, self.draws, self.slopes) = (chances, draws, slopes);
    }

    /// Makes some nodes and all above them anew, those farther from the root first.
    pub(super) fn back_up_from(&mut self, mut changed: Vec<NodeId>, back_up: &BackUp) {
        while let Some(deepest) = changed.iter().map(|id| self.node(*id).distance).max() {
            changed.sort_unstable();
            changed.dedup();
            let (now, later) = changed.iter().partition(|id| self.node(**id).distance == deepest);
            let (now, mut later): (Vec<NodeId>, Vec<NodeId>) = (now, later);
            for id in now {
                self.back_up(id, back_up);
                later.extend_from_slice(&self.node(id).parents);
            }
            changed = later;
        }
    }

    /// Makes all nodes anew.
    pub(super) fn back_up_all(&mut self, back_up: &BackUp) {
        let mut all: Vec<NodeId> = (0..self.nodes.len() as NodeId).collect();
        all.sort_by_key(|id| std::cmp::Reverse(self.node(*id).distance));
        for id in all {
            self.back_up(id, back_up);
        }
    }
}

/// How likely a draw is where the value may be proved.
fn drawn(proved: Option<f64>) -> f64 {
    f64::from(u8::from(proved == Some(0.5)))
}

/// A payoff as a chance of winning.
pub(super) fn outcome(payoff: f64) -> f64 {
    match payoff {
        won if won > 0.0 => 1.0,
        lost if lost < 0.0 => 0.0,
        _ => 0.5,
    }
}
