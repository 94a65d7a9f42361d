//! A uniform tree with random numbers at its leaves, for counting how much a search visits.
//!
//! Russell & Norvig, section 3.1: alpha-beta visits about b^(m/2) nodes when the best move comes first,
//! and about b^(3m/4) when moves come in random order. The numbers are independent, so the given order
//! is a random one; best-first order is had from the tree's own solved values, at no cost in nodes.

use super::{Levels, Place, Shape};
use crate::error::{Error, Result};
use crate::game::{Game, Player};
use crate::key::{DrawKey, TrialKey};
use crate::name::{Arguments, Name, Parameter};
use crate::rule::Minimax;
use crate::search::{AlphaBeta, Budget, Counts, Search, TerminalScores};

/// In which order a position's moves come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveOrder {
    /// As drawn.
    Random,
    /// The best for the mover first.
    BestFirst,
}

impl MoveOrder {
    /// Both of them.
    pub const ALL: [MoveOrder; 2] = [MoveOrder::Random, MoveOrder::BestFirst];

    /// As it is written in names.
    pub fn name(self) -> &'static str {
        match self {
            MoveOrder::Random => "random",
            MoveOrder::BestFirst => "best-first",
        }
    }
}

/// Trees of numbers by name, one a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberTrees {
    /// How many moves everywhere, and how many plies.
    pub shape: Shape,
    /// In which order moves come.
    pub order: MoveOrder,
}

impl NumberTrees {
    /// What a name may say.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter { name: "branching", default: "2", allowed: "a whole number of 2 or more" },
        Parameter { name: "depth", default: "4", allowed: "a whole number of 1 or more" },
        Parameter { name: "order", default: "random", allowed: "random or best-first" },
    ];

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        let depth = arguments.integer("depth", 1..=u32::MAX)?;
        let shape = match Shape::new(arguments.integer("branching", 2..=u32::MAX)?, depth) {
            Err(Error::TooLarge { branching, largest, .. }) if largest >= 1 => {
                return Err(Error::Parameter {
                    kind: "number-tree".into(),
                    parameter: "depth".into(),
                    value: depth.to_string(),
                    allowed: format!("1 to {largest} with branching {branching}, to fit memory"),
                });
            }
            shape => shape?,
        };
        let order = MoveOrder::ALL.into_iter().find(|order| order.name() == arguments.text("order"));
        Ok(NumberTrees { shape, order: order.ok_or_else(|| arguments.refuse("order"))? })
    }

    /// The name with all parameters.
    pub fn name(&self) -> Name {
        Name::new("number-tree")
            .with("branching", self.shape.branching())
            .with("depth", self.shape.depth())
            .with("order", self.order.name())
    }

    /// The tree of a trial.
    pub fn draw(&self, trial: TrialKey) -> NumberTree {
        NumberTree::draw(self.shape, self.order, trial)
    }
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

    /// How much plain alpha-beta looks at, in this tree's order of moves.
    pub fn looked_at(&self) -> Counts {
        let search = AlphaBeta::default();
        let report = search.search(self, &Place::ROOT, &TerminalScores, &Minimax, &Budget::unlimited());
        report.expect("a tree has moves and ends").counts
    }

    /// The same tree with its moves in another order.
    pub fn in_order(mut self, order: MoveOrder) -> Self {
        self.order = order;
        self
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
        NumberTrees { shape: self.shape, order: self.order }.name()
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
