//! One value a node, level by level in flat arrays.

use super::{Place, Shape};
use crate::lanes::Bits;
use crate::rule::{BackupRule, Minimax, Node};

/// A value for every node of a uniform tree down to some level.
///
/// ```
/// use plyscope::rule::Minimax;
/// use plyscope::tree::{Levels, Place, Shape};
/// let leaves = vec![3.0, 12.0, 8.0, 2.0, 4.0, 6.0, 14.0, 5.0, 2.0];
/// let levels = Levels::backed_up(Shape::new(3, 2)?, leaves, &Minimax);
/// assert_eq!(levels.level(1), [3.0, 2.0, 2.0]);
/// assert_eq!(levels.at(Place::ROOT), 3.0);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Levels<V> {
    levels: Vec<Vec<V>>,
}

/// No levels: what there is before the first are made.
impl<V> Default for Levels<V> {
    fn default() -> Self {
        Levels { levels: Vec::new() }
    }
}

impl<V: Copy> Levels<V> {
    /// Built level by level, from the root.
    pub fn from_fn(shape: Shape, last: u32, value: impl Fn(Place) -> V) -> Self {
        let level =
            |level| (0..shape.width(level)).map(|index| value(Place { level, index })).collect::<Vec<V>>();
        Levels { levels: (0..=last).map(level).collect() }
    }

    /// The levels themselves, from the root.
    pub(crate) fn from_levels(levels: Vec<Vec<V>>) -> Self {
        Levels { levels }
    }

    /// Their memory, for others: a list a level, from the root.
    pub(crate) fn into_levels(self) -> Vec<Vec<V>> {
        self.levels
    }

    /// Built from the lowest level upwards, a rule deciding every node from its children.
    pub fn backed_up(shape: Shape, lowest: Vec<V>, rule: &impl BackupRule<V>) -> Self {
        let last = lowest.len().ilog(shape.branching());
        debug_assert_eq!(lowest.len(), shape.width(last));
        let mut levels = vec![lowest];
        for level in (0..last).rev() {
            let node = Node { mover: shape.mover(level), height: last - level, level };
            let below = levels.last().expect("the lowest level is there");
            levels.push(rule.back_up_level(node, shape.branching(), below, &[]));
        }
        levels.reverse();
        Levels { levels }
    }

    /// A level, from the left.
    pub fn level(&self, level: u32) -> &[V] {
        &self.levels[level as usize]
    }

    /// The deepest level there is.
    pub fn last(&self) -> u32 {
        self.levels.len() as u32 - 1
    }

    /// A node's value.
    pub fn at(&self, place: Place) -> V {
        self.levels[place.level as usize][place.index]
    }

    /// Every value changed in place, given the other one at its node.
    pub fn merge(&mut self, other: &Self, change: impl Fn(V, V) -> V) {
        for (mine, theirs) in self.levels.iter_mut().flatten().zip(other.levels.iter().flatten()) {
            *mine = change(*mine, *theirs);
        }
    }

    /// Every value changed in place.
    pub fn change(&mut self, change: impl Fn(Place, V) -> V) {
        for (level, values) in (0..).zip(&mut self.levels) {
            values.iter_mut().enumerate().for_each(|(index, value)| {
                *value = change(Place { level, index }, *value);
            });
        }
    }

    /// Every value changed.
    pub fn map<W: Copy>(&self, change: impl Fn(Place, V) -> W) -> Levels<W> {
        self.map_in(Levels::default(), self.last(), change)
    }

    /// Every value down to some level changed, and the others left out.
    pub(crate) fn map_to<W: Copy>(&self, last: u32, change: impl Fn(Place, V) -> W) -> Levels<W> {
        self.map_in(Levels::default(), last, change)
    }

    /// The same in the memory of levels that are done with.
    pub(crate) fn map_in<W: Copy>(
        &self,
        space: Levels<W>,
        last: u32,
        change: impl Fn(Place, V) -> W,
    ) -> Levels<W> {
        let mut spare = space.levels.into_iter();
        let levels = (0..=last).zip(&self.levels).map(|(level, values)| {
            let mut changed = spare.next().unwrap_or_default();
            changed.clear();
            let places = (0..).map(|index| Place { level, index });
            changed.extend(values.iter().zip(places).map(|(value, place)| change(place, *value)));
            changed
        });
        Levels { levels: levels.collect() }
    }
}

impl<B: Bits + crate::value::Ordered> Levels<B> {
    /// The truth of every node, given the leaves: does the first player win?
    pub fn solved(shape: Shape, leaves: Vec<B>) -> Self {
        Levels::backed_up(shape, leaves, &Minimax)
    }
}
