//! How much minimax holds at once, counted while it searches (Russell & Norvig, section 2.1).
//!
//! A uniform tree whose positions count themselves: one more where a position is made or copied, one less where it is
//! dropped, and the moves that were listed at it as long as it is there. What a search holds is then a fact about the
//! search, not about a formula.

use super::super::{Entry, FormulaEntry};
use crate::error::{Error, Result};
use crate::game::{Facts, Game, Player};
use crate::name::Name;
use crate::rule::Minimax;
use crate::search::{Budget, FullWidth, Search, ToTheEnd};
use std::cell::Cell;
use std::rc::Rc;

/// The most nodes of a tree that is searched for this.
const MOST_NODES: u64 = 4_000_000;

/// The only formula of it.
pub(super) fn entry() -> FormulaEntry {
    let summary = "The most moves, or positions below the root, that full-width minimax holds at once in a uniform \
        tree, counted while it searches; `by=formula`: branching x depth (moves) or depth (positions), to compare \
        with.";
    Entry::given("held", summary, |given| {
        let moves = given.word("what", "moves or positions", &[("moves", true), ("positions", false)]);
        let branching = super::game_trees::branching(given);
        let allowed = "counting, or formula: branching x depth (moves), depth (positions)";
        let counts = given.word("by", allowed, &[("counting", true), ("formula", false)]);
        Ok(move |depth: &u32| {
            let held = held(branching, *depth)?;
            let plies = f64::from(*depth);
            Ok(match (counts, moves) {
                (true, true) => held.moves as f64,
                // The root is not made by the search.
                (true, false) => held.positions as f64 - 1.0,
                (false, true) => f64::from(branching) * plies,
                (false, false) => plies,
            })
        })
    })
}

/// What was held at once, at the most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Most {
    moves: u64,
    positions: u64,
}

/// Searches a tree by full-width minimax, and counts.
fn held(branching: u32, depth: u32) -> Result<Most> {
    let nodes = (0..=depth).try_fold(0u64, |sum, ply| {
        u64::from(branching).checked_pow(ply).and_then(|level| sum.checked_add(level))
    });
    if depth == 0 || nodes.is_none_or(|nodes| nodes > MOST_NODES) {
        let why = format!("trees of 1 ply to {MOST_NODES} nodes are searched here, not {branching}^{depth}");
        return Err(Error::Undefined(why));
    }
    let tree = Tree { branching, depth, held: Rc::default() };
    let root = tree.start();
    let _report =
        FullWidth::default().search(&tree, &root, &ToTheEnd::new(&tree, Minimax)?, &Budget::unlimited())?;
    Ok(Most { moves: tree.held.moves.most.get(), positions: tree.held.positions.most.get() })
}

/// How many there are, and were at the most.
#[derive(Default)]
struct Level {
    now: Cell<u64>,
    most: Cell<u64>,
}

impl Level {
    fn add(&self, more: u64) {
        self.now.set(self.now.get() + more);
        self.most.set(self.most.get().max(self.now.get()));
    }
    fn remove(&self, fewer: u64) {
        self.now.set(self.now.get() - fewer);
    }
}

#[derive(Default)]
struct Held {
    moves: Level,
    positions: Level,
}

struct Tree {
    branching: u32,
    depth: u32,
    held: Rc<Held>,
}

/// A position: how far from the root, and the moves that were listed at it.
struct Node {
    ply: u32,
    listed: Cell<u64>,
    held: Rc<Held>,
}

impl Node {
    fn new(ply: u32, held: &Rc<Held>) -> Self {
        held.positions.add(1);
        Node { ply, listed: Cell::new(0), held: Rc::clone(held) }
    }
}

impl Clone for Node {
    fn clone(&self) -> Self {
        Node::new(self.ply, &self.held)
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.held.positions.remove(1);
        self.held.moves.remove(self.listed.get());
    }
}

impl Game for Tree {
    type Position = Node;
    type Move = u32;
    fn name(&self) -> Name {
        Name::new("counting-tree").with("branching", self.branching).with("depth", self.depth)
    }
    fn facts(&self) -> Facts {
        Facts::lasting(self.depth)
    }
    fn start(&self) -> Node {
        Node::new(0, &self.held)
    }
    fn mover(&self, node: &Node) -> Player {
        Player::at_ply(node.ply)
    }
    fn moves(&self, node: &Node, moves: &mut Vec<u32>) {
        if !self.is_over(node) {
            moves.extend(0..self.branching);
            // Listed again at the same node, they take the place of the first list.
            if node.listed.get() == 0 {
                node.listed.set(u64::from(self.branching));
                self.held.moves.add(u64::from(self.branching));
            }
        }
    }
    fn play(&self, node: &Node, _: &u32) -> Node {
        Node::new(node.ply + 1, &self.held)
    }
    fn is_over(&self, node: &Node) -> bool {
        node.ply >= self.depth
    }
    fn payoff(&self, _: &Node, _: Player) -> f64 {
        0.0
    }
    fn position_text(&self, node: &Node) -> String {
        node.ply.to_string()
    }
    fn parse_position(&self, text: &str) -> Result<Node> {
        let ply = text.parse().ok().filter(|ply| *ply <= self.depth);
        ply.map(|ply| Node::new(ply, &self.held)).ok_or_else(|| self.bad_position(text, "a ply"))
    }
}

#[cfg(test)]
mod tests {
    use super::{Most, held};

    /// By hand: on the way to a leaf there are m nodes with b moves each, and m positions below the root.
    #[test]
    fn a_line_and_its_moves_are_held() {
        for (branching, depth) in [(2, 1), (2, 8), (5, 4), (20, 3)] {
            let expected = Most { moves: u64::from(branching * depth), positions: u64::from(depth) + 1 };
            assert_eq!(held(branching, depth).unwrap(), expected, "{branching}^{depth}");
        }
        assert!(held(2, 0).is_err() && held(1000, 3).is_err() && held(1000, 1000).is_err());
    }
}
