//! The three tree models of the forward-pruning paper (Smith & Nau): independent leaves ("P-Game Trees"), sums of arcs
//! ("N-Game trees") and sums of strengths ("N-Game-Like Trees"). A Max-height of h is 2h plies.

use super::counter::at_least;
use super::{Place, Shape, TreeGame};
use crate::error::Result;
use crate::key::{Chance, DrawKey};
use crate::lanes::Bits;
use crate::name::{Name, Settings, Values};
use std::fmt::Debug;
use std::marker::PhantomData;

/// How the leaves of a model come from chances that are drawn at places of the tree.
///
/// ```
/// use plyscope::tree::{Arcs, LeafModel, Shape};
/// // Four arcs lead to a leaf: it is won if two of them are +1.
/// let shape = Shape::new(2, 4)?;
/// assert!(Arcs::leaf(shape, 5, |place| place.level < 3) && !Arcs::leaf(shape, 5, |place| place.level < 2));
/// # Ok::<(), plyscope::Error>(())
/// ```
pub trait LeafModel: Debug + Clone + Copy + Default + Send + Sync + 'static {
    /// The kind of game.
    const KIND: &'static str;
    /// One sentence.
    const SUMMARY: &'static str;
    /// The chance of a +1 where none is given, and how it is written.
    const P: (f64, &'static str);

    /// Does the first player (Max) win at a leaf? `plus` draws the chance at a place.
    fn leaf(shape: Shape, leaf: usize, plus: impl Fn(Place) -> bool) -> bool;

    /// The same for all leaves, in lanes.
    fn leaves<B: Bits>(shape: Shape, plus: impl Fn(Place) -> B) -> Vec<B>;
}

/// A tree of Max-height h, of which the model says what a leaf is.
#[derive(Debug, Clone)]
pub struct HeightTree<M> {
    shape: Shape,
    p: f64,
    plus: Chance,
    model: PhantomData<M>,
}

/// Every leaf is a win for the first player (Max) with probability p.
///
/// ```
/// use plyscope::key::Stream;
/// use plyscope::tree::{LeafTree, TreeGame};
/// let game = LeafTree::new(2, 2, 0.0)?;
/// let key = Stream::new(1, "example").block(0).attempt(0);
/// assert_eq!(game.shape().depth(), 4);
/// assert!((0..16).all(|leaf| !game.leaf(key, 0, leaf))); // a probability of 0
/// # Ok::<(), plyscope::Error>(())
/// ```
pub type LeafTree = HeightTree<Independent>;

/// Every arc is +1 with probability p, else -1; a leaf is a win for Max if its path's sum is **not negative** (the EMM papers'
/// N-games want it positive).
///
/// ```
/// use plyscope::key::Stream;
/// use plyscope::tree::{ArcTree, TreeGame};
/// let game = ArcTree::new(2, 2, 0.0)?;
/// let key = Stream::new(1, "example").block(0).attempt(0);
/// assert!((0..16).all(|leaf| !game.leaf(key, 0, leaf))); // every path sums to -4
/// # Ok::<(), plyscope::Error>(())
/// ```
pub type ArcTree = HeightTree<Arcs>;

/// Below every move of Min stands a node that adds +1 with probability p, else -1 (RVA: random-value
/// addition); a leaf is a win for Max if the sum on its path is not negative.
///
/// An RVA node has one child and no player moves there, so it is not a ply here: its number belongs to
/// the move of Min that leads to it.
///
/// ```
/// use plyscope::key::Stream;
/// use plyscope::tree::{StrengthTree, TreeGame};
/// let game = StrengthTree::new(2, 2, 1.0)?;
/// let key = Stream::new(1, "example").block(0).attempt(0);
/// assert!((0..16).all(|leaf| game.leaf(key, 0, leaf))); // every path sums to 2
/// # Ok::<(), plyscope::Error>(())
/// ```
pub type StrengthTree = HeightTree<Strengths>;

impl<M: LeafModel> HeightTree<M> {
    /// Of so many of Max's moves in a line, each a choice of so many, with probability p.
    ///
    /// ```
    /// use plyscope::tree::{LeafTree, TreeGame};
    /// assert_eq!(LeafTree::new(2, 3, 0.5)?.shape().depth(), 4);
    /// assert!(LeafTree::new(2, 3, 1.5).is_err());
    /// # Ok::<(), plyscope::Error>(())
    /// ```
    pub fn new(height: u32, branching: u32, p: f64) -> Result<Self> {
        Self::named(&format!("{}(height={height},branching={branching},p={p})", M::KIND))
    }

