//! What is asked of a worked example.

use super::ranges::ranges;
use crate::drawing::{Drawing, Drawn};
use crate::error::{Error, Result};
use plyscope::game::text::TextTree;
use plyscope::name::{Arguments, Name, Parameter};
use plyscope::value::AnyValue;

/// A number of one search: what, of which node, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Quantity {
    what: What,
    /// The node, by its name or its path; the root if none is named.
    node: Option<String>,
    /// After so many leaves were evaluated; at the end of the search if nothing is said.
    after: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    /// A node's value.
    Value,
    /// A node's value to a player, counted from 1.
    ValueTo(usize),
    /// The chance that the side with the better chances at a node does not win.
    Error,
    /// The same before the node's own estimate was weighed.
    AggregateError,
    /// The chosen move, counted from 1.
    Choice,
    /// Leaves that were evaluated.
    Evaluated,
    /// Leaves that were never looked at.
    Cut,
    /// The least value that a node can have.
    AtLeast,
    /// The greatest.
    AtMost,
    /// How many of these two are known.
    EndsKnown,
}

/// A search of the tree, as it is asked about.
pub(super) struct Searched<'a> {
    pub(super) tree: &'a TextTree,
    pub(super) drawing: &'a Drawing,
    /// Leaves in the order of their evaluation.
    pub(super) leaves: &'a [usize],
}

impl Quantity {
    pub(super) const ALLOWED: &'static str = "value, value-to-1, value-to-2, ..., error, \
        aggregate-error, choice, leaves-evaluated, \
        leaves-cut, at-least, at-most or ends-known; all but choice take a node, as in value(node=B), and the last three \
        the number of leaves seen so far, as in at-most(node=B,after=1)";

    pub(super) fn parse(text: &str) -> Option<Self> {
        let parameter = |name| Parameter { name, default: "", allowed: "" };
        let name: Name = text.parse().ok()?;
        let what = match name.kind() {
            "value" => What::Value,
            "error" => What::Error,
            "aggregate-error" => What::AggregateError,
            "choice" => What::Choice,
            "leaves-evaluated" => What::Evaluated,
            "leaves-cut" => What::Cut,
            "at-least" => What::AtLeast,
            "at-most" => What::AtMost,
            "ends-known" => What::EndsKnown,
            other => {
                What::ValueTo(other.strip_prefix("value-to-")?.parse().ok().filter(|player| *player > 0)?)
            }
        };
        let takes: &[Parameter] = match what {
            What::Choice => &[],
            What::AtLeast | What::AtMost | What::EndsKnown => &[parameter("node"), parameter("after")],
            _ => &[parameter("node")],
        };
        let arguments = Arguments::resolve(takes, &name).ok()?;
        let given = |parameter| arguments.declared(parameter).filter(|text| !text.is_empty());
        let after = match given("after") {
            Some(text) => Some(text.parse().ok()?),
            None => None,
        };
        Some(Quantity { what, node: given("node").map(str::to_string), after })
    }

    pub(super) fn metric(&self) -> &'static str {
        match self.what {
            What::Value | What::ValueTo(_) => "value",
            What::Error => "error",
            What::AggregateError => "aggregate-error",
            What::Choice => "choice",
            What::Evaluated => "leaves-evaluated",
            What::Cut => "leaves-cut",
            What::AtLeast => "at-least",
            What::AtMost => "at-most",
            What::EndsKnown => "ends-known",
        }
    }

    pub(super) fn of(&self, searched: &Searched<'_>) -> Result<f64> {
        let Searched { tree, drawing, leaves } = searched;
        let node = match &self.node {
            None => 0,
            Some(name) => (0..tree.nodes().len())
                .find(|node| tree.node_name(*node) == *name)
                .ok_or_else(|| Error::Usage(format!("there is no node `{name}` in the tree")))?,
        };
        let after = self.after.unwrap_or(leaves.len());
        let known = leaves.get(..after).ok_or_else(|| {
            Error::Usage(format!("{after} leaves are not evaluated: the search needs {}", leaves.len()))
        })?;
        let name = tree.node_name(node);
        let open = |side: &str| {
            Error::Usage(format!(
                "after leaf {after} {name} has no {side} bound: ask for ends-known, which counts them"
            ))
        };
        let finite =
            |bound: f64, side: &str| Some(bound).filter(|bound| bound.is_finite()).ok_or_else(|| open(side));
        let below = |leaf: &&usize| is_below(tree, **leaf, node);
        match self.what {
            What::Choice => Ok((drawing.choice + 1) as f64),
            What::Value | What::ValueTo(_) => {
                let value = find(&drawing.root, &name).and_then(|drawn| drawn.value.as_ref());
                value.and_then(|value| number(self.what, value)).ok_or_else(|| {
                    Error::Usage(format!(
                        "{name} has no such value: it is for minimax, or for so many players"
                    ))
                })
            }
            What::Error | What::AggregateError => {
                let drawn = find(&drawing.root, &name);
                let kept = drawn.and_then(|drawn| drawn.error);
                // Where no estimate of its own was weighed, what rose from below is kept.
                let aggregate =
                    drawn.and_then(|drawn| drawn.aggregate.as_ref()).map_or(kept, |value| match value {
                        AnyValue::Win(win) => Some(win.error()),
                        _ => None,
                    });
                let error = if self.what == What::Error { kept } else { aggregate };
                error.ok_or_else(|| {
                    Error::Usage(format!("{name} has no error: rules on probabilities have one"))
                })
            }
            What::Evaluated => Ok(leaves.iter().filter(below).count() as f64),
            What::Cut => {
                let all = (0..tree.nodes().len()).filter(|leaf| tree.nodes()[*leaf].children.is_empty());
                Ok(all.filter(|leaf| is_below(tree, *leaf, node) && !leaves.contains(leaf)).count() as f64)
            }
            What::AtLeast => finite(ranges(tree, known)[node].least, "lower"),
            What::AtMost => finite(ranges(tree, known)[node].greatest, "upper"),
            What::EndsKnown => Ok(ranges(tree, known)[node].ends() as f64),
        }
    }
}

fn number(what: What, value: &AnyValue) -> Option<f64> {
    match (what, value) {
        (What::ValueTo(player), value) => value.each().and_then(|each| each.get(player - 1).copied()),
        (_, value) => value.number(),
    }
}

/// Is a node another's, or below it?
fn is_below(tree: &TextTree, node: usize, other: usize) -> bool {
    std::iter::successors(Some(node), |node| tree.nodes()[*node].parent).any(|above| above == other)
}

fn find<'a>(node: &'a Drawn, name: &str) -> Option<&'a Drawn> {
    if node.name == name { Some(node) } else { node.children.iter().find_map(|child| find(child, name)) }
}
