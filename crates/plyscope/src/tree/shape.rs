//! The shape of a uniform tree, shared by all trials of a batch.

use crate::error::{Error, Result};
use crate::game::Player;

/// The most leaves a tree may have. 64 trials at once then take up to 1.6 GiB (N-games, whose sums take most;
/// P-games a fifth of that), 512 trials eight times as much.
pub const MAX_LEAVES: u32 = 1 << 24;

/// A node's place in a uniform tree.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    branching: u32,
    depth: u32,
}

impl Shape {
    /// A tree of at least two moves a position and at least one ply, with at most [`MAX_LEAVES`] leaves.
    pub fn new(branching: u32, depth: u32) -> Result<Self> {
        if branching < 2 || depth < 1 {
            return Err(Error::Mismatch(format!(
                "a tree has branching 2 or more and depth 1 or more, not {branching} and {depth}"
            )));
        }
        let fits = |depth| branching.checked_pow(depth).is_some_and(|leaves| leaves <= MAX_LEAVES);
        if fits(depth) {
            Ok(Shape { branching, depth })
        } else {
            let largest = (1..32).take_while(|d| fits(*d)).last().unwrap_or(0);
            Err(Error::TooLarge { branching, depth, largest })
        }
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
    pub fn ancestor(self, leaf: usize, level: u32) -> Place {
        Place { level, index: leaf / self.leaves_below(level) }
    }

    /// The nodes from the root's child to the leaf itself: where the edges on its path lead.
    pub fn path(self, leaf: usize) -> impl Iterator<Item = Place> {
        (1..=self.depth).map(move |level| self.ancestor(leaf, level))
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
    fn sizes_are_checked() {
        assert!(Shape::new(1, 5).is_err() && Shape::new(2, 0).is_err());
        assert_eq!(Shape::new(2, 25), Err(Error::TooLarge { branching: 2, depth: 25, largest: 24 }));
        let why = |branching, depth| Shape::new(branching, depth).unwrap_err().to_string();
        assert!(why(3, u32::MAX).contains("depth can be 1 to 15"));
        assert!(why(u32::MAX, 1).contains("the branching can be 2 to 16777216"));
        assert!(why(10_000, 2).ends_with("the depth can be 1"));
    }
}
