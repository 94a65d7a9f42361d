//! A uniform tree with random numbers at its leaves, for counting how much a search visits.
//!
//! Russell & Norvig, section 3.1: alpha-beta visits about b^(m/2) nodes when the best move comes first,
//! and about b^(3m/4) when moves come in random order. The numbers are independent, so the given order
//! is a random one; best-first order comes from the tree's own solved values, at no cost in nodes.

use super::{LevelTree, Levels, Place, Shape, TreeFamily};
use crate::game::{Facts, Game, Player};
use crate::key::{DrawKey, TrialKey};
use crate::memory;
use crate::name::{Name, Settings, Values};
use crate::rule::Minimax;

/// In which order a position's moves come.
///
/// ```
/// use plyscope::game::{Game, Player, moves_of};
/// use plyscope::key::Stream;
/// use plyscope::tree::{MoveOrder, NumberTree, Place, Shape};
/// let tree = NumberTree::draw(Shape::new(4, 1)?, MoveOrder::Random, Stream::new(1, "example").trial(0));
/// assert_eq!(moves_of(&tree, &Place::ROOT), [0, 1, 2, 3]);
/// let ordered = tree.in_order(MoveOrder::BestFirst);
/// let value = |choice: usize| ordered.payoff(&ordered.play(&Place::ROOT, &choice), Player::FIRST);
/// assert!(moves_of(&ordered, &Place::ROOT).is_sorted_by(|a, b| value(*a) >= value(*b)));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveOrder {
    /// As drawn.
    Random,
    /// The best for the mover first.
    BestFirst,
}

impl MoveOrder {
    /// Both of them, with their names.
    pub const ALL: [(&'static str, MoveOrder); 2] =
        [("random", MoveOrder::Random), ("best-first", MoveOrder::BestFirst)];
}

/// Trees of numbers by name, one a trial.
///
/// ```
/// use plyscope::game::{Game, moves_of};
/// use plyscope::key::Stream;
/// use plyscope::tree::{MoveOrder, NumberTrees, Place, Shape, TreeFamily};
/// let trees = NumberTrees { shape: Shape::new(3, 4)?, order: MoveOrder::BestFirst };
/// let tree = trees.draw(Stream::new(1, "example").trial(0));
/// // The first move is worth what the tree is.
/// let first = moves_of(&tree, &Place::ROOT)[0];
/// assert_eq!(tree.value(tree.play(&Place::ROOT, &first)), tree.value(Place::ROOT));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberTrees {
    /// How many moves everywhere, and how many plies.
    pub shape: Shape,
    /// In which order moves come.
    pub order: MoveOrder,
}

impl Default for NumberTrees {
    fn default() -> Self {
        NumberTrees { shape: Shape::new(2, 4).expect("16 leaves"), order: MoveOrder::Random }
    }
}

impl Settings for NumberTrees {
    const KIND: &'static str = "number-tree";
    const SUMMARY: &'static str = "Uniform tree with random numbers at its leaves, to count what a search visits. \
        `order=best-first` has the best move first everywhere.";

    fn each(&mut self, values: &mut Values<'_>) {
        let (mut branching, mut depth) = (self.shape.branching() as u32, self.shape.depth());
        values.integer("branching", "2", "a whole number of 2 or more", &mut branching, 2..=u32::MAX);
        values.integer("depth", "4", "a whole number of 1 or more", &mut depth, 1..=u32::MAX);
        values.word("order", "random", "random or best-first", &mut self.order, &MoveOrder::ALL);
        let shape = values.make(|| Shape::named(branching, depth, (Self::KIND, "depth", 1)));
        self.shape = shape.unwrap_or(self.shape);
    }
}

impl TreeFamily for NumberTrees {
    type Tree = NumberTree;

    fn name(&self) -> Name {
        self.to_name()
    }
    fn facts(&self) -> Facts {
        // Every node's number is known: what a player decides anywhere can be judged.
        Facts { is_drawn: false, ..Facts::drawn(self.shape.depth()) }
    }
    fn bytes(&self) -> u128 {
        8 * memory::nodes(self.shape.branching(), self.shape.depth())
    }
    fn draw(&self, trial: TrialKey) -> NumberTree {
        NumberTree::draw(self.shape, self.order, trial)
    }
}

/// One drawn tree of numbers.
///
/// ```
/// use plyscope::key::Stream;
/// use plyscope::tree::{MoveOrder, NumberTree, Place, Shape};
/// let (shape, trial) = (Shape::new(2, 1)?, Stream::new(1, "example").trial(0));
/// let tree = NumberTree::draw(shape, MoveOrder::Random, trial);
/// let [one, two] = [0, 1].map(|index| tree.value(Place { level: 1, index }));
/// assert_eq!(tree.value(Place::ROOT), one.max(two));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct NumberTree {
    trees: NumberTrees,
    trial: TrialKey,
    values: Levels<f64>,
}

impl NumberTree {
    /// Draws a tree: numbers of 0 to 2^32 - 1, ties being rare.
    pub fn draw(shape: Shape, order: MoveOrder, trial: TrialKey) -> Self {
        let key: DrawKey = trial.block.attempt(0);
        let leaf = |index| key.below(trial.lane, Place { level: shape.depth(), index }.key(), u32::MAX);
        let leaves = (0..shape.leaves()).map(|index| f64::from(leaf(index))).collect();
        let values = Levels::backed_up(shape, leaves, &Minimax);
        NumberTree { trees: NumberTrees { shape, order }, trial, values }
    }

    /// The same tree with its moves in another order.
    pub fn in_order(mut self, order: MoveOrder) -> Self {
        self.trees.order = order;
        self
    }

    /// The minimax value of a node.
    pub fn value(&self, place: Place) -> f64 {
        self.values.at(place)
    }
}

impl LevelTree for NumberTree {
    type Node = Place;
    type Trees = NumberTrees;

    fn trees(&self) -> &NumberTrees {
        &self.trees
    }
    fn trial(&self) -> TrialKey {
        self.trial
    }
    #[inline]
    fn depth(&self) -> u32 {
        self.trees.shape.depth()
    }
    #[inline]
    fn width(&self, _: u32) -> usize {
        self.trees.shape.branching()
    }
    fn worth(&self, place: &Place) -> f64 {
        self.value(*place)
    }
    fn sort(&self, place: &Place, moves: &mut [usize]) {
        if self.trees.order == MoveOrder::BestFirst {
            let value = |choice: &usize| self.value(self.play(place, choice));
            moves.sort_by(|a, b| value(a).total_cmp(&value(b)));
            if self.mover(place) == Player::FIRST {
                moves.reverse();
            }
        }
    }
    fn table_key_of(&self, place: &Place) -> u64 {
        place.key()
    }
    /// Numbers have no stages.
    fn stage_at(&self, _: u32) -> u32 {
        0
    }
}
