//! Numbers that a rule learned, one set for each kind of node.

use super::Node;

/// One `T` for every level and height; where there is none, the nearest height's, or what holds elsewhere.
///
/// ```
/// use plyscope::rule::{ByNode, Node};
/// use plyscope::value::Player;
/// let weights = ByNode::new(0.0, vec![vec![0.1, 0.2]]); // one row holds for all levels
/// let at = |level, height| weights.get(Node { mover: Player::FIRST, height, level });
/// assert_eq!((at(0, 1), at(5, 2)), (0.1, 0.2));
/// assert_eq!(at(0, 9), 0.2); // the nearest height that was seen
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ByNode<T> {
    rest: T,
    /// `at[level][height - 1]`; a single row holds for all levels.
    at: Vec<Vec<T>>,
}

impl<T: Copy> ByNode<T> {
    /// The same everywhere.
    pub fn constant(value: T) -> Self {
        ByNode { rest: value, at: Vec::new() }
    }

    /// By level, then by height from 1; a single row holds for all levels. `rest` where there is nothing.
    pub fn new(rest: T, at: Vec<Vec<T>>) -> Self {
        ByNode { rest, at }
    }

    /// What holds where there is nothing.
    pub fn rest(&self) -> T {
        self.rest
    }

    /// By level, then by height from 1.
    pub fn rows(&self) -> &[Vec<T>] {
        &self.at
    }

    /// What holds at a node.
    pub fn get(&self, node: Node) -> T {
        let row = if self.at.len() == 1 { self.at.first() } else { self.at.get(node.level as usize) };
        let Some(row) = row else { return self.rest };
        row.get((node.height.max(1) - 1) as usize).or(row.last()).copied().unwrap_or(self.rest)
    }

    /// Everything that was learned: level, height, value.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32, T)> + '_ {
        let row = |(level, row): (usize, &Vec<T>)| {
            let entry = move |(i, value): (usize, &T)| (level as u32, i as u32 + 1, *value);
            row.iter().enumerate().map(entry).collect::<Vec<_>>()
        };
        self.at.iter().enumerate().flat_map(row)
    }
}
