//! A uniform tree with random numbers at its leaves, for counting how much a search visits.
//!
//! Russell & Norvig, section 3.1: alpha-beta visits about b^(m/2) nodes when the best move comes first,
//! and about b^(3m/4) when moves come in random order. The numbers are independent, so the given order
//! is a random one; best-first order is had from the tree's own solved values, at no cost in nodes.

use super::{Levels, Place, Shape};
use crate::game::{Game, Player};
use crate::key::{DrawKey, TrialKey};
use crate::name::Name;
use crate::rule::Minimax;
use crate::search::{AlphaBeta, Budget, Search, TerminalScores};

/// In which order a position's moves come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveOrder {
    /// As drawn.
    Random,
    /// The best for the mover first.
    BestFirst,
}

/// One drawn tree of numbers.
#[derive(Debug, Clone)]
pub struct NumberTree {
    shape: Shape,
    order: MoveOrder,
    values: Levels<f64>,
}

impl NumberTree {
    /// Draws a tree: numbers of 0 to 2^32 - 1, ties being rare.
    pub fn draw(shape: Shape, order: MoveOrder, trial: TrialKey) -> Self {
        let key: DrawKey = trial.block.attempt(0);
        let leaf = |index| key.below(trial.lane, Place { level: shape.depth(), index }.key(), u32::MAX);
        let leaves = (0..shape.leaves()).map(|index| f64::from(leaf(index))).collect();
        NumberTree { shape, order, values: Levels::backed_up(shape, leaves, &Minimax) }
    }

    /// How many leaves plain alpha-beta looks at, in this tree's order of moves.
    pub fn leaves_seen(&self) -> u64 {
        let search = AlphaBeta::default();
        let report = search.search(self, &Place::ROOT, &TerminalScores, &Minimax, &Budget::unlimited());
        report.expect("a tree has moves and ends").counts.evaluated
    }

    /// The minimax value of a node.
    pub fn value(&self, place: Place) -> f64 {
        self.values.at(place)
    }
}

impl Game for NumberTree {
    type Position = Place;
    type Move = usize;

    fn name(&self) -> Name {
        let order = if self.order == MoveOrder::Random { "random" } else { "best-first" };
        Name::new("number-tree")
            .with("branching", self.shape.branching())
            .with("depth", self.shape.depth())
            .with("order", order)
    }
    fn start(&self) -> Place {
        Place::ROOT
    }
    fn mover(&self, place: &Place) -> Player {
        self.shape.mover(place.level)
    }
    fn moves(&self, place: &Place, moves: &mut Vec<usize>) {
        if self.is_over(place) {
            return;
        }
        moves.extend(0..self.shape.branching());
        if self.order == MoveOrder::BestFirst {
            let value = |choice: &usize| self.value(self.play(place, choice));
            moves.sort_by(|a, b| value(a).total_cmp(&value(b)));
            if self.mover(place) == Player::FIRST {
                moves.reverse();
            }
        }
    }
    fn play(&self, place: &Place, choice: &usize) -> Place {
        self.shape.child(*place, *choice)
    }
    fn is_over(&self, place: &Place) -> bool {
        place.level == self.shape.depth()
    }
    fn payoff(&self, place: &Place, player: Player) -> f64 {
        if player == Player::FIRST { self.value(*place) } else { -self.value(*place) }
    }
    fn table_key(&self, place: &Place) -> u64 {
        place.key()
    }
}
