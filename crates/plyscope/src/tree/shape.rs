//! The shape of a uniform tree, shared by all trials of a batch.
//!
//! One value a node, level by level in flat arrays.

use crate::error::{Error, Result};
use crate::game::Player;
use crate::lanes::Bits;
use crate::rule::{BackupRule, Minimax, Node};

/// The most leaves a tree may have. 64 trials at once then take up to 1.6 GiB (N-games, whose sums take most;
/// P-games a fifth of that), 512 trials eight times as much.
pub const MAX_LEAVES: u32 = 1 << 24;

/// A node's place in a uniform tree.
///
/// ```
/// use plyscope::tree::{Place, Shape};
/// let shape = Shape::new(2, 3)?;
/// let place = Place { level: 2, index: 3 };
/// assert_eq!(shape.parse_place("2.2"), Some(place)); // the last of four
/// assert_eq!(shape.child(place, 0), Place { level: 3, index: 6 });
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// Plies below the root.
    pub level: u32,
    /// From the left, from 0.
    pub index: usize,
}

impl Place {
    /// The root.
    pub const ROOT: Place = Place { level: 0, index: 0 };

    /// One number for the place, the same in trees of any shape: what draws and noise are keyed with.
    pub fn key(self) -> u64 {
        u64::from(self.level) << 40 | self.index as u64
    }
}

/// How many moves everywhere, and how many plies to the end.
///
/// ```
/// use plyscope::tree::{Place, Shape};
/// use plyscope::value::Player;
/// let shape = Shape::new(3, 2)?;
/// assert_eq!((shape.width(1), shape.leaves()), (3, 9));
/// assert_eq!((shape.mover(0), shape.last_mover()), (Player::FIRST, Player::SECOND));
/// // The second move, then the third.
/// let leaf = shape.child(shape.child(Place::ROOT, 1), 2);
/// assert_eq!((leaf.index, shape.place_text(leaf)), (3 + 2, "2.3".into()));
/// assert!(Shape::new(2, 25).is_err()); // too many leaves
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    branching: u32,
    depth: u32,
}

impl Shape {
    /// A tree of at least two moves a position and at least one ply, with at most [`MAX_LEAVES`] leaves.
    pub fn new(branching: u32, depth: u32) -> Result<Self> {
        if branching < 2 || depth < 1 {
            return Err(Error::Settings {
                kind: "a tree".into(),
                why: format!(
                    "the branching is 2 or more and the depth 1 or more, not {branching} and {depth}"
                ),
            });
        }
        let fits = |depth| branching.checked_pow(depth).is_some_and(|leaves| leaves <= MAX_LEAVES);
        if fits(depth) {
            Ok(Shape { branching, depth })
        } else {
            let largest = (1..32).take_while(|d| fits(*d)).last().unwrap_or(0);
            Err(Error::TooLarge { branching, depth, largest, leaves: MAX_LEAVES as usize })
        }
    }

    /// The same, where a tree of a kind is described by a parameter that counts so many plies: one that does not fit in
    /// memory is refused as that parameter's value.
    pub(super) fn named(
        branching: u32,
        depth: u32,
        (kind, parameter, plies): (&str, &str, u32),
    ) -> Result<Self> {
        Shape::new(branching, depth).map_err(|error| match error {
            Error::TooLarge { largest, .. } if largest >= plies => Error::Parameter {
                kind: kind.into(),
                parameter: parameter.into(),
                value: (depth / plies).to_string(),
                allowed: format!(
                    "1 to {} with branching factor {branching}, to fit in memory",
                    largest / plies
                ),
            },
            error => error,
        })
    }

    /// Moves per position.
    pub fn branching(self) -> usize {
        self.branching as usize
    }

    /// Plies to the end.
    pub fn depth(self) -> u32 {
        self.depth
    }

    /// Nodes at a level.
    pub fn width(self, level: u32) -> usize {
        self.branching().pow(level)
    }

    /// Leaves.
    pub fn leaves(self) -> usize {
        self.width(self.depth)
    }

    /// Leaves below a node at a level.
    pub fn leaves_below(self, level: u32) -> usize {
        self.width(self.depth - level)
    }

    /// Who moves at a level.
    pub fn mover(self, level: u32) -> Player {
        Player::at_ply(level)
    }

    /// Who makes the last move.
    pub fn last_mover(self) -> Player {
        self.mover(self.depth - 1)
    }

    /// The node that a move leads to.
    pub fn child(self, place: Place, choice: usize) -> Place {
        Place { level: place.level + 1, index: place.index * self.branching() + choice }
    }

    /// The node at a level on the way to a leaf.
    pub(crate) fn ancestor(self, leaf: usize, level: u32) -> Place {
        Place { level, index: leaf / self.leaves_below(level) }
    }

    /// A place as text: `root`, or the moves that lead to it, from 1, such as `2.1`.
    pub fn place_text(self, place: Place) -> String {
        if place.level == 0 {
            return "root".into();
        }
        let digit = |level: u32| place.index / self.width(place.level - level) % self.branching() + 1;
        (1..=place.level).map(|level| digit(level).to_string()).collect::<Vec<_>>().join(".")
    }

    /// Reads that back; none if it is no place in this tree.
    pub fn parse_place(self, text: &str) -> Option<Place> {
        if text == "root" {
            return Some(Place::ROOT);
        }
        let step = |place: Place, step: &str| {
            let choice = step.parse::<usize>().ok()?.checked_sub(1)?;
            (choice < self.branching() && place.level < self.depth).then(|| self.child(place, choice))
        };
        text.split('.').try_fold(Place::ROOT, step)
    }

    /// The nodes from the root's child to the leaf itself: where the edges on its path lead.
    pub fn path(self, leaf: usize) -> impl Iterator<Item = Place> {
        (1..=self.depth).map(move |level| self.ancestor(leaf, level))
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_by_hand() {
        let shape = Shape::new(3, 2).unwrap();
        let path: Vec<Place> = shape.path(7).collect();
        assert_eq!(path, [Place { level: 1, index: 2 }, Place { level: 2, index: 7 }]);
        assert_eq!((shape.width(1), shape.leaves(), shape.leaves_below(1)), (3, 9, 3));
    }

    #[test]
    fn places_read_back() {
        let shape = Shape::new(3, 4).unwrap();
        for level in 0..=4 {
            for index in 0..shape.width(level) {
                let place = Place { level, index };
                assert_eq!(shape.parse_place(&shape.place_text(place)), Some(place));
            }
        }
        assert_eq!(shape.place_text(Place { level: 2, index: 7 }), "3.2");
        assert!(["", "0", "4", "1.1.1.1.1", "x", "1."].iter().all(|text| shape.parse_place(text).is_none()));
    }

    #[test]
    fn sizes_are_checked() {
        assert!(Shape::new(1, 5).is_err() && Shape::new(2, 0).is_err());
        assert_eq!(
            Shape::new(2, 25),
            Err(Error::TooLarge { branching: 2, depth: 25, largest: 24, leaves: 1 << 24 })
        );
        let why = |branching, depth| Shape::new(branching, depth).unwrap_err().to_string();
        assert!(why(3, u32::MAX).contains("depth can be 1 to 15"));
        assert!(why(u32::MAX, 1).contains("the branching factor can be 2 to 16777216"));
        assert!(why(10_000, 2).ends_with("the depth can be 1"));
    }
}
