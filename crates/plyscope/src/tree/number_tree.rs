//! A uniform tree with random numbers at its leaves, for counting how much a search visits.
//!
//! Russell & Norvig, section 3.1: alpha-beta visits about b^(m/2) nodes when the best move comes first,
//! and about b^(3m/4) when moves come in random order. The numbers are independent, so the given order
//! is a random one; best-first order comes from the tree's own solved values, at no cost in nodes.

use super::{Levels, Place, Shape};
use crate::error::{Error, Result};
use crate::game::{Facts, Game, Hints, Player};
use crate::key::{DrawKey, TrialKey};
use crate::name::{Arguments, Name, Parameter};
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
///
/// ```
/// use plyscope::game::{Game, moves_of};
/// use plyscope::key::Stream;
/// use plyscope::tree::{MoveOrder, NumberTrees, Place, Shape};
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
                    allowed: format!("1 to {largest} with branching factor {branching}, to fit in memory"),
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
    trial: TrialKey,
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
        NumberTree { trial, shape, order, values: Levels::backed_up(shape, leaves, &Minimax) }
    }

    /// The same tree with its moves in another order.
    pub fn in_order(mut self, order: MoveOrder) -> Self {
        self.order = order;
        self
    }

    /// The trial that it was drawn for.
    pub fn trial(&self) -> TrialKey {
        self.trial
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
    fn facts(&self) -> Facts {
        Facts { knows_truth: true, ..Facts::lasting(self.shape.depth()) }
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
    fn move_name(&self, _: &Place, choice: &usize) -> String {
        (choice + 1).to_string()
    }
    fn position_text(&self, place: &Place) -> String {
        self.shape.place_text(*place)
    }
    fn parse_position(&self, text: &str) -> Result<Place> {
        self.shape
            .parse_place(text.trim())
            .ok_or_else(|| self.bad_position(text, "`root`, or the moves that lead to it, such as `2.1`"))
    }
}

impl Hints for NumberTree {
    /// It was solved when it was drawn.
    fn known(&self, place: &Place) -> Option<f64> {
        Some(self.value(*place))
    }
    fn progress(&self, place: &Place) -> u32 {
        place.level
    }
    fn draw_key(&self) -> u64 {
        self.trial.number()
    }
}
