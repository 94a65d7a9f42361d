//! The nodes of a drawing in a list, in the order of the text, and what is known of each while a search goes on.

use crate::drawing::{Drawing, Drawn, shown};
use plyscope::value::AnyValue;

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

/// How far a node was searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Seen {
    /// Not looked at yet.
    #[default]
    Not,
    /// It is being searched.
    Open,
    /// Nothing more is to be found out.
    Done,
    /// It will not be looked at.
    Cut,
}

impl Seen {
    /// As scripts read it.
    pub fn name(self) -> &'static str {
        match self {
            Seen::Not => "not yet",
            Seen::Open => "open",
            Seen::Done => "done",
            Seen::Cut => "cut",
        }
    }
}

/// What is known of a node; nothing at first.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Known {
    /// How far it was searched.
    pub seen: Seen,
    /// It is worth at least this.
    pub low: Option<AnyValue>,
    /// It is worth at most this.
    pub high: Option<AnyValue>,
    /// Alpha and beta, where the search has them: the first player is sure of this or more, the second of this or less.
    pub window: Option<(Option<AnyValue>, Option<AnyValue>)>,
}

impl Known {
    /// What it is worth, in a picture; nothing where nothing is known.
    pub fn short(&self) -> Option<String> {
        match (&self.low, &self.high) {
            (Some(low), Some(high)) if low == high => Some(shown(low)),
            (Some(low), Some(high)) => Some(format!("{} to {}", shown(low), shown(high))),
            (Some(low), None) => Some(format!("≥ {}", shown(low))),
            (None, Some(high)) => Some(format!("≤ {}", shown(high))),
            (None, None) => None,
        }
    }

    /// The same in a sentence.
    pub(super) fn phrase(&self) -> Option<String> {
        match (&self.low, &self.high) {
            (Some(low), Some(high)) if low == high => Some(format!("worth {}", shown(low))),
            (Some(low), Some(high)) => Some(format!("between {} and {}", shown(low), shown(high))),
            (Some(low), None) => Some(format!("at least {}", shown(low))),
            (None, Some(high)) => Some(format!("at most {}", shown(high))),
            (None, None) => None,
        }
    }

    /// Alpha and beta in a picture, where the search has them.
    pub(crate) fn window_text(&self) -> Option<String> {
        let (first, second) = self.window.as_ref()?;
        let end = |value: &Option<AnyValue>, open: &str| value.as_ref().map_or(open.to_string(), shown);
        Some(format!("α {}  β {}", end(first, "−∞"), end(second, "∞")))
    }
}
