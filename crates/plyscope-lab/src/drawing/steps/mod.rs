//! A search step by step: what it looks at, what is known after that, and what it leaves out for which reason.
//!
//! A step is a thing that a teacher would point at: going down to a node, a leaf's value, a value that rises, moves that
//! are cut. Step 0 is before the search, the last one its end.

mod known;
mod replay;
mod words;

pub use known::{Known, Seen};

use super::Drawing;
use crate::error::{Error, Result};
use known::Flat;
use replay::Replay;

/// What happens in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepKind {
    /// Nothing yet.
    Start,
    /// The search goes down to a node.
    Down,
    /// A node gets a value without a look beyond it.
    Leaf,
    /// A value rises from a node's moves.
    Up,
    /// Moves are left out.
    Cut,
    /// A search that goes back and forth looks at one more node.
    Look,
    /// The decision is made.
    End,
}

impl StepKind {
    /// As scripts read it.
    pub fn name(self) -> &'static str {
        match self {
            StepKind::Start => "start",
            StepKind::Down => "down",
            StepKind::Leaf => "leaf",
            StepKind::Up => "up",
            StepKind::Cut => "cut",
            StepKind::Look => "look",
            StepKind::End => "end",
        }
    }
}

/// How much was done so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Done {
    /// Nodes below the root that were looked at.
    pub looked_at: usize,
    /// Those of them that got a value without a look beyond them.
    pub leaves: usize,
    /// Nodes that were cut.
    pub cut: usize,
}

/// One step.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// What happens.
    pub kind: StepKind,
    /// The node that it is about, by its number in the order of the text: the root is 0.
    pub node: usize,
    /// What happens, in a sentence or two.
    pub text: String,
    /// How much was done so far.
    pub done: Done,
    /// The nodes of which something else is known than before.
    pub changes: Vec<(usize, Known)>,
}

/// All steps of a search that was drawn.
pub struct Steps<'a> {
    pub(super) flat: Flat<'a>,
    /// The steps; the first is before the search.
    pub all: Vec<Step>,
}

impl<'a> Steps<'a> {
    /// The steps of a drawing, or why there are none.
    pub fn of(drawing: &'a Drawing) -> Result<Self> {
        let Some(moments) = &drawing.moments else {
            let why = "the search is too long to be stepped through; use a smaller --depth";
            return Err(Error::Usage(why.into()));
        };
        let flat = Flat::of(drawing);
        let all = Replay::new(drawing, &flat).steps(moments);
        Ok(Steps { flat, all })
    }

    /// A step by its number; the last one where there are fewer.
    pub fn step(&self, number: usize) -> &Step {
        &self.all[number.min(self.all.len() - 1)]
    }

    /// What is known of every node after a step.
    pub fn known(&self, number: usize) -> Vec<Known> {
        let mut known = vec![Known::default(); self.flat.nodes.len()];
        for step in self.all.iter().take(number.saturating_add(1)) {
            for (node, now) in &step.changes {
                known[*node] = now.clone();
            }
        }
        known
    }

    /// The nodes from the root to the one that a step is about.
    pub fn path(&self, number: usize) -> Vec<usize> {
        self.flat.path_to(self.step(number).node)
    }
}