    fn of(shape: Shape, p: f64) -> Result<Self> {
        Ok(HeightTree { shape, p, plus: Chance::new(p)?, model: PhantomData })
    }
}

impl<M: LeafModel> Default for HeightTree<M> {
    fn default() -> Self {
        let made = Shape::new(3, 6).and_then(|shape| HeightTree::of(shape, M::P.0));
        made.expect("729 leaves, and a probability")
    }
}

impl<M: LeafModel> Settings for HeightTree<M> {
    const KIND: &'static str = M::KIND;
    const SUMMARY: &'static str = M::SUMMARY;

    fn each(&mut self, values: &mut Values<'_>) {
        let (mut height, mut branching) = (self.shape.depth() / 2, self.shape.branching() as u32);
        values.integer("height", "3", "a whole number of 1 or more", &mut height, 1..=u32::MAX / 2);
        values.integer("branching", "3", "a whole number of 2 or more", &mut branching, 2..=u32::MAX);
        values.number("p", M::P.1, "a probability from 0 to 1", &mut self.p, 0.0..=1.0);
        let shape = || Shape::named(branching, 2 * height, (M::KIND, "height", 2));
        if let Some(made) = values.make(|| HeightTree::of(shape()?, self.p)) {
            *self = made;
        }
    }
}

impl<M: LeafModel> TreeGame for HeightTree<M> {
    fn name(&self) -> Name {
        self.to_name()
    }
    fn shape(&self) -> Shape {
        self.shape
    }
    fn leaf(&self, key: DrawKey, lane: u32, index: usize) -> bool {
        M::leaf(self.shape, index, |place| self.plus.lane(key, lane, place.key()))
    }
    fn draw<B: Bits>(&self, keys: &[DrawKey]) -> Vec<B> {
        M::leaves(self.shape, |place| self.plus.lanes(keys, place.key()))
    }
}

/// A sum of +1 and -1.
fn sum(signs: impl Iterator<Item = bool>) -> i32 {
    signs.map(|plus| if plus { 1 } else { -1 }).sum()
}

/// Each leaf for itself.
#[derive(Debug, Clone, Copy, Default)]
pub struct Independent;

impl LeafModel for Independent {
    const KIND: &'static str = "leaf-tree";
    const SUMMARY: &'static str = "P-game tree of the forward-pruning paper: independent leaves.";
    const P: (f64, &'static str) = (0.68233, "0.68233");

    fn leaf(shape: Shape, leaf: usize, plus: impl Fn(Place) -> bool) -> bool {
        plus(shape.ancestor(leaf, shape.depth()))
    }
    fn leaves<B: Bits>(shape: Shape, plus: impl Fn(Place) -> B) -> Vec<B> {
        let level = shape.depth();
        (0..shape.leaves()).map(|index| plus(Place { level, index })).collect()
    }
}

/// Sums of all arcs of a path.
#[derive(Debug, Clone, Copy, Default)]
pub struct Arcs;

impl LeafModel for Arcs {
    const KIND: &'static str = "arc-tree";
    const SUMMARY: &'static str =
        "N-game tree of the forward-pruning paper: a leaf is the sum of the arcs to it.";
    const P: (f64, &'static str) = (0.5, "0.5");

    fn leaf(shape: Shape, leaf: usize, plus: impl Fn(Place) -> bool) -> bool {
        sum(shape.path(leaf).map(plus)) >= 0
    }
    fn leaves<B: Bits>(shape: Shape, plus: impl Fn(Place) -> B) -> Vec<B> {
        // 2h arcs sum to at least 0 when at least h of them are +1.
        at_least(shape, shape.depth() / 2, |arc| Some(plus(arc)))
    }
}

/// Sums of what stands below the moves of Min.
#[derive(Debug, Clone, Copy, Default)]
pub struct Strengths;

impl LeafModel for Strengths {
    const KIND: &'static str = "strength-tree";
    const SUMMARY: &'static str =
        "N-game-like tree of the forward-pruning paper: random strengths below Min's moves.";
    const P: (f64, &'static str) = (0.61803, "0.61803");

    fn leaf(shape: Shape, leaf: usize, plus: impl Fn(Place) -> bool) -> bool {
        sum(shape.path(leaf).filter(|place| place.level % 2 == 0).map(plus)) >= 0
    }
    fn leaves<B: Bits>(shape: Shape, plus: impl Fn(Place) -> B) -> Vec<B> {
        // h numbers sum to at least 0 when at least half of them, rounded up, are +1.
        let least = (shape.depth() / 2).div_ceil(2);
        at_least(shape, least, |place| (place.level % 2 == 0).then(|| plus(place)))
    }
}
