//! The nodes of a drawing in a list, in the order of the text.

use crate::drawing::{Drawing, Drawn};

/// A node in the list.
pub(in crate::drawing) struct Place<'a> {
    pub(in crate::drawing) drawn: &'a Drawn,
    pub(in crate::drawing) parent: Option<usize>,
    /// By their numbers in the list.
    pub(in crate::drawing) children: Vec<usize>,
    /// The way to it.
    pub(in crate::drawing) path: Vec<usize>,
    /// What a sentence calls it.
    pub(in crate::drawing) label: String,
}

/// All nodes; the root is the first.
pub(in crate::drawing) struct Flat<'a> {
    pub(in crate::drawing) nodes: Vec<Place<'a>>,
}

impl<'a> Flat<'a> {
    pub(super) fn of(drawing: &'a Drawing) -> Self {
        let mut flat = Flat { nodes: Vec::new() };
        flat.add(&drawing.root, None, Vec::new());
        flat
    }

    fn add(&mut self, drawn: &'a Drawn, parent: Option<usize>, path: Vec<usize>) -> usize {
        let number = self.nodes.len();
        // Real games name a node by the move to it, which is not enough to know it by.
        let label = match parent.map(|parent| (&self.nodes[parent], self.nodes[0].drawn.name == "start")) {
            Some((above, true)) if above.parent.is_some() => format!("{} {}", above.label, drawn.name),
            _ => drawn.name.clone(),
        };
        self.nodes.push(Place { drawn, parent, children: Vec::new(), path: path.clone(), label });
        for child in &drawn.children {
            let mut below = path.clone();
            below.push(child.child);
            let below = self.add(child, Some(number), below);
            self.nodes[number].children.push(below);
        }
        number
    }

    /// The child of this number among the moves.
    pub(super) fn child(&self, node: usize, child: usize) -> Option<usize> {
        self.nodes[node].children.iter().copied().find(|below| self.nodes[*below].drawn.child == child)
    }

    /// The node at the end of a way from the root.
    pub(super) fn at(&self, path: &[usize]) -> Option<usize> {
        path.iter().try_fold(0, |node, child| self.child(node, *child))
    }

    /// From the root to a node.
    pub(super) fn path_to(&self, node: usize) -> Vec<usize> {
        let mut path: Vec<usize> = std::iter::successors(Some(node), |at| self.nodes[*at].parent).collect();
        path.reverse();
        path
    }

    /// All nodes below one: they stand behind it, in a row.
    pub(super) fn below(&self, node: usize) -> std::ops::Range<usize> {
        let length = self.nodes[node].path.len();
        let end = (node + 1..self.nodes.len()).find(|other| self.nodes[*other].path.len() <= length);
        node + 1..end.unwrap_or(self.nodes.len())
    }
}
